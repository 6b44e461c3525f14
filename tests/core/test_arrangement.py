"""Arrangements: their texts, and what is wrong with them."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.arrangement import Arrangement, Fault, faults, misfits, parse_rows, show_rows, wrong_sizes
from core.cards import Card, deck, parse
from core.rules import RULE_SETS
from core.strength import strengths

JOKER_RULES, BONUS_RULES = RULE_SETS["joker"], RULE_SETS["bonus"]


def rows(front, middle, back):
    return Arrangement(parse(front), parse(middle), parse(back))


def codes(front, middle, back, *, bonus=None):
    rules = BONUS_RULES if bonus else JOKER_RULES
    return [fault.code for fault in faults(rows(front, middle, back), strengths(rules, bonus), rules)]


HIGH = "As Ah Ad Ac Ks"  # a back above every middle of these examples


@pytest.mark.parametrize(
    ("front", "middle", "found"),
    [
        ("As Ah Ad", "Ac Xx Xx 9s 4d", []),
        ("9s 9h Kd", "9d 9c 5s 4h 3d", ["foul/front-over-middle"]),
        ("Ks 9h 4d", "Kh 9d 4c 3s 2h", []),
    ],
)
def test_front_and_middle_compare_with_their_kickers_in_joker(front, middle, found):
    """joker.txt, 合法與犯規, 例子; and 特殊規則與裁決, 頭墩與中墩."""
    assert found == codes(front, middle, "2s 2s 2h 2d 2c")


@pytest.mark.parametrize(
    ("front", "middle", "found"),
    [
        ("Ks 9h 4d", "Kh 9d 4c 3s 2h", []),
        ("9s 9h Kd", "9d 9c 5s 4h 3d", ["foul/front-over-middle"]),
        ("8s 8h 8d", "3s 4h 5d 6c 7s", []),
        ("Qs Qh 5d", "Js Jh Ad Kc 9s", ["foul/front-over-middle"]),
    ],
)
def test_front_and_middle_compare_with_their_kickers_in_bonus(front, middle, found):
    """bonus.txt, 合法與犯規, 例子; and 特殊規則與裁決."""
    assert found == codes(front, middle, HIGH, bonus=2)


def test_middle_and_back_may_be_equal():
    """joker.txt and bonus.txt, 合法與犯規: 中墩與尾墩可以一樣大."""
    assert [] == codes("2s 3h 4d", "Ks 9s 7s 5s 2s", "Kh 9h 7h 5h 2h")
    assert [] == codes("2s 3h 4d", "Ks 9s 7s 5s 2s", "Ks 9s 7s 5s 2s", bonus=14)


def test_three_cards_alike_are_below_five_that_begin_alike():
    """joker.txt, 合法與犯規: 比到頭墩沒有的那幾張單張時，算中墩大."""
    assert [] == codes("As Kh Qd", "Ah Kd Qc 3s 2h", HIGH)
    assert ["foul/front-over-middle"] == codes("As Kh Qd", "Ah Kd Jc Ts 2h", HIGH)


def test_all_faults_of_order_are_named_at_once():
    arrangement = rows("9s 9h Kd", "9d 9c 5s 4h 3d", "7s 5h 4c 3s 2s")
    over, below = faults(arrangement, strengths(JOKER_RULES), JOKER_RULES)
    assert over == Fault(
        "foul/front-over-middle",
        {
            "front_class": "pair",
            "front_ranks": (9, 13),
            "middle_class": "pair",
            "middle_ranks": (9, 5, 4, 3),
            "by_kicker": True,
            "front_kicker": 13,
            "middle_kicker": 5,
        },
    )
    assert below == Fault(
        "foul/middle-over-back",
        {
            "middle_class": "pair",
            "middle_ranks": (9, 5, 4, 3),
            "back_class": "high_card",
            "back_ranks": (7, 5, 4, 3, 2),
            "by_kicker": False,
        },
    )


def test_a_kicker_decides_only_where_the_names_of_the_classes_are_alike():
    (fault,) = faults(rows("2s 3h 5d", "Ks Kh 4d 4c 2h", "Ks Kd 3s 3h As"), strengths(JOKER_RULES), JOKER_RULES)
    assert not fault.facts["by_kicker"]
    (fault,) = faults(rows("2s 3h 5d", "Ks Kh 4d 4c 3h", "Kd Kc 4s 4h 2s"), strengths(BONUS_RULES, 14), BONUS_RULES)
    assert (True, 3, 2) == tuple(fault.facts[name] for name in ("by_kicker", "middle_kicker", "back_kicker"))


def test_rule_sets_may_forbid_equal_middle_and_back_and_allow_equal_front_and_middle():
    strict = replace(JOKER_RULES, middle_may_equal_back=False)
    equal = rows("2s 3h 4d", "Ks 9s 7s 5s 2s", "Kh 9h 7h 5h 2h")
    (fault,) = faults(equal, strengths(strict), strict)
    assert ("foul/middle-equals-back", False) == (fault.code, fault.facts["by_kicker"])
    same = Arrangement(parse("2s 3h 4d"), parse("2s 3h 4d"), parse(HIGH))
    loose = replace(JOKER_RULES, front_may_equal_middle=True)
    assert () == faults(same, strengths(loose), loose)
    assert ["foul/front-over-middle"] == [fault.code for fault in faults(same, strengths(strict), strict)]


@given(st.permutations(deck(68)))
def test_rows_are_in_order_just_when_there_is_no_fault(cards):
    arrangement = Arrangement(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:13]))
    table = strengths(JOKER_RULES)
    front, middle, back = (table.strength(row) for row in arrangement.rows)
    assert (front < middle <= back) == (not faults(arrangement, table, JOKER_RULES))


def test_everything_that_does_not_fit_the_hand_is_named_at_once():
    hand = parse("As As Kh Qd 9c 8c 7c 6c 5c 4c 3c 2c 2h 2d Xx Xx 9h")
    arrangement = rows("As As As", "Kh Jd Xx Xx", "9c 8c 7c 6c 5c 4c")
    assert (
        Fault("arrange/row-size", {"row": "middle", "size": 4, "wanted": 5}),
        Fault("arrange/row-size", {"row": "back", "size": 6, "wanted": 5}),
        Fault("arrange/card-twice", {"card": parse("As")[0]}),
        Fault("arrange/not-held", {"card": parse("Jd")[0]}),
    ) == misfits(arrangement, hand)


def test_a_card_of_another_game_is_told_from_one_that_is_not_held():
    hand = parse("As Ks Qs Js 9s 8h 7h 6h 5h 3d 2d 2c 3c 4c 5c 6c")
    arrangement = rows("As Ks Xx", "Qs Js 9s 8h 7h", "6h 5h 3d 2d Ac")
    assert ["arrange/not-held"] * 2 == [fault.code for fault in misfits(arrangement, hand)]
    assert [("arrange/not-held", "Ac"), ("arrange/not-in-deck", "Xx")] == [
        (fault.code, "Xx" if fault.facts["card"] == 52 else "Ac") for fault in misfits(arrangement, hand, deck=deck(65))
    ]


def test_a_card_held_twice_may_be_played_twice_and_not_more():
    hand = parse("As As Ks Qs Js 9s 8h 7h 6h 5h 3d 2d 2c")
    assert () == misfits(rows("As As Ks", "Qs Js 9s 8h 7h", "6h 5h 3d 2d 2c"), hand)
    assert () == wrong_sizes(rows("As As Ks", "Qs Js 9s 8h 7h", "6h 5h 3d 2d 2c"))
    assert ["arrange/card-twice"] == [
        fault.code for fault in misfits(rows("As As Ks", "Ks Js 9s 8h 7h", "6h 5h 3d 2d 2c"), hand)
    ]


@given(st.permutations(deck(68)), st.integers(0, 10**6))
def test_rows_taken_from_a_hand_always_fit_it_and_leave_it_as_it_was(cards, seed):
    hand = list(cards[:17])
    held = list(hand)
    played = random.Random(seed).sample(hand, 13)
    arrangement = Arrangement(tuple(played[:3]), tuple(played[3:8]), tuple(played[8:]))
    assert () == misfits(arrangement, hand, deck=deck(68))
    assert held == hand
    assert sorted(arrangement.cards) == sorted(played)


@given(st.permutations(deck(68)))
def test_the_text_of_rows_is_read_back_in_the_order_of_the_deck(cards):
    arrangement = Arrangement(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:13]))
    ordered = Arrangement(*(tuple(sorted(row)) for row in arrangement.rows))
    assert ordered == parse_rows(show_rows(arrangement))


def test_rows_are_written_as_the_sealed_text_has_them(shared):
    """fair-deal.md §6; every opened arrangement of the golden records."""
    import json

    golden = json.loads((shared / "golden" / "fair-deal.json").read_text(encoding="utf-8"))
    texts = set(rows_texts(golden))
    assert len(texts) > 10
    assert texts == {show_rows(parse_rows(text)) for text in texts}


def rows_texts(found):
    if isinstance(found, dict):
        yield from [found["rows"]] if isinstance(found.get("rows"), str) else []
        found = list(found.values())
    if isinstance(found, list):
        for value in found:
            yield from rows_texts(value)


@pytest.mark.parametrize("text", ["", "As/Kh", "As/Kh/Qd/Jc", "as//", "2h Ks//", "As  Kh//", "As//Zz"])
def test_other_texts_are_no_rows(text):
    with pytest.raises(ValueError, match=r"not (three rows|a card)"):
        parse_rows(text)


def test_three_empty_rows_have_a_text_too():
    assert Arrangement((), (), ()) == parse_rows("//")
    assert "//" == show_rows(Arrangement((), (), ()))


def test_cards_are_plain_numbers_in_rows():
    assert (Card(12), Card(25)) == rows("As Ah", "", "").front
