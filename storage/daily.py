"""The daily challenge as it is kept: days with their secrets, one try a day and person, and the arrangements that count."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from core.ids import ChatId, PersonId, platform_of
from core.table.codec import dump_day, load_day
from core.table.daily import Day, Turn, digest, record
from core.table.model import By
from storage import prepared
from storage.daily_schema import daily_days, daily_rounds, daily_shares, daily_tries


@dataclass(frozen=True)
class KeptDay:
    """A day and its time, in milliseconds since 1970; `outcome` as in the record once that is public, "" before."""

    day: Day
    starts_at: int
    ends_at: int
    outcome: str


@dataclass(frozen=True)
class Try:
    """A person's one try of a day, begun in `chat`; `ended_at` None while it goes on."""

    id: int
    serial: int
    person: PersonId
    name: str
    chat: ChatId
    begun_at: int
    ended_at: int | None
    points: int


@dataclass(frozen=True)
class Played:
    """A round of a try, and what it brought; `standard`: what the hardest computer wins with these cards."""

    turn: Turn
    points: int
    standard: int
    at: int


@dataclass(frozen=True)
class Share:
    """A result that is to be told in a chat."""

    id: int
    attempt: int
    chat: ChatId
    at: int


_D: Final = daily_days.c
_T: Final = daily_tries.c
_R: Final = daily_rounds.c
_S: Final = daily_shares.c
_DAY: Final = select(_D.state, _D.starts_at, _D.ends_at, _D.outcome)
_BY_SERIAL: Final = _DAY.where(_D.serial == bindparam("of_day"))
_AT: Final = _DAY.where(_D.starts_at <= bindparam("now"), _D.ends_at > bindparam("now"))
_LAST: Final = select(_D.serial, _D.digest, _D.date).order_by(_D.serial.desc()).limit(1)
_UNDISCLOSED: Final = _DAY.where(_D.outcome.is_(None)).order_by(_D.serial)
_LAST_SERIAL: Final = select(func.max(_D.serial)).where(_D.outcome.is_not(None))
_NEW_DAY: Final = insert(daily_days)
_DISCLOSE: Final = (
    update(daily_days)
    .where(_D.serial == bindparam("of_day"), _D.outcome.is_(None))
    .values(outcome=bindparam("how"), record=bindparam("published"), digest=bindparam("hash"))
)
_WITHDRAW: Final = delete(daily_days).where(_D.serial == bindparam("of_day"))
_RECORD: Final = select(_D.record).where(_D.serial == bindparam("of_day"))
_RECORDS: Final = select(_D.record).where(_D.record.is_not(None)).order_by(_D.serial)
_TRY: Final = select(_T.id, _T.serial, _T.person, _T.name, _T.chat, _T.begun_at, _T.ended_at, _T.points)
_TRY_BY_ID: Final = _TRY.where(_T.id == bindparam("attempt")).with_for_update()
_TRY_OF: Final = _TRY.where(_T.serial == bindparam("of_day"), _T.person == bindparam("who")).with_for_update()
_RUNNING_OF: Final = _TRY.where(_T.person == bindparam("who"), _T.ended_at.is_(None)).order_by(_T.serial)
_RUNNING: Final = _TRY.where(_T.serial == bindparam("of_day"), _T.ended_at.is_(None)).order_by(_T.id)
_ENDED: Final = _TRY.where(_T.serial == bindparam("of_day"), _T.ended_at.is_not(None)).order_by(_T.ended_at, _T.id)
_NEW_TRY: Final = insert(daily_tries)
_END: Final = (
    update(daily_tries)
    .where(_T.id == bindparam("attempt"), _T.ended_at.is_(None))
    .values(ended_at=bindparam("moment"), points=bindparam("won"))
)
_DROP: Final = delete(daily_tries).where(_T.id == bindparam("attempt"))
_PLAYS: Final = (
    select(_R.rows, _R.by, _R.hinted, _R.points, _R.standard, _R.at)
    .where(_R.attempt == bindparam("of_try"))
    .order_by(_R.round)
)
_PLAY: Final = insert(daily_rounds)
_SHARED: Final = select(_S.id).where(_S.attempt == bindparam("of_try"), _S.chat == bindparam("where"))
_SHARE: Final = insert(daily_shares)
_WAITING: Final = (
    select(_S.id, _S.attempt, _S.chat, _S.at)
    .where(_S.platform == bindparam("on"), _S.sent_at.is_(None))
    .order_by(_S.id)
    .limit(bindparam("most"))
)
_SENT: Final = update(daily_shares).where(_S.id == bindparam("share")).values(sent_at=bindparam("moment"))


def last_day(connection: Connection) -> tuple[int, str, str]:
    """Serial, digest and date of the day that was opened last; 0 and nothing before the first."""
    found = prepared.row(connection, _LAST, {})
    return (0, "", "") if found is None else (found[0], found[1], found[2])


def keep_day(connection: Connection, day: Day, *, starts_at: int, ends_at: int) -> None:
    """Keep a day that has just been opened behind `last_day`."""
    prepared.change(
        connection,
        _NEW_DAY,
        {
            "serial": day.serial,
            "date": day.date,
            "starts_at": starts_at,
            "ends_at": ends_at,
            "state": dump_day(day),
            "digest": digest(day),
            "outcome": None,
            "record": None,
        },
    )


def day(connection: Connection, serial: int) -> KeptDay | None:
    """The day of an opening."""
    return _day(prepared.row(connection, _BY_SERIAL, {"of_day": serial}))


def day_at(connection: Connection, now: int) -> KeptDay | None:
    """The day that is played at a moment."""
    return _day(prepared.row(connection, _AT, {"now": now}))


def undisclosed(connection: Connection) -> list[KeptDay]:
    """The days whose secret is not public, oldest first."""
    return [kept for row in prepared.rows(connection, _UNDISCLOSED, {}) if (kept := _day(row)) is not None]


def last_disclosed(connection: Connection) -> int | None:
    """The newest day whose record is public."""
    found: int | None = prepared.scalar(connection, _LAST_SERIAL, {})
    return found


def disclose(connection: Connection, day: Day, *, outcome: str) -> None:
    """Publish the day's record; only once."""
    prepared.change(
        connection,
        _DISCLOSE,
        {
            "of_day": day.serial,
            "how": outcome,
            "published": json.dumps(record(day, outcome)),
            "hash": digest(day, outcome),
        },
    )


def withdraw(connection: Connection, serial: int) -> None:
    """Forget a day that nobody can have begun."""
    prepared.change(connection, _WITHDRAW, {"of_day": serial})


def published(connection: Connection, serial: int) -> dict[str, Any] | None:
    """The record of a day, None while it is not public."""
    found = prepared.scalar(connection, _RECORD, {"of_day": serial})
    return None if found is None else dict(json.loads(found))


def all_published(connection: Connection) -> list[dict[str, Any]]:
    """The records of all days that are public, oldest first."""
    return [dict(json.loads(record)) for (record,) in prepared.rows(connection, _RECORDS, {})]


def begin(connection: Connection, serial: int, *, person: PersonId, name: str, at: tuple[ChatId, int]) -> Try:
    """The person's try of a day, begun now (`at`: chat and moment) if it was not before."""
    known = try_of(connection, serial, person=person)
    if known is not None:
        return known
    chat, now = at
    row = {"serial": serial, "person": person, "name": name, "chat": chat, "begun_at": now}
    key = connection.execute(_NEW_TRY, row).inserted_primary_key
    assert key is not None
    return Try(key[0], serial, person, name, chat, now, None, 0)


def try_of(connection: Connection, serial: int, *, person: PersonId) -> Try | None:
    """The person's try of a day."""
    return _try(prepared.row(connection, _TRY_OF, {"of_day": serial, "who": person}))


def try_by_id(connection: Connection, attempt: int) -> Try | None:
    """The try of this number."""
    return _try(prepared.row(connection, _TRY_BY_ID, {"attempt": attempt}))


def running_of(connection: Connection, person: PersonId) -> list[Try]:
    """The person's tries that go on, oldest day first."""
    return _tries(prepared.rows(connection, _RUNNING_OF, {"who": person}))


def running(connection: Connection, serial: int) -> list[Try]:
    """A day's tries that go on."""
    return _tries(prepared.rows(connection, _RUNNING, {"of_day": serial}))


def ended(connection: Connection, serial: int) -> list[Try]:
    """A day's tries that have ended, in the order in which they did."""
    return _tries(prepared.rows(connection, _ENDED, {"of_day": serial}))


def end(connection: Connection, attempt: int, *, at: int, points: int) -> None:
    """All rounds of a try have been played."""
    prepared.change(connection, _END, {"attempt": attempt, "moment": at, "won": points})


def drop(connection: Connection, attempt: int) -> None:
    """Forget a try in which nothing was played."""
    prepared.change(connection, _DROP, {"attempt": attempt})


def plays(connection: Connection, attempt: int) -> list[Played]:
    """The rounds of a try so far, in order."""
    return [
        Played(Turn(rows, By(by), bool(hinted)), points, standard, at)
        for rows, by, hinted, points, standard, at in prepared.rows(connection, _PLAYS, {"of_try": attempt})
    ]


def keep_play(connection: Connection, attempt: int, *, number: int, played: Played) -> None:
    """Keep what counts in round `number`, which was not played before."""
    prepared.change(
        connection,
        _PLAY,
        {
            "attempt": attempt,
            "round": number,
            "rows": played.turn.rows,
            "by": played.turn.by.value,
            "hinted": played.turn.hinted,
            "points": played.points,
            "standard": played.standard,
            "at": played.at,
        },
    )


def share(connection: Connection, attempt: int, *, chat: ChatId, at: int) -> bool:
    """Let a result be told in a chat; False where it was before."""
    if prepared.row(connection, _SHARED, {"of_try": attempt, "where": chat}) is not None:
        return False
    row = {"attempt": attempt, "platform": platform_of(chat), "chat": chat, "at": at, "sent_at": None}
    prepared.change(connection, _SHARE, row)
    return True


def waiting_shares(connection: Connection, *, platform: str, most: int) -> list[Share]:
    """Results that are not told yet, in the order in which that was wished."""
    found = prepared.rows(connection, _WAITING, {"on": platform, "most": most})
    return [Share(number, attempt, ChatId(chat), at) for number, attempt, chat, at in found]


def note_shared(connection: Connection, share: int, *, at: int) -> None:
    """The result was told, or cannot be."""
    prepared.change(connection, _SENT, {"share": share, "moment": at})


def _day(row: prepared.Row | None) -> KeptDay | None:
    if row is None:
        return None
    state, starts_at, ends_at, outcome = row
    return KeptDay(load_day(state), starts_at, ends_at, outcome or "")


def _tries(rows: Sequence[prepared.Row]) -> list[Try]:
    return [each for row in rows if (each := _try(row)) is not None]


def _try(row: prepared.Row | None) -> Try | None:
    if row is None:
        return None
    number, serial, person, name, chat, begun_at, ended_at, points = row
    return Try(number, serial, PersonId(person), name, ChatId(chat), begun_at, ended_at, points)
