"""What the page suggests while a hand is arranged, and what the coach says after the round, on a phone and a desktop."""

import re
from pathlib import Path

import pytest

from bot.tokens import Verb
from tests.e2e.serving import Serving

pytest.importorskip("playwright", reason="playwright is not installed; it comes with the extra `test`")

from playwright.async_api import Browser, Locator, expect

from tests.e2e.browsing import ROWS, Guest, guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SETTLED = 700
SIZES = {"front": 3, "middle": 5, "back": 5}
FITS = "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('.hand-body'))"
EARLY = "() => document.querySelector('.reveal')?.dataset.step !== '3' && document.querySelector('[data-kind=coach]')"
COVERED = """() => {
  const [chat, hand] = ["#chat", "#hand"].map((name) => document.querySelector(name).getBoundingClientRect());
  return chat.bottom - hand.top;
}"""


async def sitting_alone(browser: Browser, serving: Serving, *, shots: Path, touch: bool) -> Guest:
    """Somebody at a table of 鬼牌 with all the time they want, before the first computer sits down."""
    one = await guest(browser, "小美", shots=shots, touch=touch)
    await one.enter(await serving.start())
    await one.say("/shisanzhi start joker 8 600")
    await expect(one.page.locator(".board.lobby")).to_be_visible()
    return one


async def deal(one: Guest, *, serial: int) -> None:
    """Cut, and wait for the cards of this opening."""
    await expect(one.page.locator(f'.board.cutting [data-token*=".{serial}."]').first).to_be_visible(timeout=20_000)
    await one.press(Verb.CUT, arg="1")
    await one.dealt()


async def open_list(one: Guest, row: str) -> Locator:
    """Touch the title of a row; the choices in the list that opens."""
    await one.touched(one.page.locator(f'#hand li[data-row="{row}"] .row-head'))
    picks = one.page.locator("#sheet[open] .pick")
    await expect(picks.first).to_be_visible()
    return picks


async def pick(one: Guest, row: str, *, number: int) -> str:
    """Fill a row with a choice of its list; the class that the list names."""
    chosen = (await open_list(one, row)).nth(number)
    label = str(await chosen.locator(".pick-label").text_content())
    cards = [str(await card.get_attribute("aria-label")) for card in await chosen.locator(".card").all()]
    await one.touched(chosen)
    await expect(one.page.locator("#sheet[open]")).to_have_count(0)
    await one.page.wait_for_timeout(SETTLED)
    laid = [card.partition("，")[0] for card in await one.row(row)]
    assert sorted(laid) == sorted(cards)
    await expect(one.page.locator(f'#hand li[data-row="{row}"] .row-class')).to_have_text(label)
    return label


async def submit(one: Guest, *, serial: int) -> None:
    """Submit, and watch the rows being turned over: the coach is silent until the last one lies open."""
    await one.press(Verb.SUBMIT, within="#hand")
    await expect(one.page.locator('.reveal[data-step="2"]').last).to_be_visible(timeout=20_000)
    assert not await one.page.evaluate(EARLY)
    await one.revealed(serial)


def coach(one: Guest) -> Locator:
    """The coach's card."""
    return one.page.locator('#hand[data-kind="coach"]')


async def test_a_phone_plays_by_suggestion_by_picks_and_by_mending_and_hears_the_coach_until_it_is_sent_away(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await sitting_alone(browser, serving, shots=shots, touch=True)
    await one.press(Verb.FILL)
    await by_suggestion(one)
    await the_coach_leaves_the_result_in_sight(one, serial=1)
    await by_picks(one)
    await the_coach_leaves_the_result_in_sight(one, serial=2)
    serial = await until_something_was_lost(one, serial=3)
    await both_arrangements(one)
    await by_mending(one, serial=serial)
    await no_coach_any_more(one)
    assert one.troubles == []


async def by_suggestion(one: Guest) -> None:
    """✨, and it can be submitted: the line below the rows says what it is worth."""
    await deal(one, serial=1)
    offered = one.page.locator('#hand [data-verb="suggest"]')
    assert 1 <= await offered.count() <= 4
    tops = await offered.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, "one line"
    assert await one.page.evaluate(FITS)
    await one.shot("hints-hand")
    await one.press(Verb.SUGGEST, within="#hand", arg="most")
    await expect(one.page.locator("#hand .state")).to_contain_text(re.compile(r"平均.*[+−]?\d+\.\d\d.*被打槍 \d+%"))
    await one.shot("hints-suggested")
    await submit(one, serial=1)


async def the_coach_leaves_the_result_in_sight(one: Guest, *, serial: int) -> None:
    """Folded below the board at first; opened it takes its own place, and never lies on the board."""
    await expect(coach(one).locator(".bar-title")).to_contain_text("🧑‍🏫")
    await expect(one.page.locator("body")).to_have_attribute("data-hand", "folded")
    await one.shot(f"hints-coach-folded-{serial}")
    board = one.page.locator("li.board", has=one.page.locator(f'.verdict[data-serial="{serial}"]'))
    await expect(board.locator(".heading").first).to_be_in_viewport()
    assert await one.page.evaluate(COVERED) <= 0
    await one.touched(coach(one).locator(".bar"))
    await expect(coach(one).locator(".hand-lines .line").first).to_be_visible()
    assert await coach(one).locator(".hand-lines .line").count() <= 2
    assert await one.page.evaluate(COVERED) <= 0
    await expect(board.locator(".heading").first).to_be_in_viewport()
    await one.shot(f"hints-coach-{serial}")
    await one.touched(coach(one).locator(".bar"))


async def by_picks(one: Guest) -> None:
    """The back and the middle from their lists; the front fills itself."""
    await deal(one, serial=2)
    await expect(one.page.locator("#hand")).to_have_attribute("data-kind", "hand")
    picks = await open_list(one, "back")
    assert 1 <= await picks.count() <= 24
    await expect(picks.locator(".pick-worth")).to_have_count(await picks.count())
    await one.shot("hints-picks")
    await one.close_sheet()
    await pick(one, "back", number=-1)
    await one.shot("hints-back")
    await open_list(one, "back")
    await expect(one.page.locator('#sheet .pick[aria-current="true"]')).to_have_count(1)
    await one.close_sheet()
    await pick(one, "middle", number=0)
    for row in ROWS:
        assert len(await one.indexes(row)) == SIZES[row]
    await expect(one.page.locator('#hand li[data-row="front"] .row-class')).to_contain_text("自動")
    await expect(one.button(Verb.SUBMIT, within="#hand")).to_be_enabled()
    await one.shot("hints-picked")
    await open_list(one, "back")
    await one.touched(one.page.locator("#sheet [data-empties]"))
    await expect(one.page.locator('#hand li[data-row="back"] .playable')).to_have_count(0)
    await one.page.wait_for_timeout(SETTLED)
    assert await one.indexes("back") == []
    await pick(one, "back", number=0)
    await submit(one, serial=2)


async def until_something_was_lost(one: Guest, *, serial: int) -> int:
    """Take the last choices of the lists until the coach has something better; the number of the next opening."""
    while not await one.page.locator(f'#hand [data-token^="1.{Verb.BOTH}."]').count():
        assert serial < 8, "six rounds of last choices, and each was the best"
        await deal(one, serial=serial)
        for row in ("back", "middle"):
            await pick(one, row, number=-1)
        await submit(one, serial=serial)
        await expect(coach(one)).to_be_visible()
        serial += 1
    return serial


async def both_arrangements(one: Guest) -> None:
    """The coach's two lines, and behind a button both arrangements."""
    await one.touched(coach(one).locator(".bar"))
    await expect(coach(one).locator(".hand-lines .line")).to_have_count(2)
    await one.shot("hints-coach-of-two")
    await one.press(Verb.BOTH, within="#hand")
    await expect(one.page.locator("#sheet[open] .card").nth(12)).to_be_visible()
    await one.shot("hints-both")
    await one.close_sheet()
    await one.press(Verb.WHY)
    await expect(one.page.locator("#sheet[open]")).to_contain_text("🧑‍🏫")
    await one.shot("hints-why")
    await one.close_sheet()


async def by_mending(one: Guest, *, serial: int) -> None:
    """Middle and back the wrong way round: 對調 stands in the place of 送出 until it is pressed."""
    await deal(one, serial=serial)
    await one.arranged()
    await one.press(Verb.SWAP, within="#hand")
    await expect(one.page.locator("#hand .faults")).to_contain_text("相公")
    await expect(one.page.locator('#hand [data-verb="submit"]')).to_have_count(0)
    await one.shot("hints-foul")
    await one.touched(one.page.locator('#hand li[data-row="front"] .row-head'))
    await expect(one.page.locator(".toast")).to_contain_text("頭墩就沒得挑了")
    await one.press(Verb.SWAP, within="#hand")
    await expect(one.button(Verb.SUBMIT, within="#hand")).to_be_enabled()
    await expect(one.page.locator("#hand .faults li")).to_have_count(0)
    await one.shot("hints-mended")
    await submit(one, serial=serial)


async def no_coach_any_more(one: Guest) -> None:
    """One press, and the card is gone, also after the page is loaded again."""
    await expect(coach(one).locator(".bar-title")).to_contain_text("🧑‍🏫")
    await one.touched(coach(one).locator(".bar"))
    await one.press(Verb.COACH, within="#hand", arg="off")
    await expect(one.page.locator(".toast")).to_contain_text("不再講評")
    await expect(coach(one)).to_have_count(0)
    await one.page.reload()
    await expect(one.page.locator(".board.cutting, .board.match").last).to_be_visible()
    await one.page.wait_for_timeout(SETTLED)
    await expect(coach(one)).to_have_count(0)
    await expect(one.page.locator("body")).to_have_attribute("data-hand", "none")


async def test_a_desktop_picks_with_the_keyboard_and_reads_the_coach_beside_the_board(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await sitting_alone(browser, serving, shots=shots, touch=False)
    await one.press(Verb.FILL)
    await deal(one, serial=1)
    assert await one.page.evaluate(FITS)
    await one.shot("hints-hand")
    keys = one.page.keyboard
    for row in ("back", "middle"):
        await one.page.locator(f'#hand li[data-row="{row}"] .row-head').focus()
        await keys.press("Enter")
        await expect(one.page.locator("#sheet[open] .pick").first).to_be_visible()
        await one.shot(f"hints-picks-{row}")
        await keys.press("Escape")
        await expect(one.page.locator("#sheet[open]")).to_have_count(0)
        await expect(one.page.locator(f'#hand li[data-row="{row}"] .row-head')).to_be_focused()
        await keys.press("Enter")
        await one.page.locator("#sheet[open] .pick").first.focus()
        await keys.press("Enter")
        await expect(one.page.locator(f'#hand li[data-row="{row}"] .playable')).to_have_count(SIZES[row])
        await one.page.wait_for_timeout(SETTLED)
    await expect(one.button(Verb.SUBMIT, within="#hand")).to_be_enabled()
    await one.shot("hints-picked")
    await submit(one, serial=1)
    await expect(coach(one).locator(".hand-lines .line").first).to_be_visible()
    await one.shot("hints-coach")
    assert one.troubles == []


@pytest.mark.parametrize("hints", ["classes", "off"])
async def test_a_table_can_suggest_only_classes_or_nothing(
    hints: str, browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await sitting_alone(browser, serving, shots=shots, touch=True)
    await one.press(Verb.SETTINGS)
    await one.answer(Verb.CONFIGURE, {"hints": hints, "level": "hard"}, within="#sheet")
    await expect(one.page.locator("#sheet[open]")).to_have_count(0)
    await expect(one.page.locator(".board.lobby")).to_contain_text("困難")
    await one.press(Verb.FILL)
    await deal(one, serial=1)
    await expect(one.page.locator('#hand [data-verb="suggest"]')).to_have_count(0)
    await one.shot(f"hints-{hints}")
    back = one.page.locator('#hand li[data-row="back"] .row-head')
    if hints == "classes":
        picks = await open_list(one, "back")
        await expect(picks.locator(".pick-worth")).to_have_count(0)
        await one.shot(f"hints-{hints}-picks")
        await one.close_sheet()
        await pick(one, "back", number=0)
        await pick(one, "middle", number=0)
        await expect(one.page.locator("#hand .state")).not_to_contain_text("平均")
        await submit(one, serial=1)
    else:
        await one.touched(back)
        await expect(back).to_have_attribute("aria-pressed", "true")
        await expect(one.page.locator("#sheet[open]")).to_have_count(0)
        await one.touched(one.page.locator("#hand .held .playable").first)
        await expect(one.page.locator('#hand li[data-row="back"] .playable')).to_have_count(1)
    assert one.troubles == []
