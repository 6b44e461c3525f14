"""The database as a whole: one SQLite file, one writer with group commit, readers that never write."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, cast

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import await_only

from storage.backup import backup, restore
from storage.files import Lock, inspect, lock, require_writable
from storage.migrate import create, take_over, upgrade
from storage.migrations import revisions
from storage.trouble import DatabaseTrouble, trouble
from storage.writer import Writer

if TYPE_CHECKING:
    import aiosqlite

__all__ = ["Database", "DatabaseTrouble", "backup", "restore"]

Found = TypeVar("Found")
JournalMode = Literal["wal", "delete", "truncate", "persist"]

BUSY_TIMEOUT: Final = 5_000
READERS: Final = 4
READER_CACHE: Final = 256
"""Kilobytes of pages that a reader keeps; what it reads next has mostly changed, and the system has it in memory."""
HIDDEN: Final = True
"""An error's text, which a log may show, holds none of a statement's values: hands and secrets stand in them."""
CLOSING: Final = 2.0
"""Seconds after which closing no longer waits for readers."""


class Database:
    """An open database; `journal_mode` is what SQLite really gave."""

    def __init__(self, lock: Lock, *, writer: Writer, readers: AsyncEngine, path: Path) -> None:
        self.path = path
        self.journal_mode = ""
        self._lock = lock
        self._writer = writer
        self._readers = readers
        self._reading: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(
        cls, path: str | Path, *, journal_mode: JournalMode = "wal", commit_delay: float = 0.0
    ) -> "Database":
        """Lock, check, migrate (after a backup) and open; `commit_delay` slows each commit, for measuring only."""
        place = Path(path)
        held = lock(place)
        modes: list[str] = []

        def opening() -> Connection:
            connection, mode = _prepare(place, journal_mode=journal_mode)
            modes.append(mode)
            return connection

        try:
            writer = Writer(opening, path=str(place), commit_delay=commit_delay)
            await writer.start()
        except BaseException as error:
            held.release()
            raise trouble(error, place) or error from error
        database = cls(held, writer=writer, readers=_readers(place), path=place)
        database.journal_mode = modes[0]
        return database

    async def run(self, act: Callable[[Connection], Found]) -> Found:
        """Do `act` in a transaction of its own; answers after the commit and raises what `act` raised."""
        return cast("Found", await self._writer.run(act))

    async def read(self, query: Callable[[Connection], Found]) -> Found:
        """What `query` finds, seen at one moment; it cannot write.

        Whoever gives up waiting leaves the reading to end by itself: its connection is given back or closed in order.
        """
        reading = asyncio.create_task(self._read(query))
        self._reading.add(reading)
        reading.add_done_callback(self._read_out)
        return await asyncio.shield(reading)

    def _read_out(self, reading: asyncio.Task[Any]) -> None:
        self._reading.discard(reading)
        if not reading.cancelled():
            reading.exception()  # nobody may be left to hear of it

    async def _read(self, query: Callable[[Connection], Found]) -> Found:
        try:
            async with self._readers.connect() as connection:
                return await connection.run_sync(query)
        except DBAPIError as error:
            raise trouble(error, self.path) or error from error

    async def close(self) -> None:
        """Finish what is queued and close everything; gives up waiting after two seconds."""
        try:
            async with asyncio.timeout(CLOSING):
                await asyncio.gather(*self._reading, return_exceptions=True)
                await self._readers.dispose()
                await self._writer.stop()
        except TimeoutError:
            return  # the thread may still write: the lock stays until the process ends
        self._lock.release()


def _prepare(path: Path, *, journal_mode: JournalMode) -> tuple[Connection, str]:
    """The writing connection of a checked, present database and the journal mode that it got."""
    revision = None
    if os.path.lexists(path):
        require_writable(path)
        revision = inspect(path)
    else:
        create(path)
    address = _url(path, driver="pysqlite", mode="rw")
    connection = create_engine(address, poolclass=NullPool, hide_parameters=HIDDEN).connect()
    try:
        if revision not in {None, revisions()[-1]}:
            backup(path, path.with_name(f"{path.name}.before-{revisions()[-1]}"))
            upgrade(connection, path)
        return connection, _set_up(connection, journal_mode=journal_mode)
    except BaseException:
        connection.close()
        raise


def _set_up(connection: Connection, *, journal_mode: JournalMode) -> str:
    driver = take_over(connection)
    driver.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    mode = driver.execute(f"PRAGMA journal_mode = {journal_mode}").fetchone()[0]
    driver.execute("PRAGMA synchronous = FULL")
    driver.execute("PRAGMA foreign_keys = ON")
    driver.execute("SELECT 1 FROM meta").fetchall()  # opens the log now, so that this connection also clears it away
    return str(mode)


def _readers(path: Path) -> AsyncEngine:
    address = _url(path, driver="aiosqlite", mode="ro")
    engine = create_async_engine(address, pool_size=READERS, max_overflow=0, hide_parameters=HIDDEN)

    @event.listens_for(engine.sync_engine, "connect")
    def begin_by_hand(driver: Any, _record: object) -> None:
        driver.isolation_level = None
        cursor = driver.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
        cursor.execute(f"PRAGMA cache_size = -{READER_CACHE}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def see_one_moment(connection: Connection) -> None:
        driver = cast("aiosqlite.Connection", connection.connection.driver_connection)
        await_only(driver.execute("BEGIN"))  # one hop to its thread and not four

    return engine


def _url(path: Path, *, driver: str, mode: str) -> URL:
    """A `file:` address, so that SQLite opens what exists and never makes an empty file."""
    return URL.create(f"sqlite+{driver}", database=path.absolute().as_uri(), query={"mode": mode, "uri": "true"})
