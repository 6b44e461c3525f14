"""The one writing connection, in its own thread: jobs queue up, and those that wait together share one commit."""

import asyncio
import contextlib
import itertools
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from queue import Empty, PriorityQueue
from typing import Any, Final, cast

from sqlalchemy import Connection

from storage.trouble import DatabaseTrouble, trouble

BATCH: Final = 64
"""The most jobs that share a commit."""
PORTION: Final = 0.03
"""Seconds of work after which a commit takes up no more jobs, so that those who wait for it hear soon."""
SHARE: Final = 3
"""So many times as long as the disk took for the last commit is worked all the same: on a slow one too most time is work."""


_FIRST, _NEXT, _LAST = range(3)


@dataclass(slots=True, order=True)
class Job:
    """One transaction's work and who waits for it; `outcome` is settled by the commit, not before."""

    rank: int
    number: int
    act: Callable[[Connection], Any] = field(compare=False)
    answer: asyncio.Future[Any] | None = field(compare=False, default=None)
    outcome: Any = field(compare=False, default=None)
    error: BaseException | None = field(compare=False, default=None)


class Writer:
    """A thread that owns a connection from its opening to its end; `opening` runs there first."""

    def __init__(self, opening: Callable[[], Connection], *, path: str, commit_delay: float) -> None:
        self._opening = opening
        self._path = path
        self._delay = commit_delay
        self._jobs: PriorityQueue[Job] = PriorityQueue()
        self._numbers = itertools.count()
        self._loop = asyncio.get_running_loop()
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._ended = asyncio.Event()
        self._closing = False
        self._took = 0.0
        # A daemon: a program that forgets to close still ends, and loses nothing that was answered.
        self._thread = threading.Thread(target=self._live, name="storage writer", daemon=True)

    async def start(self) -> None:
        """Open the connection; raises what the opening raised."""
        self._thread.start()
        await asyncio.shield(self._opened)

    async def run(self, act: Callable[[Connection], Any], *, first: bool = False) -> Any:
        """Do `act` in a transaction and return its result once that is on the disk; raises what it raised.

        `first`: before all that waits.
        """
        if self._closing:
            raise DatabaseTrouble("database/closed", path=self._path)
        answer = self._loop.create_future()
        self._jobs.put(Job(_FIRST if first else _NEXT, next(self._numbers), act, answer))
        return await answer

    async def stop(self) -> None:
        """Finish what is queued and close the connection."""
        if not self._closing:
            self._closing = True
            self._jobs.put(Job(_LAST, next(self._numbers), _nothing))
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
            batch: list[Job] = []
            self._commit(batch, connection=connection, driver=driver)
            going = batch[-1].rank != _LAST
            self._tell(_answer, batch)

    def _coming(self) -> Iterator[Job]:
        """The next job, as soon as there is one, and those that can share its commit without keeping it waiting."""
        job, began = self._jobs.get(), time.monotonic()
        yield job
        portion = max(PORTION, SHARE * self._took)
        with contextlib.suppress(Empty):
            for _ in range(BATCH - 1):
                if job.rank == _LAST or time.monotonic() - began > portion:
                    return
                job = self._jobs.get_nowait()
                yield job

    def _commit(self, batch: list[Job], *, connection: Connection, driver: sqlite3.Connection) -> None:
        """Take up a batch and commit it."""
        try:
            for job in self._coming():
                batch.append(job)
                if len(batch) == 1:
                    driver.execute("BEGIN IMMEDIATE")
                _attempt(job, connection=connection, driver=driver)
            before = time.monotonic()
            if self._delay:
                time.sleep(self._delay)
            driver.execute("COMMIT")
            self._took = time.monotonic() - before
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


def _nothing(_connection: Connection) -> None:
    """The work of the last job."""


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
        if job.answer is None or job.answer.done():
            continue
        if job.error is not None:
            job.answer.set_exception(job.error)
        else:
            job.answer.set_result(job.outcome)
