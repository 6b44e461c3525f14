"""The daily challenge on Telegram: a card in the group, the hands in the private chat, one line for all."""

import pytest

from bot.tokens import Verb
from core.table.daily import DEALS
from tests.e2e.daily import check_nothing_shown, points_of, today
from tests.e2e.telegram.party import Party, offered, renewed, submit, turns, wanted
from tests.e2e.telegram.people import Person
from tests.e2e.telegram.world import Message
from tests.e2e.waiting import until

pytestmark = pytest.mark.slow


async def test_a_day_is_played_in_the_private_chat_from_a_card_in_the_group(party: Party):
    ann, ben, *_ = party.people
    card = await the_card(party, ann)
    began, first = party.recorder.mark(), 0.0
    await ann.press(card, wanted(Verb.DAILY, arg=""))
    for number in range(1, DEALS + 1):
        panel = await newest(ann, Verb.SUGGEST)
        await (by_lists if number == 2 else by_suggestion)(ann, panel)
        first = first or party.recorder.mark()
        await submit(ann, panel)
        assert len(points_of(party.serving, f"telegram:{ann.id}")) == number
        await until(lambda panel=panel: any(offered(panel, Verb.DAILY)))  # type: ignore[misc]
        if number == 1:
            await renewed(panel, [ann.press(panel, wanted(Verb.WHY))])
            await renewed(panel, [ann.press(panel, wanted(Verb.DAILY, arg="round-1"))])
        if number < DEALS:
            await ann.press(panel, wanted(Verb.DAILY, arg=""))
    await renewed(panel, [ann.press(panel, wanted(Verb.DAILY, arg="end"))])
    total = sum(points_of(party.serving, f"telegram:{ann.id}"))
    assert f"{'+' if total > 0 else '−' if total < 0 else ''}{abs(total)}" in panel.text
    await others_only_after_ones_own(ann, ben, panel=panel, card=card)
    await one_line_for_all(party, ann, panel)
    check_nothing_shown(party.recorder, today(party.serving), people=[ann.id, ben.id], began=began, sent=first)


async def test_whoever_never_opened_the_private_chat_is_led_there_and_goes_on(party: Party):
    eve = party.loopback.person("Eve", party.room, opened=False)
    card = await the_card(party, party.people[0])
    answer = await eve.press(card, wanted(Verb.DAILY, arg=""))
    assert answer.kind == "url"
    eve.follow(answer.url)
    private = await newest(eve, Verb.DAILY)
    await eve.press(private, wanted(Verb.DAILY, arg=""))
    panel = await newest(eve, Verb.SUGGEST)
    await by_suggestion(eve, panel)
    await submit(eve, panel)
    assert len(points_of(party.serving, f"telegram:{eve.id}")) == 1


async def test_a_restart_in_the_middle_changes_nothing_and_the_group_sees_no_hand(party: Party):
    ann = party.people[0]
    card = await the_card(party, ann)
    await ann.press(card, wanted(Verb.DAILY, arg=""))
    panel = await newest(ann, Verb.SUGGEST)
    await by_suggestion(ann, panel)
    await party.serving.kill()
    await party.serving.start()
    await party.loopback.awake()
    before = len(party.room.from_bot)
    ann.say(party.room, "/daily")
    again = await newest(ann, Verb.SUBMIT, besides=panel)
    assert len(party.room.from_bot) == before
    await submit(ann, again)
    assert len(points_of(party.serving, f"telegram:{ann.id}")) == 1


async def the_card(party: Party, person: Person) -> Message:
    person.say(party.room, "/daily")
    (card,) = await until(lambda: [each for each in party.room.from_bot if any(offered(each, Verb.DAILY, arg=""))])
    assert today(party.serving).commitment in card.text
    return card


async def newest(person: Person, verb: Verb, *, besides: Message | None = None) -> Message:
    """The newest private message that offers this."""
    found = await until(lambda: [each for each in person.dms if each is not besides and any(offered(each, verb))])
    return found[-1]


async def by_suggestion(person: Person, panel: Message) -> None:
    await renewed(panel, [person.press_data(panel, next(offered(panel, Verb.SUGGEST)))])


async def by_lists(person: Person, panel: Message) -> None:
    """Choose the rows from their lists, the back first; the front fills itself."""
    for row in "bm":
        await renewed(panel, [person.press(panel, lambda button, row=row: turns(button, f"l{row}0"))])  # type: ignore[misc]
        await renewed(panel, [person.press_data(panel, next(offered(panel, Verb.PICK)))])


async def others_only_after_ones_own(ann: Person, ben: Person, *, panel: Message, card: Message) -> None:
    others = next(offered(panel, Verb.DAILY, arg="others-0"))
    before = len(ben.dms)
    refused = await ben.press_data(card, others)
    assert refused.text
    assert len(ben.dms) == before
    for arg in ("others-0", "of-1", "end"):
        await renewed(panel, [ann.press(panel, wanted(Verb.DAILY, arg=arg))])


async def one_line_for_all(party: Party, ann: Person, panel: Message) -> None:
    for _ in range(2):
        await ann.press(panel, wanted(Verb.DAILY, arg="share"))
    (line,) = await until(lambda: [each for each in party.room.from_bot if any(offered(each, Verb.DAILY, arg="card"))])
    assert ann.name in line.text
    assert "⬜" in line.text or "🟥" in line.text
