"""What is read and never written: leaderboards, profiles, history."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, and_, bindparam, func, select

from core.ids import ChatId, PersonId
from core.table.codec import load_result
from core.table.result import Result
from storage import schema


@dataclass(frozen=True)
class Season:
    """A season of a chat and rule set; the open one has no `closed_at`."""

    id: int
    rule_set: str
    number: int
    opened_at: int
    closed_at: int | None


@dataclass(frozen=True)
class Standing:
    """A person's sums between humans; equal points share the `place` (1 1 3), which is 0 where none is asked for."""

    place: int
    person: PersonId
    name: str
    rounds: int
    points: int
    guns: int
    gunned: int
    home_runs: int
    best: int
    worst: int


@dataclass(frozen=True)
class Leaderboard:
    """A page of a season, best first; `people` counts all of its lines."""

    season: Season
    people: int
    lines: tuple[Standing, ...]


@dataclass(frozen=True)
class Profile:
    """A person's season in a chat, and all their seasons of its rule set there added up."""

    season: Season
    current: Standing | None
    career: Standing


_S: Final = schema.standings.c
_P: Final = schema.players.c
_N: Final = schema.seasons.c
_R: Final = schema.rounds.c

_OF_CHAT: Final = and_(_N.chat == bindparam("in_chat"), _N.rule_set == bindparam("of_rules"))
_SEASONS: Final = (
    select(_N.id, _N.rule_set, _N.number, _N.opened_at, _N.closed_at).where(_OF_CHAT).order_by(_N.number.desc())
)
_NAMED: Final = schema.standings.outerjoin(schema.players, _P.id == _S.person)
_LINES: Final = select(schema.standings, func.coalesce(_P.name, "").label("name")).select_from(_NAMED)
_IN_SEASON: Final = _S.season == bindparam("of_season")
_PAGE: Final = (
    _LINES.where(_IN_SEASON)
    .order_by(_S.points.desc(), _S.person.desc())
    .limit(bindparam("most"))
    .offset(bindparam("skipped"))
)
_OWN: Final = _LINES.where(_IN_SEASON, _S.person == bindparam("who"))
_COUNT: Final = select(func.count()).where(_IN_SEASON)
_BETTER: Final = select(func.count()).where(_IN_SEASON, _S.points > bindparam("own"))
_BEFORE: Final = select(func.count()).where(_IN_SEASON, _S.points == bindparam("own"), _S.person > bindparam("who"))
_CAREER: Final = (
    select(
        func.max(_S.person).label("person"),
        func.max(func.coalesce(_P.name, "")).label("name"),
        *(func.sum(_S[name]).label(name) for name in ("rounds", "points", "guns", "gunned", "home_runs")),
        func.max(_S.best).label("best"),
        func.min(_S.worst).label("worst"),
    )
    .select_from(_NAMED.join(schema.seasons, _N.id == _S.season))
    .where(_OF_CHAT, _S.person == bindparam("who"))
    .having(func.count() > 0)
)
_HISTORY: Final = (
    select(_R.result)
    .where(_R.chat == bindparam("in_chat"), _R.at < bindparam("before"))
    .order_by(_R.at.desc(), _R.table_id.desc(), _R.serial.desc())
    .limit(bindparam("most"))
)


def seasons(connection: Connection, chat: ChatId, *, rule_set: str) -> list[Season]:
    """All seasons of a chat and rule set, newest first; the open one is the first."""
    rows = connection.execute(_SEASONS, {"in_chat": chat, "of_rules": rule_set})
    return [Season(row.id, row.rule_set, row.number, row.opened_at, row.closed_at) for row in rows]


def leaderboard(
    connection: Connection, chat: ChatId, *, rule_set: str, limit: int, offset: int = 0
) -> Leaderboard | None:
    """A page of the newest season, None before the first round."""
    newest = next(iter(seasons(connection, chat, rule_set=rule_set)), None)
    if newest is None:
        return None
    page = connection.execute(_PAGE, {"of_season": newest.id, "most": limit, "skipped": offset}).all()
    people = connection.execute(_COUNT, {"of_season": newest.id}).scalar_one()
    return Leaderboard(newest, people, _placed(connection, newest.id, page=page, offset=offset))


def own_line(connection: Connection, season: int, person: PersonId) -> tuple[Standing, int] | None:
    """A person's line and how many lines stand before it, by two range counts; None before their first round."""
    row = connection.execute(_OWN, {"of_season": season, "who": person}).one_or_none()
    if row is None:
        return None
    better = _better(connection, season, points=row.points)
    before = connection.execute(_BEFORE, {"of_season": season, "own": row.points, "who": person}).scalar_one()
    return standing(row, place=better + 1, name=row.name), better + before


def profile(connection: Connection, chat: ChatId, *, rule_set: str, person: PersonId) -> Profile | None:
    """What a person has won in this chat; None before their first round of this rule set."""
    career = connection.execute(_CAREER, {"in_chat": chat, "of_rules": rule_set, "who": person}).one_or_none()
    if career is None:
        return None
    newest = seasons(connection, chat, rule_set=rule_set)[0]
    line = own_line(connection, newest.id, person)
    return Profile(newest, line[0] if line else None, standing(career, place=0, name=career.name))


def history(connection: Connection, chat: ChatId, *, before: int, limit: int) -> list[Result]:
    """Rounds of a chat that ended before a moment (milliseconds), newest first, void ones too."""
    values = {"in_chat": chat, "before": before, "most": limit}
    return [load_result(text) for text in connection.execute(_HISTORY, values).scalars()]


def standing(row: Any, *, place: int, name: str) -> Standing:
    """A line of sums as a person's standing."""
    return Standing(
        place=place,
        person=PersonId(row.person),
        name=name,
        rounds=row.rounds,
        points=row.points,
        guns=row.guns,
        gunned=row.gunned,
        home_runs=row.home_runs,
        best=row.best,
        worst=row.worst,
    )


def _better(connection: Connection, season: int, *, points: int) -> int:
    return int(connection.execute(_BETTER, {"of_season": season, "own": points}).scalar_one())


def _placed(connection: Connection, season: int, *, page: Sequence[Any], offset: int) -> tuple[Standing, ...]:
    """Give each line of a page its place: that of the line before where the points are equal."""
    lines: list[Standing] = []
    for number, row in enumerate(page):
        if lines and lines[-1].points == row.points:
            place = lines[-1].place
        elif number:
            place = offset + number + 1
        else:
            place = _better(connection, season, points=row.points) + 1
        lines.append(standing(row, place=place, name=row.name))
    return tuple(lines)
