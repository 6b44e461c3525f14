"""A cut that comes before its board is noted: the player only did what the board showed, so the press waits for it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from core.errors import Illegal

TOO_EARLY: Final = "cut/not-yet"
LONGEST: Final = 2.5
"""Seconds; a message that stands in the chat is noted much sooner."""
STEP: Final = 0.1
Found = TypeVar("Found")


async def patiently(ask: Callable[[], Awaitable[Found]]) -> Found:
    """Ask again in short steps while the answer is `cut/not-yet`; after the longest wait that is the answer."""
    until = time.monotonic() + LONGEST
    while True:
        try:
            return await ask()
        except Illegal as refusal:
            if refusal.code != TOO_EARLY or time.monotonic() + STEP > until:
                raise
        await asyncio.sleep(STEP)
