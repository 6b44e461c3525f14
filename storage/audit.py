"""The check of the standings: added up anew from every seat and payment, and compared."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, bindparam, case, func, or_, select

from core.ids import PersonId
from core.rules import RULE_SETS
from core.scoring import WAYS, Way
from storage import schema
from storage.facts import HUMAN
from storage.queries import Standing, standing

_R: Final = schema.rounds.c
_Q: Final = schema.round_seats.c
_P: Final = schema.payments.c

_WON: Final = _P.payee == _Q.seat
_BETWEEN_HUMANS: Final = and_(_P.payer_kind == HUMAN, _P.payee_kind == HUMAN)
_SEATS_AND_PAYMENTS: Final = schema.round_seats.join(
    schema.rounds, and_(_R.table_id == _Q.table_id, _R.serial == _Q.serial)
).outerjoin(
    schema.payments,
    and_(_P.table_id == _Q.table_id, _P.serial == _Q.serial, or_(_P.payer == _Q.seat, _P.payee == _Q.seat)),
)


def _said(reasons: Callable[[Way], frozenset[str]]) -> ColumnElement[bool]:
    """Whether a payment is for one of these reasons, which every way to settle has of its own."""
    by_way = {way: [rules.id for rules in RULE_SETS.values() if WAYS[rules.scoring] is way] for way in WAYS.values()}
    return or_(*(and_(_R.rule_set.in_(found), _P.reason.in_(reasons(way))) for way, found in by_way.items()))


def _total(condition: ColumnElement[bool], worth: ColumnElement[int] | int) -> ColumnElement[int]:
    return func.sum(case((condition, worth), else_=0))


_GUN: Final = _said(lambda way: way.guns)
_HOME_RUN: Final = _said(lambda way: way.home_runs)
_ROUNDS: Final = (
    select(
        _Q.person,
        _total(_BETWEEN_HUMANS, case((_WON, _P.points), else_=-_P.points)).label("points"),
        _total(and_(_BETWEEN_HUMANS, _GUN, _WON), 1).label("guns"),
        _total(and_(_BETWEEN_HUMANS, _GUN, ~_WON), 1).label("gunned"),
        func.max(case((and_(_HOME_RUN, _WON), 1), else_=0)).label("home_run"),
    )
    .select_from(_SEATS_AND_PAYMENTS)
    .where(_R.season == bindparam("of_season"), _Q.person.is_not(None))
    .group_by(_Q.table_id, _Q.serial, _Q.seat, _Q.person)
    .subquery()
)
_SUMS: Final = select(
    _ROUNDS.c.person,
    func.count().label("rounds"),
    func.sum(_ROUNDS.c.points).label("points"),
    func.sum(_ROUNDS.c.guns).label("guns"),
    func.sum(_ROUNDS.c.gunned).label("gunned"),
    func.sum(_ROUNDS.c.home_run).label("home_runs"),
    func.max(_ROUNDS.c.points).label("best"),
    func.min(_ROUNDS.c.points).label("worst"),
).group_by(_ROUNDS.c.person)
_STORED: Final = select(schema.standings).where(schema.standings.c.season == bindparam("of_season"))
_SEASONS: Final = select(schema.seasons.c.id).order_by(schema.seasons.c.id)


def recomputed_standings(connection: Connection, season: int) -> dict[PersonId, Standing]:
    """The sums of a season from its facts; without names and places."""
    return _by_person(connection.execute(_SUMS, {"of_season": season}).all())


def stored_standings(connection: Connection, season: int) -> dict[PersonId, Standing]:
    """The sums of a season as the standings have them; without names and places."""
    return _by_person(connection.execute(_STORED, {"of_season": season}).all())


def wrong_seasons(connection: Connection) -> list[int]:
    """The seasons whose standings differ from their facts; none unless somebody changed the database by hand."""
    found = connection.execute(_SEASONS).scalars().all()
    return [one for one in found if stored_standings(connection, one) != recomputed_standings(connection, one)]


def _by_person(rows: Sequence[Any]) -> dict[PersonId, Standing]:
    return {PersonId(row.person): standing(row, place=0, name="") for row in rows}
