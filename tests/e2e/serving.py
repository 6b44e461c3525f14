"""The game as its own process, started on a database file and ended politely or not."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import sys
from dataclasses import dataclass, field
from pathlib import Path

LINK = re.compile(r"http://127\.0\.0\.1:\d+/r/[A-Za-z0-9_-]+(\?admin=[A-Za-z0-9_-]+)?")


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Serving:
    """One database file and the process that serves it, again and again on the same port."""

    database: Path
    environment: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    starts: int = 0
    process: asyncio.subprocess.Process | None = None

    async def start(self, *, seconds: float = 90) -> str:
        """Start it and return the room's link as soon as it is printed, with the admin's secret the first time."""
        command = (sys.executable, "-m", "bot", "--database", str(self.database), "--port", str(self.port))
        log = self.database.with_suffix(".log").open("ab")
        own = {name: value for name, value in os.environ.items() if not name.startswith("SHISANZHI_")}
        with log:
            self.process = await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.PIPE, stderr=log, env=own | self.environment
            )
        self.starts += 1
        async with asyncio.timeout(seconds):
            return await self._link()

    async def _link(self) -> str:
        assert self.process is not None
        assert self.process.stdout is not None
        while line := (await self.process.stdout.readline()).decode():
            if found := LINK.search(line):
                return found[0]
        message = f"ended with {await self.process.wait()}: {self.log()[-2000:]}"
        raise RuntimeError(message)

    async def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def stop(self, *, seconds: float = 5) -> int:
        """End it politely; the exit status, within the promised time."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(seconds):
            return await self.process.wait()

    def log(self) -> str:
        """What all its processes wrote to stderr."""
        return self.database.with_suffix(".log").read_text("utf-8")

    def query(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Read from the file beside the running process."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()
