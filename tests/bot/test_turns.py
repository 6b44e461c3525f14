"""While many tables deal and settle, whoever else is there gets their turn: the arranger never has the loop to itself."""

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from statistics import median

import pytest

from bot.app import set_pace
from bot.tokens import Token, Verb, show
from core.ids import ChatId, PersonId, TableId
from core.table import commands as c
from core.table.model import Options
from storage import store
from tests.fakes import House, house

TABLES = 10
EVERY = 0.01
LONG = 0.025
"""Half of all waits are far below this, however busy the machine is; one deal in the loop is above."""


@pytest.fixture
def paced() -> Iterator[None]:
    """Turns and searches for garbage as the program sets them."""
    turns, garbage = sys.getswitchinterval(), gc.get_threshold()
    set_pace()
    yield
    sys.setswitchinterval(turns)
    gc.set_threshold(*garbage)


@asynccontextmanager
async def ticking() -> AsyncIterator[list[float]]:
    """Sleeps of ten milliseconds, one after the other: how much longer each took."""
    waits: list[float] = []

    async def tick() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(EVERY)
            waits.append(time.perf_counter() - began - EVERY)

    task = asyncio.create_task(tick())
    yield waits
    task.cancel()


async def started(game: House, number: int) -> tuple[TableId, ChatId, list[c.Actor]]:
    """A table of four that waits for its cuts."""
    chat = ChatId(f"web:{100 + number}")
    people = [c.Actor(PersonId(f"web:{number:06x}{seat:06x}"), f"p{seat}") for seat in range(4)]
    options = Options(rule_set=("joker", "bonus")[number % 2], rounds=2)
    await game.service.open(people[0], chat, options, press=f"open {number}")
    table = await game.database.read(partial(store.live_table, chat=chat))
    assert table is not None
    for person in people[1:]:
        await game.service.execute(person, table.id, c.Join())
    await game.service.execute(people[0], table.id, c.Start(fill=True))
    return table.id, chat, people


async def test_the_loop_turns_while_ten_tables_deal_arrange_and_are_reviewed_at_once(tmp_path: Path, paced: None):
    async with house(tmp_path) as game:
        tables = [await started(game, number) for number in range(TABLES)]
        await game.quiet()
        game.clock.pass_by(10)

        async def press(verb: Verb, arg: str = "") -> None:
            """Everybody at every table at once."""
            presses = (
                game.service.press(person, chat, show(Token(verb, table, 1, arg)), {}, press=f"{verb}{person.person}")
                for table, chat, people in tables
                for person in people
            )
            await asyncio.gather(*presses)

        async with ticking() as waits:
            began = time.perf_counter()
            await press(Verb.CUT, "1")
            await press(Verb.SUGGEST, "most")
            game.clock.pass_by(5)
            await press(Verb.SUBMIT)
            took = time.perf_counter() - began
        for table, _, _ in tables:
            assert await game.database.read(partial(store.result, table=table, serial=1)) is not None
        assert len(waits) > took / (EVERY + LONG) / 2
        assert median(waits) < LONG
