"""What a platform sends that confirms nothing by itself: kept before it is confirmed, dealt with once, then emptied."""

from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage import prepared, schema

KEPT: Final = 86_400_000
"""Milliseconds after which an update is forgotten; by then its platform has forgotten it too."""

_U: Final = schema.updates.c
_KNOWN: Final = select(_U.number).where(_U.number == bindparam("which"))
_NEW: Final = insert(schema.updates)
_WAITING: Final = select(_U.number, _U.body).where(_U.done_at.is_(None)).order_by(_U.at, _U.number)
_DONE: Final = (
    update(schema.updates)
    .where(_U.number == bindparam("which"), _U.done_at.is_(None))
    .values(body="", done_at=bindparam("now"))
)
_PRUNE: Final = delete(schema.updates).where(_U.at < bindparam("before"))


def keep(connection: Connection, number: int, *, body: str, now: int) -> bool:
    """Keep an update under its number; False, and nothing changes, when it was kept before."""
    if prepared.row(connection, _KNOWN, {"which": number}) is not None:
        return False
    prepared.change(connection, _NEW, {"number": number, "body": body, "at": now})
    return True


def waiting(connection: Connection) -> list[tuple[int, str]]:
    """Numbers and bodies of what nobody has dealt with yet, as they came."""
    return [(number, body) for number, body in prepared.rows(connection, _WAITING, {})]


def done(connection: Connection, number: int, *, now: int) -> None:
    """It has been dealt with: what stood in it is forgotten, its number still known."""
    prepared.change(connection, _DONE, {"which": number, "now": now})


def prune(connection: Connection, *, now: int) -> int:
    """Forget what came more than a day ago; how many that were."""
    return prepared.change(connection, _PRUNE, {"before": now - KEPT})
