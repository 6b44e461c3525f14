"""Options of the games as people type them, fill them into forms, and as chats keep them."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.i18n import catalog, languages
from bot.options import read_options
from bot.presses import configured
from bot.special_names import declared, is_declaration
from core.errors import Illegal
from core.rules import RULE_SETS
from core.specials import SPECIALS
from core.table.model import HouseChoice, Options
from core.table.options import checked_options, playing
from tests.fakes import ADMIN, CHAT, PEOPLE, buttons, house, refused, token

HONGKONG = playing(Options(), "hongkong")


@pytest.mark.parametrize(
    ("typed", "rule_set"),
    [
        ("台式", "taiwan"),
        ("台式十三張", "taiwan"),
        ("台式十三张", "taiwan"),
        ("taiwan", "taiwan"),
        ("香港", "hongkong"),
        ("香港十三張", "hongkong"),
        ("十三支", "standard"),
        ("標準", "standard"),
        ("标准", "standard"),
        ("國際", "international"),
        ("国际规则", "international"),
        ("鬼牌 十三支", "joker"),
    ],
)
def test_every_game_has_its_names(typed: str, rule_set: str):
    assert read_options(typed, Options())[0].rule_set == rule_set


@pytest.mark.parametrize("rule_set", sorted(RULE_SETS))
def test_another_game_brings_its_own_length_and_time_unless_they_are_typed(rule_set: str):
    here = Options(rule_set="bonus", rounds=3, seconds=45)
    usual = playing(here, rule_set) if rule_set != "bonus" else here
    assert read_options(rule_set, here)[0] == usual
    assert read_options(f"{rule_set} 5 70", here)[0] == replace(usual, rounds=5, seconds=70)


@pytest.mark.parametrize(
    ("typed", "changes"),
    [
        ("相公關", {"fouls": "off"}),
        ("不相公", {"fouls": "off"}),
        ("fouls=off", {"fouls": "off"}),
        ("相公 開", {}),
        ("下注 5", {"stake": 5}),
        ("5注", {"stake": 5}),
        ("stakes=2", {"stake": 2}),
        ("每人當莊", {"rounds": 0}),
        ("比花色", {"house": (HouseChoice("suits", 1),)}),
        ("比花色關", {}),
        ("食夾棍", {"house": (HouseChoice("top_card_only", 1),)}),
        ("青龍26", {"house": (HouseChoice("suited_dragon", 26),)}),
        ("青龍 13", {}),
        ("青龍39 比花色", {"house": (HouseChoice("suited_dragon", 39), HouseChoice("suits", 1))}),
    ],
)
def test_what_only_some_games_leave_open_is_typed_in_words(typed: str, changes: dict[str, object]):
    assert read_options(typed, HONGKONG)[0] == replace(HONGKONG, **changes)


@pytest.mark.parametrize("typed", ["香港 下注 11", "香港 33局"])
def test_what_a_game_does_not_allow_is_refused(typed: str):
    with pytest.raises(Illegal, match="settings/invalid"):
        read_options(typed, Options())


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        *[
            ("比花色", "比花色"),
            ("青龍 26", "青龍 26"),
            ("香港 青龍14 8", "青龍14"),
            ("標準 下注 999999", "下注 999999"),
        ],
        *[("鬼牌 相公 開", "相公 開"), ("fouls=on bonus", "fouls=on")],
    ],
)
def test_what_a_game_does_not_know_is_said_back_as_it_was_typed(typed: str, word: str):
    with pytest.raises(Illegal, match="settings/unread") as refusal:
        read_options(typed, Options())
    assert refusal.value.facts == {"word": word}


def test_where_no_foul_can_be_sent_anyway_saying_so_changes_nothing():
    assert read_options("鬼牌 不相公", Options())[0].fouls == "off"


def test_a_form_leaves_no_stake_where_nothing_is_staked():
    assert checked_options(configured(HONGKONG, {"rule_set": "standard", "stake": "7"})).stake == 0


def test_a_form_that_names_another_game_brings_its_usual_values_but_for_what_was_changed():
    before = Options(rounds=8, seconds=90)
    form = {"rule_set": "taiwan", "rounds": "8", "seconds": "90", "hints": "off", "level": "hard"}
    assert configured(before, form) == replace(playing(before, "taiwan"), hints="off", level="hard")
    assert configured(before, form | {"rounds": "4"}).rounds == 4


def test_a_form_keeps_the_ways_that_it_does_not_ask_for():
    before = replace(HONGKONG, house=(HouseChoice("suits", 1),))
    assert configured(before, {"suited_dragon": "26", "fouls": "off", "stake": "3"}) == replace(
        before, house=(HouseChoice("suits", 1), HouseChoice("suited_dragon", 26)), fouls="off", stake=3
    )
    with pytest.raises(Illegal, match="settings/unread"):
        configured(before, {"rule_set": "chess"})


@pytest.mark.parametrize("code", sorted(SPECIALS))
def test_every_special_is_declared_by_its_code_and_by_its_name_in_every_language(code: str):
    names = {catalog(language).text(f"special/{code}") for language in languages()}
    assert {declared(f"{word} {name}") for name in {code, *names} for word in ("報", "declare", "")} == {code}
    assert all(map(is_declaration, names))


@pytest.mark.parametrize("typed", ["As Kd 3c / 2h 2d 5c 5d 7h / Ts Js Qs Ks 9s", "", "鬼 鬼 As"])
def test_rows_are_no_declaration(typed: str):
    assert not is_declaration(typed)
    assert declared(typed) is None


async def test_the_host_chooses_the_ways_of_the_house_by_a_form_of_the_lobby(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(2, HONGKONG)
        await game.quiet()
        settings = (await game.press(PEOPLE[0], token(game.platform.shown("lobby"), "settings"))).screen
        assert settings is not None
        form = buttons(settings)["configure-ways"]
        assert [field.name for field in form.fields] == ["fouls", "stake", "suits", "top_card_only", "suited_dragon"]
        await game.press(
            PEOPLE[0], form.token, fouls="off", stake="5", suits="1", top_card_only="0", suited_dragon="39"
        )
        options = (await game.table()).options
        assert (options.fouls, options.stake) == ("off", 5)
        assert options.house == (HouseChoice("suited_dragon", 39), HouseChoice("suits", 1))
        shown = await game.service.form(PEOPLE[0], CHAT, form.token)
        assert shown is not None
        assert [field.value for field in shown.fields] == ["off", "5", "1", "0", "39"]
        refusal = await refused(game.press(PEOPLE[0], form.token, suited_dragon="14"))
        assert refusal.code == "settings/unread"


async def test_a_chat_keeps_the_ways_of_its_usual_game(tmp_path: Path):
    async with house(tmp_path) as game:
        overview = (await game.say(ADMIN, "/shisanzhi settings")).screen
        assert overview is not None
        assert "configure-ways" not in buttons(overview)
        chosen = {"rule_set": "hongkong", "rounds": "8", "seconds": "90", "hints": "on", "level": "normal"}
        overview = (await game.press(ADMIN, token(overview, "admin-game"), **chosen)).screen
        assert overview is not None
        ways = token(overview, "configure-ways")
        await game.press(ADMIN, ways, fouls="off", stake="3", suits="1", top_card_only="1", suited_dragon="13")
        await game.say(PEOPLE[0], "/shisanzhi start")
        options = (await game.table()).options
        assert (options.rule_set, options.rounds, options.seconds) == ("hongkong", 0, 90)
        assert (options.fouls, options.stake) == ("off", 3)
        assert options.house == (HouseChoice("suits", 1), HouseChoice("top_card_only", 1))


async def test_a_game_that_is_typed_is_played_with_its_own_defaults_whatever_the_chat_usually_plays(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.say(PEOPLE[0], "/shisanzhi start 台式 4 電腦3")
        table = await game.table()
        assert (table.options.rule_set, table.options.rounds, table.options.seconds) == ("taiwan", 4, 60)
        assert None not in table.seats


async def test_a_stake_is_typed_too(tmp_path: Path):
    async with house(tmp_path) as game:
        table = await game.begin(2, HONGKONG)
        reply = await game.say(PEOPLE[1], "/stake 7")
        assert reply.toast is not None
        assert (reply.toast.key, reply.toast.facts) == ("stake/done", {"n": 7})
        again = await game.say(PEOPLE[1], "/下注 3 注")
        assert again.toast is not None
        assert again.toast.facts == {"n": 3}
        opening = (await game.table()).opening
        assert opening is not None
        assert opening.stakes == (0, 3, 0, 0)
        assert [(cut.seat, cut.number) for cut in opening.cuts] == [(1, "7")]
        assert (await refused(game.say(PEOPLE[0], "/stake 7"))).code == "stake/banker"
        assert (await refused(game.say(PEOPLE[1], "/stake 11"))).code == "stake/range"
        assert (await refused(game.say(PEOPLE[1], "/stake x"))).code == "stake/number"
        assert table.serial == 1


@pytest.mark.parametrize(("typed", "people"), [("/begin", 4), ("/開始 不補", 3), ("/begin no", 3), ("/begin yes", 4)])
async def test_a_match_begins_with_those_who_sit_there_where_that_is_said(tmp_path: Path, typed: str, people: int):
    async with house(tmp_path) as game:
        await game.seat(3, playing(Options(), "standard"))
        await game.say(PEOPLE[0], typed)
        table = await game.table()
        assert table.opening is not None
        assert len(table.opening.identities) == people
