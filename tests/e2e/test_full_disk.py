"""A disk that fills up while people play: what was confirmed stays, the rest is said, and room makes it go on."""

import asyncio
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.i18n import catalog
from tests.e2e.accounts import check_players, check_rounds, seated, settled
from tests.e2e.playing import Player
from tests.e2e.serving import Serving

PACE = {"SHISANZHI_RESULT_SECONDS": "0", "SHISANZHI_CUT_SECONDS": "10", "SHISANZHI_LOG_LEVEL": "warning"}
BLOCK = 4096
TIMES = 3
FULL = catalog("en").text("web/disk-full")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of eight megabytes; only root can mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    command = (str(mount), "-t", "tmpfs", "-o", "size=8m", "none", str(place))
    made = subprocess.run(command, capture_output=True, text=True, check=False) if mount and unmount else None
    if made is None or made.returncode:
        pytest.skip(f"no small disk can be mounted here: {made.stderr.strip() if made else 'no mount'}")
    try:
        yield place
    finally:
        subprocess.run((str(unmount), "-l", str(place)), check=True)


def fill(filler: Path) -> None:
    """Take all the room there is."""
    with filler.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * BLOCK)
        except OSError:
            return


def on(disk: Path, log: Path) -> Serving:
    """The game on this disk, its log elsewhere."""
    serving = Serving(disk / "game.db", PACE)
    serving.database.with_suffix(".log").symlink_to(log)
    return serving


async def rounds(serving: Serving, more: int) -> None:
    """Wait until so many more rounds are settled."""
    goal = settled(serving) + more
    async with asyncio.timeout(60):
        while settled(serving) < goal:
            await asyncio.sleep(0.1)


async def told(player: Player) -> None:
    """Say things until one of them does not fit on the disk any more."""
    async with asyncio.timeout(60):
        while (await player.ask({"type": "say", "text": "x" * 500}))["toast"] != FULL:
            await asyncio.sleep(0.1)


async def test_a_full_disk_loses_nothing_that_was_confirmed_and_play_goes_on_with_room(
    small_disk: Path, tmp_path: Path
) -> None:
    serving, filler = on(small_disk, tmp_path / "game.log"), small_disk / "filler"
    players, tasks = await seated(await serving.start(), "ABCD", game="joker", random_=random.Random(1))
    try:
        for _ in range(TIMES):
            await rounds(serving, 1)
            fill(filler)
            await asyncio.gather(*map(told, players))
            await asyncio.sleep(2)
            filler.unlink()
        await rounds(serving, 2)
        fill(filler)
        await told(players[1])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert await serving.stop() == 0
    print(f"{settled(serving)} rounds, {sum(len(player.acknowledged) for player in players)} presses kept")
    check_players(serving, players)
    check_rounds(serving)
    assert "database/full" in serving.log()
    assert "Traceback" not in serving.log()
    assert len(serving.log().splitlines()) < 10


async def test_a_full_disk_at_the_start_is_one_clear_line_and_leaves_the_file_alone(
    small_disk: Path, tmp_path: Path
) -> None:
    serving, filler = on(small_disk, tmp_path / "game.log"), small_disk / "filler"
    fill(filler)
    with pytest.raises(RuntimeError, match="ended with 3"):
        await serving.start()
    line = catalog("zh-TW").text("database/full", {"path": str(serving.database)})
    assert [line] == serving.log().splitlines()
    assert not serving.database.exists()
    filler.unlink()
    await serving.start()
    assert await serving.stop() == 0
