"""Drawing in small portions, so that many screens which are wanted at once hold up nothing else."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeVar

PORTION: Final = 0.01
"""Seconds of drawing in one turn of the loop; the screen that goes beyond is the last of its turn."""
Drawing = TypeVar("Drawing")


class Pencil:
    """One for all that a process draws in its loop."""

    def __init__(self) -> None:
        self._wanted: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()

    async def draw(self, make: Callable[[], Drawing]) -> Drawing:
        """What `make` draws, or raises, in the next turn that has room for it; one after another as they are asked."""
        loop = asyncio.get_running_loop()
        drawn: asyncio.Future[Drawing] = loop.create_future()
        self._wanted.append((make, drawn))
        if len(self._wanted) == 1:
            loop.call_soon(self._go_on)
        return await drawn

    def _go_on(self) -> None:
        until = time.perf_counter() + PORTION
        while self._wanted and time.perf_counter() < until:
            make, drawn = self._wanted[0]
            if not drawn.cancelled():
                _settle(drawn, make)
            self._wanted.popleft()
        if self._wanted:
            asyncio.get_running_loop().call_soon(self._go_on)


def _settle(drawn: asyncio.Future[Any], make: Callable[[], Any]) -> None:
    try:
        drawn.set_result(make())
    except StopIteration as error:
        drawn.set_exception(RuntimeError(repr(error)))  # no future takes that one
    except Exception as error:  # noqa: BLE001 # raised where it was asked for
        drawn.set_exception(error)
