"""People must open the bot before it can write to them: who has not is named, and then their hand comes by itself."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.chats import Chats
from bot.platforms.base import Address, Unreachable
from bot.screens.model import Screen
from core.ids import ChatId, PersonId
from core.table import commands as c
from core.table.model import Options
from storage import people, store
from tests.fakes import CHAT, FakePlatform, House, house, texts, until

GROUP = ChatId("telegram:-55")
ANN, BEN, CAT = (c.Actor(PersonId(f"telegram:{number}"), name) for number, name in enumerate(("Ann", "Ben", "Cat")))
NEEDED, LOCKED = "dm/need-start", "lobby/seat-locked"


class Telegram(FakePlatform):
    """Writes to nobody who has not opened the bot."""

    def __init__(self) -> None:
        super().__init__("telegram")
        self.open: set[PersonId] = set()

    async def post(self, address: Address, screen: Screen, *, nonce: str) -> str:
        if address.person and address.person not in self.open:
            raise Unreachable
        return await super().post(address, screen, nonce=nonce)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, platform=Telegram()) as made:
        yield made


@pytest.fixture
def chats(game: House) -> Chats:
    return Chats(game.database, clock=game.clock, stirred=game.service.stirred)


async def seated(game: House, *who: c.Actor) -> int:
    await game.service.open(who[0], GROUP, Options(rounds=2), press="open")
    table = await game.table(GROUP)
    for person in who[1:]:
        await game.service.execute(person, table.id, c.Join())
    await game.quiet()
    return table.id


def named(screen: Screen) -> list[str]:
    """Whom the screen asks to open the bot."""
    found = [block for block in screen.blocks if getattr(getattr(block, "text", None), "key", "") == NEEDED]
    return [name.text for line in found for name in line.text.facts["names"]]  # type: ignore[union-attr]


async def opens(game: House, chats: Chats, person: c.Actor) -> bool:
    game.platform.open.add(person.person)  # type: ignore[attr-defined]
    news = await chats.opened(person.person)
    await game.quiet()
    return news


async def test_the_lobby_names_who_must_open_the_bot_until_they_have(game: House, chats: Chats):
    await seated(game, ANN, BEN)
    lobby = game.platform.shown("lobby")
    assert named(lobby) == ["Ann", "Ben"]
    assert list(texts(lobby)).count(LOCKED) == 2
    assert await opens(game, chats, ANN)
    assert named(game.platform.shown("lobby")) == ["Ben"]
    assert await opens(game, chats, BEN)
    lobby = game.platform.shown("lobby")
    assert not {NEEDED, LOCKED} & set(texts(lobby))


async def test_an_opening_names_them_too_and_takes_their_cut_all_the_same(game: House, chats: Chats):
    table = await seated(game, ANN, BEN)
    await opens(game, chats, ANN)
    await game.service.execute(ANN, table, c.Start(fill=True))
    await game.quiet()
    assert named(game.platform.shown("cutting")) == ["Ben"]
    await game.service.execute(BEN, table, c.Cut(1, "1"))
    await opens(game, chats, BEN)
    assert named(game.platform.shown("cutting")) == []


async def test_a_lobby_that_is_over_asks_nobody(game: House):
    table = await seated(game, ANN)
    await game.service.execute(ANN, table, c.End())
    await game.quiet()
    assert not {NEEDED, LOCKED} & set(texts(game.platform.shown("lobby")))


async def test_elsewhere_nobody_must_open_anything(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(2)
        await game.quiet()
        assert not {NEEDED, LOCKED} & set(texts(game.platform.shown("lobby")))
        assert (await game.table(CHAT)).seats[1] is not None


async def dealt(game: House, *who: c.Actor) -> int:
    table = await seated(game, *who)
    await game.service.execute(who[0], table, c.Start(fill=True))
    await game.quiet()
    game.clock.pass_by(10)
    for person in who:
        await game.service.execute(person, table, c.Cut(1, "1"))
    await game.quiet()
    return table


def hands(game: House, person: c.Actor) -> list[Screen]:
    return [sent.screen for sent in game.platform.messages.values() if sent.address.person == person.person]


async def test_the_hand_that_waited_comes_by_itself_once_the_bot_is_opened(game: House, chats: Chats):
    table = await dealt(game, ANN, BEN)
    board = game.platform.shown("arranging")
    assert "mark/locked" in set(texts(board))
    assert hands(game, BEN) == []
    assert await opens(game, chats, BEN)
    await until(lambda: len(hands(game, BEN)) == 1)
    await game.quiet()
    assert await game.database.read(partial(store.unreachable, table=table)) == {ANN.person}


async def test_the_hand_of_who_is_known_but_could_not_be_reached_is_brought_too(game: House, chats: Chats):
    await chats.opened(BEN.person)
    await dealt(game, ANN, BEN)
    assert hands(game, BEN) == []
    assert await opens(game, chats, BEN)
    await until(lambda: len(hands(game, BEN)) == 1)
    await game.quiet()
    assert not await chats.opened(BEN.person)


async def test_what_is_known_is_no_news_and_makes_nothing_stale(game: House, chats: Chats):
    assert not await chats.has_opened(ANN.person)
    assert await chats.opened(ANN.person)
    assert await chats.has_opened(ANN.person)
    await seated(game, ANN)
    sent = len(game.platform.calls)
    assert not await chats.opened(ANN.person)
    assert await chats.closed(ANN.person)
    assert not await chats.closed(ANN.person)
    await game.quiet()
    assert len(game.platform.calls) == sent + 1
    assert named(game.platform.shown("lobby")) == ["Ann"]


async def test_who_opens_the_bot_before_ever_being_met_gets_a_name_later(game: House, chats: Chats):
    assert not await chats.closed(CAT.person)
    assert await game.database.read(partial(people.player, person=CAT.person)) is None
    await chats.opened(CAT.person)
    await chats.meet(CAT.person, name="Cat", language="en")
    known = await game.database.read(partial(people.player, person=CAT.person))
    assert known is not None
    assert (known.name, known.language, known.opened, known.nudges) == ("Cat", "en", True, True)


async def test_a_hand_is_posted_anew_for_who_asks_and_holds_one(game: House, chats: Chats):
    assert not await chats.bring_hand(ANN.person)
    await opens(game, chats, ANN)
    await seated(game, CAT)
    assert not await chats.bring_hand(CAT.person)
    await game.service.execute(CAT, (await game.table(GROUP)).id, c.End())
    await game.service.open(ANN, GROUP, Options(rounds=2), press="again")
    table = await game.table(GROUP)
    await game.service.execute(ANN, table.id, c.Start(fill=True))
    await game.quiet()
    assert not await chats.bring_hand(ANN.person)
    game.clock.pass_by(10)
    await game.service.execute(ANN, table.id, c.Cut(1, "1"))
    await until(lambda: len(hands(game, ANN)) == 1)
    await game.quiet()
    assert await chats.bring_hand(ANN.person)
    await until(lambda: len(hands(game, ANN)) == 2)


async def test_updates_are_kept_given_back_and_done_once(game: House, chats: Chats):
    assert [await chats.keep_update(number, f"<{number}>") for number in (5, 6, 5)] == [True, True, False]
    assert await chats.waiting_updates() == [(5, "<5>"), (6, "<6>")]
    await chats.update_done(5)
    assert await chats.waiting_updates() == [(6, "<6>")]
    assert not await chats.keep_update(5, "<5>")
    game.clock.pass_by(86_401)
    assert await chats.keep_update(7, "<7>")
    assert await chats.waiting_updates() == [(7, "<7>")]


async def test_people_and_chats_with_the_same_number_on_two_platforms_never_meet(tmp_path: Path):
    """Discord's 42 sits in Discord's chat 7, Telegram's 42 in Telegram's; each has its own words, seats and seasons."""
    async with house(tmp_path) as game:
        chats = Chats(game.database, clock=game.clock)
        platforms = ("discord", "telegram")
        for name, title in zip(platforms, ("D", "T"), strict=True):
            person, chat = c.Actor(PersonId(f"{name}:42"), title), ChatId(f"{name}:7")
            await chats.meet(person.person, name=title, language="en" if title == "D" else "zh-TW")
            await chats.greet(chat, title=title, language="en" if title == "D" else "zh-TW")
            await game.service.open(person, chat, Options(), press=f"{name}:1")
        tables = [await game.table(ChatId(f"{name}:7")) for name in platforms]
        assert tables[0].id != tables[1].id
        assert [[seat.name for seat in table.seats if seat] for table in tables] == [["D"], ["T"]]
        assert [await chats.spoken(PersonId(f"{name}:42")) for name in platforms] == ["en", "zh-TW"]
        assert [await chats.seated_at(PersonId(f"{name}:42")) for name in platforms] == ["discord:7", "telegram:7"]
        await chats.opened(PersonId("telegram:42"))
        assert [await chats.has_opened(PersonId(f"{name}:42")) for name in platforms] == [False, True]
        await chats.lost_chat(ChatId("telegram:7"))
        await chats.gone(PersonId("telegram:42"), ChatId("discord:7"))
        assert [seat.name for seat in (await game.table(ChatId("discord:7"))).seats if seat] == ["D"]
        await chats.moved(ChatId("telegram:7"), ChatId("telegram:8"))
        assert await chats.chat_of(tables[0].id) == "discord:7"
        assert await chats.live_chats("telegram") == []
