"""The daily challenge on Discord: a card in the channel, the hands for one person alone, one line for all."""

import pytest
from simcord.backend.models import Message

from bot.tokens import Verb
from core.table.daily import DEALS
from tests.e2e.daily import check_nothing_shown, points_of, today
from tests.e2e.discord.looking import selects_of, text_of
from tests.e2e.discord.party import Party, check_mentions, insist, offered, renewed, wanted
from tests.e2e.discord.people import Person
from tests.e2e.waiting import until

pytestmark = pytest.mark.slow


async def test_a_day_is_played_in_private_from_a_card_in_the_channel(party: Party):
    ann, ben, *_ = party.people
    card = await the_card(party, ann)
    began = party.recorder.mark()
    panel = (await insist(lambda: ann.press(card, wanted(Verb.DAILY, arg="")))).message
    assert panel.is_ephemeral
    ways = [by_suggestion, by_lists, by_suggestion, by_suggestion, by_suggestion]
    first = 0.0
    for number, way in enumerate(ways, 1):
        await way(ann, panel)
        first = first or party.recorder.mark()
        await turn(ann, panel, Verb.SUBMIT)
        assert len(points_of(party.serving, f"discord:{ann.id}")) == number
        if number == 1:
            await turn(ann, panel, Verb.WHY)
            await turn(ann, panel, Verb.DAILY, arg="round-1")
        await turn(ann, panel, Verb.DAILY, arg="" if number < DEALS else "end")
    total = sum(points_of(party.serving, f"discord:{ann.id}"))
    assert f"{'+' if total > 0 else '−' if total < 0 else ''}{abs(total)}" in text_of(panel)
    await others_only_after_ones_own(ann, ben, panel=panel, card=card)
    await one_line_for_all(party, ann, panel)
    again = await insist(lambda: ann.press(card, wanted(Verb.DAILY, arg="")))
    assert again.private
    check_nothing_shown(party.recorder, today(party.serving), people=[ann.id, ben.id], began=began, sent=first)
    check_mentions(party)
    assert party.loopback.first_answers()[-1] < 3000


async def test_a_restart_in_the_middle_changes_nothing(party: Party):
    ann = party.people[0]
    card = await the_card(party, ann)
    panel = (await insist(lambda: ann.press(card, wanted(Verb.DAILY, arg="")))).message
    await by_suggestion(ann, panel)
    await party.serving.kill()
    await party.serving.start()
    await party.loopback.awake()
    await turn(ann, panel, Verb.SUBMIT)
    assert len(points_of(party.serving, f"discord:{ann.id}")) == 1
    asked = await insist(lambda: ann.slash(party.room, "shisanzhi daily"))
    assert asked.private, "who plays goes on where nobody else sees it"


async def test_the_seal_of_the_day_can_be_noted_before_it_is_over(party: Party):
    ann = party.people[0]
    asked = await insist(lambda: ann.slash(party.room, "shisanzhi verify", serial="daily"))
    assert asked.private
    assert today(party.serving).commitment in asked.text


async def the_card(party: Party, person: Person) -> Message:
    """The public message, whether it was the first answer or came a little later."""
    answer = await insist(lambda: person.slash(party.room, "shisanzhi daily"))
    (card,) = await until(lambda: [each for each in party.room.messages if any(offered(each, Verb.DAILY, arg=""))])
    assert not card.is_ephemeral
    assert answer.kind in {"message", "deferred"}
    assert today(party.serving).commitment in text_of(card)
    return card


async def turn(person: Person, panel: Message, verb: Verb, *, arg: str | None = None) -> None:
    """Press this on the panel, which looks otherwise then."""
    await until(lambda: any(offered(panel, verb, arg=arg)))
    await renewed(panel, lambda: person.press_id(panel, next(offered(panel, verb, arg=arg))))


async def by_suggestion(person: Person, panel: Message) -> None:
    await turn(person, panel, Verb.SUGGEST)


async def by_lists(person: Person, panel: Message) -> None:
    """Choose the rows from their lists, the back first; the front fills itself."""
    for row in "bm":
        menu = next(menu for menu in selects_of(panel) if menu["custom_id"].split(":")[1] == row)
        choice = menu["options"][0]["value"]
        await renewed(
            panel, lambda menu=menu, choice=choice: person.press_id(panel, menu["custom_id"], values=[choice])
        )  # type: ignore[misc]


async def others_only_after_ones_own(ann: Person, ben: Person, *, panel: Message, card: Message) -> None:
    others = next(offered(panel, Verb.DAILY, arg="others-0"))
    refused = await ben.press_id(card, others)
    assert refused.private
    assert not any(offered(refused.message, Verb.DAILY))
    await turn(ann, panel, Verb.DAILY, arg="others-0")
    await turn(ann, panel, Verb.DAILY, arg="of-1")
    await turn(ann, panel, Verb.DAILY, arg="end")


async def one_line_for_all(party: Party, ann: Person, panel: Message) -> None:
    for _ in range(2):
        await insist(lambda: ann.press_id(panel, next(offered(panel, Verb.DAILY, arg="share"))))
    (line,) = await until(lambda: [each for each in party.boards if "🟩" in text_of(each) or "⬜" in text_of(each)])
    assert ann.name in text_of(line)
    assert any(offered(line, Verb.DAILY, arg="card"))
