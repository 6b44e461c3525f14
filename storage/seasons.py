"""The seasons of a chat, one for each rule set: which are open, and the change to the next ones."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, func, insert, select, update

from core.ids import ChatId
from storage import schema


@dataclass(frozen=True)
class OpenSeason:
    """A season that still counts, and how many rounds it has."""

    id: int
    rule_set: str
    number: int
    rounds: int


_S: Final = schema.seasons.c
_R: Final = schema.rounds.c
_OPEN: Final = (
    select(_S.id, _S.rule_set, _S.number, func.count(_R.serial).label("rounds"))
    .select_from(schema.seasons.outerjoin(schema.rounds, _R.season == _S.id))
    .where(_S.chat == bindparam("at"), _S.closed_at.is_(None))
    .group_by(_S.id, _S.rule_set, _S.number)
    .order_by(_S.id)
)
_CLOSE: Final = update(schema.seasons).where(_S.id == bindparam("season")).values(closed_at=bindparam("now"))
_NEXT: Final = insert(schema.seasons)


def open_seasons(connection: Connection, chat: ChatId) -> list[OpenSeason]:
    """The chat's open seasons in which somebody has played, oldest first."""
    found = connection.execute(_OPEN, {"at": chat})
    return [OpenSeason(row.id, row.rule_set, row.number, row.rounds) for row in found if row.rounds]


def turn_over(connection: Connection, chat: ChatId, season: OpenSeason, *, now: int) -> None:
    """Close a season and open the next one of its rule set."""
    connection.execute(_CLOSE, {"season": season.id, "now": now})
    connection.execute(
        _NEXT, {"chat": chat, "rule_set": season.rule_set, "number": season.number + 1, "opened_at": now}
    )
