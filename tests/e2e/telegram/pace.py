"""Telegram's floods: so many calls a minute in a group, about one a second in a private chat."""

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from math import ceil

COUNTED = frozenset(
    {"sendMessage", "sendPhoto", "editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup"}
)


@dataclass
class Pace:
    """What was called in each chat and when; more than what is allowed is refused with the seconds to wait."""

    group: tuple[int, float] = (20, 60.0)
    private: tuple[int, float] = (30, 30.0)  # bursts are borne
    refused: int = 0
    taken: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    _window: dict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def wait(self, method: str, chat: int) -> int:
        """0 if the call may pass, which counts it; else the whole seconds until one may."""
        if method not in COUNTED:
            return 0
        limit, seconds = self.group if chat < 0 else self.private
        now, window = time.monotonic(), self._window[chat]
        while window and window[0] <= now - seconds:
            window.popleft()
        if len(window) >= limit:
            self.refused += 1
            return max(1, ceil(window[0] + seconds - now))
        window.append(now)
        self.taken[chat].append(now)
        return 0

    def busiest(self, chat: int, *, seconds: float = 60) -> int:
        """The most calls in a chat within any such time."""
        times = self.taken[chat]
        return max((sum(1 for at in times[n:] if at < begun + seconds) for n, begun in enumerate(times)), default=0)
