"""Telegram in one process: the loopback server, the real platform, service, worker and database."""

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from unittest.mock import patch

from pydantic import SecretStr

from bot.config import Settings
from bot.platforms.telegram import TelegramPlatform, presses
from bot.worker import Wake, Worker
from core.ids import ChatId, PersonId
from storage.engine import Database
from tests.e2e.telegram.people import Person, labels_of
from tests.e2e.telegram.server import TOKEN, Loopback
from tests.e2e.telegram.spec import telegram_spec
from tests.e2e.telegram.world import Message, Place
from tests.e2e.waiting import until
from tests.fakes import FakeEntropy
from tests.slow_service import SlowService

PATIENT: Final = 20.0
"""Seconds before a press that is not answered yet is acknowledged: a busy machine changes no first answer."""
HURRIED: Final = presses.ACK_SECONDS
"""As outside of tests, for those that are about it."""


@dataclass
class Standing:
    """What runs, and who is there."""

    loopback: Loopback
    platform: TelegramPlatform
    service: SlowService
    database: Database
    room: Place
    ann: Person
    ben: Person

    @property
    def chat(self) -> ChatId:
        return chat_id(self.room)

    async def lobby(self, words: str = "joker 電腦2", *, room: Place | None = None) -> Message:
        """Ann has opened a table; the public message of it."""
        here = room or self.room
        before = len(here.from_bot)
        self.ann.say(here, f"/shisanzhi start {words}")
        return (await until(lambda: [each for each in here.from_bot[before:] if "入座" in labels_of(each)]))[0]

    async def dealt(self, words: str = "joker 電腦2", *, room: Place | None = None) -> Message:
        """A round with Ann, Ben and two computers has been dealt; its board."""
        here = room or self.room
        board = await self.lobby(words, room=room)
        await self.ben.press(board, "入座")
        await until(lambda: "開始" in labels_of(board))
        await self.ann.press(board, "開始")
        await until(lambda: "切上" in labels_of(here.from_bot[-1]))
        board = here.from_bot[-1]
        await self.ann.press(board, "切上")
        await self.ben.press(board, "切中")
        await until(lambda: "看牌" in labels_of(board))
        return board


def chat_id(place: Place) -> ChatId:
    return ChatId(f"telegram:{place.id}" + (f"/{place.topic}" if place.topic else ""))


def person_id(person: Person) -> PersonId:
    return PersonId(f"telegram:{person.id}")


@asynccontextmanager
async def standing(path: Path, *, works: bool = True, **more: object) -> AsyncIterator[Standing]:
    """Open all of it, and close it in order; `works`: with a running worker. What the Bot API refuses fails the test."""
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(presses, "ACK_SECONDS", PATIENT))
        loopback = Loopback(telegram_spec())
        await loopback.start()
        stack.push_async_callback(loopback.stop)
        room = loopback.group()
        ann, ben = loopback.person("小明", room), loopback.person("阿嬤", room)
        database = await Database.open(path / "telegram.db")
        stack.push_async_callback(database.close)
        wake, settings = Wake(), telegram_settings(path, loopback, **more)
        service = SlowService(
            database,
            settings=settings,
            clock=lambda: time.time_ns() // 1_000_000,
            entropy=FakeEntropy(),
            stirred=wake.stir,
        )
        platform = TelegramPlatform(service, database, settings)
        await platform.start()
        stack.push_async_callback(platform.stop)
        await loopback.awake()
        for person in (ann, ben):
            person.open()
        worker = Worker(service, [platform], wake=wake)
        if works:
            worker.start()
        stack.push_async_callback(worker.stop)
        yield Standing(loopback, platform, service, database, room, ann, ben)
        service.seconds = 0
        assert loopback.violations == []


def telegram_settings(path: Path, loopback: Loopback, **more: object) -> Settings:
    return Settings(
        _env_file=None,
        database=path / "telegram.db",
        telegram_token=SecretStr(TOKEN),
        telegram_api=loopback.environment["SHISANZHI_TELEGRAM_API"],
        result_seconds=0,
        cut_seconds=10,
        **more,
    )
