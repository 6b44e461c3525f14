"""The one writing connection, in its own thread: jobs queue up, and those that wait together share one commit."""

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final, cast

from sqlalchemy import Connection

from storage.trouble import DatabaseTrouble, trouble

BATCH: Final = 64
"""The most jobs that share a commit."""


@dataclass(slots=True)
class Job:
    """One transaction's work and who waits for it; `outcome` is settled by the commit, not before."""

    act: Callable[[Connection], Any]
    answer: asyncio.Future[Any]
    outcome: Any = None
    error: BaseException | None = None


class Writer:
    """A thread that owns a connection from its opening to its end; `opening` runs there first."""

    def __init__(self, opening: Callable[[], Connection], *, path: str, commit_delay: float) -> None:
        self._opening = opening
        self._path = path
        self._delay = commit_delay
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._ended = asyncio.Event()
        self._closing = False
        # A daemon: a program that forgets to close still ends, and loses nothing that was answered.
        self._thread = threading.Thread(target=self._live, name="storage writer", daemon=True)

    async def start(self) -> None:
        """Open the connection; raises what the opening raised."""
        self._thread.start()
        await asyncio.shield(self._opened)

    async def run(self, act: Callable[[Connection], Any]) -> Any:
        """Do `act` in a transaction and return its result once that is on the disk; raises what it raised."""
        if self._closing:
            raise DatabaseTrouble("database/closed", path=self._path)
        job = Job(act, self._loop.create_future())
        self._jobs.put(job)
        return await job.answer

    async def stop(self) -> None:
        """Finish what is queued and close the connection."""
        if not self._closing:
            self._closing = True
            self._jobs.put(None)
        await self._ended.wait()

    def _live(self) -> None:
        try:
            connection = self._opening()
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the opening
            self._tell(self._refuse, error)
            return
        self._tell(self._opened.set_result, None)
        try:
            self._work(connection)
        finally:
            connection.close()
            connection.engine.dispose()
            self._tell(self._ended.set)

    def _refuse(self, error: BaseException) -> None:
        self._closing = True
        self._ended.set()
        self._opened.set_exception(error)

    def _work(self, connection: Connection) -> None:
        driver = cast("sqlite3.Connection", connection.connection.driver_connection)
        going = True
        while going:
            batch, going = self._batch()
            if batch:
                self._commit(batch, connection=connection, driver=driver)
                self._tell(_answer, batch)

    def _batch(self) -> tuple[list[Job], bool]:
        """The jobs that wait now, at least one; False with the last ones."""
        batch: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == BATCH:
                return batch, True
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: Sequence[Job], *, connection: Connection, driver: sqlite3.Connection) -> None:
        try:
            driver.execute("BEGIN IMMEDIATE")
            for job in batch:
                _attempt(job, connection=connection, driver=driver)
            if self._delay:
                time.sleep(self._delay)
            driver.execute("COMMIT")
        except BaseException as error:  # noqa: BLE001 - nothing of this batch is stored, and each of its jobs must know
            self._fail(batch, error=error, driver=driver)
        for job in batch:
            job.error = (trouble(job.error, self._path) or job.error) if job.error else None

    def _fail(self, batch: Sequence[Job], *, error: BaseException, driver: sqlite3.Connection) -> None:
        if driver.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # the next BEGIN then says what is wrong
                driver.execute("ROLLBACK")
        for job in batch:
            job.error = job.error or error

    def _tell(self, call: Callable[..., object], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(call, *arguments)
        except RuntimeError:  # the loop has ended, so nobody waits any more
            return


def _attempt(job: Job, *, connection: Connection, driver: sqlite3.Connection) -> None:
    """Do one job in a savepoint. On a full disk SQLite may drop the whole transaction, and COMMIT still succeeds."""
    driver.execute("SAVEPOINT job")
    try:
        job.outcome = job.act(connection)
    except Exception as error:
        job.error = RuntimeError(repr(error)) if isinstance(error, StopIteration) else error  # no future takes that one
        if not driver.in_transaction:
            raise
        driver.execute("ROLLBACK TO job")
    driver.execute("RELEASE job")


def _answer(batch: Sequence[Job]) -> None:
    for job in batch:
        if job.answer.done():
            continue
        if job.error is not None:
            job.answer.set_exception(job.error)
        else:
            job.answer.set_result(job.outcome)
