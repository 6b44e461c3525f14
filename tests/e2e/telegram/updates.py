"""Updates on their way to the bot: long polling with its confirmations, or a webhook; doubled, lost and disputed."""

import asyncio
import itertools
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp

from tests.e2e.telegram.refusals import Refusal

USUAL: Final = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""What does not come unless it is asked for."""
_CONFLICT: Final = (
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
)


@dataclass
class Webhook:
    """Where updates are brought; `port` is where the proxy of a real host would lead."""

    url: str = ""
    secret: str = ""
    port: int = 0
    refusals: list[int] = field(default_factory=list)  # statuses that were not 2xx


@dataclass(repr=False)
class Updates:
    """The queue of one bot."""

    check: Callable[[Mapping[str, Any]], None]
    doubled: bool = False  # each update comes twice
    allowed: frozenset[str] = frozenset()  # empty: all but the unusual ones
    webhook: Webhook = field(default_factory=Webhook)
    polls: int = 0
    rivals: int = 0  # so many polls are ended by another program's
    queue: deque[dict[str, Any]] = field(default_factory=deque)
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(900_000_001))
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _poll: asyncio.Event | None = None  # of the poll that waits: set when another one comes
    _bringing: asyncio.Task[None] | None = None

    def publish(self, kind: str, content: dict[str, Any]) -> int:
        """Queue one update if the bot wants its kind; its number (0: not wanted)."""
        wanted = kind in self.allowed if self.allowed else kind not in USUAL
        if not wanted:
            return 0
        update = {"update_id": next(self._numbers), kind: _copied(content)}
        self.check(update)
        self.queue.append(update)
        self._changed.set()
        return int(update["update_id"])

    def again(self, update: dict[str, Any]) -> None:
        """Bring an update that was confirmed long ago once more."""
        self.queue.append(update)
        self._changed.set()

    async def poll(self, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        """`getUpdates`."""
        self._want(parameters)
        if self.webhook.url:
            raise Refusal(409, _CONFLICT[1])
        if self._poll is not None:
            self._poll.set()
        if self.rivals:
            self.rivals -= 1
            raise Refusal(409, _CONFLICT[0])
        self.polls += 1
        self._confirm(int(parameters.get("offset") or 0))
        await self._wait(float(parameters.get("timeout") or 0))
        waiting = list(self.queue)[: int(parameters.get("limit") or 100)]
        return [update for update in waiting for _ in range(1 + self.doubled)]

    def _confirm(self, offset: int) -> None:
        while offset > 0 and self.queue and self.queue[0]["update_id"] < offset:
            self.queue.popleft()

    async def _wait(self, seconds: float) -> None:
        own = self._poll = asyncio.Event()
        end = asyncio.get_running_loop().time() + seconds
        try:
            while not self.queue and (left := end - asyncio.get_running_loop().time()) > 0:
                self._changed.clear()
                waits = [asyncio.ensure_future(event.wait()) for event in (self._changed, own)]
                await asyncio.wait(waits, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                for wait in waits:
                    wait.cancel()
                if own.is_set():
                    raise Refusal(409, _CONFLICT[0])
        finally:
            if self._poll is own:
                self._poll = None

    def _want(self, parameters: Mapping[str, Any]) -> None:
        if parameters.get("allowed_updates") is not None:
            self.allowed = frozenset(parameters["allowed_updates"])

    def hook(self, parameters: Mapping[str, Any]) -> bool:
        """`setWebhook`, `deleteWebhook`: bring updates there, or nowhere."""
        self._want(parameters)
        self.webhook.url = str(parameters.get("url") or "")
        self.webhook.secret = str(parameters.get("secret_token") or "")
        if parameters.get("drop_pending_updates"):
            self.queue.clear()
        if self.webhook.url and self._bringing is None:
            self._bringing = asyncio.create_task(self._bring())
        return True

    async def _bring(self) -> None:
        async with aiohttp.ClientSession() as session:
            while True:
                while not self.queue or not self.webhook.url:
                    self._changed.clear()
                    await self._changed.wait()
                if await self._taken(session, self.queue[0]):
                    self.queue.popleft()
                else:
                    await asyncio.sleep(0.2)

    async def _taken(self, session: aiohttp.ClientSession, update: dict[str, Any]) -> bool:
        path = "/" + self.webhook.url.removeprefix("https://").partition("/")[2]
        headers = {"X-Telegram-Bot-Api-Secret-Token": self.webhook.secret} if self.webhook.secret else {}
        try:
            for _ in range(1 + self.doubled):
                address = f"http://127.0.0.1:{self.webhook.port}{path}"
                async with session.post(address, json=update, headers=headers) as answer:
                    if answer.status >= 300:
                        self.webhook.refusals.append(answer.status)
                        return False
        except aiohttp.ClientError:
            return False
        return True

    async def stop(self) -> None:
        """Bring nothing any more, and let nobody wait."""
        if self._poll is not None:
            self._poll.set()
        if self._bringing is not None:
            self._bringing.cancel()
            await asyncio.gather(self._bringing, return_exceptions=True)


def _copied(value: Any) -> Any:
    """The same, but what changes later does not change it."""
    if isinstance(value, dict):
        return {key: _copied(inside) for key, inside in value.items()}
    return [_copied(inside) for inside in value] if isinstance(value, list) else value
