import asyncio
import time
from dataclasses import replace

import pytest

from bot.platforms.base import Address, ChatLost, Gone, Later
from bot.platforms.discord.boards import _called_key
from bot.screens.model import Line, Reveal, Screen, Text
from bot.screens.settings import call_screen
from bot.screens.showdown import result_screen
from core.ids import ChatId
from tests.bot.platforms.discord.house import Standing, person_id
from tests.bot.screens.gallery import results
from tests.e2e.discord.looking import labels_of, text_of
from tests.e2e.discord.people import until
from tests.e2e.recorder import Call
from tests.e2e.troubles import Trouble


def screen(*words: str, **more: object) -> Screen:
    return Screen("board", tuple(Line(Text(word)) for word in words), **more)


@pytest.mark.parametrize(
    ("status", "code", "meant"),
    [
        (404, 10008, Gone),
        (400, 30046, Gone),
        (429, 30046, Gone),
        (404, 10003, ChatLost),
        (404, 10004, ChatLost),
        (403, 50001, Later),
        (403, 50013, Later),
    ],
)
async def test_what_discord_refuses_is_told_apart(stand: Standing, status: int, code: int, meant: type[Exception]):
    here = Address(stand.chat)
    message = await stand.platform.post(here, screen("one"), nonce="1")
    stand.loopback.trouble(Trouble("PATCH", "/channels/*/messages/*", status, code, times=-1, retry_after=0.1))

    with pytest.raises(meant):
        await stand.platform.edit(here, message, screen("two"))


async def test_a_long_wait_is_left_to_the_worker_and_a_short_one_is_waited(stand: Standing):
    here = Address(stand.chat)
    stand.loopback.trouble(Trouble("POST", "/channels/*/messages", 429, retry_after=30))
    with pytest.raises(Later) as later:
        await stand.platform.post(here, screen("one"), nonce="1")
    assert later.value.seconds == 30

    stand.loopback.trouble(Trouble("POST", "/channels/*/messages", 429, retry_after=0.2))
    await stand.platform.post(here, screen("one"), nonce="1")
    assert len(stand.room.messages) == 1


async def test_a_channel_that_is_limited_holds_no_other(stand: Standing):
    other = stand.guild.text()
    stand.loopback.trouble(Trouble("POST", f"/channels/{stand.room.id}/messages", 429, retry_after=5))
    began = time.monotonic()
    slow = stand.platform.post(Address(stand.chat), screen("one"), nonce="1")
    task = asyncio.create_task(slow)
    await asyncio.sleep(0.1)
    await stand.platform.post(Address(ChatId(f"discord:{other.id}")), screen("two"), nonce="2")
    assert time.monotonic() - began < 4
    await task


async def test_in_an_archived_thread_the_board_is_opened_again_and_of_a_locked_one_it_moves_to_the_channel(
    stand: Standing,
):
    thread = stand.room.thread()
    here = Address(ChatId(f"discord:{thread.id}"))
    await until(lambda: stand.platform._client.get_channel(thread.id))
    message = await stand.platform.post(here, screen("one"), nonce="1")
    thread.archive()
    await stand.platform.edit(here, message, screen("two"))
    assert text_of(thread.messages[-1]) == "two"

    stand.room.deny("manage_threads")
    thread.archive(locked=True)
    with pytest.raises(Gone):
        await stand.platform.edit(here, message, screen("three"))
    moved = await stand.platform.post(here, screen("three"), nonce="2")
    assert "three" in text_of(stand.room.messages[-1])
    assert "搬到這裡" in text_of(stand.room.messages[-1])
    await stand.platform.edit(here, moved, screen("four"))
    assert text_of(stand.room.messages[-1]) == "four"


def loud(stand: Standing, call: str) -> Screen:
    return screen("nudged", silent=False, ping=(person_id(stand.ben),), call=call)


def calls(stand: Standing) -> list[Call]:
    """Every request that pinged somebody."""
    return [each for each in stand.loopback.recorder.calls if "content" in (each.body or {})]


async def test_silence_and_pings_are_as_the_screen_says_and_a_call_is_deleted_at_the_result(stand: Standing):
    here = Address(stand.chat)
    message = await stand.platform.post(here, screen("board"), nonce="1")
    for _ in range(2):
        await stand.platform.edit(here, message, loud(stand, "1.1"))

    call = stand.room.messages[-1]
    assert call.content == f"👉 <@{stand.ben.id}>：大家在等你們排牌"
    [posted] = [each for each in stand.loopback.recorder.calls if each.body and "content" in each.body]
    assert posted.body["allowed_mentions"] == {"parse": [], "users": [stand.ben.id]}
    boards = [each.body for each in stand.loopback.recorder.of("POST", "/channels/.*/messages") if each is not posted]
    assert all(body["flags"] & 1 << 12 and not body["allowed_mentions"].get("users") for body in boards)

    await stand.platform.edit(here, message, Screen("result", (Line(Text("won")), Reveal((), (), steps=False, at=0))))
    assert call.id not in {each.id for each in stand.room.messages}


def steps_of(stand: Standing, message: str) -> list[tuple[float, str]]:
    """When a message was changed, in seconds, and the first line that it had then."""
    found = stand.loopback.recorder.of("PATCH", f"/channels/.*/messages/{message.partition(':')[2]}")
    return [
        (call.at, next(line for line in call.strings() if line.startswith("## ")).splitlines()[0]) for call in found
    ]


async def test_rows_are_turned_over_one_by_one_in_three_changes_and_at_once_when_it_is_late(stand: Standing):
    here, now = Address(stand.chat), time.time_ns() // 1_000_000
    result = replace(results("joker")[0], reveal="steps", at=now)
    message = await stand.platform.post(here, screen("board"), nonce="1")
    began = time.monotonic()
    await stand.platform.edit(here, message, result_screen(result))

    moments = [moment - began for moment, _ in steps_of(stand, message)]
    assert moments == pytest.approx([0, 1.5, 3], abs=1)
    titles = [title for _, title in steps_of(stand, message)]
    assert [row in title for row, title in zip("頭中", titles, strict=False)] == [True, True]
    assert "為什麼" in labels_of(stand.room.messages[0])

    late = await stand.platform.post(here, screen("board"), nonce="2")
    await stand.platform.edit(here, late, result_screen(replace(result, at=now - 10_000)))
    assert len(steps_of(stand, late)) == 1

    began, ahead = time.monotonic(), await stand.platform.post(here, screen("board"), nonce="3")
    await stand.platform.edit(here, ahead, result_screen(replace(result, at=now + 3_600_000)))  # a clock set back
    assert len(steps_of(stand, ahead)) == 3
    assert time.monotonic() - began < 10


async def test_each_call_pings_once_wherever_the_board_stands_and_one_line_takes_the_place_of_the_last(
    stand: Standing,
):
    here = Address(stand.chat)
    first = await stand.platform.post(here, screen("board"), nonce="1")
    await stand.platform.edit(here, first, loud(stand, "1.1"))
    anew = await stand.platform.post(here, loud(stand, "1.1"), nonce="2")
    assert len(calls(stand)) == 1

    for _ in range(2):
        await stand.platform.edit(here, anew, loud(stand, "1.2"))
    assert len(calls(stand)) == 2
    assert len([each for each in stand.room.messages if each.content]) == 1

    await stand.platform.edit(here, anew, screen("won"))
    await stand.platform.edit(here, anew, loud(stand, "1.2"))
    assert len(calls(stand)) == 2
    assert not [each for each in stand.room.messages if each.content]


async def test_a_call_whose_note_was_lost_in_a_crash_pings_nobody_again(stand: Standing):
    here = Address(stand.chat)
    board = await stand.platform.post(here, screen("board"), nonce="1")
    await stand.platform.edit(here, board, loud(stand, "1.1"))
    await stand.platform._chats.note(_called_key(stand.chat), "")
    await stand.platform.edit(here, board, loud(stand, "1.1"))
    assert len([each for each in stand.room.messages if each.content]) == 1


async def test_who_wished_it_is_called_by_a_line_of_its_own_that_is_no_board(stand: Standing):
    here = Address(stand.chat)
    board = await stand.platform.post(here, screen("board"), nonce="1")
    line = call_screen([(person_id(stand.ben), "阿嬤")])
    message = await stand.platform.post(here, line, nonce="2")
    await stand.platform.edit(here, message, line)
    assert [each.content for each in stand.room.messages[1:]] == [f"🔔 <@{stand.ben.id}>：開桌了，來入座！"]
    assert calls(stand)[0].body["allowed_mentions"] == {"parse": [], "users": [stand.ben.id]}
    assert stand.platform._boards._present[stand.chat].place == board


async def test_a_board_that_a_moderator_deletes_comes_again_once(stand: Standing):
    board = await stand.lobby(computers=2)
    await stand.known(board)
    stand.room.delete(board.id)
    await until(lambda: len(stand.room.messages) == 1 and stand.room.messages[0].id != board.id)
    assert "入座" in labels_of(stand.room.messages[0])
    assert "桌面被刪了，重貼一張。" in text_of(stand.room.messages[0])
    await stand.ben.press(stand.room.messages[0], "入座")
    await until(lambda: "阿嬤" in text_of(stand.room.messages[0]))
    assert "桌面被刪了" not in text_of(stand.room.messages[0])


async def test_a_board_stays_for_half_a_minute_where_it_was_brought(stand: Standing):
    board = await stand.lobby(computers=2)
    await stand.known(board)
    began, passed = stand.service.clock(), 0
    stand.platform._boards._clock = lambda: began + passed
    for number in range(60):
        stand.ben.say(stand.room, f"line {number}")
        await asyncio.sleep(0.02)
    await asyncio.sleep(1)
    boards = [message for message in stand.room.messages if labels_of(message)]
    assert len(boards) == 1
    assert boards[0].id != board.id
    passed = 30_000
    stand.ben.say(stand.room, "and on")
    await until(lambda: labels_of(stand.room.messages[-1]))


async def test_a_lobby_comes_down_after_twenty_messages_and_the_old_one_loses_its_buttons(stand: Standing):
    board = await stand.lobby(computers=2)
    await stand.known(board)
    for number in range(20):
        stand.ben.say(stand.room, f"line {number}")
    await until(lambda: stand.room.messages[-1].id != board.id and labels_of(stand.room.messages[-1]))
    await until(lambda: not labels_of(board))
    assert "小明" in text_of(board)


@pytest.mark.parametrize("how", ["channel", "kicked"])
async def test_a_channel_that_is_gone_frees_its_people(stand: Standing, how: str):
    await stand.lobby(computers=2)
    other = stand.loopback.guild("別處")
    other.invite(stand.ann.id)
    place = other.text()
    if how == "channel":
        stand.room.delete()
    else:
        stand.guild.kick_bot()

    async def free() -> bool:
        return not await stand.platform._chats.live_chats("discord")

    for _ in range(200):
        if await free():
            break
        await asyncio.sleep(0.01)
    assert await free()
    await stand.ann.slash(place, "shisanzhi start")
    await until(lambda: place.messages)


async def test_ready_thrice_changes_nothing(stand: Standing):
    board = await stand.lobby(computers=2)
    began = stand.loopback.recorder.mark()
    for _ in range(3):
        stand.loopback.ready_again()
    await stand.ben.press(board, "入座")
    await until(lambda: "阿嬤" in text_of(board))
    assert stand.room.messages == [board]
    assert not stand.loopback.recorder.of("POST", "/channels/.*", since=began)
