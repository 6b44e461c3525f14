"""The hand comes into the private chat, is renewed where it stands, and keeps nobody else waiting."""

import asyncio
from functools import partial
from itertools import pairwise

import pytest

from bot.platforms.base import Address, Unreachable
from bot.screens.model import Screen
from core.ids import TableId
from core.table.model import Phase, Table
from storage import store
from tests.bot.platforms.telegram.house import Standing, person_id
from tests.e2e.telegram.people import Person, labels_of
from tests.e2e.telegram.world import Message
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until


def hands(person: Person) -> list[Message]:
    """The messages by which this person can arrange."""
    return [message for message in person.dms if "逐張排" in labels_of(message)]


async def test_the_hand_of_a_round_comes_as_one_protected_message(stand: Standing):
    await stand.dealt()

    [hand] = await until(lambda: hands(stand.ann))

    assert hand.payload["has_protected_content"]
    assert "第 1/8 局" in hand.text


async def test_a_press_in_the_hand_renews_the_same_message(stand: Standing):
    await stand.dealt()
    [hand] = await until(lambda: hands(stand.ann))

    await stand.ann.press(hand, "✨")

    await until(lambda: "✅ 送出" in labels_of(hand))
    assert [hand] == hands(stand.ann)


async def test_many_taps_are_few_edits_and_the_last_one_shows(stand: Standing):
    await stand.dealt()
    [hand] = await until(lambda: hands(stand.ann))
    since = stand.loopback.recorder.mark()

    data = [button["callback_data"] for row in hand.keyboard for button in row if button["text"][0] in "✨尾中頭"]
    for number in range(12):
        await stand.ann.press_data(hand, data[number % len(data)])
    pressed = stand.loopback.recorder.mark()

    await asyncio.sleep(2.5)
    edits = stand.loopback.recorder.of("editMessageText", f"/{stand.ann.id}/{hand.id}", since=since)
    assert all(later.at - before.at > 1 for before, later in pairwise(edits))
    assert 1 <= len(edits) <= 4
    assert edits[0].at < pressed


async def test_whoever_has_blocked_the_bot_keeps_nobody_waiting_and_is_known_to_have(stand: Standing):
    stand.loopback.trouble(Trouble("sendMessage", f"/{stand.ben.id}", 403, times=-1, text=_BLOCKED))

    board = await stand.dealt()

    assert await until(lambda: hands(stand.ann))
    await until(lambda: "🔑" in board.text)
    assert not await stand.platform._ground.chats.has_opened(person_id(stand.ben))


async def test_whoever_a_hand_has_reached_is_known_to_be_reachable(stand: Standing):
    chats = stand.platform._ground.chats
    await chats.closed(person_id(stand.ben))  # as with a new database

    await stand.dealt()
    await until(lambda: hands(stand.ben))

    async with asyncio.timeout(30):
        while not await chats.has_opened(person_id(stand.ben)):
            await asyncio.sleep(0.02)
    assert len(hands(stand.ben)) == 1


async def test_the_next_hand_is_a_new_message_and_the_one_before_loses_its_buttons(stand: Standing):
    board = await stand.dealt()
    [hand] = await until(lambda: hands(stand.ann))
    for person in (stand.ann, stand.ben):
        [own] = await until(lambda person=person: hands(person))
        await person.press(own, "✨")
        await until(lambda own=own: "✅ 送出" in labels_of(own))
        await person.press(own, "✅ 送出")
    await until(lambda: stand.room.from_bot[-1].id != board.id)
    opening = stand.room.from_bot[-1]

    await stand.ann.press(opening, "切上")
    await stand.ben.press(opening, "切上")

    await until(lambda: any("第 2/8 局" in other.text for other in hands(stand.ann)), seconds=15)
    assert hand.keyboard == []
    assert "第 2/8 局" not in hand.text


async def test_a_hand_that_was_deleted_comes_again_when_it_is_asked_for(stand: Standing):
    board = await stand.dealt()
    [hand] = await until(lambda: hands(stand.ann))
    del hand_chat(stand.ann).messages[hand.id]

    answer = await stand.ann.press(board, "看牌")

    assert answer.kind == "alert"
    await until(lambda: hands(stand.ann))


async def test_a_second_message_with_the_hand_follows_its_presses_to_the_end_of_the_round(stand: Standing):
    await stand.dealt()
    [hand] = await until(lambda: hands(stand.ann))
    [others] = await until(lambda: hands(stand.ben))
    copied = {"text": hand.text, "reply_markup": {"inline_keyboard": hand.keyboard}}
    twin = stand.loopback.world.add(hand_chat(stand.ann), stand.loopback.world.bot["id"], **copied)
    await stand.ben.press(others, "✨")
    await until(lambda: "✅ 送出" in labels_of(others))
    await stand.ben.press(others, "✅ 送出")

    await stand.ann.press(twin, "✨")
    await until(lambda: "✅ 送出" in labels_of(twin))
    await stand.ann.press(twin, "✅ 送出")

    await until(lambda: "累計" in hand.text and "累計" in twin.text)
    assert labels_of(twin) == labels_of(hand)


async def test_a_hand_that_was_never_brought_is_posted(quiet_stand: Standing):
    quiet_stand.loopback.trouble(Trouble("sendMessage", f"/{quiet_stand.ann.id}", 403, text=_BLOCKED))
    address = Address(quiet_stand.chat, person_id(quiet_stand.ann))

    with pytest.raises(Unreachable):
        await quiet_stand.platform.post(address, Screen("hand", ()), nonce="1")

    assert await quiet_stand.platform.post(address, Screen("hand", ()), nonce="1")


async def test_who_left_the_group_and_cannot_be_reached_gives_up_the_seat(stand: Standing):
    board = await stand.lobby()
    await stand.ben.press(board, "入座")
    stand.ben.leave(stand.room, told=False)
    stand.loopback.trouble(Trouble("sendMessage", f"/{stand.ben.id}", 403, times=-1, text=_BLOCKED))
    await until(lambda: "開始" in labels_of(board))
    await stand.ann.press(board, "開始")
    await until(lambda: "切上" in labels_of(stand.room.from_bot[-1]))

    await stand.ann.press(stand.room.from_bot[-1], "切上")

    async with asyncio.timeout(20):
        table = await seat_is_given_up(stand)
    assert table.phase is Phase.ARRANGING


async def seat_is_given_up(stand: Standing) -> Table:
    """Wait until Ben's seat is a computer's from the next opening on."""
    while True:
        table = await stand.database.read(partial(store.load, table=TableId(1)))
        if any(seat and seat.person == person_id(stand.ben) and seat.leaving for seat in table.seats):
            return table
        await asyncio.sleep(0.05)


def hand_chat(person: Person):
    """The private chat as the loopback keeps it."""
    return person.private.chat


_BLOCKED = "Forbidden: bot was blocked by the user"
