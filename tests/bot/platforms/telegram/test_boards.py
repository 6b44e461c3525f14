"""Boards stand in their group or topic, come again where they are gone, and go along with their group."""

import asyncio
import time

import pytest

from bot.platforms.base import Address, ChatLost, Gone, Later
from bot.screens.model import Line, Reveal, Screen, ShownRow, Strip, Text
from core.ids import ChatId
from tests.bot.platforms.telegram.house import Standing, chat_id
from tests.e2e.telegram.people import labels_of
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until


def screen(words: str, *, kind: str = "arranging", **more: object) -> Screen:
    return Screen(kind, (Line(Text(words)),), **more)


def reveal(*, at: int) -> Screen:
    rows = [ShownRow(row, Text(f"class of the {row}"), ()) for row in ("front", "middle", "back")]
    strip = Strip(Text("who"), None, tuple(rows), 0, 0)
    return Screen("result", (Line(Text("result")), Reveal((strip,), ((0,),), steps=True, at=at)))


@pytest.mark.parametrize(
    ("status", "text", "meant"),
    [
        (400, "Bad Request: message to edit not found", Gone),
        (403, "Forbidden: bot was kicked from the supergroup chat", ChatLost),
        (400, "Bad Request: not enough rights to send text messages to the chat", Later),
        (429, "", Later),
    ],
)
async def test_a_refused_edit_says_what_it_means(quiet_stand: Standing, status: int, text: str, meant: type[Exception]):
    here = Address(quiet_stand.chat)
    message = await quiet_stand.platform.post(here, screen("a"), nonce="1")
    quiet_stand.loopback.trouble(Trouble("editMessageText", "/*", status, text=text, retry_after=30))

    with pytest.raises(meant) as refused:
        await quiet_stand.platform.edit(here, message, screen("b"))

    if status == 429:
        assert refused.value.seconds == 30


async def test_what_is_not_modified_is_success(quiet_stand: Standing):
    here = Address(quiet_stand.chat)
    message = await quiet_stand.platform.post(here, screen("a"), nonce="1")
    quiet_stand.platform._boards._shown.clear()  # as after a restart

    await quiet_stand.platform.edit(here, message, screen("a"))

    assert [call.status for call in quiet_stand.loopback.recorder.of("editMessageText", "/.*")] == [400]


async def test_a_board_that_was_deleted_comes_again_and_says_so(stand: Standing):
    board = await stand.lobby()
    del stand.room.chat.messages[board.id]

    await stand.ben.press_data(None, board.keyboard[0][0]["callback_data"])

    again = await until(lambda: [each for each in stand.room.from_bot if "入座" in labels_of(each)])
    assert "重貼" in again[0].text


async def test_boards_of_topics_and_of_general_stay_where_they_are(stand: Standing):
    forum = stand.loopback.group(forum=True)
    topic = forum.make_topic()
    for person in (stand.ann, stand.ben):
        forum.admit(person.id)
    await stand.lobby(room=topic)
    stand.ben.say(forum, "/shisanzhi start joker")

    await until(lambda: [each for each in forum.from_bot if "入座" in labels_of(each)])

    assert [each for each in topic.from_bot if "入座" in labels_of(each)]
    for call in stand.loopback.recorder.of("sendMessage", f"/{forum.id}"):
        assert call.body.get("message_thread_id") in {None, topic.topic}


async def test_a_closed_topic_pauses_its_table_with_one_notice(quiet_stand: Standing):
    forum = quiet_stand.loopback.group(forum=True)
    topic = forum.make_topic()
    topic.close_topic()
    here = Address(chat_id(topic))

    for nonce in ("1", "2"):
        with pytest.raises(Later) as refused:
            await quiet_stand.platform.post(here, screen("a"), nonce=nonce)
        assert refused.value.seconds == 60

    assert len([each for each in forum.from_bot if "關閉" in each.text]) == 1
    topic.close_topic(closed=False)
    assert await quiet_stand.platform.post(here, screen("a"), nonce="2")


async def test_a_group_that_was_upgraded_is_followed(stand: Standing):
    group = stand.loopback.group(kind="group")
    for person in (stand.ann, stand.ben):
        group.admit(person.id)
    board = await stand.lobby(room=group)
    new = group.upgrade(told=())

    await stand.ben.press_data(None, board.keyboard[0][0]["callback_data"])

    again = await until(lambda: [each for each in new.from_bot if "入座" in labels_of(each)])
    assert "升級" in again[0].text


async def test_marks_wait_when_a_group_has_few_calls_left_and_results_do_not(quiet_stand: Standing):
    here = Address(quiet_stand.chat)
    message = await quiet_stand.platform.post(here, screen("a"), nonce="1")
    for number in range(12):
        await quiet_stand.platform.edit(here, message, screen(f"mark {number}"))

    with pytest.raises(Later) as waits:
        await quiet_stand.platform.edit(here, message, screen("one mark more"))

    assert 30 < waits.value.seconds <= 60
    await quiet_stand.platform.edit(here, message, screen("result", kind="result"))
    assert quiet_stand.room.from_bot[-1].text == "result"


async def test_rows_are_turned_over_where_there_is_room_and_all_at_once_where_there_is_not(quiet_stand: Standing):
    here = Address(quiet_stand.chat)
    message = await quiet_stand.platform.post(here, screen("a"), nonce="1")
    began, since = time.monotonic(), quiet_stand.loopback.recorder.mark()

    await quiet_stand.platform.edit(here, message, reveal(at=time.time_ns() // 1_000_000))

    edits = quiet_stand.loopback.recorder.of("editMessageText", "/.*", since=since)
    assert all(edit.at - began > due - 0.5 for edit, due in zip(edits, (0, 3, 6), strict=True))
    others = [await quiet_stand.platform.post(here, screen("other"), nonce=f"n{number}") for number in range(7)]
    since = quiet_stand.loopback.recorder.mark()
    await quiet_stand.platform.edit(here, others[-1], reveal(at=time.time_ns() // 1_000_000))
    assert len(quiet_stand.loopback.recorder.of("editMessageText", "/.*", since=since)) == 1


async def submitted(stand: Standing) -> None:
    """Both have sent what was suggested."""
    for person in (stand.ann, stand.ben):
        await until(lambda person=person: person.dms and "逐張排" in labels_of(person.dms[-1]))
        await person.press(person.dms[-1], "✨")
        await until(lambda person=person: "✅ 送出" in labels_of(person.dms[-1]))
        await person.press(person.dms[-1], "✅ 送出")


async def test_the_table_of_a_match_comes_after_a_result_that_met_a_flood(stand: Standing):
    board = await stand.dealt("joker 電腦2 1局 once")
    flood = Trouble("editMessageText", f"/{stand.room.id}/*", 429, times=-1, retry_after=3)
    stand.loopback.trouble(flood)
    await submitted(stand)
    await until(lambda: flood.met >= 2)
    flood.times = 0

    await until(lambda: stand.room.from_bot[-1].id != board.id, seconds=20)

    assert "累計" in board.text


async def test_points_are_told_in_private_when_the_last_row_lies_open(stand: Standing):
    board = await stand.dealt("joker 電腦2 reveal steps")
    await submitted(stand)
    since = stand.loopback.recorder.mark()

    await until(lambda: "累計" in board.text, seconds=30)
    await until(lambda: all("累計" in person.dms[-1].text for person in (stand.ann, stand.ben)))

    edits = stand.loopback.recorder.of("editMessageText", "/.*", since=since)
    *_, last_row = [edit.at for edit in edits if edit.channel == stand.room.id]
    assert all(edit.at > last_row for edit in edits if edit.channel != stand.room.id and "累計" in edit.body["text"])


async def test_an_older_message_lets_the_board_go_first_once(quiet_stand: Standing):
    here = Address(quiet_stand.chat)
    old = await quiet_stand.platform.post(here, screen("lobby", kind="lobby"), nonce="1")
    await quiet_stand.platform.post(here, screen("board"), nonce="2")

    with pytest.raises(Later):
        await quiet_stand.platform.edit(here, old, screen("begun", kind="lobby"))
    await quiet_stand.platform.edit(here, old, screen("begun", kind="lobby"))

    assert [each.text for each in quiet_stand.room.from_bot] == ["begun", "board"]


async def test_the_deal_is_shown_at_once_and_then_the_lobby_loses_its_buttons(stand: Standing):
    lobby = await stand.lobby()
    await stand.ben.press(lobby, "入座")
    await until(lambda: "開始" in labels_of(lobby))
    began = time.monotonic()
    await stand.ann.press(lobby, "開始")
    await until(lambda: "切上" in labels_of(stand.room.from_bot[-1]))
    board = stand.room.from_bot[-1]
    await stand.ann.press(board, "切上")
    cut = time.monotonic()
    await stand.ben.press(board, "切中")

    await until(lambda: "看牌" in labels_of(board))
    assert time.monotonic() - cut < 5
    assert "入座" in labels_of(lobby)
    await until(lambda: "入座" not in labels_of(lobby) and "開始" not in labels_of(lobby), seconds=15)
    assert time.monotonic() - began < 15


async def test_an_old_message_is_tidied_up_where_marks_wait(quiet_stand: Standing):
    here = Address(quiet_stand.chat)
    old = await quiet_stand.platform.post(here, screen("lobby", kind="lobby"), nonce="1")
    board = await quiet_stand.platform.post(here, screen("board"), nonce="2")
    for number in range(11):
        await quiet_stand.platform.edit(here, board, screen(f"mark {number}"))
    with pytest.raises(Later):
        await quiet_stand.platform.edit(here, board, screen("one mark more"))

    with pytest.raises(Later) as waits:
        await quiet_stand.platform.edit(here, old, screen("begun", kind="lobby"))

    assert waits.value.seconds < 4
    await quiet_stand.platform.edit(here, old, screen("begun", kind="lobby"))
    assert quiet_stand.room.from_bot[0].text == "begun"


async def test_a_board_far_behind_is_brought_down_once_and_loses_its_buttons(stand: Standing):
    board = await stand.lobby()
    stand.loopback.world.skip(stand.room.chat, 25)

    for _ in range(3):
        stand.ben.say(stand.room, "/help")

    below = await until(lambda: [each for each in stand.room.from_bot if "入座" in labels_of(each) and each != board])
    await until(lambda: not board.keyboard)
    await asyncio.sleep(0.5)
    assert len([each for each in stand.room.from_bot if "入座" in labels_of(each)]) == len(below) == 1


async def test_a_flood_warning_of_one_group_holds_no_other(quiet_stand: Standing):
    other = quiet_stand.loopback.group()
    quiet_stand.loopback.trouble(Trouble("sendMessage", f"/{quiet_stand.room.id}", 429, retry_after=30))
    with pytest.raises(Later):
        await quiet_stand.platform.post(Address(quiet_stand.chat), screen("a"), nonce="1")

    assert await quiet_stand.platform.post(Address(chat_id(other)), screen("a"), nonce="1")


async def test_a_chat_of_no_number_is_lost(quiet_stand: Standing):
    with pytest.raises(ChatLost):
        await quiet_stand.platform.post(Address(ChatId("telegram:x")), screen("a"), nonce="1")
