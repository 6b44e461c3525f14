"""How many calls a group takes in a minute, and what waits so that the rest is left for what must go out."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

WINDOW: Final = 60.0
"""Seconds."""
PLANNED: Final = 18
"""Calls in a window that are planned with; Telegram takes about 20 in a group."""
COSMETIC: Final = 6
STEPS: Final = 8
TIDY: Final = 4
_SHORTEST: Final = 0.5
_MOST: Final = 1_000
_COUNTED: Final = ("send", "edit", "copy", "forward")


class Allowance:
    """The calls of the last minute, by group; private chats are not counted. `now` counts seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._calls: dict[int, deque[float]] = {}

    def note(self, chat: int) -> None:
        """A call goes out to this chat."""
        if chat < 0:
            self._calls.setdefault(chat, deque()).append(self._now())
            if len(self._calls) > _MOST:
                self._calls = {each: calls for each, calls in self._calls.items() if self._recent(each)}

    def called(self, method: str, chat: object) -> None:
        """The same by the name of the Bot API's method; those that put nothing into a chat do not count."""
        if method.startswith(_COUNTED) and str(chat).lstrip("-").isdecimal():
            self.note(int(str(chat)))

    def left(self, chat: int) -> int:
        """How many calls can still be planned with."""
        return PLANNED - len(self._recent(chat))

    def wait(self, chat: int, needed: int) -> float:
        """Seconds until so many are left, 0 when they are."""
        calls = self._recent(chat)
        over = len(calls) + needed - PLANNED
        if over <= 0:
            return 0.0
        return max(calls[min(over, len(calls)) - 1] + WINDOW - self._now(), _SHORTEST)

    def _recent(self, chat: int) -> deque[float]:
        calls = self._calls.get(chat) or deque()
        while calls and self._now() - calls[0] >= WINDOW:
            calls.popleft()
        return calls
