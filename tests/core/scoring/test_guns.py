"""Scoring: the worked examples of the rule texts, and what holds for every round."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.arrangement import Arrangement, faults
from core.cards import JOKER, deck, parse, rank
from core.rules import RULE_SETS
from core.scoring import Payment, comparisons, matrix, parts, payments, totals
from core.strength import strengths

JOKER_RULES, BONUS_RULES = RULE_SETS["joker"], RULE_SETS["bonus"]


def rows(text):
    return Arrangement(*(parse(row) for row in text.split("/")))


def settled(*texts, bonus=None):
    """Return the payments of legal arrangements that one deck can hold."""
    rules = BONUS_RULES if bonus else JOKER_RULES
    table = strengths(rules, bonus)
    played = [rows(text) for text in texts]
    assert [()] * len(played) == [faults(each, table, rules) for each in played]
    used = Counter(card for each in played for card in each.cards)
    assert used <= Counter(deck(rules.deck))
    return payments(rules, played, table)


def by_reason(lines):
    return [parts(lines, seat) for seat in range(4)]


HOME_RUN = (  # equal backs: a middle as high as these needs a back that would earn an extra, too
    "As Ah 2d / Ks Kh Kd Td Tc / 5s 6s 7s 8s 9s",
    "Qs Qh 2h / As Ad 4h Js 3s / 5h 6h 7h 8h 9h",
    "Qd 4d 3d / Jh Jd 4s 3h 2c / 5d 6d 7d 8d 9d",
    "Jc 4c 3c / Ts Th Qs Qc 2s / 5c 6c 7c 8c 9c",
)


def test_the_worked_example_of_joker():
    """joker.txt, 計分範例: a home run with four of a kind in the middle, and one more gun."""
    lines = settled("As Ah 2d / Ks Kh Kd Kc 2s / 5s 6s 7s 8s 9s", *HOME_RUN[1:])
    assert (18, -5, -7, -6) == totals(lines, 4)
    assert [
        {"gun": 3, "homerun": 9, "bonus": 6},
        {"gun": 0, "homerun": -3, "bonus": -2},
        {"gun": -2, "homerun": -3, "bonus": -2},
        {"gun": -1, "homerun": -3, "bonus": -2},
    ] == by_reason(lines)
    assert [Payment(payer, 0, 2, "bonus", "middle", "four_of_a_kind") for payer in (1, 2, 3)] == [
        line for line in lines if line.reason == "bonus"
    ]


def test_the_first_worked_example_of_bonus():
    """bonus.txt, 計分範例一：全壘打."""
    lines = settled(*HOME_RUN, bonus=14)
    assert (9, -2, -4, -3) == totals(lines, 4)
    assert [
        {"gun": 3, "homerun": 6, "bonus": 0},
        {"gun": 0, "homerun": -2, "bonus": 0},
        {"gun": -2, "homerun": -2, "bonus": 0},
        {"gun": -1, "homerun": -2, "bonus": 0},
    ] == by_reason(lines)


def test_the_second_worked_example_of_bonus():
    """bonus.txt, 計分範例二：額外加分逐家累加."""
    lines = settled(
        "Kh Qd 3d / Ah Ad Js 5c 2d / Tc Td Th 6c 6d",
        "Qs Qh 3h / As As Kd Ks 4d / Jh Jd Jc 6h 6s",
        "8s 8h 8d / Ac 2s 3s 4s 5d / 9s Ts Js Qs Kc",
        "9h 5h 2c / 3c 3s 9d 8c 4h / 7s 7s 7h 7d 4c",
        bonus=7,
    )
    assert (-7, -5, -2, 14) == totals(lines, 4)
    assert [
        {"gun": -1, "homerun": 0, "bonus": -6},
        {"gun": 1, "homerun": 0, "bonus": -6},
        {"gun": 0, "homerun": 0, "bonus": -2},
        {"gun": 0, "homerun": 0, "bonus": 14},
    ] == by_reason(lines)


def test_a_home_run_is_worth_12_and_9_without_extras():
    """joker.txt and bonus.txt, 打槍與全壘打."""
    assert totals(settled(*HOME_RUN), 4)[0] == 12
    assert totals(settled(*HOME_RUN, bonus=14), 4)[0] == 9


@pytest.mark.parametrize("rules", [JOKER_RULES, BONUS_RULES], ids=lambda rules: rules.id)
def test_equal_arrangements_gun_each_other_and_even_out(rules):
    """joker.txt and bonus.txt, 打槍與全壘打: 兩家三墩完全一樣大."""
    table = strengths(rules, 14 if rules.has_bonus else None)
    same = [rows("2s 3s 5s / Ks 9s 7s 5s 2s / Kh 9h 7h 5h 2h"), rows("2d 3d 5d / Kd 9d 7d 5d 2d / Kc 9c 7c 5c 2c")]
    lines = payments(rules, [*same, *same], table)
    assert (0, 0, 0, 0) == totals(lines, 4)
    assert 12 == sum(line.reason == "gun" for line in lines)
    assert 12 == sum(line.reason == "homerun" for line in lines)


@pytest.mark.parametrize(
    ("mine", "theirs", "compared", "guns"),
    [
        ("As Ah 2d/Ks Kh Qd Jc 2s/9s 9h 9d 4c 2h", "Qs Qh 2d/Js Jh Td 7c 5s/Ks Kd 6d 6c 7s", (1, 1, 1), (1, 0)),
        ("Qs Qh 2d/Ks Kh Qd Jc 2s/9s 9h 9d 4c 2h", "Qd Qc 2d/Js Jh Td 7c 5s/Ks Kd 6d 6c 7s", (0, 1, 1), (1, 0)),
        ("Qs Qh 2d/Js Jh Td 7c 5s/9s 9h 9d 4c 2h", "Qd Qc 2d/Jd Jc Th 7c 5s/Ks Kd 6d 6c 7s", (0, 0, 1), (1, 0)),
        ("Qs Qh 2d/Js Jh Td 7c 5s/Ks Kh 6h 6s 7d", "Qd Qc 2d/Jd Jc Th 7c 5s/Kc Kd 6d 6c 7s", (0, 0, 0), (1, 1)),
        ("Qs Qh 2d/Js Jh Td 7c 5s/Ks Kh 5h 5s 7d", "Qd Qc 2d/Jd Jc Th 7c 5s/Kc Kd 6d 6c 7s", (0, 0, -1), (0, 1)),
        ("As Qh 2d/Js Jh Td 7c 5s/Ks Kh 6h 6s 7d", "Qd Qc 2d/Td Tc 9h 7c 5s/9c 9d 6d 6c 7s", (-1, 1, 1), (0, 0)),
    ],
)
def test_a_gun_is_losing_no_row(mine, theirs, compared, guns):
    """joker.txt and bonus.txt, 特殊規則與裁決: 打槍的條件是「不輸」，平手的墩也算數."""
    table = strengths(JOKER_RULES)
    played = [rows(mine), rows(theirs)]
    won = comparisons(played, table)
    assert compared == won[0][1] == tuple(-each for each in won[1][0])
    assert (0, 0, 0) == won[0][0] == won[1][1]
    lines = payments(JOKER_RULES, played, table)
    assert guns == tuple(sum(line.reason == "gun" and line.payee == seat for line in lines) for seat in (0, 1))


WEAK = "2d 3h 5c / 4h 4d 6c 8h 9d / 5h 5d 7h Td Jh"


@pytest.mark.parametrize(
    ("row", "cards", "bonus", "points"),
    [
        ("front", "9s 9h 9d", None, 1),
        ("front", "9s Xx Xx", None, 1),
        ("front", "Xx Xx Xx", None, 5),
        ("middle", "9s 9h 9d 9c 2s", None, 2),
        ("middle", "5s 6s 7s 8s 9s", None, 2),
        ("middle", "9s 9h 9d 9c Xx", None, 3),
        ("middle", "9s 9s 9h 9d 9c", None, 12),
        ("back", "9s 9h 9d Xx 2s", None, 1),
        ("back", "5s 6s 7s 8s Xx", None, 1),
        ("back", "9s 9s Xx Xx Xx", None, 2),
        ("back", "9s 9s 9h 9d 9c", None, 5),
        ("middle", "9s 9h 9d 2c 2s", None, 0),
        ("middle", "9s 9h 9d 2c 3s", None, 0),
        ("front", "9s 9h 9d", 7, 1),
        ("front", "7s 7h 7d", 7, 2),
        ("middle", "7s 7h 7d 2c 3s", 7, 1),
        ("middle", "7s 7h 7d 2c 2s", 7, 2),
        ("middle", "9s 9h 9d 9c 2s", 7, 2),
        ("middle", "5s 6s 7s 8s 9s", 7, 2),
        ("middle", "7s 7h 7d 7c 2s", 7, 5),
        ("middle", "9s 9s 9h 9d 9c", 7, 10),
        ("back", "7s 7h 7d 2c 3s", 7, 1),
        ("back", "7s 7h 7d 2c 2s", 7, 1),
        ("back", "9s 9h 9d 9c 2s", 7, 1),
        ("back", "5s 6s 7s 8s 9s", 7, 1),
        ("back", "7s 7h 7d 7c 2s", 7, 5),
        ("back", "9s 9s 9h 9d 9c", 7, 5),
        ("middle", "9s 9h 9d 2c 2s", 7, 0),
    ],
)
def test_a_row_won_with_a_high_class_takes_its_extra_from_each_loser(row, cards, bonus, points):
    """joker.txt and bonus.txt, 額外加分: every line of both tables; nothing is doubled by guns."""
    rules = BONUS_RULES if bonus else JOKER_RULES
    weak = rows(WEAK)
    mine = Arrangement(**{"front": weak.front, "middle": weak.middle, "back": weak.back} | {row: parse(cards)})
    lines = payments(rules, [weak, mine, weak, weak], strengths(rules, bonus))
    extras = [line for line in lines if line.reason == "bonus"]
    assert [(payer, 1, points, row) for payer in (0, 2, 3) if points] == [
        (line.payer, line.payee, line.points, line.row) for line in extras
    ]


def test_an_equal_row_takes_no_extra():
    """joker.txt and bonus.txt, 額外加分: 平手不算."""
    mine = rows("2d 3h 5c / 5s 6s 7s 8s 9s / 5h 6h 7h 8h 9h")
    other = rows("2d 3h 5c / Xx 6s 7s 8s 5s / Xx 6h 7h 8h 5h")
    lines = payments(JOKER_RULES, [mine, other], strengths(JOKER_RULES))
    assert [] == [line for line in lines if line.reason == "bonus"]


def test_a_row_lost_takes_no_extra_but_pays_the_winners():
    mine = rows("2d 3h 5c / 5s 6s 7s 8s 9s / Xx 6h 7h 8h 9h")
    other = rows("2d 3h 5c / 9s Xx 9h 9d 9c / Th 6d Td Xx Ts")
    lines = payments(JOKER_RULES, [mine, other], strengths(JOKER_RULES))
    assert [
        Payment(1, 0, 1, "bonus", "back", "straight_flush"),
        Payment(0, 1, 3, "bonus", "middle", "joker_five"),
    ] == [line for line in lines if line.reason == "bonus"]


@st.composite
def rounds(draw):
    """Four arrangements of one shuffled deck, in any order of rows, and the rule set's strengths."""
    rules = draw(st.sampled_from((JOKER_RULES, BONUS_RULES)))
    cards = draw(st.permutations(deck(rules.deck)))
    bonus = rank(cards[0]) if rules.has_bonus else None
    hands = [cards[rules.aside + rules.hand * seat :][: rules.hand] for seat in range(4)]
    played = [Arrangement(tuple(hand[:3]), tuple(hand[3:8]), tuple(hand[8:13])) for hand in hands]
    return rules, played, strengths(rules, bonus)


@given(rounds())
def test_every_round_sums_to_zero_and_its_lines_add_up(dealt):
    rules, played, table = dealt
    lines = payments(rules, played, table)
    won, paid = Counter(), Counter()
    for line in lines:
        assert line.points > 0
        assert line.payer != line.payee
        won[line.payee] += line.points
        paid[line.payer] += line.points
    found = totals(lines, 4)
    assert 0 == sum(found)
    assert tuple(won[seat] - paid[seat] for seat in range(4)) == found
    assert found == tuple(sum(parts(lines, seat).values()) for seat in range(4))
    table_of_pairs = matrix(lines, 4)
    assert found == tuple(sum(row) for row in table_of_pairs)
    assert all(table_of_pairs[i][j] == -table_of_pairs[j][i] for i in range(4) for j in range(4))


@given(rounds())
def test_each_line_says_a_reason_that_the_rows_bear_out(dealt):
    rules, played, table = dealt
    won = comparisons(played, table)
    for line in payments(rules, played, table):
        rows_won = won[line.payee][line.payer]
        if line.row is None:
            assert min(rows_won) >= 0
            assert line.points == (rules.gun if line.reason == "gun" else rules.home_run)
        else:
            assert rows_won[("front", "middle", "back").index(line.row)] == 1
            assert line.points == rules.extras[line.row, line.row_class]


@given(rounds())
def test_the_order_of_the_seats_changes_nobodys_points(dealt):
    rules, played, table = dealt
    found = totals(payments(rules, played, table), 4)
    for order in permutations(range(4)):
        turned = totals(payments(rules, [played[seat] for seat in order], table), 4)
        assert tuple(found[seat] for seat in order) == turned


@given(rounds(), st.integers(0, 3), st.sampled_from(("front", "middle", "back")), st.data())
def test_a_stronger_row_never_scores_less(dealt, seat, row, data):
    """But in bonus only guns and home runs: a straight beats three bonus cards, which pay an extra."""
    rules, played, table = dealt
    cards = data.draw(st.permutations(deck(rules.deck)))
    other = tuple(cards[: 3 if row == "front" else 5])
    low, high = sorted((other, getattr(played[seat], row)), key=table.strength)
    scores = []
    for cards_of_row in (low, high):
        changed = list(played)
        rows_of_seat = {name: getattr(played[seat], name) for name in ("front", "middle", "back")}
        changed[seat] = Arrangement(**rows_of_seat | {row: cards_of_row})
        found = parts(payments(rules, changed, table), seat)
        scores.append(found["gun"] + found["homerun"] if rules.has_bonus else sum(found.values()))
    assert scores[0] <= scores[1]


def test_in_bonus_a_stronger_middle_may_bring_less_because_its_class_has_no_extra():
    """bonus.txt, 額外加分: 中墩彩金三條 +1, 順子 nothing."""
    table = strengths(BONUS_RULES, 7)
    weak, three, straight = (
        rows(f"2d 3h 5c / {middle} / 5h 5d 5s Td Th")
        for middle in ("4h 4d 6c 8h 9d", "7s 7h 7d 2c 3s", "Ts 9s 8d 7c 6h")
    )
    with_three = totals(payments(BONUS_RULES, [three, weak, weak, weak], table), 4)[0]
    with_straight = totals(payments(BONUS_RULES, [straight, weak, weak, weak], table), 4)[0]
    assert table.strength(straight.middle) > table.strength(three.middle)
    assert 3 == with_three - with_straight


def test_a_rule_set_without_guns_and_home_runs_pays_none():
    rules = replace(JOKER_RULES, gun=0, home_run=0)
    lines = payments(rules, [rows(text) for text in HOME_RUN], strengths(rules))
    assert {"gun": 0, "homerun": 0, "bonus": 0} == parts(lines, 0)
    assert () == lines


def test_scoring_leaves_the_arrangements_as_they_were():
    played = [rows(WEAK) for _ in range(4)]
    payments(JOKER_RULES, played, strengths(JOKER_RULES))
    assert [rows(WEAK)] * 4 == played
    assert JOKER not in rows(WEAK).cards
