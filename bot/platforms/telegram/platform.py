"""Telegram as a chat service: who the bot is, what comes in, and what the worker asks for."""

import asyncio
import re
from contextlib import suppress
from typing import Final

import structlog
from telegram import Update
from telegram.error import InvalidToken

from bot.chats import Chats
from bot.config import Settings
from bot.platforms.base import Address, CannotStart
from bot.platforms.lifetime import Lifetime, retried
from bot.platforms.telegram import faults, links, registering, wire
from bot.platforms.telegram.addresses import NAME
from bot.platforms.telegram.allowance import Allowance
from bot.platforms.telegram.boards import ON_ITS_WAY, TURNED, Boards
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.handler import Handler
from bot.platforms.telegram.hands import Hands
from bot.platforms.telegram.inbox import Inbox
from bot.platforms.telegram.places import Places
from bot.rooms import Database
from bot.screens.model import Screen
from bot.service import Service
from bot.speech import Speech
from bot.troubles import Complaints, reason

STOP_SECONDS: Final = 0.4
_TOKEN: Final = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{1,120}", re.ASCII)
_log = structlog.get_logger(__name__)


class TelegramPlatform:
    """Boards in groups and topics, hands in private chats; updates are asked for as long as the process lives."""

    name = NAME
    pace = 3.2
    """Seconds between two public calls in one group."""
    reveal = (TURNED[-1][1] + ON_ITS_WAY) / 1_000

    def __init__(self, service: Service, database: Database, settings: Settings) -> None:
        wire.quiet()
        self._settings = settings
        self.port = settings.telegram_port
        self._allowance = Allowance()
        self._polls = wire.polls(settings)
        self._bot = wire.bot(settings, self._allowance, polls=self._polls)
        chats = Chats(database, clock=service.clock, stirred=service.stirred)
        speech = Speech(chats, usual=settings.language, timezone=settings.timezone)
        self._ground = Ground(self._bot, service, chats, speech)
        self._lifetime = Lifetime()
        self._complaints = Complaints()
        self._put_together()

    def _put_together(self) -> None:
        ground = self._ground
        places = Places(ground.bot, ground.chats)
        self._boards = Boards(ground, places, allowance=self._allowance)
        self._hands = Hands(ground, places)
        self._handler = Handler(ground, hands=self._hands, allowance=self._allowance)
        conflict = ground.speech.words("").text("host/telegram-conflict")
        self._inbox = Inbox(ground, self, settings=self._settings, polls=self._polls, conflict=conflict)

    async def start(self) -> None:
        """Say who we are and begin to take updates.

        A token that Telegram does not take is `CannotStart`; an address that cannot be opened for it is the `OSError`;
        a network that is down is waited for.
        """
        token = self._settings.telegram_token
        if token is None or not _TOKEN.fullmatch(token.get_secret_value()):
            raise CannotStart("host/telegram-token")
        self._inbox.must_have_a_door()
        await self._lifetime.begin(self._run())

    async def over(self) -> None:
        """Wait until Telegram has refused us for good, as with a token that was revoked; `CannotStart` says why."""
        await self._lifetime.over()

    async def stop(self) -> None:
        """Take nothing more and let what is under way end, within two seconds."""
        running = self._lifetime.end()
        if running is None:
            return
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await self._lifetime.calm()
        for ending in (self._inbox.stop(), self._hands.stop(), self._bot.shutdown()):
            with suppress(TimeoutError, RuntimeError, *faults.FOREIGN):
                async with asyncio.timeout(STOP_SECONDS):
                    await ending

    def announce(self) -> tuple[str, ...]:
        """What the host reads at the start: as whom the bot is here, and how it is brought into a group."""
        if not self._lifetime.began.is_set():
            return ()
        facts = {"name": f"@{self._bot.username}", "link": links.adding(self._bot.username)}
        return (self._ground.speech.words("").text("telegram/announce", facts),)

    async def post(self, address: Address, screen: Screen, *, nonce: str) -> str:
        """Send a board, or bring a hand to its person."""
        self._lifetime.must_stand()
        async with self._lifetime.under_way():
            if address.person is not None:
                return await self._hands.post(address, screen, nonce=nonce)
            return await self._boards.post(address.chat, screen, nonce=nonce)

    async def edit(self, address: Address, message: str, screen: Screen) -> None:
        """Replace what a board or a hand shows."""
        self._lifetime.must_stand()
        async with self._lifetime.under_way():
            if address.person is not None:
                await self._hands.edit(address, message, screen)
            else:
                await self._boards.edit(address.chat, message, screen)

    async def take(self, update_id: int, update: Update) -> None:
        """Deal with what came in, whatever it is; nothing that goes wrong leaves this function."""
        async with self._lifetime.under_way():
            try:
                await self._handler.take(update_id, update)
                if update.message is not None:
                    await self._boards.written(update.message)
            except Exception as error:  # noqa: BLE001 # the outermost handler: the next update is taken all the same
                if self._complaints.new(error, event="update failed"):
                    _log.error("update failed", update=update_id, **reason(error))

    async def _run(self) -> None:
        """Be known to Telegram and take updates for ever; trouble with the network is tried again."""
        await retried(self._known)
        for chat in await self._ground.chats.live_chats(NAME):
            await self._boards.recover(chat)
        self._lifetime.began.set()
        try:
            await asyncio.gather(self._inbox.run(), self._register())
        except CannotStart as ended:
            _log.error("Telegram takes this token no more", reason=self._ground.speech.words("").text(ended.code))
            raise

    async def _register(self) -> None:
        """Send the menus of commands; they are not worth an end."""
        try:
            await registering.sync(self._bot, self._ground.chats)
        except Exception as error:  # noqa: BLE001 # what cannot be kept now is sent again with the next start
            _log.error("commands not registered", **reason(error))

    async def _known(self) -> bool:
        """Whether Telegram has said who we are; `CannotStart` where it does not take the token."""
        try:
            await self._bot.initialize()
        except InvalidToken:
            await self._bot.shutdown()
            raise CannotStart("host/telegram-token") from None
        except faults.FOREIGN as error:
            _log.warning("Telegram cannot be reached", reason=str(error) or type(error).__name__)
            return False
        return True
