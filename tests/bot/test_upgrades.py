"""A database that the first version wrote, with a table in every phase: each goes on as if nothing had happened.

`golden/first-version.sql.gz` is what that version left: two people and a computer at each of five tables, in the lobby,
arranging, finished, ended and cutting.
"""

import contextlib
import gzip
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial, reduce
from pathlib import Path

import pytest

from bot.chats import Chats
from bot.platforms.base import Address
from bot.screens.model import Screen
from bot.tokens import Token, Verb, show
from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.table import commands as c
from core.table.machine import evolve
from core.table.model import Phase, Table
from storage import reviews, store
from tests.fakes import FakeClock, FakePlatform, House, Sent, house, panel, refused

SAVED_AT = 1_800_000_040_000
LOBBY, ARRANGING, FINISHED, ENDED, CUTTING = map(TableId, range(1, 6))
PHASES = {
    LOBBY: Phase.LOBBY,
    ARRANGING: Phase.ARRANGING,
    FINISHED: Phase.FINISHED,
    ENDED: Phase.ENDED,
    CUTTING: Phase.CUTTING,
}


class Upgraded:
    """The house on the old database."""

    def __init__(self, game: House) -> None:
        self.game = game

    async def table(self, number: TableId) -> Table:
        return await self.game.database.read(partial(store.load, table=number))

    async def press(
        self, table: TableId, person: c.Actor, verb: Verb, arg: str = "", serial: int = -1
    ) -> Screen | None:
        """Press a button of the opening that is under way, or of another one."""
        asked = (await self.table(table)).serial if serial < 0 else serial
        pressed = show(Token(verb, table, asked, arg))
        name = f"{table}{person.person}{verb}{arg}{asked}"
        return (await self.game.service.press(person, chat(table), pressed, {}, press=name)).screen

    async def cut(self, table: TableId) -> None:
        """Both cut, or have; the cards are dealt and the computer has thought."""
        await self.game.quiet()
        self.game.clock.pass_by(10)
        for person in people(table):
            with contextlib.suppress(Illegal):  # dealt before their turn
                await self.press(table, person, Verb.CUT, "1")
        await self.game.quiet()
        dealt = await self.table(table)
        assert dealt.deal is not None
        self.game.clock.now = max(self.game.clock.now, dealt.deal.thought_at)

    async def submit(self, table: TableId, *who: c.Actor) -> None:
        """By the buttons: a suggestion, and submit."""
        for person in who:
            await self.press(table, person, Verb.SUGGEST, "most")
            await self.press(table, person, Verb.SUBMIT)

    async def is_reviewed(self, table: TableId, serial: int) -> None:
        for person in people(table):
            read = partial(reviews.review, table=table, serial=serial, person=person.person)
            assert await self.game.database.read(read) is not None
            assert (await self.press(table, person, Verb.BOTH, serial=serial)) is not None


def chat(table: TableId) -> ChatId:
    return ChatId(f"web:{table}")


def people(table: TableId) -> tuple[c.Actor, ...]:
    return tuple(
        c.Actor(PersonId(f"web:{table:06x}{number:06x}"), name) for number, name in enumerate(("小明", "阿嬤"))
    )


@pytest.fixture
async def upgraded(tmp_path: Path, root: Path) -> AsyncIterator[Upgraded]:
    script = gzip.decompress((root / "tests" / "golden" / "first-version.sql.gz").read_bytes()).decode()
    with contextlib.closing(sqlite3.connect(tmp_path / "game.db")) as old:
        old.executescript(script)
        assert old.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        standing = old.execute("SELECT message, chat FROM screens WHERE message IS NOT NULL").fetchall()
    platform = FakePlatform()
    for message, where in standing:
        platform.messages[message] = Sent(Address(ChatId(where), None), "", Screen("old", ()))
    async with house(tmp_path, clock=FakeClock(SAVED_AT), platform=platform, seed=2) as game:
        yield Upgraded(game)


async def test_every_table_is_where_it_was_and_its_log_tells_the_same(upgraded: Upgraded):
    for number, phase in PHASES.items():
        table = await upgraded.table(number)
        assert table.phase is phase
        assert table.options.hints == "on"
        first, *rest = await upgraded.game.database.read(partial(store.log, table=number))
        assert reduce(evolve, rest, evolve(None, first)) == table


async def test_a_lobby_starts_and_plays(upgraded: Upgraded):
    await upgraded.press(LOBBY, people(LOBBY)[0], Verb.FILL)
    await upgraded.cut(LOBBY)
    await upgraded.submit(LOBBY, *people(LOBBY))
    await upgraded.is_reviewed(LOBBY, 1)


async def test_who_was_arranging_finds_what_lay_there_and_goes_on(upgraded: Upgraded):
    first, second = people(ARRANGING)
    before = await upgraded.game.service.hand(first.person, chat(ARRANGING))
    assert [row.cards for row in panel(before).rows] == [(), (), (0, 1)]
    submitted = await upgraded.game.service.hand(second.person, chat(ARRANGING))
    assert panel(submitted).submitted
    await upgraded.press(ARRANGING, second, Verb.EDIT)
    await upgraded.submit(ARRANGING, first)
    assert (await upgraded.table(ARRANGING)).deal is None
    await upgraded.is_reviewed(ARRANGING, 1)
    await upgraded.cut(ARRANGING)
    await upgraded.submit(ARRANGING, first, second)
    await upgraded.is_reviewed(ARRANGING, 2)


async def test_a_deal_of_the_first_version_ends_with_its_time(upgraded: Upgraded):
    table = await upgraded.table(ARRANGING)
    assert table.deal is not None
    assert table.deal.deadline is not None
    upgraded.game.clock.now = table.deal.deadline
    await upgraded.game.service.execute(c.CLOCK, ARRANGING, c.Tick())
    first, second = people(ARRANGING)
    read = partial(reviews.review, table=ARRANGING, serial=1)
    assert await upgraded.game.database.read(partial(read, person=first.person)) is None
    assert await upgraded.game.database.read(partial(read, person=second.person)) is not None


async def test_a_match_that_was_over_is_played_again(upgraded: Upgraded):
    for person in people(FINISHED):
        await upgraded.press(FINISHED, person, Verb.AGAIN)
    assert (await upgraded.table(FINISHED)).phase is Phase.CUTTING
    await upgraded.cut(FINISHED)
    await upgraded.submit(FINISHED, *people(FINISHED))
    await upgraded.is_reviewed(FINISHED, 2)


async def test_a_table_that_had_ended_is_explained_and_proved_but_has_no_reviews(upgraded: Upgraded):
    person = people(ENDED)[0]
    for verb in (Verb.WHY, Verb.VERIFY):
        assert await upgraded.press(ENDED, person, verb, serial=1) is not None
    assert (await refused(upgraded.press(ENDED, person, Verb.BOTH, serial=1))).code == "coach/none"
    assert (await refused(upgraded.press(ENDED, person, Verb.SUGGEST, "most", serial=1))).code == "press/ended"
    figures = (await upgraded.game.service.say(person, chat(ENDED), "/me", press="me")).screen
    season = (await upgraded.game.service.say(person, chat(ENDED), "/rank joker", press="rank")).screen
    assert figures is not None
    assert season is not None
    await upgraded.game.service.open(person, chat(ENDED), (await upgraded.table(ENDED)).options, press="new")


async def test_who_had_cut_need_not_cut_again(upgraded: Upgraded):
    assert (await refused(upgraded.press(CUTTING, people(CUTTING)[0], Verb.CUT, "2"))).code == "cut/done"
    await upgraded.cut(CUTTING)
    await upgraded.submit(CUTTING, *people(CUTTING))
    assert (await upgraded.table(CUTTING)).phase is Phase.FINISHED
    await upgraded.is_reviewed(CUTTING, 2)


async def test_nobody_of_before_is_known_to_have_opened_the_bot_and_no_update_waits(upgraded: Upgraded):
    chats = Chats(upgraded.game.database, clock=upgraded.game.clock)
    assert await chats.waiting_updates() == []
    for table in PHASES:
        for person in people(table):
            assert not await chats.has_opened(person.person)
    assert await chats.keep_update(1, "{}")


async def test_a_chat_of_before_moves_with_its_table_and_its_round_goes_on(upgraded: Upgraded):
    chats, there = Chats(upgraded.game.database, clock=upgraded.game.clock), ChatId("web:moved")
    before = await upgraded.table(ARRANGING)
    await chats.moved(chat(ARRANGING), there)
    await chats.moved(chat(ENDED), ChatId("web:ended"))
    assert await upgraded.table(ARRANGING) == replace(before, chat=there, moved=True)
    assert (await upgraded.table(ENDED)).chat == "web:ended"
    await upgraded.submit(ARRANGING, people(ARRANGING)[0])
    assert (await upgraded.table(ARRANGING)).serial == 2
