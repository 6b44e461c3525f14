import asyncio
import hashlib
import os
import re
import resource
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from bot.app import ADDRESS_STATUS, DATABASE_STATUS, PLATFORM_STATUS, Listener, call_off_restored, main
from bot.config import Settings
from bot.ending import LONGEST, Ending
from bot.platforms.base import CannotStart
from core.table import commands as c
from core.table.model import Options, Phase, Table
from storage import store
from storage.engine import Database
from tests.fakes import CHAT, PEOPLE, FakeClock, FakePlatform, house, panel, until

IN_TIME = 5.0
SIGNALS = (signal.SIGINT, signal.SIGTERM)


@asynccontextmanager
async def process(folder: Path, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The program as people start it, on any free port; killed when the test forgets it."""
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "--port", "0", "--database", str(folder / "game.db"), *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if not name.startswith("SHISANZHI_")},
    )
    try:
        yield running
    finally:
        if running.returncode is None:
            running.kill()
        await running.communicate()


async def link_of(running: asyncio.subprocess.Process) -> str:
    assert running.stdout is not None
    async with asyncio.timeout(20):
        line = (await running.stdout.readline()).decode()
    found = re.search(r"http://\S+", line)
    assert found is not None, line
    return found[0]


async def ended(running: asyncio.subprocess.Process) -> float:
    """Wait for the end; how long it took in seconds."""
    started = time.monotonic()
    async with asyncio.timeout(20):
        await running.wait()
    return time.monotonic() - started


@pytest.mark.parametrize("number", SIGNALS)
async def test_a_signal_ends_the_program_in_order_with_open_pages(tmp_path: Path, number: signal.Signals):
    async with process(tmp_path) as running, aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as page:
        link = await link_of(running)
        async with page.get(link) as answer:
            assert answer.status == 200
            room = answer.url
        socket_ = await page.ws_connect(room / "socket", headers={"Origin": str(room.origin())})
        await socket_.send_json({"type": "hello", "name": "小明", "language": "zh-TW", "after": 0})
        await socket_.receive(timeout=5)
        running.send_signal(number)
        assert await ended(running) < IN_TIME
        assert running.returncode == 0
        await socket_.close()
    assert not (tmp_path / "game.db-wal").exists()


@pytest.mark.parametrize("moment", [0.1, 0.4, 0.7, 1.0])
async def test_a_signal_at_the_start_ends_it_too(tmp_path: Path, moment: float):
    async with process(tmp_path) as running:
        await asyncio.sleep(moment)
        running.send_signal(signal.SIGTERM)
        assert await ended(running) < IN_TIME
        assert running.returncode in {0, -signal.SIGTERM}


HANGING = """
import signal, sys, time
from bot.ending import Ending
with Ending().signals():
    print("ready", flush=True)
    while True:
        time.sleep(0.05)
"""


@pytest.mark.parametrize(("signals", "least", "most"), [(1, LONGEST - 0.5, IN_TIME), (2, 0, 1)])
async def test_whatever_hangs_one_signal_ends_it_in_time_and_a_second_at_once(signals: int, least: float, most: float):
    running = await asyncio.create_subprocess_exec(sys.executable, "-c", HANGING, stdout=asyncio.subprocess.PIPE)
    assert running.stdout is not None
    await running.stdout.readline()
    started = time.monotonic()
    for _ in range(signals):
        running.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.1)
    await ended(running)
    assert least < time.monotonic() - started < most
    assert running.returncode == 128 + signal.SIGTERM


async def test_a_port_that_is_taken_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        settings = Settings(_env_file=None, database=tmp_path / "game.db", port=port)
        assert await main(settings, Ending()) == ADDRESS_STATUS
    line = capsys.readouterr().err
    assert str(port) in line
    assert line.count("\n") == 1


@pytest.mark.parametrize("host", ["192.0.2.1", "256.1.1.1", "nowhere.invalid", "a..b", "."])
async def test_an_address_that_is_not_here_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str
):
    settings = Settings(_env_file=None, database=tmp_path / "game.db", port=0, host=host)
    assert await main(settings, Ending()) == ADDRESS_STATUS
    line = capsys.readouterr().err
    assert (True, 1) == (host in line, line.count("\n"))


async def test_a_wish_to_end_before_the_start_opens_no_door(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    ending = Ending()
    ending.wish()
    assert await main(Settings(_env_file=None, database=tmp_path / "game.db", port=0), ending) == 0
    assert capsys.readouterr().out == ""


async def test_more_connections_than_the_machine_has_are_one_line_and_the_next_visitor_comes_in(tmp_path: Path):
    async with process(tmp_path) as running:
        link = await link_of(running)
        place = re.search(r"//([^:/]+):(\d+)/", link)
        assert place is not None
        await asyncio.sleep(1)  # until all that the start reads is read
        resource.prlimit(running.pid, resource.RLIMIT_NOFILE, (40, 40))
        crowd = [await asyncio.open_connection(place[1], int(place[2])) for _ in range(60)]
        await asyncio.sleep(1.5)
        for _, writer in crowd:
            writer.close()
        await asyncio.sleep(1.5)
        async with aiohttp.ClientSession() as page, page.get(link) as answer:
            assert 200 == answer.status
        running.send_signal(signal.SIGTERM)
        assert running.stderr is not None
        lines = (await running.stderr.read()).decode().splitlines()
    assert 1 == sum("out of system resource" in line for line in lines)
    assert len(lines) < 40  # asyncio may open its closed door once more


async def test_what_goes_wrong_again_and_again_in_the_loop_is_said_once(caplog: pytest.LogCaptureFixture):
    loop, listener = asyncio.get_running_loop(), Listener()
    for error in [ValueError("x"), ValueError("x"), KeyError("y"), None, None]:
        listener.hear(loop, {"message": "failed", "exception": error})
    assert 4 == len(caplog.records)


def damaged(file: Path) -> None:
    file.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 64)


def newer(file: Path) -> None:
    asyncio.run(_made(file))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'zzzz'")
    connection.close()


async def _made(file: Path) -> None:
    await (await Database.open(file)).close()


@pytest.mark.parametrize("spoil", [damaged, newer, Path.touch])
def test_a_database_that_cannot_be_used_is_one_clear_line_and_stays_as_it_is(
    tmp_path: Path, spoil: object, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "game.db"
    spoil(file)  # type: ignore[operator]
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    assert asyncio.run(main(Settings(_env_file=None, database=file, port=0), Ending())) == DATABASE_STATUS
    line = capsys.readouterr().err
    assert str(file) in line
    assert line.count("\n") == 1
    assert hashlib.sha256(file.read_bytes()).hexdigest() == before


async def test_a_second_process_is_told_that_the_first_one_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    async with house(tmp_path):
        settings = Settings(_env_file=None, database=tmp_path / "game.db", port=0)
        assert await main(settings, Ending()) == DATABASE_STATUS
    assert "game.db" in capsys.readouterr().err


async def test_a_restored_database_voids_what_was_open_once(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        await game.deal(2)
        await game.database.run(partial(store.note, key="restored", value="1"))
    async with house(tmp_path) as game:
        await call_off_restored(game.service)
        table = await game.table()
        assert (table.serial, table.round, table.phase) == (2, 1, Phase.CUTTING)
        result = await game.database.read(partial(store.result, table=table.id, serial=1))
        assert result is not None
        assert result.outcome == "void:restored"
        await call_off_restored(game.service)
        assert await game.table() == table


async def restarted(path: Path, *, clock: FakeClock, platform: FakePlatform, before: Table) -> None:
    """Open the house anew: everything is as it was."""
    async with house(path, clock=clock, platform=platform, seed=99) as game:
        await game.quiet()
        assert await game.table() == before
        assert len(platform.messages) == len({sent.nonce for sent in platform.messages.values()})


async def test_a_restart_in_every_phase_keeps_table_cards_and_submissions(tmp_path: Path):
    clock, platform = FakeClock(), FakePlatform()

    async with house(tmp_path, clock=clock, platform=platform) as game:
        table = await game.seat(2, Options(rounds=2))
    await restarted(tmp_path, clock=clock, platform=platform, before=table)
    async with house(tmp_path, clock=clock, platform=platform) as game:
        await game.do(PEOPLE[0], c.Start(fill=True))
        await game.out(1)
        await game.do(PEOPLE[0], c.Cut(1, "4821"))
        table = await game.table()
    await restarted(tmp_path, clock=clock, platform=platform, before=table)
    async with house(tmp_path, clock=clock, platform=platform) as game:
        table = await game.deal(2)
        assert table.opening is not None
        assert [cut.number for cut in table.opening.cuts] == ["4821", "1"]
        await game.submit(PEOPLE[0])
        table, hand = await game.table(), await game.service.hand(PEOPLE[1].person, CHAT)
    await restarted(tmp_path, clock=clock, platform=platform, before=table)
    async with house(tmp_path, clock=clock, platform=platform) as game:
        assert panel(await game.service.hand(PEOPLE[1].person, CHAT)) == panel(hand)
        await game.submit(PEOPLE[1])
        await game.play_round(2)
        table = await game.table()
        assert table.phase is Phase.FINISHED
    await restarted(tmp_path, clock=clock, platform=platform, before=table)
    async with house(tmp_path, clock=clock, platform=platform) as game:
        await game.do(PEOPLE[0], c.End())
        table = await game.table()
    await restarted(tmp_path, clock=clock, platform=platform, before=table)
    kinds = [sent.screen.kind for sent in platform.messages.values() if sent.address.person is None]
    assert kinds == ["lobby", "result", "result", "match"]


class Broken(FakePlatform):
    """A platform with a mistake in it, or one that its own service keeps from starting."""

    def __init__(self, error: Exception, name: str) -> None:
        super().__init__(name)
        self.error = error

    async def start(self) -> None:
        raise self.error


class Slow(FakePlatform):
    """Waits for another platform, as long as it takes."""

    async def start(self) -> None:
        await self.before.wait()  # type: ignore[attr-defined]
        await super().start()


@pytest.mark.parametrize("error", [RuntimeError("broken"), CannotStart("host/telegram-token"), ConnectionResetError()])
async def test_a_platform_that_does_not_start_is_one_line_and_the_others_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: Exception
):
    good, broken = FakePlatform("discord"), Broken(error, "telegram")
    monkeypatch.setattr("bot.app.switched_on", lambda *_: [broken, good])
    ending = Ending()
    playing = asyncio.create_task(main(Settings(_env_file=None, database=tmp_path / "game.db"), ending))
    await until(lambda: good.started)
    await asyncio.sleep(0.1)
    assert not playing.done()
    ending.wish()
    assert await playing == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if "elegram" in line]
    assert len(lines) == 1


async def test_a_platform_that_takes_its_time_to_start_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    quick, slow = FakePlatform("discord"), Slow("telegram")
    slow.before = asyncio.Event()  # type: ignore[attr-defined]
    monkeypatch.setattr("bot.app.switched_on", lambda *_: [slow, quick])
    ending = Ending()
    playing = asyncio.create_task(main(Settings(_env_file=None, database=tmp_path / "game.db"), ending))
    await until(lambda: quick.started)
    assert not slow.started
    slow.before.set()  # type: ignore[attr-defined]
    await until(lambda: slow.started)
    ending.wish()
    assert await playing == 0


async def test_a_process_in_which_nothing_starts_ends_with_status_five(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.app.switched_on", lambda *_: [Broken(RuntimeError("broken"), "telegram")])
    assert await main(Settings(_env_file=None, database=tmp_path / "game.db"), Ending()) == PLATFORM_STATUS
