import asyncio
import re
from dataclasses import replace

from bot.platforms.telegram import presses
from bot.pressed import show
from bot.screens.model import Panel
from bot.tokens import Token, Verb, cards_arg, parse
from bot.tokens import show as shown
from core.ids import TableId
from tests.bot.platforms.telegram.house import HURRIED, Standing, chat_id, person_id
from tests.e2e.telegram.hand_rules import buttons
from tests.e2e.telegram.people import labels_of
from tests.e2e.telegram.server import USERNAME
from tests.e2e.telegram.world import ANONYMOUS, Message
from tests.e2e.waiting import until

GARBAGE = (
    *("", " ", "x" * 64, "十三支", "1.", "1.j.1.1", "1.zz.9.9.", "9.h.1.1.", "1.h.zzzzzzzzzzzzzz.1.", "0" * 64),
    *(
        "?",
        "!",
        "=",
        ">pick#:x",
        "?1.k.1.1.#cb",
        "!1.oo.1.0.#9.9",
        "!1.oo.1.0.",
        "=1.h.1.1.#cb@",
        "1.me.0.0.@zzzz/zz/z",
    ),
    *("1.me.0.0.@-zzzzzzzzzzzzz", "1.j.0.0.", "1.p.1.1.bzz", "{0}", "%s", "<b>"),
)

SLOW = 3.0


async def state(stand: Standing) -> list[tuple[object, ...]]:
    """Everything about tables and who sits where."""

    def read(connection):
        rows = connection.exec_driver_sql("SELECT id, version, chat, state FROM tables ORDER BY id").fetchall()
        return [*map(tuple, rows), *map(tuple, connection.exec_driver_sql("SELECT * FROM seated").fetchall())]

    return await stand.database.read(read)


def data_of(message: Message, label: str) -> str:
    return next(str(key["callback_data"]) for key in buttons(message.keyboard) if label in key["text"])


async def hand_of(person) -> Message:
    return (await until(lambda: [each for each in person.dms if "尾墩" in " ".join(labels_of(each))]))[-1]


async def test_garbage_behind_a_button_gets_a_short_line_and_changes_nothing(stand: Standing):
    board = await stand.lobby()
    before = await state(stand)
    for data in GARBAGE:
        answer = await stand.ben.press_data(board, data or " ")
        assert answer.kind in {"toast", "alert"}, data
        assert 0 < len(answer.text) <= 200
    for message in (None, board):
        answer = await stand.ben.press_data(message, "1.kk.1.0.9", inaccessible=True)
        assert answer.kind in {"toast", "alert"}
    assert await state(stand) == before


async def test_an_outsider_with_forged_buttons_gets_no_seat_no_figures_and_no_name_of_the_group(stand: Standing):
    await stand.lobby()
    gus = stand.loopback.person("Gus")
    gus.open()
    start = (await until(lambda: gus.dms))[0]
    before, there = await state(stand), chat_id(stand.room).partition(":")[2]
    forged = [
        *(
            shown(Token(verb, TableId(1), 0))
            for verb in (Verb.JOIN, Verb.START, Verb.END_NOW, Verb.SETTINGS, Verb.HAND)
        ),
        *(show(shown(Token(verb)), chat=there) for verb in (Verb.RANK, Verb.ME, Verb.CHAT)),
        show(shown(Token(Verb.CHANGE, arg="quiet-on")), chat=there),
    ]
    for data in forged:
        answer = await gus.press_data(start, data)
        assert answer.kind in {"toast", "alert"}, data
        assert "牌桌" not in answer.text
    assert await state(stand) == before
    assert len(gus.dms) == 1


async def test_an_outsider_of_a_public_group_is_not_called_there(stand: Standing):
    board = await stand.lobby()
    gus = stand.loopback.person("Gus")

    answer = await gus.press_data(board, shown(Token(Verb.NOTIFY)))

    assert answer.text == "只有那個群組的成員才可以。"


async def test_a_forged_button_reaches_no_table_of_another_platform(stand: Standing):
    def plant(connection):
        connection.exec_driver_sql("UPDATE tables SET chat = 'discord:77'")

    board = await stand.lobby()
    data = data_of(board, "入座")
    await stand.database.run(plant)
    stand.platform._ground.chats._homes.clear()
    answer = await stand.ben.press_data(board, data)
    assert answer.kind in {"toast", "alert"}
    assert "按鈕" in answer.text


async def test_nobody_who_is_hidden_plays_or_leads(stand: Standing):
    board = await stand.lobby()
    before = await state(stand)
    answer = await stand.ben.press_data(board, data_of(board, "入座"), as_user=ANONYMOUS)
    assert "匿名" in answer.text
    stand.room.chat.members[stand.ben.id] = "administrator"
    stand.room.chat.hidden.add(stand.ben.id)
    for label in ("入座", "電腦・"):
        assert "匿名" in (await stand.ben.press(board, label)).text
    assert await state(stand) == before


async def test_who_never_opened_the_private_chat_sits_and_is_led_there(stand: Standing):
    board = await stand.lobby()
    hal = stand.loopback.person("Hal", stand.room, opened=False)
    first = await hal.press(board, "入座")
    again = await hal.press(board, "入座")
    assert first.url == again.url
    assert re.fullmatch(rf"https://t\.me/{USERNAME}\?start=j[0-9a-z]+", first.url)
    await until(lambda: "🔑" in board.text and "Hal" in board.text)
    hal.follow(first.url)
    welcome = (await until(lambda: hal.dms))[0]
    assert welcome.text.index("歡迎！三件事就會玩") < welcome.text.index("③") < welcome.text.index("第 4 位")
    assert labels_of(welcome) == ["規則", "說明", "回群組"]
    await until(lambda: "🔑" not in board.text)


async def test_who_is_known_reads_where_they_sit_and_who_comes_too_late_that_they_are_next(stand: Standing):
    board = await stand.lobby()
    await stand.ben.press(board, "入座")
    await stand.ben.press(board, "離開")
    assert (await stand.ben.press(board, "入座")).text == "坐好了，第 4 位。"
    for name in ("Cid", "Dee"):  # in place of the computers
        assert "start=j" in (await stand.loopback.person(name, stand.room).press(board, "入座")).url
    eve = stand.loopback.person("Eve", stand.room)
    late = await eve.press(board, "入座")
    await until(lambda: "下一位：Eve" in board.text)
    eve.follow(late.url)
    welcome = (await until(lambda: eve.dms))[0]
    assert "排下一位，第 1 個" in welcome.text
    assert (await eve.press(board, "入座")).text == "你已經在排下一位，第 1 個。"


async def test_who_sits_elsewhere_is_shown_the_way_back_and_the_way_out(stand: Standing):
    await stand.lobby()
    other = stand.loopback.group()
    other.admit(stand.ann.id)
    stand.ann.say(other, "/shisanzhi")
    refused = (await until(lambda: other.from_bot))[0]
    assert "你還在" in refused.text
    assert labels_of(refused) == ["回去", "離開那桌"]
    other.admit(stand.ben.id)
    stand.ben.say(other, "/shisanzhi joker")
    board = (await until(lambda: [each for each in other.from_bot if "入座" in labels_of(each)]))[0]
    assert "你還在" in (await stand.ann.press(board, "入座")).text
    (own,) = await until(lambda: [each for each in stand.ann.dms if "離開那桌" in labels_of(each)])
    assert (await stand.ben.press(refused, "離開那桌")).kind in {"toast", "alert"}
    assert "離席" in (await stand.ann.press(own, "離開那桌")).text
    await stand.ann.press(board, "入座")
    await until(lambda: "小明" in board.text)


async def test_what_is_asked_for_in_the_group_comes_into_the_private_chat(stand: Standing):
    board = await stand.lobby()
    before = len(stand.room.from_bot), len(stand.ben.dms)
    answer = await stand.ben.press(board, "規則")
    assert (answer.kind, answer.text) == ("toast", "傳到私訊了。")
    rules = (await until(lambda: stand.ben.dms[before[1] :]))[0]
    assert "十三支" in rules.text
    assert len(stand.room.from_bot) == before[0]
    await stand.ben.press(rules, "說明")
    await until(lambda: "/rank" in rules.text)
    assert len(stand.ben.dms) == before[1] + 1


async def test_who_cannot_be_written_to_is_led_to_what_was_asked_for(stand: Standing):
    board = await stand.lobby()
    hal = stand.loopback.person("Hal", stand.room, opened=False)
    answer = await hal.press(board, "規則")
    assert answer.kind == "url"
    hal.follow(answer.url)
    assert "十三支" in (await until(lambda: hal.dms))[0].text
    stand.ben.block()
    stand.loopback.updates.queue.clear()
    assert (await stand.ben.press(board, "規則")).kind in {"url", "toast"}


async def test_my_hand_is_an_alert_with_all_cards_for_nobody_else(stand: Standing):
    board = await stand.dealt()
    answer = await stand.ben.press(board, "看牌")
    assert answer.kind == "alert"
    assert len(answer.text) <= 200
    assert len(re.findall(r"10|[2-9AKQJ]|鬼", answer.text)) == 17
    outsider = stand.loopback.person("Gus", stand.room)
    refused = await outsider.press(board, "看牌")
    assert "不在這一桌" in refused.text


async def test_another_persons_hand_cannot_be_touched_with_copied_buttons(stand: Standing):
    await stand.dealt()
    panel, own = await hand_of(stand.ann), await hand_of(stand.ben)
    before = panel.text
    for key in buttons(panel.keyboard):
        if "callback_data" in key:
            await stand.ben.press_data(own, key["callback_data"])
    cora = stand.loopback.person("Cora", stand.room)
    cora.open()
    start = (await until(lambda: cora.dms))[0]
    for key in [key for key in buttons(panel.keyboard) if "callback_data" in key][:6]:
        answer = await cora.press_data(start, key["callback_data"])
        assert "不在這一桌" in answer.text
        assert not re.search("[♤♥♦♧]", answer.text)
    assert panel.text == before


async def test_each_card_that_is_pressed_says_at_once_where_it_lies(stand: Standing):
    await stand.dealt()
    panel = await hand_of(stand.ann)
    await stand.ann.press(panel, "逐張排")
    await until(lambda: "▶ 尾 0/5" in labels_of(panel))
    shown = labels_of(panel)
    cards = [
        key for key in buttons(panel.keyboard) if re.match("[♤♥♦♧]", key["text"]) and shown.count(key["text"]) == 1
    ]
    first = await stand.ann.press_data(panel, cards[0]["callback_data"])
    assert (first.kind, first.text) == ("toast", f"尾 1/5　{cards[0]['text']}")
    second = await stand.ann.press_data(panel, cards[1]["callback_data"])
    assert second.text.startswith("尾 2/5　")
    await until(lambda: "▶ 尾 2/5" in labels_of(panel))
    out = await stand.ann.press(panel, f"{cards[0]['text']}尾")
    assert out.text == f"尾 1/5　{cards[1]['text']}"


async def test_the_front_fills_itself_card_by_card_and_what_is_submitted_unchanged_stands_as_submitted(stand: Standing):
    await stand.dealt()
    panel = await hand_of(stand.ann)
    await stand.ann.press(panel, "✨")
    await until(lambda: "✅ 送出" in labels_of(panel))
    best = await stand.service.hand(person_id(stand.ann), chat_id(stand.room))
    assert best is not None
    rows = next(block.rows for block in best.blocks if isinstance(block, Panel))
    await stand.ann.press(panel, "更多")
    await until(lambda: "清空" in labels_of(panel))
    await stand.ann.press(panel, "清空")
    for row in rows[:0:-1]:
        for card in row.cards:
            put = replace(parse(row.token), arg=cards_arg((card,), row=row.row))
            await stand.ann.press_data(panel, show(shown(put), mode="cb"))
    await until(lambda: "（自動）" in panel.text)
    await stand.ann.press(panel, "送出")
    await until(lambda: "改牌" in labels_of(panel))
    await stand.ann.press(panel, "改牌")
    await until(lambda: "✅ 送出" in labels_of(panel))
    assert "一樣" in (await stand.ann.press(panel, "送出")).text
    await until(lambda: "改牌" in labels_of(panel))


async def test_a_press_without_a_message_or_with_one_out_of_reach_is_answered_and_plays(stand: Standing):
    await stand.dealt()
    panel = await hand_of(stand.ann)
    suggested = data_of(panel, "✨")
    assert (await stand.ann.press_data(None, suggested)).kind != "nothing"
    assert (await stand.ann.press_data(panel, suggested, inaccessible=True)).kind != "nothing"
    await until(lambda: any("送出" in label for each in stand.ann.dms for label in labels_of(each)))


async def test_a_slow_service_is_acknowledged_in_a_second_and_told_when_it_is_done(stand: Standing, monkeypatch):
    board = await stand.lobby()
    monkeypatch.setattr(presses, "ACK_SECONDS", HURRIED)
    stand.service.seconds = SLOW
    answers = await asyncio.gather(stand.ben.press(board, "規則"), stand.ann.press(board, "離開"))
    assert HURRIED < 1
    assert all(1_000 * HURRIED < answer.milliseconds < 1_000 * SLOW for answer in answers)
    assert {answer.text for answer in answers} == {"收到了，馬上好。"}
    await until(lambda: any("十三支" in each.text for each in stand.ben.dms))


async def test_a_failure_of_ours_is_told_with_a_code_and_the_next_press_is_taken(stand: Standing):
    board = await stand.lobby()
    stand.service.failure = RuntimeError("planted")
    answer = await stand.ben.press(board, "入座")
    assert re.search(r"[0-9a-f]{6}", answer.text)
    stand.service.failure = None
    await stand.ben.press(board, "入座")
    assert await stand.platform._ground.chats.seated_at(person_id(stand.ben)) == chat_id(stand.room)


async def test_presses_of_one_person_take_effect_in_their_order(stand: Standing):
    board = await stand.lobby()
    join, leave = data_of(board, "入座"), data_of(board, "離開")
    await asyncio.gather(*(stand.ben.press_data(board, data) for data in (join, leave) * 4))
    assert await stand.platform._ground.chats.seated_at(person_id(stand.ben)) is None
    await asyncio.gather(*(stand.ben.press_data(board, data) for data in (join, leave, join)))
    assert await stand.platform._ground.chats.seated_at(person_id(stand.ben)) == chat_id(stand.room)


async def test_forms_are_chosen_in_the_private_chat_and_only_by_who_leads(stand: Standing):
    board = await stand.lobby()
    assert "桌主" in (await stand.ben.press(board, "設定")).text
    known = len(stand.ann.dms)
    await stand.ann.press(board, "設定")
    settings = (await until(lambda: stand.ann.dms[known:]))[0]
    form = next(key for key in buttons(settings.keyboard) if str(key.get("callback_data", "")).startswith("?"))
    await stand.ann.press_data(settings, form["callback_data"])
    choices = await until(
        lambda: [key for key in buttons(settings.keyboard) if str(key.get("callback_data", "")).startswith("!")]
    )
    rounds = next(key["callback_data"] for key in choices if key["text"].startswith("16"))
    await stand.ann.press_data(settings, rounds)
    await until(lambda: "16 局" in board.text)
    await until(lambda: any(key["text"].startswith("✔ 16") for key in buttons(settings.keyboard)))
    assert "桌主" in (await stand.ben.press_data(settings, rounds)).text


async def test_a_number_of_ones_own_is_typed(stand: Standing):
    await stand.lobby()
    await stand.ann.press(stand.room.from_bot[-1], "開始")
    board = await until(lambda: "切上" in labels_of(stand.room.from_bot[-1]) and stand.room.from_bot[-1])
    assert "/cut" in (await stand.ann.press(board, "自訂")).text
    stand.ann.say(stand.room, "/cut@shisanzhi_bot 8152")
    await until(lambda: "看牌" in labels_of(board))
    assert "8152" in board.text


async def test_a_press_in_a_supergroup_brings_a_table_that_the_basic_group_left_behind(stand: Standing):
    room = stand.loopback.group("老地方", kind="group")
    for person in (stand.ann, stand.ben):
        room.chat.members[person.id] = "member"
    data = data_of(await stand.lobby(room=room), "入座")
    moved = room.upgrade(told=())
    line = stand.ann.say(moved, "…")
    await stand.ben.press_data(line, data)
    assert await stand.platform._ground.chats.seated_at(person_id(stand.ben)) == chat_id(moved)
    assert await stand.platform._ground.chats.seated_at(person_id(stand.ann)) == chat_id(moved)


async def test_of_a_hundred_presses_at_once_each_is_answered(stand: Standing):
    board = await stand.lobby()
    people = [stand.loopback.person(f"P{number}", stand.room) for number in range(25)]
    answers = await asyncio.gather(*(person.press_data(board, "1.h.1.0.") for person in people for _ in range(4)))
    assert all(answer.kind in {"toast", "alert"} for answer in answers)
