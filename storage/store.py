"""Live tables: loaded locked, saved with their events, due time, seats and stale screens in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId, platform_of
from core.table.audience import board, present, touched_screens
from core.table.codec import dump, dump_event, load_event
from core.table.codec import load as load_state
from core.table.events import ChatMoved, Dealt, Event, SeatsDrawn, Settled, Voided
from core.table.machine import due_at
from core.table.model import Phase, Table
from storage import facts, prepared, schema
from storage.drafts import Place, draft, empty_draft, forget_drafts, kept, save_draft, save_sort, sort, taken
from storage.facts import record, records, result
from storage.installation import installation, note, noted, restoration_done, restored
from storage.screens import (
    StaleScreen,
    board_message,
    claim_screens,
    forget_message,
    hold_edits,
    hurry,
    message_of,
    note_reach,
    note_shown,
    postpone,
    release_screens,
    repost,
    retire_screen,
    touch,
    unreachable,
    wait_no_more,
)

__all__ = [
    "AlreadyDone",
    "Change",
    "Connection",
    "Place",
    "StaleScreen",
    "already",
    "board_message",
    "claim_screens",
    "draft",
    "due_tables",
    "empty_draft",
    "forget_message",
    "hold_edits",
    "installation",
    "kept",
    "live_chats",
    "live_places",
    "live_table",
    "live_tables",
    "load",
    "log",
    "message_of",
    "new_table",
    "next_due",
    "note",
    "note_reach",
    "note_shown",
    "noted",
    "postpone",
    "record",
    "records",
    "release_screens",
    "repost",
    "restoration_done",
    "restored_tables",
    "result",
    "retire_screen",
    "save",
    "save_draft",
    "save_sort",
    "seated_table",
    "sort",
    "taken",
    "touch",
    "unreachable",
    "wait_no_more",
]

Row = dict[str, Any]


class AlreadyDone(Exception):
    """This press was accepted before: nothing is to be done, and nobody did anything wrong."""


@dataclass(frozen=True)
class Change:
    """What a command did to a table at `now` (milliseconds); `before` is None for a new table.

    `press` is the platform's key of the press that did it, None for the clock.
    """

    before: Table | None
    after: Table
    events: tuple[Event, ...]
    now: int
    press: str | None = None


_NEW: Final = insert(schema.tables).values(chat="", live=False, phase="", state="", version=0, logged=0)
_LOAD: Final = (
    select(schema.tables.c.state, schema.tables.c.chat)
    .where(schema.tables.c.id == bindparam("table"), schema.tables.c.version > 0)
    .with_for_update()
)
_LIVE: Final = (
    select(schema.tables.c.state, schema.tables.c.chat)
    .where(schema.tables.c.live, schema.tables.c.chat == bindparam("in_chat"))
    .with_for_update()
)
_LIVE_IDS: Final = select(schema.tables.c.id).where(schema.tables.c.live).order_by(schema.tables.c.id)
_LIVE_CHATS: Final = select(schema.tables.c.chat).where(schema.tables.c.live).order_by(schema.tables.c.id)
_SEATED: Final = (
    select(schema.tables.c.id, schema.tables.c.chat)
    .join(schema.seated, schema.seated.c.table_id == schema.tables.c.id)
    .where(schema.seated.c.person == bindparam("who"))
)
_SAVE: Final = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(
        version=schema.tables.c.version + 1,
        logged=schema.tables.c.logged + bindparam("more"),
    )
    .returning(schema.tables.c.logged)
)
_STAND: Final = delete(schema.seated).where(
    schema.seated.c.table_id == bindparam("table"), schema.seated.c.person == bindparam("who")
)
_SIT: Final = insert(schema.seated)
_LOG: Final = insert(schema.events)
_PRESSED: Final = select(schema.events.c.table_id).where(schema.events.c.press == bindparam("key"))
_EVENTS: Final = (
    select(schema.events.c.kind, schema.events.c.body)
    .where(schema.events.c.table_id == bindparam("table"))
    .order_by(schema.events.c.number)
)
_DUE: Final = (
    select(schema.tables.c.id)
    .where(schema.tables.c.due_at <= bindparam("now"))
    .order_by(schema.tables.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_NEXT_DUE: Final = select(func.min(schema.tables.c.due_at)).where(schema.tables.c.due_at.is_not(None))


def new_table(connection: Connection, *, now: int) -> TableId:
    """The id of a table to be; it exists once it is saved."""
    key = connection.execute(_NEW, {"created_at": now}).inserted_primary_key
    assert key is not None
    return TableId(key[0])


def load(connection: Connection, table: TableId) -> Table:
    """The table, locked until the transaction ends; raises `Illegal("press/ended")` where there never was one."""
    found = prepared.row(connection, _LOAD, {"table": table})
    if found is None:
        raise Illegal("press/ended")
    return _loaded(*found)


def live_table(connection: Connection, chat: ChatId) -> Table | None:
    """The chat's live table, locked."""
    found = prepared.row(connection, _LIVE, {"in_chat": chat})
    return None if found is None else _loaded(*found)


def _loaded(state: str, chat: str) -> Table:
    """The table of a snapshot, in the chat where it is kept: one that has ended moves on without an event."""
    table = load_state(state)
    return table if table.chat == chat else replace(table, chat=ChatId(chat))


def live_tables(connection: Connection) -> list[TableId]:
    """All tables that have not ended, oldest first."""
    return [TableId(key) for key in connection.execute(_LIVE_IDS).scalars()]


def live_chats(connection: Connection, platform: str) -> list[ChatId]:
    """The chats of a platform that have a live table."""
    found = map(ChatId, connection.execute(_LIVE_CHATS).scalars())
    return [chat for chat in found if platform_of(chat) == platform]


def live_places(connection: Connection, chat: ChatId) -> list[ChatId]:
    """The chat itself and those of its topics that have a live table."""
    found = map(ChatId, connection.execute(_LIVE_CHATS).scalars())
    return [place for place in found if place == chat or place.startswith(f"{chat}/")]


def restored_tables(connection: Connection) -> list[TableId]:
    """The live tables of a database that was put back from a backup; none once `restoration_done` has noted it."""
    return live_tables(connection) if restored(connection) else []


def seated_table(connection: Connection, person: PersonId) -> tuple[TableId, ChatId] | None:
    """Where the person sits, will sit with the next opening, or waits for a seat."""
    found = prepared.row(connection, _SEATED, {"who": person})
    return None if found is None else (TableId(found[0]), ChatId(found[1]))


def already(connection: Connection, press: str) -> bool:
    """Whether this press was accepted before; to be asked after the table is locked."""
    return prepared.row(connection, _PRESSED, {"key": press}) is not None


def save(connection: Connection, change: Change) -> None:
    """Store all that the change brings; raises `AlreadyDone` for a press that was accepted before."""
    table, live = change.after, change.after.phase is not Phase.ENDED
    logged = prepared.scalar(
        connection,
        _SAVE,
        {
            "table": table.id,
            "chat": table.chat,
            "live": live,
            "phase": table.phase.value,
            "state": dump(table),
            "due_at": due_at(table) if live else None,
            "more": len(change.events),
        },
    )
    _log(connection, change, logged=logged)
    _move(connection, change)
    for event in change.events:
        if isinstance(event, Settled | Voided | SeatsDrawn):
            facts.keep(connection, table, ended=event)
            forget_drafts(connection, table.id, serial=event.result.serial)
            hurry(connection, table.id, board(event.result.serial))
        if isinstance(event, Dealt):
            hurry(connection, table.id, board(table.serial))
        if isinstance(event, ChatMoved):
            repost(connection, table.id, present(table), now=change.now)
    touched = touched_screens(change.before, table, change.events)
    touch(connection, table, audiences=touched, now=change.now)


def log(connection: Connection, table: TableId) -> list[Event]:
    """All that has happened at a table, oldest first."""
    return [load_event(row.kind, row.body) for row in connection.execute(_EVENTS, {"table": table})]


def due_tables(connection: Connection, now: int, limit: int) -> list[TableId]:
    """Tables whose due time has come, longest due first."""
    return [TableId(key) for (key,) in prepared.rows(connection, _DUE, {"now": now, "most": limit})]


def next_due(connection: Connection) -> int | None:
    """When the next table is due (milliseconds)."""
    found: int | None = prepared.scalar(connection, _NEXT_DUE, {})
    return found


def _log(connection: Connection, change: Change, *, logged: int) -> None:
    if not change.events:
        return
    first = logged - len(change.events) + 1
    lines = [_line(change, number, place=first + number) for number in range(len(change.events))]
    try:
        prepared.change(connection, _LOG, *lines)
    except IntegrityError as error:
        if "press" in str(error.orig):
            raise AlreadyDone(change.press) from error
        raise


def _line(change: Change, number: int, *, place: int) -> Row:
    kind, body = dump_event(change.events[number])
    return {
        "table_id": change.after.id,
        "number": place,
        "kind": kind,
        "body": body,
        "at": change.now,
        "press": (change.press or None) if number == 0 else None,
    }


def _move(connection: Connection, change: Change) -> None:
    """Let people take or leave their places in `seated`."""
    before = _people(change.before) if change.before else frozenset()
    after = _people(change.after)
    table = change.after.id
    if left := sorted(before - after):
        prepared.change(connection, _STAND, *_persons(left, table=table))
    if come := sorted(after - before):
        prepared.change(connection, _SIT, *[{"person": person, "table_id": table} for person in come])


def _persons(people: Sequence[PersonId], *, table: TableId) -> list[Row]:
    return [{"table": table, "who": person} for person in people]


def _people(table: Table) -> frozenset[PersonId]:
    """Those who sit at a live table, will with the next opening, or wait for a seat."""
    if table.phase is Phase.ENDED:
        return frozenset()
    seats = [seat for seat in table.seats if seat is not None]
    sitting = frozenset(person for seat in seats for person in (seat.person, seat.heir) if person is not None)
    return sitting | {waiter.person for waiter in table.queue}
