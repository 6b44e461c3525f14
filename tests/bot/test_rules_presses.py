"""Chapters of the rules by their buttons, whoever presses them and wherever they stand."""

from pathlib import Path

import pytest

from bot.screens.rules import chapters
from bot.tokens import Token, Verb, parse, show
from core.rules import RULE_SETS
from tests.bot.screens.walk import buttons, keys
from tests.fakes import house, refused
from tests.tables import PEOPLE


def rules_button(arg: str) -> str:
    return show(Token(Verb.RULES, arg=arg))


@pytest.mark.parametrize("rule_set", RULE_SETS)
async def test_every_chapter_of_a_game_opens_by_the_buttons_of_the_one_before(tmp_path: Path, rule_set: str):
    async with house(tmp_path) as game:
        await game.begin(1)
        waiting, seen = [rules_button(rule_set)], set()
        while waiting:
            token = waiting.pop()
            seen.add(parse(token).arg)
            said = await game.press(PEOPLE[3], token)
            assert said.screen is not None
            assert said.screen.kind == "rules"
            found = [each.token for each in buttons(said.screen) if parse(each.token).arg.startswith(rule_set)]
            waiting += [each for each in found if parse(each).arg not in {*seen, *(parse(one).arg for one in waiting)}]
        assert seen == {f"{rule_set}-{code}" if code else rule_set for code in chapters(RULE_SETS[rule_set])}


async def test_a_button_from_before_there_were_chapters_shows_the_overview(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(1)
        for arg in ("", "joker"):
            said = await game.press(PEOPLE[0], rules_button(arg))
            assert said.screen is not None
            assert "rules/ladder" in keys(said.screen)


async def test_a_chapter_that_a_game_has_not_is_forged_and_a_game_that_is_unknown_is_unread(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(1)
        for arg in ("international-specials", "joker-nothing", "joker-examples-9"):
            assert (await refused(game.press(PEOPLE[0], rules_button(arg)))).code == "press/forged"
        assert (await refused(game.press(PEOPLE[0], rules_button("nothing-play")))).code == "settings/unread"
