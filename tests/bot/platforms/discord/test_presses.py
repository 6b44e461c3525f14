import asyncio
import gc

import discord
import pytest
import structlog

from bot.platforms.discord import presses
from tests.bot.platforms.discord.house import HURRIED, Standing
from tests.e2e.discord.looking import buttons_of, labels_of, text_of
from tests.e2e.discord.people import until
from tests.e2e.recorder import Call
from tests.e2e.troubles import Trouble

SLOW = 5.0


def first_calls(stand: Standing, since: float) -> list[Call]:
    """The first request for each interaction."""
    found: dict[int, Call] = {}
    for call in stand.loopback.recorder.calls:
        if call.interaction is not None:
            found.setdefault(call.interaction, call)
    return [call for call in found.values() if call.at >= since]


async def test_a_slow_service_is_acknowledged_in_a_second_and_answered_when_it_is_ready(
    stand: Standing, monkeypatch: pytest.MonkeyPatch
):
    board = await stand.dealt()
    hand = (await stand.ann.press(board, "我的牌")).message
    cora, dan, eve = (stand.loopback.person(name, stand.guild) for name in ("Cora", "Dan", "Eve"))
    since = stand.loopback.recorder.mark()
    monkeypatch.setattr(presses, "ACK_SECONDS", HURRIED)
    stand.service.seconds = SLOW

    answers = await asyncio.gather(
        stand.ann.press_id(hand, f"{token(hand)}"),
        stand.ben.press(board, "我的牌"),
        cora.press(board, "規則"),
        dan.slash(stand.room, "shisanzhi rules"),
        eve.slash(stand.room, "shisanzhi hand"),
    )

    assert [a.kind for a in answers] == ["deferred update"] * 3 + ["deferred"] * 2
    assert HURRIED < 1
    assert all(1_000 * HURRIED < a.milliseconds < 1_000 * SLOW for a in answers)
    assert all(call.path.endswith("/callback") for call in first_calls(stand, since))
    await until(lambda: len(answers[1].followups) == len(answers[2].followups) == 1, seconds=60)
    assert answers[1].followups[0].is_ephemeral
    await until(lambda: not any(a.thinking for a in answers), seconds=60)
    assert all(a.private for a in answers[3:])
    assert "不在這一桌" in answers[4].text


async def test_a_quick_service_is_answered_at_once_and_in_private(stand: Standing):
    board = await stand.dealt()

    hand = await stand.ben.press(board, "我的牌")
    rules = await stand.ben.press(board, "規則")
    refused = await stand.loopback.person("路人", stand.guild).press(board, "我的牌")
    moved = await stand.ben.press_id(hand.message, token(hand.message))

    assert [hand.kind, rules.kind, refused.kind, moved.kind] == ["message", "message", "message", "update"]
    assert hand.private
    assert rules.private
    assert refused.private
    assert refused.text == "你不在這一桌。"


async def test_what_the_board_shows_anyway_is_not_said_again_but_the_first_welcome_is(stand: Standing):
    board = await stand.lobby(computers=2)

    assert "歡迎" in (await stand.ben.press(board, "入座")).text
    assert (await stand.ben.press(board, "離開")).kind == "deferred update"
    assert (await stand.ben.press(board, "入座")).kind == "deferred update"
    await until(lambda: "阿嬤" in text_of(board))


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_an_acknowledgement_that_comes_too_late_leaves_the_action_and_no_trace(
    stand: Standing, status: int, code: int
):
    board = await stand.lobby(computers=2)
    stand.loopback.trouble(Trouble("POST", "/interactions/*/callback", status, code))

    with structlog.testing.capture_logs() as said:
        await stand.ben.press(board, "入座")
        await until(lambda: "阿嬤" in text_of(board))

    assert {each["log_level"] for each in said} <= {"debug"}


async def test_a_cut_pressed_before_its_board_is_noted_is_acknowledged_and_counts(stand: Standing, monkeypatch):
    board = await stand.lobby(computers=2)
    await stand.ben.press(board, "入座")
    await until(lambda: "開始" in labels_of(board))
    noted = asyncio.Event()
    post = stand.platform.post

    async def slow(address, screen, *, nonce: str) -> str:
        message = await post(address, screen, nonce=nonce)
        await noted.wait()
        return message

    monkeypatch.setattr(stand.platform, "post", slow)
    monkeypatch.setattr(presses, "ACK_SECONDS", HURRIED)
    await stand.ann.press(board, "開始")
    await until(lambda: "切上" in labels_of(stand.room.messages[-1]))
    cut = asyncio.create_task(stand.ben.press(stand.room.messages[-1], "切中"))
    await asyncio.sleep(1.2)
    noted.set()
    answer = await cut

    assert answer.kind == "deferred update"
    await until(lambda: "✂️ 阿嬤" in text_of(stand.room.messages[-1]))
    assert answer.followups == []


async def test_who_opens_where_a_table_is_already_is_led_to_it_and_who_sits_there_is_told(stand: Standing):
    board = await stand.lobby()
    await stand.known(board)

    again = await stand.ann.slash(stand.room, "shisanzhi start")
    other = await stand.ben.slash(stand.room, "shisanzhi start")

    assert again.private
    assert other.private
    assert "你坐在第 1 位" in again.text
    assert "入座" in other.text
    for answer in (again, other):
        [link] = buttons_of(answer.message)
        assert link["url"] == f"https://discord.com/channels/{stand.guild.id}/{stand.room.id}/{board.id}"
    await stand.ben.press(board, "入座")
    await stand.ann.press(board, "開始")
    await until(lambda: "切上" in labels_of(stand.room.messages[-1]))
    running = await stand.ben.slash(stand.room, "shisanzhi start")
    assert "第 1/8 局，你坐在第 2 位" in running.text
    assert len(stand.room.messages) == 2


@pytest.mark.parametrize("way", ["command", "button"])
async def test_a_vote_to_end_is_told_to_who_gave_it_and_shown_on_the_board_with_its_button(stand: Standing, way: str):
    board = await stand.dealt()

    voted = await (
        stand.ben.slash(stand.room, "shisanzhi stop") if way == "command" else stand.ben.press(board, "結束")
    )

    assert voted.private
    assert "1/2 同意" in voted.text
    await until(lambda: "要提早結束嗎？1/2 同意" in text_of(board))
    assert "結束" in labels_of(board)
    again = await stand.ben.slash(stand.room, "shisanzhi stop")
    assert "你按過了，1/2 同意" in again.text


async def test_a_command_is_answered_with_what_it_did(stand: Standing):
    await stand.ann.slash(stand.room, "shisanzhi start")
    await stand.ann.slash(stand.room, "shisanzhi stop")

    assert "坐好了，第 1 位" in (await stand.ann.slash(stand.room, "shisanzhi start")).text


async def test_doubled_events_count_once(stand: Standing):
    board = await stand.lobby()
    stand.loopback.gateway.doubled = True
    pressed = stand.loopback.recorder.mark()

    await stand.ann.press(board, "電腦・普通")
    await until(lambda: "電腦一" in text_of(board))

    assert "電腦二" not in text_of(board)
    assert len(stand.loopback.recorder.of("POST", "/interactions/.*/callback", since=pressed)) == 1


async def test_a_failure_of_ours_is_told_with_a_code_and_logged_with_table_and_opening(
    stand: Standing,
):
    board = await stand.dealt()
    stand.service.failure = ZeroDivisionError("a line of ours")

    with structlog.testing.capture_logs() as said:
        failed = await stand.ben.press(board, "我的牌")
    stand.service.failure = None
    again = await stand.ben.press(board, "我的牌")

    assert failed.private
    assert "你的牌沒動" in failed.text
    assert "你的牌" in again.text
    [line] = [each for each in said if each["log_level"] == "error"]
    assert (line["table"], line["serial"]) == ("t1", 1)
    assert line["code"] in failed.text


async def test_an_answer_that_cannot_be_drawn_is_told_too(stand: Standing, monkeypatch: pytest.MonkeyPatch):
    board = await stand.dealt()
    monkeypatch.setattr("bot.platforms.discord.answers.draw", lambda *_: 1 // 0)

    with structlog.testing.capture_logs() as said:
        failed = await stand.ben.press(board, "我的牌")

    assert "你的牌沒動" in failed.text
    assert "answer failed" in {each["event"] for each in said}


async def test_presses_of_one_person_are_taken_in_order_and_those_of_others_beside_them(stand: Standing):
    board = await stand.dealt()
    hand = (await stand.ann.press(board, "我的牌")).message
    put, *_ = [b["custom_id"] for b in buttons_of(hand) if b.get("custom_id", "").startswith("1.p.")] or [token(hand)]
    stand.service.seconds = 0.4
    order: list[str] = []

    async def press(name: str, custom_id: str) -> None:
        await stand.ann.press_id(hand, custom_id)
        order.append(name)

    await asyncio.gather(press("first", put), press("second", "1.z.1.1.#"), stand.ben.press(board, "規則"))
    await until(lambda: not (len(stand.platform._presses._effects) or len(stand.platform._hands.turns)))

    assert order[0] == "first"
    assert "17 張" in text_of(hand)  # cleared after it was put, not before


async def test_a_forged_an_old_and_an_unknown_press_are_refused_in_private(stand: Standing):
    board = await stand.lobby()
    for custom_id in ("x", "?x", "=x", "1.zz.1.1.", "0.j.1.1.", "1.j.9.1.", "#", ">pick#c:b:0"):
        answer = await stand.ben.press_id(board, custom_id)
        assert answer.private
        assert answer.text


async def test_a_panel_of_sixteen_minutes_ago_goes_on_with_its_next_press(stand: Standing):
    board = await stand.dealt()
    hand = (await stand.ann.press(board, "我的牌")).message
    stand.loopback.age_tokens(16)

    moved = await stand.ann.press_id(hand, token(hand))

    assert moved.kind == "update"
    assert labels_of(board)


async def test_memory_holds_no_turns_and_a_bounded_number_of_roads(stand: Standing):
    board = await stand.dealt()
    for _ in range(5):
        await asyncio.gather(stand.ann.press(board, "我的牌"), stand.ben.press(board, "我的牌"))

    assert len(stand.platform._hands.turns) == len(stand.platform._presses._effects) == 0
    assert len(stand.platform._hands.roads) == 2
    assert not stand.platform._client._connection._view_store._views
    assert not stand.platform._client._connection._view_store._modals


async def test_a_press_that_is_over_is_let_go_without_a_search_for_garbage(stand: Standing):
    board = await stand.dealt()
    stranger = stand.loopback.person("路人", stand.guild)
    gc.collect()
    gc.disable()
    try:
        await stranger.press(board, "我的牌")
        await stranger.press(board, "規則")
        await until(lambda: not [each for each in gc.get_objects() if isinstance(each, discord.Interaction)])
    finally:
        gc.enable()


def token(hand: object) -> str:
    """A button of the hand that arranges by the first suggestion."""
    return "1.sg.1.1.most#"
