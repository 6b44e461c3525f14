"""The same message asked for twice is sent once: Telegram itself does not know of it."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from bot.platforms.base import Gone

REMEMBERED: Final = 4_000


@dataclass
class _Sending:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    sent: str = ""


class Nonces:
    """What was sent under which name, in memory alone."""

    def __init__(self) -> None:
        self._sendings: OrderedDict[str, _Sending] = OrderedDict()

    async def once(
        self, nonce: str, send: Callable[[], Awaitable[str]], *, again: Callable[[str], Awaitable[None]]
    ) -> str:
        """Send it, or do `again` with what was sent under this name before; what has gone since is sent anew."""
        sending = self._sendings.setdefault(nonce, _Sending())
        if len(self._sendings) > REMEMBERED:
            self._sendings.popitem(last=False)
        async with sending.lock:
            if sending.sent:
                try:
                    await again(sending.sent)
                except Gone:
                    sending.sent = ""
            sending.sent = sending.sent or await send()
            return sending.sent
