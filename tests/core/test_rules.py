"""The rule sets: their values, and that wrong ones cannot be made."""

from dataclasses import FrozenInstanceError, replace

import pytest

from core.cards import deck
from core.ladder import CLASSES
from core.rules import ROW_SIZES, RULE_SETS, Seats

JOKER, BONUS = RULE_SETS["joker"], RULE_SETS["bonus"]


def test_joker_is_dealt_17_of_68_to_four_with_none_left():
    """joker.txt, table at the top."""
    assert (4, 4) == JOKER.seats
    assert (68, 0, 17) == (JOKER.deck, JOKER.aside, JOKER.hand)
    assert len(deck(68)) == 4 * JOKER.hand
    assert not JOKER.has_bonus


def test_bonus_is_dealt_16_of_64_to_four_after_the_cut_card():
    """bonus.txt, table at the top."""
    assert (4, 4) == BONUS.seats
    assert (65, 1, 16) == (BONUS.deck, BONUS.aside, BONUS.hand)
    assert len(deck(65)) == 4 * BONUS.hand + 1
    assert BONUS.has_bonus


def test_both_want_front_below_middle_and_middle_not_above_back_and_take_no_foul():
    """joker.txt and bonus.txt, 合法與犯規."""
    for rules in (JOKER, BONUS):
        assert not rules.front_may_equal_middle
        assert rules.middle_may_equal_back
        assert not rules.fouls_allowed


def test_a_gun_is_1_and_a_home_run_9_and_6_in_all():
    """joker.txt and bonus.txt, 打槍與全壘打."""
    assert (1, 9) == (JOKER.gun, 3 * JOKER.home_run)
    assert (1, 6) == (BONUS.gun, 3 * BONUS.home_run)


def test_the_ladders_stand_as_the_texts_have_them():
    """joker.txt and bonus.txt, 牌型階梯 (from the highest down)."""
    assert (
        "natural_five joker_five straight_flush four_of_a_kind full_house paired_flush flush straight joker_trips"
        " three_of_a_kind two_pair pair high_card"
    ).split() == list(reversed(JOKER.ladder))
    assert (
        "five_of_a_kind straight_flush bonus_four four_of_a_kind bonus_full_house full_house paired_flush flush straight"
        " bonus_trips three_of_a_kind two_pair pair high_card"
    ).split() == list(reversed(BONUS.ladder))


def test_the_extras_of_joker_are_those_of_the_table():
    """joker.txt, 額外加分; 中墩正五枚 is +12, not the old +7."""
    assert {
        "front": {"three_of_a_kind": 1, "joker_trips": 5},
        "middle": {"four_of_a_kind": 2, "straight_flush": 2, "joker_five": 3, "natural_five": 12},
        "back": {"four_of_a_kind": 1, "straight_flush": 1, "joker_five": 2, "natural_five": 5},
    } == by_row(JOKER)


def test_the_extras_of_bonus_are_those_of_the_table():
    """bonus.txt, 額外加分."""
    assert {
        "front": {"three_of_a_kind": 1, "bonus_trips": 2},
        "middle": {
            "bonus_trips": 1,
            "bonus_full_house": 2,
            "four_of_a_kind": 2,
            "straight_flush": 2,
            "bonus_four": 5,
            "five_of_a_kind": 10,
        },
        "back": {
            "bonus_trips": 1,
            "bonus_full_house": 1,
            "four_of_a_kind": 1,
            "straight_flush": 1,
            "bonus_four": 5,
            "five_of_a_kind": 5,
        },
    } == by_row(BONUS)


def by_row(rules):
    return {row: {code: points for (where, code), points in rules.extras.items() if where == row} for row in ROW_SIZES}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": Seats(1, 4)}, "seats"),
        ({"seats": Seats(4, 3)}, "seats"),
        ({"aside": -1}, "more cards dealt"),
        ({"hand": 18}, "more cards dealt"),
        ({"hand": 12}, "hand too small"),
        ({"ladder": ("high_card", "royal")}, "ladder"),
        ({"ladder": ("high_card", "pair", "pair")}, "ladder"),
        ({"ladder": ("pair", "high_card"), "extras": {}}, "weakest"),
        ({"gun": -1}, "below zero"),
        ({"home_run": -1}, "below zero"),
        ({"extras": {("top", "pair"): 1}}, "no such row"),
        ({"extras": {("front", "bonus_trips"): 1}}, "no such row"),
        ({"extras": {("front", "pair"): 0}}, "without points"),
        ({"rounds": ()}, "rounds"),
        ({"rounds": (0,)}, "rounds"),
        ({"seconds": 29}, "seconds"),
        ({"seconds": 601}, "seconds"),
        ({"first_dealer": "host"}, "first dealer"),
    ],
)
def test_a_rule_set_that_does_not_fit_together_is_refused_when_it_is_made(changes, said):
    with pytest.raises(ValueError, match=said):
        replace(JOKER, **changes)


def test_a_deck_that_does_not_exist_is_refused():
    with pytest.raises(KeyError):
        replace(JOKER, deck=54)


def test_a_rule_set_never_changes():
    with pytest.raises(FrozenInstanceError):
        JOKER.gun = 2
    with pytest.raises(TypeError):
        JOKER.extras["front", "pair"] = 1
    with pytest.raises(TypeError):
        RULE_SETS["house"] = JOKER
    given = {("front", "pair"): 1}
    made = replace(JOKER, extras=given)
    given["front", "pair"] = 9
    assert made.extras["front", "pair"] == 1


def test_equal_rule_sets_are_equal_and_hash_alike():
    assert replace(JOKER) == JOKER
    assert hash(replace(JOKER)) == hash(JOKER)
    assert replace(JOKER, gun=2) != JOKER


def test_every_class_is_used_by_a_ladder():
    assert set(CLASSES) == {code for rules in RULE_SETS.values() for code in rules.ladder}
