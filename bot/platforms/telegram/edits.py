"""Edits of private messages: the first goes out at once, what follows is merged, and the last always goes out."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.platforms.base import Later
from bot.platforms.telegram.drawing import Drawn

EVERY: Final = 1.2
"""Seconds from one edit of a message to its next."""
REMEMBERED: Final = 4_000
LONGEST_PAUSE: Final = 60.0
SHORT_PAUSE: Final = 1.0
"""Seconds after a flood warning that are waited out."""
Send = Callable[[int, int, Drawn], Awaitable[None]]
_Key = tuple[int, int]


@dataclass
class _Message:
    """What a message shows, and what it shall show; `told` hears how that went, `task` brings it there.

    `shown` is a digest, for many are remembered; `held`: until when nothing may go out to it.
    """

    shown: int | None = None
    wished: Drawn | None = None
    at: float = float("-inf")
    held: float = float("-inf")
    told: asyncio.Future[None] | None = None
    task: asyncio.Task[None] | None = None


class Edits:
    """The messages of one process; `send` edits one (chat, message, drawing) and raises what the worker knows."""

    def __init__(self, send: Send, *, every: float = EVERY) -> None:
        self._send = send
        self._every = every
        self._messages: OrderedDict[_Key, _Message] = OrderedDict()

    def wish(self, chat: int, message: int, drawn: Drawn) -> Awaitable[None]:
        """Bring the message to this drawing, or to a newer one that comes meanwhile; begun at once.

        Whoever awaits the answer hears how it went: what stood in the way is raised, a flood warning at once.
        """
        one = self._one(chat, message)
        if one.task is None and hash(drawn) == one.shown:
            return asyncio.sleep(0)
        one.wished = drawn
        if one.task is not None and (left := one.held - self._now()) > SHORT_PAUSE:
            return _later(left)
        if one.told is None:
            one.told = asyncio.get_running_loop().create_future()
            one.told.add_done_callback(_heard)
        if one.task is None:
            one.task = asyncio.create_task(self._bring((chat, message), one))
        return asyncio.shield(one.told)

    def knows(self, chat: int, message: int, drawn: Drawn) -> None:
        """A new message shows this drawing."""
        self._one(chat, message).shown = hash(drawn)

    def doubt(self, chat: int, message: int) -> None:
        """The message may not stand there any more: the next edit goes out even if it changes nothing."""
        self._one(chat, message).shown = None

    def drop(self, chat: int, message: int) -> None:
        """What this message should have shown is over."""
        one = self._one(chat, message)
        one.shown = one.wished = None
        told, one.told = one.told, None
        if told is not None and not told.done():
            told.set_result(None)

    async def stop(self) -> None:
        """Bring nothing more; what was not brought is drawn anew with the next press."""
        tasks = [one.task for one in self._messages.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in self._messages.values():
            _end(one)

    def __len__(self) -> int:
        return len(self._messages)

    async def _bring(self, key: _Key, one: _Message) -> None:
        try:
            while one.wished is not None:
                pause = 0.0
                try:
                    await asyncio.sleep(max(0.0, one.at + self._every - self._now()))
                    await self._once(key, one)
                except Later as later:
                    pause = min(later.seconds, LONGEST_PAUSE)
                    one.held = self._now() + pause
                await asyncio.sleep(pause)
        finally:
            _end(one)

    async def _once(self, key: _Key, one: _Message) -> None:
        """One edit; whoever waits hears how it went. After `Later` it is tried again, after anything else not."""
        drawn, told = one.wished, one.told
        one.wished = one.told = None
        one.at = self._now()
        try:
            if drawn is not None and hash(drawn) != one.shown:
                one.shown = None
                await self._send(*key, drawn)
                one.shown = hash(drawn)
        except Later as later:
            if one.wished is None:  # nothing newer has come meanwhile
                one.wished = drawn
            _fail(told, later)
            raise
        except asyncio.CancelledError:
            _fail(told, Later(LONGEST_PAUSE))
            raise
        except Exception as error:  # noqa: BLE001 # it is raised where somebody waits for it
            _fail(told, error)
        else:
            if told is not None and not told.done():
                told.set_result(None)

    def _one(self, chat: int, message: int) -> _Message:
        one = self._messages.pop((chat, message), None) or _Message()
        self._messages[chat, message] = one
        while len(self._messages) > REMEMBERED:
            oldest = next(iter(self._messages))
            if self._messages[oldest].task is not None:
                break
            del self._messages[oldest]
        return one

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


async def _later(seconds: float) -> None:
    """Nobody waits out a long pause: the wish is kept and goes out after it."""
    raise Later(seconds)


def _end(one: _Message) -> None:
    """Nothing brings it any more; whoever still waits is told to come again."""
    one.task = None
    _fail(one.told, Later(LONGEST_PAUSE))
    one.told = None


def _fail(told: asyncio.Future[None] | None, error: Exception) -> None:
    if told is not None and not told.done():
        told.set_exception(error)


def _heard(told: asyncio.Future[None]) -> None:
    """Nobody may wait for it any more."""
    with suppress(asyncio.CancelledError):
        told.exception()
