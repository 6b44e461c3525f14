"""What the coach said of each person's round: written once with the round, read by its person alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, func, insert, select

from core.arranger.coach import Review
from core.ids import PersonId, TableId
from core.table.events import Settled
from storage import prepared, schema

FINE: Final = "fine"


@dataclass(frozen=True)
class Kept:
    """A person's review of one opening, and the seat where they sat."""

    serial: int
    seat: int
    review: Review


@dataclass(frozen=True)
class Lessons:
    """A person's reviews of a season added up: losses in thousandths of a point, and the reason that comes most often.

    `reason` is "" where no round lost anything.
    """

    rounds: int
    loss: int
    reason: str

    @property
    def average(self) -> int:
        """Thousandths of a point lost a round."""
        return round(self.loss / self.rounds) if self.rounds else 0


_V: Final = schema.reviews.c
_NEW: Final = insert(schema.reviews)
_ALL: Final = select(_V.serial, _V.seat, _V.expected, _V.best, _V.loss, _V.reason, _V.best_rows)
_OWN: Final = _ALL.where(
    _V.table_id == bindparam("of_table"), _V.serial == bindparam("of_serial"), _V.person == bindparam("who")
)
_SETTLED: Final = select(schema.rounds.c.serial).where(
    schema.rounds.c.table_id == bindparam("of_table"), schema.rounds.c.season.is_not(None)
)
_LAST: Final = _SETTLED.order_by(schema.rounds.c.serial.desc()).limit(1)
_OF_SEASON: Final = (_V.season == bindparam("of_season")) & (_V.person == bindparam("who"))
_SUMS: Final = select(func.count(), func.coalesce(func.sum(_V.loss), 0)).where(_OF_SEASON)
_REASONS: Final = (
    select(_V.reason)
    .where(_OF_SEASON, _V.reason != FINE)
    .group_by(_V.reason)
    .order_by(func.count().desc(), func.sum(_V.loss).desc(), _V.reason)
    .limit(1)
)


def keep(connection: Connection, ended: Settled, *, season: int) -> None:
    """Write down the reviews of a settled round."""
    if lines := _lines(ended, season=season):
        prepared.change(connection, _NEW, *lines)


def review(connection: Connection, table: TableId, serial: int, *, person: PersonId) -> Kept | None:
    """The person's review of one opening, None where they arranged nothing there."""
    return _kept(prepared.row(connection, _OWN, {"of_table": table, "of_serial": serial, "who": person}))


def last_settled(connection: Connection, table: TableId) -> int | None:
    """The opening of the round that was settled last at the table."""
    serial = prepared.scalar(connection, _LAST, {"of_table": table})
    return None if serial is None else int(serial)


def last_review(connection: Connection, table: TableId, *, person: PersonId) -> Kept | None:
    """The person's review of the round that was settled last at the table."""
    serial = last_settled(connection, table)
    return None if serial is None else review(connection, table, serial, person=person)


def lessons(connection: Connection, season: int, *, person: PersonId) -> Lessons | None:
    """What a person can learn from a season; None before their first review."""
    values = {"of_season": season, "who": person}
    rounds, loss = connection.execute(_SUMS, values).one()
    if not rounds:
        return None
    return Lessons(rounds, int(loss), connection.execute(_REASONS, values).scalar() or "")


def _lines(ended: Settled, *, season: int) -> Sequence[dict[str, object]]:
    result = ended.result
    key = {"table_id": result.table, "serial": result.serial, "season": season}
    return [
        {
            **key,
            "seat": seat,
            "person": result.seats[seat].person,
            "expected": said.expected,
            "best": said.best,
            "loss": said.loss,
            "reason": said.reason,
            "best_rows": said.best_rows,
        }
        for seat, said in enumerate(ended.reviews)
        if said is not None and result.seats[seat].person is not None
    ]


def _kept(row: prepared.Row | None) -> Kept | None:
    if row is None:
        return None
    serial, seat, *said = row
    return Kept(serial, seat, Review(*said))
