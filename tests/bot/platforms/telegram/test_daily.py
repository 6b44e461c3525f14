"""The daily challenge on Telegram: the card for a group, everything else in the private chat."""

from bot.platforms.telegram import links
from bot.screens.daily import share_screen
from bot.tokens import Token, Verb
from core.ids import DAILY, ChatId
from core.table.daily import DEALS
from core.table.daily_view import Round, try_view
from tests.bot.platforms.telegram.house import Standing
from tests.bot.screens.daily_gallery import seen
from tests.e2e.telegram.party import offered, renewed, wanted
from tests.e2e.telegram.world import Message
from tests.e2e.waiting import until

PLAY = wanted(Verb.DAILY, arg="")


async def card(stand: Standing) -> Message:
    stand.ann.say(stand.room, "/daily")
    (found,) = await until(lambda: [each for each in stand.room.from_bot if any(offered(each, Verb.DAILY))])
    return found


async def hand(stand: Standing) -> Message:
    await stand.ann.press(await card(stand), PLAY)
    return (await until(lambda: [each for each in stand.ann.dms if any(offered(each, Verb.SUGGEST))]))[-1]


async def test_each_round_has_a_message_that_becomes_its_result(stand: Standing):
    panel = await hand(stand)
    await renewed(panel, [stand.ann.press_data(panel, next(offered(panel, Verb.SUGGEST)))])
    await renewed(panel, [stand.ann.press(panel, wanted(Verb.SUBMIT))])
    await until(lambda: any(offered(panel, Verb.DAILY, arg="")))
    before = len(stand.ann.dms)
    await stand.ann.press(panel, PLAY)
    await until(lambda: len(stand.ann.dms) == before + 1)
    assert any(offered(panel, Verb.WHY)), "the result stays where it was"
    assert any(offered(stand.ann.dms[-1], Verb.SUGGEST))


async def test_an_account_and_the_way_back_are_seen_in_the_same_message(stand: Standing):
    panel = await hand(stand)
    await renewed(panel, [stand.ann.press_data(panel, next(offered(panel, Verb.SUGGEST)))])
    await renewed(panel, [stand.ann.press(panel, wanted(Verb.SUBMIT))])
    await until(lambda: any(offered(panel, Verb.WHY)))
    result = panel.text
    await renewed(panel, [stand.ann.press(panel, wanted(Verb.WHY))])
    await renewed(panel, [stand.ann.press(panel, wanted(Verb.DAILY, arg="round-1"))])
    assert panel.text == result


async def test_a_try_that_goes_on_is_not_shown_to_the_group(stand: Standing):
    await hand(stand)
    before = len(stand.room.from_bot), len(stand.ann.dms)
    stand.ann.say(stand.room, "/daily")
    await until(lambda: len(stand.ann.dms) == before[1] + 1)
    assert len(stand.room.from_bot) == before[0]


async def test_a_link_shows_the_card_and_begins_nothing(stand: Standing):
    play = Token(Verb.DAILY, DAILY, 1)
    assert links.showing("b", play, chat=stand.chat) == "https://t.me/b", (
        "another's try is nothing to put behind a link"
    )
    shown = links.showing("b", links.showable(play), chat=stand.chat)
    found = links.read(shown.partition("start=")[2])
    assert found is not None
    assert found.token == "1.dy.dailydaily.0.card"


async def test_a_shared_line_is_no_board_of_the_group(stand: Standing):
    board = await stand.lobby()
    own = try_view(seen(2), 1, name="小美", rounds=[Round(1, 0)] * DEALS, ended=True)
    before = dict(stand.platform._boards._present)
    await stand.platform._boards.post(ChatId(stand.chat), share_screen(own), nonce="daily.1")
    await until(lambda: "小美" in stand.room.from_bot[-1].text)
    assert stand.platform._boards._present == before
    assert stand.room.from_bot[-1] is not board
