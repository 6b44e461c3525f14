"""Results are told where that was wished, once, whatever the chat service does; days are looked after meanwhile."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.daily.keeper import STALE, Keeper
from bot.platforms.base import ChatLost, Later
from core.ids import ChatId, PersonId
from core.table.commands import Actor
from storage import daily
from tests.fakes import CHAT, PEOPLE, FakePlatform, House, house, texts, token, until
from tests.kept_days import kept_day, play_all


@asynccontextmanager
async def kept_house(path: Path) -> AsyncIterator[House]:
    async with house(path) as home:
        keeper = Keeper(home.service.daily, [home.platform])
        keeper.start()
        try:
            yield home
        finally:
            await keeper.stop()


async def waiting(home: House) -> int:
    find = partial(daily.waiting_shares, platform=home.platform.name, most=99)
    return len(await home.database.read(find))


def told(platform: FakePlatform) -> list[str]:
    return [sent.nonce for sent in platform.messages.values() if sent.screen.kind == "daily-share"]


async def test_days_are_open_without_anybodys_asking(tmp_path: Path):
    async with kept_house(tmp_path) as home:
        await until(lambda: _is_open(home))


async def _is_open(home: House) -> bool:
    return (await home.database.read(daily.last_day))[0] == 2


async def test_a_result_is_one_line_without_cards_in_the_chat_where_it_was_pressed(tmp_path: Path):
    async with kept_house(tmp_path) as home:
        end = await play_all(home, PEOPLE[0])
        replies = [await home.press(PEOPLE[0], token(end, "daily-share")) for _ in range(2)]
        assert [reply.toast.key for reply in replies if reply.toast] == ["daily/shared", "daily/shared-before"]
        await until(lambda: len(told(home.platform)) == 1)
        screen = home.platform.shown("daily-share")
        assert [block.text.key for block in screen.blocks] == ["daily/told"]
        day = (await kept_day(home)).day
        assert not [hand for dealt in day.deals for hand in dealt.hands if hand in " ".join(texts(screen))]
        await until(lambda: _none_waits(home))


async def test_a_service_that_asks_to_wait_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.daily.keeper.AGAIN", 0.02)
    async with kept_house(tmp_path) as home:
        end = await play_all(home, PEOPLE[0])
        home.platform.trouble = [Later(0), OSError("no network"), None]
        await home.press(PEOPLE[0], token(end, "daily-share"))
        await until(lambda: len(told(home.platform)) == 1)


async def test_a_chat_that_asks_to_wait_is_left_alone_so_long_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.daily.keeper.AGAIN", 0.02)
    async with kept_house(tmp_path) as home:
        ends = [await play_all(home, person) for person in PEOPLE[:2]]
        home.platform.trouble = [Later(60), *[None] * 9]
        before = len(home.platform.calls)
        await home.press(PEOPLE[0], token(ends[0], "daily-share"))
        await until(lambda: len(home.platform.calls) == before + 1)
        await home.press(PEOPLE[1], token(ends[1], "daily-share"))
        await until(lambda: len(told(home.platform)) == 1)
        await asyncio.sleep(0.1)
        assert len(home.platform.calls) == before + 2
        home.platform.trouble = [Later(60)]
        home.clock.now += STALE
        await until(lambda: _none_waits(home))
        assert len(told(home.platform)) == 1


async def test_a_chat_that_is_gone_is_told_nothing_and_asked_no_more(tmp_path: Path):
    async with kept_house(tmp_path) as home:
        end = await play_all(home, PEOPLE[0])
        home.platform.trouble = [ChatLost()]
        await home.press(PEOPLE[0], token(end, "daily-share"))
        await until(lambda: _none_waits(home))
        assert told(home.platform) == []


async def _none_waits(home: House) -> bool:
    return await waiting(home) == 0


async def test_what_cannot_be_told_for_an_hour_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.daily.keeper.AGAIN", 0.02)
    async with kept_house(tmp_path) as home:
        end = await play_all(home, PEOPLE[0])
        home.platform.trouble = [OSError("no network")] * 10_000
        await home.press(PEOPLE[0], token(end, "daily-share"))
        home.clock.now += STALE
        await until(lambda: _none_waits(home))


async def test_a_result_that_waited_for_the_next_start_is_told_then(tmp_path: Path):
    async with house(tmp_path) as home:
        end = await play_all(home, PEOPLE[0])
        await home.press(PEOPLE[0], token(end, "daily-share"))
        assert await waiting(home) == 1
    async with kept_house(tmp_path) as home:
        await until(lambda: len(told(home.platform)) == 1)


async def test_from_a_private_chat_the_result_goes_where_the_try_was_begun(tmp_path: Path):
    person = Actor(PersonId("telegram:7"), "小美")
    async with house(tmp_path) as home:
        card = (await home.service.say(person, CHAT, "/daily", press="a")).screen
        await home.press(person, token(card, "daily-play"))
        end = await play_all(home, person)
        private = ChatId("telegram:7")
        await home.service.press(person, private, token(end, "daily-share"), {}, press="b")
        (share,) = await home.database.read(partial(daily.waiting_shares, platform="web", most=9))
        assert share.chat == CHAT
