"""Seeded orders of each race, with random waits around every transaction: one truth afterwards, whoever came first."""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial, reduce
from pathlib import Path
from typing import Any

import pytest

from core.arrangement import parse_rows
from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.table import commands as c
from core.table.events import Dealt, Settled, Voided
from core.table.machine import evolve
from core.table.model import By, Options, Phase, Table
from storage import store
from storage.engine import Database
from tests.fakes import FakeClock, House, house, until

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]
SEEDS = int(os.environ.get("RACE_SEEDS", "100"))
AT_ONCE = 10


class Jittery:
    """The database with waits of random length before and after each transaction."""

    def __init__(self, database: Database, chance: random.Random) -> None:
        self._database = database
        self._chance = chance
        self.read = database.read

    async def run(self, act: Callable[[store.Connection], Any]) -> Any:
        """Wait, run, wait."""
        await self._wait()
        try:
            return await self._database.run(act)
        finally:
            await self._wait()

    async def _wait(self) -> None:
        for _ in range(self._chance.randrange(4)):
            await asyncio.sleep(0)


@dataclass
class Corner:
    """One game of many in a house: a chat of its own with its own people."""

    house: House
    seed: int

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.chat = ChatId(f"web:{self.seed}")
        self.people = [c.Actor(PersonId(f"web:{self.seed}-{number}"), f"p{number}") for number in range(6)]
        self.table = TableId(0)

    async def open(self, people: int) -> None:
        """Open a table of one round and seat so many."""
        await self.house.service.open(self.people[0], self.chat, Options(rounds=1), press=f"open {self.seed}")
        live = await self.house.database.read(partial(store.live_table, chat=self.chat))
        assert live is not None
        self.table = live.id
        for person in self.people[1:people]:
            await self.do(person, c.Join())

    async def deal(self, people: int) -> Table:
        """Start and cut: the hands are there."""
        await self.open(people)
        await self.do(self.people[0], c.Start(fill=True))
        message = partial(store.board_message, table=self.table, serial=1)
        await until(lambda: self._holds(lambda connection: message(connection) is not None))
        for person in self.people[:people]:
            await self.do(person, c.Cut(1, str(self.chance.randrange(1, 9))))
        return await self.now()

    async def _holds(self, query: Callable[[store.Connection], bool]) -> bool:
        return await self.house.database.read(query)

    async def now(self) -> Table:
        """The table as it is stored."""
        return await self.house.database.read(partial(store.load, table=self.table))

    async def do(self, actor: c.Actor, command: c.Command) -> bool:
        """Whether the command was taken."""
        try:
            await self.house.service.execute(actor, self.table, command)
        except Illegal:
            return False
        return True

    def submit(self, table: Table, seat: int) -> Awaitable[bool]:
        """A person's press of submit with the suggestion."""
        assert table.deal is not None
        return self.do(self.people[seat], c.Submit(1, parse_rows(table.deal.fallbacks[seat])))

    async def at_once(self, presses: Sequence[Awaitable[bool]]) -> dict[int, bool]:
        """All presses in one tick, in a shuffled order; by their number whether each was taken."""
        order = list(enumerate(presses))
        self.chance.shuffle(order)
        taken = await asyncio.gather(*(press for _, press in order))
        return {number: done for (number, _), done in zip(order, taken, strict=True)}


async def raced(path: Path, play: Callable[[Corner], Awaitable[None]]) -> None:
    """Play every seed, some side by side, and look at what is stored afterwards."""
    async with house(path) as game:
        game.service.database = Jittery(game.database, random.Random(7))  # type: ignore[assignment]
        for first in range(0, SEEDS, AT_ONCE):
            corners = [Corner(game, seed) for seed in range(first, first + AT_ONCE)]
            await asyncio.gather(*(play(corner) for corner in corners))
            for corner in corners:
                await is_sound(corner)


async def is_sound(corner: Corner) -> None:
    """The log tells the same story as the snapshot; seats, hands and the one settlement fit together."""
    table = await corner.now()
    log = await corner.house.database.read(partial(store.log, table=corner.table))
    first, *rest = log
    assert reduce(evolve, rest, evolve(None, first)) == table
    seated = [seat.person for seat in table.seats if seat is not None and seat.person]
    assert len(seated) == len(set(seated))
    live = table.phase is not Phase.ENDED
    there = {*seated, *(waiter.person for waiter in table.queue)}
    for person in corner.people:
        place = await corner.house.database.read(partial(store.seated_table, person=person.person))
        assert (place is not None) == (live and person.person in there)
    dealt = [event for event in log if isinstance(event, Dealt)]
    ended = [event for event in log if isinstance(event, Settled | Voided)]
    assert len(dealt) <= 1
    assert [event.result.serial for event in ended] == list(range(1, len(ended) + 1))
    assert sum(isinstance(event, Settled) for event in ended) <= 1
    for event in dealt:
        cards = " ".join(event.deal.dealt.hands).split()
        assert len(cards) == 68 == 17 * len(event.deal.plays)
    for each in ended:
        assert sum(seat.points for seat in each.result.seats) == 0
        records = await corner.house.database.read(partial(store.records, table=corner.table))
        assert len(records) == len(ended)
    assert sum(score.points for score in table.scores) == 0


async def test_four_submits_at_once_are_all_honest_and_settle_once(tmp_path: Path):
    async def play(corner: Corner) -> None:
        table = await corner.deal(4)
        taken = await corner.at_once([corner.submit(table, seat) for seat in range(4)])
        assert all(taken.values())
        result = await corner.house.database.read(partial(store.result, table=corner.table, serial=1))
        assert result is not None
        assert result.outcome == "settled"
        assert [seat.by for seat in result.seats] == [By.PERSON] * 4
        assert (await corner.now()).phase is Phase.FINISHED

    await raced(tmp_path, play)


async def test_join_leave_start_and_cancel_in_one_tick_leave_one_truth(tmp_path: Path):
    outcomes = set()

    async def play(corner: Corner) -> None:
        await corner.open(3)
        host, leaving, new, newer = (corner.people[number] for number in (0, 1, 3, 4))
        presses = [
            corner.do(new, c.Join()),
            corner.do(newer, c.Join()),
            corner.do(leaving, c.Leave()),
            corner.do(host, c.Start(fill=True)),
            corner.do(host, c.End()),
        ]
        taken = await corner.at_once(presses)
        table = await corner.now()
        assert taken[4]
        assert (table.phase, table.ended, table.opening) == (Phase.ENDED, "host", None)
        outcomes.add(tuple(taken[number] for number in range(5)))

    await raced(tmp_path, play)
    assert len(outcomes) > 5


async def test_join_at_the_moment_of_the_start_seats_everybody_once(tmp_path: Path):
    async def play(corner: Corner) -> None:
        await corner.open(3)
        presses = [
            corner.do(corner.people[3], c.Join()),
            corner.do(corner.people[4], c.Join()),
            corner.do(corner.people[0], c.Start(fill=True)),
        ]
        taken = await corner.at_once(presses)
        table = await corner.now()
        assert taken[2]
        assert table.phase is Phase.CUTTING
        assert table.opening is not None
        assert [seat.person or "" for seat in table.seats if seat is not None] == list(table.opening.identities)
        assert (taken[0], taken[1]) == (True, True)
        seated = [seat.person for seat in table.seats if seat is not None]
        both = [corner.people[number].person for number in (3, 4)]
        assert sorted([*seated, *(waiter.person for waiter in table.queue)]).count(both[0]) == 1
        assert len(table.queue) == 1
        assert set(both) - {waiter.person for waiter in table.queue} <= {*seated}

    await raced(tmp_path, play)


async def test_the_last_submit_against_time_out_and_force_end_gives_one_outcome(tmp_path: Path):
    outcomes = set()

    async def play(corner: Corner) -> None:
        table = await corner.deal(2)
        assert table.deal is not None
        assert table.deal.deadline is not None
        assert await corner.submit(table, 0)
        clock = FakeClock(table.deal.deadline - 1)
        service = copy(corner.house.service)
        service.clock = clock
        late = Corner(
            House(corner.house.database, service, corner.house.platform, corner.house.worker, clock), corner.seed
        )
        late.table = corner.table

        async def strike() -> bool:
            await asyncio.sleep(0)
            clock.now += 1
            return await late.do(c.CLOCK, c.Tick())

        admin = c.Actor(PersonId("web:admin"), "", admin=True)
        taken = await late.at_once([late.submit(table, 1), strike(), late.do(admin, c.End())])
        result = await corner.house.database.read(partial(store.result, table=corner.table, serial=1))
        assert result is not None
        by = result.seats[1].by
        assert (await corner.now()).phase is Phase.ENDED
        assert by is (By.PERSON if taken[0] else By.FALLBACK)
        outcomes.add((result.outcome, by))

    await raced(tmp_path, play)
    assert outcomes >= {("settled", By.PERSON), ("settled", By.FALLBACK), ("void:ended", By.FALLBACK)}
