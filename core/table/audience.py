"""Which screens a change makes stale: `lobby:<serial>`, `board:<serial>`, `match:<match>`, `call:<serial>`,
`hand:<person>`.
"""

from typing import Final

from core.ids import PersonId
from core.table import events as e
from core.table.course import seat_of
from core.table.model import Phase, Table

_FOR_ALL_HANDS: Final = (e.Dealt, e.Settled, e.Voided, e.Nudged, e.ChatMoved)


def lobby(serial: int) -> str:
    """The message of a lobby that was opened after this opening (0: the first)."""
    return f"lobby:{serial}"


def board(serial: int) -> str:
    """The message of one opening, from its commitment to the result."""
    return f"board:{serial}"


def match_end(match: int) -> str:
    """The message with the table of a match that is over."""
    return f"match:{match}"


def call(serial: int) -> str:
    """The line that calls those who wished to know of a table that was opened."""
    return f"call:{serial}"


def hand(person: PersonId) -> str:
    """A person's private panel."""
    return f"hand:{person}"


def touched_screens(before: Table | None, after: Table, events: tuple[e.Event, ...]) -> tuple[str, ...]:
    """The audiences whose screens no longer show the truth, in the order in which they should go out."""
    if not events:
        return ()
    stale = [board(event.result.serial) for event in events if isinstance(event, e.Settled | e.Voided | e.SeatsDrawn)]
    stale += [present(table) for table in (before, after) if table is not None and table.phase is not Phase.ENDED]
    finished = any(isinstance(event, e.MatchFinished | e.Ended) for event in events)
    if finished and after.scores:
        stale.append(match_end(after.match))
    if not all(isinstance(event, e.Reminded) for event in events):
        stale += [hand(person) for person in _people(before, after) if _sees(person, after, events)]
    return tuple(dict.fromkeys(stale))


def present(table: Table) -> str:
    """The public screen that shows what a live table is at now."""
    match table.phase:
        case Phase.LOBBY:
            return lobby(table.serial)
        case Phase.FINISHED:
            return match_end(table.match)
        case _:
            return board(table.serial)


def _people(before: Table | None, after: Table) -> tuple[PersonId, ...]:
    """Everybody who holds cards before or after the change."""
    dealt = [table.opening for table in (before, after) if table is not None and table.deal is not None]
    people = [PersonId(who) for opening in dealt if opening is not None for who in opening.identities if who]
    return tuple(dict.fromkeys(people))


def _sees(person: PersonId, after: Table, events: tuple[e.Event, ...]) -> bool:
    """Whether the change shows on this person's panel; who is done sees whom they wait for."""
    seat = seat_of(after, person)
    if seat is None or after.deal is None or any(isinstance(event, _FOR_ALL_HANDS) for event in events):
        return True
    return after.deal.plays[seat].done or any(getattr(event, "seat", None) == seat for event in events)
