"""The admin of a room changes what is decided there, and a visitor what they want for themselves, in real browsers."""

from pathlib import Path

import pytest

from bot.tokens import Verb
from tests.e2e.serving import Serving

pytest.importorskip("playwright", reason="playwright is not installed; it comes with the extra `test`")

from playwright.async_api import Browser, expect

from tests.e2e.browsing import Guest, guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHEET = "#sheet"


async def shows(one: Guest, text: str) -> None:
    await expect(one.page.locator("#sheet .sheet-body")).to_contain_text(text)


async def test_an_admin_decides_and_a_visitor_chooses(browser: Browser, serving: Serving, shots: Path):
    admin = await guest(browser, "小美", shots=shots, touch=False)
    link = await serving.start()
    await admin.enter(link)
    await admin.say("/設定")
    await shows(admin, "所有人")
    await admin.shot("chat-settings")
    await admin.press(Verb.CHAT, within=SHEET, arg="open")
    await shows(admin, "誰可以在這裡開桌")
    await admin.shot("chat-item")
    await admin.press(Verb.CHANGE, within=SHEET, arg="open-admins")
    await shows(admin, "誰能開桌：管理員")
    await admin.press(Verb.CHANGE, within=SHEET, arg="game")
    form = admin.page.locator("#sheet form")
    await form.locator('[name="rounds"]').fill("3")
    await admin.shot("chat-game")
    await admin.touched(form.locator("button[type=submit]"))
    await shows(admin, "3 局")
    await admin.press(Verb.CHAT, within=SHEET, arg="log")
    await shows(admin, "所有人 → 管理員")
    await shows(admin, "8 → 3")
    await admin.shot("chat-log")
    await admin.close_sheet()

    visitor = await guest(browser, "阿嬤", shots=shots, touch=True)
    await visitor.enter(link.split("?")[0])
    await visitor.say("/shisanzhi start")
    await expect(visitor.page.locator("body")).to_contain_text("這裡只有管理員能開桌")
    await visitor.say("/me")
    await visitor.press(Verb.OWN, within=SHEET)
    await shows(visitor, "催牌通知")
    await visitor.shot("own-settings")
    await visitor.press(Verb.OWN, within=SHEET, arg="nudges-off")
    await expect(visitor.page.locator(f'{SHEET} [data-token$=".nudges-off"]')).to_be_disabled()
    await visitor.press(Verb.OWN, within=SHEET, arg="language-en")
    await shows(visitor, "My settings")
    await expect(visitor.page.locator("#say .send")).to_contain_text("Send")

    assert admin.troubles == visitor.troubles == []
