"""A cut that comes before its board is noted: the player only did what the board showed, so the press waits for it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from core.errors import Illegal

TOO_EARLY: Final = "cut/not-yet"
LONGEST: Final = 6.0
"""Seconds; a message that stands in the chat is noted much sooner, unless very many are sent at once."""
STEP: Final = 0.1
LONGEST_STEP: Final = 0.8
Found = TypeVar("Found")


async def patiently(ask: Callable[[], Awaitable[Found]]) -> Found:
    """Ask again in short steps while the answer is `cut/not-yet`; after the longest wait that is the answer."""
    until, step = time.monotonic() + LONGEST, STEP
    while True:
        try:
            return await ask()
        except Illegal as refusal:
            if refusal.code != TOO_EARLY or time.monotonic() + step > until:
                raise
        await asyncio.sleep(step)
        step = min(2 * step, LONGEST_STEP)
