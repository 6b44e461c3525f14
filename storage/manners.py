"""What the admins of a chat have decided: who may open and end tables, who is called, how quiet it is; with the log."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update

from core.ids import ChatId, PersonId
from storage import prepared, schema

OPENS: Final = ("everyone", "admins")
ENDS: Final = ("host", "admins")
PINGS: Final = ("waiting", "start", "none")
"""Those who are waited for; everybody with each opening too; nobody."""


@dataclass(frozen=True)
class Manners:
    """How tables run in a chat: each word is one of `OPENS`, `ENDS`, `PINGS`."""

    opens: str = OPENS[0]
    ends: str = ENDS[0]
    pings: str = PINGS[0]
    quiet: bool = False

    @property
    def calls(self) -> bool:
        """Whether anybody may be called at all."""
        return not self.quiet and self.pings != "none"


@dataclass(frozen=True)
class Changed:
    """One line of the log: who changed which item, from what to what."""

    at: int
    person: PersonId
    name: str
    item: str
    before: str
    after: str


_C: Final = schema.chats.c
_L: Final = schema.chat_changes.c
_READ: Final = select(_C.opens, _C.ends, _C.pings, _C.quiet).where(_C.id == bindparam("which"))
_CHANGE: Final = update(schema.chats).where(_C.id == bindparam("which"))
_NEW: Final = insert(schema.chats)
_LOG: Final = insert(schema.chat_changes)
_LAST: Final = (
    select(_L.at, _L.person, _L.name, _L.item, _L.before, _L.after)
    .where(_L.chat == bindparam("which"))
    .order_by(_L.id.desc())
    .limit(bindparam("most"))
)


def manners(connection: Connection, chat: ChatId) -> Manners:
    """What was decided for a chat; the usual where nothing was."""
    found = prepared.row(connection, _READ, {"which": chat})
    if found is None:
        return Manners()
    opens, ends, pings, quiet = found
    return Manners(opens, ends, pings, bool(quiet))


def set_manners(connection: Connection, chat: ChatId, wanted: Manners) -> None:
    """Decide all of it anew."""
    values: dict[str, Any] = {name: getattr(wanted, name) for name in ("opens", "ends", "pings", "quiet")}
    if connection.execute(_CHANGE, {"which": chat, **values}).rowcount == 0:
        connection.execute(_NEW, {"id": chat, "title": "", "defaults": "{}", **values})


def log_change(connection: Connection, chat: ChatId, changed: Changed) -> None:
    """Write down that an item of the chat was changed."""
    line = {name: getattr(changed, name) for name in ("at", "person", "name", "item", "before", "after")}
    connection.execute(_LOG, {"chat": chat, **line})


def changes(connection: Connection, chat: ChatId, *, limit: int) -> list[Changed]:
    """The last changes of a chat, newest first."""
    return [Changed(*row) for row in connection.execute(_LAST, {"which": chat, "most": limit})]
