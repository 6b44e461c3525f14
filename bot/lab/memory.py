"""How much memory the game holds with two hundred tables in play, only the browser room loaded."""

import asyncio
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.lab.load import OPTIONS, playing, seated
from bot.lab.start import started

TABLES: Final = 200
SECONDS: Final = 40


def main() -> int:
    """Deal at all tables, start the game on that database, let the deals time out, and print its memory."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "memory.db"
        asyncio.run(_deal(database))
        with started(database) as (process, _):
            sizes = []
            for _ in range(SECONDS):
                time.sleep(1)
                sizes.append(_resident(process.pid))
    print(f"{TABLES} tables: {sizes[0]:.0f} MB after a second, {max(sizes):.0f} MB at most in {SECONDS} s")
    return 0


async def _deal(database: Path) -> None:
    """Two hundred tables whose people have their cards and half a minute left."""
    async with playing(database) as service:
        tables = seated(service, TABLES)
        for table in tables:
            await table.open(replace(OPTIONS, seconds=30))
        for table in tables:
            for person in table.people:
                await table.cut(person, 1)


def _resident(process: int) -> float:
    """Megabytes in memory."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    raise SystemExit(main())
