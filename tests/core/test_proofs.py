"""Thirteen cards laid out so that the special is seen, for every special and in whatever order they come."""

import random

import pytest

from core.cards import parse, rank, show, suit
from core.proofs import groups
from core.specials import SPECIALS, special_codes

HANDS = {
    "suited_dragon": ["2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"],
    "dragon": ["2s 3h 4s 5s 6d 7s 8s 9s Tc Js Qs Kd As"],
    "twelve_royals": ["Js Jh Jd Jc Qs Qh Qd Ks Kh Kd As Ah Ad"],
    "three_straight_flushes": [
        "As 2s 3s 4h 5h 6h 7h 8h 9d Td Jd Qd Kd",
        "As 2s 3s 4s 5s 6s 7s 8s 9d Td Jd Qd Kd",
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    ],
    "three_quads": ["As Ah Ad Ac 2s 2h 2d 2c 9s 9h 9d 9c Kd"],
    "all_big": ["8s 8h 9s 9h Ts Th Js Jh Qs Qh Ks Kh As"],
    "all_small": ["2s 2h 3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s"],
    "one_colour": ["2s 3s 5s 7s 9s Js Ks 2c 4c 6c 8c Tc Qc", "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"],
    "four_trips": ["As Ah Ad 2s 2h 2d 9s 9h 9d Ks Kh Kd 4c", "As Ah Ad Ac 2s 2h 2d 9s 9h 9d Ks Kh Kd"],
    "five_pairs_and_trips": ["As Ah Ad 2s 2h 3s 3h 9s 9h Ks Kh 4c 4d", "As Ah Ad 2s 2h 2d 2c 9s 9h Ks Kh 4c 4d"],
    "six_and_a_half_pairs": [
        "As Ah 2s 2h 3s 3h 9s 9h Ks Kh 4c 4d 7s",
        "As Ah Ad Ac 3s 3h 9s 9h Ks Kh Kd 4c 4d",
        "As Ah Ad Ac 3s 3h 3d 3c Ks Kh Kd Kc 4d",
    ],
    "three_straights": ["As 2h 3d 4s 5h 6d 7s 8h 9s Td Js Qh Kd", "As 2h 3d Ad 2s 3s 4h 5d Ts Jd Qs Kh Ah"],
    "three_flushes": ["3s 6s Js 3d 6d 7d 8d Td 3h 5h 6h Th Kh", "2s 3s 4s 6s 8s Ts Qs Ks 3h 5h 6h Th Kh"],
}
EVERY = [(code, text) for code, texts in HANDS.items() for text in texts]
SETS = {
    "three_quads": [4, 4, 4, 1],
    "four_trips": [3, 3, 3, 3, 1],
    "five_pairs_and_trips": [3, 2, 2, 2, 2, 2],
    "six_and_a_half_pairs": [2, 2, 2, 2, 2, 2, 1],
}


def is_run(group):
    ranks = sorted(map(rank, group))
    low = [1, *ranks[:-1]] if ranks[-1] == 14 else ranks
    return any(each == list(range(each[0], each[0] + len(group))) for each in (ranks, low))


def is_flush(group):
    return len(set(map(suit, group))) == 1


def test_there_are_hands_of_every_special():
    assert HANDS.keys() == SPECIALS.keys()


@pytest.mark.parametrize(("code", "text"), EVERY)
def test_the_groups_are_the_hand_and_do_not_depend_on_its_order(code, text):
    hand = list(parse(text))
    assert code in special_codes(hand)
    shown = groups(code, hand)
    assert sorted(card for group in shown for card in group) == sorted(hand)
    for seed in range(20):
        random.Random(seed).shuffle(hand)
        assert groups(code, hand) == shown


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, text in EVERY if code in SETS])
def test_sets_of_one_rank_stand_together_the_largest_first(code, text):
    shown = groups(code, parse(text))
    assert list(map(len, shown)) == SETS[code]
    assert all(len(set(map(rank, group))) == 1 for group in shown)


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, text in EVERY if code.startswith("three_s")])
def test_straights_stand_in_rows_of_three_five_and_five(code, text):
    shown = groups(code, parse(text))
    assert list(map(len, shown)) == [3, 5, 5]
    assert all(map(is_run, shown))


@pytest.mark.parametrize("code", ["three_flushes", "three_straight_flushes"])
def test_flushes_stand_in_rows_of_three_five_and_five(code):
    for text in HANDS[code]:
        shown = groups(code, parse(text))
        assert list(map(len, shown)) == [3, 5, 5]
        assert all(map(is_flush, shown))


def test_one_colour_is_shown_suit_by_suit():
    assert [list(map(len, groups("one_colour", parse(text)))) for text in HANDS["one_colour"]] == [[7, 6], [13]]


@pytest.mark.parametrize("code", ["suited_dragon", "dragon", "twelve_royals", "all_big", "all_small"])
def test_where_the_ranks_say_it_all_they_stand_from_the_top(code):
    (shown,) = groups(code, parse(HANDS[code][0]))
    assert sorted(map(rank, shown), reverse=True) == list(map(rank, shown))


def test_a_straight_from_the_ace_up_is_read_from_its_top():
    assert [show(group) for group in groups("three_straights", parse(HANDS["three_straights"][1]))] == [
        "3d 2h Ad",
        "5d 4h 3s 2s Ah",
        "As Kh Qs Jd Ts",
    ]
