"""What a chat platform asks of the database beside presses: names, languages, boards, and chats that are lost."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.chats import REMEMBERED, Chats
from core.ids import ChatId, PersonId
from core.table import commands as c
from core.table.model import Options, Phase
from storage import people, store
from storage.engine import Database
from storage.manners import Manners, set_manners
from tests.fakes import CHAT, ELSEWHERE, PEOPLE, START, House, house, refused, until

DISCORD = ChatId("discord:77")
PERSON = PersonId("discord:1497549923779084388")


async def said_by(database: Database, chat: ChatId) -> people.Chat:
    return await database.read(partial(people.chat, which=chat))


def chats_of(game: House, stirred: list[int] | None = None) -> Chats:
    heard = stirred if stirred is not None else []
    return Chats(game.database, clock=game.clock, stirred=lambda: heard.append(1))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "game.db")
    yield opened
    await opened.close()


@pytest.fixture
def chats(database: Database) -> Chats:
    return Chats(database, clock=lambda: START)


async def test_a_chat_keeps_its_newest_title_and_its_first_language(chats: Chats, database: Database):
    assert "" == await chats.language(DISCORD)
    await chats.greet(DISCORD, title="牌桌", language="en")
    await chats.greet(DISCORD, title="新牌桌", language="zh-TW")
    assert "en" == await chats.language(DISCORD)
    assert "新牌桌" == (await said_by(database, DISCORD)).title


async def test_a_language_that_a_chat_chose_stays(chats: Chats, database: Database):
    await database.run(partial(people.set_chat_language, which=DISCORD, language="zh-TW"))
    await chats.greet(DISCORD, title="table", language="en")
    assert "zh-TW" == await chats.language(DISCORD)


async def test_a_person_keeps_their_newest_name_and_their_first_language(chats: Chats, database: Database):
    assert await chats.spoken(PERSON) is None
    await chats.meet(PERSON, name="Ann", language="en")
    await chats.meet(PERSON, name="安", language="zh-TW")
    assert "en" == await chats.spoken(PERSON)
    known = await database.read(partial(people.player, person=PERSON))
    assert known is not None
    assert "安" == known.name


async def test_who_is_met_again_costs_no_write(chats: Chats, database: Database):
    writes = 0
    run = database.run

    async def counted(act):
        nonlocal writes
        writes += 1
        return await run(act)

    database.run = counted  # type: ignore[method-assign]
    for _ in range(3):
        await chats.greet(DISCORD, title="牌桌", language="en")
        await chats.meet(PERSON, name="Ann", language="en")
    assert 2 == writes
    for number in range(REMEMBERED):
        chats._known[number] = ""
    await chats.meet(PersonId("discord:2"), name="Bo", language="en")
    assert 1 == len(chats._known)


async def test_a_hand_goes_both_ways_until_a_person_wants_it_otherwise(chats: Chats, database: Database):
    assert "auto" == await chats.hand_by(PERSON)
    await chats.meet(PERSON, name="Ann", language="en")
    assert "auto" == await chats.hand_by(PERSON)
    for way in people.WAYS:
        await database.run(partial(people.set_hand_by, person=PERSON, way=way))
        assert way == await chats.hand_by(PERSON)


async def test_notes_are_kept(chats: Chats):
    assert await chats.noted("discord/commands") is None
    await chats.note("discord/commands", "aa")
    await chats.note("discord/commands", "bb")
    assert "bb" == await chats.noted("discord/commands")


async def test_a_board_is_found_where_it_stands(tmp_path: Path):
    async with house(tmp_path) as game:
        chats = chats_of(game)
        assert await chats.board_of(CHAT) is None
        await game.seat(2)
        await game.quiet()
        assert "m1" == await chats.board_of(CHAT)
        await game.do(PEOPLE[0], c.Start(fill=True))
        await game.out(1)
        assert "m2" == await chats.board_of(CHAT)


async def test_a_board_that_is_brought_down_is_posted_once_more_and_lives_on_there(tmp_path: Path):
    async with house(tmp_path) as game:
        stirred: list[int] = []
        chats = chats_of(game, stirred)
        assert await chats.bring_down(CHAT) is None
        await game.begin(2)
        await game.quiet()
        assert "m2" == await chats.bring_down(CHAT)
        assert [1] == stirred
        await game.do(PEOPLE[0], c.Cut(1, "1"))
        await game.quiet()
        assert "m3" == await chats.board_of(CHAT)
        assert 3 == len(game.platform.messages)
        await game.deal(2)
        assert "arranging" == game.platform.messages["m3"].screen.kind
        assert "cutting" == game.platform.messages["m2"].screen.kind


async def test_an_edit_under_way_does_not_bring_the_old_message_back(tmp_path: Path):
    async with house(tmp_path) as game:
        chats = chats_of(game)
        await game.seat(1)
        await game.quiet()
        await game.worker.stop()
        await game.do(PEOPLE[1], c.Join())
        claim = partial(store.claim_screens, now=game.clock(), lease=1, limit=9, platform="web")
        [stale] = await game.database.run(claim)
        await chats.bring_down(CHAT)
        note = partial(store.note_shown, screen=stale.id, message="m1", version=stale.wanted, posts=stale.posts)
        await game.database.run(note)
        assert await chats.board_of(CHAT) is None
        [again] = await game.database.run(claim)
        assert (again.message, again.posts) == (None, stale.posts + 1)


async def test_only_the_present_message_is_posted_anew_when_somebody_deletes_it(tmp_path: Path):
    async with house(tmp_path) as game:
        chats = chats_of(game)
        await game.begin(2)
        await game.quiet()
        await chats.lost_message(CHAT, "m1")
        assert "m2" == await chats.board_of(CHAT)
        await chats.lost_message(CHAT, "m2")
        await chats.lost_message(CHAT, "m2")
        await game.quiet()
        assert "m3" == await chats.board_of(CHAT)
        assert 3 == len(game.platform.messages)


async def test_a_lost_chat_ends_its_table_and_frees_its_people(tmp_path: Path):
    async with house(tmp_path) as game:
        chats = chats_of(game)
        await chats.lost_chat(CHAT)
        await game.begin(2)
        await chats.lost_chat(CHAT)
        assert (await game.table()).ended == "chat"
        await game.service.open(PEOPLE[0], ELSEWHERE, Options(), press="again")


async def test_who_left_the_server_gives_up_their_seat(tmp_path: Path):
    async with house(tmp_path) as game:
        chats = chats_of(game)
        await game.seat(2)
        await chats.gone(PEOPLE[3].person, CHAT)
        await chats.gone(PEOPLE[1].person, CHAT)
        seats = [seat.person for seat in (await game.table()).seats if seat]
        assert [PEOPLE[0].person] == seats
        await chats.gone(PEOPLE[0].person, CHAT)
        assert (await game.table()).phase is Phase.ENDED


async def test_the_live_chats_of_a_platform_are_its_own(tmp_path: Path):
    async with house(tmp_path) as game:
        chats = chats_of(game)
        await game.service.open(PEOPLE[0], DISCORD, Options(), press="d")
        await game.service.open(PEOPLE[1], CHAT, Options(), press="w")
        assert [DISCORD] == await chats.live_chats("discord")
        await chats.lost_chat(DISCORD)
        assert [] == await chats.live_chats("discord")


async def test_nothing_of_a_dead_chat_is_sent_and_cuts_are_taken_while_a_board_is_posted_anew(tmp_path: Path):
    async with house(tmp_path) as game:
        chats = chats_of(game)
        await game.begin(2)
        await game.quiet()
        await game.worker.stop()
        await chats.bring_down(CHAT)
        await game.do(PEOPLE[0], c.Cut(1, "1"))
        await chats.lost_message(CHAT, "m2")
        table = await game.table()
        assert table.opening is not None
        assert 1 == len(table.opening.cuts)
        early = await refused(game.do(PEOPLE[0], c.Cut(1, "1")))
        assert early.code.startswith("cut/")


async def test_a_message_that_is_brought_down_twice_is_posted_once(tmp_path: Path):
    async with house(tmp_path) as game:
        chats = chats_of(game)
        await game.seat(1)
        await game.quiet()
        await game.worker.stop()
        assert "m1" == await chats.bring_down(CHAT)
        assert await chats.bring_down(CHAT) is None
        game.worker.start()
        await until(lambda: len(game.platform.messages) == 2)
        await game.quiet()
        assert 2 == len(game.platform.messages)


async def test_a_quiet_chat_keeps_its_board_where_it_stands_but_gets_a_lost_one_again(tmp_path: Path):
    async with house(tmp_path) as game:
        chats = chats_of(game)
        await game.seat(1)
        await game.quiet()
        await game.database.run(partial(set_manners, chat=CHAT, wanted=Manners(quiet=True)))
        assert await chats.bring_down(CHAT) is None
        await game.quiet()
        assert [sent.screen.kind for sent in game.platform.messages.values()] == ["lobby"]
        await chats.lost_message(CHAT, "m1")
        await game.quiet()
        assert "m2" == await chats.board_of(CHAT)
