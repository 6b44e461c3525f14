"""Waiting for what another process does."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def until(look: Callable[[], T], *, seconds: float = 30, every: float = 0.01) -> T:
    """Look again and again until there is something; what it is. `TimeoutError` with the last look otherwise."""
    end = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError(found)
        await asyncio.sleep(every)
    return found
