"""Discord in one process: the loopback server, the real platform, service, worker and database, and a service that can be slow."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from unittest.mock import patch

from pydantic import SecretStr
from simcord.backend.models import Message

from bot.config import Settings
from bot.platforms.discord import DiscordPlatform, presses
from bot.worker import Wake, Worker
from core.ids import ChatId, PersonId
from storage.engine import Database
from tests.e2e.discord.looking import labels_of
from tests.e2e.discord.people import Person, until
from tests.e2e.discord.server import TOKEN, Loopback
from tests.e2e.discord.spec import discord_spec
from tests.e2e.discord.world import Guild, Place
from tests.fakes import FakeEntropy
from tests.slow_service import SlowService

PATIENT: Final = 2.4
"""Seconds before a press that is not answered yet is acknowledged: as late as Discord lets it, for busy machines."""
HURRIED: Final = presses.ACK_SECONDS
"""As outside of tests, for those that are about it."""


@dataclass
class Standing:
    """What runs, and who is there."""

    loopback: Loopback
    platform: DiscordPlatform
    service: SlowService
    database: Database
    guild: Guild
    room: Place
    ann: Person
    ben: Person

    @property
    def chat(self) -> ChatId:
        return ChatId(f"discord:{self.room.id}")

    async def lobby(self, **options: object) -> Message:
        """Ann has opened a table; the public message of it."""
        await self.ann.slash(self.room, "shisanzhi start", **options)
        return (await until(lambda: self.room.messages))[-1]

    async def known(self, board: Message) -> None:
        """Wait until the bot knows where its board stands, as every human does."""
        async with asyncio.timeout(30):
            while await self.platform._chats.board_of(self.chat) != f"{board.channel_id}:{board.id}":
                await asyncio.sleep(0.01)

    async def dealt(self) -> Message:
        """A round with Ann, Ben and two computers has been dealt; its board."""
        board = await self.lobby(computers=2)
        await self.ben.press(board, "入座")
        await until(lambda: "開始" in labels_of(board))
        await self.ann.press(board, "開始")
        await until(lambda: "切上" in labels_of(self.room.messages[-1]))
        board = self.room.messages[-1]
        await self.known(board)
        await self.ann.press(board, "切上")
        await self.ben.press(board, "切中")
        await until(lambda: "我的牌" in labels_of(board))
        return board


def person_id(person: Person) -> PersonId:
    return PersonId(f"discord:{person.id}")


@asynccontextmanager
async def standing(path: Path, *, works: bool = True) -> AsyncIterator[Standing]:
    """Open all of it, and close it in order; `works`: with a running worker. Discord's refusals of form fail the test."""
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(presses, "ACK_SECONDS", PATIENT))
        loopback = Loopback(discord_spec())
        loopback.pace.windows.clear()
        await loopback.start()
        stack.push_async_callback(loopback.stop)
        guild = loopback.guild()
        room, ann, ben = guild.text(), loopback.person("小明", guild), loopback.person("阿嬤", guild)
        database = await Database.open(path / "discord.db")
        stack.push_async_callback(database.close)
        wake = Wake()
        settings = _settings(path, loopback)
        service = SlowService(
            database,
            settings=settings,
            clock=lambda: time.time_ns() // 1_000_000,
            entropy=FakeEntropy(),
            stirred=wake.stir,
        )
        platform = DiscordPlatform(service, database, settings)
        platform._client._connection.guild_ready_timeout = 0.1  # seconds without another server until it is ready
        await platform.start()
        stack.push_async_callback(platform.stop)
        worker = Worker(service, [platform], wake=wake)
        if works:
            worker.start()
        stack.push_async_callback(worker.stop)
        yield Standing(loopback, platform, service, database, guild, room, ann, ben)
        service.seconds = 0
        assert loopback.violations == [], loopback.violations


def _settings(path: Path, loopback: Loopback) -> Settings:
    return Settings(
        _env_file=None,
        database=path / "discord.db",
        discord_token=SecretStr(TOKEN),
        discord_api=loopback.environment["SHISANZHI_DISCORD_API"],
        discord_gateway=loopback.environment["SHISANZHI_DISCORD_GATEWAY"],
        result_seconds=0,
        cut_seconds=10,
    )
