"""People and chats as they are remembered: names, languages, room tokens, the options of the next table."""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, insert, select, update

from core.ids import ChatId, PersonId
from storage import prepared, schema

Row = dict[str, Any]
TOKEN_BYTES: Final = 16
WAYS: Final = ("auto", "dm", "button")
"""In the chat and as a direct message, only as a direct message, only when they ask for it."""


@dataclass(frozen=True)
class Player:
    """A person as they called themselves last; `language` is None until they or their platform chose.

    `coach`: whether they want a review after each round; `hand_by`: the way to bring them their hand, one of `WAYS`;
    `nudges`: whether they may be called when others wait for them; `opened`: whether the bot may write to them first,
    on a platform where they must open a private chat with it.
    """

    id: PersonId
    name: str
    language: str | None = None
    coach: bool = True
    hand_by: str = "auto"
    nudges: bool = True
    opened: bool = False


@dataclass(frozen=True)
class Chat:
    """A chat and its settings; `token` opens a browser room, `defaults` are the options of its next table."""

    id: ChatId
    title: str = ""
    language: str | None = None
    token: str | None = None
    defaults: dict[str, Any] = field(default_factory=dict)


_P: Final = schema.players.c
_C: Final = schema.chats.c
_PLAYER: Final = select(_P.id, _P.name, _P.language, _P.coach, _P.hand_by, _P.nudges, _P.opened)
_PLAYER_BY_ID: Final = _PLAYER.where(_P.id == bindparam("who"))
_PLAYER_BY_COOKIE: Final = _PLAYER.where(_P.cookie_hash == bindparam("hash"))
_WELCOMED: Final = select(_P.welcomed).where(_P.id == bindparam("who"))
_NEW_PLAYER: Final = insert(schema.players)
_CHANGE_PLAYER: Final = update(schema.players).where(_P.id == bindparam("who"))
_CHAT_BY_ID: Final = select(schema.chats).where(_C.id == bindparam("which"))
_CHAT_BY_TOKEN: Final = select(schema.chats).where(_C.token == bindparam("word"))
_ROOMS: Final = select(schema.chats).where(_C.token.is_not(None)).order_by(_C.id)
_NEW_CHAT: Final = insert(schema.chats)
_CHANGE_CHAT: Final = update(schema.chats).where(_C.id == bindparam("which"))
_ROOM_COUNT: Final = select(func.count()).where(_C.token.is_not(None))


def remember_player(connection: Connection, person: PersonId, *, name: str, language: str | None = None) -> None:
    """Keep how a person is called now; a language they already have stays."""
    known = player(connection, person)
    if known is None:
        connection.execute(_NEW_PLAYER, {"id": person, "name": name, "language": language})
        return
    change = {"name": name, "language": known.language or language}
    if change != {"name": known.name, "language": known.language}:
        connection.execute(_CHANGE_PLAYER, {"who": person, **change})


def player(connection: Connection, person: PersonId) -> Player | None:
    """The person, if they were ever here."""
    return _player(prepared.row(connection, _PLAYER_BY_ID, {"who": person}))


def player_by_cookie(connection: Connection, cookie_hash: str) -> Player | None:
    """The person whose browser holds the secret with this hash."""
    return _player(prepared.row(connection, _PLAYER_BY_COOKIE, {"hash": cookie_hash}))


def set_cookie(connection: Connection, person: PersonId, *, cookie_hash: str) -> None:
    """Let a remembered person be known again by this hash."""
    connection.execute(_CHANGE_PLAYER, {"who": person, "cookie_hash": cookie_hash})


def set_language(connection: Connection, person: PersonId, *, language: str | None) -> None:
    """The language that a remembered person chose."""
    connection.execute(_CHANGE_PLAYER, {"who": person, "language": language})


def set_coach(connection: Connection, person: PersonId, *, wanted: bool) -> None:
    """Whether a remembered person wants reviews."""
    connection.execute(_CHANGE_PLAYER, {"who": person, "coach": wanted})


def set_hand_by(connection: Connection, person: PersonId, *, way: str) -> None:
    """The way in which a remembered person wants their hand, one of `WAYS`."""
    connection.execute(_CHANGE_PLAYER, {"who": person, "hand_by": way})


def set_nudges(connection: Connection, person: PersonId, *, wanted: bool) -> None:
    """Whether a remembered person may be called when others wait for them."""
    connection.execute(_CHANGE_PLAYER, {"who": person, "nudges": wanted})


def set_opened(connection: Connection, person: PersonId, *, opened: bool) -> bool:
    """Keep whether the person has a private chat with the bot; whether that is news."""
    known = player(connection, person)
    if known is None and opened:
        connection.execute(_NEW_PLAYER, {"id": person, "name": "", "opened": opened})
    elif known is not None and known.opened != opened:
        connection.execute(_CHANGE_PLAYER, {"who": person, "opened": opened})
    return opened != (known is not None and known.opened)


def unopened(connection: Connection, found: Iterable[PersonId]) -> frozenset[PersonId]:
    """Those of these people who have no private chat with the bot."""
    known = {person: player(connection, person) for person in found}
    return frozenset(person for person, each in known.items() if each is None or not each.opened)


def without_nudges(connection: Connection, found: Iterable[PersonId]) -> frozenset[PersonId]:
    """Those of these people who want nobody to call them."""
    known = (player(connection, person) for person in found)
    return frozenset(each.id for each in known if each is not None and not each.nudges)


def wants_coach(connection: Connection, person: PersonId) -> bool:
    """Whether the person wants reviews; who never said so does."""
    known = player(connection, person)
    return known is None or known.coach


def welcome(connection: Connection, person: PersonId, *, press: str) -> bool:
    """Whether this press is the one that welcomes a remembered person, once in a lifetime; it stays so when repeated."""
    before = connection.execute(_WELCOMED, {"who": person}).scalar()
    if before is None:
        connection.execute(_CHANGE_PLAYER, {"who": person, "welcomed": press})
    return before in {None, press}


def make_room(connection: Connection, title: str, *, platform: str = "web") -> Chat:
    """A new browser room with an unguessable token."""
    number = connection.execute(_ROOM_COUNT).scalar_one() + 1
    room = Chat(ChatId(f"{platform}:{number}"), title, token=secrets.token_urlsafe(TOKEN_BYTES))
    connection.execute(_NEW_CHAT, {"id": room.id, "title": title, "token": room.token, "defaults": "{}"})
    return room


def rooms(connection: Connection) -> list[Chat]:
    """All browser rooms."""
    return [_chat(row) for row in connection.execute(_ROOMS)]


def chat_by_token(connection: Connection, token: str) -> Chat | None:
    """The room that this token opens."""
    found = connection.execute(_CHAT_BY_TOKEN, {"word": token}).one_or_none()
    return None if found is None else _chat(found)


def chat(connection: Connection, which: ChatId) -> Chat:
    """A chat's settings; those of one that set nothing are empty."""
    found = connection.execute(_CHAT_BY_ID, {"which": which}).one_or_none()
    return Chat(which) if found is None else _chat(found)


def greet(connection: Connection, which: ChatId, *, title: str, language: str) -> None:
    """Keep what a chat is called now; a language that it already has stays."""
    known = chat(connection, which)
    _change(connection, which, values={"title": title, "language": known.language or language})


def set_title(connection: Connection, which: ChatId, *, title: str) -> None:
    """What the chat is called now."""
    _change(connection, which, values={"title": title})


def set_chat_language(connection: Connection, which: ChatId, *, language: str | None) -> None:
    """The language of the chat's public messages."""
    _change(connection, which, values={"language": language})


def set_defaults(connection: Connection, which: ChatId, *, defaults: dict[str, Any]) -> None:
    """The options with which the chat's next table opens."""
    _change(connection, which, values={"defaults": json.dumps(defaults, ensure_ascii=False)})


def _change(connection: Connection, which: ChatId, *, values: Row) -> None:
    if connection.execute(_CHANGE_CHAT, {"which": which, **values}).rowcount == 0:
        connection.execute(_NEW_CHAT, {"id": which, "title": "", "defaults": "{}", **values})


def _player(row: prepared.Row | None) -> Player | None:
    if row is None:
        return None
    person, name, language, coach, hand_by, nudges, opened = row
    return Player(PersonId(person), name, language, bool(coach), hand_by, bool(nudges), bool(opened))


def _chat(row: Any) -> Chat:
    return Chat(ChatId(row.id), row.title, row.language, row.token, json.loads(row.defaults))
