"""A whole daily challenge in the browser room: a phone plays it beside a table, a desktop after a restart; its record holds."""

import json
import re
from pathlib import Path

import pytest

from bot.tokens import Verb
from core.table.codec import load_day
from core.table.daily import DEALS, Day
from tests.e2e.serving import Serving

pytest.importorskip("playwright", reason="playwright is not installed; it comes with the extra `test`")

from playwright.async_api import Browser, expect

from tests.e2e.browsing import ROWS, Guest, guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHEET = "#sheet[open]"
END = "end"


async def test_a_phone_and_a_desktop_play_the_same_day(browser: Browser, serving: Serving, shots: Path) -> None:
    link = await serving.start()
    desktop = await guest(browser, "阿嬤", shots=shots, touch=False)
    phone = await guest(browser, "小明", shots=shots, touch=True)
    await desktop.enter(link)
    await phone.enter(desktop.page.url)
    await the_card(phone)
    points = [await a_round(phone, number) for number in range(1, DEALS + 1)]
    await the_end(phone, points)
    await the_seal_is_there_and_the_secret_is_not(phone, serving=serving)
    await a_try_beside_a_table(desktop, serving=serving)
    await others_hands(desktop, phone)
    await one_line_for_all(desktop, phone)
    assert await records(phone) == [], "no day is over yet"
    assert desktop.troubles == []
    assert phone.troubles == []


def day_of(serving: Serving) -> Day:
    """Today as the server keeps it."""
    ((state,),) = serving.query("SELECT state FROM daily_days ORDER BY serial LIMIT 1")
    return load_day(str(state))


async def the_card(phone: Guest) -> None:
    await phone.touched(phone.page.locator('[data-menu="daily"]'))
    await expect(phone.page.locator(f'{SHEET} [data-kind="daily-card"]')).to_contain_text("每日挑戰")
    await expect(phone.page.locator(f"{SHEET} .hash")).to_have_count(2)
    await phone.shot("daily-card")
    await phone.press(Verb.DAILY, within=SHEET)
    await phone.dealt()
    await expect(phone.page.locator(SHEET)).to_have_count(0)
    await expect(phone.page.locator("#hand .held .playable")).to_have_count(13)
    await phone.shot("daily-hand")


async def a_round(one: Guest, number: int, *, at_table: int = 0) -> int:
    """Arrange by hand or by suggestion, send, and see what it brought; the `at_table` cards of a table are there again."""
    await expect(one.page.locator("#hand .bar-title")).to_contain_text(f"第 {number}/{DEALS} 局")
    await one.arranged()
    if number == 2:
        await by_hand(one)
    if number == 3:
        await a_foul_is_mended(one)
    await one.press(Verb.SUBMIT, within="#hand")
    await expect(one.page.locator(f'{SHEET} [data-kind="daily"] .strip')).to_have_count(4)
    await expect(one.page.locator("#hand .playable")).to_have_count(at_table)
    await one.shot(f"daily-round-{number}")
    told = await one.page.locator(f"{SHEET} .line.strong").first.inner_text()
    if number == 1:
        await why(one)
    await one.press(Verb.DAILY, within=SHEET, arg=END if number == DEALS else "")
    found = re.search(r"這局 ([+−]?\d+)", told)
    assert found, told
    return int(found[1].replace("−", "-"))


async def by_hand(one: Guest) -> None:
    """Every card again, touched one by one."""
    wanted = {row: await one.indexes(row) for row in ROWS}
    await one.press(Verb.CLEAR, within="#hand")
    await expect(one.page.locator("#hand .held .playable")).to_have_count(13)
    for row in ("back", "middle"):
        await one.put(wanted[row], row)
    await expect(one.page.locator('#hand li[data-row="front"] .playable')).to_have_count(3)
    await expect(one.button(Verb.SUBMIT, within="#hand")).to_be_enabled()


async def a_foul_is_mended(one: Guest) -> None:
    """Middle and back change places: what that costs is said before it is sent."""
    await one.press(Verb.SWAP, within="#hand")
    await one.press(Verb.SUBMIT, within="#hand")
    await expect(one.page.locator("#hand")).to_contain_text("相公")
    await one.shot("daily-foul")
    await one.press(Verb.SWAP, within="#hand")
    await expect(one.button(Verb.SUBMIT, within="#hand")).to_be_enabled()


async def why(one: Guest) -> None:
    await one.press(Verb.WHY, within=SHEET)
    await expect(one.page.locator(f'{SHEET} [data-kind="why"]')).to_contain_text("為什麼")
    await one.shot("daily-why")
    await one.press(Verb.DAILY, within=SHEET)
    await expect(one.page.locator(f'{SHEET} [data-kind="daily"] .strip')).to_have_count(4)


async def the_end(one: Guest, points: list[int]) -> None:
    total = sum(points)
    shown = f"{'+' if total > 0 else '−' if total < 0 else ''}{abs(total)}"
    await expect(one.page.locator(f"{SHEET} .line.strong").first).to_contain_text(f"你 {shown}・標準")
    await one.shot("daily-end")
    await one.close_sheet()
    await one.say("/daily")
    await one.press(Verb.DAILY, within=SHEET)
    await expect(one.page.locator("#toasts")).to_contain_text("今天打過了（第 1 名）")
    await one.close_sheet()


async def the_seal_is_there_and_the_secret_is_not(one: Guest, *, serving: Serving) -> None:
    """The opening can be noted; nothing that the page was ever sent holds the day's secret."""
    day = day_of(serving)
    (record,) = await records(one, serial=1)
    assert record["commitment"] == day.commitment
    assert "secret" not in record
    assert day.secret not in json.dumps(record)
    await one.say("/verify daily")
    await expect(one.page.locator(f'{SHEET} [data-kind="proof"]')).to_contain_text("還有人能打")
    await one.close_sheet()


async def records(one: Guest, *, serial: int | None = None) -> list[dict[str, object]]:
    address, _, token = one.page.url.partition("/r/")
    asked = f"?serial={serial}" if serial else ""
    found: list[dict[str, object]] = json.loads(
        await (await one.page.request.get(f"{address}/proof/{token}/daily{asked}")).text()
    )
    return found


async def a_try_beside_a_table(one: Guest, *, serving: Serving) -> None:
    """The challenge takes the place of a hand that was sent; a reload, a restart, and it goes on where it was."""
    await one.say("/shisanzhi start joker 1 600 once")
    await one.press(Verb.FILL)
    await one.press(Verb.CUT, arg="1")
    await one.dealt()
    await expect(one.page.locator("#hand .playable")).to_have_count(17)
    await one.say("/daily")
    await one.press(Verb.DAILY, within=SHEET)
    await expect(one.page.locator("#hand .playable")).to_have_count(13)
    await one.arranged()
    await one.shot("daily-beside")
    laid = await one.row("back")
    await one.press(Verb.HAND)
    await expect(one.page.locator("#hand .playable")).to_have_count(17)
    await serving.stop()
    await serving.start()
    await expect(one.page.locator("#signal")).to_be_empty(timeout=20_000)
    await one.say("/daily")
    await expect(one.page.locator("#hand .playable")).to_have_count(13)
    assert await one.row("back") == laid
    for number in range(1, DEALS + 1):
        await a_round(one, number, at_table=17)
    await one.close_sheet()


async def others_hands(one: Guest, other: Guest) -> None:
    await one.say("/daily")
    await one.press(Verb.DAILY, within=SHEET)
    await one.touched(one.page.locator(f'{SHEET} [data-token*=".others-"]').first)
    await one.touched(one.page.locator(f"{SHEET} button", has_text=other.name).first)
    await expect(one.page.locator(f"{SHEET} .cards.beside")).to_have_count(3 * DEALS)
    await one.shot("daily-others")
    await one.close_sheet()


async def one_line_for_all(one: Guest, other: Guest) -> None:
    await one.say("/daily")
    await one.press(Verb.DAILY, within=SHEET)
    await one.press(Verb.DAILY, within=SHEET, arg="share")
    line = other.page.locator(".board.daily-share")
    await expect(line).to_contain_text("每日挑戰", timeout=15_000)
    await expect(line.locator(".card")).to_have_count(0)
    await line.scroll_into_view_if_needed()
    await other.shot("daily-share")
