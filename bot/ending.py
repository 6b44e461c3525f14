"""How a process ends: in order after the first signal, at once after the second, in five seconds whatever hangs."""

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

LONGEST: Final = 4.6
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Ending:
    """The wish to end. Made and signalled in the main thread, awaited in the loop."""

    def __init__(self) -> None:
        self._wished = False
        self._event = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def signals(self) -> Iterator[None]:
        """Listen to SIGINT and SIGTERM; what listened before comes back afterwards."""
        before = {number: signal.signal(number, self._signalled) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def wished(self) -> None:
        """Return when somebody wants the process to end."""
        self._loop = asyncio.get_running_loop()
        if not self._wished:
            await self._event.wait()

    def wish(self) -> None:
        """End in order."""
        self._wished = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._event.set)

    def _signalled(self, number: int, _frame: FrameType | None) -> None:
        if self._wished:
            os._exit(128 + number)
        limit = threading.Timer(LONGEST, os._exit, (128 + number,))
        limit.daemon = True
        limit.start()
        self.wish()
