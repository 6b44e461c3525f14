"""The settings of a channel, one's own, and the wish to be called, by Discord's own buttons and forms."""

from functools import partial

from core.ids import TableId
from storage import manners, people, store
from tests.bot.platforms.discord.house import Standing, person_id
from tests.e2e.discord.looking import fields_of, labels_of, text_of
from tests.e2e.discord.people import until


async def test_an_admin_changes_the_channel_by_presses_and_a_form_in_one_private_message(stand: Standing):
    stand.guild.admin(stand.ann.id, "manage_channels")

    overview = await stand.ann.slash(stand.room, "shisanzhi settings")
    assert overview.private
    assert "誰能開桌：所有人" in overview.text
    item = await stand.ann.press(overview.message, "誰能開桌")
    assert (item.kind, item.message.id) == ("update", overview.message.id)
    assert "所有人" not in labels_of(item.message)
    done = await stand.ann.press(item.message, "管理員")
    assert done.kind == "update"
    assert "✔ 已改" in done.text
    assert "誰能開桌：管理員" in done.text
    opened = await stand.ann.press(done.message, "預設玩法")
    assert set(fields_of(opened.modal)) == {"rule_set", "rounds", "seconds", "hints", "level"}
    filled = await stand.ann.fill(opened, rounds="3")
    assert "3 局" in filled.text
    log = await stand.ann.press(filled.message, "看紀錄")
    assert "所有人 → 管理員" in log.text

    assert (await stand.database.read(partial(manners.manners, chat=stand.chat))).opens == "admins"
    assert (await stand.ben.slash(stand.room, "shisanzhi start")).text == "這裡只有管理員能開桌。"


async def test_who_is_no_admin_any_more_changes_nothing(stand: Standing):
    assert (await stand.ben.slash(stand.room, "shisanzhi settings")).text == "這項只有管理員能改。"
    stand.guild.admin(stand.ann.id)
    overview = await stand.ann.slash(stand.room, "shisanzhi settings")
    item = await stand.ann.press(overview.message, "提醒")
    stand.guild.plain(stand.ann.id)

    for message, label in ((item.message, "都不要"), (item.message, "返回")):
        assert (await stand.ann.press(message, label)).text in {
            "你現在不是管理員，這個選單失效了。",
            "這項只有管理員能改。",
        }

    assert (await stand.database.read(partial(manners.manners, chat=stand.chat))).pings == "waiting"


async def test_the_channel_s_language_turns_its_board_at_once(stand: Standing):
    stand.guild.admin(stand.ann.id)
    await stand.lobby(computers=2)
    overview = await stand.ann.slash(stand.room, "shisanzhi settings")
    item = await stand.ann.press(overview.message, "語言")

    await stand.ann.press(item.message, "English")

    await until(lambda: "Join" in labels_of(stand.room.messages[-1]))


async def test_a_person_chooses_where_their_hand_goes_and_in_which_language(stand: Standing):
    figures = await stand.ben.slash(stand.room, "shisanzhi me")
    own = await stand.ben.press(figures.message, "個人設定")
    assert own.kind == "update"
    chosen = await stand.ben.press(own.message, "手牌 只用按鈕")
    assert "手牌送到：只用按鈕" in chosen.text
    english = await stand.ben.press(chosen.message, "English")
    assert "My settings" in english.text

    known = await stand.database.read(partial(people.player, person=person_id(stand.ben)))
    assert known is not None
    assert (known.hand_by, known.language) == ("button", "en")


async def test_who_wished_it_is_pinged_when_the_next_table_opens(stand: Standing):
    board = await stand.lobby()
    wished = await stand.ben.press(board, "叫我")
    assert wished.private
    assert "叫你" in wished.text
    question = await stand.ann.slash(stand.room, "shisanzhi stop")
    assert question.kind == "message"

    await stand.ann.slash(stand.room, "shisanzhi start")

    await until(lambda: any(f"<@{stand.ben.id}>" in message.content for message in stand.room.messages))
    await until(lambda: sum("叫我" in labels_of(message) for message in stand.room.messages) == 1)


async def test_rows_are_typed_in_a_form_and_come_back_as_the_panel_with_all_faults_named(stand: Standing):
    board = await stand.dealt()
    hand = (await stand.ann.press(board, "我的牌")).message
    table = await stand.database.read(partial(store.live_table, chat=stand.chat))
    assert table is not None
    assert table.deal is not None
    seat = next(n for n, each in enumerate(table.seats) if each and each.person == person_id(stand.ann))
    front, middle, back = table.deal.fallbacks[seat].split("/")

    more = (await stand.ann.press(hand, "更多")).message
    opened = await stand.ann.press(more, "打字")
    assert set(fields_of(opened.modal)) == {"front", "middle", "back"}
    wrong = await stand.ann.fill(opened, front=f"{front} zz", middle=middle.replace(" ", ""), back=f"yy {back}")

    assert (wrong.kind, wrong.message.id) == ("update", hand.id)
    assert "頭墩看不懂「zz」。尾墩看不懂「yy」。可以寫" in wrong.text
    assert "對調" in labels_of(wrong.message)
    again = await stand.ann.press(wrong.message, "打字")
    right = await stand.ann.fill(again)
    assert "看不懂" not in right.text
    sent = await stand.ann.press(right.message, "送出")
    assert sent.text.count(":R>") == 1
    await until(lambda: "✅ 小明" in text_of(board))


async def test_a_suggestion_that_was_offered_while_typing_counts_as_taken(stand: Standing):
    board = await stand.dealt()
    for person, offered in ((stand.ann, True), (stand.ben, False)):
        rows = (await stand.service.typed(person_id(person), stand.chat, ""))[0][1]
        if not offered:
            stand.service._offered.clear()
        await person.slash(stand.room, "shisanzhi arrange", rows=rows)
    await until(lambda: "我的牌" not in labels_of(board))
    results = await stand.database.read(lambda connection: store.result(connection, TableId(1), 1))
    assert results is not None
    hinted = {seat.person: seat.hinted for seat in results.seats if seat.person}
    assert hinted == {person_id(stand.ann): True, person_id(stand.ben): False}
