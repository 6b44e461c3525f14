"""Many tables at once; LOAD_TABLES and LOAD_ROUNDS say how many (100 and 3 are the long form)."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tokens import Verb
from tests.bot.platforms.discord.house import standing
from tests.e2e.accounts import check_rounds
from tests.e2e.discord.party import Party, check_mentions, suggested, wanted
from tests.e2e.discord.people import until
from tests.e2e.discord.server import Loopback
from tests.e2e.reckoning import PACE
from tests.e2e.serving import Serving

TABLES = int(os.environ.get("LOAD_TABLES", "12"))
ROUNDS = int(os.environ.get("LOAD_ROUNDS", "1"))
SEATS = 4
LONG = TABLES * ROUNDS >= 100
GROWTH = 5 if LONG else 40
"""Megabytes beyond what was used after the first tenth; a short run is still filling its caches."""
PATIENCE = 60 if TABLES < 50 else 600
CYCLES = 4


def megabytes(serving: Serving) -> float:
    """Memory that the process holds."""
    assert serving.process is not None
    lines = Path(f"/proc/{serving.process.pid}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def made(loopback: Loopback, serving: Serving, number: int) -> Party:
    """A server of its own for each table."""
    guild = loopback.guild(f"guild {number}")
    people = [loopback.person(f"P{number}-{seat}", guild) for seat in range(SEATS)]
    return Party(loopback, serving, guild, guild.text(), people, pause=0.2)


async def played(party: Party) -> None:
    """From the lobby to the end of the match."""
    await party.seated(rules="joker", rounds=ROUNDS, seconds=600, reveal="once")
    board = await party.board(Verb.START, seconds=PATIENCE)
    await party.people[0].press(board, wanted(Verb.START))
    for _ in range(ROUNDS):
        await party.board(Verb.CUT, seconds=PATIENCE)
        await party.cut()
        await party.board(Verb.HAND, seconds=PATIENCE)
        await party.all_submit(suggested)
    await party.board(Verb.AGAIN, seconds=PATIENCE)


async def tenths(party: Party) -> list[float]:
    """The memory as each tenth of the rounds is settled."""
    found: list[float] = []
    for tenth in range(1, 11):
        await until(
            lambda due=tenth: len(party.rounds()) * 10 >= TABLES * ROUNDS * due,  # type: ignore[misc] # a default
            seconds=PATIENCE,
            every=0.5,
        )
        found.append(megabytes(party.serving))
    return found


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
    parties = [made(loopback, serving, number) for number in range(TABLES)]
    began = time.monotonic()
    async with asyncio.TaskGroup() as group:
        memory = group.create_task(tenths(parties[0]))
        for party in parties:
            group.create_task(played(party))
    seconds, used = time.monotonic() - began, [*memory.result(), megabytes(serving)]
    answers = loopback.first_answers()
    print(
        f"{TABLES} tables, {TABLES * ROUNDS} rounds in {seconds:.0f} s, {len(loopback.recorder.calls)} requests, "
        f"{len(answers)} presses: median {answers[len(answers) // 2]:.0f} ms, p99 {loopback.p99():.0f} ms, "
        f"longest {answers[-1]:.0f} ms; MB after each tenth and at the end: {' '.join(f'{each:.0f}' for each in used)}"
    )
    check_rounds(serving)
    check_mentions(parties[0])
    taken = serving.query("SELECT kind, count(*) FROM events WHERE kind IN ('CutMade', 'Submitted') GROUP BY kind")
    assert taken == [("CutMade", TABLES * ROUNDS * SEATS), ("Submitted", TABLES * ROUNDS * SEATS)]
    assert len(parties[0].rounds()) == TABLES * ROUNDS
    assert not LONG or loopback.p99() < 1000  # a short run on a busy machine measures the machine
    assert answers[-1] < 3000
    assert used[-1] - used[0] <= GROWTH
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
