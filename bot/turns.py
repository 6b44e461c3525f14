"""One thing after another for each person: presses, and what is pushed into a hand beside them.

Direct messages and the channel have turns of their own: where one of them hangs, the other goes on.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from core.ids import PersonId


@dataclass
class _Turn:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Turns:
    """Locks by person, kept only while somebody holds or awaits them."""

    def __init__(self) -> None:
        self._turns: dict[tuple[PersonId, bool], _Turn] = {}

    @asynccontextmanager
    async def of(self, person: PersonId, *, direct: bool) -> AsyncIterator[None]:
        """Wait until whatever this person asked before is done there, and hold back what comes after."""
        turn = self._turns.setdefault((person, direct), _Turn())
        turn.waiting += 1
        try:
            async with turn.lock:
                yield
        finally:
            turn.waiting -= 1
            if not turn.waiting:
                self._turns.pop((person, direct), None)

    def __len__(self) -> int:
        return len(self._turns)
