"""Two open panels of one person, in the channel and in direct messages: a press in one is shown in the other."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from core.ids import ChatId, PersonId

QUIET_SECONDS: Final = 2.0
"""How long presses are gathered: whoever presses on, or submits, costs no more calls."""
_Key = tuple[PersonId, ChatId]
Renew = Callable[[PersonId, ChatId, bool], Awaitable[None]]


class Mirror:
    """Renews the panel that was not pressed; nothing depends on it, so whatever fails is left."""

    def __init__(self, renew: Renew, *, seconds: float = QUIET_SECONDS) -> None:
        self._renew = renew
        self._seconds = seconds
        self._pressed: dict[_Key, bool] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, person: PersonId, chat: ChatId, *, direct: bool) -> None:
        """The panel on this side shows a new draft; the other one follows."""
        waits = (person, chat) in self._pressed
        self._pressed[person, chat] = direct
        if not waits:
            task = asyncio.create_task(self._follow(person, chat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def told(self, person: PersonId, chat: ChatId) -> None:
        """The worker brings both up to date."""
        self._pressed.pop((person, chat), None)

    async def stop(self) -> None:
        """Leave what waits."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _follow(self, person: PersonId, chat: ChatId) -> None:
        await asyncio.sleep(self._seconds)
        pressed = self._pressed.pop((person, chat), None)
        if pressed is not None:
            with suppress(Exception):
                await self._renew(person, chat, not pressed)
