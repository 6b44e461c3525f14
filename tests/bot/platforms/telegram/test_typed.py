import asyncio
from functools import partial

import pytest

from bot.platforms.telegram import welcomes
from storage import daily
from tests.bot.platforms.telegram.house import Standing, chat_id, person_id
from tests.bot.platforms.telegram.test_presses import hand_of, state
from tests.e2e.telegram.hand_rules import buttons
from tests.e2e.telegram.people import labels_of
from tests.e2e.telegram.server import USERNAME
from tests.e2e.telegram.world import LINKED
from tests.e2e.waiting import until

CARDS = "sA hA dA / s2 h3 d4 c5 s6 / s7 s8 s9 sT sJ"


async def quiet_for(stand: Standing, seconds: float = 0.4) -> int:
    """How much the bot says to what was typed meanwhile."""
    before = len(stand.room.from_bot)
    await asyncio.sleep(seconds)
    return len(stand.room.from_bot) - before


@pytest.mark.parametrize("line", ["/rank", f"/rank@{USERNAME}", f"/RANK@{USERNAME.upper()} joker", "/sz rank"])
async def test_each_command_can_be_typed_alone_with_the_bots_name_and_behind_the_games(stand: Standing, line: str):
    asked = stand.ann.say(stand.room, line)
    answer = (await until(lambda: stand.room.from_bot))[0]
    assert answer.payload["reply_to_message"]["message_id"] == asked.id
    assert "季" in answer.text


@pytest.mark.parametrize(
    "line", ["/shisanzhi", "/sz", f"/shisanzhi@{USERNAME} start joker", "/shisanzhi joker 8 電腦2"]
)
async def test_a_table_is_opened_in_every_way_in_which_it_can_be_typed(stand: Standing, line: str):
    stand.ann.say(stand.room, line)
    board = (await until(lambda: stand.room.from_bot))[0]
    assert "入座" in labels_of(board)
    assert await stand.platform._ground.chats.seated_at(person_id(stand.ann)) == chat_id(stand.room)


async def test_start_alone_in_a_group_says_how_to_open_a_table(stand: Standing):
    stand.ann.say(stand.room, f"/start@{USERNAME}")
    assert "/shisanzhi" in (await until(lambda: stand.room.from_bot))[0].text
    assert await state(stand) == []


async def test_a_new_language_is_confirmed_in_itself(stand: Standing):
    for place in (stand.ann.private, stand.room):
        for tag, told in (("en", "English from now on."), ("zh-TW", "好，改用繁體中文。")):
            stand.ann.say(place, f"/language {tag}")
            await until(lambda place=place, told=told: place.from_bot and place.from_bot[-1].text == told)


async def test_a_group_speaks_like_the_host_until_somebody_opens_a_table_there(stand: Standing):
    kim, eve = (stand.loopback.person(name, stand.room, language=tag) for name, tag in (("Kim", "ko"), ("Eve", "en")))
    for person in (kim, eve):
        person.say(stand.room, "/rules")
    answers = await until(lambda: len(stand.room.from_bot) == 2 and stand.room.from_bot)
    assert all("牌型" in each.text for each in answers)
    eve.say(stand.room, "/shisanzhi")
    await until(lambda: "Join" in labels_of(stand.room.from_bot[-1]))
    stand.ann.say(stand.room, "/rules")
    await until(lambda: len(stand.room.from_bot) == 4)
    assert "牌型" not in stand.room.from_bot[-1].text


async def test_talk_and_the_commands_of_others_are_left_alone(stand: Standing):
    stand.room.chat.members[stand.loopback.world.bot["id"]] = "administrator"
    first = stand.ann.say(stand.room, "我有 sA hA dA，你呢？")
    for line in (
        f"/start@{USERNAME} new",
        "hello",
        "♤A",
        "/",
        "//",
        "/weather",
        "/rank@other_bot",
        "/start@other_bot",
        "s7 s8 s9 sT sJ",
        CARDS,
    ):
        stand.ann.say(stand.room, line)
    stand.ann.rewrite(first, "/shisanzhi")
    world = stand.loopback.world
    channel = {"id": -1009876543210, "type": "channel", "title": "公告"}
    world.publish("channel_post", {"message_id": 5, "date": 1, "chat": channel, "text": "/shisanzhi"})
    linked = world.add(stand.room.chat, LINKED, text="/shisanzhi", sender_chat=channel, is_automatic_forward=True)
    world.publish("message", linked.payload)
    nameless = world.add(stand.room.chat, None, text="/shisanzhi")
    world.publish("message", nameless.payload)
    assert await quiet_for(stand) == 0
    assert await state(stand) == []


async def test_who_speaks_as_the_group_or_as_a_channel_is_told_why_nothing_happens(stand: Standing):
    stand.room.chat.members[stand.ann.id] = "administrator"
    stand.room.chat.hidden.add(stand.ann.id)
    for line in ("/shisanzhi", "/settings", "/cut 5"):
        stand.ann.say(stand.room, line)
    answers = await until(lambda: len(stand.room.from_bot) == 3 and stand.room.from_bot)
    assert all("匿名" in answer.text for answer in answers)
    stand.ann.say(stand.room, "好的")
    assert await quiet_for(stand) == 0
    assert await state(stand) == []


async def test_cards_typed_in_a_group_are_taken_away_without_an_echo(stand: Standing):
    await stand.dealt()
    stand.room.chat.members[stand.loopback.world.bot["id"]] = "administrator"
    board, before = stand.room.from_bot[-1], await state(stand)
    for reply_to, line in ((None, f"/arrange {CARDS}"), (board, CARDS), (None, f"/sz@{USERNAME} 排牌 {CARDS}")):
        typed = stand.ann.say(stand.room, line, reply_to=reply_to)
        await until(lambda typed=typed: typed not in stand.room.messages)
    answers = await until(lambda: [each for each in stand.room.from_bot if "私訊" in each.text])
    assert all("A" not in each.text and "小明" in each.text for each in answers)
    assert all(f"https://t.me/{USERNAME}?start=h0" in str(each.keyboard) for each in answers)
    assert await state(stand) == before


async def test_cards_typed_in_a_group_stay_where_the_bot_may_delete_nothing(stand: Standing):
    await stand.dealt()
    typed = stand.ann.say(stand.room, f"/arrange {CARDS}")
    (told,) = await until(lambda: [each for each in stand.room.from_bot if "私訊" in each.text])
    assert typed in stand.room.messages
    assert "請自己刪掉" in told.text


async def test_cards_typed_in_private_are_submitted_with_or_without_a_command(stand: Standing):
    await stand.dealt()
    view = await stand.service.typed(person_id(stand.ann), chat_id(stand.room), "")
    stand.ann.say(stand.ann.private, view[0][1])
    await until(lambda: any("送出了" in each.text for each in stand.ann.dms))
    other = await stand.service.typed(person_id(stand.ben), chat_id(stand.room), "")
    stand.ben.say(stand.ben.private, f"/arrange {other[0][1]}")
    await until(lambda: "入座" not in labels_of(stand.room.from_bot[-1]))
    await until(lambda: any(word in each.text for word in ("送出了", "馬上開牌") for each in stand.ben.dms))


async def test_whoever_starts_the_bot_after_the_deal_sees_the_hand_and_then_a_line_below_it(
    stand: Standing, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(welcomes, "LOOKS", 200)  # a busy machine brings the hand later
    board = await stand.lobby("joker 電腦1")
    hal = stand.loopback.person("Hal", stand.room, opened=False)
    link = (await hal.press(board, "入座")).url
    await stand.ben.press(board, "入座")
    await until(lambda: "開始" in labels_of(board))
    await stand.ann.press(board, "開始")
    opening = (await until(lambda: [each for each in stand.room.from_bot if "切上" in labels_of(each)]))[-1]
    for person in (stand.ann, stand.ben, hal):
        await person.press(opening, "切上")
    await until(lambda: "看牌" in labels_of(opening))
    calls = stand.loopback.recorder.calls
    await until(lambda: any(call.channel == hal.id and call.status == 403 for call in calls))
    hal.follow(link)
    hand, line = await until(lambda: len(hal.dms) == 2 and hal.dms)
    assert "尾墩 ▾" in labels_of(hand)
    assert (line.text, labels_of(line)) == ("上面就是你的牌。", ["回群組"])


async def test_a_whole_game_can_be_played_by_commands_alone(stand: Standing):
    hal = stand.loopback.person("Hal", stand.room, opened=False)
    stand.ann.say(stand.room, "/shisanzhi joker 1 60 電腦1")
    await until(lambda: stand.room.from_bot)
    stand.ben.say(stand.room, "/join")
    await until(lambda: "坐好了，第 3 位。" in [each.text for each in stand.room.from_bot])
    hal.say(stand.room, f"/sz@{USERNAME} 入座")
    seated = await until(lambda: [each for each in stand.room.from_bot if "第 4 位" in each.text])
    hal.follow(next(iter(buttons(seated[0].keyboard))))
    await until(lambda: hal.dms)
    hal.say(stand.room, "/leave")
    await until(lambda: "離席了" in stand.room.from_bot[-1].text)
    hal.say(stand.room, "/begin")
    await until(lambda: "離席了" not in stand.room.from_bot[-1].text)
    assert "切上" not in labels_of(stand.room.from_bot[-1])
    stand.ann.say(stand.room, "/begin")
    await until(lambda: "切上" in labels_of(stand.room.from_bot[-1]))
    for person in (stand.ann, stand.ben):
        person.say(stand.room, "/cut 上")
    for person in (stand.ann, stand.ben):
        await hand_of(person)
        best = await stand.service.typed(person_id(person), chat_id(stand.room), "")
        person.say(person.private, f"/arrange {best[0][1]}")
    await until(lambda: any("打完" in each.text for each in stand.room.from_bot))
    stand.ann.say(stand.room, "/stop")
    await until(
        lambda: any("這一桌收了。再開一桌：/shisanzhi" == each.text.splitlines()[-1] for each in stand.room.from_bot)
    )


async def test_what_is_wrong_with_typed_cards_is_told_in_private(stand: Standing):
    await stand.dealt()
    await hand_of(stand.ann)
    for line in ("zz yy / xx / ww", "sA", "/arrange"):
        known = len(stand.ann.dms)
        stand.ann.say(stand.ann.private, line)
        await until(lambda known=known: len(stand.ann.dms) > known)


async def test_private_things_asked_for_in_a_group_go_to_the_private_chat(stand: Standing):
    known = len(await until(lambda: stand.ann.dms))
    stand.ann.say(stand.room, "/me")
    await until(lambda: len(stand.ann.dms) == known + 1)
    assert await quiet_for(stand) == 0
    hal = stand.loopback.person("Hal", stand.room, opened=False)
    hal.say(stand.room, "/me")
    pointing = (await until(lambda: stand.room.from_bot))[0]
    (key,) = buttons(pointing.keyboard)
    hal.follow(key)
    assert (await until(lambda: hal.dms))[0].text


async def test_settings_are_for_admins_of_that_group_and_open_in_private(stand: Standing):
    stand.ann.say(stand.room, "/settings")
    assert "管理員" in (await until(lambda: stand.room.from_bot))[0].text
    stand.room.chat.members[stand.ann.id] = "administrator"
    known = len(stand.ann.dms)
    stand.ann.say(stand.room, "/settings")
    panel = (await until(lambda: stand.ann.dms[known:]))[0]
    assert f"「{stand.room.chat.title}」的設定" in panel.text
    await stand.ann.press(panel, next(label for label in labels_of(panel) if "安靜" in label or "模式" in label))
    await until(lambda: any("開" in label for label in labels_of(panel)))
    stand.room.chat.members[stand.ann.id] = "member"
    refused = await stand.ann.press(panel, labels_of(panel)[0])
    assert "管理員" in refused.text


async def test_no_table_in_private_and_plain_talk_there_gets_a_friendly_word(stand: Standing):
    await until(lambda: stand.ann.dms)
    for line, word in (("/shisanzhi", "群組"), ("你好", "/help"), ("/weather", "/help"), ("/start <b>", "歡迎")):
        known = len(stand.ann.dms)
        stand.ann.say(stand.ann.private, line)
        answer = (await until(lambda known=known: stand.ann.dms[known:]))[0]
        assert word in answer.text
    assert await state(stand) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/settings", "在群組裡打 /settings"),
        ("/hand", "你現在沒有坐在任何一桌"),
        ("/stop", "你現在沒有坐在任何一桌"),
        ("/cut 5", "你現在沒有坐在任何一桌"),
        (f"/arrange {CARDS}", "你現在沒有坐在任何一桌"),
    ],
)
async def test_who_sits_nowhere_is_told_where_what_belongs_to_a_group_is_asked(stand: Standing, line: str, told: str):
    known = len(await until(lambda: stand.ann.dms))
    stand.ann.say(stand.ann.private, line)
    assert told in (await until(lambda: stand.ann.dms[known:]))[0].text


@pytest.mark.parametrize("command", ["/arrange ", ""])
async def test_cards_that_are_typed_in_private_lie_in_the_hand_of_the_daily_challenge(stand: Standing, command: str):
    stand.ann.say(stand.ann.private, "/daily")
    card = (await until(lambda: [each for each in stand.ann.dms if "每日挑戰" in each.text]))[0]
    await stand.ann.press(card, "開始")
    await until(lambda: any("第 1/5 局" in each.text for each in stand.ann.dms))
    kept = await stand.database.read(partial(daily.day, serial=1))
    assert kept is not None
    known = len(stand.ann.dms)
    stand.ann.say(stand.ann.private, f"{command}{kept.day.standard[0]}")
    laid = (await until(lambda: stand.ann.dms[known:]))[0]
    await stand.ann.press(laid, "送出")
    await until(lambda: any("下一局" in label for each in stand.ann.dms for label in labels_of(each)))


async def test_whether_the_table_shall_end_is_asked_in_private_and_loses_its_buttons_with_the_answer(stand: Standing):
    board = await stand.dealt()
    public = len(stand.room.from_bot)
    stand.ann.say(stand.room, "/stop")
    (question,) = await until(lambda: [each for each in stand.ann.dms if labels_of(each) == ["收桌", "繼續打"]])
    await stand.ann.press(question, "收桌")
    await until(lambda: labels_of(question) == [])
    assert "收桌嗎" in question.text
    await until(lambda: "看牌" not in labels_of(board))
    assert not [each for each in stand.room.from_bot[public:] if "收桌嗎" in each.text]


async def test_who_has_no_private_chat_is_asked_in_the_group_whether_the_table_shall_end(stand: Standing):
    hal = stand.loopback.person("Hal", stand.room, opened=False)
    hal.say(stand.room, "/shisanzhi joker 電腦3")
    board = (await until(lambda: stand.room.from_bot))[0]
    await until(lambda: "開始" in labels_of(board))
    await hal.press(board, "開始")
    await until(lambda: "切上" in labels_of(stand.room.from_bot[-1]))
    hal.say(stand.room, "/stop")
    question = await until(lambda: "收桌" in labels_of(stand.room.from_bot[-1]) and stand.room.from_bot[-1])
    await hal.press(question, "收桌")
    await until(lambda: labels_of(question) == [])


async def test_a_table_where_the_bot_may_not_write_is_refused_before_anything_is_kept(stand: Standing):
    stand.room.chat.silenced = True
    stand.ann.say(stand.room, "/shisanzhi")
    await asyncio.sleep(0.4)
    assert await state(stand) == []


@pytest.mark.parametrize("name", ["<3", "</b>", "a&b", "_x*[`", "'); DROP", "{0}", "%s", "\u202eabc", "@all"])
async def test_no_name_breaks_an_answer(stand: Standing, name: str):
    other = stand.loopback.person(name, stand.room)
    other.open()
    other.say(stand.room, f"/arrange {CARDS}")
    for line in (
        "/me",
        "/rank",
        "/score",
        "/verify",
        "/rules",
        "/help",
        "/language",
        f"/language {name}",
        f"/sz {name}",
    ):
        other.say(stand.room, line)
    await until(lambda: len(stand.room.from_bot) >= 5)
    assert stand.loopback.violations == []


async def test_a_flood_of_commands_leaves_calls_for_the_boards(stand: Standing):
    for _ in range(40):
        stand.ann.say(stand.room, "/rules")
    await asyncio.sleep(1)
    assert len(stand.room.from_bot) <= 12
    board = await stand.lobby()
    assert "入座" in labels_of(board)


async def test_in_a_busy_minute_the_private_chat_answers_and_who_has_none_is_still_heard(stand: Standing):
    cid = stand.loopback.person("Cid", stand.room)
    while stand.platform._allowance.left(stand.room.id) > 3:
        stand.platform._allowance.note(stand.room.id)
    stand.ann.say(stand.room, "/rules")
    await until(lambda: any("鬼牌十三支" in each.text for each in stand.ann.dms))
    assert stand.room.from_bot == []
    for line in ("/rules", "/stop", "/hand", "/score", "/verify"):
        cid.say(stand.room, line)
    assert len(await until(lambda: len(stand.room.from_bot) == 4 and stand.room.from_bot)) == 4
    assert cid.dms == []


async def test_what_can_be_checked_comes_as_a_file_into_the_private_chat_only(stand: Standing):
    await stand.dealt()
    stand.ann.say(stand.room, "/verify")
    (file,) = await until(lambda: [each for each in stand.ann.dms if "document" in each.payload])
    kept = stand.loopback.methods.pictures[file.payload["document"]["file_id"]]
    assert b"commitment" in kept
    assert not [each for each in stand.room.from_bot if "document" in each.payload]


async def test_where_the_bot_may_not_write_whoever_opens_a_table_is_told_in_private(stand: Standing):
    before = len(await until(lambda: stand.ann.private.from_bot))
    stand.room.chat.silenced = True
    stand.ann.say(stand.room, "/shisanzhi")
    told = (await until(lambda: stand.ann.private.from_bot[before:]))[0]
    assert "權限" in told.text
    assert await state(stand) == []
