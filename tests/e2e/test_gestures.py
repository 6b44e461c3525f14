"""The ways to move a card, and what the page says to odd input, with a mouse and with a finger."""

import json
import re

import pytest

from bot.tokens import Verb
from tests.e2e.serving import Serving

pytest.importorskip("playwright", reason="playwright is not installed; it comes with the extra `test`")

from pathlib import Path

from playwright.async_api import Browser, expect

from tests.e2e.browsing import Guest, guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPT = "<script>alert(1)</script>"


async def dealt_alone(browser: Browser, serving: Serving, *, shots: Path, touch: bool) -> Guest:
    """Somebody with cards in hand, three computers and all the time they want."""
    one = await guest(browser, "小美", shots=shots, touch=touch)
    await one.enter(await serving.start())
    await one.say("/shisanzhi start joker 1 600 once")
    await one.press(Verb.FILL)
    await one.press(Verb.CUT, arg="1")
    await one.dealt()
    return one


async def test_a_card_is_dragged_into_a_row_to_another_row_and_back(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await dealt_alone(browser, serving, shots=shots, touch=False)
    card = (await one.indexes(""))[3]
    target = one.page.locator(f'#hand .playable[data-index="{card}"]')
    for place in ("middle", "front", ""):
        end = one.page.locator(f'#hand li[data-row="{place}"]' if place else "#hand .held")
        box = await end.bounding_box()
        assert box
        await target.hover()
        await one.page.mouse.down()
        await one.page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2, steps=6)
        await one.page.mouse.up()
        await expect(one.page.locator(f'#hand [data-row="{place}"] .playable[data-index="{card}"]')).to_be_visible()
        await one.page.wait_for_timeout(700)
        assert card in await one.indexes(place)
    assert await one.indexes("front") == await one.indexes("middle") == []
    assert one.troubles == []


async def test_a_row_that_was_touched_first_takes_cards_one_by_one_and_a_second_touch_takes_one_out(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await dealt_alone(browser, serving, shots=shots, touch=True)
    await one.touched(one.page.locator('#hand li[data-row="back"] .slot').first)
    await one.shot("aimed")
    wanted = (await one.indexes(""))[:6]
    for index in wanted:
        await one.touched(one.page.locator(f'#hand .playable[data-index="{index}"]'))
    await expect(one.page.locator('#hand li[data-row="back"] .playable')).to_have_count(5)
    await expect(one.page.locator('#hand li[data-row="middle"] .playable')).to_have_count(1)
    await expect(one.page.locator('#hand li[data-row="back"] .row-class')).not_to_be_empty()
    out = one.page.locator(f'#hand li[data-row="middle"] .playable[data-index="{wanted[5]}"]')
    await one.touched(one.page.locator('#hand li[data-row="middle"] .slot').first)
    await one.touched(out)
    await one.touched(out)
    await expect(one.page.locator('#hand li[data-row="middle"] .playable')).to_have_count(0)
    await one.page.wait_for_timeout(700)
    assert set(await one.indexes("back")) == set(wanted[:5])
    await one.touched(one.page.locator("#hand .bar"))
    await expect(one.page.locator("body[data-hand=folded]")).to_be_visible()
    await one.press(Verb.HAND)
    await expect(one.page.locator("body[data-hand=open]")).to_be_visible()
    assert one.troubles == []


async def test_the_rows_of_a_phone_stay_where_they_are_while_cards_leave_the_hand(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await dealt_alone(browser, serving, shots=shots, touch=True)
    back = one.page.locator('#hand .row[data-row="back"]')
    before = await back.bounding_box()
    for row, count in (("middle", 5), ("front", 3)):
        await one.put((await one.indexes(""))[:count], row)
        await one.page.wait_for_timeout(300)
        assert await back.bounding_box() == before
    await one.shot("half-arranged")
    assert one.troubles == []


async def test_the_title_of_an_english_hand_without_a_deadline_is_whole_on_a_phone(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await guest(browser, "Ann", shots=shots, touch=True, locale="en-GB")
    await one.enter(await serving.start())
    await one.say("/shisanzhi start joker 16 0")
    await one.press(Verb.FILL)
    await one.press(Verb.CUT, arg="1")
    await one.dealt()
    title = one.page.locator("#hand .bar-title")
    await expect(title).to_have_text("Your hand · round 1/16")
    assert await title.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert one.troubles == []


async def test_an_impossible_name_is_refused_and_a_hostile_one_is_only_text(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await guest(browser, SCRIPT, shots=shots, touch=False)
    await one.page.goto(await serving.start())
    for odd in ("   ", "\u202e\u200b"):
        await one.page.fill("#entrance input", odd)
        await one.page.click("#entrance button[type=submit]")
        await expect(one.page.locator("#entrance .problem")).not_to_be_empty()
    await one.shot("name-refused")
    await one.page.fill("#entrance input", SCRIPT[:24])
    await one.page.click("#entrance button[type=submit]")
    await expect(one.page.locator("#people")).to_contain_text(SCRIPT[:20])
    await one.say("/shisanzhi start joker 1")
    await expect(one.page.locator(".board.lobby")).to_contain_text(SCRIPT[:20])
    assert await one.page.locator("#messages script").count() == 0
    await one.say("/nonsense")
    await expect(one.page.locator(".toast.bad")).to_contain_text("nonsense")
    assert one.troubles == []


async def test_two_tabs_of_one_person_show_the_same_hand_and_another_language_everything_anew(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await dealt_alone(browser, serving, shots=shots, touch=False)
    second = await one.page.context.new_page()
    other = Guest(second, one.name, shots, touch=False)
    await second.goto(one.page.url)
    await other.dealt()
    cards = (await one.indexes(""))[:2]
    await one.put(cards, "back")
    await expect(second.locator('#hand li[data-row="back"] .playable')).to_have_count(2)
    await second.select_option("#language", "en")
    for page in (one.page, second):
        await expect(page.locator("html")).to_have_attribute("lang", "en")
        await expect(page.locator('[data-menu="rules"]')).to_have_text("Rules")
    assert await other.indexes("back") == list(cards)


async def test_a_page_that_is_never_welcomed_says_why(browser: Browser, serving: Serving, shots: Path) -> None:
    one = await guest(browser, "小美", shots=shots, touch=True)
    sentence = "房間滿了，等一下再來。"
    goodbye = json.dumps({"type": "bye", "reason": "web/full", "text": sentence})
    await one.page.route_web_socket(re.compile("/socket$"), lambda socket: socket.send(goodbye))
    await one.page.goto(await serving.start())
    await expect(one.page.locator("#signal")).to_have_text(sentence)
    assert one.troubles == []


async def test_a_page_that_has_lost_its_cookie_is_told_to_allow_it(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await guest(browser, "小美", shots=shots, touch=True)
    await one.enter(await serving.start())
    await one.page.context.clear_cookies()
    await serving.stop()
    await expect(one.page.locator("#signal")).not_to_be_empty()
    await serving.start()
    await expect(one.page.locator("#signal")).to_contain_text("Cookie", timeout=20_000)
    await one.shot("no-cookie")


async def test_a_room_without_a_table_says_so_and_offers_one_again_once_a_table_has_ended(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await guest(browser, "小美", shots=shots, touch=True)
    await one.enter(await serving.start())
    offer = one.page.locator('[data-menu="open"]')
    await expect(one.page.locator("#messages")).to_have_attribute("data-empty", re.compile("開桌"))
    await one.shot("empty-room")
    await one.say("/shisanzhi start joker 1 600 once")
    await expect(offer).to_be_hidden()
    await one.press(Verb.FILL)
    await one.press(Verb.CUT, arg="1")
    await one.dealt()
    await one.arranged()
    await one.press(Verb.SUBMIT, within="#hand")
    await expect(one.page.locator(".board.match")).to_be_visible()
    await expect(one.page.locator(".strip").first).to_be_in_viewport()
    await one.press(Verb.END)
    await expect(offer).to_be_visible()
    await one.touched(offer)
    await expect(one.page.locator(".board.lobby")).to_have_count(2)
    assert one.troubles == []


async def test_a_refused_form_stays_open_with_the_reason_and_all_that_was_entered(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    one = await guest(browser, "小美", shots=shots, touch=True)
    await one.enter(await serving.start())
    await one.say("/shisanzhi start")
    await one.press(Verb.SETTINGS)
    await one.answer(Verb.CONFIGURE, {"rule_set": "bonus", "rounds": "3", "seconds": "5"}, within="#sheet")
    form = one.page.locator("#sheet[open] form")
    await expect(form.locator(".problem")).to_contain_text("30–600")
    assert await form.locator('[name="rounds"]').input_value() == "3"
    await one.shot("form-refused")
    await form.locator('[name="seconds"]').fill("60")
    await one.touched(form.locator("button[type=submit]"))
    await expect(one.page.locator("#sheet[open]")).to_have_count(0)
    await expect(one.page.locator(".board.lobby")).to_contain_text("60 秒")
    assert one.troubles == []
