"""The games of thirteen cards on the page itself: a phone of 390 px and a desktop, beside players at the socket."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.tokens import DEAL, Verb
from core.table.opening import may_cut
from tests.e2e import fortune
from tests.e2e.accounts import check_rounds
from tests.e2e.company import Company, said_yes
from tests.e2e.cutting import STAKES
from tests.e2e.reckoning import PACE
from tests.e2e.serving import Serving

pytest.importorskip("playwright", reason="playwright is not installed; it comes with the extra `test`")

from playwright.async_api import Browser, ViewportSize, expect

from tests.e2e.browsing import ROWS, Guest, guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WIDE: ViewportSize = {"width": 390, "height": 844}
Table = tuple[Company, Guest, Guest]
Lay = Callable[[str], Awaitable[Table]]


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    """The game without pauses, on a new database, in which every round holds."""
    own = Serving(tmp_path / "room.db", PACE | {"SHISANZHI_CUT_SECONDS": "30"})
    yield own
    if own.process is not None and own.process.returncode is None:
        assert await own.stop() == 0
    check_rounds(own)


@pytest.fixture
async def lay(browser: Browser, serving: Serving, shots: Path) -> AsyncIterator[Lay]:
    """A table with two players at the socket, somebody with a phone and somebody at a desk, before the first opening."""
    made: list[Table] = []

    async def laid(game: str) -> Table:
        link = await serving.start()
        company = await Company.seated(serving, link, names="甲乙", game=game)
        phone = await guest(browser, "阿嬤", shots=shots, touch=True, viewport=WIDE)
        desk = await guest(browser, "小明", shots=shots, touch=False)
        for one in (phone, desk):
            await one.enter(link.split("?")[0])
            await one.press(Verb.JOIN)
        await expect(desk.page.locator(".board.lobby")).to_contain_text("4/4")
        await both(phone, desk, shot=f"six-{game.split(maxsplit=1)[0]}-lobby")
        await said_yes(company.players[0].press(Verb.START))
        made.append((company, phone, desk))
        return made[-1]

    yield laid
    for company, *guests in made:
        await company.disperse()
        assert [one.troubles for one in guests] == [[], []]


async def both(*guests: Guest, shot: str) -> None:
    for one in guests:
        await one.shot(shot)


async def test_a_special_is_asked_about_and_a_foul_warned_of_on_the_page(lay: Lay) -> None:
    company, phone, desk = await lay("standard 2 120 once")
    await cutting(company, phone, desk, shot="six-standard-cut")
    await company.cut(fortune.holds(company.now(), company.person(phone.name)))
    await expect(phone.page.locator('#hand [data-verb="declare"]').first).to_be_visible()
    await phone.shot("six-standard-special")
    await phone.press(Verb.EDIT, within="#hand")
    await phone.shot("six-standard-own")
    await by_touch(phone)
    await phone.shot("six-standard-arranged")
    await phone.press(Verb.SWAP, within="#hand")
    await phone.press(Verb.SUBMIT, within="#hand")
    await expect(phone.page.locator('#hand [data-token$=".foul"]')).to_be_enabled()
    await phone.shot("six-standard-foul")
    await phone.press(Verb.EDIT, within="#hand")
    await expect(phone.page.locator("#hand .faults")).to_contain_text("相公")
    await phone.shot("six-standard-edit-on")
    await phone.press(Verb.SUBMIT, within="#hand")
    await phone.press(Verb.SUBMIT, within="#hand", arg="foul")
    await expect(phone.page.locator("body[data-hand=folded]")).to_be_visible()
    await played(company, desk)
    found = await shown(phone, desk, serial=1, shot="six-standard-result")
    assert "相公" in found
    await cutting(company, phone, desk, shot="six-standard-cut-2")
    await company.cut(fortune.holds(company.now(), company.person(desk.name)))
    await desk.press(Verb.DECLARE, within="#hand")
    await desk.shot("six-standard-declared")
    await sent(phone)
    await company.play()
    await shown(phone, desk, serial=2, shot="six-standard-result-2")
    await over(phone, desk, shot="six-standard-match")


async def test_seats_are_drawn_and_the_dealer_lets_the_cards_come_on_the_page(lay: Lay) -> None:
    company, phone, desk = await lay("taiwan 1 60 once")
    for number, one in enumerate((phone, desk)):
        await expect(one.page.locator(".board.cutting").last).to_contain_text("抓位")
        await one.shot("six-taiwan-draw")
        await one.press(Verb.CUT, arg=str(3 + number))
    await company.cut()
    await company.opened()
    for one in (phone, desk):
        verdict = one.page.locator('.verdict[data-serial="1"]')
        await expect(verdict).to_have_attribute("data-state", "sound", timeout=20_000)
        await one.page.locator("li.board", has=verdict).evaluate("(board) => board.scrollIntoView()")
        await one.shot("six-taiwan-drawn")
    await cutting(company, phone, desk, shot="six-taiwan-cut")
    await company.cut(fortune.holds(company.now(), company.person(phone.name), "dragon"))
    await phone.dealt()
    await both(phone, desk, shot="six-taiwan-hand")
    await asyncio.gather(sent(phone), sent(desk))
    await company.play()
    assert "一條龍" in await shown(phone, desk, serial=2, shot="six-taiwan-result")
    await over(phone, desk, shot="six-taiwan-match")


async def test_stakes_are_pressed_on_the_page_and_a_special_counts_by_itself(lay: Lay) -> None:
    company, phone, desk = await lay("hongkong 1 120 once")
    await cutting(company, phone, desk, shot="six-hongkong-stake")
    await company.cut(fortune.holds(company.now(), company.person(phone.name)))
    for one in (phone, desk):
        await one.dealt()
        await one.shot("six-hongkong-hand")
        await sent(one)
    await company.play()
    assert "報到" in await shown(phone, desk, serial=1, shot="six-hongkong-result")
    await phone.press(Verb.WHY)
    await expect(phone.page.locator("#sheet[open]")).to_contain_text("報到")
    await phone.shot("six-hongkong-why")
    await phone.close_sheet()
    await over(phone, desk, shot="six-hongkong-match")


async def cutting(company: Company, *guests: Guest, shot: str) -> None:
    """Both pages give to the deal what their seats may."""
    table = await company.opened()
    for one in guests:
        await expect(one.page.locator(f'.board.cutting [data-token*=".{table.serial}."]').first).to_be_visible()
        await one.shot(shot)
        seat = [seat.name for seat in table.seats if seat is not None].index(one.name)
        if table.opening is not None and table.opening.stakes and seat != table.dealer:
            await one.press(Verb.STAKE, arg=str(STAKES[seat]))
        else:
            await one.press(Verb.CUT, arg="2" if may_cut(table, seat) else DEAL)


async def by_touch(one: Guest) -> None:
    """Each card by a touch of its own: the rows that ✨ would make, after they were taken out again."""
    await one.arranged()
    wanted = {row: await one.indexes(row) for row in ROWS}
    await one.press(Verb.CLEAR, within="#hand")
    await expect(one.page.locator("#hand .held .playable")).to_have_count(13)
    for row in ROWS:
        await one.put(wanted[row], row)


async def played(company: Company, *guests: Guest) -> None:
    """Everybody who is left takes a suggestion."""
    await asyncio.gather(company.play(), *(sent(one) for one in guests))


async def sent(one: Guest) -> None:
    await one.arranged()
    await one.press(Verb.SUBMIT, within="#hand")


async def shown(*guests: Guest, serial: int, shot: str) -> str:
    """All rows lie open, and both pages have checked the record; what the board says."""
    for one in guests:
        found = await one.revealed(serial)
        assert found["state"] == "sound", found
        assert sum(found["points"]) == 0, found
        await one.shot(shot)
    board = guests[0].page.locator("li.board", has=guests[0].page.locator(f'.verdict[data-serial="{serial}"]'))
    return str(await board.text_content())


async def over(*guests: Guest, shot: str) -> None:
    for one in guests:
        await expect(one.page.locator(".board.match")).to_be_visible()
        await one.page.locator(".board.match").scroll_into_view_if_needed()
        await one.shot(shot)
