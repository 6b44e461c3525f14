import asyncio
import errno
import time

import pytest

from bot.platforms.base import Address, ChatLost, Gone
from bot.platforms.web import WebPlatform, gate
from bot.rooms import BACKLOG, FURTHER
from bot.screens.model import Line, Name, Screen, Text
from core.ids import ChatId, PersonId
from tests.bot.platforms.web.scripted import ScriptedService, shown
from tests.visitors import Visitor

ROOM = Address(ChatId("web:1"))


def parts(screen: dict) -> list[object]:
    return [part for block in screen["blocks"] for part in block["line"]["parts"]]


async def test_a_new_message_is_shown_to_everybody_in_their_language(arrive, platform: WebPlatform):
    one, two = await arrive("小明"), await arrive("Amy", language="en")

    number = await platform.post(ROOM, shown("lobby", "language/name"), nonce="1")
    await one.until(lambda: int(number) in one.messages)
    await two.until(lambda: int(number) in two.messages)

    assert parts(one.screens[0]) == ["繁體中文"]
    assert parts(two.screens[0]) == ["English"]
    assert one.messages[1]["author"] is None
    assert one.messages[1]["edited"] is False
    assert one.messages[1]["at"] == 1_800_000_000_000


async def test_only_the_pinged_page_rings(arrive, platform: WebPlatform):
    one, two = await arrive("小明"), await arrive("阿嬤")

    await platform.post(ROOM, shown("board", "x", ping=(one.welcome["person"],)), nonce="1")
    await one.until(lambda: bool(one.messages))
    await two.until(lambda: bool(two.messages))

    assert [one.screens[0]["ping"], two.screens[0]["ping"]] == [True, False]


async def test_an_edit_replaces_the_message_on_open_pages_and_for_those_who_come_later(arrive, platform: WebPlatform):
    one = await arrive("小明")
    number = await platform.post(ROOM, shown("board", "before"), nonce="1")

    await platform.edit(ROOM, number, shown("board", "after"))
    await platform.edit(ROOM, number, shown("board", "after"))
    await one.until(lambda: one.messages.get(1, {}).get("edited") is True)
    later = await arrive("阿嬤")

    assert parts(one.screens[0]) == ["after"]
    assert parts(later.screens[0]) == ["after"]
    assert sorted(one.messages) == [1]


async def test_the_same_nonce_twice_is_one_message_with_the_newest_screen(arrive, platform: WebPlatform):
    one = await arrive("小明")

    first = await platform.post(ROOM, shown("board", "before the kill"), nonce="7.0")
    again = await platform.post(ROOM, shown("board", "after the kill"), nonce="7.0")
    other = await platform.post(ROOM, shown("board", "another"), nonce="7.1")
    await one.until(lambda: len(one.messages) == 2)

    assert first == again != other
    assert [parts(screen) for screen in one.screens] == [["after the kill"], ["another"]]


async def test_nobody_can_take_the_bots_nonce_or_have_their_line_edited_by_it(arrive, platform: WebPlatform):
    one = await arrive("小明")
    await one.ask({"type": "say", "id": "7-0", "text": "mine"})

    with pytest.raises(Gone):
        await platform.edit(ROOM, "1", shown("board", "not mine"))

    assert one.messages[1]["text"] == "mine"


@pytest.mark.parametrize("message", ["99", "0", "-1", "x", "", "hand", "1.5", "９"])
async def test_an_edit_of_what_is_not_there_asks_for_a_new_message(platform: WebPlatform, message: str):
    with pytest.raises(Gone):
        await platform.edit(ROOM, message, shown("board", "x"))


async def test_an_unknown_room_is_lost(platform: WebPlatform):
    with pytest.raises(ChatLost):
        await platform.post(Address(ChatId("web:99")), shown("board", "x"), nonce="1")


async def test_a_hand_is_read_anew_when_it_is_sent_so_that_no_page_goes_back(
    arrive, platform: WebPlatform, service: ScriptedService
):
    one, two = await arrive("小明"), await arrive("阿嬤")
    me = PersonId(one.welcome["person"])
    service.hands[me] = shown("hand", "newest")

    await platform.post(Address(ROOM.chat, me), shown("hand", "older"), nonce="1")
    await one.until(lambda: one.hand is not None)

    assert parts(one.hand) == ["newest"]
    assert two.hand is None
    service.hands[me] = Screen("hand", ())
    await platform.edit(Address(ROOM.chat, me), "hand", Screen("hand", ()))
    await one.until(lambda: one.hand is None)
    assert one.messages == {}


async def test_a_person_who_is_not_here_is_no_trouble_and_finds_their_hand_on_return(
    arrive, platform: WebPlatform, service: ScriptedService
):
    one = await arrive("小明")
    me = PersonId(one.welcome["person"])
    await one.disconnect()
    service.hands[me] = shown("hand", "cards")

    assert await platform.post(Address(ROOM.chat, me), shown("hand", "cards"), nonce="1")
    await platform.edit(Address(ROOM.chat, me), "hand", shown("hand", "cards"))
    await one.connect()

    assert parts(one.hand) == ["cards"]


async def test_a_reconnect_brings_what_was_missed_and_what_was_edited(arrive, platform: WebPlatform):
    one = await arrive("小明")
    await platform.post(ROOM, shown("board", "old"), nonce="1")
    await one.until(lambda: 1 in one.messages)
    await one.disconnect()
    await platform.edit(ROOM, "1", shown("board", "new"))
    for number in range(BACKLOG + 20):
        await platform.post(ROOM, shown("note", f"missed {number}"), nonce=f"n{number}")

    await one.connect(after=1)

    assert sorted(one.messages) == list(range(1, BACKLOG + 22))
    fresh = await arrive("阿嬤")
    assert sorted(fresh.messages) == list(range(22, BACKLOG + 22))


async def test_the_live_board_is_found_below_a_long_talk(arrive, platform: WebPlatform):
    one = await arrive("小明")
    await platform.post(ROOM, shown("board", "live"), nonce="1")
    for number in range(BACKLOG + 10):
        await platform._rooms.say(ROOM.chat, visitor_of(one), text="talk", nonce=str(number))

    fresh = await arrive("阿嬤")

    assert 1 in fresh.messages
    assert len(fresh.messages) == BACKLOG + 1
    assert max(fresh.messages) == BACKLOG + 11
    assert FURTHER > 10


async def test_what_happens_while_a_page_is_filled_is_shown_after_it(arrive, platform: WebPlatform, monkeypatch):
    await platform.post(ROOM, shown("board", "before"), nonce="1")
    backlog = platform._rooms.backlog

    async def slow(chat: ChatId, *, after: int):
        read = [message async for message in backlog(chat, after=after)]
        await platform.edit(ROOM, "1", shown("board", "meanwhile"))
        for message in read:
            yield message

    monkeypatch.setattr(platform._rooms, "backlog", slow)
    one = await arrive("小明")
    await one.until(lambda: one.messages[1]["edited"])

    assert parts(one.screens[0]) == ["meanwhile"]


async def test_a_page_with_much_to_show_lets_others_take_their_turn(arrive, platform: WebPlatform):
    one = await arrive("小明")
    for number in range(BACKLOG):
        await platform._rooms.say(ROOM.chat, visitor_of(one), text="talk", nonce=str(number))
    turns: list[int] = []

    async def others():
        while True:
            turns.append(len(turns))
            await asyncio.sleep(0)

    task = asyncio.create_task(others())
    read = [(message.number, len(turns)) async for message in platform._rooms.backlog(ROOM.chat, after=0)]
    task.cancel()
    assert [number for number, _ in read] == list(range(1, BACKLOG + 1))
    assert len({at for _, at in read}) == BACKLOG


async def test_names_in_a_screen_arrive_as_they_are(arrive, platform: WebPlatform):
    one = await arrive("小明")
    name = "<img src=x onerror=alert(1)>{0}%s"

    await platform.post(ROOM, Screen("x", (Line(Text("list/of-one", {"who": Name(name)})), _named(name))), nonce="1")
    await one.until(lambda: bool(one.messages))

    assert {"name": name} in parts(one.screens[0])


async def test_the_end_says_goodbye_to_every_page_within_two_seconds(platform: WebPlatform, base: str, token: str):
    visitors = [await Visitor(base, token).enter(f"guest {number}") for number in range(12)]
    frozen = await asyncio.open_connection("127.0.0.1", platform.port)
    frozen[1].write(b"GET / HTTP/1.1\r\nHost: local")

    began = time.monotonic()
    await platform.stop()
    took = time.monotonic() - began

    for visitor in visitors:
        await visitor.until(lambda visitor=visitor: visitor.over)
    assert took < 2
    assert {visitor.bye for visitor in visitors} == {"restart"}
    assert {visitor.closed for visitor in visitors} == {1001}
    for visitor in visitors:
        await visitor.leave()
    frozen[1].close()


async def test_the_end_does_not_wait_for_a_press_that_hangs(
    platform: WebPlatform, service: ScriptedService, base: str, token: str
):
    visitor = await Visitor(base, token).enter("小明")
    service.waits.clear()
    pressing = asyncio.create_task(visitor.press("1.j.1.0."))
    await asyncio.sleep(0.05)

    began = time.monotonic()
    await platform.stop()

    assert time.monotonic() - began < 2
    with pytest.raises(KeyError):
        await pressing
    await visitor.leave()


async def test_a_port_that_is_taken_is_an_error_of_the_system(service, settings, platform: WebPlatform):
    second = WebPlatform(service, service.database, settings.model_copy(update={"port": platform.port}))

    with pytest.raises(OSError, match=r".") as refused:
        await second.start()

    assert refused.value.errno == errno.EADDRINUSE
    await second.stop()


async def test_after_a_stop_the_same_port_can_be_opened_at_once(platform: WebPlatform, arrive, service, settings):
    visitor = await arrive("小明")
    port = platform.port
    await platform.stop()

    again = WebPlatform(service, service.database, settings.model_copy(update={"port": port}))
    await again.start()
    await visitor.connect()

    assert visitor.welcome["name"] == "小明"
    await visitor.disconnect()
    await again.stop()


async def test_the_host_alone_is_told_the_admins_link(service, settings):
    platform = WebPlatform(service, service.database, settings.model_copy(update={"lan": True, "language": "en"}))
    await platform.start()

    own, shared = platform.announce()

    assert own.endswith(
        f"http://127.0.0.1:{platform.port}/r/{platform._rooms.first.token}?admin={platform._pages.admin.word}"
    )
    assert shared.endswith(f"http://{gate.own_address()}:{platform.port}/r/{platform._rooms.first.token}")
    visitor = Visitor(f"http://{gate.own_address()}:{platform.port}", platform._rooms.first.token)
    assert (await visitor.enter("Amy")).welcome["name"] == "Amy"
    await visitor.leave()
    await platform.stop()


def _named(name: str) -> Line:
    return Line(Text("web/name-taken", {"name": Name(name)}))


def visitor_of(page: Visitor):
    from bot.rooms import Visitor as Known

    return Known(PersonId(page.welcome["person"]), "", page.welcome["name"])
