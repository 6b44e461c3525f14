"""What every platform of the registry must do for the worker, whatever it draws; a new one adds its stand here."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app import PLATFORMS
from bot.config import Settings
from bot.i18n import catalog
from bot.platforms.base import Address, ChatLost, Gone, Later, Platform, Unreachable
from bot.platforms.web import WebPlatform
from bot.screens.model import Button, Line, Look, Name, Screen, Text
from bot.service import Service
from core.ids import ChatId, PersonId, platform_of
from storage.engine import Database
from tests.fakes import FakeClock, FakeEntropy, FakePlatform
from tests.visitors import Visitor


@dataclass(frozen=True)
class Stand:
    """A platform that runs, a chat on it, a person who can be reached in it and one who cannot, and what is shown.

    `at_once`: so many new messages its service takes in one chat within a moment.
    """

    platform: Platform
    chat: ChatId
    person: PersonId
    absent: PersonId
    shown: Callable[[], Awaitable[list[list[str]]]]
    at_once: int = 40


@asynccontextmanager
async def web(path: Path) -> AsyncIterator[Stand]:
    """The browser room, looked at by a browser."""
    async with AsyncExitStack() as stack:
        settings = Settings(_env_file=None, database=path / "contract.db", port=0)
        database = await Database.open(settings.database)
        stack.push_async_callback(database.close)
        service = Service(database, settings=settings, clock=FakeClock(), entropy=FakeEntropy(), stirred=lambda: None)
        platform = WebPlatform(service, database, settings)
        await platform.start()
        stack.push_async_callback(platform.stop)
        room = platform._rooms.first
        visitor = await Visitor(f"http://127.0.0.1:{platform.port}", room.token).enter("小明")
        stack.push_async_callback(visitor.leave)

        async def shown() -> list[list[str]]:
            await visitor.disconnect()
            visitor.messages.clear()
            await visitor.connect()
            return [_drawn(screen) for screen in visitor.screens]

        yield Stand(platform, room.chat, PersonId(visitor.welcome["person"]), PersonId("web:000000000000"), shown)


@asynccontextmanager
async def fake(_path: Path) -> AsyncIterator[Stand]:
    """The platform of the other tests, which must behave as real ones do."""
    platform = FakePlatform()
    await platform.start()

    async def shown() -> list[list[str]]:
        return [
            [catalog("zh-TW").text(line.text.key, line.text.facts) for line in sent.screen.blocks]
            for sent in platform.messages.values()
            if sent.address.person is None
        ]

    yield Stand(platform, ChatId("web:1"), PersonId("web:1"), PersonId("web:2"), shown)
    await platform.stop()


@asynccontextmanager
async def discord(path: Path) -> AsyncIterator[Stand]:
    """Discord on the loopback, read by people in the channel; one of its members takes no direct messages."""
    pytest.importorskip("simcord", reason="simcord comes with the extra `test`")
    from tests.bot.platforms.discord.house import person_id, standing
    from tests.e2e.discord.looking import text_of

    async with standing(path, works=False) as made:
        made.ben.close_dms()

        async def shown() -> list[list[str]]:
            return [_read(text_of(message)).splitlines() for message in made.room.messages]

        yield Stand(made.platform, made.chat, person_id(made.ann), person_id(made.ben), shown)


@asynccontextmanager
async def telegram(path: Path) -> AsyncIterator[Stand]:
    """Telegram on the loopback, read by people in the group; one of its members has never opened the bot."""
    from tests.bot.platforms.telegram.house import person_id, standing

    async with standing(path, works=False) as made:
        stranger = made.loopback.person("遠房", made.room)

        async def shown() -> list[list[str]]:
            return [_read(message.text).splitlines() for message in made.room.from_bot]

        yield Stand(made.platform, made.chat, person_id(made.ann), person_id(stranger), shown, at_once=15)


STANDS = {"web": web, "fake": fake, "discord": discord, "telegram": telegram}


@pytest.fixture(params=sorted(STANDS))
async def stand(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stand]:
    async with STANDS[request.param](tmp_path) as made:
        yield made


def screen(*words: str, **more: object) -> Screen:
    """A screen with a line a word."""
    return Screen("board", tuple(Line(Text(word)) for word in words), **more)


def test_every_platform_of_the_registry_has_its_stand_here():
    assert PLATFORMS.keys() <= STANDS.keys()


async def test_its_name_is_what_its_ids_begin_with(stand: Stand):
    assert platform_of(stand.chat) == stand.platform.name == platform_of(stand.person)


async def test_what_is_posted_stands_in_the_chat_in_this_order(stand: Stand):
    here = Address(stand.chat)

    ids = [await stand.platform.post(here, screen(word), nonce=word) for word in ("one", "two")]

    assert await stand.shown() == [["one"], ["two"]]
    assert len(set(ids)) == 2
    assert all(isinstance(message, str) and message for message in ids)


async def test_the_same_nonce_twice_makes_one_message_with_the_newer_screen(stand: Stand):
    here = Address(stand.chat)

    first = await stand.platform.post(here, screen("old"), nonce="same")
    second = await stand.platform.post(here, screen("new"), nonce="same")

    assert first == second
    assert await stand.shown() == [["new"]]


async def test_twenty_posts_at_once_under_one_nonce_are_one_message(stand: Stand):
    here = Address(stand.chat)

    ids = await asyncio.gather(*(stand.platform.post(here, screen("one"), nonce="n") for _ in range(20)))

    assert len(set(ids)) == 1
    assert await stand.shown() == [["one"]]


async def test_an_edit_replaces_the_whole_screen_and_no_other_message(stand: Stand):
    here = Address(stand.chat)
    button = Button(Text("button/join"), "1.j.1.0.", Look.PRIMARY)
    message = await stand.platform.post(here, screen("a", "b", buttons=((button,),)), nonce="1")
    await stand.platform.post(here, screen("other"), nonce="2")

    try:
        await stand.platform.edit(here, message, screen("c"))
    except Later:  # the worker comes again, and then it is done
        await stand.platform.edit(here, message, screen("c"))

    assert await stand.shown() == [["c"], ["other"]]


async def test_an_edit_that_changes_nothing_is_success(stand: Stand):
    here = Address(stand.chat)
    message = await stand.platform.post(here, screen("same"), nonce="1")

    for _ in range(3):
        await stand.platform.edit(here, message, screen("same"))

    assert await stand.shown() == [["same"]]


@pytest.mark.parametrize("name", ["<3", "</b>", "a&b", "_x*[", "`", "'); DROP", "{0}", "%s", "@everyone", "||x||", "﷽"])
async def test_a_name_is_shown_as_it_was_typed(stand: Stand, name: str):
    await stand.platform.post(
        Address(stand.chat), Screen("board", (Line(Text("web/name-taken", {"name": Name(name)})),)), nonce="1"
    )

    [[line]] = await stand.shown()
    assert line == catalog("zh-TW").text("web/name-taken", {"name": name})
    assert name in line


async def test_a_private_panel_is_not_shown_in_the_chat(stand: Stand):
    private = Address(stand.chat, stand.person)

    message = await stand.platform.post(private, Screen("hand", (Line(Text("secret")),)), nonce="1")
    await stand.platform.edit(private, message, Screen("hand", (Line(Text("secret too")),)))

    assert message
    assert await stand.shown() == []


async def test_a_person_who_is_away_is_no_failure(stand: Stand):
    private = Address(stand.chat, stand.absent)

    with suppress(Unreachable):
        message = await stand.platform.post(private, Screen("hand", (Line(Text("secret")),)), nonce="1")
        await stand.platform.edit(private, message, Screen("hand", ()))

    assert await stand.shown() == []


async def test_posting_is_quick_and_many_chats_are_served_side_by_side(stand: Stand):
    began = time.monotonic()

    await asyncio.gather(
        *(
            stand.platform.post(Address(stand.chat), screen(f"n{number}"), nonce=str(number))
            for number in range(stand.at_once)
        )
    )

    assert time.monotonic() - began < 5
    assert len(await stand.shown()) == stand.at_once


async def test_stopping_twice_is_harmless_and_takes_no_two_seconds(stand: Stand):
    began = time.monotonic()

    await stand.platform.stop()
    await stand.platform.stop()

    assert time.monotonic() - began < 2


@pytest.mark.parametrize("kind", sorted(PLATFORMS))
async def test_a_message_that_is_gone_is_told_apart_from_a_chat_that_is_lost(kind: str, tmp_path: Path):
    async with STANDS[kind](tmp_path) as stand:
        with pytest.raises(Gone):
            await stand.platform.edit(Address(stand.chat), "404", screen("x"))
        with pytest.raises(ChatLost):
            await stand.platform.post(Address(ChatId(f"{kind}:404")), screen("x"), nonce="1")


def _drawn(drawn: dict) -> list[str]:
    return [
        "".join(part if isinstance(part, str) else part.get("name", "") for part in block["line"]["parts"])
        for block in drawn["blocks"]
    ]


def _read(markup: str) -> str:
    """A message as people see it: without the escapes of markup and without unseen signs."""
    return re.sub(r"\\([^A-Za-z0-9\s])", r"\1", re.sub("[\u200b\u2060\u2066-\u2069]", "", markup))
