"""What goes over the wire to Telegram, and what is said when nothing comes back."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import web
from pydantic import SecretStr
from telegram import Bot
from telegram.error import NetworkError, TimedOut

from bot.config import Settings
from bot.platforms.telegram import wire
from bot.platforms.telegram.allowance import Allowance
from tests.e2e.serving import free_port
from tests.e2e.telegram.server import TOKEN

SENT = {"message_id": 1, "date": 1, "chat": {"id": 7, "type": "private", "first_name": "x"}}


@dataclass
class Desk:
    """A server that keeps what it was sent."""

    port: int = field(default_factory=free_port)
    forms: list[dict[str, object]] = field(default_factory=list)
    seconds: float = 0
    cut: bool = False

    async def take(self, request: web.Request) -> web.Response:
        posted = await request.post()
        read = {
            name: value.file.read() if isinstance(value, web.FileField) else value for name, value in posted.items()
        }
        self.forms.append(read | {"type": request.content_type})
        await asyncio.sleep(self.seconds)
        if self.cut:
            assert request.transport is not None
            request.transport.abort()
        return web.json_response({"ok": True, "result": SENT})


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", made.take)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", made.port).start()
    yield made
    await runner.cleanup()


async def bot_at(port: int, path: Path) -> AsyncIterator[Bot]:
    api = f"http://127.0.0.1:{port}"
    settings = Settings(_env_file=None, database=path / "x.db", telegram_token=SecretStr(TOKEN), telegram_api=api)
    made = wire.bot(settings, Allowance(), polls=wire.polls(settings))
    yield made
    for request in made._request:
        await request.shutdown()


@pytest.fixture
async def bot(desk: Desk, tmp_path: Path) -> AsyncIterator[Bot]:
    async for made in bot_at(desk.port, tmp_path):
        yield made


@pytest.fixture
async def lonely(tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot whose server is not there."""
    async for made in bot_at(free_port(), tmp_path):
        yield made


async def test_a_text_goes_as_a_form_with_every_sign_as_it_is(bot: Bot, desk: Desk):
    await bot.send_message(7, "十三支 & <b>=+%</b>\n♠", parse_mode="HTML")

    form = {"chat_id": "7", "text": "十三支 & <b>=+%</b>\n♠", "parse_mode": "HTML"}
    assert desk.forms == [form | {"type": "application/x-www-form-urlencoded"}]


async def test_a_file_goes_beside_what_is_said_of_it(bot: Bot, desk: Desk):
    await bot.send_document(7, "紀錄".encode(), filename="record.json", caption="紀錄 ♠")

    [form] = desk.forms
    assert (form["caption"], form["type"]) == ("紀錄 ♠", "multipart/form-data")
    assert "紀錄".encode() in form.values()


async def test_an_answer_that_does_not_come_is_given_up(bot: Bot, desk: Desk):
    desk.seconds = 5

    with pytest.raises(TimedOut):
        await bot.send_message(7, "x", read_timeout=0.2)


@pytest.mark.parametrize("there", [True, False])
async def test_a_way_that_is_broken_says_so_without_the_token(bot: Bot, lonely: Bot, desk: Desk, *, there: bool):
    desk.cut = True

    with pytest.raises(NetworkError) as met:
        await (bot if there else lonely).send_message(7, "x")

    assert TOKEN not in repr(met.value)
    assert met.value.__cause__ is None


async def test_after_it_was_closed_the_next_request_opens_it_again(bot: Bot, desk: Desk):
    await bot.send_message(7, "one")
    for request in bot._request:
        await request.shutdown()
        await request.shutdown()
    await bot.send_message(7, "two")

    assert [form["text"] for form in desk.forms] == ["one", "two"]
