"""What a person chooses for themselves, and the wish to be called."""

from functools import partial
from pathlib import Path

import pytest

from bot.screens.model import Name, Screen
from bot.service import Reply
from bot.tokens import Token, Verb, show
from core.ids import PersonId
from core.table import commands as c
from core.table.model import Options
from storage import people
from tests.fakes import ADMIN, ELSEWHERE, PEOPLE, House, buttons, house, refused, token

SOMEBODY = c.Actor(PersonId("discord:5"), "明")
NOTIFY = show(Token(Verb.NOTIFY))


def own(arg: str = "") -> str:
    return show(Token(Verb.OWN, arg=arg))


def said(reply: Reply) -> str:
    assert reply.toast is not None
    return reply.toast.key


async def known(game: House, person: PersonId) -> people.Player:
    found = await game.database.read(partial(people.player, person=person))
    assert found is not None
    return found


async def test_from_ones_own_figures_everything_is_one_press_away(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        figures = (await game.say(SOMEBODY, "/me")).screen
        assert figures is not None
        screen = (await game.press(SOMEBODY, token(figures, "own"))).screen
        assert screen is not None
        assert {"hand-auto", "hand-dm", "hand-button", "coach-on", "coach-off", "nudges-on", "nudges-off"} < set(
            buttons(screen)
        )
        for key, name, value in (
            ("hand-button", "hand_by", "button"),
            ("coach-off", "coach", False),
            ("nudges-off", "nudges", False),
        ):
            reply = await game.press(SOMEBODY, token(screen, key))
            assert said(reply) == "own/done"
            assert getattr(await known(game, SOMEBODY.person), name) == value
            assert reply.screen is not None
            assert not buttons(reply.screen)[key].enabled
        await game.press(SOMEBODY, own("language-en"))
        assert await known(game, SOMEBODY.person) == people.Player(
            SOMEBODY.person, "明", "en", coach=False, hand_by="button", nudges=False
        )


async def test_on_a_page_of_the_room_the_hand_has_no_other_way(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        screen = (await game.press(PEOPLE[0], own())).screen
        assert screen is not None
        assert not [key for key in buttons(screen) if key.startswith("hand")]
        assert (await refused(game.press(PEOPLE[0], own("hand-dm")))).code == "press/forged"


async def test_on_telegram_the_hand_comes_to_the_private_chat_whatever_was_chosen_elsewhere(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        anna = c.Actor(PersonId("telegram:7"), "安")
        screen = (await game.press(anna, own())).screen
        assert screen is not None
        assert not [key for key in buttons(screen) if key.startswith("hand")]


@pytest.mark.parametrize("arg", ["hand-mail", "hand", "coach-maybe", "nudges-", "language-xx", "name-x", "-on"])
async def test_what_no_button_offers_is_refused(tmp_path: Path, arg: str):
    async with house(tmp_path, works=False) as game:
        assert (await refused(game.press(SOMEBODY, own(arg)))).code == "press/forged"


async def test_the_hand_that_a_person_holds_is_worded_anew_in_their_language(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        await game.deal(2)
        before = [address.person for _, address in game.platform.calls].count(PEOPLE[0].person)
        await game.press(PEOPLE[0], own("language-en"))
        await game.quiet()
        await game.say(PEOPLE[0], "/language zh-TW")
        await game.quiet()
        assert [address.person for _, address in game.platform.calls].count(PEOPLE[0].person) == before + 2


async def calls(game: House) -> list[Screen]:
    await game.quiet()
    return [sent.screen for sent in game.platform.messages.values() if sent.screen.kind == "call"]


async def end(game: House) -> None:
    await game.do(PEOPLE[0], c.End())


async def test_who_wished_it_is_called_once_when_the_next_table_opens(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(1)
        await game.quiet()
        notify = token(game.platform.shown("lobby"), "notify")
        for person in PEOPLE[1:3]:
            assert said(await game.press(person, notify)) == "notify/on"
        assert said(await game.press(PEOPLE[0], notify)) == "notify/on"
        assert await calls(game) == []
        await end(game)
        await game.say(PEOPLE[0], "/start")
        (called,) = await calls(game)
        assert called.ping == (PEOPLE[1].person, PEOPLE[2].person)
        assert not called.silent
        assert called.blocks[0].text.facts == {"names": (Name(PEOPLE[1].name), Name(PEOPLE[2].name))}  # type: ignore[union-attr]
        await end(game)
        await game.say(PEOPLE[0], "/start")
        assert len(await calls(game)) == 1


async def test_a_second_press_takes_the_wish_back_and_the_same_press_twice_is_one(tmp_path: Path):
    async with house(tmp_path) as game:
        assert said(await game.press(PEOPLE[1], NOTIFY, key="one")) == "notify/on"
        assert said(await game.press(PEOPLE[1], NOTIFY, key="one")) == "notify/on"
        assert said(await game.press(PEOPLE[1], NOTIFY, key="two")) == "notify/cancelled"
        assert said(await game.press(PEOPLE[1], NOTIFY, key="two")) == "notify/cancelled"
        await game.say(PEOPLE[0], "/start")
        assert await calls(game) == []


async def test_a_wish_is_for_one_chat(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.service.press(PEOPLE[1], ELSEWHERE, NOTIFY, {}, press="there")
        await game.say(PEOPLE[0], "/start")
        assert await calls(game) == []
        await game.service.open(PEOPLE[2], ELSEWHERE, Options(), press="o")
        assert [screen.ping for screen in await calls(game)] == [(PEOPLE[1].person,)]


@pytest.mark.parametrize("turned", ["pings-none", "quiet-on"])
async def test_where_nobody_is_called_no_wish_is_taken_and_older_ones_wait(tmp_path: Path, turned: str):
    async with house(tmp_path) as game:
        await game.press(PEOPLE[1], NOTIFY)
        await game.press(ADMIN, show(Token(Verb.CHANGE, arg=turned)))
        assert (await refused(game.press(PEOPLE[2], NOTIFY))).code == "notify/off"
        await game.say(PEOPLE[0], "/start")
        assert await calls(game) == []
        usual = {"pings-none": "pings-waiting", "quiet-on": "quiet-off"}[turned]
        await game.press(ADMIN, show(Token(Verb.CHANGE, arg=usual)))
        await end(game)
        await game.say(PEOPLE[0], "/start")
        assert [screen.ping for screen in await calls(game)] == [(PEOPLE[1].person,)]


async def test_a_call_that_could_not_go_out_at_once_calls_nobody_when_all_have_wished_anew(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        await game.press(PEOPLE[1], NOTIFY)
        await game.say(PEOPLE[0], "/start")
        await game.press(PEOPLE[1], NOTIFY)
        game.worker.start()
        assert await calls(game) == []
