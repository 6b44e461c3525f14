import asyncio
import os
import re
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.app import NOTHING_STATUS, PLATFORM_STATUS, wanted
from bot.config import Settings
from tests.e2e.discord.people import until
from tests.e2e.discord.server import Loopback

IN_TIME = 5.0


@asynccontextmanager
async def process(path: Path, **settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The program with these settings, killed when the test forgets it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SHISANZHI_")}
    own = {f"SHISANZHI_{name.upper()}": value for name, value in settings.items()}
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "ignore", "-m", "bot", "--port", "0", "--database", str(path / "game.db")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=kept | own,
    )
    try:
        yield running
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()


async def told(running: asyncio.subprocess.Process, sign: str) -> str:
    """The first line for the host that has this in it."""
    assert running.stdout is not None
    async with asyncio.timeout(20):
        while line := (await running.stdout.readline()).decode():
            if sign in line:
                return line
    raise AssertionError(f"ended without {sign}")


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    own = Loopback()
    await own.start()
    yield own
    await own.stop()


def settings_of(loopback: Loopback, **more: str) -> dict[str, str]:
    return {name.removeprefix("SHISANZHI_").lower(): value for name, value in loopback.environment.items()} | more


@pytest.mark.parametrize(
    "token", ["wrong.token.of.nobody", "wrong.token\nof.nobody", "wrong.token\u0085", "Bot wrong.token"]
)
async def test_a_wrong_token_is_one_clear_line_and_ends_a_process_that_has_nothing_else(
    loopback: Loopback, tmp_path: Path, token: str
):
    async with process(tmp_path, **settings_of(loopback, discord_token=token)) as running:
        _, said = await asyncio.wait_for(running.communicate(), 20)
    lines = said.decode().splitlines()
    assert running.returncode == PLATFORM_STATUS
    assert len(lines) == 1
    assert "SHISANZHI_DISCORD_TOKEN" in lines[0]
    assert "wrong.token" not in lines[0]


async def test_the_host_reads_as_whom_the_bot_is_here_and_how_to_invite_it(loopback: Loopback, tmp_path: Path):
    async with process(tmp_path, **settings_of(loopback)) as running:
        line = await told(running, "http")
    known = loopback.world.backend.bot_user
    assert known.name in line
    assert f"client_id={loopback.world.backend.application_id}&" in line
    assert "scope=bot+applications.commands" in line


async def test_beside_a_wrong_token_the_browser_room_goes_on(loopback: Loopback, tmp_path: Path):
    async with process(tmp_path, **settings_of(loopback, discord_token="wrong.token.of.nobody", web="true")) as running:
        link = await told(running, "http")
        running.terminate()
        _, said = await asyncio.wait_for(running.communicate(), 20)
    assert "http://" in link
    assert running.returncode == 0
    assert "SHISANZHI_DISCORD_TOKEN" in said.decode()


async def test_a_token_that_is_reset_while_it_runs_is_one_line_and_the_browser_room_goes_on(
    loopback: Loopback, tmp_path: Path
):
    async with process(tmp_path, **settings_of(loopback, web="true")) as running:
        link = await told(running, "http")
        address = re.search(r"http://[^ /]+", link)
        assert address is not None
        await until(lambda: loopback.gateway.identified, seconds=20)
        await loopback.gateway.drop(code=4004)
        await asyncio.sleep(2)
        async with aiohttp.ClientSession() as browser, browser.get(address[0]) as page:
            assert page.status < 500
        running.terminate()
        _, said = await asyncio.wait_for(running.communicate(), 20)
    assert running.returncode == 0
    [line] = said.decode().splitlines()
    assert "SHISANZHI_DISCORD_TOKEN" in line


async def test_a_token_that_is_reset_while_nothing_else_runs_ends_the_process_with_one_line(
    loopback: Loopback, tmp_path: Path
):
    async with process(tmp_path, **settings_of(loopback)) as running:
        await until(lambda: loopback.gateway.identified, seconds=20)
        await told(running, "http")
        await loopback.gateway.drop(code=4004)
        _, said = await asyncio.wait_for(running.communicate(), 20)
    assert running.returncode == PLATFORM_STATUS
    [line] = said.decode().splitlines()
    assert "SHISANZHI_DISCORD_TOKEN" in line


@pytest.mark.parametrize("phase", ["no answer", "connected"])
async def test_a_signal_ends_the_program_in_time(loopback: Loopback, tmp_path: Path, phase: str):
    settings = settings_of(loopback)
    silent = socket.create_server(("127.0.0.1", 0))  # takes connections and never answers
    if phase == "no answer":
        settings["discord_api"] = f"http://127.0.0.1:{silent.getsockname()[1]}"
    async with process(tmp_path, **settings) as running:
        if phase == "connected":
            await until(lambda: loopback.gateway.identified, seconds=20)
        else:
            await asyncio.sleep(3)
        began = time.monotonic()
        running.send_signal(signal.SIGTERM)
        await asyncio.wait_for(running.communicate(), 20)
        assert time.monotonic() - began < IN_TIME
    silent.close()
    assert running.returncode == 0


async def test_a_telegram_token_that_cannot_be_sent_is_one_clear_line_too(tmp_path: Path):
    async with process(tmp_path, telegram_token="42:wrong\nsekrit") as running:
        _, said = await asyncio.wait_for(running.communicate(), 20)
    [line] = said.decode().splitlines()
    assert running.returncode == PLATFORM_STATUS
    assert "SHISANZHI_TELEGRAM_TOKEN" in line
    assert "sekrit" not in line


async def test_a_program_in_which_nothing_is_switched_on_says_so_and_ends_with_a_status_of_its_own(tmp_path: Path):
    async with process(tmp_path, web="false", language="en") as running:
        told, said = await asyncio.wait_for(running.communicate(), 20)
    [line] = said.decode().splitlines()
    assert (running.returncode, told) == (NOTHING_STATUS, b"")
    assert line.startswith("No platform is switched on")


async def test_the_host_is_told_when_connecting_takes_its_time(loopback: Loopback, tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections and never answers
        silent_api = f"http://127.0.0.1:{silent.getsockname()[1]}"
        async with process(tmp_path, **settings_of(loopback, discord_api=silent_api, language="en")) as running:
            assert "Connecting to Discord …\n" == await told(running, "Discord")


async def test_a_network_that_is_down_is_waited_for(loopback: Loopback, tmp_path: Path):
    settings = settings_of(loopback)
    port = loopback.port
    await loopback.stop()
    async with process(tmp_path, **settings) as running:
        await asyncio.sleep(2.5)
        again = Loopback(port=port)
        await again.start()
        await until(lambda: again.gateway.identified, seconds=20)
        running.terminate()
        await asyncio.wait_for(running.communicate(), 20)
        await again.stop()
    await loopback.start()


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({}, ("web",)),
        ({"web": False}, ()),
        ({"discord_token": "x"}, ("discord",)),
        ({"discord_token": " \t", "telegram_token": ""}, ("web",)),
        ({"discord_token": "x", "web": True}, ("web", "discord")),
        ({"telegram_token": "x"}, ("telegram",)),
        ({"telegram_token": "x", "discord_token": "x", "web": True}, ("web", "discord", "telegram")),
    ],
)
def test_the_browser_room_is_open_where_it_is_asked_for_or_alone(given: dict, made: tuple[str, ...]):
    assert wanted(Settings(_env_file=None, **given)) == made
