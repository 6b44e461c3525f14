"""Places for calls: so many at once, and whoever hangs gives theirs to the next."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

PATIENCE: Final = 1.0
"""Seconds after which a call that still hangs holds up no other."""


class Slots:
    """Room for so many calls that are answered soon."""

    def __init__(self, number: int, *, patience: float = PATIENCE) -> None:
        self._free = asyncio.Semaphore(number)
        self._patience = patience

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Wait for a place and hold it, while the call does not take too long."""
        await self._free.acquire()
        held = True

        def leave() -> None:
            nonlocal held
            if held:
                held = False
                self._free.release()

        timer = asyncio.get_running_loop().call_later(self._patience, leave)
        try:
            yield
        finally:
            timer.cancel()
            leave()
