"""What every test under load asks for: how much is played, the memory it takes, and that no press is lost."""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

from tests.e2e.reckoning import settled_rounds
from tests.e2e.serving import Serving
from tests.e2e.waiting import until

TABLES: Final = int(os.environ.get("LOAD_TABLES", "12"))
ROUNDS: Final = int(os.environ.get("LOAD_ROUNDS", "1"))
SEATS: Final = 4
LONG: Final = TABLES * ROUNDS >= 100
GROWTH: Final = 5 if LONG else 40
"""Megabytes beyond what was used after the first tenth; a short run is still filling its caches."""
THOUGHT: Final = 5.0 if LONG else 0.0
"""The longest that somebody looks at their cards before they take a suggestion, in seconds."""
LOOKS: Final = 0.5
"""Seconds from one look at the board to the next."""
PATIENCE: Final = 60 if TABLES < 50 else 600

Table = TypeVar("Table")
Somebody = TypeVar("Somebody")
Done = TypeVar("Done")


def thoughtful(way: Callable[[Table, Somebody], Awaitable[Done]]) -> Callable[[Table, Somebody], Awaitable[Done]]:
    """The same way to arrange a hand, after a thought."""

    async def think(table: Table, person: Somebody) -> Done:
        await asyncio.sleep(random.uniform(0, THOUGHT))
        return await way(table, person)

    return think


def megabytes(serving: Serving) -> float:
    """Memory that the process holds."""
    assert serving.process is not None
    lines = Path(f"/proc/{serving.process.pid}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def tenths(serving: Serving, *, rounds: int) -> list[float]:
    """The memory as each tenth of the rounds is settled."""
    found: list[float] = []
    for tenth in range(1, 11):
        await until(
            lambda due=tenth: len(settled_rounds(serving)) * 10 >= rounds * due,  # type: ignore[misc] # a default
            seconds=PATIENCE,
            every=0.5,
        )
        found.append(megabytes(serving))
    return found


def check_memory(serving: Serving, used: list[float]) -> None:
    """The memory is level after the first tenth."""
    used = [*used, megabytes(serving)]
    print(f"MB after each tenth and at the end: {' '.join(f'{each:.0f}' for each in used)}")
    assert used[-1] - used[0] <= GROWTH


def check_taken(serving: Serving, *, rounds: int) -> None:
    """Every cut and every hand that was sent is there."""
    taken = serving.query("SELECT kind, count(*) FROM events WHERE kind IN ('CutMade', 'Submitted') GROUP BY kind")
    assert taken == [("CutMade", rounds * SEATS), ("Submitted", rounds * SEATS)]
    assert len(settled_rounds(serving)) == rounds
