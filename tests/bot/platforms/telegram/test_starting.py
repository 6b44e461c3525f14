"""Starting and ending: a token that is not taken, a network that is down, two seconds at the end."""

import asyncio
import errno
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.config import Settings
from bot.platforms import lifetime
from bot.platforms.base import Address, CannotStart, Later
from bot.platforms.telegram import TelegramPlatform
from bot.screens.model import Line, Screen, Text
from bot.service import Service
from core.ids import ChatId
from storage.engine import Database, DatabaseTrouble
from tests.bot.platforms.telegram.house import Standing, standing, telegram_settings
from tests.e2e.telegram.server import Loopback
from tests.e2e.telegram.spec import telegram_spec
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until
from tests.fakes import FakeClock, FakeEntropy


@asynccontextmanager
async def platform(path: Path, settings: Settings) -> AsyncIterator[TelegramPlatform]:
    database = await Database.open(path / "telegram.db")
    service = Service(database, settings=settings, clock=FakeClock(), entropy=FakeEntropy(), stirred=lambda: None)
    made = TelegramPlatform(service, database, settings)
    try:
        yield made
    finally:
        await made.stop()
        await database.close()


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    own = Loopback(telegram_spec())
    await own.start()
    yield own
    await own.stop()


@pytest.mark.parametrize("token", ["12:wrong", "no token at all", "4200000042:x/../y"])
async def test_a_token_that_telegram_does_not_take_is_one_clear_line(tmp_path: Path, loopback: Loopback, token: str):
    settings = telegram_settings(tmp_path, loopback).model_copy(update={"telegram_token": SecretStr(token)})

    async with platform(tmp_path, settings) as made:
        with pytest.raises(CannotStart) as refused:
            await made.start()

    assert refused.value.code == "host/telegram-token"
    assert token not in str(refused.value)


async def test_a_port_that_is_taken_is_told_before_anybody_is_promised_an_answer(tmp_path: Path, loopback: Loopback):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = {"telegram_webhook": "https://play.example.org/telegram", "telegram_port": other.getsockname()[1]}
        async with platform(tmp_path, telegram_settings(tmp_path, loopback).model_copy(update=taken)) as made:
            with pytest.raises(OSError, match="in use") as refused:
                await made.start()
            assert made.announce() == ()

    assert refused.value.errno == errno.EADDRINUSE
    assert made.port == taken["telegram_port"]


async def test_a_network_that_is_down_is_waited_for(tmp_path: Path, loopback: Loopback, monkeypatch):
    monkeypatch.setattr(lifetime, "READY_SECONDS", 0.2)
    loopback.trouble(Trouble("getMe", "*", 502, times=1))

    async with platform(tmp_path, telegram_settings(tmp_path, loopback)) as made:
        await made.start()
        assert made.announce() == ()
        with pytest.raises(Later):
            await made.post(Address(ChatId("telegram:-1")), Screen("board", (Line(Text("a")),)), nonce="1")

        await until(lambda: loopback.updates.polls)

        [line] = made.announce()
        assert "@shisanzhi_bot" in line
        assert "https://t.me/shisanzhi_bot?startgroup=new" in line


async def test_a_token_that_is_revoked_later_ends_the_platform_and_says_why(tmp_path: Path, loopback: Loopback):
    async with platform(tmp_path, telegram_settings(tmp_path, loopback)) as made:
        await made.start()
        await loopback.awake()
        loopback.trouble(Trouble("getUpdates", "*", 401, times=-1, text="Unauthorized"))
        loopback.updates.publish("message", {})  # the poll that waits ends

        with pytest.raises(CannotStart):
            await asyncio.wait_for(made.over(), 15)


async def test_a_menu_that_cannot_be_noted_is_no_end(tmp_path: Path, loopback: Loopback, monkeypatch):
    async def full(*_args: object, **_more: object) -> None:
        raise DatabaseTrouble("database/full", reason="no room")

    async with platform(tmp_path, telegram_settings(tmp_path, loopback)) as made:
        monkeypatch.setattr(made._ground.chats, "note", full)
        await made.start()
        await until(lambda: len(loopback.world.commands) >= 6)
        polls = loopback.updates.polls
        loopback.updates.publish("message", {})
        await until(lambda: loopback.updates.polls > polls)

        made._lifetime.must_stand()


async def test_trouble_with_asking_is_no_end(stand: Standing):
    stand.loopback.trouble(Trouble("getUpdates", "*", 500, times=2))
    stand.loopback.trouble(Trouble("getUpdates", "*", dropped=True, times=1))

    board = await stand.lobby()

    assert board.text


async def test_the_end_takes_no_two_seconds_whatever_hangs(tmp_path: Path):
    async with standing(tmp_path) as stand:
        stand.loopback.trouble(Trouble("sendMessage", "*", times=-1, delay=8))
        stand.ann.say(stand.room, "/shisanzhi start joker")
        await asyncio.sleep(0.3)
        began = time.monotonic()

        await stand.platform.stop()

        assert time.monotonic() - began < 2


async def test_the_menu_of_commands_is_sent_once_for_the_same_commands(tmp_path: Path):
    async with standing(tmp_path) as stand:
        await until(lambda: stand.loopback.recorder.of("setMyCommands", "/"))
        await asyncio.sleep(0.3)
        sent = len(stand.loopback.recorder.of("setMyCommands", "/"))
        await stand.platform.stop()

        await stand.platform.start()

        await asyncio.sleep(0.3)
        assert len(stand.loopback.recorder.of("setMyCommands", "/")) == sent
