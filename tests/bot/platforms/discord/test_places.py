import re
from pathlib import Path

import discord
import pytest

from bot.chats import Chats
from bot.platforms.discord.places import INVITED, SCOPES, missing
from tests.bot.platforms.discord.house import Standing
from tests.e2e.discord.people import until
from tests.e2e.discord.world import Place

NEEDED = {
    "view_channel": "查看頻道",
    "send_messages": "傳送訊息",
    "embed_links": "嵌入連結",
    "attach_files": "附加檔案",
}


async def tables(stand: Standing) -> list[str]:
    return [str(chat) for chat in await Chats(stand.database, clock=stand.service.clock).live_chats("discord")]


async def refusal(stand: Standing, place: Place) -> str:
    """What Ann reads when no table is made here."""
    answer = await stand.ann.slash(place, "shisanzhi start")
    assert answer.private
    assert await tables(stand) == []
    assert place.id not in {call.channel for call in stand.loopback.recorder.calls if call.path.endswith("/messages")}
    return answer.text


@pytest.mark.parametrize("permission", NEEDED)
async def test_a_missing_permission_is_named_and_no_table_is_made(stand: Standing, permission: str):
    stand.room.deny(permission)
    text = await refusal(stand, stand.room)
    assert NEEDED[permission] in text
    if permission != "view_channel":  # without it Discord takes away the rest too
        assert not [name for other, name in NEEDED.items() if other != permission and name in text]


async def test_permissions_taken_from_a_table_under_way_are_named_to_who_presses(stand: Standing):
    board = await stand.dealt()
    assert "權限" not in (await stand.ann.press(board, "我的牌")).text
    stand.room.deny("send_messages")

    hand = await stand.ann.press(board, "我的牌")
    rules = await stand.ben.press(board, "規則")

    assert "你的牌" in hand.text
    assert "傳送訊息，新的牌桌訊息貼不出來" in hand.text
    assert "權限" not in rules.text


async def test_in_a_thread_its_own_permission_counts(stand: Standing):
    stand.room.deny("send_messages")
    thread = stand.room.thread()
    stand.room.allow("send_messages_in_threads")
    stand.room._overwrite(allow=1 << 38, deny=1 << 11)

    await stand.ann.slash(thread, "shisanzhi start")
    await until(lambda: thread.messages)

    other = stand.guild.text()
    other.deny("send_messages_in_threads")
    answer = await stand.ben.slash(other.thread(), "shisanzhi start")
    assert "在討論串傳送訊息" in answer.text


async def test_a_forum_post_and_a_voice_channel_hold_tables(stand: Standing):
    post, voice = stand.guild.forum().thread(), stand.guild.voice()
    await stand.ann.slash(post, "shisanzhi start")
    await stand.ben.slash(voice, "shisanzhi start")
    await until(lambda: post.messages and voice.messages)
    assert len(await tables(stand)) == 2


async def test_no_table_in_announcement_channels_and_direct_messages(stand: Standing):
    assert "公告頻道" in await refusal(stand, stand.guild.announcement())
    assert "伺服器的頻道" in await refusal(stand, stand.loopback.world.direct(stand.ann.id))


async def test_where_the_bot_is_no_member_help_and_rules_are_all_it_gives(stand: Standing):
    elsewhere = stand.loopback.guild("別處", foreign=True)
    elsewhere.invite(stand.ann.id)
    group = stand.loopback.world.group(stand.ann.id, stand.ben.id)
    for place in (elsewhere.text(), group):
        assert "加進這個伺服器" in await refusal(stand, place)
        assert "加進這個伺服器" in (await stand.ann.slash(place, "shisanzhi rank")).text
        assert "說明" in (await stand.ann.slash(place, "shisanzhi help")).text
        assert (await stand.ann.slash(place, "shisanzhi rules")).private


async def test_nobody_leads_in_a_server_that_is_not_ours(stand: Standing):
    elsewhere = stand.loopback.guild("別處", foreign=True)
    elsewhere.invite(stand.ann.id)
    elsewhere.admin(stand.ann.id)
    place = elsewhere.text()
    own = (await stand.ann.slash(place, "shisanzhi help")).message

    for custom_id in ("1.cs.0.0.", "1.cv.0.0.pings-none", "?1.cv.0.0.game", "1.sn.0.0.1"):
        assert "管理員" in (await stand.ann.press_id(own, custom_id)).text


async def test_rights_are_read_anew_with_every_press(stand: Standing):
    board = await stand.lobby()
    await stand.ben.press(board, "入座")
    assert "桌主" in (await stand.ben.press(board, "設定")).text
    stand.guild.admin(stand.ben.id, "manage_guild")
    assert "桌主" not in (await stand.ben.press(board, "設定")).text
    stand.guild.plain(stand.ben.id)
    assert "桌主" in (await stand.ben.press(board, "設定")).text


def test_the_guide_invites_the_bot_with_what_it_asks_for_itself():
    guide = (Path(__file__).parents[4] / ".github/docs/discord.md").read_text("utf-8")
    asked = set(re.findall(r"permissions=(\d+)", guide))
    assert asked == {str(INVITED.value)}
    assert set(re.findall(r"scope=([\w.+]+)", guide)) == {"+".join(SCOPES)}
    explained = {name: int(value) for name, value in re.findall(r"^\| `([A-Z_]+)` .*\| (\d+) \|$", guide, re.MULTILINE)}
    assert {name: discord.Permissions(**{name.lower(): True}).value for name in explained} == explained
    assert sum(explained.values()) == INVITED.value


def test_whoever_was_invited_by_the_link_may_hold_a_table():
    assert missing(INVITED, channel=None) == ()
    assert INVITED.send_messages_in_threads
