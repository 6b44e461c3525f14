"""How many presses a second the whole service takes: tables of four people, one press under way at each.

Everything is real but the network: tokens, drafts, the database on a file, the worker that notes each delivery.
The four arrange in the four ways of the storyboard: by the suggestion, by the suggestion and a swap forth and back,
row by row, and card by card: a round is 28 presses, each a committed transaction. Tables begin at random moments.
"""

import asyncio
import random
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count
from pathlib import Path
from statistics import quantiles
from typing import Final

from bot.app import set_pace, warm
from bot.config import load_settings
from bot.platforms.base import Address
from bot.screens.model import Screen
from bot.service import Service
from bot.tokens import Token, Verb, cards_arg, show
from bot.worker import Wake, Worker
from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.rules import ROWS
from core.table.commands import Actor
from core.table.draft import fill, in_row
from core.table.model import Options
from core.table.view import hand_view
from storage import store
from storage.engine import Database
from storage.store import Connection

SECONDS: Final = 10.0
WARM_UP: Final = 10.0
"""In these seconds the tables begin: longer than a round takes, so that not all of them are dealt to at one time."""
SEATS: Final = 4
TABLES: Final = (1, 200)
DELAYS: Final = (0.0, 0.005)
OPTIONS: Final = Options(rounds=32, seconds=600, reveal="once", result_seconds=0)


@dataclass
class Silent:
    """A platform that takes every message at once and keeps none."""

    name: str = "web"
    pace: float = 0.0
    reveal: float = 3.0
    _numbers: "count[int]" = field(default_factory=count)

    async def start(self) -> None:
        """There is nothing to begin."""

    async def stop(self) -> None:
        """There is nothing to end."""

    async def post(self, address: Address, screen: Screen, *, nonce: str) -> str:
        """Return a new message's id."""
        _ = address, screen, nonce
        return str(next(self._numbers))

    async def edit(self, address: Address, message: str, screen: Screen) -> None:
        """Take the edit."""


@dataclass
class Table:
    """One table with its four people; `latencies` are milliseconds a press."""

    service: Service
    chat: ChatId
    people: tuple[Actor, ...]
    id: TableId = field(default=TableId(0))
    latencies: list[float] = field(default_factory=list)

    async def open(self, options: Options = OPTIONS) -> None:
        """Seat four people and begin."""
        await self.service.open(self.people[0], self.chat, options, press=_press())
        live = await self.service.database.read(lambda connection: store.live_table(connection, self.chat))
        assert live is not None
        self.id = live.id
        for person in self.people[1:]:
            await self.press(person, Verb.JOIN, serial=0)
        await self.press(self.people[0], Verb.START, serial=0)

    async def play(self, until: float) -> None:
        """Play rounds as fast as they are taken, one press at a time."""
        serial = 1
        while time.perf_counter() < until:
            for person in self.people:
                await self.cut(person, serial)
            for seat, person in enumerate(self.people):
                for verb, arg in await self._presses(seat):
                    await self.press(person, verb, serial=serial, arg=arg)
            if serial % OPTIONS.rounds == 0:
                for person in self.people:
                    await self.press(person, Verb.AGAIN, serial=serial)
            serial += 1

    async def _presses(self, seat: int) -> list[tuple[Verb, str]]:
        """How the person of this seat arranges; all end with the suggestion's rows."""
        if seat == 0:
            return [(Verb.AUTO, ""), (Verb.SUBMIT, "")]
        rows = await self.service.database.read(partial(_suggested, table=self.id, seat=seat))
        if seat == 1:
            swap = (Verb.EXCHANGE, cards_arg((rows["front"][0], rows["back"][0])))
            return [(Verb.AUTO, ""), swap, swap, (Verb.SUBMIT, "")]
        if seat == 2:
            puts = [(row, cards) for row, cards in rows.items()]
        else:
            puts = [(row, (card,)) for row, cards in rows.items() for card in cards]
        return [*((Verb.PUT, cards_arg(cards, row=row)) for row, cards in puts), (Verb.SUBMIT, "")]

    async def cut(self, person: Actor, serial: int) -> None:
        """Cut; a cut waits until the opening's message is out."""
        while True:
            try:
                await self.press(person, Verb.CUT, serial=serial, arg="1")
            except Illegal as refused:
                if refused.code != "cut/not-yet":
                    raise
                await asyncio.sleep(0.005)
            else:
                return

    async def press(self, person: Actor, verb: Verb, *, serial: int, arg: str = "") -> None:
        """One press through the front door, timed when it is taken."""
        begun = time.perf_counter()
        token = show(Token(verb, self.id, serial, arg))
        await self.service.press(person, self.chat, token, {}, press=_press())
        self.latencies.append((time.perf_counter() - begun) * 1_000)


def main() -> int:
    """Print actions a second and latencies for each number of tables, on a fast and on a slow disk."""
    set_pace()
    warm()
    for delay in DELAYS:
        for tables in TABLES:
            asyncio.run(measure(tables, commit_delay=delay))
    return 0


async def measure(tables: int, *, commit_delay: float) -> None:
    """Play at so many tables at once and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        async with playing(Path(folder) / "bench.db", commit_delay=commit_delay) as service:
            made = seated(service, tables)
            for table in made:
                await table.open()
            ends = time.perf_counter() + WARM_UP + SECONDS
            playing_on = [asyncio.create_task(_from_some_moment(table, ends)) for table in made]
            await asyncio.sleep(WARM_UP)
            for table in made:
                table.latencies.clear()
            cpu, begun = time.process_time(), time.perf_counter()
            await asyncio.gather(*playing_on)
            _report(made, delay=commit_delay, seconds=time.perf_counter() - begun, cpu=time.process_time() - cpu)


async def _from_some_moment(table: Table, until: float) -> None:
    await asyncio.sleep(random.uniform(0, WARM_UP))
    await table.play(until)


def _suggested(connection: Connection, *, table: TableId, seat: int) -> dict[str, tuple[int, ...]]:
    """The card indexes of each row that the bot would play."""
    view = hand_view(store.load(connection, table), seat)
    assert view is not None
    draft = fill(view.suggestion, view.cards)
    return {row: in_row(draft, row) for row in ROWS}


@asynccontextmanager
async def playing(path: Path, *, commit_delay: float = 0.0) -> AsyncIterator[Service]:
    """A service with its worker on a new database."""
    database = await Database.open(path, commit_delay=commit_delay)
    wake = Wake()
    service = Service(
        database,
        settings=load_settings(env_file=None),
        clock=lambda: time.time_ns() // 1_000_000,
        entropy=partial(secrets.token_bytes, 32),
        stirred=wake.stir,
    )
    worker = Worker(service, [Silent()], wake=wake)
    worker.start()
    try:
        yield service
    finally:
        await worker.stop()
        await database.close()


def seated(service: Service, tables: int) -> list[Table]:
    """So many tables, not opened yet, each in a room of its own with people of its own."""
    return [
        Table(
            service,
            ChatId(f"web:room{number}"),
            tuple(Actor(PersonId(f"web:{number:04x}{seat:04x}"), f"P{seat}") for seat in range(SEATS)),
        )
        for number in range(tables)
    ]


def _report(tables: Sequence[Table], *, delay: float, seconds: float, cpu: float) -> None:
    latencies = list(chain.from_iterable(table.latencies for table in tables))
    cuts = quantiles(latencies, n=100)
    print(
        f"{len(tables):4} tables, {delay * 1000:.0f} ms a commit more: {len(latencies) / seconds:6.0f} actions a second, "
        f"p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, {cpu / seconds:.0%} of one core"
    )


def _press() -> str:
    return f"bench:{secrets.token_hex(8)}"


if __name__ == "__main__":
    raise SystemExit(main())
