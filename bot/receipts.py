"""What a person reads in answer to a press that was taken: short, private, and the same when it is repeated."""

from typing import Final

from bot.screens.model import Name, Text, When
from bot.screens.parts import cut_text
from core.ids import PersonId
from core.table import commands as c
from core.table.course import seat_of
from core.table.match import needed_votes
from core.table.model import By, Phase, Table
from core.table.opening import may_cut

DIGITS: Final = 8
"""How much of the board's own commitment a receipt repeats, so that the two can be compared."""


def receipt(command: c.Command, table: Table, person: PersonId) -> Text | None:
    """Return the answer to a command that brought the table where it is now; None where the screen says it all."""
    match command:
        case c.Join():
            return _seated(table, person)
        case c.Leave():
            return _left(table, person)
        case c.Start():
            return Text("start/voted") if table.phase is Phase.LOBBY else None
        case c.Cut():
            return _cut(table, command, person)
        case c.Stake():
            return _staked(table, person)
        case c.Autopilot():
            return Text("autopilot/began")
        case c.Nudge():
            return Text("nudge/done")
        case c.VoteEnd() if table.phase is not Phase.ENDED:
            return Text("vote/counted", {"n": len(table.end_votes), "needed": needed_votes(table)})
        case c.Again() if table.phase is Phase.FINISHED:
            return Text("again/counted")
        case c.Configure():
            return Text("settings/done")
        case c.Kick():
            return Text("kick/done")
        case _:
            return None


def submitted(before: Table, after: Table, person: PersonId, *, first: bool) -> Text:
    """Return the answer to an arrangement: until when it can be changed, or that it replaces another.

    `first` where it is known to be the person's first one of the deal.
    """
    seat = seat_of(before, person)
    if not first and before.deal is not None and seat is not None and before.deal.plays[seat].by is By.PERSON:
        return Text("arrange/changed")
    if after.deal is None or after.serial != before.serial:
        return Text("arrange/all-in")
    deadline = after.deal.deadline
    return Text("arrange/done-open") if deadline is None else Text("arrange/done", {"time": When(deadline)})


def declared(before: Table, after: Table, code: str) -> Text:
    """Return the answer to a special that was declared."""
    if after.deal is None or after.serial != before.serial:
        return Text("arrange/all-in")
    name, deadline = Text(f"special/{code}"), after.deal.deadline
    if deadline is None:
        return Text("special/declared-open", {"special": name})
    return Text("special/declared", {"special": name, "time": When(deadline)})


def back(table: Table, person: PersonId) -> Text:
    """Return the welcome of somebody whose press took their seat back from the autopilot."""
    seat, dealing = seat_of(table, person), table.deal
    if dealing is None or dealing.deadline is None or seat is None or not dealing.plays[seat].done:
        return Text("hand/back")
    return Text("hand/autopilot-back", {"time": When(dealing.deadline)})


def _seated(table: Table, person: PersonId) -> Text | None:
    seat = seat_of(table, person)
    if seat is not None:
        return Text("seat/taken", {"n": seat + 1})
    coming = (n for n, seat in enumerate(table.seats) if seat is not None and seat.heir == person)
    reserved = next((Text("seat/reserved", {"n": n + 1}) for n in coming), None)
    line = [waiter.person for waiter in table.queue]
    return Text("seat/queued", {"n": 1 + line.index(person)}) if person in line else reserved


def _staked(table: Table, person: PersonId) -> Text | None:
    """What the person plays for, as long as it can be changed."""
    seat, opening = seat_of(table, person), table.opening
    if opening is None or table.deal is not None or seat is None or not opening.stakes:
        return None
    return Text("stake/done", {"n": opening.stakes[seat]})


def _left(table: Table, person: PersonId) -> Text:
    """Who plays on for whoever leaves in a round, and who has the seat after it."""
    if not any(seat is not None and seat.leaving and seat.person == person for seat in table.seats):
        return Text("leave/done")
    return Text("leave/next", {"name": Name(table.queue[0].name)}) if table.queue else Text("leave/playing")


def _cut(table: Table, command: c.Cut, person: PersonId) -> Text | None:
    seat, opening = seat_of(table, person), table.opening
    if opening is None or table.serial != command.serial:
        return None
    made = next((cut for cut in opening.cuts if cut.seat == seat), None)
    if made is None:
        return None
    if not table.round:
        return Text("drawn/picked", {"n": made.number})
    key = "cut/counted" if may_cut(table, made.seat) else "cut/dealt"
    facts = {"cut": cut_text(made.number), "serial": str(table.serial), "seal": opening.commitment[:DIGITS]}
    return Text(key, facts)
