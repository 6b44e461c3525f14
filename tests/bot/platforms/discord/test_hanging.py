"""Discord takes a request and does not answer it: nobody's press waits for that, and the log says it once."""

import asyncio

import structlog

from bot.platforms.base import Unanswered
from bot.platforms.discord import answers, faults, presses
from bot.troubles import Complaints, reason
from tests.bot.platforms.discord.house import HURRIED, Standing
from tests.e2e.discord.looking import text_of
from tests.e2e.discord.people import until
from tests.e2e.troubles import Trouble

HANGING = 5.0
SUGGESTED = "1.sg.1.1.most"
SUBMIT = "1.d.1.1."


async def test_a_press_counts_while_an_earlier_answer_to_the_same_person_hangs(stand: Standing, monkeypatch):
    monkeypatch.setattr(presses, "ACK_SECONDS", HURRIED)
    board = await stand.dealt()
    hand = (await stand.ann.press(board, "我的牌")).message
    stuck = stand.loopback.trouble(Trouble("POST", "/interactions/*/callback", delay=HANGING))
    hung = asyncio.create_task(stand.ann.press_id(hand, SUGGESTED))
    await until(lambda: stuck.met)

    sent = await stand.ann.press_id(hand, SUBMIT)
    await until(lambda: "✅ 小明" in text_of(board))

    assert not stand.loopback.recorder.of("POST", "/interactions/.*/callback")[-2].status
    assert sent.kind == "deferred update"
    await hung
    await until(lambda: "已送出" in text_of(hand))


async def test_a_hand_in_the_channel_does_not_wait_for_direct_messages_that_hang(stand: Standing):
    direct = stand.loopback.world.direct(stand.ann.id).id
    stuck = stand.loopback.trouble(Trouble("POST", f"/channels/{direct}/messages", delay=HANGING))
    board = await stand.dealt()
    await until(lambda: stuck.met)

    hand = await stand.ann.press(board, "我的牌")

    assert hand.kind == "message"
    assert "你的牌" in hand.text
    assert stand.ann.dms == []
    await until(lambda: stand.ann.dms)


async def test_an_answer_that_hangs_is_given_up_so_that_the_next_can_be_given(stand: Standing, monkeypatch):
    monkeypatch.setattr(presses, "ACK_SECONDS", HURRIED)
    monkeypatch.setattr(answers, "LONGEST", 0.5)
    board = await stand.dealt()
    hand = (await stand.ann.press(board, "我的牌")).message
    stand.loopback.trouble(Trouble("POST", "/interactions/*/callback", delay=HANGING, times=2))

    with structlog.testing.capture_logs() as said:
        pressed = [asyncio.create_task(stand.ann.press_id(hand, SUGGESTED)) for _ in range(2)]
        await asyncio.sleep(1.5)
        answered = await stand.ann.press_id(hand, SUBMIT)

    assert answered.kind == "update"
    assert [each["event"] for each in said if each["log_level"] != "debug"] == ["answer not taken"]
    await asyncio.gather(*pressed)


def test_what_discord_leaves_unanswered_is_one_line_without_a_trace():
    away = [faults.of_a_chat(OSError("reset"), known=True), faults.of_a_person(TimeoutError())]

    assert [type(each) for each in away] == [Unanswered, Unanswered]
    assert [reason(each) for each in away] == [{"reason": "reset"}, {"reason": "TimeoutError"}]
    complaints = Complaints()
    assert [complaints.new(away[0], event="delivery failed", table=table) for table in (1, 2)] == [True, False]
