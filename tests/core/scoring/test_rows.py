"""Row by row: every worked example of standard.txt, and the international rules."""

import pytest

from core.arrangement import faults
from core.rules import RULE_SETS
from core.scoring import Terms, matrix, totals
from core.strength import strengths
from tests.laid import laid, paid, settled

GUNNER = "As Ah 4c / 8s 8h 8d 3s 3h / Ts Th Td 4s 4h"
PLAIN_GUNNER = "As Ah 8d / 8s 8h 3s 3h 4c / Ts Th Td 4s 4h"
KINGS = "Qs Qh 5c / Ks Kh 7c 6c 2d / Js Jd 5s 5h 6d"
QUEENS = "9s 9h 7s / Qd Qc 9d 7d 2s / Jh Jc 6s 6h 2h"
HIGH = "5d 4d 2c / Kc Ad 9c 7h 3d / Ac Kd Tc 8c 3c"
FOUL = "Ad Ac 5d / Kc 9c 7h 4d 3d / Kd Tc 8c 3c 2c"
"""The same cards as `HIGH`; so all four hands together are one deck."""


def fault_codes(text):
    rules = RULE_SETS["standard"]
    return [fault.code for fault in faults(laid(text), strengths(rules), rules)]


# standard.txt, 例子


def test_a_full_house_behind_a_straight_behind_aces_is_in_order():
    """standard.txt, 例子：正確的排法."""
    assert fault_codes("As Ah 4d / 5s 6d 7h 8c 9s / Js Jh Jd 3s 3h") == []


def test_a_pair_of_kings_in_front_with_a_better_kicker_is_a_foul_and_with_a_worse_one_is_none():
    """standard.txt, 例子：倒水."""
    back = "Js Jh Jd 3s 3h"
    assert fault_codes(f"Ks Kh 9d / Kd Kc 8s 7d 3c / {back}") == ["foul/front-over-middle"]
    assert fault_codes(f"Ks Kh 9d / Kd Kc Qs 7d 3c / {back}") == []


def test_rows_that_are_equal_are_in_order():
    """standard.txt, 排牌與倒水: 一樣大可以."""
    assert fault_codes("2s 2h 3d / 9s Ts Jd Qd Kc / 9h Th Js Qs Kd") == []


@pytest.mark.parametrize("front", ["Qs Kh Ad", "2h 9h Th"])
def test_a_front_is_no_straight_and_no_flush(front):
    """standard.txt, 例子：頭墩沒有順子."""
    table = strengths(RULE_SETS["standard"])
    assert table.row_class(table.strength(laid(f"{front} / / ").front)) == "high_card"


def test_two_rows_won_and_one_lost_bring_one_point():
    """standard.txt, 例子一：贏兩墩、輸一墩."""
    lines = settled(
        "standard",
        "Qs Qh 5d / 7s 8d 9c Td Jh / Ks Kh Kd 4s 4h",
        "9s 9h Ad / Ah Th 8h 3h 2h / 6s 6h 6d Js Jd",
    )
    assert [("row", 1), ("row", 1)] == paid(lines, 1, 0)
    assert [("row", 1)] == paid(lines, 0, 1)
    assert (1, -1) == totals(lines, 2)


def test_three_fives_in_front_bring_3_and_a_full_house_in_the_middle_2():
    """standard.txt, 例子二：衝三和中墩葫蘆."""
    lines = settled(
        "standard",
        "5s 5h 5d / 8s 8h 8d 2s 2h / Ts Th Td 3s 3h",
        "As Ah 7c / Kc Kd Qs Qh 4d / 9s 9h 9d 9c 6c",
    )
    won = {(line.row, line.row_class): line.points for line in lines if line.payee == 0}
    assert {("front", "three_of_a_kind"): 3, ("middle", "full_house"): 2} == won


def test_a_flush_in_the_back_that_loses_to_four_of_a_kind_costs_4():
    """standard.txt, 例子三：輸給鐵支."""
    lines = settled(
        "standard", "5s 5h 6d / Ks Kh 8d 2s 2h / Ah Jh Th 7h 3h", "Qs Qh 7c / Kc Kd 8s 8h 4d / 9s 9h 9d 9c 6c"
    )
    assert ("row", 4) in paid(lines, 0, 1)
    assert {line.points for line in lines if line.row == "back"} == {4}


def test_equal_straights_in_the_middle_are_paid_by_nobody():
    """standard.txt, 例子四：平手."""
    lines = settled(
        "standard",
        "2s 2h 3d / 9s Ts Jd Qd Kc / Ah 7h 5h 4h 3h",
        "4s 4d 3c / 9h Th Js Qs Kd / Ac 8c 6c 5c 2c",
    )
    assert {"front", "back"} == {line.row for line in lines}


def test_a_gun_doubles():
    """standard.txt, 例子：打槍."""
    lines = settled("standard", GUNNER, KINGS)
    assert [("row", 1), ("row", 2), ("row", 1), ("double", 4)] == paid(lines, 1, 0)
    assert (8, -8) == totals(lines, 2)


def test_three_points_become_six_by_a_gun():
    """standard.txt, 常見問題: 三墩各贏1分，原本3分，打槍後是6分."""
    assert (6, -6) == totals(settled("standard", PLAIN_GUNNER, KINGS), 2)


@pytest.mark.parametrize(("gunner", "each"), [(GUNNER, 16), (PLAIN_GUNNER, 12)])
def test_a_home_run_takes_every_account_four_times(gunner, each):
    """standard.txt, 例子：全壘打: 4 points become 16, and 3 become 12.

    The text takes 4 from one and 3 from the others; but what a row is worth is its winner's own, so that all pay alike.
    """
    lines = settled("standard", gunner, KINGS, QUEENS, HIGH)
    assert 3 * each == totals(lines, 4)[0]
    assert [each] * 3 == list(matrix(lines, 4)[0][1:])
    assert [("quadruple", each * 3 // 4)] == paid(lines, 2, 0)[3:]


@pytest.mark.parametrize("others", [(KINGS,), (KINGS, QUEENS)])
def test_two_or_three_players_have_no_home_run(others):
    """standard.txt, 打槍與全壘打: 2人、3人桌最多只有打槍."""
    lines = settled("standard", GUNNER, *others)
    assert [8] * len(others) == list(matrix(lines, len(others) + 1)[0][1:])
    assert "quadruple" not in {line.reason for line in lines}


def test_an_equal_row_is_no_gun():
    """standard.txt, 打槍與全壘打: 只要有一墩平手或輸掉，就不算打槍."""
    lines = settled(
        "standard",
        "5d 5c Kd / 9s 9h 7d 6d 3d / Jh Jc 8s 8h 4d",
        "4s 4c Kc / 9d 9c 7h 6h 3c / Th Tc 8d 8c 2h",
    )
    assert [("row", 1), ("row", 1)] == paid(lines, 1, 0)
    assert (2, -2) == totals(lines, 2)


def test_a_foul_loses_all_rows_at_what_they_are_worth_to_the_other_and_doubled():
    """standard.txt, 例子：對手相公."""
    lines = settled("standard", GUNNER, FOUL)
    assert [("foul", 1), ("foul", 2), ("foul", 1), ("double", 4)] == paid(lines, 1, 0)
    assert [] == paid(lines, 0, 1)


def test_a_foul_counts_for_a_home_run():
    """standard.txt, 打槍與全壘打: 倒水的玩家三墩全輸，也算被你打槍."""
    lines = settled("standard", GUNNER, KINGS, QUEENS, FOUL)
    assert [16, 16, 16] == list(matrix(lines, 4)[0][1:])
    assert [("foul", 1), ("foul", 1), ("foul", 1), ("double", 3)] == paid(lines, 3, 1)


def test_two_fouls_are_even():
    """standard.txt, 排牌與倒水: 兩個人都倒水，他們之間算平手."""
    assert () == settled("standard", "Ks Kh 7c / Qs Qh 2d 6c 5c / Js 9d 5s 4h 6d", FOUL)


def test_a_declared_special_wins_its_points_from_everybody_and_is_never_doubled():
    """standard.txt, 特殊牌型表: 不管其他人怎麼排，你都從每一家各贏表上的分數."""
    lines = settled("standard", GUNNER, KINGS, QUEENS, FOUL, terms=Terms((None, None, "three_flushes", None)))
    assert [("special", 3)] == paid(lines, 0, 2) == paid(lines, 1, 2) == paid(lines, 3, 2)
    assert [("row", 1), ("row", 2), ("row", 1), ("double", 4)] == paid(lines, 1, 0)
    assert "quadruple" not in {line.reason for line in lines}


@pytest.mark.parametrize(
    ("mine", "theirs", "points"),
    [("dragon", "suited_dragon", -108), ("all_big", "all_small", 12), ("three_flushes",) * 2 + (0,)],
)
def test_the_higher_of_two_specials_wins_its_own_points(mine, theirs, points):
    """standard.txt, 特殊牌型表: 表上排得高的一方贏，照他自己那一種的分數算；同一種，算平手."""
    lines = settled("standard", GUNNER, KINGS, terms=Terms((mine, theirs)))
    assert (points, -points) == totals(lines, 2)


def test_the_rows_of_a_declared_hand_count_for_nothing_foul_or_not():
    for rows in (HIGH, FOUL):
        lines = settled("standard", GUNNER, rows, terms=Terms((None, "one_colour")))
        assert [("special", 10)] == paid(lines, 0, 1)
        assert [] == paid(lines, 1, 0)


# International


def test_all_three_rows_bring_three_more_and_nothing_is_doubled():
    """standard.txt, 每日挑戰: 每墩1分，三墩全贏另加3分，有加分牌型."""
    lines = settled("international", GUNNER, KINGS, QUEENS, HIGH)
    assert [("row", 1), ("row", 2), ("row", 1), ("sweep", 3)] == paid(lines, 1, 0)
    assert [7, 7, 7] == list(matrix(lines, 4)[0][1:])


def test_an_international_foul_loses_every_row_and_three_more():
    lines = settled("international", KINGS, FOUL)
    assert [("foul", 1), ("foul", 1), ("foul", 1), ("sweep", 3)] == paid(lines, 1, 0)
    assert (6, -6) == totals(lines, 2)
