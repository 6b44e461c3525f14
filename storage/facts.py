"""Ended rounds as facts: who held what, every payment, the published record, and the season's standings moved by them.

Written once for each (table, serial, seat) in the transaction that ends the round.
"""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, case, func, insert, select, update

from core.ids import PersonId, TableId
from core.rules import RULE_SETS
from core.scoring import home_runs, shots
from core.table.codec import dump_result, load_result
from core.table.events import SeatsDrawn, Settled, Voided
from core.table.model import Table
from core.table.result import Result, ResultSeat
from storage import prepared, reviews, schema

HUMAN: Final = "human"
COMPUTER: Final = "computer"

Row = dict[str, Any]


@dataclass(frozen=True)
class Tally:
    """What a round brought a seat between humans; a home run counts once, whoever paid."""

    points: int
    guns: int
    gunned: int
    home_run: bool


_DEAL: Final = insert(schema.deals)
_ROUND: Final = insert(schema.rounds)
_SEATS: Final = insert(schema.round_seats)
_PAYMENTS: Final = insert(schema.payments)
_SEASON: Final = select(schema.seasons.c.id).where(
    schema.seasons.c.chat == bindparam("in_chat"),
    schema.seasons.c.rule_set == bindparam("of_rules"),
    schema.seasons.c.closed_at.is_(None),
)
_LAST_SEASON: Final = select(func.coalesce(func.max(schema.seasons.c.number), 0)).where(
    schema.seasons.c.chat == bindparam("in_chat"), schema.seasons.c.rule_set == bindparam("of_rules")
)
_OPEN_SEASON: Final = insert(schema.seasons)
_T: Final = schema.standings.c
_MOVE: Final = (
    update(schema.standings)
    .where(_T.season == bindparam("of_season"), _T.person == bindparam("who"))
    .values(
        rounds=_T.rounds + 1,
        points=_T.points + bindparam("won"),
        guns=_T.guns + bindparam("given"),
        gunned=_T.gunned + bindparam("taken"),
        home_runs=_T.home_runs + bindparam("home"),
        best=case((_T.best < bindparam("won"), bindparam("won")), else_=_T.best),
        worst=case((_T.worst > bindparam("won"), bindparam("won")), else_=_T.worst),
    )
)
_ENTER: Final = insert(schema.standings)
_RESULT: Final = select(schema.rounds.c.result).where(
    schema.rounds.c.table_id == bindparam("of_table"), schema.rounds.c.serial == bindparam("of_serial")
)
_RECORD: Final = select(schema.deals.c.record).where(
    schema.deals.c.table_id == bindparam("of_table"), schema.deals.c.serial == bindparam("of_serial")
)
_RECORDS: Final = (
    select(schema.deals.c.record)
    .where(schema.deals.c.table_id == bindparam("of_table"))
    .order_by(schema.deals.c.serial)
)


def keep(connection: Connection, table: Table, *, ended: Settled | Voided | SeatsDrawn) -> None:
    """Write down an ended opening; only a settled round brings points and moves the standings."""
    result = ended.result
    key = {"table_id": table.id, "serial": result.serial}
    settled = isinstance(ended, Settled)
    season = open_season(connection, table, rule_set=result.rule_set, at=result.at) if settled else None
    prepared.change(connection, _DEAL, {**key, "record": ended.record, "outcome": result.outcome})
    prepared.change(connection, _ROUND, {**key, **_round(result), "chat": table.chat, "season": season})
    if season is not None:
        prepared.change(connection, _SEATS, *[{**key, **line} for line in _seats(result)])
        if result.payments:
            prepared.change(connection, _PAYMENTS, *[{**key, **line} for line in _payments(result)])
        _move_standings(connection, result, season=season)
    if isinstance(ended, Settled) and season is not None:
        reviews.keep(connection, ended, season=season)


def open_season(connection: Connection, table: Table, *, rule_set: str, at: int) -> int:
    """The open season of the table's chat and rule set; the next one is opened where there is none."""
    place = {"in_chat": table.chat, "of_rules": rule_set}
    known = prepared.scalar(connection, _SEASON, place)
    if known is not None:
        return int(known)
    number = connection.execute(_LAST_SEASON, place).scalar_one() + 1
    row = {"chat": table.chat, "rule_set": rule_set, "number": number, "opened_at": at}
    key = connection.execute(_OPEN_SEASON, row).inserted_primary_key
    assert key is not None
    return int(key[0])


def result(connection: Connection, table: TableId, serial: int) -> Result | None:
    """An ended round as everybody may see it."""
    text = prepared.scalar(connection, _RESULT, {"of_table": table, "of_serial": serial})
    return None if text is None else load_result(text)


def record(connection: Connection, table: TableId, serial: int) -> str | None:
    """The published record of an ended opening (JSON)."""
    return connection.execute(_RECORD, {"of_table": table, "of_serial": serial}).scalar()


def records(connection: Connection, table: TableId) -> list[str]:
    """All published records of a table, oldest first."""
    return list(connection.execute(_RECORDS, {"of_table": table}).scalars())


def kind(seat: ResultSeat) -> str:
    """A person's seat counts as human also in rounds that the computer played for them."""
    return COMPUTER if seat.person is None else HUMAN


def tally(result: Result, seat: int) -> Tally:
    """Add up what this seat won and lost against humans."""
    rules = RULE_SETS[result.rule_set]
    people = {number for number, one in enumerate(result.seats) if one.person is not None}
    between = [line for line in result.payments if {line.payer, line.payee} <= people]
    won = [line for line in between if line.payee == seat]
    lost = [line for line in between if line.payer == seat]
    return Tally(
        points=sum(line.points for line in won) - sum(line.points for line in lost),
        guns=len(shots(rules, won)),
        gunned=len(shots(rules, lost)),
        home_run=seat in home_runs(rules, result.payments),
    )


def _round(result: Result) -> Row:
    return {
        "rule_set": result.rule_set,
        "match": result.match,
        "round": result.round,
        "at": result.at,
        "outcome": result.outcome,
        "result": dump_result(result),
    }


def _seats(result: Result) -> list[Row]:
    return [_seat(result, number, seat=seat) for number, seat in enumerate(result.seats)]


def _seat(result: Result, number: int, *, seat: ResultSeat) -> Row:
    counted = tally(result, number)
    return {
        "seat": number,
        "person": seat.person,
        "name": seat.name,
        "kind": kind(seat),
        "by": seat.by.value,
        "hand": seat.hand,
        "rows": seat.rows,
        "points": seat.points,
        "human_points": counted.points,
        "guns": counted.guns,
        "gunned": counted.gunned,
        "home_run": counted.home_run,
        "hinted": seat.hinted,
    }


def _payments(result: Result) -> list[Row]:
    return [
        {
            "number": number,
            "payer": line.payer,
            "payee": line.payee,
            "payer_kind": kind(result.seats[line.payer]),
            "payee_kind": kind(result.seats[line.payee]),
            "points": line.points,
            "reason": line.reason,
            "row": line.row,
            "row_class": line.row_class,
        }
        for number, line in enumerate(result.payments)
    ]


def _move_standings(connection: Connection, result: Result, *, season: int) -> None:
    for number, seat in enumerate(result.seats):
        if seat.person is not None:
            _move(connection, tally(result, number), person=seat.person, season=season)


def _move(connection: Connection, counted: Tally, *, person: PersonId, season: int) -> None:
    points, home = counted.points, int(counted.home_run)
    moved = {"won": points, "given": counted.guns, "taken": counted.gunned, "home": home}
    if prepared.change(connection, _MOVE, {"of_season": season, "who": person, **moved}):
        return
    sums = {"points": points, "guns": counted.guns, "gunned": counted.gunned, "home_runs": home}
    prepared.change(
        connection, _ENTER, {"season": season, "person": person, "rounds": 1, **sums, "best": points, "worst": points}
    )
