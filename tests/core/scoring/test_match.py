"""The Taiwanese game: every sentence of hoya.txt, 台式玩法, on who pays whom, with the rulings on its gaps."""

import pytest

from core.rules import RULE_SETS
from core.scoring import matrix, payments, totals
from core.strength import strengths
from tests.laid import laid, paid

FRONTS = "2s 3h 5c", "4s 4h 5c", "7s 7h 5c"
MIDDLES = "8s 8h 4d 5d 3s", "9s 9h 4d 5d 3s", "Ts Th 4d 5d 3s"
BACKS = "Js Jh 2d 2c 6h", "Qs Qh 2d 2c 6h", "Ks Kh 2d 2c 6h"
FOUL = "As Ah 2c / Kd Qc 9c 8h 4s / Jd Td 8c 7c 5s"
DRAGON = "Ah 2s 4d / 3s 5h 6c 7d 9s / 8h Tc Jd Qs Kh"
OTHER_DRAGON = "Ad 2c 4h / 3h 5d 6s 7c 9d / 8s Th Js Qh Kc"
THIRD_DRAGON = "Ac 2h 4s / 3d 5c 6h 7s 9c / 8d Ts Jh Qc Kd"
LAST_DRAGON = "Ks 2d 4c / 3c 5s 6d 7h 9h / 8c Td Jc Qd As"
SUITED = "2s 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As"
OTHER_SUITED = SUITED.replace("s", "h")


def hand(front, middle, back):
    """Rows that compare as these places on three little ladders."""
    return f"{FRONTS[front]} / {MIDDLES[middle]} / {BACKS[back]}"


def match(*texts):
    rules = RULE_SETS["taiwan"]
    return payments(rules, [laid(text) for text in texts], strengths(rules))


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ((1, 1, 1), (0, 0, 0), [("gun", 6)]),
        ((1, 1, 1), (0, 0, 1), [("run_over", 6)]),
        ((1, 1, 1), (0, 1, 1), [("run_over", 6)]),
        ((1, 1, 1), (1, 1, 0), [("run_over", 6)]),
        ((1, 1, 1), (0, 0, 2), [("match", 1)]),
        ((1, 1, 1), (2, 0, 0), [("match", 1)]),
        ((1, 1, 1), (0, 1, 2), []),
        ((1, 1, 1), (1, 1, 1), []),
    ],
)
def test_the_rows_of_two_players_are_compared_as_a_whole(mine, theirs, expected):
    """hoya.txt, 分數計算: 贏一堵, 平分秋色, 打槍, 輾過."""
    lines = match(hand(*mine), hand(*theirs))
    assert expected == paid(lines, 1, 0)
    assert [] == paid(lines, 0, 1)


@pytest.mark.parametrize(("players", "each"), [(4, 12), (3, 6), (2, 6)])
def test_a_gun_on_all_three_brings_36(players, each):
    """hoya.txt, 紅不讓: 連同打槍的６堵，贏各家１２堵, ３６堵; decided: with fewer than four there is none."""
    lines = match(hand(2, 2, 2), *[hand(0, 0, 0)] * (players - 1))
    assert each * (players - 1) == totals(lines, players)[0]


def test_being_run_over_counts_as_gunned_for_all_three():
    """decided: 輾過 counts as 打槍 for 紅不讓."""
    lines = match(hand(2, 1, 2), hand(0, 1, 0), hand(0, 1, 0), hand(2, 0, 2))
    assert [("run_over", 6), ("red", 6)] == paid(lines, 1, 0) == paid(lines, 3, 0)


def test_three_of_a_kind_in_front_bring_3_from_each_that_is_beaten_as_a_whole():
    """hoya.txt, 加堵: Ａ贏Ｂ、Ｄ各１堵，輸Ｃ１堵，若Ａ衝三，則Ａ額外加贏Ｂ、Ｄ各３堵."""
    trips = "6s 6c 6d / 9s 9h 9d 4d 4c / Qs Qh Qd 2c 2d"
    beaten = "4s 4h 5c / Ts Th Td 3c 3d / Jc Jd Jh 7c 7d"
    better = "3s 3h 5c / Ts Th Td 3c 3d / Kc Kd Kh 7c 7d"
    lines = match(trips, beaten, better, beaten)
    assert [("match", 1), ("bonus", 3)] == paid(lines, 1, 0) == paid(lines, 3, 0)
    assert [("match", 1)] == paid(lines, 0, 2)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("6s 6c 6d / 9s 9h 9d 4d 4c / Qs Qh Qd 2c 2d", 3),
        ("6s 6c 3d / 9s 9h 9d 9c 4c / Qs Qh Qd Qc 2d", 8 + 4),
        ("6s 6c 3d / 4s 5s 6s 7s 8s / 5h 6h 7h 8h 9h", 10 + 5),
        ("6s 6c 3d / 9s 9h 9d 4d 4c / 5h 6h 7h 8h 9h", 5),
        ("6s 6c 3d / 9s 9h 9d 4d 4c / Qs Qh Qd Qc 2d", 4),
    ],
)
def test_every_row_of_the_winner_has_its_extra(rows, points):
    """hoya.txt, 加堵: 中墩鐵枝 8, 後墩鐵枝 4, 中墩同花順 10, 後墩同花順 5."""
    lines = match(rows, "2s 3h 5c / 8d 8c 4h 5d 3s / Jc Jh 7d 7c 3h")
    assert points == sum(line.points for line in lines if line.reason == "bonus")
    assert 6 + points == totals(lines, 2)[0]


def test_an_extra_counts_though_its_own_row_was_lost_and_not_in_a_draw():
    """decided: 加堵 for each of the winner's own rows, whether or not that row was won; a draw has none."""
    trips = "3s 3c 3d / 9s 9h 9d 4d 4c / Qs Qh Qd 2c 2d"
    lines = match(trips, "6s 6c 6d / 8s 8h 8d 4h 4s / Js Jh Jd 2c 2d")
    assert [("match", 1), ("bonus", 3)] == paid(lines, 1, 0)
    assert () == match(trips, "6s 6c 6d / 9s 9c 9d 4h 4s / Js Jh Jd 2c 2d")


def test_a_foul_is_gunned_by_everybody_without_one_with_their_extras():
    """decided: a foul is 被打槍 (6 each, plus the winner's own 加堵)."""
    lines = match("6s 6c 6d / 9s 9h 9d 4d 4c / Qs Qh Qd 2c 2d", FOUL)
    assert [("foul", 6), ("bonus", 3)] == paid(lines, 1, 0)


def test_two_fouls_are_even():
    assert () == match(FOUL, FOUL)


def test_equal_rows_are_a_foul_here():
    """hoya.txt, 出牌方式: 尾墩大於中墩，中墩大於頭墩."""
    lines = match("2s 3h 5c / 9s Ts Jd Qd Kc / 9h Th Js Qs Kd", hand(0, 0, 0))
    assert [("foul", 6)] == paid(lines, 0, 1)


def test_a_foul_counts_for_all_three():
    lines = match(hand(1, 1, 1), hand(0, 0, 0), FOUL, hand(0, 0, 0))
    assert [12, 12, 12] == list(matrix(lines, 4)[0][1:])


# 一條龍


def test_one_dragon_takes_25_from_each_of_three_and_the_others_never_compare():
    """hoya.txt, 一條龍的特別規則 ａ; its rows may even be foul."""
    for dragon in (DRAGON, SUITED, "Ks Ah Qs / 2s 4d 6c 7d 9s / 3s 5h 8h Tc Jd"):
        lines = match(hand(1, 1, 1), dragon, hand(0, 0, 0), FOUL)
        assert [("gun", 6), ("dragon", 13), ("red", 6)] == paid(lines, 0, 1)
        assert (-25, 75, -25, -25) == totals(lines, 4)


@pytest.mark.parametrize("players", [2, 3])
def test_one_dragon_at_a_smaller_table_takes_19_from_each(players):
    """decided: 6 + 13 from each, with four players 6 more."""
    lines = match(DRAGON, *[hand(1, 1, 1), hand(0, 0, 0)][: players - 1])
    assert (19 * (players - 1), *[-19] * (players - 1)) == totals(lines, players)


@pytest.mark.parametrize(("first", "second"), [(DRAGON, OTHER_DRAGON), (SUITED, OTHER_SUITED)])
def test_two_dragons_of_one_kind_leave_the_others_to_compare(first, second):
    """hoya.txt, 一條龍的特別規則 ｂ: 如果無人可以獲得紅不讓，則落敗的兩家仍須互比."""
    lines = match(first, second, hand(1, 1, 1), hand(0, 0, 0))
    assert (38, 38, -38 + 6, -38 - 6) == totals(lines, 4)
    assert "red" not in {line.reason for line in lines}


def test_of_two_dragons_the_suited_one_takes_all_three_and_the_others_do_not_compare():
    """hoya.txt, 一條龍的特別規則 ｂ: 紅不讓由牌型較佳者獲得."""
    lines = match(OTHER_DRAGON, SUITED, hand(1, 1, 1), hand(0, 0, 0))
    assert (38, 50, -44, -44) == totals(lines, 4)
    assert "suited_dragon" in {line.row_class for line in lines if line.payee == 1}


def test_of_two_dragons_among_three_players_none_takes_more():
    """decided: 6 more only if four play."""
    assert (19, 19, -38) == totals(match(OTHER_DRAGON, SUITED, hand(1, 1, 1)), 3)


def test_three_dragons_take_19_each_from_the_last():
    lines = match(DRAGON, OTHER_DRAGON, THIRD_DRAGON, hand(1, 1, 1))
    assert (19, 19, 19, -57) == totals(lines, 4)


def test_four_dragons_are_even():
    """hoya.txt, 一條龍的特別規則 ｃ."""
    assert () == match(DRAGON, OTHER_DRAGON, THIRD_DRAGON, LAST_DRAGON)
