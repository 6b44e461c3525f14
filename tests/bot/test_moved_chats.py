"""A group that becomes a supergroup keeps its game, whatever is heard first and however often."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial, reduce
from pathlib import Path

import pytest

from bot.chats import Chats
from bot.platforms.base import Address, ChatLost
from core.ids import ChatId, PersonId, TableId
from core.table import commands as c
from core.table.machine import evolve
from core.table.model import Options, Phase, Table
from storage import audit, people, store
from tests.fakes import FakePlatform, House, house, texts, token, until

OLD, NEW = ChatId("telegram:-55"), ChatId("telegram:-100777")
TOPIC, THERE = ChatId("telegram:-55/7"), ChatId("telegram:-100777/7")
FOUR = tuple(c.Actor(PersonId(f"telegram:{number}"), name) for number, name in enumerate("甲乙丙丁", 1))
MIGRATED = "chat/migrated"


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, platform=FakePlatform("telegram")) as made:
        yield made


@pytest.fixture
def chats(game: House) -> Chats:
    return Chats(game.database, clock=game.clock, stirred=game.service.stirred)


async def opened(game: House, chat: ChatId, *who: c.Actor) -> Table:
    first, *others = who
    await game.service.open(first, chat, Options(rounds=2), press=f"{chat} {first.name}")
    table = await game.table(chat)
    for person in others:
        await game.service.execute(person, table.id, c.Join())
    return await game.table(chat)


async def begun(game: House, *who: c.Actor) -> Table:
    """A deal with these people and computers in the old chat."""
    table = await opened(game, OLD, *who)
    await game.service.execute(who[0], table.id, c.Start(fill=True))
    await game.quiet()
    game.clock.pass_by(10)
    for person in who:
        await game.service.execute(person, table.id, c.Cut(1, "1"))
    await game.quiet()
    table = await table_of(game, table.id)
    assert table.deal is not None
    game.clock.now = max(game.clock.now, table.deal.thought_at)
    return table


async def table_of(game: House, table: TableId) -> Table:
    return await game.database.read(partial(store.load, table=table))


async def submit(game: House, table: TableId, person: c.Actor, chat: ChatId) -> None:
    hand = await game.service.hand(person.person, chat)
    assert hand is not None
    for key in ("suggest-most", "submit"):
        reply = await game.service.press(person, chat, token(hand, key), {}, press=f"{person.name}{key}{table}")
        hand = reply.screen or hand


def public(game: House, chat: ChatId) -> list[str]:
    """The kinds of the public messages that stand in a chat."""
    return [s.screen.kind for s in game.platform.messages.values() if s.address == Address(chat)]


async def test_a_round_under_way_is_played_out_in_the_new_chat_and_counts_in_the_same_season(game: House, chats: Chats):
    table = await begun(game, *FOUR[:2])
    await submit(game, table.id, FOUR[0], OLD)
    before = await table_of(game, table.id)
    await chats.moved(OLD, NEW)
    after = await table_of(game, table.id)
    assert after == replace(before, chat=NEW, moved=True)
    await game.quiet()
    assert public(game, NEW) == ["arranging"]
    assert MIGRATED in set(texts(game.platform.shown("arranging")))
    await submit(game, table.id, FOUR[1], NEW)
    await game.quiet()
    assert (await table_of(game, table.id)).serial == 2
    assert public(game, NEW) == ["result", "cutting"]
    assert MIGRATED not in set(texts(game.platform.shown("cutting")))
    assert await game.database.read(audit.wrong_seasons) == []
    first, *rest = await game.database.read(partial(store.log, table=table.id))
    assert reduce(evolve, rest, evolve(None, first)) == await table_of(game, table.id)


async def test_hands_stay_where_they_are_and_show_the_new_chat(game: House, chats: Chats):
    await begun(game, FOUR[0])
    private = {n: s.edits for n, s in game.platform.messages.items() if s.address.person}
    await chats.moved(OLD, NEW)
    await game.quiet()
    assert private.keys() == {n for n, s in game.platform.messages.items() if s.address.person}
    assert all(game.platform.messages[name].edits == edits + 1 for name, edits in private.items())
    assert (await game.service.hand(FOUR[0].person, NEW)) is not None


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.CUTTING])
async def test_in_every_phase_the_present_message_stands_anew_in_the_new_chat(game: House, chats: Chats, phase: Phase):
    table = await opened(game, OLD, FOUR[0])
    if phase is Phase.CUTTING:
        await game.service.execute(FOUR[0], table.id, c.Start(fill=True))
    await game.quiet()
    await chats.moved(OLD, NEW)
    await game.quiet()
    assert public(game, NEW) == [phase.value]
    assert await chats.board_of(NEW) is not None
    if phase is Phase.CUTTING:
        await game.service.execute(FOUR[0], table.id, c.Cut(1, "7"))


async def test_told_twice_and_at_once_it_moves_once(game: House, chats: Chats):
    table = await begun(game, *FOUR[:2])
    await asyncio.gather(*(chats.moved(OLD, NEW) for _ in range(5)))
    await chats.moved(OLD, NEW)
    await game.quiet()
    kinds = [type(event).__name__ for event in await game.database.read(partial(store.log, table=table.id))]
    assert kinds.count("ChatMoved") == 1
    assert public(game, NEW) == ["arranging"]


async def test_where_the_new_chat_has_a_table_already_the_old_one_ends_without_points(game: House, chats: Chats):
    old = await begun(game, *FOUR[:2])
    new = await opened(game, NEW, FOUR[2])
    await chats.moved(OLD, NEW)
    ended = await table_of(game, old.id)
    assert (ended.phase, ended.ended, ended.chat) == (Phase.ENDED, "chat", NEW)
    assert await game.table(NEW) == new
    result = await game.database.read(partial(store.result, table=old.id, serial=1))
    assert result is not None
    assert result.outcome == "void:ended"
    assert await chats.seated_at(FOUR[0].person) is None
    await game.service.execute(FOUR[0], new.id, c.Join())
    assert await chats.seated_at(FOUR[0].person) == NEW


async def test_topics_go_along_each_with_its_table(game: House, chats: Chats):
    await opened(game, OLD, FOUR[0])
    await opened(game, TOPIC, FOUR[1])
    other = await opened(game, ChatId("telegram:-555"), FOUR[2])
    assert await chats.tables_in(OLD) == [OLD, TOPIC]
    await chats.moved(OLD, NEW)
    assert await chats.tables_in(OLD) == []
    assert await chats.tables_in(NEW) == [NEW, THERE]
    assert await game.table(other.chat) == other
    assert await chats.present_id(TOPIC) == THERE


async def test_what_was_known_by_the_old_id_is_forgotten(game: House, chats: Chats):
    table = await opened(game, OLD, FOUR[0])
    assert await chats.chat_of(table.id) == OLD
    assert await chats.present_id(OLD) == OLD
    await chats.greet(NEW, title="新", language="en")
    await chats.moved(OLD, NEW)
    assert await chats.chat_of(table.id) == NEW
    assert await chats.present_id(OLD) == NEW
    await chats.greet(NEW, title="新", language="en")
    assert (await game.database.read(partial(people.chat, which=NEW))).title == "新"


async def test_an_ended_table_is_explained_in_the_new_chat(game: House, chats: Chats):
    table = await opened(game, OLD, FOUR[0])
    await game.service.execute(FOUR[0], table.id, c.End())
    await chats.moved(OLD, NEW)
    assert await chats.chat_of(table.id) == NEW


async def test_a_lost_old_chat_takes_no_table_with_it_that_has_moved(game: House, chats: Chats):
    table = await opened(game, OLD, FOUR[0])
    await game.quiet()
    held: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    game.platform.slow = lambda address: held if address.chat == OLD else None
    await game.service.execute(FOUR[1], table.id, c.Join())
    await until(lambda: game.platform.calls[-1] == ("edit", Address(OLD)) and len(game.platform.calls) > 1)
    await chats.moved(OLD, NEW)
    await until(lambda: public(game, NEW) == ["lobby"])
    game.platform.trouble = [ChatLost()]
    held.set_result(None)
    await game.quiet()
    await asyncio.sleep(0.1)
    assert game.platform.trouble == []
    assert (await game.table(NEW)).phase is Phase.LOBBY
    await chats.lost_chat(OLD)
    assert (await game.table(NEW)).phase is Phase.LOBBY
