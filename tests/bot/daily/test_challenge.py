"""What people do in the daily challenge, by the buttons of its screens: the same for all, once, each press once."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from bot.screens.hand import hand_screen
from bot.screens.model import Screen
from bot.tokens import Token, Verb, parse, show
from core.cards import parse_shown
from core.ids import DAILY, ChatId
from core.table.daily import DEALS, GRACE, hand_number
from core.table.daily_view import daily_hand
from core.table.draft import Draft
from storage import installation
from tests.fakes import CHAT, ELSEWHERE, PEOPLE, START, House, buttons, house, panel, refused, token
from tests.kept_days import daily, first_hand, kept_day, key_of, of_hand, out_of_order, play_all, play_round

ANNE, BEN, CARL = PEOPLE[:3]


async def test_everybody_gets_the_same_cards_and_the_same_computers(tmp_path: Path):
    async with house(tmp_path) as home:
        hands = [await first_hand(home, person) for person in (ANNE, BEN)]
        first, second = ([card.card for card in panel(hand).cards] for hand in hands)
        assert first == second == list(parse_shown((await kept_day(home)).day.deals[0].hands[0]))
        results = [await play_round(home, person, hand) for person, hand in zip((ANNE, BEN), hands, strict=True)]
        reveals = [[strip.rows for block in each.blocks for strip in getattr(block, "strips", ())] for each in results]
        assert reveals[0] == reveals[1] != []


async def test_a_whole_challenge_adds_up_and_says_how_good_it_was(tmp_path: Path):
    async with house(tmp_path) as home:
        for person, key in ((ANNE, "daily/result-first"), (BEN, "daily/result")):
            end = await play_all(home, person)
            (facts,) = [block.text.facts for block in end.blocks if key_of(block) == key]
            assert facts["points"] == facts["standard"], "the suggestion is what the hardest computer plays"
            lines = [block for block in end.blocks if key_of(block) == "daily/round-line"]
            assert len(lines) == DEALS
            assert sum(line.text.facts["points"].value for line in lines) == facts["points"].value
        assert (facts["place"], facts["of"], facts["percent"]) == (1, 2, 0)


async def test_a_second_try_is_refused_with_the_place_of_the_first(tmp_path: Path):
    async with house(tmp_path) as home:
        end = await play_all(home, ANNE)
        again = await home.press(ANNE, daily())
        assert again.toast is not None
        assert (again.toast.key, again.toast.facts) == ("daily/done", {"n": 1})
        assert again.screen == end


async def test_who_comes_back_goes_on_where_they_were_in_any_chat(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, ANNE)
        filled = (await home.press(ANNE, token(hand, "suggest-most"))).screen
        assert (await home.say(ANNE, "/daily")).screen == filled
        elsewhere = await home.service.say(ANNE, ELSEWHERE, "/shisanzhi daily", press="there")
        assert elsewhere.screen is not None
        assert panel(elsewhere.screen) == panel(filled)


async def test_a_table_and_the_challenge_are_played_side_by_side(tmp_path: Path):
    async with house(tmp_path) as home:
        await home.begin()
        await home.deal()
        table = await home.service.hand(ANNE.person, CHAT)
        await play_all(home, ANNE)
        assert await home.service.hand(ANNE.person, CHAT) == table
        await home.submit(ANNE)


async def test_a_hand_has_no_clock_no_autopilot_and_tells_until_when(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, ANNE)
        verbs = {parse(button.token).verb for row in hand.buttons for button in row}
        assert not verbs & {Verb.AUTOPILOT, Verb.CUT, Verb.NUDGE}
        assert panel(hand).deadline is None
        until = next(
            block.text.facts["at"]
            for block in hand.blocks
            if getattr(block, "text", hand) and key_of(block) == "daily/until"
        )
        assert until.milliseconds == (await kept_day(home)).ends_at + GRACE


async def test_it_is_arranged_card_by_card_by_picks_and_by_typing(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, ANNE)
        shown = panel((await home.press(ANNE, panel(hand).cards[3].tokens["back"])).screen)
        assert shown.cards[3].place == "back"
        picked = await home.press(ANNE, panel(hand).rows[2].list)
        assert picked.screen is not None
        assert picked.screen.kind == "picks"
        row = panel(picked.screen).picks["back"][0]
        shown = panel((await home.press(ANNE, row.token)).screen)
        assert len(shown.rows[2].cards) == 5
        form = await home.service.form(ANNE, CHAT, of_hand(Verb.TYPE, 1))
        assert form is not None
        typed = {field.name: "" for field in form.fields} | {"front": "As As"}
        wrong = await home.press(ANNE, of_hand(Verb.TYPE, 1), **typed)
        assert wrong.toast is not None


async def test_unfinished_rows_are_not_sent(tmp_path: Path):
    async with house(tmp_path) as home:
        await first_hand(home, ANNE)
        refusal = await refused(home.press(ANNE, of_hand(Verb.SUBMIT, 1)))
        assert (refusal.code, refusal.facts["n"]) == ("arrange/incomplete", 13)


async def warned(home: House) -> Screen:
    """The question before a foul is sent."""
    await out_of_order(home, ANNE)
    asked = (await home.press(ANNE, of_hand(Verb.SUBMIT, 1))).screen
    assert asked is not None
    return asked


async def test_rows_that_are_typed_lie_in_the_hand_and_are_sent_by_a_press(tmp_path: Path):
    async with house(tmp_path) as home:
        await first_hand(home, ANNE)
        rows = (await kept_day(home)).day.standard[0]
        laid = (await home.say(ANNE, f"/arrange {rows}")).screen
        assert laid is not None
        assert laid.kind == "daily"
        shown = panel(laid)
        assert [len(row.cards) for row in shown.rows] == [3, 5, 5]
        assert (await refused(home.say(ANNE, "/arrange As As As / 2s / 3s"))).code == "arrange/wrong"
        result = (await home.press(ANNE, token(laid, "submit"))).screen
        assert result is not None
        assert "daily/against" in [key_of(block) for block in result.blocks]


async def test_typed_rows_are_for_the_table_where_somebody_sits_at_one_and_for_nothing_where_nothing_is_played(
    tmp_path: Path,
):
    async with house(tmp_path) as home:
        await home.service.daily.keep_up()
        rows = (await kept_day(home)).day.standard[0]
        assert (await refused(home.say(ANNE, f"/arrange {rows}"))).code == "table/none"
        await first_hand(home, ANNE)
        await home.seat(2)
        assert (await refused(home.say(ANNE, f"/arrange {rows}"))).code == "hand/none"


async def test_a_foul_is_sent_only_after_its_price_was_read(tmp_path: Path):
    async with house(tmp_path) as home:
        asked = await warned(home)
        assert "foul/title" in [key_of(block) for block in asked.blocks]
        assert asked.kind == "daily"
        result = (await home.press(ANNE, token(asked, "submit-foul"))).screen
        assert result is not None
        lost = next(block.text.facts["points"].value for block in result.blocks if key_of(block) == "daily/against")
        assert lost <= -18


async def test_a_foul_can_be_mended_instead(tmp_path: Path):
    async with house(tmp_path) as home:
        asked = await warned(home)
        mended = (await home.press(ANNE, token(asked, "mend"))).screen
        assert panel(mended).faults == ()
        result = (await home.press(ANNE, of_hand(Verb.SUBMIT, 1))).screen
        assert result is not None
        assert "daily/against" in [key_of(block) for block in result.blocks]


async def test_a_foul_is_not_sent_by_a_button_that_nobody_was_shown(tmp_path: Path):
    async with house(tmp_path) as home:
        await out_of_order(home, ANNE)
        asked = (await home.press(ANNE, of_hand(Verb.SUBMIT, 1, arg="foul"))).screen
        assert "foul/title" in [key_of(block) for block in asked.blocks]


async def test_the_same_press_again_has_no_second_effect(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, ANNE)
        filled = [(await home.press(ANNE, token(hand, "suggest-most"), key="once")).screen for _ in range(2)]
        sent = [(await home.press(ANNE, of_hand(Verb.SUBMIT, 1), key="sent")).screen for _ in range(2)]
        assert filled[0] == filled[1]
        assert sent[0] == sent[1]
        following = (await home.press(ANNE, token(sent[0], "daily-next"))).screen
        assert panel(following).serial == hand_number(1, 2)


async def test_two_devices_that_send_at_one_moment_send_one_arrangement(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, ANNE)
        await home.press(ANNE, token(hand, "suggest-most"))
        sent = await asyncio.gather(*(home.press(ANNE, of_hand(Verb.SUBMIT, 1)) for _ in range(5)))
        assert len({str(reply.screen) for reply in sent}) == 1
        begun = await asyncio.gather(*(home.press(BEN, daily()) for _ in range(5)))
        assert len({panel(reply.screen).serial for reply in begun}) == 1


async def test_buttons_of_a_round_before_change_nothing_and_say_so(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, ANNE)
        result = await play_round(home, ANNE, hand)
        refusal = await refused(home.press(ANNE, token(hand, "suggest-most")))
        assert (refusal.code, refusal.facts) == ("press/old", {"n": 1, "m": 2})
        assert (await home.press(ANNE, of_hand(Verb.SUBMIT, 1))).screen == result


@pytest.mark.parametrize("verb", [Verb.HAND, Verb.SUBMIT, Verb.CLEAR, Verb.WHY, Verb.BOTH])
async def test_nobody_presses_the_buttons_of_anothers_hand(tmp_path: Path, verb: Verb):
    async with house(tmp_path) as home:
        await play_round(home, ANNE, await first_hand(home, ANNE))
        await first_hand(home, BEN)
        number = 1 if verb in {Verb.WHY, Verb.BOTH} else 2
        assert (await refused(home.press(BEN, of_hand(verb, number)))).code == "press/not-yours"


@pytest.mark.parametrize(
    "forged",
    [
        of_hand(Verb.HAND, 3),
        of_hand(Verb.WHY, 1),
        of_hand(Verb.PUT, 1, attempt=77, arg="f0"),
        show(Token(Verb.PUT, DAILY, 8, "f0")),
        show(Token(Verb.JOIN, DAILY, 9)),
        show(Token(Verb.CUT, DAILY, 9, "1")),
        daily("round-0"),
        daily("round-1"),
        daily("of-1"),
        daily("others-x"),
        daily("what"),
        daily(serial=99),
    ],
)
async def test_what_no_screen_offers_is_refused(tmp_path: Path, forged: str):
    async with house(tmp_path) as home:
        await first_hand(home, ANNE)
        refusal = await refused(home.press(ANNE, forged))
        assert refusal.code in {"press/forged", "daily/locked", "daily/none", "daily/over"}


async def test_yesterdays_button_says_that_the_day_is_over(tmp_path: Path):
    async with house(tmp_path) as home:
        await first_hand(home, ANNE)
        home.clock.now = (await kept_day(home)).ends_at
        assert (await refused(home.press(BEN, daily()))).code == "daily/over"


async def test_what_was_begun_before_midnight_can_be_finished_until_one(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, ANNE)
        ends = (await kept_day(home)).ends_at
        home.clock.now = ends + GRACE - 1
        assert (await home.say(ANNE, "/daily")).screen == hand
        result = await play_round(home, ANNE, hand)
        following = (await home.press(ANNE, token(result, "daily-next"))).screen
        home.clock.now = ends + GRACE
        late = await home.press(ANNE, token(following, "suggest-most"))
        assert late.screen is not None
        assert (await refused(home.press(ANNE, of_hand(Verb.SUBMIT, 2)))).code == "daily/over"
        ended = await home.press(ANNE, daily())
        assert "daily/round-late" in [key_of(block) for block in ended.screen.blocks]
        assert (await home.say(ANNE, "/daily")).screen.kind == "daily-card"


async def test_the_card_shows_places_both_seals_and_no_hand(tmp_path: Path):
    async with house(tmp_path) as home:
        await play_all(home, ANNE)
        card = (await home.say(BEN, "/daily")).screen
        assert card is not None
        kept = [await kept_day(home, serial) for serial in (1, 2)]
        values = [block.value for block in card.blocks if hasattr(block, "value")]
        assert values == [each.day.commitment for each in kept]
        assert "daily/line" in [key_of(block) for block in card.blocks]


async def test_a_page_that_loads_anew_finds_the_hand_of_the_round_that_goes_on(tmp_path: Path):
    async with house(tmp_path) as home:
        assert await home.service.daily_hand(ANNE.person, CHAT) is None
        hand = await first_hand(home, ANNE)
        assert await home.service.daily_hand(ANNE.person, CHAT) == hand


async def test_a_day_that_has_not_begun_cannot_be_played(tmp_path: Path):
    async with house(tmp_path) as home:
        await home.service.daily.keep_up()
        assert (await refused(home.press(ANNE, daily(serial=2)))).code == "press/forged"


async def test_a_struck_day_can_be_neither_begun_nor_told_of(tmp_path: Path):
    async with house(tmp_path) as home:
        await play_all(home, ANNE)
        await home.database.run(partial(installation.note, key="restored", value="1"))
        await home.service.daily.call_off()
        assert (await refused(home.press(BEN, daily()))).code == "daily/struck"
        assert (await refused(home.press(ANNE, daily("share")))).code == "daily/locked"
        card = (await home.say(BEN, "/daily")).screen
        assert "daily-play" not in buttons(card)
        assert "daily/struck" in [key_of(block) for block in card.blocks]


async def test_the_hand_is_that_of_a_table_without_what_belongs_to_tables(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, ANNE)
        view = daily_hand((await kept_day(home)).day, 1, 1, chat=ChatId(CHAT), at=START)
        assert panel(hand) == panel(hand_screen(view, Draft()))
