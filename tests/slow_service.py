"""The real service on a storage that can be slow or broken."""

import asyncio
from collections.abc import Mapping

from bot.service import Reply, Service
from core.ids import ChatId
from core.table.commands import Actor


class SlowService(Service):
    """The service with a storage that takes its time, or fails."""

    seconds = 0.0
    failure: Exception | None = None

    async def press(self, actor: Actor, chat: ChatId, token: str, fields: Mapping[str, str], *, press: str) -> Reply:
        await self._take_time()
        return await super().press(actor, chat, token, fields, press=press)

    async def say(self, actor: Actor, chat: ChatId, text: str, *, press: str) -> Reply:
        await self._take_time()
        return await super().say(actor, chat, text, press=press)

    async def _take_time(self) -> None:
        await asyncio.sleep(self.seconds)
        if self.failure is not None:
            raise self.failure
