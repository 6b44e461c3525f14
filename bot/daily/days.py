"""The days of the challenge: opened a day ahead, disclosed once nobody plays them any more; each step is harmless twice."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from core.ids import DAILY
from core.table import daily_view as views
from core.table.daily import GRACE, RESTORED, SETTLED, Before, Day, hand_number, left, points, standard
from core.table.daily_view import DayView
from storage import daily, installation
from storage.daily import KeptDay, Played, Try
from storage.drafts import forget_drafts
from storage.store import Connection

_AHEAD: Final = (0, 1)
"""Today and tomorrow: who wants to note a day's commitment can do so before anybody plays it."""
_THOUSAND: Final = 1_000


@dataclass(frozen=True)
class Span:
    """A date and its time in the installation's zone, in milliseconds since 1970; the end belongs to the next day."""

    date: str
    starts_at: int
    ends_at: int


def span(now: int, zone: ZoneInfo, *, ahead: int = 0) -> Span:
    """The day of a moment, or so many days after it."""
    date = datetime.fromtimestamp(now / _THOUSAND, zone).date() + timedelta(days=ahead)
    begin, end = (datetime.combine(each, time(), zone).timestamp() for each in (date, date + timedelta(days=1)))
    return Span(date.isoformat(), round(begin * _THOUSAND), round(end * _THOUSAND))


def wanted(connection: Connection, *, now: int, zone: ZoneInfo) -> Span | None:
    """The next day that is to be opened now."""
    *_, date = daily.last_day(connection)
    spans = (span(now, zone, ahead=ahead) for ahead in _AHEAD)
    return next((each for each in spans if each.date > date), None)


def before(connection: Connection) -> Before:
    """What the next day's opening follows."""
    serial, digest, _ = daily.last_day(connection)
    return Before(installation.installation(connection), serial, digest)


def keep(connection: Connection, day: Day, of: Span) -> bool:
    """Keep a day that was opened behind the last one; not if another came between. Whether it is kept."""
    serial, _, date = daily.last_day(connection)
    if (serial, date) >= (day.serial, day.date):
        return False
    daily.keep_day(connection, day, starts_at=of.starts_at, ends_at=of.ends_at)
    return True


def close(connection: Connection, *, now: int) -> None:
    """End what was not played in time, and publish the records of days that nobody plays any more."""
    for kept in daily.undisclosed(connection):
        if now < kept.ends_at:
            continue
        if now >= kept.ends_at + GRACE:
            for one in daily.running(connection, kept.day.serial):
                finish(connection, kept, one, now=now)
        if not daily.running(connection, kept.day.serial):
            daily.disclose(connection, kept.day, outcome=SETTLED)


def next_close(connection: Connection, *, now: int) -> int | None:
    """When there is something to close next."""
    ends = (kept.ends_at if now < kept.ends_at else kept.ends_at + GRACE for kept in daily.undisclosed(connection))
    return min(ends, default=None)


def finish(connection: Connection, kept: KeptDay, one: Try, *, now: int) -> None:
    """End a try at the last moment: what is left is played as when time is up; one that never began is forgotten."""
    played = daily.plays(connection, one.id)
    if not played:
        daily.drop(connection, one.id)
        return
    begun = len(played) + 1
    for number, turn in enumerate(left(kept.day, len(played)), begun):
        won, usual = points(kept.day, number, turn.rows)[0], standard(kept.day, number)
        played.append(Played(turn, won, usual, now))
        daily.keep_play(connection, one.id, number=number, played=played[-1])
    forget_drafts(connection, DAILY, serial=hand_number(one.id, begun))
    daily.end(connection, one.id, at=now, points=sum(each.points for each in played))


def call_off(connection: Connection, *, now: int) -> None:
    """After a backup was put back: the day that is played now is struck, since its tries are not all known any more.

    Days that are over are published as they would have been; one that has not begun is opened anew.
    """
    if not installation.restored(connection):
        return
    for kept in daily.undisclosed(connection):
        if kept.starts_at > now:
            daily.withdraw(connection, kept.day.serial)
            continue
        for one in daily.running(connection, kept.day.serial):
            finish(connection, kept, one, now=now)
        daily.disclose(connection, kept.day, outcome=RESTORED if now < kept.ends_at else SETTLED)


def day_view(connection: Connection, kept: KeptDay, *, ranked: bool = True) -> DayView:
    """What everybody may see of a day; who is still at it needs neither the ranking nor what comes tomorrow."""
    tomorrow = daily.day(connection, kept.day.serial + 1) if ranked else None
    ended = daily.ended(connection, kept.day.serial) if ranked else ()
    found = [(one.id, one.name, one.points) for one in ended]
    following = tomorrow.day.commitment if tomorrow else ""
    return views.day_view(kept.day, found, ends_at=kept.ends_at, outcome=kept.outcome, tomorrow=following)
