"""The database as a whole: one SQLite file, one writer with group commit, readers that never write."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from storage.backup import backup, restore
from storage.files import Lock, inspect, lock, require_writable
from storage.migrate import create, take_over, upgrade
from storage.migrations import revisions
from storage.trouble import DatabaseTrouble, trouble
from storage.writer import Writer

__all__ = ["Database", "DatabaseTrouble", "backup", "restore"]

Found = TypeVar("Found")
JournalMode = Literal["wal", "delete", "truncate", "persist"]

BUSY_TIMEOUT: Final = 5_000
READERS: Final = 1
"""Threads that read: all of them compute in turn with the loop, and a second one made every press slower."""
READER_CACHE: Final = 256
"""Kilobytes of pages that a reader keeps; what it reads next has mostly changed, and the system has it in memory."""
HIDDEN: Final = True
"""An error's text, which a log may show, holds none of a statement's values: hands and secrets stand in them."""
CLOSING: Final = 2.0
"""Seconds after which closing no longer waits for readers."""


class Database:
    """An open database; `journal_mode` is what SQLite really gave."""

    def __init__(self, lock: Lock, *, writer: Writer, readers: Engine, path: Path) -> None:
        self.path = path
        self.journal_mode = ""
        self._lock = lock
        self._writer = writer
        self._readers = readers
        self._closing = False
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="storage reader")

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

    async def run(self, act: Callable[[Connection], Found], *, first: bool = False) -> Found:
        """Do `act` in a transaction of its own; answers after the commit and raises what `act` raised.

        `first`: before all that waits, for what is short and keeps somebody outside waiting.
        """
        return cast("Found", await self._writer.run(act, first=first))

    async def read(self, query: Callable[[Connection], Found]) -> Found:
        """What `query` finds, seen at one moment; it runs in a thread and cannot write.

        Whoever gives up waiting leaves the reading to end by itself.
        """
        if self._closing:
            raise DatabaseTrouble("database/closed", path=str(self.path))
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, query)

    def _read(self, query: Callable[[Connection], Found]) -> Found:
        try:
            with self._readers.connect() as connection:
                return query(connection)
        except DBAPIError as error:
            raise trouble(error, self.path) or error from error
        except StopIteration as error:
            raise RuntimeError(repr(error)) from error  # no future takes that one

    async def close(self) -> None:
        """Finish what is queued and close everything; gives up waiting after two seconds."""
        self._closing = True
        try:
            async with asyncio.timeout(CLOSING):
                await asyncio.to_thread(self._threads.shutdown)
                self._readers.dispose()
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
    address = _url(path, mode="rw")
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


def _readers(path: Path) -> Engine:
    address = _url(path, mode="ro")
    engine = create_engine(address, pool_size=READERS, max_overflow=0, hide_parameters=HIDDEN)

    @event.listens_for(engine, "connect")
    def begin_by_hand(driver: Any, _record: object) -> None:
        driver.isolation_level = None
        driver.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
        driver.execute(f"PRAGMA cache_size = -{READER_CACHE}")

    @event.listens_for(engine, "begin")
    def see_one_moment(connection: Connection) -> None:
        connection.connection.cursor().execute("BEGIN")

    return engine


def _url(path: Path, *, mode: str) -> URL:
    """A `file:` address, so that SQLite opens what exists and never makes an empty file."""
    return URL.create("sqlite+pysqlite", database=path.absolute().as_uri(), query={"mode": mode, "uri": "true"})
