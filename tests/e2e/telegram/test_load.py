"""Many groups at once; LOAD_TABLES and LOAD_ROUNDS say how many (50 and 3 are the long form)."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.accounts import check_rounds
from tests.e2e.load import LONG, ROUNDS, TABLES, check_memory, check_taken, tenths
from tests.e2e.reckoning import PACE
from tests.e2e.serving import Serving
from tests.e2e.telegram.crowd import gathered, played
from tests.e2e.telegram.queries import LIFE
from tests.e2e.telegram.server import Loopback


@pytest.fixture
async def serving(loopback: Loopback, tmp_path: Path) -> AsyncIterator[Serving]:
    """The bot, with time enough to cut."""
    own = Serving(tmp_path / "load.db", loopback.environment | PACE | {"SHISANZHI_CUT_SECONDS": "60"})
    await own.start()
    await loopback.awake()
    yield own
    assert await own.stop() == 0


async def test_many_groups_at_once_lose_no_press_and_are_answered_in_time(loopback: Loopback, serving: Serving) -> None:
    loopback.api.every = 20
    parties = [gathered(loopback, serving, number) for number in range(TABLES)]
    began = time.monotonic()
    async with asyncio.TaskGroup() as group:
        memory = group.create_task(tenths(serving, rounds=TABLES * ROUNDS))
        for party in parties:
            group.create_task(played(party))
    seconds, answers = time.monotonic() - began, loopback.first_answers()
    busiest = max(loopback.pace.busiest(party.room.id) for party in parties)
    print(
        f"{TABLES} tables, {TABLES * ROUNDS} rounds in {seconds:.0f} s, {len(loopback.recorder.calls)} calls, "
        f"{len(answers)} presses: median {answers[len(answers) // 2]:.0f} ms, p99 {loopback.p99():.0f} ms, "
        f"longest {answers[-1]:.0f} ms; busiest group {busiest} calls a minute"
    )
    check_rounds(serving)
    check_taken(serving, rounds=TABLES * ROUNDS)
    check_memory(serving, memory.result())
    assert busiest < 20
    assert loopback.pace.refused == 0
    assert not LONG or loopback.p99() < 1000  # a short run on a busy machine measures the machine
    assert answers[-1] < (3 if LONG else LIFE) * 1000
    assert serving.log() == ""
