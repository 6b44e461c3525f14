"""A person in front of the real page: taps or clicks what is there, and keeps a picture of each screen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from bot.tokens import Verb

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
Scheme = Literal["dark", "light"]
ROWS = ("front", "middle", "back")
LEAST_TARGET = 44

SMALL_TARGETS = """(least) => [...document.querySelectorAll("button, select, input, a.button")]
  .filter((one) => one.checkVisibility() && !one.closest(".sprite"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.height > 0 && (box.height < least - 0.5 || box.width < least - 0.5))
  .map(([one, box]) => `${one.className || one.tagName} ${box.width} x ${box.height}`)"""

TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll("#chat, #hand, .hand-body, .sheet-body")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.tagName} ${one.id} ${one.className}: ${one.scrollWidth} > ${one.clientWidth}`)"""

TOO_TALL = "() => document.documentElement.scrollHeight > innerHeight + 1"
"""Whether the page as a whole could be scrolled out of its window; only its parts shall scroll."""


@dataclass
class Guest:
    """Somebody with a browser of their own; `touch` taps, else a mouse clicks."""

    page: Page
    name: str
    shots: Path
    touch: bool
    scheme: Scheme = "light"
    troubles: list[str] = field(default_factory=list)
    welcomes: int = 0

    async def enter(self, link: str) -> None:
        """Open the link and give the name that the page asks for."""
        await self.page.goto(link)
        await expect(self.page.locator("#entrance[open]")).to_be_visible()
        await self.shot("entrance")
        await self.page.fill("#entrance input", self.name)
        await self.touched(self.page.locator("#entrance button[type=submit]"))
        await expect(self.page.locator("#people")).to_contain_text(self.name)

    async def read_welcome(self) -> None:
        """Put away what a first seat is answered with, whenever it comes."""
        self.welcomes += 1
        await self.shot("welcome")
        await self.touched(self.page.locator("#sheet .shut"))

    async def touched(self, target: Locator) -> None:
        """Tap or click."""
        await (target.tap() if self.touch else target.click())

    async def say(self, text: str) -> None:
        """Type a line at the bottom of the page."""
        await self.page.fill("#say input", text)
        await self.touched(self.page.locator("#say .send"))

    def button(self, verb: Verb, *, within: str = "#messages", arg: str = "") -> Locator:
        """The newest button of this verb that can be pressed."""
        start, end = f"1.{verb}.", f".{arg}" if arg else ""
        chosen = f'[data-token^="{start}"]' + (f'[data-token$="{end}"]' if end else "")
        return self.page.locator(f"{within} {chosen}:enabled").last

    async def press(self, verb: Verb, *, within: str = "#messages", arg: str = "") -> None:
        """Press the newest button of this verb."""
        await self.touched(self.button(verb, within=within, arg=arg))

    async def answer(self, verb: Verb, values: dict[str, str], *, within: str = "#messages") -> None:
        """Press the button without an argument that asks for fields, and fill them in."""
        await self.touched(self.page.locator(f'{within} [data-token^="1.{verb}."][data-token$="."]:enabled').last)
        form = self.page.locator("#sheet form")
        for name, value in values.items():
            one = form.locator(f'[name="{name}"]')
            await (
                one.select_option(value) if await one.evaluate("one => one.tagName") == "SELECT" else one.fill(value)
            )
        await self.shot(f"form-{next(iter(values))}")
        await self.touched(form.locator("button[type=submit]"))

    async def close_sheet(self) -> None:
        """Put the open sheet away."""
        await self.touched(self.page.locator("#sheet .shut"))
        await expect(self.page.locator("#sheet[open]")).to_have_count(0)

    # --- my hand ---

    async def dealt(self) -> None:
        """Wait for my cards."""
        await expect(self.page.locator('body[data-hand="open"] .playable').first).to_be_visible()

    async def row(self, name: str) -> list[str]:
        """The cards that lie in a row, as they are read out."""
        cards = self.page.locator(f'#hand .row[data-row="{name}"] .card')
        return [str(await card.get_attribute("aria-label")) for card in await cards.all()]

    async def indexes(self, place: str) -> list[int]:
        """The indexes of the cards in a row ("front" …) or still in the hand ("")."""
        cards = self.page.locator(f'#hand ol[data-row="{place}"] .playable, #hand li[data-row="{place}"] .playable')
        return [int(str(await card.get_attribute("data-index"))) for card in await cards.all()]

    async def put(self, cards: Sequence[int], row: str) -> None:
        """Touch the cards in the hand, then the row."""
        for index in cards:
            await self.touched(self.page.locator(f'#hand .playable[data-index="{index}"]'))
        await self.touched(self.page.locator(f'#hand li[data-row="{row}"] .row-head'))
        await expect(self.page.locator(f'#hand li[data-row="{row}"] .playable')).to_have_count(len(cards))

    async def arranged(self) -> None:
        """Let the bot arrange, until the cards can be submitted."""
        await self.press(Verb.SUGGEST, within="#hand", arg="most")
        await expect(self.button(Verb.SUBMIT, within="#hand")).to_be_enabled()

    # --- the showdown ---

    async def revealed(self, serial: int) -> dict[str, Any]:
        """Wait until all rows of this opening lie open and the page has checked the record; what it says."""
        verdict = self.page.locator(f'.verdict[data-serial="{serial}"]')
        await expect(verdict).to_have_count(1, timeout=20_000)
        board = self.page.locator("li.board", has=verdict)
        points = await board.locator(".strip .points").all_text_contents()
        return {
            "state": await verdict.get_attribute("data-state"),
            "text": await verdict.text_content(),
            "points": [int(each.replace("−", "-")) for each in points],
            "names": await board.locator(".strip-head .name").all_text_contents(),
            "marks": await board.locator(".strip-head").all_text_contents(),
        }

    async def shot(self, name: str) -> None:
        """Keep a picture in both colours; everything to touch must be large enough on a phone, nothing too wide or tall."""
        await self.page.wait_for_timeout(250)
        device = "phone" if self.touch else "desktop"
        other: Scheme = "dark" if self.scheme == "light" else "light"
        for scheme in (other, self.scheme):
            await self.page.emulate_media(color_scheme=scheme)
            await self.page.screenshot(path=self.shots / f"{name}-{device}-{scheme}.png")
        assert await self.page.evaluate(TOO_WIDE) == [], name
        assert not await self.page.evaluate(TOO_TALL), name
        if self.touch:
            assert await self.page.evaluate(SMALL_TARGETS, LEAST_TARGET) == [], name


async def guest(browser: Browser, name: str, *, shots: Path, touch: bool, **context: Any) -> Guest:
    """A new browser context: a phone in the dark that is touched, or a desktop in the light."""
    scheme: Scheme = "dark" if touch else "light"
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    kind = phone if touch else {"viewport": DESKTOP}
    opened = await browser.new_context(
        **{"locale": "zh-TW", "timezone_id": "Asia/Taipei", "color_scheme": scheme, **kind, **context}
    )
    page = await opened.new_page()
    one = Guest(page, name, shots, touch, scheme)
    await page.add_locator_handler(page.locator('#sheet[open] [data-kind="welcome"]'), one.read_welcome)
    page.on("pageerror", lambda error: one.troubles.append(str(error)))
    page.on("console", lambda said: _note(one, said.type, said.text))
    return one


def _note(one: Guest, kind: str, text: str) -> None:
    """What the browser complains of, but for a server that is away and a header that plain http has no use for."""
    away = re.search(r"WebSocket connection to .* failed|Cross-Origin-Opener-Policy header has been ignored", text)
    if kind in {"error", "warning"} and not away:
        one.troubles.append(text)
