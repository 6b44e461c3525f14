import asyncio
from functools import partial

import pytest

from bot.platforms.base import Address, Gone, Unreachable
from bot.platforms.discord.hands import Letter, letter
from storage import people, store
from tests.bot.platforms.discord.house import Standing, person_id
from tests.e2e.discord.looking import labels_of, text_of
from tests.e2e.discord.people import Person, until
from tests.e2e.recorder import Call


def hands(stand: Standing) -> list[str]:
    """Ann's hands, wherever they stand."""
    return [text_of(m) for m in (*stand.ann.dms, *stand.ann.ephemeral) if "你的牌" in text_of(m)]


def refused(stand: Standing) -> list[Call]:
    """Direct messages that were not taken, the last call by which a hand is brought."""
    return [call for call in stand.loopback.recorder.calls if call.method == "POST" and call.status == 403]


async def test_a_hand_comes_as_a_direct_message_and_into_the_channel_to_its_person_alone(stand: Standing):
    await stand.dealt()
    await until(lambda: len(hands(stand)) == 2)
    assert len(stand.ann.dms) == 1
    assert "回到牌桌" in labels_of(stand.ann.dms[0])
    assert not [m for m in stand.room.messages if "你的牌" in text_of(m)]


@pytest.mark.parametrize("status", [403, 400])
async def test_closed_direct_messages_stop_nobody(stand: Standing, status: int):
    stand.ann.close_dms(status=status)
    board = await stand.dealt()
    await until(lambda: len(hands(stand)) == 1 and stand.ben.dms)
    assert stand.ann.dms == []
    assert (await stand.ann.press(board, "我的牌")).private


async def test_the_panel_in_the_channel_goes_on_after_presses_elsewhere(stand: Standing):
    board = await stand.dealt()
    panel = (await stand.ann.press(board, "我的牌")).message
    await stand.ann.slash(stand.room, "shisanzhi rules")
    await stand.ann.press_id(panel, "1.sg.1.1.most#")
    await stand.ann.press(panel, "送出")
    await stand.ann.slash(stand.room, "shisanzhi rules")
    theirs = (await stand.ben.press(board, "我的牌")).message
    await stand.ben.press_id(theirs, "1.sg.1.1.most#")
    await stand.ben.press(theirs, "送出")
    await until(lambda: "🧑‍🏫" in text_of(panel) and "🧑‍🏫" in text_of(theirs))


async def test_a_press_in_one_panel_is_seen_in_the_other_by_one_call_however_many_presses(stand: Standing):
    await stand.dealt()
    await until(lambda: len(hands(stand)) == 2 and stand.ben.dms)
    [direct], panel = stand.ann.dms, stand.ann.ephemeral[-1]
    since = stand.loopback.recorder.mark()

    for kind in ("most", "safest", "most"):
        await stand.ann.press_id(panel, f"1.sg.1.1.{kind}#")
    await until(lambda: "被打槍" in text_of(direct))
    edits = stand.loopback.recorder.of("PATCH", f"/channels/{direct.channel_id}/messages/.*", since=since)
    assert len(edits) == 1
    assert stand.loopback.recorder.of("PATCH", "/webhooks/.*", since=since) == []

    await stand.ann.press(direct, "更多")
    await stand.ann.press(direct, "清空")
    await until(lambda: "被打槍" not in text_of(panel))
    assert len(stand.loopback.recorder.of("PATCH", "/webhooks/.*", since=since)) == 1


async def test_presses_of_somebody_with_one_panel_cost_no_more_calls(stand: Standing):
    stand.ann.close_dms()
    await stand.dealt()
    await until(lambda: len(hands(stand)) == 1 and stand.ben.dms and refused(stand))
    since = stand.loopback.recorder.mark()
    await stand.ann.press_id(stand.ann.ephemeral[-1], "1.sg.1.1.most#")
    await asyncio.sleep(2.5)
    public = f"/channels/{stand.room.id}/"
    made = [call for call in stand.loopback.recorder.calls if call.at >= since and public not in call.path]
    assert [call.path.endswith("/callback") for call in made] == [True]


@pytest.mark.parametrize(("way", "messages", "follow_ups"), [("auto", 1, 1), ("dm", 1, 0), ("button", 0, 1)])
async def test_a_hand_comes_by_the_way_that_its_person_wishes(
    stand: Standing, way: str, messages: int, follow_ups: int
):
    await stand.platform._chats.meet(person_id(stand.ann), name="小明", language="zh-TW")
    await stand.database.run(partial(people.set_hand_by, person=person_id(stand.ann), way=way))
    await stand.dealt()
    await until(lambda: len(hands(stand)) == messages + follow_ups and stand.ben.dms)
    assert [len(stand.ann.dms), len(hands(stand)) - len(stand.ann.dms)] == [messages, follow_ups]


async def test_without_any_way_the_person_is_unreachable(stand: Standing):
    await stand.dealt()
    await until(lambda: len(hands(stand)) == 2)
    stand.ann.close_dms()
    stand.platform._hands.roads.drop(person_id(stand.ann), stand.chat)
    here = Address(stand.chat, person_id(stand.ann))
    hand = await stand.service.hand(person_id(stand.ann), stand.chat)

    with pytest.raises(Unreachable):
        await stand.platform.post(here, hand, nonce="x")


async def test_a_token_of_sixteen_minutes_ago_is_left_and_the_direct_message_still_comes(stand: Standing):
    await stand.dealt()
    await until(lambda: len(hands(stand)) == 2)
    stand.loopback.age_tokens(16)
    here = Address(stand.chat, person_id(stand.ann))
    hand = await stand.service.hand(person_id(stand.ann), stand.chat)

    assert letter(await stand.platform.post(here, hand, nonce="x")).message
    assert stand.platform._hands.roads.of(person_id(stand.ann), stand.chat) is None


async def test_the_hand_of_a_new_opening_is_a_new_message_and_the_old_one_loses_its_buttons(stand: Standing):
    await stand.dealt()
    await until(lambda: stand.ann.dms and len(hands(stand)) == 2)
    old = stand.ann.dms[0]
    here = Address(stand.chat, person_id(stand.ann))
    hand = await stand.service.hand(person_id(stand.ann), stand.chat)

    with pytest.raises(Gone):
        await stand.platform.edit(here, f"7:{old.channel_id}:{old.id}", hand)
    assert labels_of(old) == []
    assert "你的牌" in text_of(old)


async def test_who_left_the_server_and_cannot_be_reached_has_left_the_table_and_is_free(stand: Standing):
    board = await stand.dealt()
    await until(lambda: len(hands(stand)) == 2)
    stand.guild.lose(stand.ben.id)
    stand.ben.close_dms()
    stand.platform._hands.roads.drop(person_id(stand.ben), stand.chat)
    here = Address(stand.chat, person_id(stand.ben))
    hand = await stand.service.hand(person_id(stand.ben), stand.chat)

    with pytest.raises(Unreachable):
        await stand.platform.post(here, hand, nonce="x")

    await until(lambda: "💤 阿嬤" in text_of(board))
    assert await leaving(stand, stand.ben)
    assert len(stand.loopback.recorder.of("GET", "/guilds/.*/members/.*")) == 1


async def test_who_is_only_unreachable_keeps_the_seat(stand: Standing):
    board = await stand.dealt()
    await until(lambda: len(hands(stand)) == 2)
    before = text_of(board)
    stand.ben.close_dms()
    stand.platform._hands.roads.drop(person_id(stand.ben), stand.chat)
    hand = await stand.service.hand(person_id(stand.ben), stand.chat)
    with pytest.raises(Unreachable):
        await stand.platform.post(Address(stand.chat, person_id(stand.ben)), hand, nonce="x")
    assert text_of(board) == before


async def test_a_hand_that_comes_played_by_the_autopilot_is_looked_up_too(stand: Standing):
    board = await stand.dealt()
    await until(lambda: len(hands(stand)) == 2)
    panel = (await stand.ben.press(board, "我的牌")).message
    if "託管" not in labels_of(panel):
        panel = (await stand.ben.press(panel, "更多")).message
    await stand.ben.press(panel, "託管")
    await until(lambda: "💤 阿嬤" in text_of(board))
    assert not await leaving(stand, stand.ben)
    stand.guild.lose(stand.ben.id)
    hand = await stand.service.hand(person_id(stand.ben), stand.chat)
    await stand.platform.post(Address(stand.chat, person_id(stand.ben)), hand, nonce="x")
    assert await leaving(stand, stand.ben)


async def leaving(stand: Standing, person: Person) -> bool:
    """Whether the seat of this person is given up after the round."""
    table = await stand.database.read(partial(store.live_table, chat=stand.chat))
    assert table is not None
    return any(seat.leaving for seat in table.seats if seat and seat.person == person_id(person))


def test_a_letter_is_read_as_it_was_written():
    for written in (Letter(1), Letter(12, 34, 56)):
        assert letter(str(written)) == written
    for other in ("", "hand", "1:2", "a:b:c"):
        with pytest.raises(Gone):
            letter(other)
