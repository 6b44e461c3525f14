"""Many tables at once; LOAD_TABLES and LOAD_ROUNDS say how many (100 and 3 are the long form)."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tokens import Verb
from tests.bot.platforms.discord.house import standing
from tests.e2e.accounts import check_rounds
from tests.e2e.discord.crowd import gathered, played
from tests.e2e.discord.party import check_mentions, wanted
from tests.e2e.discord.people import until
from tests.e2e.discord.server import Loopback
from tests.e2e.load import LONG, ROUNDS, TABLES, check_memory, check_taken, tenths
from tests.e2e.reckoning import PACE
from tests.e2e.serving import Serving

CYCLES = 4


@pytest.fixture
async def serving(loopback: Loopback, tmp_path: Path) -> AsyncIterator[Serving]:
    """The bot, with time enough to cut."""
    own = Serving(tmp_path / "load.db", loopback.environment | PACE | {"SHISANZHI_CUT_SECONDS": "60"})
    await own.start()
    await loopback.awake()
    yield own
    assert await own.stop() == 0


async def test_many_tables_at_once_lose_no_press_and_are_answered_in_time(loopback: Loopback, serving: Serving) -> None:
    loopback.rest.every = 20
    parties = [gathered(loopback, serving, number) for number in range(TABLES)]
    began = time.monotonic()
    async with asyncio.TaskGroup() as group:
        memory = group.create_task(tenths(serving, rounds=TABLES * ROUNDS))
        for party in parties:
            group.create_task(played(party))
    seconds, answers = time.monotonic() - began, loopback.first_answers()
    print(
        f"{TABLES} tables, {TABLES * ROUNDS} rounds in {seconds:.0f} s, {len(loopback.recorder.calls)} requests, "
        f"{len(answers)} presses: median {answers[len(answers) // 2]:.0f} ms, p99 {loopback.p99():.0f} ms, "
        f"longest {answers[-1]:.0f} ms"
    )
    check_rounds(serving)
    check_mentions(parties[0])
    check_taken(serving, rounds=TABLES * ROUNDS)
    check_memory(serving, memory.result())
    assert not LONG or loopback.p99() < 1000  # a short run on a busy machine measures the machine
    assert answers[-1] < 3000
    assert serving.log() == ""


async def test_tables_that_come_and_go_leave_no_view_task_or_lock_behind(tmp_path: Path) -> None:
    async with standing(tmp_path) as stand:
        counts = []
        for _ in range(CYCLES):
            board = await stand.dealt()
            await stand.ben.press(board, "我的牌")
            asked = await stand.ann.press(board, "結束")
            await stand.ann.press(asked.message, wanted(Verb.END_NOW))
            await until(lambda: not stand.platform._hands.turns)
            await asyncio.sleep(1.2)
            stand.room.delete(board.id)
            for message in [*stand.room.messages]:
                stand.room.delete(message.id)
            counts.append(len(asyncio.all_tasks()))
        store = stand.platform._client._connection._view_store
        assert (len(store._views), len(store._modals), len(store._synced_message_views)) == (0, 0, 0)
        assert max(counts[1:]) <= counts[1] + 2
        assert len(stand.platform._hands.roads) == 2
