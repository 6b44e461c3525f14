"""Ended at random moments and started again: the same cards, nothing acknowledged lost, each round settled once."""

import asyncio
import os
import random
from pathlib import Path

import pytest

from tests.e2e.accounts import check_players, check_rounds, seated, settled
from tests.e2e.serving import Serving

ROUNDS = int(os.environ.get("KILL_ROUNDS", "100"))
SEED = int(os.environ.get("KILL_SEED", "1"))
PACE = {"SHISANZHI_RESULT_SECONDS": "0", "SHISANZHI_CUT_SECONDS": "10", "SHISANZHI_LOG_LEVEL": "warning"}


@pytest.mark.kill
async def test_a_server_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    random_ = random.Random(SEED)
    serving = Serving(tmp_path / "game.db", PACE)
    admin_link = await serving.start()
    room = admin_link.split("?")[0]
    first, tasks = await seated(admin_link, "ABCD", game="joker", random_=random_)
    other = await first[0].ask({"type": "say", "text": "/room two"})
    second_room = room.split("/r/")[0] + other["screen"]["buttons"][0][0]["link"]
    second, more = await seated(second_room, "EFGH", game="bonus", random_=random_)
    players = first + second
    try:
        async with asyncio.timeout(60 + 6 * ROUNDS):
            while settled(serving) < ROUNDS:
                await asyncio.sleep(random_.uniform(0.05, 1.8))
                await serving.kill()
                await serving.start()
            await asyncio.sleep(1)
    finally:
        for task in tasks + more:
            task.cancel()
        await asyncio.gather(*tasks, *more, return_exceptions=True)
    assert await serving.stop() == 0
    print(
        f"{settled(serving)} rounds, {serving.starts} starts, {sum(len(p.acknowledged) for p in players)} presses kept"
    )
    assert min(player.connections for player in players) > 1
    check_players(serving, players)
    check_rounds(serving)
    assert "Traceback" not in serving.log()
