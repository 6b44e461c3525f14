"""The Hong Kong game: every sentence of hoya.txt, 香港玩法, on who pays whom, with the rulings on its gaps."""

import pytest

from core.rules import RULE_SETS
from core.scoring import Terms, matrix, payments, totals
from core.strength import strengths
from tests.laid import laid, paid

LOW = "2s 3h 5c / 8s 8h 4d 7d Kh / Js Jh 2d 9c 6h"
HIGH = "4s 4h 5d / 9s 9h 4c 7c Ks / Qs Qh 2c 8c 6d"
FOUL = "As Ah 2c / Kd Qc 9c 8h 4s / Jd Td 8c 7c 5s"
DRAGON = "Ks Ah Qs / 2s 4d 6c 7d 9s / 3s 5h 8h Tc Jd"
SUITED = "2s 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As"
STRAIGHTS = "Qs Kh Ad / 2s 3h 4d 5c 6s / 2h 3d 4c 5s 6h"
FLUSHES = "2s 7s Ks / 3h 5h 8h Jh Qh / 2d 4d 9d Td Ad"
SIX_PAIRS = "2s 2h 3c / 4s 4h 7d 7c 9s / 9h Js Jd As Ad"


def settled(*texts, **terms):
    rules = RULE_SETS["hongkong"]
    return payments(rules, [laid(text) for text in texts], strengths(rules), terms=Terms(**terms))


def test_everybody_compares_with_the_banker_alone_for_the_stake():
    """hoya.txt: 各閒家向莊家下注; 打開牌跟莊家比較大小."""
    lines = settled(HIGH, LOW, HIGH, LOW, banker=1, stakes=(2, 9, 10, 1))
    assert (6, -36, 30, 0) == totals(lines, 4)
    assert [] == paid(lines, 3, 0)
    assert (-6, 0, -30, 0) == matrix(lines, 4)[1]


def test_without_a_word_seat_0_is_banker_and_one_is_staked():
    assert (-3, 3) == totals(settled(LOW, HIGH), 2)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("3s 3h 3d / 9s 9h 9c 7c 6s / Qs Qh Qc 8c 6d", [3, 1, 1]),
        ("4s 4h 5d / 9s 9h 9c 7c 7s / Qs Qh Qc 8c 8d", [1, 2, 1]),
        ("4s 4h 5d / 9s 9h 9c 9d 7s / Qs Qh Qc Qd 8d", [1, 8, 4]),
        ("4s 4h 5d / 2h 3h 4h 5h 6h / 8d 9d Td Jd Qd", [1, 10, 5]),
    ],
)
def test_strong_rows_win_more_than_one_stake(rows, points):
    """hoya.txt, 賠率."""
    assert points == [line.points for line in settled(LOW, rows)]
    assert [3 * each for each in points] == [line.points for line in settled(LOW, rows, stakes=(1, 3))]


def test_equal_rows_pay_nothing():
    """decided."""
    assert () == settled(LOW, LOW)


def test_a_foul_pays_all_three_rows_at_what_the_others_are_worth():
    """hoya.txt: 凡「倒水」者全賠."""
    strong = "3s 3h 3d / 9s 9h 9d 7h 7s / Qs Qh Qd Qc 8d"
    assert [("foul", 6), ("foul", 4), ("foul", 8)] == paid(settled(strong, FOUL, stakes=(1, 2)), 1, 0)
    assert [("foul", 3), ("foul", 2), ("foul", 4)] == paid(settled(FOUL, strong), 0, 1)


def test_both_foul_pay_nothing():
    """decided; not even where equal cards are the banker's."""
    assert () == settled(FOUL, FOUL)
    assert () == settled(FOUL, FOUL, options={"top_card_only": True})


@pytest.mark.parametrize(
    ("hand", "code", "price"),
    [
        (SUITED, "suited_dragon", 13),
        (DRAGON, "dragon", 13),
        (STRAIGHTS, "three_straights", 3),
        (FLUSHES, "three_flushes", 3),
        (SIX_PAIRS, "six_and_a_half_pairs", 3),
    ],
)
def test_a_natural_ends_the_comparison_at_once(hand, code, price):
    """hoya.txt: 任何一方得遇上以下的組合（例牌）通吃，稱為「報到」; also with foul rows (decided)."""
    for other in (HIGH, FOUL):
        for lines, payee in ((settled(other, hand, stakes=(1, 5)), 1), (settled(hand, other, stakes=(1, 5)), 0)):
            (line,) = lines
            assert (payee, 5 * price, "natural", code) == (line.payee, line.points, line.reason, line.row_class)


def test_where_both_have_a_natural_the_banker_pays_the_player():
    """hoya.txt: 倘若莊家及閒家同時報到，由莊家賠閒家."""
    assert (-3, 3) == totals(settled(DRAGON, FLUSHES), 2)


@pytest.mark.parametrize("price", [13, 26, 39])
def test_the_price_of_the_suited_dragon_is_the_tables(price):
    """hoya.txt: 青龍，勝注有爭議; the plain one stays at 13."""
    options = {"suited_dragon": price}
    assert price == totals(settled(LOW, SUITED, options=options), 2)[1]
    assert 13 == totals(settled(LOW, DRAGON, options=options), 2)[1]


SPADES = "9s 6d 2h / As Jh Td 7c 3h / Ks Kd 8c 5h 4s"
HEARTS = "9h 6c 2s / Ah Jd Tc 7d 3s / Kh Kc 8s 5s 4d"


def test_rows_of_equal_class_and_ranks_are_decided_by_suits_where_the_table_wants_it():
    """hoya.txt: 十三張需計算花色; decided: ♠ > ♥ > ♣ > ♦, the best among the cards of the leading rank."""
    assert () == settled(SPADES, HEARTS)
    lines = settled(SPADES, HEARTS, options={"suits": True})
    assert ["front", "middle", "back"] == [line.row for line in lines]
    assert (3, -3) == totals(lines, 2)


def by_suits(mine, theirs):
    back = "Js Jh 9d 9c 4c", "Jd Jc 8d 8c 4h"
    lines = settled(f"2s 3h 5c / {mine} / {back[0]}", f"2s 3h 5c / {theirs} / {back[1]}", options={"suits": True})
    return next((line.payee for line in lines if line.row == "middle"), None)


@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        ("As Kd 9d 8d 3d", "Ah Ks 9s 8s 3s", 0),
        ("Ah Kd 9d 8d 3d", "Ac Ks 9s 8s 3s", 0),
        ("Ad Kd 9h 8d 3d", "Ac Ks 9s 8s 3s", 1),
        ("7s 7d Ad 9h 3d", "7h 7c As 9s 3s", 0),
        ("7d 7c Ad 9h 3d", "7s 7h Ac 9s 3h", 1),
        ("7s 7d Ad 9h 2d", "7h 7c As 9s 3s", 1),
    ],
)
def test_suits_decide_only_when_all_ranks_are_equal(mine, theirs, winner):
    assert winner == by_suits(mine, theirs)


def test_a_straight_is_decided_by_the_suit_of_its_top_card_which_is_the_five_below_the_ace():
    lines = settled(
        "2c 3h 9c / As 2d 3d 4d 5h / 9s Th Jh Qh Kd",
        "2c 3h 9c / Ah 2h 3s 4s 5s / 9h Td Jd Qd Ks",
        options={"suits": True},
    )
    assert [("row", 1), ("row", 1)] == paid(lines, 0, 1)


def by_top_card(bank, player, **options):
    """How a back of the banker does against a player's: who wins it."""
    rows = "2s 3h 5c / 2d 3d 4c 6s 8s / {}"
    lines = settled(rows.format(bank), rows.format(player), options={"top_card_only": True} | options)
    return next(line.payee for line in lines if line.row == "back")


@pytest.mark.parametrize(
    ("bank", "player", "winner"),
    [
        ("As Kd 9d 8d 3c", "Ah Ks Qs 8h 3s", 0),
        ("Ks Qd 9d 8d 3c", "Ah Js 9s 8h 3s", 1),
        ("7s 7d Ad 9h 3d", "8h 8c Ks 9s 3s", 0),
        ("7s 7d Ad 9h 3d", "2h 2c As 9s 3s", 0),
        ("As Kd 9d 8d 3c", "2h 2c Ks 9s 3s", 1),
        ("As 2d 3h 4d 5c", "2h 3c 4s 5s 6s", 1),
        ("9s Td Jh Qd Kc", "9h Tc Js Qs Kd", 0),
    ],
)
def test_only_the_highest_card_counts_within_a_class_where_the_table_wants_it_and_equal_is_the_bankers(
    bank, player, winner
):
    """hoya.txt: 只比點數最大的一隻牌。倘若相同，一律由莊家勝（食夾棍）."""
    assert winner == by_top_card(bank, player)


def test_with_both_options_the_suit_of_the_highest_card_decides():
    assert 1 == by_top_card("Ah Kd 9d 8d 3c", "As Qs 9s 8h 3s", suits=True)
    assert 0 == by_top_card("As Kd 9d 8d 3c", "Ah Qs 9s 8h 3s", suits=True)
    assert 0 == by_top_card("7s 7d Ah 9h 3d", "8h 8c Ac 9s 3s", suits=True)
