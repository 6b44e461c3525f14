"""Who wants to be called when the next table opens in a chat, once."""

from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from core.ids import ChatId, PersonId, TableId
from storage import schema

_W: Final = schema.wishes.c
_P: Final = schema.players.c
_ONE: Final = select(_W.press, _W.wanted, _W.table_id).where(_W.chat == bindparam("at"), _W.person == bindparam("who"))
_NEW: Final = insert(schema.wishes)
_CHANGE: Final = update(schema.wishes).where(_W.chat == bindparam("at"), _W.person == bindparam("who"))
_CALLED_BEFORE: Final = delete(schema.wishes).where(_W.chat == bindparam("at"), _W.table_id.is_not(None))
_PENDING: Final = (_W.chat == bindparam("at"), _W.wanted, _W.table_id.is_(None))
_OWN: Final = delete(schema.wishes).where(_W.chat == bindparam("at"), _W.person == bindparam("who"))
_CALL: Final = update(schema.wishes).where(*_PENDING).values(table_id=bindparam("to"))
_CALLED: Final = (
    select(_W.person, func.coalesce(_P.name, "").label("name"))
    .select_from(schema.wishes.outerjoin(schema.players, _P.id == _W.person))
    .where(_W.table_id == bindparam("to"))
    .order_by(_W.person)
)


def toggle(connection: Connection, chat: ChatId, person: PersonId, *, press: str) -> bool:
    """Wish to be called, or take the wish back; whether it is wished now. The same press again changes nothing."""
    key = {"at": chat, "who": person}
    known = connection.execute(_ONE, key).one_or_none()
    if known is None:
        connection.execute(_NEW, {"chat": chat, "person": person, "press": press, "wanted": True})
        return True
    if known.press == press:
        return bool(known.wanted)
    wanted = known.table_id is not None or not known.wanted
    connection.execute(_CHANGE, {**key, "press": press, "wanted": wanted, "table_id": None})
    return wanted


def call(connection: Connection, chat: ChatId, table: TableId, *, opener: PersonId) -> bool:
    """Let this new table call those who wish it, whether there are any; its opener knows of it."""
    connection.execute(_CALLED_BEFORE, {"at": chat})
    connection.execute(_OWN, {"at": chat, "who": opener})
    return connection.execute(_CALL, {"at": chat, "to": table}).rowcount > 0


def called(connection: Connection, table: TableId) -> list[tuple[PersonId, str]]:
    """Whom this table called, with their names."""
    return [(PersonId(row.person), row.name) for row in connection.execute(_CALLED, {"to": table})]
