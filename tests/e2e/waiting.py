"""Waiting for what another process does."""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from tests.e2e.serving import Serving

T = TypeVar("T")


async def until(look: Callable[[], T], *, seconds: float = 30, every: float = 0.01) -> T:
    """Look again and again until there is something; what it is. `TimeoutError` with the last look otherwise."""
    end = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError(found)
        await asyncio.sleep(every)
    return found


async def all_sit(serving: Serving, people: Iterable[str], *, seconds: float = 60, every: float = 0.01) -> None:
    """Wait until these persons sit: a press that is answered by "received" has not seated anybody yet."""
    wanted = set(people)
    await until(
        lambda: wanted <= {person for (person,) in serving.query("SELECT person FROM seated")},
        seconds=seconds,
        every=every,
    )
