"""The life of a chat platform's connection: begun, awaited, refused for good, ended; and the calls under way in it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from bot.platforms.base import Later

READY_SECONDS: Final = 15.0
PATIENCE: Final = 0.7
"""Seconds at the end for what is under way: presses that wait for their answer, messages that were sent."""
RETRY_SECONDS: Final = (1.0, 2.0, 5.0, 15.0, 60.0)
"""How long a network that is down is left alone, ever longer."""
AWAY_SECONDS: Final = 5.0
"""When the worker tries again what cannot be sent now."""


class Lifetime:
    """One connection, kept by a task of its own; `began` is set by whoever finds that it stands."""

    def __init__(self) -> None:
        self.began = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._calls = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def ended(self) -> bool:
        """Whether it was told to end, was refused, or never begun."""
        return self._running is None or self._running.done()

    async def begin(self, run: Coroutine[Any, Any, None]) -> None:
        """Keep the connection by this; returns when it stands or takes long, and raises what ends it at once."""
        self._running = asyncio.create_task(run)
        began = asyncio.create_task(self.began.wait())
        try:
            await asyncio.wait({self._running, began}, timeout=READY_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            began.cancel()
        if self._running.done():
            await self._running

    async def over(self) -> None:
        """Wait until the connection is refused for good; raises why."""
        if self._running is not None:
            await asyncio.shield(self._running)

    def end(self) -> "asyncio.Task[None] | None":
        """Take no more calls; the task that keeps the connection, None where it has ended before."""
        running, self._running = self._running, None
        self.began.clear()
        return running

    async def calm(self) -> None:
        """Wait for what is under way, as long as there is time for it at the end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._idle.wait()

    def must_stand(self) -> None:
        """Refuse what cannot be sent now."""
        if self.ended or not self.began.is_set():
            raise Later(AWAY_SECONDS)

    @asynccontextmanager
    async def under_way(self) -> AsyncIterator[None]:
        """Let the end wait for this; what it cuts off all the same is for the next start."""
        self._calls += 1
        self._idle.clear()
        try:
            yield
        except RuntimeError as error:
            if not self.ended:
                raise
            raise Later(AWAY_SECONDS) from error
        finally:
            self._calls -= 1
            if not self._calls:
                self._idle.set()


async def retried(known: Callable[[], Awaitable[bool]]) -> None:
    """Ask until the answer is yes, ever more seldom."""
    failures = 0
    while not await known():
        await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
        failures += 1
