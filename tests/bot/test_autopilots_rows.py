"""What the autopilot played is a suggestion too: a table that suggests nothing keeps it, any other notes who took it."""

from functools import partial
from pathlib import Path

import pytest

from bot.screens.model import Screen
from bot.tokens import Token, Verb, show
from core.table import commands as c
from core.table.model import By, Options
from core.table.view import hand_view
from tests import tables
from tests.bot.screens.walk import keys
from tests.fakes import CHAT, PEOPLE, House, buttons, house, panel, refused


async def taken_back(game: House, hints: str) -> tuple[Screen, Screen]:
    """Let the computer play, then ask to change what it played: both panels."""
    await game.begin(2, Options(rounds=2, hints=hints))
    table = await game.deal(2)
    key = partial(Token, table=table.id, serial=1)
    asleep = (await game.press(PEOPLE[0], show(key(Verb.AUTOPILOT)))).screen
    awake = (await game.press(PEOPLE[0], show(key(Verb.EDIT)))).screen
    assert asleep is not None
    assert awake is not None
    return asleep, awake


async def test_a_table_without_suggestions_shows_nobody_what_the_autopilot_played(tmp_path: Path):
    async with house(tmp_path) as game:
        asleep, awake = await taken_back(game, "off")
        for screen in (asleep, awake):
            assert [row.cards for row in panel(screen).rows] == [(), (), ()]
        assert panel(asleep).submitted
        assert "hand/by-computer" not in keys(asleep)
        assert not panel(awake).submitted
        assert all(card.tokens for card in panel(awake).cards)
        table = await game.table()
        submit = show(Token(Verb.SUBMIT, table.id, 1))
        assert (await refused(game.press(PEOPLE[0], submit))).code == "arrange/incomplete"
        assert table.deal is not None
        assert table.deal.plays[0].rows == table.deal.fallbacks[0]  # it counts until something else is submitted
        assert await game.service.hand(PEOPLE[0].person, CHAT) == awake


async def test_one_can_arrange_and_submit_after_the_autopilot_without_suggestions(tmp_path: Path):
    async with house(tmp_path) as game:
        await taken_back(game, "off")
        table = await game.table()
        assert table.deal is not None
        rows = table.deal.fallbacks[1]
        assert (await refused(game.say(PEOPLE[0], f"/arrange {rows}"))).code.startswith("arrange/")
        await game.say(PEOPLE[0], f"/arrange {table.deal.fallbacks[0]}")
        deal = (await game.table()).deal
        assert deal is not None
        assert (deal.plays[0].by, deal.plays[0].hinted) == (By.PERSON, False)


@pytest.mark.parametrize("hints", ["classes", "on"])
async def test_who_takes_over_what_the_autopilot_played_had_help(tmp_path: Path, hints: str):
    async with house(tmp_path) as game:
        asleep, awake = await taken_back(game, hints)
        assert "hand/by-computer" in keys(asleep)
        assert [len(row.cards) for row in panel(awake).rows] == [3, 5, 5]
        await game.press(PEOPLE[0], buttons(awake)["submit"].token)
        deal = (await game.table()).deal
        assert deal is not None
        assert (deal.plays[0].by, deal.plays[0].hinted) == (By.PERSON, True)


async def test_changing_ones_own_rows_is_no_help(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        assert table.deal is not None
        await game.say(PEOPLE[0], f"/arrange {table.deal.fallbacks[0]}")
        edited = (await game.press(PEOPLE[0], show(Token(Verb.EDIT, table.id, 1)))).screen
        assert edited is not None
        await game.press(PEOPLE[0], buttons(edited)["swap"].token)
        await game.press(PEOPLE[0], buttons(edited)["swap"].token)
        again = await game.press(PEOPLE[0], buttons(edited)["submit"].token)
        assert again.toast is not None
        assert again.toast.key == "arrange/same"
        deal = (await game.table()).deal
        assert deal is not None
        assert not deal.plays[0].hinted


@pytest.mark.parametrize(("hints", "seen"), [("on", True), ("classes", True), ("off", False)])
def test_only_the_rows_that_a_person_submitted_are_always_theirs_to_see(hints: str, *, seen: bool):
    played = tables.dealt(options=Options(hints=hints))
    played.do(c.Autopilot(played.table.serial), tables.PEOPLE[0])
    played.do(c.Submit(played.table.serial, played.suggestion(1)), tables.PEOPLE[1])
    views = [hand_view(played.table, seat) for seat in (0, 1)]
    assert [view is not None and view.rows != "" for view in views] == [seen, True]
