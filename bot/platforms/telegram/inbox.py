"""Updates on their way in: committed before Telegram hears that they came, dealt with once, across restarts too."""

import asyncio
import hashlib
import json
import socket
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import structlog
from telegram import Update
from telegram.error import Conflict, InvalidToken, TelegramError, TimedOut
from telegram.ext import Updater

from bot.config import Settings
from bot.platforms.base import CannotStart
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.wire import POLL_SECONDS, Polls
from bot.troubles import Complaints, reason

ALLOWED: Final = ("message", "callback_query", "my_chat_member", "chat_member")
AT_ONCE: Final = 256
"""Updates that are dealt with side by side; what comes beyond waits in Telegram."""
OF_ONE: Final = 16
"""Of these, updates of one person in one chat; what comes beyond waits by itself and holds up nobody else."""
WATCH_SECONDS: Final = 300.0
KEEP_SECONDS: Final = (0.1, 0.5, 2.0, 5.0)
RETRY_SECONDS: Final = (1.0, 2.0, 5.0, 15.0, 30.0)
_log = structlog.get_logger(__name__)


class Handler(Protocol):
    """Whoever deals with updates."""

    async def take(self, update_id: int, update: Update) -> None:
        """Deal with one; nothing that goes wrong leaves this."""


_Source = tuple[int, int]


@dataclass
class _Lane:
    """What came from one person in one chat: how much is dealt with now, and what waits for that."""

    running: int = 0
    waiting: deque[Update] = field(default_factory=deque)


class Inbox:
    """All updates of one bot, by asking for them or, with a public address, by being told."""

    def __init__(self, ground: Ground, handler: Handler, *, settings: Settings, polls: Polls, conflict: str) -> None:
        self._bot = ground.bot
        self._chats = ground.chats
        self._handler = handler
        self._settings = settings
        self._polls = polls
        self._conflict = conflict
        self._room = asyncio.Semaphore(AT_ONCE)
        self._lanes: dict[_Source, _Lane] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._updater: Updater | None = None
        self._offset = 0
        self._told_of_conflict = False
        self._complaints = Complaints()

    def must_have_a_door(self) -> None:
        """Raise the `OSError` of an address where Telegram could not be let in; nothing where it is asked."""
        if self._settings.telegram_webhook:
            host, port = self._settings.host, self._settings.telegram_port
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            socket.create_server((host, port), family=family).close()

    async def run(self) -> None:
        """Take what was left over first, then what comes; `CannotStart` once Telegram refuses the token."""
        await self._left_over()
        try:
            if self._settings.telegram_webhook:
                await self._be_told()
                await self._watch()
            await self._ask()
        except InvalidToken:
            raise CannotStart("host/telegram-token") from None

    async def stop(self) -> None:
        """Take nothing more; what is under way and cut off is dealt with after the next start."""
        if self._updater is not None and self._updater.running:
            with suppress(*_FAILURES):
                await self._updater.stop()
        for lane in self._lanes.values():
            lane.waiting.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def put(self, update: Update) -> None:
        """Commit an update, however often that takes, and have it dealt with unless it came before."""
        if await self._keep(update):
            await self._deal_with(update)

    async def _keep(self, update: Update) -> bool:
        """Commit an update, however often that takes; whether it is new."""
        failures = 0
        while (new := await self._kept(update)) is None:
            await asyncio.sleep(KEEP_SECONDS[min(failures, len(KEEP_SECONDS) - 1)])
            failures += 1
        return new

    async def _kept(self, update: Update) -> bool | None:
        """Keep it; whether it is new, None where it could not be kept."""
        try:
            return await self._chats.keep_update(update.update_id, update.to_json())
        except Exception as error:  # noqa: BLE001 # what is not kept is not confirmed
            if self._complaints.new(error, event="update not kept"):
                _log.error("update not kept", **reason(error))
            return None

    async def _left_over(self) -> None:
        """Deal with what was kept before the program ended."""
        for number, body in await self._chats.waiting_updates():
            try:
                update = Update.de_json(json.loads(body), self._bot)
            except Exception as error:  # noqa: BLE001 # one that nobody can read holds up no other
                _log.error("kept update not read", update=number, **reason(error))
                await self._chats.update_done(number)
            else:
                await self._deal_with(update)

    async def _deal_with(self, update: Update) -> None:
        await self._room.acquire()
        source = _source(update)
        lane = self._lanes.setdefault(source, _Lane())
        if lane.running >= OF_ONE:
            lane.waiting.append(update)
            self._room.release()
        else:
            lane.running += 1
            self._begin_with(update, source)

    def _begin_with(self, update: Update, source: _Source) -> None:
        task = asyncio.create_task(self._take(update))
        self._tasks.add(task)
        task.add_done_callback(partial(self._taken, source=source))

    async def _take(self, update: Update) -> None:
        await self._handler.take(update.update_id, update)
        try:
            await self._chats.update_done(update.update_id)
        except Exception as error:  # noqa: BLE001 # after a restart it comes again and changes nothing
            if self._complaints.new(error, event="update not noted"):
                _log.error("update not noted", **reason(error))

    def _taken(self, task: asyncio.Task[None], source: _Source) -> None:
        """The next of the same source takes its place, or leaves it to whoever comes."""
        self._tasks.discard(task)
        lane = self._lanes[source]
        if lane.waiting:
            self._begin_with(lane.waiting.popleft(), source)
            return
        self._room.release()
        lane.running -= 1
        if not lane.running:
            del self._lanes[source]

    async def _ask(self) -> None:
        """Ask for updates, for ever; trouble is tried again, ever more seldom."""
        failures, asked = 0, self._begin
        while True:
            try:
                await asked()
            except InvalidToken:
                raise
            except TimedOut:
                failures = min(failures, 1)
            except Exception as error:  # noqa: BLE001 # whatever Telegram sends, the next try may be better
                self._complain(error)
            else:
                failures, asked = 0, self._poll
                continue
            await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
            failures += 1

    async def _begin(self) -> None:
        """Without this Telegram goes on telling an address from before."""
        await self._bot.delete_webhook()

    async def _poll(self) -> None:
        """One question; what came is confirmed with the next, after all of it is kept.

        Where nothing is left to confirm, the next question names no number: after a quiet week Telegram counts anew.
        """
        updates, behind = await self._come()
        self._told_of_conflict = False
        new = await asyncio.gather(*map(self._keep, updates))  # side by side they share one commit
        self._offset = behind
        for update, is_new in zip(updates, new, strict=True):
            if is_new:
                await self._deal_with(update)

    async def _come(self) -> tuple[Sequence[Update], int]:
        """What has come, and the number behind it, 0 where nothing has."""
        try:
            updates = await self._bot.get_updates(self._offset, timeout=POLL_SECONDS, allowed_updates=ALLOWED)
        except (TelegramError, OSError):
            raise
        except Exception:
            if not (come := self._polls.updates()):
                raise
            return self._readable(come), int(come[-1]["update_id"]) + 1
        return updates, updates[-1].update_id + 1 if updates else 0

    def _readable(self, come: Sequence[dict[str, Any]]) -> Sequence[Update]:
        """What can be read where not all can: one that nobody can read holds up no other."""
        found = []
        for each in come:
            try:
                found.append(Update.de_json(each, self._bot))
            except Exception as error:  # noqa: BLE001 # whatever stands in it
                _log.error("update not read", update=each["update_id"], **reason(error))
        return found

    async def _be_told(self) -> None:
        """Open the door for Telegram, which must know the secret that goes with the token."""
        address = self._settings.telegram_webhook
        queue: Any = self  # the updater only ever puts
        self._updater = Updater(self._bot, queue)
        await self._updater.initialize()
        await self._updater.start_webhook(
            listen=self._settings.host,
            port=self._settings.telegram_port,
            url_path=urlsplit(address).path or "/",
            webhook_url=address,
            secret_token=secret(self._bot.token),
            allowed_updates=ALLOWED,
            bootstrap_retries=-1,
        )

    async def _watch(self) -> None:
        """Look now and then whether Telegram still tells us: with this token, and at this address."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            try:
                known = await self._bot.get_webhook_info()
            except InvalidToken:
                raise
            except Exception as error:  # noqa: BLE001 # the next look may tell more
                self._complain(error)
                continue
            if known.url != self._settings.telegram_webhook:
                self._complain(Conflict("another address"))
            else:
                self._told_of_conflict = False

    def _complain(self, error: Exception) -> None:
        """Say what is wrong, a second program with the same token in words of its own."""
        if isinstance(error, Conflict):
            if not self._told_of_conflict:
                self._told_of_conflict = True
                _log.error(self._conflict)
        elif self._complaints.new(error, event="no updates"):
            known = isinstance(error, (TelegramError, OSError))
            _log.warning("no updates", **({"reason": str(error)} if known else reason(error)))


def _source(update: Update) -> _Source:
    """Who did this and where; many people who hide behind one account are in chats of their own."""
    chat, user = update.effective_chat, update.effective_user
    return chat.id if chat else 0, user.id if user else 0


_FAILURES: Final = (TelegramError, OSError, TimeoutError, RuntimeError)


def secret(token: str) -> str:
    """What Telegram sends along to prove itself; whoever knows it does not know the token."""
    return hashlib.blake2b(token.encode(), digest_size=24, person=b"webhook").hexdigest()
