"""What happens inside one transaction: load locked, decide, save. Everything here is synchronous and awaits nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from bot.audiences import note_reach
from bot.calls import call
from bot.drafting import OwnHand, change, must_hold, own_hand, warn
from bot.manners import must_open
from bot.screens.model import Name, Text
from bot.screens.parts import row_text
from bot.tokens import Token
from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.table import audience
from core.table.commands import (
    Actor,
    AddComputer,
    ChatGone,
    Command,
    Cut,
    Declare,
    GiveWay,
    Gone,
    MoveChat,
    Return,
    Stake,
    Submit,
)
from core.table.course import round_of, rounds_of, seat_of, sitting
from core.table.draft import arrangement, missing
from core.table.events import AutopilotEnded, Event
from core.table.machine import Site, decide, evolve, open_table
from core.table.model import Options, Phase, Table
from storage import moving, people, reviews, store
from storage.store import Change, Connection, Place

_SAME: Final = "arrange/same"
_WARNED: Final = "arrange/foul-warned"


@dataclass(frozen=True)
class Asked:
    """Who asks and when (milliseconds); `entropy` gives 32 fresh bytes for each decision, `press` is "" for the clock.

    `shows`: the answer shows the asker their hand.
    """

    actor: Actor
    now: int
    entropy: Callable[[], bytes]
    press: str = ""
    shows: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of a request; a `refusal` is raised after the commit, for its press may still have woken a seat.

    `found`: the asker sees a hand that could not be brought to them. `same`: they submitted what lies there already.
    `warned`: they submitted a foul, and are told what it costs.
    """

    before: Table
    after: Table
    events: tuple[Event, ...] = ()
    refusal: Illegal | None = None
    hand: OwnHand | None = None
    repeated: bool = False
    found: bool = False
    same: bool = False
    warned: bool = False

    @property
    def woken(self) -> bool:
        """Whether the press took its person's seat back from the autopilot."""
        return any(isinstance(event, AutopilotEnded) for event in self.events)


Wish = Callable[[Connection, Table], Command]
"""Finds the command once the table is known, or raises `Illegal`."""
Check = Callable[[Connection, Table], None]
"""Raises `Illegal` for a press that does not belong to the table as it is."""


def act(connection: Connection, table: TableId, *, wish: Wish, asked: Asked) -> Outcome:
    """Carry out a wish at a table, once for each press."""
    before = store.load(connection, table)
    if asked.press and store.already(connection, asked.press):
        return Outcome(before, before, hand=own_hand(connection, before, asked.actor.person), repeated=True)
    command: Command | None = None
    try:
        command = wish(connection, before)
        _must_be_out(connection, before, command)
        events = decide(before, command, actor=asked.actor, now=asked.now, entropy=asked.entropy())
        after = reduce(evolve, events, before)
        _sit_once(connection, before, after, asked=asked)
    except Illegal as refusal:
        refused = _refused(connection, before, asked=asked, refusal=refusal)
        if refusal.code == _WARNED and isinstance(command, Submit):
            return _warned(connection, refused, command, asked=asked)
        return _unchanged(connection, refused, asked=asked) if refusal.code == _SAME else refused
    _save(connection, Change(before, after, events, asked.now, asked.press or None), actor=asked.actor)
    if isinstance(command, Submit | Declare):
        _clear_draft(connection, after, asked=asked)
    hand = own_hand(connection, after, asked.actor.person)
    found = hand is not None and asked.shows and _found(connection, after, asked)
    return Outcome(before, after, events, hand=hand, found=found)


def draw_up(connection: Connection, chat: ChatId, *, options: Options, computers: int, asked: Asked) -> Outcome:
    """Open a table in a chat that has none under way, with its opener and so many computers seated."""
    live = store.live_table(connection, chat)
    if asked.press and store.already(connection, asked.press):
        if live is None:
            raise Illegal("press/ended")
        return Outcome(live, live, repeated=True)
    must_open(connection, chat, actor=asked.actor)
    if live is not None:
        _must_not_sit(live, asked.actor.person)
        _carry_out(connection, live, GiveWay(), asked=asked)
    site = Site(store.new_table(connection, now=asked.now), chat, store.installation(connection))
    opened = open_table(site, options, actor=asked.actor, now=asked.now)
    table = _grown(None, opened)
    events = opened
    for _ in range(min(computers, sum(seat is None for seat in table.seats))):
        more = decide(table, AddComputer(), actor=asked.actor, now=asked.now, entropy=asked.entropy())
        table, events = _grown(table, more), events + more
    _sit_once(connection, None, table, asked=asked)
    _save(connection, Change(None, table, events, asked.now, asked.press or None), actor=asked.actor)
    call(connection, table, opener=asked.actor, now=asked.now)
    return Outcome(table, table, events)


def move(connection: Connection, old: ChatId, new: ChatId, *, asked: Asked) -> None:
    """Take a chat with its topics to its new id; a live table goes along, or ends where the new chat has one already."""
    for place in store.live_places(connection, old):
        there = moving.topic(place, old, new)
        table = store.live_table(connection, place)
        if table is not None and place != there:
            taken = store.live_table(connection, there) is not None
            _carry_out(connection, table, ChatGone() if taken else MoveChat(there), asked=asked)
    moving.move(connection, old, new, now=asked.now)


def draft(connection: Connection, token: Token, *, fields: Mapping[str, str], asked: Asked, check: Check) -> Outcome:
    """Move cards in the presser's draft; the table itself changes only when the press wakes their seat."""
    table = store.load(connection, token.table)
    try:
        check(connection, table)
        held = must_hold(connection, table, asked.actor.person)
        hand = change(connection, held, token, fields=fields, press=asked.press)
        found = _found(connection, table, asked)
    except Illegal as refusal:
        return _refused(connection, table, asked=asked, refusal=refusal)
    events = _awake(table, asked)
    if not events:
        return Outcome(table, table, hand=hand, found=found)
    after = reduce(evolve, events, table)
    _save(connection, Change(table, after, events, asked.now), actor=asked.actor)
    return Outcome(table, after, events, hand=own_hand(connection, after, asked.actor.person))


def drafted(connection: Connection, table: Table, person: PersonId, *, knowingly: bool = False) -> Submit:
    """The submission of what the person has arranged, or `arrange/incomplete` with what is missing where.

    `knowingly`: as the foul that it is, if the person was warned of just these rows.
    """
    if table.phase is not Phase.ARRANGING and store.result(connection, table.id, table.serial) is not None:
        raise Illegal("arrange/late")
    hand = must_hold(connection, table, person)
    found = arrangement(hand.draft, hand.view.cards)
    if found is not None:
        return Submit(table.serial, found, hinted=hand.hinted, knowingly=knowingly and hand.draft.warned)
    if not hand.draft.placed and hand.view.rows:
        raise Illegal(_SAME)
    lacking = {row: count for row, count in missing(hand.draft).items() if count}
    rows = tuple(Text("arrange/row-lacks", {"row": row_text(row), "n": count}) for row, count in lacking.items())
    raise Illegal("arrange/incomplete", n=sum(lacking.values()), rows=rows)


def set_coach(connection: Connection, *, actor: Actor, wanted: bool, now: int) -> None:
    """Keep whether the person wants reviews; a panel that shows one, or now could, is drawn anew."""
    people.remember_player(connection, actor.person, name=actor.name)
    people.set_coach(connection, actor.person, wanted=wanted)
    seated = store.seated_table(connection, actor.person)
    table = store.load(connection, seated[0]) if seated else None
    if table is not None and reviews.last_review(connection, table.id, person=actor.person) is not None:
        store.touch(connection, table, audiences=(audience.hand(actor.person),), now=now)


def _must_not_sit(live: Table, person: PersonId) -> None:
    """`table/open-yours` or `table/running-yours` for somebody who sits at the chat's table and opens another."""
    seat = seat_of(live, person)
    if seat is None or live.phase is Phase.FINISHED:
        return
    if live.phase is Phase.LOBBY:
        raise Illegal("table/open-yours", seat=seat + 1)
    raise Illegal("table/running-yours", n=round_of(live), m=rounds_of(live), seat=seat + 1)


def _must_be_out(connection: Connection, table: Table, command: Command) -> None:
    """`cut/not-yet` for a cut before the opening's message stands in the chat (fair-deal §3)."""
    cuts = isinstance(command, Cut | Stake) and command.serial == table.serial and table.phase is Phase.CUTTING
    if cuts and store.board_message(connection, table.id, table.serial) is None:
        raise Illegal("cut/not-yet")


def _refused(connection: Connection, table: Table, *, asked: Asked, refusal: Illegal) -> Outcome:
    """Keep nothing of the wish; that the person is there again is kept all the same."""
    events = _awake(table, asked)
    after = reduce(evolve, events, table)
    if events:
        _save(connection, Change(table, after, events, asked.now), actor=asked.actor)
    return Outcome(table, after, events, refusal)


def _unchanged(connection: Connection, outcome: Outcome, *, asked: Asked) -> Outcome:
    """What was submitted again lies there already: the asker sees it as submitted, whatever they had begun to change."""
    _clear_draft(connection, outcome.after, asked=asked)
    hand = own_hand(connection, outcome.after, asked.actor.person)
    return replace(outcome, refusal=None, hand=hand, same=True)


def _warned(connection: Connection, outcome: Outcome, command: Submit, *, asked: Asked) -> Outcome:
    """What was submitted is a foul: the asker's panel asks whether they mean it."""
    held = must_hold(connection, outcome.after, asked.actor.person)
    hand = warn(connection, held, command.arrangement, press=asked.press)
    return replace(outcome, refusal=None, hand=hand, warned=True)


def _awake(table: Table, asked: Asked) -> tuple[Event, ...]:
    seat = seat_of(table, asked.actor.person)
    if table.phase is Phase.ENDED or seat is None or not sitting(table, seat).autopilot:
        return ()
    return decide(table, Return(), actor=asked.actor, now=asked.now, entropy=asked.entropy())


def _found(connection: Connection, table: Table, asked: Asked) -> bool:
    """The asker sees their hand now; whether that is news."""
    return note_reach(connection, table, asked.actor.person, lost=False, now=asked.now)


def _clear_draft(connection: Connection, after: Table, *, asked: Asked) -> None:
    """An empty draft shows what was submitted; the drafts of an ended opening are gone already."""
    seat = seat_of(after, asked.actor.person)
    if after.deal is not None and seat is not None:
        store.empty_draft(connection, Place(after.id, after.serial, seat))


def _save(connection: Connection, change: Change, *, actor: Actor) -> None:
    if not change.events:
        return
    store.save(connection, change)
    if actor.person in _new_people(change.before, change.after):
        people.remember_player(connection, actor.person, name=actor.name)


def _carry_out(connection: Connection, table: Table, command: Command, *, asked: Asked) -> None:
    """Change another table than the one that was pressed, for the sake of this press."""
    events = decide(table, command, actor=asked.actor, now=asked.now, entropy=asked.entropy())
    _save(connection, Change(table, reduce(evolve, events, table), events, asked.now), actor=asked.actor)


def _sit_once(connection: Connection, before: Table | None, after: Table, *, asked: Asked) -> None:
    """Who comes gets up from a table whose match is over; `player/elsewhere` at any other live table."""
    others: list[tuple[Table, PersonId]] = []
    for person in _new_people(before, after):
        elsewhere = store.seated_table(connection, person)
        if elsewhere is None or elsewhere[0] == after.id:
            continue
        others.append((store.load(connection, elsewhere[0]), person))
        if others[-1][0].phase is not Phase.FINISHED:
            title = people.chat(connection, elsewhere[1]).title
            raise Illegal("player/elsewhere", chat=Name(title or elsewhere[1]))
    for other, person in others:
        _carry_out(connection, other, Gone(person), asked=asked)


def _new_people(before: Table | None, after: Table) -> frozenset[PersonId]:
    return _people(after) - (_people(before) if before is not None else frozenset())


def _people(table: Table) -> frozenset[PersonId]:
    seats = [seat for seat in table.seats if seat is not None]
    sitting = frozenset(person for seat in seats for person in (seat.person, seat.heir) if person is not None)
    return sitting | {waiter.person for waiter in table.queue}


def _grown(table: Table | None, events: tuple[Event, ...]) -> Table:
    for event in events:
        table = evolve(table, event)
    assert table is not None
    return table
