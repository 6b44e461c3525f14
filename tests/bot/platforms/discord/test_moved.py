"""A table in a thread that was locked: its board stands in the thread's channel and is played there."""

from simcord.backend.models import Message

from core.ids import ChatId
from tests.bot.platforms.discord.house import Standing
from tests.e2e.discord.looking import buttons_of, labels_of, text_of
from tests.e2e.discord.people import until
from tests.e2e.discord.world import Place


async def moved_lobby(stand: Standing) -> tuple[Place, Message]:
    """Ann opened a table in a thread that was locked then; the thread, and the board in its channel."""
    thread = stand.room.thread()
    await until(lambda: stand.platform._client.get_channel(thread.id))
    await stand.ann.slash(thread, "shisanzhi start", computers=2)
    board = (await until(lambda: thread.messages))[-1]
    stand.room.deny("manage_threads")
    thread.archive(locked=True)
    await stand.ann.press_id(board, next(b for b in ids(board) if ".c." in b))  # one more computer: the board changes
    return thread, (await until(lambda: [m for m in stand.room.messages if "入座" in labels_of(m)]))[-1]


def ids(message: Message) -> list[str]:
    return [button["custom_id"] for button in buttons_of(message) if "custom_id" in button]


async def test_a_moved_board_takes_presses_and_forms_and_its_hands_come_to_where_it_stands(stand: Standing):
    _, board = await moved_lobby(stand)
    assert "搬到這裡" in text_of(board)
    await stand.ann.press(board, "電腦")  # takes the last one away again
    await stand.ben.press(board, "入座")
    await until(lambda: "阿嬤" in text_of(board))

    settings = await stand.ann.press(board, "設定")
    if settings.kind != "modal":
        settings = await stand.ann.press(settings.message, "換玩法、局數")
    await stand.ann.fill(settings, rounds="3")
    await until(lambda: "3 局" in text_of(board))

    await stand.ann.press(board, "開始")
    opening = (await until(lambda: [m for m in stand.room.messages if "切上" in labels_of(m)]))[-1]
    form = await stand.ben.press(opening, "自訂")
    assert form.kind == "modal"
    await stand.ben.fill(form, number="8152")
    await stand.ann.press(opening, "切上")
    await until(lambda: "我的牌" in labels_of(opening))
    await until(lambda: [m for m in stand.ann.ephemeral if "你的牌" in text_of(m)])
    hand = [m for m in stand.ann.ephemeral if "你的牌" in text_of(m)][-1]
    assert hand.channel_id == stand.room.id
    moved = await stand.ann.press_id(hand, "1.sg.1.1.most#")
    assert moved.kind == "update"


async def test_a_stranger_presses_on_the_moved_board_and_a_forged_press_elsewhere_is_refused(stand: Standing):
    _, board = await moved_lobby(stand)
    cora = stand.loopback.person("Cora", stand.guild)
    other = stand.guild.text("別處")
    line = stand.ben.say(other, "hello")
    join = next(custom_id for custom_id in ids(board) if custom_id.startswith("1.j."))
    assert "看不懂" in (await cora.press_id(line, join)).text
    await stand.ann.press(board, "電腦")
    await cora.press(board, "入座")
    await until(lambda: "Cora" in text_of(board))


async def test_a_moved_board_that_is_deleted_or_run_past_comes_again_where_it_stood(stand: Standing):
    thread, board = await moved_lobby(stand)
    chat = ChatId(f"discord:{thread.id}")
    await until(lambda: stand.platform._boards._present[chat].place == f"{stand.room.id}:{board.id}")
    for number in range(20):
        stand.ben.say(stand.room, f"line {number}")
    again = await until(
        lambda: next((m for m in reversed(stand.room.messages) if m.id > board.id and labels_of(m)), None)
    )
    await until(lambda: not labels_of(board))
    while await stand.platform._chats.board_of(chat) != f"{stand.room.id}:{again.id}":
        pass
    stand.room.delete(again.id)
    await until(lambda: [m for m in stand.room.messages if m.id > again.id and labels_of(m)])
