"""What Telegram sends is kept before it is confirmed, and has its effect once, across restarts too."""

import asyncio
import json
import socket
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest
import structlog
from telegram import Update

from bot.chats import Chats
from bot.platforms.base import CannotStart
from bot.platforms.telegram import inbox as module
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.inbox import AT_ONCE, OF_ONE, Inbox, secret
from storage.engine import DatabaseTrouble
from tests.bot.platforms.telegram.house import Standing, standing
from tests.e2e.serving import free_port
from tests.e2e.telegram.people import labels_of
from tests.e2e.telegram.server import TOKEN
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until


class Taker:
    """Notes which updates come, and takes as long as `seconds` says."""

    def __init__(self, seconds: float = 0) -> None:
        self.seconds = seconds
        self.begun: list[int] = []
        self.taken: list[int] = []

    async def take(self, update_id: int, _update: Update) -> None:
        self.begun.append(update_id)
        await asyncio.sleep(self.seconds)
        self.taken.append(update_id)


def update(number: int, *, chat: int = 7) -> Update:
    place = {**CHAT, "id": chat}
    found = Update.de_json({"update_id": number, "message": {"message_id": 1, "date": 1, "chat": place, "text": "x"}})
    assert found is not None
    return found


FIRST = 900_000_000
"""The loopback's own updates have larger numbers."""
CHAT = {"id": 7, "type": "private", "first_name": "x"}


def inbox_of(stand: Standing, taker: Taker, *, chats: Chats | None = None) -> Inbox:
    ground = stand.platform._ground
    ground = Ground(ground.bot, ground.service, chats or ground.chats, ground.speech)
    platform = stand.platform
    return Inbox(ground, taker, settings=platform._settings, polls=platform._polls, conflict="conflict")


async def test_an_update_that_comes_twice_is_dealt_with_once(quiet_stand: Standing):
    taker = Taker()
    inbox = inbox_of(quiet_stand, taker)

    for number in (5, 6, 5, 6):
        await inbox.put(update(number))
    await until(lambda: len(taker.taken) == 2)

    assert taker.taken == [5, 6]


async def test_what_was_under_way_when_the_program_ended_is_dealt_with_after_the_next_start(quiet_stand: Standing):
    first, second = Taker(seconds=60), Taker()
    before = inbox_of(quiet_stand, first)
    for number in (5, 6):
        await before.put(update(number))
    await until(lambda: first.begun == [5, 6])
    await before.stop()

    after = inbox_of(quiet_stand, second)
    await after._left_over()
    await until(lambda: [number for number in second.taken if number < FIRST] == [5, 6])

    await until(lambda: not after._tasks)
    assert await quiet_stand.platform._ground.chats.waiting_updates() == []


async def test_nothing_is_confirmed_before_it_is_kept(quiet_stand: Standing):
    class Failing(Chats):
        failures = 2

        async def keep_update(self, number: int, body: str) -> bool:
            if self.failures:
                self.failures -= 1
                raise DatabaseTrouble("database/full", reason="no room")
            return await super().keep_update(number, body)

    taker = Taker()
    inbox = inbox_of(quiet_stand, taker, chats=Failing(quiet_stand.database, clock=quiet_stand.service.clock))

    await asyncio.wait_for(inbox.put(update(5)), 30)

    await until(lambda: taker.taken == [5])


async def test_a_slow_one_holds_up_no_other(quiet_stand: Standing):
    taker = Taker(seconds=0.3)
    inbox = inbox_of(quiet_stand, taker)

    for number in range(1, 51):
        await inbox.put(update(number))

    await until(lambda: len(taker.taken) == 50, seconds=2)


async def test_one_who_presses_without_end_where_nothing_goes_on_holds_up_nobody_else(quiet_stand: Standing):
    class Hanging(Taker):
        opened = asyncio.Event()

        async def take(self, update_id: int, update: Update) -> None:
            if update_id <= AT_ONCE + OF_ONE:
                await self.opened.wait()
            await super().take(update_id, update)

    taker, many = Hanging(), AT_ONCE + OF_ONE
    inbox = inbox_of(quiet_stand, taker)

    async with asyncio.timeout(20):
        for number in range(1, many + 1):
            await inbox.put(update(number))
        await inbox.put(update(many + 1, chat=8))
        await until(lambda: taker.taken == [many + 1])
    taker.opened.set()
    await until(lambda: not inbox._tasks)

    assert taker.taken == [many + 1, *range(1, many + 1)]
    assert inbox._lanes == {}


async def test_a_quiet_bot_takes_whatever_number_comes_next(quiet_stand: Standing):
    taker = Taker()
    inbox = inbox_of(quiet_stand, taker)
    asked = list[int]()
    answers = [(update(5),), (), ()]

    class Telling:
        async def get_updates(self, offset: int, **_more: object) -> tuple[Update, ...]:
            asked.append(offset)
            return answers.pop(0)

    inbox._bot = Telling()  # type: ignore[assignment]
    for _ in range(3):
        await inbox._poll()

    assert asked == [0, 6, 0]


async def test_a_kept_update_that_nobody_can_read_stops_nothing(quiet_stand: Standing):
    chats, taker = quiet_stand.platform._ground.chats, Taker()
    await chats.keep_update(1, json.dumps({"message": 5}))
    await chats.keep_update(2, update(2).to_json())

    inbox = inbox_of(quiet_stand, taker)
    await inbox._left_over()

    await until(lambda: [number for number in taker.taken if number < FIRST] == [2])
    await until(lambda: not inbox._tasks)
    assert [number for number, _ in await chats.waiting_updates() if number < FIRST] == []


async def test_an_update_that_nobody_can_read_is_passed_over_and_holds_up_no_other(quiet_stand: Standing):
    taker = Taker()
    inbox = inbox_of(quiet_stand, taker)
    come = [update(5).to_dict(), {"update_id": 6, "message": "?"}]
    asked = list[int]()

    class Telling:
        async def get_updates(self, offset: int, **_more: object) -> tuple[Update, ...]:
            asked.append(offset)
            return tuple(Update.de_list(come)) if come else ()

    inbox._bot = Telling()  # type: ignore[assignment]
    inbox._polls = SimpleNamespace(updates=lambda: come)  # type: ignore[assignment]
    with structlog.testing.capture_logs() as logs:
        await inbox._poll()
        await until(lambda: taker.taken == [5])
        come.clear()
        await inbox._poll()

    assert asked == [0, 7]
    assert [(line["event"], line["update"]) for line in logs] == [("update not read", 6)]


async def test_doubled_updates_seat_somebody_once(stand: Standing):
    stand.loopback.updates.doubled = True
    board = await stand.lobby()

    await stand.ben.press(board, "入座")
    await until(lambda: "入座 4/4" in board.text)

    assert board.text.count("阿嬤") == 1


async def test_a_second_program_with_the_token_is_one_line_and_it_goes_on(stand: Standing):
    with structlog.testing.capture_logs() as logs:
        stand.loopback.updates.rivals = 3
        await until(lambda: not stand.loopback.updates.rivals, seconds=30)
        polls = stand.loopback.updates.polls
        await until(lambda: stand.loopback.updates.polls > polls, seconds=20)

    assert [log["event"] for log in logs if "權杖" in log["event"]] == [
        stand.platform._ground.speech.words("").text("host/telegram-conflict")
    ]


async def test_a_webhook_takes_what_has_the_secret_and_nothing_else(tmp_path: Path, unused_tcp_port: int):
    more = {"telegram_webhook": "https://play.example.org/telegram", "telegram_port": unused_tcp_port}
    async with standing(tmp_path, **more) as stand:
        hook = stand.loopback.updates.webhook
        assert (hook.url, hook.secret) == ("https://play.example.org/telegram", secret(TOKEN))
        url = f"http://127.0.0.1:{unused_tcp_port}/telegram"
        await until(lambda: listens(unused_tcp_port))  # the address is named before the door is open
        async with aiohttp.ClientSession() as session:
            for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "guess"}):
                async with session.post(url, json=update(5).to_dict(), headers=headers) as answer:
                    assert answer.status == 403
        hook.port = unused_tcp_port

        board = await stand.lobby()

        assert "入座" in labels_of(board)


async def test_a_webhook_that_another_program_has_moved_is_one_line_and_a_revoked_token_the_end(
    tmp_path: Path, unused_tcp_port: int, monkeypatch
):
    monkeypatch.setattr(module, "WATCH_SECONDS", 0.05)
    more = {"telegram_webhook": "https://play.example.org/telegram", "telegram_port": unused_tcp_port}
    async with standing(tmp_path, **more) as stand:
        hook = stand.loopback.updates.webhook
        with structlog.testing.capture_logs() as logs:
            hook.url = ""
            await asyncio.sleep(0.5)
        assert len([log for log in logs if "權杖" in log["event"]]) == 1

        stand.loopback.trouble(Trouble("getWebhookInfo", "*", 502, times=2))
        refused = stand.loopback.trouble(Trouble("getWebhookInfo", "*", 401, times=-1, text="Unauthorized"))
        with pytest.raises(CannotStart):
            await asyncio.wait_for(stand.platform.over(), 30)
        assert refused.met


def test_the_secret_says_nothing_of_the_token():
    assert secret(TOKEN) != secret(TOKEN[:-1] + "x")
    assert TOKEN.partition(":")[2] not in secret(TOKEN)


@pytest.fixture
def unused_tcp_port() -> int:
    return free_port()


def listens(port: int) -> bool:
    with socket.socket() as visitor:
        return visitor.connect_ex(("127.0.0.1", port)) == 0
