"""Specials are shown with the cards that prove them before the rows of the others are turned over."""

import pytest

from bot.i18n import catalog
from bot.screens.markup import Markup
from bot.screens.model import Reveal
from bot.screens.reveals import is_opening, shows_specials, strips, title, turned_over, turns
from bot.screens.showdown import result_screen
from bot.screens.sides import UNBROKEN
from core.cards import parse_shown
from core.rules import RULE_SETS
from core.table.result import Result
from tests.bot.screens.cases import cases
from tests.bot.screens.walk import reveal, words

ZH = catalog("zh-TW")
PLAIN = Markup(lambda text: ZH.text(text.key, text.facts), ZH.show, strong="{}", small="{}")
ROWS = ((1, 0), (2, 1_500), (3, 3_000))


def case(rule_set: str, name: str) -> Result:
    return dict(cases(rule_set))[name]


DECLARED = case("standard", "declared ('three_straight_flushes', 'six_and_a_half_pairs') of 3")
ONLY = case("standard", "nothing but specials")
PLAIN_ROUND = case("standard", "round 0 of 3")


def test_a_round_without_specials_turns_over_its_rows_and_one_with_them_shows_these_first_in_the_same_time():
    assert turns(reveal(result_screen(PLAIN_ROUND)), ROWS) == ROWS
    assert turns(reveal(result_screen(DECLARED)), ROWS) == ((0, 0), (1, 1_000), (2, 2_000), (3, 3_000))
    assert turns(None, ROWS) == ((3, 3_000),)


def test_with_nothing_but_specials_there_is_nothing_to_turn_over():
    screen = result_screen(ONLY)
    assert not shows_specials(reveal(screen))
    assert not is_opening(screen, 0)


@pytest.mark.parametrize(("step", "row"), list(enumerate(["特殊牌", "頭墩", "中墩"])))
def test_each_step_says_what_is_turned_over(step: int, row: str):
    screen = result_screen(DECLARED)
    assert is_opening(screen, step)
    said = title(screen, step)
    assert ZH.text(said.key, said.facts) == f"第 3/8 局　開牌　{row}"
    assert not is_opening(screen, 3)


def test_first_only_the_specials_are_seen_then_they_stay_above_the_rows():
    shown = reveal(result_screen(DECLARED))
    first = turned_over(shown, 0, PLAIN)
    assert first == [
        ["小明　報 三同花順", "♤3 ♤2 ♤A", "♥8 ♥7 ♥6 ♥5 ♥4", "♦K ♦Q ♦J ♦10 ♦9"],
        ["阿嬤　報 六對半", "♤8~♧8　♦6~♧6　♦5~♧5　♦4~♧4　♦3~♧3　♦2~♧2　♧9".replace("~", UNBROKEN)],
    ]
    assert turned_over(shown, 1, PLAIN) == [*first, ["小美　相公", "♤10 ♧10 ♦8"]]


def test_a_strip_shows_the_special_in_place_of_rows():
    first, second, third = strips(reveal(result_screen(DECLARED)), PLAIN)
    assert first == [
        "小明",
        "報 三同花順",
        "♤3 ♤2 ♤A",
        "♥8 ♥7 ♥6 ♥5 ♥4",
        "♦K ♦Q ♦J ♦10 ♦9",
        "對 阿嬤 +24、小美 +24",
    ]
    assert second[1] == "報 六對半"
    assert third[1] == "頭 相公　♤10~♧10~♦8".replace("~", UNBROKEN)


def test_whoever_does_not_play_against_another_has_no_points_from_them():
    result = case("hongkong", "fouls of (3,)")
    banker, first, *_ = strips(reveal(result_screen(result)), PLAIN)
    assert banker[0] == "小明　莊家"
    assert banker[-1] == "對 阿嬤 −30、小美 −10、電腦四 +30"
    assert first[-1] == "對 小明 +30"


@pytest.mark.parametrize("rule_set", [each for each, rules in RULE_SETS.items() if rules.specials or rules.dragon])
def test_the_cards_of_a_special_are_the_whole_hand(rule_set: str):
    for _, result in cases(rule_set):
        shown: Reveal = reveal(result_screen(result))
        hands = {tuple(sorted(parse_shown(seat.hand))) for seat in result.seats}
        for strip in shown.strips:
            cards = sorted(card for group in strip.groups for card in group.cards)
            assert (not strip.rows) == bool(cards)
            assert not cards or tuple(cards) in hands


def test_a_special_is_the_headline_and_each_other_has_a_line():
    assert words(result_screen(DECLARED), ZH)[:3] == ["🎴 小明 報 三同花順", "🎴 阿嬤 報 六對半", "⛔ 相公 小美"]


def test_no_row_is_the_best_where_nobody_was_compared():
    alone = reveal(result_screen(case("standard", "declared ('three_flushes',) of 2")))
    stopped = reveal(result_screen(case("taiwan", "dragons ('dragon',) of 3")))
    assert not any(row.best for shown in (alone, stopped) for strip in shown.strips for row in strip.rows)
