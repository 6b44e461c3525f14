"""The browser room's own messages, numbered without a gap; posts and edits share one count of revisions."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, insert, select, update

from core.ids import ChatId, PersonId
from storage import schema


@dataclass(frozen=True)
class Post:
    """A message to be; `person` is None for the bot's own, the same `nonce` twice makes one message."""

    nonce: str
    body: Mapping[str, Any]
    at: int
    person: PersonId | None = None


@dataclass(frozen=True)
class Message:
    """A message of a room; a page that knows all up to a `revision` asks for what came after."""

    number: int
    person: PersonId | None
    body: dict[str, Any]
    at: int
    edited: int | None
    revision: int


_M: Final = schema.messages.c
_IN_CHAT: Final = _M.chat == bindparam("in_chat")
_READ: Final = select(_M.number, _M.person, _M.body, _M.at, _M.edited, _M.revision)
_ONE: Final = _READ.where(_IN_CHAT, _M.number == bindparam("nth"))
_BY_NONCE: Final = select(_M.number).where(_IN_CHAT, _M.nonce == bindparam("named"))
_LAST_NUMBER: Final = select(func.coalesce(func.max(_M.number), 0)).where(_IN_CHAT)
_LAST_REVISION: Final = select(func.coalesce(func.max(_M.revision), 0)).where(_IN_CHAT)
_POST: Final = insert(schema.messages)
_EDIT: Final = update(schema.messages).where(_IN_CHAT, _M.number == bindparam("nth"))
_LATEST: Final = (
    _READ.where(_IN_CHAT, _M.number < bindparam("before")).order_by(_M.number.desc()).limit(bindparam("most"))
)
_LATER: Final = _READ.where(_IN_CHAT, _M.revision > bindparam("after")).order_by(_M.revision).limit(bindparam("most"))
_END: Final = 2**31 - 1


def post_message(connection: Connection, chat: ChatId, *, post: Post) -> int:
    """The number of the message, which is new unless this nonce was posted before."""
    known = connection.execute(_BY_NONCE, {"in_chat": chat, "named": post.nonce}).scalar()
    if known is not None:
        return int(known)
    number = int(connection.execute(_LAST_NUMBER, {"in_chat": chat}).scalar_one()) + 1
    row = {
        "chat": chat,
        "number": number,
        "nonce": post.nonce,
        "person": post.person,
        "body": _text(post.body),
        "at": post.at,
        "revision": last_revision(connection, chat) + 1,
    }
    connection.execute(_POST, row)
    return number


def edit_message(connection: Connection, chat: ChatId, *, number: int, body: Mapping[str, Any], at: int) -> bool:
    """Replace what a message says; False where there is none. The same again changes nothing."""
    known = message(connection, chat, number)
    if known is None:
        return False
    if known.body != body:
        change = {"body": _text(body), "edited": at, "revision": last_revision(connection, chat) + 1}
        connection.execute(_EDIT, {"in_chat": chat, "nth": number, **change})
    return True


def message(connection: Connection, chat: ChatId, number: int) -> Message | None:
    """One message of a room."""
    found = connection.execute(_ONE, {"in_chat": chat, "nth": number}).one_or_none()
    return None if found is None else _message(found)


def messages(connection: Connection, chat: ChatId, *, before: int | None = None, limit: int) -> list[Message]:
    """The last messages, or the last ones before a number; oldest first."""
    values = {"in_chat": chat, "before": _END if before is None else before, "most": limit}
    return [_message(row) for row in reversed(connection.execute(_LATEST, values).all())]


def changes(connection: Connection, chat: ChatId, *, after: int, limit: int) -> list[Message]:
    """What was posted or edited after a revision, each message once as it is now; by revision."""
    return [_message(row) for row in connection.execute(_LATER, {"in_chat": chat, "after": after, "most": limit})]


def last_revision(connection: Connection, chat: ChatId) -> int:
    """The count of posts and edits so far, 0 in a room without messages."""
    return int(connection.execute(_LAST_REVISION, {"in_chat": chat}).scalar_one())


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _message(row: Any) -> Message:
    person = None if row.person is None else PersonId(row.person)
    return Message(row.number, person, json.loads(row.body), row.at, row.edited, row.revision)
