import asyncio
import json
import time

import aiohttp
import pytest

from bot.i18n import catalog
from bot.platforms.base import Address
from bot.platforms.web import WebPlatform, connections
from core.ids import ChatId, PersonId
from storage.engine import DatabaseTrouble
from tests.bot.platforms.web.scripted import ScriptedService, shown
from tests.visitors import Visitor

CHAT = Address(ChatId("web:1"))
CHINESE = catalog("zh-TW")


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        '"press"',
        "[" * 3000,
        '{"type":"press","id":"x","token":"1.j.1.0.","fields":{"a":"\\ud800"}}',
        '{"type":"press","id":"x","token":7}',
        '{"type":"hallo"}',
        b"\x00\xff\xfe",
        '{"type":"say","id":"x","text":{"a":[1,2,3]}}',
    ],
)
async def test_a_broken_frame_is_refused_and_changes_nothing(arrive, service: ScriptedService, frame):
    visitor = await arrive("小明")

    await visitor.send(frame)
    await visitor.until(lambda: bool(visitor._answers))

    [answer] = visitor._answers.values()
    assert answer["ok"] is False
    assert answer["toast"] == CHINESE.text("press/forged")
    assert service.asked == []
    assert (await visitor.press("1.j.1.0."))["ok"] is True


async def test_who_sends_nothing_but_garbage_is_shown_the_door(arrive, monkeypatch):
    monkeypatch.setattr(connections, "PRESSES_AT_ONCE", 1000)
    visitor = await arrive("小明")

    for _ in range(100):
        await visitor.send("garbage")
    await visitor.until(lambda: visitor.over)

    assert visitor.closed == 1008


async def test_a_page_that_cannot_be_greeted_is_told_to_come_again(arrive, platform: WebPlatform):
    greeted = platform._rooms.visitor

    async def full(kept: str, *, person: PersonId) -> None:
        raise DatabaseTrouble("database/full", path="room.db", reason="database or disk is full")

    platform._rooms.visitor = full
    visitor = await arrive("小明")
    assert ("restart", True) == (visitor.bye, visitor.over)
    platform._rooms.visitor = greeted
    await visitor.disconnect()
    assert "小明" == (await visitor.connect(name="小明")).welcome["name"]


async def test_a_press_that_finds_the_disk_full_is_answered_so(arrive, service: ScriptedService):
    visitor = await arrive("小明")
    service.answers["1.j.1.0."] = DatabaseTrouble("database/full", path="room.db", reason="database or disk is full")
    answer = await visitor.press("1.j.1.0.")
    assert (False, CHINESE.text("web/disk-full")) == (answer["ok"], answer["toast"])


async def test_a_second_hello_changes_nothing(arrive):
    visitor = await arrive("小明")

    await visitor.send({"type": "hello", "name": "阿嬤", "language": "en", "after": 0})
    await visitor.say("still me")
    await visitor.until(lambda: bool(visitor.messages))

    assert visitor.messages[1]["author"] == "小明"
    assert visitor.welcome["language"] == "zh-TW"


async def test_a_frame_of_more_than_8_kib_ends_the_conversation(arrive, service: ScriptedService):
    visitor = await arrive("小明")

    await visitor.send(json.dumps({"type": "say", "id": "x", "text": "x" * 8200}))
    await visitor.until(lambda: visitor.over)

    assert visitor.closed == 1009
    assert service.asked == []
    await visitor.disconnect()
    assert (await visitor.connect()).welcome["name"] == "小明"


async def test_a_flood_is_slowed_down_and_told_so(arrive, service: ScriptedService):
    visitor = await arrive("小明")

    answers = await asyncio.gather(*(visitor.press("1.j.1.0.") for _ in range(80)))

    too_fast = [answer for answer in answers if not answer["ok"]]
    assert 40 <= len(too_fast) <= 55
    assert {answer["toast"] for answer in too_fast} == {CHINESE.text("press/too-fast", {"s": 1})}
    assert len(service.asked) == 80 - len(too_fast)


async def test_a_reconnect_lets_nobody_press_faster(arrive, service: ScriptedService):
    visitor = await arrive("小明")
    began = time.monotonic()
    await asyncio.gather(*(visitor.press("1.j.1.0.") for _ in range(40)))
    await visitor.disconnect()

    await visitor.connect()
    await asyncio.gather(*(visitor.press("1.j.1.0.") for _ in range(40)))

    assert len(service.asked) <= 30 + 10 * (time.monotonic() - began) + 1


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://127.0.0.1", "http://localhost:1"])
async def test_a_page_of_another_origin_gets_no_socket(base: str, token: str, origin: str):
    visitor = Visitor(base, token)
    await visitor.visit()

    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await visitor.session.ws_connect(f"{visitor.url}/socket", headers={"Origin": origin})

    assert refused.value.status == 403
    await visitor.leave()


async def test_a_socket_without_an_origin_is_refused_too(base: str, token: str):
    visitor = Visitor(base, token)
    await visitor.visit()

    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await visitor.session.ws_connect(f"{visitor.url}/socket")

    assert refused.value.status == 403
    await visitor.leave()


async def test_a_socket_of_an_unknown_room_is_not_found(base: str):
    visitor = Visitor(base, "x" * 22)

    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await visitor.session.ws_connect(f"{visitor.url}/socket", headers={"Origin": base})

    assert refused.value.status == 404
    await visitor.leave()


async def test_a_browser_without_cookies_is_told_what_is_missing(base: str, token: str):
    visitor = await Visitor(base, token).connect()

    assert visitor.bye == "web/cookies"
    await visitor.leave()


async def test_the_first_frame_must_be_a_hello(base: str, token: str, service: ScriptedService):
    for frame in ("{", b"{}", '{"type":"ping"}', '{"type":"press","id":"x","token":"1.j.1.0."}'):
        visitor = Visitor(base, token)
        await visitor.visit()
        socket = await visitor.session.ws_connect(f"{visitor.url}/socket", headers={"Origin": base})
        await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_str(frame))

        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == 1008
        await visitor.leave()
    assert service.asked == []


async def test_a_page_that_reads_nothing_is_cut_off_and_holds_nobody_up(
    arrive, platform: WebPlatform, monkeypatch, base: str, token: str
):
    monkeypatch.setattr(connections, "_LONGEST_LINE", 20)
    live = await arrive("小明")
    host, port = "127.0.0.1", platform.port
    _, writer = await asyncio.open_connection(host, port, limit=1024)
    secret = next(one.value for one in live.session.cookie_jar if one.key == "shisanzhi")
    writer.write(
        f"GET /r/{token}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {base}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Cookie: shisanzhi={secret}\r\n\r\n".encode()
    )
    hello = b'{"type":"hello"}'
    writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    person = PersonId(live.welcome["person"])
    sockets = platform._sockets.connections
    async with asyncio.timeout(30):
        number, joined = 0, False
        while not joined or len(sockets.of(person)) > 1:
            number, joined = number + 1, joined or len(sockets.of(person)) > 1
            await platform.post(CHAT, shown("lobby", "x" * 60_000), nonce=str(number))

    await live.until(lambda: number in live.messages)
    assert live.over is False
    writer.close()


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /r/x?admin=very-secret-w\xc3\xb6rd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: shisanzhi=very-secret\x00\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    ],
)
async def test_what_is_no_http_is_refused_and_leaves_nothing_in_the_log(
    platform: WebPlatform, caplog: pytest.LogCaptureFixture, request_: bytes
):
    reader, writer = await asyncio.open_connection("127.0.0.1", platform.port)
    writer.write(request_)
    assert b" 400 " in await asyncio.wait_for(reader.readline(), 30)
    writer.close()
    assert [] == caplog.records
