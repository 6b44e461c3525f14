"""What is known of this installation itself: its public id, and whether it comes from a backup."""

import secrets
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage import schema

_KEY: Final = schema.meta.c.key == bindparam("named")
_READ: Final = select(schema.meta.c.value).where(_KEY)
_CHANGE: Final = update(schema.meta).where(_KEY)
_NEW: Final = insert(schema.meta)
_DROP: Final = delete(schema.meta).where(_KEY)


def installation(connection: Connection) -> str:
    """The public random id of this installation, 16 hex digits, made the first time it is asked for."""
    known = noted(connection, "installation")
    if known is None:
        known = secrets.token_hex(8)
        note(connection, "installation", value=known)
    return known


def restored(connection: Connection) -> bool:
    """Whether the database was put back from a backup and its open deals are still to be voided."""
    return noted(connection, "restored") is not None


def restoration_done(connection: Connection) -> None:
    """Every open deal of the backup is void now."""
    connection.execute(_DROP, {"named": "restored"})


def noted(connection: Connection, key: str) -> str | None:
    """What was noted under this key."""
    return connection.execute(_READ, {"named": key}).scalar()


def note(connection: Connection, key: str, *, value: str) -> None:
    """Keep a value under this key, in place of an older one."""
    if connection.execute(_CHANGE, {"named": key, "value": value}).rowcount == 0:
        connection.execute(_NEW, {"key": key, "value": value})
