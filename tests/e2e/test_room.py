"""The browser room as people meet it: a phone and a desktop in real Chromium, two computers, a real server."""

import json
import socket
from pathlib import Path

import pytest

from bot.tokens import Verb
from bot.verifier.verify import fault
from core import deal
from tests.e2e.serving import Serving

pytest.importorskip("playwright", reason="playwright is not installed; it comes with the extra `test`")

from playwright.async_api import Browser, Route, expect

from tests.e2e.browsing import ROWS, Guest, guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TIME_TO_ARRANGE = 30
OWN_NUMBER = "4821"
NOTES = "shisanzhi/fair/"
NOTED = "(start) => Object.entries(localStorage).filter(([key]) => key.startsWith(start))"
FITS = "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('.hand-body'))"
CHANGE = """(key) => {
  const kept = { ...JSON.parse(localStorage.getItem(key)), commitment: "0".repeat(64) };
  localStorage.setItem(key, JSON.stringify(kept));
}"""


async def test_two_people_and_two_computers_play_joker_and_bonus(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    link = await serving.start()
    host = await guest(browser, "阿嬤", shots=shots, touch=False)
    friend = await guest(browser, "小明", shots=shots, touch=True)
    await come_in(host, friend, link=link)
    await open_table(host, friend)
    await first_round(host, friend)
    await second_round(host, friend)
    await third_round(host, friend, serving=serving)
    await bonus_round(host, friend)
    await every_record_holds(host)
    await a_forged_record_is_told(host)
    assert host.troubles == []
    assert friend.troubles == []


async def come_in(host: Guest, friend: Guest, *, link: str) -> None:
    await host.enter(link)
    await friend.enter(host.page.url)
    await host.say("哈囉，來一場？")
    await friend.say("好啊 <b>三局</b>")
    await expect(host.page.locator(".said").last).to_contain_text("好啊 <b>三局</b>")
    for topic in ("rules", "rank", "me", "help"):
        await friend.touched(friend.page.locator(f'[data-menu="{topic}"]'))
        await expect(friend.page.locator("#sheet[open] .heading")).to_be_visible()
        await friend.shot(f"menu-{topic}")
        await friend.close_sheet()


async def open_table(host: Guest, friend: Guest) -> None:
    await host.say(f"/shisanzhi start joker 3 {TIME_TO_ARRANGE}")
    await friend.press(Verb.JOIN)
    await expect(host.page.locator(".board.lobby")).to_contain_text("小明")
    for one in (host, friend):
        await one.shot("lobby")
        await expect(one.page.locator('[data-menu="open"]')).to_be_hidden()
    await host.press(Verb.SETTINGS)
    await expect(host.page.locator("#sheet[open]")).to_be_visible()
    await host.shot("settings")
    await host.close_sheet()
    await host.press(Verb.FILL)


async def cut(host: Guest, friend: Guest, *, serial: int) -> None:
    """The friend cuts with a button, the host types a number; both pages have noted the commitment before."""
    for one in (host, friend):
        await expect(one.page.locator(".board.cutting .kept")).to_be_visible()
        await one.shot(f"cut-{serial}")
    await host.answer(Verb.CUT, {"number": OWN_NUMBER}) if serial == 1 else await host.press(Verb.CUT, arg="2")
    await friend.press(Verb.CUT, arg="1")
    for one in (host, friend):
        await one.dealt()


async def first_round(host: Guest, friend: Guest) -> None:
    """The friend puts each card by hand, swaps two, is told what is wrong, and mends it."""
    await cut(host, friend, serial=1)
    await friend.shot("hand")
    await host.shot("hand")
    await friend.arranged()
    wanted = {row: await friend.indexes(row) for row in ROWS}
    await friend.press(Verb.CLEAR, within="#hand")
    await expect(friend.page.locator("#hand .held .playable")).to_have_count(17)
    for row in ROWS:
        await friend.put(wanted[row], row)
    await friend.shot("arranged")
    await swap(friend, wanted["front"][0], wanted["back"][0])
    await friend.shot("swapped")
    await swap(friend, wanted["front"][0], wanted["back"][0])
    assert set(await friend.indexes("back")) == set(wanted["back"])
    await friend.press(Verb.SUBMIT, within="#hand")
    await expect(friend.page.locator("body[data-hand=folded]")).to_be_visible()
    await friend.shot("submitted")
    await host.arranged()
    await host.shot("arranged")
    await host.press(Verb.SUBMIT, within="#hand")
    await watched(host, friend, serial=1)


async def swap(one: Guest, first: int, second: int) -> None:
    """Touch two cards that lie in different rows."""
    for index in (first, second):
        await one.touched(one.page.locator(f'#hand .playable[data-index="{index}"]'))
    await one.page.wait_for_timeout(700)


async def watched(host: Guest, friend: Guest, *, serial: int) -> None:
    """Rows are turned over, then both pages say that they have checked the record."""
    await expect(friend.page.locator('.reveal[data-step="2"]')).to_have_count(1, timeout=40_000)
    await friend.shot(f"reveal-{serial}")
    for one in (host, friend):
        found = await one.revealed(serial)
        assert found["state"] == "sound", found
        assert sum(found["points"]) == 0, found
        assert len(found["points"]) == 4, found
        await one.shot(f"result-{serial}")


async def second_round(host: Guest, friend: Guest) -> None:
    """The host arranges by keys, reloads in the middle, and finds everything as it was."""
    await cut(host, friend, serial=2)
    keys = host.page.keyboard
    for key in ("ArrowRight", "Space", "ArrowRight", "Space", "3"):
        await keys.press(key)
    await expect(host.page.locator('#hand li[data-row="back"] .playable')).to_have_count(2)
    before = await host.indexes("back"), await host.indexes("")
    await host.page.reload()
    await host.dealt()
    await expect(host.page.locator("#entrance[open]")).to_have_count(0)
    assert (await host.indexes("back"), await host.indexes("")) == before
    await host.shot("reloaded")
    await keys.press("u")
    await expect(host.page.locator('#hand li[data-row="back"] .playable')).to_have_count(1)
    await host.arranged()
    await host.page.locator("body").press("Enter")
    await friend.arranged()
    await friend.press(Verb.SUBMIT, within="#hand")
    await watched(host, friend, serial=2)
    await host.press(Verb.WHY)
    await expect(host.page.locator("#sheet[open] .heading")).to_be_visible()
    await host.shot("why")
    await host.close_sheet()


async def third_round(host: Guest, friend: Guest, *, serving: Serving) -> None:
    """The server goes away while a card is put; the page sends it again. Then the friend lets the time run out."""
    await cut(host, friend, serial=3)
    await serving.stop()
    first = (await host.indexes(""))[0]
    await expect(host.page.locator("#signal")).not_to_be_empty()
    await host.put((first,), "back")
    await host.shot("lost")
    await serving.start()
    await expect(host.page.locator("#signal")).to_be_empty(timeout=20_000)
    await expect(host.page.locator('#hand li[data-row="back"] .playable')).to_have_count(1)
    await host.page.reload()
    await host.dealt()
    assert await host.indexes("back") == [first]
    await host.arranged()
    await host.press(Verb.SUBMIT, within="#hand")
    await friend.shot("waiting")
    await watched(host, friend, serial=3)
    found = await friend.revealed(3)
    own = next(mark for name, mark in zip(found["names"], found["marks"], strict=True) if name == friend.name)
    assert "⏰" in own, found
    await expect(host.page.locator(".board.match")).to_be_visible()
    for one in (host, friend):
        await one.page.locator(".board.match").scroll_into_view_if_needed()
        await one.shot("match")


async def bonus_round(host: Guest, friend: Guest) -> None:
    """Back to the lobby, another game by the form, one round."""
    await host.press(Verb.RESETTLE)
    await host.press(Verb.SETTINGS)
    await host.answer(Verb.CONFIGURE, {"rule_set": "bonus", "rounds": "1"}, within="#sheet")
    await expect(host.page.locator("#sheet[open]")).to_have_count(0)
    await expect(host.page.locator(".board.lobby").last).to_contain_text("彩金")
    await host.press(Verb.START)
    await cut(host, friend, serial=4)
    await expect(friend.page.locator("#hand .held .playable")).to_have_count(16)
    await expect(friend.page.locator("#hand .hand-lines")).to_contain_text("彩金點")
    await friend.shot("bonus-hand")
    await host.shot("bonus-hand")
    assert await host.page.evaluate(FITS)
    for one in (host, friend):
        await one.arranged()
        await one.press(Verb.SUBMIT, within="#hand")
    await watched(host, friend, serial=4)


async def every_record_holds(host: Guest) -> None:
    """The records for download verify with both programs, and hold the number that the host typed and the page's nonce."""
    records = json.loads(await (await host.page.request.get(await proof_link(host))).text())
    before = None
    for record in records:
        assert fault(record, before) is None  # type: ignore[no-untyped-call] # stands alone, without types
        assert deal.fault(record, before) is None
        before = record
    assert [record["context"]["rules"] for record in records] == ["joker", "joker", "joker", "bonus"]
    noted = await host.page.evaluate(NOTED, NOTES)
    kept = {int(key.rpartition("/")[2]): json.loads(parts) for key, parts in noted}
    for record in records:
        own = kept[record["context"]["serial"]]
        assert own["commitment"] == record["commitment"]
        assert own["cut"]["event"] in {one["event"] for one in record["cuts"]}
        assert sorted(own["hand"].split()) in [sorted(hand.split()) for hand in record["deals"][0]["hands"]]
    assert (OWN_NUMBER, kept[1]["cut"]["event"]) in {(one["number"], one["event"]) for one in records[0]["cuts"]}


async def proof_link(one: Guest) -> str:
    address, _, token = one.page.url.partition("/r/")
    return f"{address}/proof/{token}/t1"


async def a_forged_record_is_told(host: Guest) -> None:
    """A record in which two hands were exchanged, and one whose commitment is not the one noted before the cut."""

    async def forge(route: Route) -> None:
        records = json.loads(await (await route.fetch()).text())
        for record in records:
            if record["context"]["serial"] == 1:
                record["deals"][0]["hands"].reverse()
        await route.fulfill(json=records)

    key = next(key for key in await host.page.evaluate("Object.keys(localStorage)") if key.endswith("/t1/2"))
    await host.page.evaluate(CHANGE, key)
    await host.page.route("**/proof/**", forge)
    await host.page.reload()
    assert [(await host.revealed(serial))["state"] for serial in (1, 2, 3, 4)] == ["bad", "bad", "sound", "sound"]
    await host.page.locator('.verdict[data-serial="1"]').scroll_into_view_if_needed()
    await host.shot("forged")


async def test_a_phone_on_the_home_network_has_no_web_crypto_and_still_checks(
    browser: Browser, tmp_path: Path, shots: Path
) -> None:
    address = home_address()
    serving = Serving(tmp_path / "lan.db", {"SHISANZHI_LAN": "true", "SHISANZHI_LOG_LEVEL": "warning"})
    try:
        link = (await serving.start()).replace("127.0.0.1", address)
        phone = await guest(browser, "Mei", shots=shots, touch=True, locale="en-US")
        await phone.enter(link)
        assert not await phone.page.evaluate("isSecureContext || Boolean(crypto.subtle)")
        await expect(phone.page.locator("html")).to_have_attribute("lang", "en")
        await phone.say("/shisanzhi start joker 1 60 once")
        await phone.press(Verb.FILL)
        await phone.press(Verb.CUT, arg="3")
        await phone.dealt()
        await phone.arranged()
        await phone.shot("english-hand")
        await phone.press(Verb.SUBMIT, within="#hand")
        found = await phone.revealed(1)
        assert found["state"] == "sound", found
        await phone.shot("english-result")
        assert phone.troubles == []
    finally:
        await serving.stop()


def home_address() -> str:
    """The address of this machine that other machines reach; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            address = "127.0.0.1"
    if address.startswith("127."):
        pytest.skip("this machine has no address in a network")
    return address
