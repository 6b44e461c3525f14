"""What people ask of the challenge without changing it: why, others' arrangements, and whether the day was fair."""

from bot.attached import attached, attached_so_far
from bot.daily import days
from bot.daily.tries import Own, must_own, own_by_id, result_of, view_of
from bot.presses import seat_number
from bot.screens.coach import both_screen
from bot.screens.daily import in_daily, open_proof, other_screen, others_screen, proof_of_day
from bot.screens.model import Screen
from bot.screens.why import why_screen
from core import deal
from core.errors import Illegal
from core.ids import DAILY, PersonId
from core.table.daily import attempt_of, coached, evidence
from storage import daily, people
from storage.daily import KeptDay
from storage.store import Connection

_SEAT = 0


def why(connection: Connection, hand: int, *, arg: str, person: PersonId) -> Screen:
    """The account of a seat in one of the person's own rounds."""
    own, number = _round(connection, hand, person=person)
    seat, result = seat_number(arg) if arg else _SEAT, result_of(own, number)
    if seat >= len(result.seats):
        raise Illegal("press/forged")
    mine = seat == _SEAT
    wanted = mine and people.wants_coach(connection, person)
    review = coached(own.kept.day, number, own.played[number - 1].turn) if wanted else None
    return in_daily(why_screen(result, seat, own=mine, review=review), result, own.one.serial)


def both(connection: Connection, hand: int, *, person: PersonId) -> Screen:
    """The person's arrangement beside the best one."""
    own, number = _round(connection, hand, person=person)
    review = coached(own.kept.day, number, own.played[number - 1].turn)
    if review is None:
        raise Illegal("coach/none")
    result = result_of(own, number)
    return in_daily(both_screen(result, _SEAT, review), result, own.one.serial)


def others(connection: Connection, serial: int, *, page: int, person: PersonId) -> Screen:
    """Those who have played the day, for who has played it too."""
    return others_screen(days.day_view(connection, _open_to(connection, serial, person=person)), page)


def other(connection: Connection, serial: int, *, attempt: int, person: PersonId) -> Screen:
    """How somebody has arranged the day's hands, for who has played it too."""
    _open_to(connection, serial, person=person)
    own = own_by_id(connection, attempt)
    if own.one.serial != serial or not own.over:
        raise Illegal("press/forged")
    results = [result_of(own, number) for number in range(1, own.number)]
    return other_screen(view_of(connection, own), results)


def verify(connection: Connection, serial: int, *, now: int) -> Screen:
    """The proof of a day, or what can be noted of one that is still played; 0: the last day that is over, else today."""
    wanted = serial or daily.last_disclosed(connection) or 0
    kept = daily.day(connection, wanted) if wanted else daily.day_at(connection, now)
    if kept is None:
        raise Illegal("daily/none")
    record = daily.published(connection, kept.day.serial)
    view, number = days.day_view(connection, kept), kept.day.serial
    if record is None:
        noted = evidence(kept.day)
        return open_proof(view, noted, files=attached_so_far([noted], table=DAILY, serial=number))
    fault = deal.fault(record, daily.published(connection, number - 1))
    return proof_of_day(view, record, fault=fault, files=attached([record], table=DAILY, serial=number))


def proof(connection: Connection, serial: int | None) -> list[dict[str, object]]:
    """The records of all days that are over, or of one; of a day that is still played what is public of it."""
    if serial is None:
        return daily.all_published(connection)
    kept = daily.day(connection, serial)
    if kept is None:
        raise Illegal("record/unknown", n=str(serial))
    return [daily.published(connection, serial) or evidence(kept.day)]


def _round(connection: Connection, hand: int, *, person: PersonId) -> tuple[Own, int]:
    """One of the person's own rounds that is over."""
    attempt, number = attempt_of(hand)
    own = own_by_id(connection, attempt)
    if own.one.person != person:
        raise Illegal("press/not-yours")
    if number >= own.number:
        raise Illegal("press/forged")
    return own, number


def _open_to(connection: Connection, serial: int, *, person: PersonId) -> KeptDay:
    """The day, if others' arrangements may be seen by this person: once their own try has ended, or all cards are public."""
    kept = daily.day(connection, serial)
    if kept is None:
        raise Illegal("press/forged")
    if not kept.outcome and not must_own(connection, serial, person=person).over:
        raise Illegal("daily/locked")
    return kept
