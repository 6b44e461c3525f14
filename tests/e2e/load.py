"""What every test under load asks for: how much is played, the memory it takes, and that no press is lost."""

import os
from pathlib import Path
from typing import Final

from tests.e2e.reckoning import settled_rounds
from tests.e2e.serving import Serving
from tests.e2e.waiting import until

TABLES: Final = int(os.environ.get("LOAD_TABLES", "12"))
ROUNDS: Final = int(os.environ.get("LOAD_ROUNDS", "1"))
SEATS: Final = 4
LONG: Final = TABLES * ROUNDS >= 100
GROWTH: Final = 5 if LONG else 40
"""Megabytes beyond what was used after the first tenth; a short run is still filling its caches."""
PATIENCE: Final = 60 if TABLES < 50 else 600


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
