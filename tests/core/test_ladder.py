"""The classes: what each asks of a row."""

import pytest

from core.ladder import CLASSES, keyed, named, pattern
from core.rules import RULE_SETS


def met(ranks, **more):
    return {code for code, row_class in CLASSES.items() if row_class.met(pattern(ranks, **more))}


@pytest.mark.parametrize(
    ("ranks", "classes"),
    [
        ((14, 13, 9, 5, 2), {"high_card"}),
        ((9, 9, 5), {"high_card", "pair"}),
        ((9, 9, 5, 5, 3), {"high_card", "pair", "two_pair"}),
        ((9, 9, 9, 5, 3), {"high_card", "three_of_a_kind"}),
        ((9, 9, 9, 5, 5), {"high_card", "three_of_a_kind", "full_house"}),
        ((9, 9, 9, 9, 5), {"high_card", "four_of_a_kind"}),
        ((9, 9, 9, 9, 9), {"high_card", "five_of_a_kind", "natural_five"}),
        ((9, 8, 7, 6, 5), {"high_card", "straight"}),
        ((14, 5, 4, 3, 2), {"high_card", "straight"}),
        ((14, 13, 12, 11, 10), {"high_card", "straight"}),
        ((14, 13, 12, 11, 2), {"high_card"}),
        ((14, 13, 12, 3, 2), {"high_card"}),
        ((14, 13, 4, 3, 2), {"high_card"}),
        ((5, 4, 3), {"high_card"}),
    ],
)
def test_a_row_meets_just_the_classes_that_its_ranks_show(ranks, classes):
    assert classes == met(ranks)


def test_one_suit_makes_flushes():
    assert {"high_card", "flush"} == met((14, 13, 9, 5, 2), one_suit=True)
    assert {"high_card", "flush", "straight", "straight_flush"} == met((6, 5, 4, 3, 2), one_suit=True)
    assert {"high_card", "flush", "pair", "paired_flush"} == met((9, 9, 4, 3, 2), one_suit=True)
    assert {"high_card", "flush", "pair", "two_pair", "paired_flush"} == met((9, 9, 4, 4, 2), one_suit=True)


def test_the_bonus_rank_upgrades_only_its_own_three_and_four():
    assert "bonus_trips" in met((7, 7, 7, 13, 12), bonus=7)
    assert {"bonus_trips", "bonus_full_house"} <= met((7, 7, 7, 13, 13), bonus=7)
    assert "bonus_four" in met((7, 7, 7, 7, 13), bonus=7)
    for ranks in ((13, 13, 13, 7, 7), (7, 7, 13, 13, 2), (7, 7, 2, 3, 4), (13, 13, 13, 13, 7)):
        assert not {code for code in met(ranks, bonus=7) if code.startswith("bonus")}


def test_jokers_tell_the_two_fives_and_the_three_jokers_apart():
    assert "natural_five" in met((9,) * 5)
    assert "joker_five" not in met((9,) * 5)
    assert "joker_five" in met((9,) * 5, jokers=1)
    assert "natural_five" not in met((9,) * 5, jokers=1)
    assert "joker_trips" in met((9,) * 3, jokers=3)
    assert "joker_trips" not in met((9,) * 3, jokers=2)


def test_a_row_takes_the_highest_class_of_the_ladder():
    key = keyed(("high_card", "straight", "flush", "straight_flush"))
    assert bytes((3, 0, 6)) == key(pattern((6, 5, 4, 3, 2), one_suit=True))
    assert bytes((2, 0, 9, 4, 3, 2)) == key(pattern((9, 9, 4, 3, 2), one_suit=True))


def test_keys_compare_by_class_then_pairs_then_ranks():
    key = keyed(("high_card", "flush", "paired_flush"))
    rows = ((14, 13, 12, 11, 9), (3, 3, 6, 5, 4), (14, 14, 13, 12, 11), (3, 3, 2, 2, 4), (3, 3, 2, 2, 5))
    found = [key(pattern(ranks, one_suit=True)) for ranks in rows]
    assert sorted(found) == found


def test_a_ladder_without_a_class_for_the_row_is_an_error_of_the_program():
    with pytest.raises(ValueError, match="no class"):
        keyed(("pair",))(pattern((9, 5, 3)))


@pytest.mark.parametrize(
    ("code", "ranks", "said"),
    [
        ("two_pair", (13, 8, 2), (13, 8)),
        ("paired_flush", (14, 13, 9), (14, 13)),
        ("paired_flush", (14, 13, 5, 2), (14,)),
        ("full_house", (10, 8), (10,)),
        ("high_card", (14, 9, 8, 3, 2), (14,)),
        ("joker_trips", (), ()),
    ],
)
def test_a_class_is_named_by_its_leading_ranks(code, ranks, said):
    assert said == named(code, ranks)


def test_every_ladder_begins_with_the_class_that_all_rows_meet_and_is_made_of_known_classes():
    for rule_set in RULE_SETS.values():
        assert rule_set.ladder[0] == "high_card"
        assert set(rule_set.ladder) <= set(CLASSES)
