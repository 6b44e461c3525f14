"""Discord's own limits of pace."""

import time
from dataclasses import dataclass, field
from typing import Final

_WINDOWS: Final = {"POST": (5, 5.0), "PATCH": (5, 5.0), "DELETE": (5, 1.0)}


@dataclass
class Pace:
    """So many requests in so many seconds for the messages of one channel, and for one token."""

    windows: dict[str, tuple[int, float]] = field(default_factory=lambda: dict(_WINDOWS))
    token_window: tuple[int, float] = (5, 2.0)
    refused: int = 0
    _buckets: dict[str, tuple[float, int]] = field(default_factory=dict)

    def headers(self, method: str, path: str) -> tuple[dict[str, str], float]:
        """The headers of the answer, and the seconds to wait if it is refused (else 0)."""
        bucket = self._bucket(method, path)
        if bucket is None:
            return {}, 0
        name, key, (limit, seconds) = bucket
        now = time.time()
        ends, used = self._buckets.get(key, (0.0, 0))
        if now >= ends:
            ends, used = now + seconds, 0
        refused = used >= limit
        self._buckets[key] = (ends, used + (not refused))
        self.refused += refused
        left = limit - used - 1
        headers = {
            "X-RateLimit-Bucket": name,
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, left)),
            "X-RateLimit-Reset": f"{ends:.3f}",
            "X-RateLimit-Reset-After": f"{ends - now:.3f}",
        }
        return headers, (ends - now if refused else 0)

    def _bucket(self, method: str, path: str) -> tuple[str, str, tuple[int, float]] | None:
        parts = path.split("/")
        if parts[1] == "channels" and len(parts) > 3 and parts[3] == "messages" and method in self.windows:
            return f"messages-{method.lower()}", f"{method} {parts[2]}", self.windows[method]
        if parts[1] == "webhooks":
            return f"token-{method.lower()}", f"{method} {parts[3]}", self.token_window
        return None
