"""A chat that its platform calls otherwise now: all that is kept under the old id goes to the new one, topics too."""

import json
from typing import Any, Final

from sqlalchemy import Connection, Delete, Table, bindparam, delete, insert, or_, select, union, update

from core.ids import ChatId
from storage import schema
from storage.daily_schema import daily_shares, daily_tries
from storage.installation import note, noted
from storage.manners import Manners

_NOTED: Final = "moved/"
_LONGEST_CHAIN: Final = 8
_USUAL: Final = vars(Manners())

_C: Final = schema.chats.c
_S: Final = schema.seasons.c
_W: Final = schema.wishes.c
_PLAIN: Final[tuple[Table, ...]] = (
    *(schema.tables, schema.rounds, schema.chat_changes, schema.screens),
    daily_tries,
)
_KEPT: Final[tuple[tuple[Table, str], ...]] = (
    (schema.chats, "id"),
    *((table, "chat") for table in (*_PLAIN, schema.seasons, schema.wishes, daily_shares)),
)
_CHAT: Final = select(schema.chats).where(_C.id == bindparam("which"))
_DROP_CHAT: Final = delete(schema.chats).where(_C.id == bindparam("which"))
_CHANGE_CHAT: Final = update(schema.chats).where(_C.id == bindparam("which"))
_NEW_CHAT: Final = insert(schema.chats)
_SEASONS: Final = (
    select(_S.id, _S.rule_set, _S.number, _S.closed_at).where(_S.chat == bindparam("at")).order_by(_S.number.desc())
)
_SEASON: Final = update(schema.seasons).where(_S.id == bindparam("season"))
_H: Final = daily_shares.c
_ONCE: Final[tuple[tuple[Table, Delete], ...]] = tuple(
    (table, delete(table).where(chat == bindparam("at"), whose.in_(select(whose).where(chat == bindparam("there")))))
    for table, chat, whose in ((schema.wishes, _W.chat, _W.person), (daily_shares, _H.chat, _H.attempt))
)
"""What is there once in a chat, and how to drop what the new one has too."""


def topic(place: ChatId, old: ChatId, new: ChatId) -> ChatId:
    """What a place of the old chat, itself or one of its topics, is called in the new one."""
    return ChatId(f"{new}{place.removeprefix(old)}")


def move(connection: Connection, old: ChatId, new: ChatId, *, now: int) -> None:
    """Take everything along; a second time there is nothing left to take. No place may hold a live table on both sides.

    What was decided in the old chat stays decided; seasons that the new one has begun meanwhile follow the old ones.
    """
    if old == new:
        return
    for place in places(connection, old):
        there = topic(place, old, new)
        _take_chat(connection, place, there)
        _take_seasons(connection, place, there, now=now)
        _take_rest(connection, place, there)
    note(connection, f"{_NOTED}{old}", value=new)


def places(connection: Connection, chat: ChatId) -> list[ChatId]:
    """The chat and its topics, as far as anything is kept of them."""
    named = [
        select(table.c[column].label("place")).where(
            or_(table.c[column] == chat, table.c[column].startswith(f"{chat}/", autoescape=True))
        )
        for table, column in _KEPT
    ]
    return sorted(map(ChatId, connection.execute(union(*named)).scalars()))


def present_id(connection: Connection, chat: ChatId) -> ChatId:
    """How a chat or topic is called now; as it is where it has never moved."""
    for _ in range(_LONGEST_CHAIN):
        group, slash, thread = chat.partition("/")
        moved = noted(connection, f"{_NOTED}{group}")
        if moved is None:
            break
        chat = ChatId(f"{moved}{slash}{thread}")
    return chat


def _take_chat(connection: Connection, old: ChatId, new: ChatId) -> None:
    """Leave one row; each setting is the old chat's, or the new one's where the old one has none."""
    ours = connection.execute(_CHAT, {"which": old}).mappings().one_or_none()
    if ours is None:
        return
    theirs = connection.execute(_CHAT, {"which": new}).mappings().one_or_none()
    values: dict[str, Any] = {name: value for name, value in ours.items() if name != "id"}
    connection.execute(_DROP_CHAT, {"which": old})
    if theirs is None:
        connection.execute(_NEW_CHAT, {"id": new, **values})
        return
    values |= {name: values[name] or theirs[name] for name in ("title", "language", "token")}
    values |= {name: theirs[name] for name, usual in _USUAL.items() if values[name] == usual}
    values["defaults"] = json.dumps(json.loads(theirs["defaults"]) | json.loads(values["defaults"]), ensure_ascii=False)
    connection.execute(_CHANGE_CHAT, {"which": new, **values})


def _take_seasons(connection: Connection, old: ChatId, new: ChatId, *, now: int) -> None:
    """Put the old chat's seasons first; one that is still open ends where the new chat has begun another."""
    ours = connection.execute(_SEASONS, {"at": old}).all()
    theirs = connection.execute(_SEASONS, {"at": new}).all()
    last = {season.rule_set: season.number for season in reversed(ours)}
    begun = {season.rule_set for season in theirs}
    for season in theirs:
        if season.rule_set in last:
            connection.execute(_SEASON, {"season": season.id, "number": season.number + last[season.rule_set]})
    for season in ours:
        closed_at = now if season.closed_at is None and season.rule_set in begun else season.closed_at
        connection.execute(_SEASON, {"season": season.id, "chat": new, "closed_at": closed_at})


def _take_rest(connection: Connection, old: ChatId, new: ChatId) -> None:
    for _, drop_doubled in _ONCE:
        connection.execute(drop_doubled, {"at": old, "there": new})
    for table in (*_PLAIN, *(table for table, _ in _ONCE)):
        more = {"not_before": 0} if table is schema.screens else {}
        connection.execute(update(table).where(table.c.chat == old).values(chat=new, **more))
