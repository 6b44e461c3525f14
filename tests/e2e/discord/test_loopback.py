import asyncio
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.e2e.discord.hand_rules import V2, command_faults, message_faults, modal_faults
from tests.e2e.discord.looking import labels_of, text_of
from tests.e2e.discord.people import Answer, Person, until
from tests.e2e.discord.server import Loopback
from tests.e2e.discord.spec import discord_spec
from tests.e2e.discord.world import Guild, Place
from tests.e2e.recorder import Call, Recorder
from tests.e2e.specs import spec_folder
from tests.e2e.troubles import Trouble

PUPIL = Path(__file__).with_name("pupil.py")
BUTTON: dict[str, Any] = {"type": 2, "style": 2, "label": "x", "custom_id": "a"}


def menu(options: int) -> dict[str, Any]:
    return {"type": 3, "custom_id": "m", "options": [{"label": str(n), "value": str(n)} for n in range(options)]}


@dataclass
class School:
    loopback: Loopback
    guild: Guild
    room: Place
    ann: Person
    ben: Person
    log: Path

    async def board(self) -> Answer:
        return await self.ann.slash(self.room, "shisanzhi start", seats=3)

    async def table(self):
        before = len(self.room.messages)
        await self.board()
        return await until(lambda: self.room.messages[before:] and self.room.messages[-1])

    async def seen(self, number: int, *, seconds: float = 6) -> list[str]:
        """What happened to the client so far, as soon as it is so much."""
        while True:
            listed = (await self.ann.press_id(self.room.messages[0], "seen")).text.split("|")
            if len(listed) >= number or seconds < 0:
                return listed
            await asyncio.sleep(0.2)
            seconds -= 0.2


@pytest.fixture
async def school(loopback: Loopback, tmp_path: Path) -> AsyncIterator[School]:
    guild = loopback.guild()
    room = guild.text()
    ann, ben = loopback.person("Ann", guild), loopback.person("Ben", guild)
    with (tmp_path / "pupil.log").open("wb") as log:
        pupil = await asyncio.create_subprocess_exec(
            sys.executable, "-W", "ignore", str(PUPIL), env=os.environ | loopback.environment, stderr=log
        )
    try:
        await loopback.awake()
        await asyncio.sleep(0.3)
        yield School(loopback, guild, room, ann, ben, tmp_path / "pupil.log")
    finally:
        print((tmp_path / "pupil.log").read_text("utf-8"))
        if pupil.returncode is None:
            pupil.terminate()
        await pupil.wait()


async def test_commands_buttons_menus_and_forms_are_answered_as_on_discord(school: School):
    opened = await school.board()
    assert (opened.kind, opened.private, opened.text) == ("message", True, "opened")
    board = await until(lambda: school.room.messages and school.room.messages[-1])
    assert text_of(board) == "table for 3"
    assert labels_of(board)[0] == "🪑 join"
    await until(lambda: opened.followups)
    assert text_of(opened.followups[0]) == str(board.id)

    joined = await school.ben.press(board, "join")
    assert (joined.kind, text_of(board)) == ("update", "Ben joined")
    hand = await school.ben.press(board, "hand")
    assert (hand.kind, hand.private, school.ben.ephemeral) == ("message", True, [hand.message])
    with pytest.raises(AssertionError, match="does not see"):
        await school.ann.press(hand.message, "join")
    picked = await school.ben.choose(hand.message, "card 2")
    assert (picked.kind, text_of(hand.message)) == ("update", "picked ['2']")

    form = await school.ben.press(board, "name")
    assert (form.kind, form.modal["title"]) == ("modal", "設定")
    sent = await school.ben.fill(form, 名字="小明")
    assert (sent.kind, sent.text) == ("message", "小明 zh-TW")

    rules = await school.ann.slash(school.room, "shisanzhi rules", which="joker")
    assert (rules.kind, rules.private, rules.text) == ("deferred", True, "rules of joker")
    assert [c["value"] for c in await school.ann.complete(school.room, "shisanzhi rules", "which", "jo")] == ["joker"]
    assert school.loopback.p99() < 3000


async def test_a_closed_direct_message_is_refused_in_both_ways_and_a_hand_is_found_only_where_it_is_no_ones_own(
    school: School,
):
    board = await school.table()
    assert (await school.ben.press(board, "dm")).kind == "deferred update"
    await until(lambda: school.ben.dms)
    recorder = school.loopback.recorder
    assert recorder.leaks({school.ben.id: ["As", "Kh"]}) == []
    assert {card for _, _, card in recorder.leaks({school.ann.id: ["As", "Kh", "2c"]})} == {"As", "Kh"}
    assert "♤A ♥K" in [call.body.get("content") for call in school.ben.sees if call.body]
    assert not any("♤A" in call.text() for call in school.ann.sees)
    school.ben.close_dms(status=400)
    await school.ben.press(board, "dm")
    await until(lambda: [call for call in recorder.calls if call.status == 400])
    school.ben.close_dms(status=403)
    await school.ben.press(board, "dm")
    assert sorted(await school.seen(3)) == ["400/50007", "403/50007", "ready"]


async def test_late_doubled_and_old_tokens_are_refused(school: School):
    board = await school.table()
    assert (await school.ann.press(board, "slow")).kind == "nothing"
    school.loopback.gateway.doubled = True
    assert (await school.ann.press(board, "join")).kind == "update"
    await asyncio.sleep(0.2)
    school.loopback.gateway.doubled = False
    pressed = await school.ann.press_id(board, "original")
    school.loopback.age_tokens(16)
    assert pressed.kind == "deferred update"
    assert sorted(await school.seen(4)) == ["400/40060", "401/50027", "404/10062", "ready"]


async def test_messages_channels_threads_and_servers_go_as_on_discord(school: School):
    board = await school.table()
    school.room.age(board.id, minutes=70)
    await school.ann.press_id(board, "edit")
    await until(lambda: any(call.code == 30046 for call in school.loopback.recorder.calls))
    board = await school.table()
    school.ann.say(school.room, "As Kh")
    school.room.delete(board.id)
    await school.ann.press_id(board, "edit")
    thread = school.room.thread()
    board = (await school.ann.slash(thread, "shisanzhi start"), await until(lambda: thread.messages))[1][-1]
    await asyncio.sleep(0.2)
    thread.archive(locked=True)
    await school.ann.press_id(board, "edit")
    school.guild.text("other").delete()
    seen = await school.seen(8)
    wanted = ["400/50083", "404/10008", "429/30046", "archived True", "channel gone", "chat''", "deleted", "ready"]
    assert sorted(seen) == wanted


async def test_missing_permissions_show_in_the_interaction_and_refuse_the_request(school: School):
    school.room.deny("send_messages")
    assert (await school.ann.slash(school.room, "shisanzhi start")).text == "not here"
    school.room.allow()
    board = await school.table()
    hidden = school.guild.text("hidden")
    hidden.deny("view_channel")
    hidden.world.app_permissions[hidden.id] = 1 << 11  # claims that it may send
    assert (await school.ann.slash(hidden, "shisanzhi start")).text == "opened"
    await until(lambda: [call for call in school.loopback.recorder.calls if call.code == 50001])
    foreign = school.loopback.guild("elsewhere", foreign=True)
    foreign.invite(school.ann.id)
    group = school.loopback.world.group(school.ann.id, school.ben.id)
    for place in (foreign.text(), group, school.loopback.world.direct(school.ann.id)):
        assert (await school.ann.slash(place, "shisanzhi start")).kind == "message"
    assert labels_of(board)


async def test_a_limited_channel_waits_and_an_ordered_trouble_is_met(school: School):
    board = await school.table()
    limit = school.loopback.trouble(Trouble("POST", "/channels/*/messages", 429, retry_after=0.4))
    await school.ann.press(board, "dm")
    await until(lambda: school.ann.dms)
    broken = school.loopback.trouble(Trouble("POST", "/channels/*/messages", 500, applied=True))
    await school.ann.press(board, "dm")
    await until(lambda: [call.status for call in school.loopback.recorder.calls[-2:]] == [500, 200])
    assert len(school.ann.dms) == 2  # asked again with the same nonce
    assert (limit.met, broken.met) == (1, 1)


async def test_a_dropped_socket_resumes_and_a_lost_session_is_ready_again(school: School):
    board = await school.table()
    await school.loopback.drop()
    assert (await school.ann.press(board, "join")).kind == "update"
    assert school.loopback.gateway.resumed == 1
    await school.loopback.drop(resumable=False)
    await until(lambda: school.loopback.gateway.identified == 2)
    assert await school.seen(2, seconds=8) == ["ready"] * 2
    school.loopback.ready_again()
    assert await school.seen(3, seconds=8) == ["ready"] * 3


def test_what_discord_would_refuse_is_found():
    spec = discord_spec()
    if spec is None:
        pytest.skip(f"no request is checked against Discord's document: not in {spec_folder()}; SPECS can name it")
    assert spec.request_faults("POST", "/channels/1/messages", {"content": "x" * 4001})
    assert spec.request_faults("POST", "/channels/1/messages", {"contents": "x"})
    assert spec.request_faults("POST", "/channels/1/messages", {"content": "x"}) == []
    assert spec.request_faults("POST", "/channel/1", {})


async def test_a_wrong_token_is_refused_by_both_doors(loopback: Loopback):
    wrong = loopback.environment | {"SHISANZHI_DISCORD_TOKEN": "wrong"}
    pupil = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "ignore", str(PUPIL), env=os.environ | wrong, stderr=asyncio.subprocess.PIPE
    )
    _, said = await pupil.communicate()
    assert b"LoginFailure" in said
    assert [call.status for call in loopback.recorder.calls] == [401]
    address = loopback.environment["SHISANZHI_DISCORD_GATEWAY"]
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 1}})
        await socket.receive()
        assert socket.close_code == 4004


async def test_a_channel_takes_five_posts_in_five_seconds_and_old_clients_use_what_is_gone(school: School):
    board = await school.table()
    presses = [school.ann.press(board, "dm") for _ in range(7)]
    await asyncio.gather(*presses)
    await until(lambda: len(school.ann.dms) == 5)
    await asyncio.sleep(0.5)
    assert len(school.ann.dms) == 5
    await until(lambda: len(school.ann.dms) == 7)
    assert school.loopback.pace.refused <= 1  # discord.py waits by itself as soon as it has heard of the limit
    assert (await school.ann.slash_raw(school.room, {"id": "1", "name": "gone", "type": 1})).kind == "nothing"


@pytest.mark.parametrize(
    ("card", "text", "shown"),
    [
        ("As", "♤A ♤10", True),
        ("As", "♤ K Q A", True),
        ("As", "♤K ♥A", False),
        ("As", "A♠ K♥", True),
        ("Ah", "A♠ K♥", False),
        ("Ts", "♠️10", True),
        ("Ts", "黑桃10 紅心A", True),
        ("Ah", "黑桃10 紅心A", True),
        ("As", "AsKh", False),
        ("As", "As Kh", True),
        ("Xx", "鬼 Xx", False),
    ],
)
def test_a_card_is_known_however_it_is_written(card: str, text: str, *, shown: bool):
    recorder = Recorder([Call(1, "POST", "/channels/1/messages", {"content": text}, audience=2)])
    assert bool(recorder.leaks({1: [card]})) == shown
    assert recorder.leaks({2: [card]}) == []
    assert recorder.leaks({1: [card], 2: [card]}) == []


@pytest.mark.parametrize(
    ("payload", "fault"),
    [
        ({"content": "x" * 2001}, "content"),
        ({}, "the message is empty"),
        ({"components": [{"type": 10, "content": "x"}]}, "a layout without its flag"),
        ({"flags": V2, "components": [{"type": 10, "content": "x" * 2001}] * 2}, "texts of 4002"),
        ({"flags": V2, "content": "x", "components": [{"type": 10, "content": "x"}]}, "a layout has no content"),
        ({"components": [{"type": 1, "components": [BUTTON] * 6}]}, "buttons of a row: 6"),
        ({"components": [{"type": 1, "components": [BUTTON, BUTTON]}]}, "custom_id 'a' 2 times"),
        ({"components": [{"type": 1, "components": [BUTTON | {"label": "x" * 81}]}]}, "label: 81"),
        ({"components": [{"type": 1, "components": [BUTTON | {"custom_id": "x" * 101}]}]}, "custom_id: 101"),
        ({"components": [{"type": 1, "components": [menu(26)]}]}, "options: 26"),
        ({"components": [{"type": 1, "components": [menu(0)]}]}, "options: 0"),
        ({"components": [{"type": 1, "components": [BUTTON, menu(2)]}]}, "a row of types [2, 3]"),
        ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds of 6002"),
        ({"flags": V2, "components": [{"type": 10, "content": "x"}] * 41}, "41 components"),
    ],
)
def test_a_limit_that_the_document_does_not_say_is_known_by_hand(payload: dict[str, Any], fault: str):
    assert [found for found in message_faults(payload) if fault in found]
    assert message_faults({"components": [{"type": 1, "components": [BUTTON]}], "content": "x"}) == []


def test_forms_and_commands_have_their_limits_too():
    label = {"type": 18, "label": "名字", "component": {"type": 4, "custom_id": "who", "style": 1}}
    assert modal_faults({"title": "x", "custom_id": "x", "components": [label]}) == []
    assert modal_faults({"title": "x" * 46, "custom_id": "x", "components": [label]})
    assert modal_faults({"title": "x", "custom_id": "x", "components": [label] * 6})
    command = {"name": "十三支", "description": "x", "name_localizations": {"zh-TW": "十三支"}}
    assert command_faults(command) == []
    assert command_faults(command | {"name_localizations": {"zh-HK": "x"}}) == ["unknown locale zh-HK"]
    assert command_faults(command | {"name": "Start"}) == ["not a command's name: 'Start'"]
