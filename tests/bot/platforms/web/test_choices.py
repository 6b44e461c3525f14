"""The browser room with the real service: the settings of a room, one's own, and being called there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.i18n import catalog
from bot.tokens import Token, Verb, show
from tests.bot.platforms.web.test_game import Room, opened
from tests.fakes import FakeClock
from tests.visitors import tokens_of

OWN_ENGLISH = show(Token(Verb.OWN, arg="language-en"))
NOTIFY = show(Token(Verb.NOTIFY))


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened(tmp_path, FakeClock()) as made:
        yield made


async def test_a_language_chosen_by_a_button_changes_all_pages_of_its_person(room: Room):
    visitor, other = await room.enter("小明"), await room.enter("阿嬤")
    screen = (await visitor.press(show(Token(Verb.OWN))))["screen"]
    assert OWN_ENGLISH in tokens_of(screen)

    answer = await visitor.press(OWN_ENGLISH)

    assert answer["toast"] == catalog("en").text("own/done")
    await visitor.until(lambda: visitor.welcome["language"] == "en")
    assert other.welcome["language"] == "zh-TW"


async def test_who_wished_it_is_rung_for_when_a_table_opens_in_the_room(room: Room):
    one, two = await room.enter("小明"), await room.enter("阿嬤")
    assert (await two.press(NOTIFY))["toast"] == catalog("zh-TW").text("notify/on")

    assert (await one.say("/shisanzhi start"))["ok"] is True

    for visitor, rings in ((one, False), (two, True)):
        await visitor.until(lambda: [screen["kind"] for screen in visitor.screens] == ["lobby", "call"])  # noqa: B023
        assert visitor.screens[-1]["ping"] is rings
        assert visitor.screens[0]["ping"] is False


async def test_a_visitor_is_told_that_only_the_admin_may(room: Room):
    visitor = await room.enter("小明")
    refused = await visitor.say("/shisanzhi settings")
    assert (refused["ok"], refused["toast"]) == (False, catalog("zh-TW").text("perm/admin-only"))
    forged = await visitor.press(show(Token(Verb.CHANGE, arg="pings-none")))
    assert (forged["ok"], forged["toast"]) == (False, catalog("zh-TW").text("perm/lost"))
