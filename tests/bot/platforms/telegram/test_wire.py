"""What stands between the bot and Telegram: pages of proxies, and what the log says of them."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import web
from pydantic import SecretStr
from telegram import Bot
from telegram.error import InvalidToken, NetworkError

from bot.config import Settings
from bot.platforms.telegram import wire
from bot.platforms.telegram.allowance import Allowance
from tests.e2e.telegram.server import TOKEN

PAGE = "<html><head><title>Not here</title></head><body>nginx</body></html>"


@pytest.fixture
async def answers() -> list[tuple[int, str]]:
    return []


@pytest.fixture
async def bot(answers: list[tuple[int, str]], tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot behind a proxy that answers by itself, with `answers` one after another."""

    async def answer(_request: web.Request) -> web.Response:
        status, page = answers.pop(0)
        return web.Response(status=status, text=page, content_type="text/html")

    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    api = f"http://127.0.0.1:{runner.addresses[0][1]}"
    settings = Settings(_env_file=None, database=tmp_path / "x.db", telegram_token=SecretStr(TOKEN), telegram_api=api)
    made = wire.bot(settings, Allowance(), polls=wire.polls(settings))
    yield made
    for request in made._request:  # a bot that Telegram has not named shuts nothing down
        await request.shutdown()
    await runner.cleanup()


@pytest.mark.parametrize("status", [200, 302, 401, 403, 404, 502, 503])
@pytest.mark.parametrize("method", ["get_me", "get_updates"])
async def test_a_page_on_the_way_is_trouble_with_the_way_and_says_nothing_of_the_token(
    bot: Bot, answers: list[tuple[int, str]], caplog, *, status: int, method: str
):
    answers.append((status, PAGE))

    with caplog.at_level(logging.WARNING), pytest.raises(NetworkError) as met:
        await getattr(bot, method)()

    assert str(met.value) == "Bad Gateway (502)"
    assert caplog.records == []


async def test_what_telegram_itself_says_of_the_token_is_believed(bot: Bot, answers: list[tuple[int, str]]):
    answers.append((401, '{"ok":false,"error_code":401,"description":"Unauthorized"}'))

    with pytest.raises(InvalidToken):
        await bot.get_me()


async def test_what_somebody_wrote_is_in_no_log_when_an_update_cannot_be_read(
    bot: Bot, answers: list[tuple[int, str]], caplog
):
    answers.append((200, '{"ok":true,"result":[{"update_id":1,"message":"my cards: As Ks"}]}'))
    wire.quiet()

    with pytest.raises(AttributeError):
        await bot.get_updates()

    assert "As Ks" not in caplog.text
    assert bot._request[0].updates() == [{"update_id": 1, "message": "my cards: As Ks"}]
