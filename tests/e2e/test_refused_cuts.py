"""A press that the table refuses is no cut: the page raises no alarm about it when it checks the record."""

from pathlib import Path

import pytest

from bot.tokens import Verb
from tests.e2e.serving import Serving

pytest.importorskip("playwright", reason="playwright is not installed; it comes with the extra `test`")

from playwright.async_api import Browser, expect

from tests.e2e.browsing import guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def test_a_banker_who_staked_and_a_guest_who_cut_find_their_records_in_order(
    browser: Browser, serving: Serving, shots: Path
) -> None:
    banker = await guest(browser, "小明", shots=shots, touch=False)
    watcher = await guest(browser, "阿伍", shots=shots, touch=True)
    link = await serving.start()
    await banker.enter(link)
    await watcher.enter(link.split("?")[0])
    await banker.say("/shisanzhi start hongkong 0 600")
    await banker.press(Verb.FILL)
    await banker.press(Verb.STAKE, arg="5")
    await expect(banker.page.locator(".toast.bad")).to_contain_text("莊家")
    await watcher.press(Verb.CUT, arg="1")
    await expect(watcher.page.locator(".toast.bad")).to_be_visible()
    await banker.press(Verb.CUT, arg="2")
    await banker.dealt()
    await banker.arranged()
    await banker.press(Verb.SUBMIT, within="#hand")
    assert (await banker.revealed(1))["state"] == "sound"
    assert (await watcher.revealed(1))["state"] == "sound"
    await watcher.shot("after-a-refused-cut")
    await expect(banker.page.locator(".nonce")).to_have_count(1)
    await expect(watcher.page.locator(".nonce")).to_have_count(0)
