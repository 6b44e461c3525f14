"""Both chat platforms and the browser room in one process, each with its own failure; LOAD_TABLES on each of the two."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("simcord", reason="simcord comes with the extra `test`")

from tests.e2e.accounts import check_rounds
from tests.e2e.discord import crowd as servers
from tests.e2e.discord.server import Loopback as Discord
from tests.e2e.discord.spec import discord_spec
from tests.e2e.load import LONG, ROUNDS, TABLES, check_memory, check_taken, tenths
from tests.e2e.reckoning import PACE
from tests.e2e.serving import Serving
from tests.e2e.telegram import crowd as groups
from tests.e2e.telegram.queries import LIFE
from tests.e2e.telegram.server import Loopback as Telegram
from tests.e2e.telegram.spec import telegram_spec
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until

EACH = TABLES if LONG else 4
SAME = 7_654_321_098
"""The number of somebody on Discord and of somebody else on Telegram."""


@dataclass(repr=False)
class House:
    """Both services and the process that serves them."""

    discord: Discord
    telegram: Telegram
    serving: Serving

    async def start(self) -> None:
        await self.serving.start()

    async def awake(self) -> None:
        await asyncio.gather(self.discord.awake(), self.telegram.awake())


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    discord, telegram = Discord(discord_spec()), Telegram(telegram_spec())
    await asyncio.gather(discord.start(), telegram.start())
    environment = discord.environment | telegram.environment | PACE | {"SHISANZHI_CUT_SECONDS": "60"}
    own = House(discord, telegram, Serving(tmp_path / "both.db", environment))
    yield own
    if own.serving.process is not None and own.serving.process.returncode is None:
        assert await own.serving.stop() == 0
    await asyncio.gather(discord.stop(), telegram.stop())
    print(own.serving.log())
    assert (discord.violations, telegram.violations) == ([], [])


async def test_many_tables_on_both_at_once_lose_no_press_and_are_answered_in_time(house: House) -> None:
    house.discord.rest.every = house.telegram.api.every = 20
    await house.start()
    await house.awake()
    began = time.monotonic()
    async with asyncio.TaskGroup() as group:
        memory = group.create_task(tenths(house.serving, rounds=2 * EACH * ROUNDS))
        for number in range(EACH):
            group.create_task(servers.played(servers.gathered(house.discord, house.serving, number)))
            group.create_task(groups.played(groups.gathered(house.telegram, house.serving, number)))
    print(f"{EACH} tables on each, {2 * EACH * ROUNDS} rounds in {time.monotonic() - began:.0f} s")
    for loopback in (house.discord, house.telegram):
        answers = loopback.first_answers()
        print(f"{len(answers)} presses: p99 {loopback.p99():.0f} ms, longest {answers[-1]:.0f} ms")
    check_memory(house.serving, memory.result())
    check_rounds(house.serving)
    check_taken(house.serving, rounds=2 * EACH * ROUNDS)
    assert house.serving.log() == ""
    for loopback, life in ((house.discord, 3), (house.telegram, 3 if LONG else LIFE)):
        assert not LONG or loopback.p99() < 1000
        assert loopback.first_answers()[-1] < life * 1000


async def test_the_same_number_is_two_people_and_two_tables(house: House) -> None:
    await house.start()
    await house.awake()
    server, room = servers.gathered(house.discord, house.serving, 0), groups.gathered(house.telegram, house.serving, 0)
    server.people = [house.discord.person("D", server.guild, number=SAME), *server.people[1:]]
    room.people = [house.telegram.person("T", room.room, number=SAME), *room.people[1:]]
    await asyncio.gather(servers.played(server), groups.played(room))
    seats = house.serving.query(f"SELECT person FROM round_seats WHERE person LIKE '%:{SAME}' ORDER BY person")
    assert seats[:: len(seats) // 2] == [(f"discord:{SAME}",), (f"telegram:{SAME}",)]


@pytest.mark.parametrize("down", ["discord", "telegram"])
async def test_one_that_refuses_the_token_leaves_the_other_playing(house: House, down: str) -> None:
    house.serving.environment[f"SHISANZHI_{down.upper()}_TOKEN"] = "4200000042:" + "x" * 35
    await house.start()
    if down == "discord":
        await house.telegram.awake()
        await groups.played(groups.gathered(house.telegram, house.serving, 0))
    else:
        await house.discord.awake()
        await servers.played(servers.gathered(house.discord, house.serving, 0))
    check_rounds(house.serving)
    lines = house.serving.log().splitlines()
    assert (len(lines), "Traceback" in house.serving.log()) == (1, False), lines
    assert down.capitalize() in lines[0]


async def test_one_that_fails_in_the_middle_holds_up_nobody_on_the_other(house: House) -> None:
    await house.start()
    await house.awake()
    party = groups.gathered(house.telegram, house.serving, 0)
    broken = house.telegram.trouble(Trouble("*", "*", 502, times=-1))
    party.open_chats()
    await until(lambda: broken.met)
    await servers.played(servers.gathered(house.discord, house.serving, 0))
    broken.times = 0
    await groups.played(party)
    await until(lambda: len(party.rounds()) == 2 * ROUNDS)
    assert "Traceback" not in house.serving.log()
