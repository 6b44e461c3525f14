"""Discord as a chat service: login, the gateway, and what the worker asks for."""

import asyncio
import re
from contextlib import suppress
from typing import Final

import discord
import structlog
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.chats import Chats
from bot.config import Settings
from bot.platforms.base import Address, CannotStart
from bot.platforms.discord import faults, places, registering
from bot.platforms.discord.boards import STEPS, Boards
from bot.platforms.discord.client import Client, quiet
from bot.platforms.discord.hands import Hands
from bot.platforms.discord.naming import mention
from bot.platforms.discord.presses import Presses
from bot.platforms.lifetime import Lifetime, retried
from bot.rooms import Database
from bot.screens.model import Screen
from bot.service import Service
from bot.speech import Speech
from core.ids import PersonId

STOP_SECONDS: Final = 0.8
_TOKEN: Final = re.compile(r"[!#-&(-~]+", re.ASCII)
"""What can be sent as one: signs that are seen, without quotes."""
_log = structlog.get_logger(__name__)


class DiscordPlatform:
    """Boards in channels and threads, hands in private; the connection lives as long as the process."""

    name = "discord"
    pace = 1.0
    """Seconds between two public calls in one channel."""
    reveal = STEPS[-1][1] / 1_000

    def __init__(self, service: Service, database: Database, settings: Settings) -> None:
        self._settings = settings
        self._chats = Chats(database, clock=service.clock, stirred=service.stirred)
        self._speech = Speech(self._chats, usual=settings.language, timezone=settings.timezone)
        self._service = service
        self._lifetime = Lifetime()
        self._recovered = False
        quiet()
        self._client = Client(self)
        self._hands = Hands(self._client, self._service, chats=self._chats, speech=self._speech)
        self._boards = Boards(self._client, self._chats, speech=self._speech, clock=self._service.clock)
        self._presses = Presses(self._service, self._chats, speech=self._speech, hands=self._hands)

    async def start(self) -> None:
        """Log in and connect; a token that Discord does not take is `CannotStart`, a network that is down is waited for."""
        token = self._settings.discord_token
        if token is None or not _TOKEN.fullmatch(token.get_secret_value()):
            raise CannotStart("host/discord-token")
        if self._settings.discord_api:
            Route.BASE = self._settings.discord_api
        if self._settings.discord_gateway:
            DiscordWebSocket.DEFAULT_GATEWAY = URL(self._settings.discord_gateway)
        await self._lifetime.begin(self._run())

    async def over(self) -> None:
        """Wait until Discord has ended the connection for good, as with a token that was reset; `CannotStart` says why."""
        await self._lifetime.over()

    async def stop(self) -> None:
        """End the connection, within two seconds."""
        running = self._lifetime.end()
        if running is None:
            return
        await self._hands.mirror.stop()
        await self._lifetime.calm()
        with suppress(TimeoutError, *faults.FOREIGN):
            async with asyncio.timeout(STOP_SECONDS):
                await self._client.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    def announce(self) -> tuple[str, ...]:
        """What the host reads at the start: as whom the bot is here, and how it is brought to a server."""
        user, application = self._client.user, self._client.application_id
        if user is None or application is None:
            return ()
        facts = {"name": str(user), "link": places.invitation(application)}
        return (self._speech.words("").text("discord/announce", facts),)

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

    async def pressed(self, interaction: discord.Interaction) -> None:
        async with self._lifetime.under_way():
            await self._presses.take(interaction)

    async def ready(self) -> None:
        """However often it comes: look once what has happened while nobody was listening."""
        self._lifetime.began.set()
        if self._recovered:
            return
        self._recovered = True
        try:
            for chat in await self._chats.live_chats(self.name):
                await self._boards.recover(chat)
        except Exception:
            self._recovered = False  # the next time then
            raise

    async def written(self, channel: int) -> None:
        await self._boards.spoken_past(channel)

    async def deleted(self, channel: int, messages: frozenset[int]) -> None:
        for message in messages:
            await self._boards.deleted(channel, message)

    async def closed(self, channels: frozenset[int]) -> None:
        """End the tables of these channels."""
        for chat in await self._chats.live_chats(self.name):
            if int(chat.partition(":")[2]) in channels:
                await self._boards.lost(chat)

    async def left(self, guild: int, person: int) -> None:
        """Give up the seats of somebody who has left a server."""
        for chat in await self._chats.live_chats(self.name):
            place = self._client.get_channel(int(chat.partition(":")[2]))
            if getattr(getattr(place, "guild", None), "id", None) == guild:
                await self._chats.gone(PersonId(f"discord:{person}"), chat)

    async def _run(self) -> None:
        """Log in and stay connected; trouble with the network is tried again, ever more seldom."""
        await retried(self._logged_in)
        try:
            await registering.sync(self._client, self._chats)
            command = await registering.command_id(self._client, self._chats)
            self._speech.command = mention(command) if command else None
            await self._client.connect(reconnect=True)
        except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
            code = getattr(error, "code", 0)
            ended = CannotStart("host/discord-token" if code == BAD_TOKEN else "host/discord-closed")
            if self._lifetime.began.is_set():  # nobody waits for us any more
                words = self._speech.words("").text(ended.code)
                _log.error("Discord ended the connection", code=code, reason=words)
            raise ended from None

    async def _logged_in(self) -> bool:
        """Whether Discord could be reached; a token that it does not take is `CannotStart`."""
        token = self._settings.discord_token
        assert token is not None
        try:
            await self._client.login(token.get_secret_value())
        except (discord.LoginFailure, *faults.FOREIGN) as error:
            await self._client.http.close()
            self._client.http.clear()
            self._client.http.connector = discord.utils.MISSING
            if isinstance(error, discord.LoginFailure):
                raise CannotStart("host/discord-token") from None
            _log.warning("Discord cannot be reached", reason=str(error) or type(error).__name__)
            return False
        return True


BAD_TOKEN: Final = 4004
"""The gateway's own number for it."""
