"""Strengths: every worked example of the rule texts and of the field notes, by name."""

from itertools import pairwise, permutations

import pytest

from core.cards import JOKER, parse
from core.rules import RULE_SETS
from core.strength import strengths

JOKER_RULES, BONUS_RULES = RULE_SETS["joker"], RULE_SETS["bonus"]
THIRTEEN = ("standard", "international", "taiwan", "hongkong")


def valued(text, bonus=None):
    table = strengths(BONUS_RULES if bonus else JOKER_RULES, bonus)
    return table.strength(parse(text))


def classed(text, bonus=None):
    table = strengths(BONUS_RULES if bonus else JOKER_RULES, bonus)
    return table.row_class(table.strength(parse(text)))


def ranked(text, bonus=None):
    table = strengths(BONUS_RULES if bonus else JOKER_RULES, bonus)
    return table.ranks(table.strength(parse(text)))


# joker.txt


@pytest.mark.parametrize(
    ("cards", "row_class", "ranks"),
    [
        ("5s 7d Xx", "pair", (7, 5)),
        ("As Xx Xx", "three_of_a_kind", (14,)),
        ("4s 5h 6d 7c Xx", "straight", (8,)),
        ("2s 3h 4d Xx Xx", "straight", (6,)),
        ("As Ah Ks Kd Xx", "full_house", (14, 13)),
        ("Ah Kh 5h 2h Xx", "paired_flush", (14, 13, 5, 2)),
        ("As Ks 9s Xx Xx", "paired_flush", (14, 13, 9)),
        ("6s 6h 6d Xx 2c", "four_of_a_kind", (6, 2)),
        ("Xx Xx Xx Kh 8d", "four_of_a_kind", (13, 8)),
        ("As Ks Xx Xx Xx", "straight_flush", (14,)),
        ("As 9s Xx Xx Xx", "four_of_a_kind", (14, 9)),
        ("As 7s 7s 5s Xx", "paired_flush", (14, 7, 5)),
    ],
)
def test_jokers_stand_for_the_best_that_the_row_can_be(cards, row_class, ranks):
    """joker.txt, 鬼牌怎麼算, 自動認定的例子: all twelve."""
    assert (row_class, ranks) == (classed(cards), ranked(cards))


@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("Xx 9s 8h 7d 6c", "9s 8h 7d 6c 5s"),
        ("2s 2s 2h 2d 2c", "As Ah Ad Xx Xx"),
        ("As As Ah Ad Xx", "Qs Qh Qd Xx Xx"),
        ("6s 6h 6d Xx 2c", "5s 5h 5d 5c As"),
        ("Xx Xx Xx Kh 8d", "Ks Ks Kh Kd 7c"),
        ("As 7s 7s 5s Xx", "8s 8s 6s 6s As"),
    ],
)
def test_joker_rows_beat_the_rows_that_the_text_names(high, low):
    """joker.txt, 鬼牌怎麼算: the sentences on 9-8-7-6-5, 正五枚, 鬼五枚, and the table's remarks."""
    assert valued(high) > valued(low)


def test_a_straight_with_a_joker_equals_the_one_without():
    """joker.txt, 鬼牌怎麼算: 9-8-7-6-5 與「鬼＋8-7-6-5」平手."""
    assert valued("9s 8h 7d 6c 5s") == valued("Xx 8h 7d 6c 5s")


def test_a_five_with_jokers_counts_by_rank_alone():
    """joker.txt, 牌型階梯, 鬼五枚: 只比點數，與鬼牌張數無關."""
    assert valued("As As Ah Ad Xx") == valued("As As Ah Xx Xx") == valued("As As Xx Xx Xx")
    assert classed("As As Xx Xx Xx") == "joker_five"


@pytest.mark.parametrize("bonus", [None, 7])
def test_straights_run_from_the_wheel_to_the_ace_and_never_around(bonus):
    """joker.txt and bonus.txt, 補充說明: 順子的大小."""
    tops = ["A-2-3-4-5", *("23456789TJQKA"[low : low + 5] for low in range(9))]
    for suits in ("shdcs", "ddddd"):
        values = [
            valued(" ".join(r + s for r, s in zip(top.replace("-", ""), suits, strict=True)), bonus) for top in tops
        ]
        assert sorted(set(values)) == values
    for wrapped in ("Js Qh Kd Ac 2s", "Qs Kh Ad 2c 3s", "Ks Ah 2d 3c 4s"):
        assert classed(wrapped, bonus) == "high_card"


def test_a_front_is_never_a_straight_or_flush():
    """joker.txt and bonus.txt, 補充說明: 頭墩只有 3 張."""
    assert classed("3s 4s 5s") == classed("3s 4s 5s", 7) == "high_card"
    fronts = {strengths(JOKER_RULES).row_class(value) for value in strengths(JOKER_RULES).front.values()}
    assert {"high_card", "pair", "three_of_a_kind", "joker_trips"} == fronts


def test_three_jokers_in_front_stand_above_all_threes_and_below_all_straights():
    """joker.txt, 補充說明: 鬼三條."""
    assert valued("As Ah Ad") < valued("Xx Xx Xx") < valued("As 2h 3d 4c 5s")
    assert valued("As Ah Ad Ks Qh") < valued("Xx Xx Xx")


def test_a_joker_is_never_a_third_equal_card():
    """joker.txt, 補充說明 and 特殊規則與裁決: 沒有三條同花."""
    assert classed("As As Ks 9s Xx") == "paired_flush"
    assert ranked("As As Ks 9s Xx") == (14, 13, 9)


def test_a_joker_may_be_an_equal_card_in_any_suit():
    """joker.txt, 補充說明: 有鬼牌時不限黑桃."""
    assert classed("Ad Kd 5d 3d Xx") == "paired_flush"


def test_a_row_with_a_joker_and_a_card_is_never_without_a_pair():
    """joker.txt, 鬼牌怎麼算, last sentence."""
    fronts = [(JOKER, one, two) for one in range(52) for two in range(52)]
    middles = [(JOKER, one, two, 3 * 13, 13 + 1) for one in range(52) for two in range(52) if one != two]
    table = strengths(JOKER_RULES)
    assert "high_card" not in {table.row_class(table.strength(row)) for row in fronts + middles}


def test_paired_flushes_compare_pairs_first_then_the_other_cards():
    """joker.txt and bonus.txt, 牌型階梯, 對子同花."""
    for bonus in (None, 14):
        rows = (
            "2s 2s Ks Qs Js",
            "2s 2s As 4s 3s",
            "Ks Ks 4s 3s 2s",
            "3s 3s 2s 2s As",
            "4s 4s 2s 2s 3s",
            "4s 4s 3s 3s 2s",
        )
        values = [valued(row, bonus) for row in rows]
        assert sorted(set(values)) == values
        assert valued("As Ks Qs Js 9s", bonus) < values[0]


# bonus.txt


@pytest.mark.parametrize(
    ("cards", "bonus", "row_class"),
    [
        ("7s 7s 7h Ks Kh", 7, "bonus_full_house"),
        ("Ks Ks Kh 7s 7h", 7, "full_house"),
        ("7s 7h 7d", 7, "bonus_trips"),
        ("7s 7h 7d 7c 2s", 7, "bonus_four"),
        ("7s 7h 3d", 7, "pair"),
        ("7s 7h 3d 3c 2s", 7, "two_pair"),
        ("3s 4s 5s 6s 7s", 7, "straight_flush"),
        ("8s 8s 8h 8d 8c", 7, "five_of_a_kind"),
        ("As As Ks 9s 5s", 7, "paired_flush"),
    ],
)
def test_bonus_cards_upgrade_only_their_own_three_and_four(cards, bonus, row_class):
    """bonus.txt, 牌型與大小, 補充說明."""
    assert row_class == classed(cards, bonus)


def test_each_bonus_class_stands_right_above_its_plain_one():
    """bonus.txt, 補充說明: 彩金點是 2 的彩金三條，也比三條 A 大."""
    assert valued("As Ah Ad", 2) < valued("2s 2h 2d", 2) < valued("2s 3h 4d 5c As", 2)
    assert valued("As Ah Ad Ks Kh", 2) < valued("2s 2h 2d 3s 3h", 2) < valued("3s 3s 3h 3d 2c", 2)
    assert valued("As Ah Ad Ac Ks", 2) < valued("2s 2h 2d 2c 3s", 2) < valued("Ah 2h 3h 4h 5h", 2)


# standard.txt and hoya.txt


@pytest.fixture(params=THIRTEEN)
def thirteen(request):
    """The strength of a row in one of the games of 13 cards."""
    table = strengths(RULE_SETS[request.param])
    return lambda text: table.strength(parse(text))


def test_the_rows_named_in_the_text_have_their_classes():
    """standard.txt, 牌型大小: each class by the example that it is given."""
    table = strengths(RULE_SETS["standard"])
    rows = {
        "straight_flush": "5s 6s 7s 8s 9s",
        "four_of_a_kind": "7s 7h 7d 7c Ks",
        "full_house": "Qs Qh Qd 4s 4h",
        "three_of_a_kind": "9s 9h 9d Kc 2s",
        "straight": "Ts Jh Qd Kc As",
    }
    assert rows == {table.row_class(table.strength(parse(text))): text for text in rows.values()}


def test_every_class_of_13_cards_beats_the_one_below(thirteen):
    """standard.txt, 牌型大小; hoya.txt, 牌型與大小 ａ: the weakest of each class above the strongest of the next."""
    weakest_and_strongest = (
        ("As 2s 3s 4s 5s", "Ts Js Qs Ks As"),
        ("2s 2h 2d 2c 3s", "As Ah Ad Ac Ks"),
        ("2s 2h 2d 3c 3s", "As Ah Ad Kc Ks"),
        ("2s 3s 4s 5s 7s", "As Ks Qs Js 9s"),
        ("As 2h 3d 4c 5s", "Ts Jh Qd Kc As"),
        ("2s 2h 2d 3c 4s", "As Ah Ad Kc Qs"),
        ("2s 2h 3d 3c 4s", "As Ah Kd Kc Qs"),
        ("2s 2h 3d 4c 5s", "As Ah Kd Qc Js"),
        ("2s 3h 4d 5c 7s", "As Kh Qd Jc 9s"),
    )
    for high, low in pairwise(weakest_and_strongest):
        assert thirteen(high[0]) > thirteen(low[1])


def test_straights_of_13_cards_run_from_the_wheel_to_the_ace(thirteen):
    """standard.txt, A-2-3-4-5 是最大的順子嗎; hoya.txt, 順子 and 柳丁(同花順)."""
    tops = ["A2345", *("23456789TJQKA"[low : low + 5] for low in range(9))]
    for suits in ("shdcs", "ddddd"):
        values = [thirteen(" ".join(map("".join, zip(top, suits, strict=True)))) for top in tops]
        assert sorted(set(values)) == values


@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("Ks Kh Kd 4s 4h", "6s 6h 6d Js Jd"),
        ("7s 7h 7d 7c 2s", "6s 6h 6d 6c As"),
        ("9s 9h 9d 2c 3s", "8s 8h 8d Ac Ks"),
        ("As 9s 5s 3s 2s", "Kh Qh Jh Th 8h"),
        ("As 9s 5s 4s 2s", "Ah 9h 5h 3h 2h"),
        ("Ks Kh 3d 3c 2s", "Qs Qh Jd Jc As"),
        ("Ks Kh 4d 4c 2s", "Ks Kh 3d 3c As"),
        ("Ks Kh 4d 4c 3s", "Kd Kc 4s 4h 2s"),
        ("As Ah 4d", "Ks Kh Qd"),
        ("As Ah 4d", "Ad Ac 3d"),
        ("As Qh 3d", "Ad Js Tc"),
    ],
)
def test_within_a_class_of_13_cards_the_ranks_decide_in_their_order(thirteen, high, low):
    """standard.txt, 牌型大小; hoya.txt, 牌型說明."""
    assert thirteen(high) > thirteen(low)


@pytest.mark.parametrize(
    ("one", "other"),
    [("9s Td Jh Qc Ks", "9h Ts Jd Qs Kc"), ("As 9s 5s 3s 2s", "Ah 9h 5h 3h 2h"), ("As Qh 3d", "Ad Qc 3s")],
)
def test_suits_never_count_in_a_strength(thirteen, one, other):
    """standard.txt, 花色不分大小; hoya.txt, 牌型與大小 ｃ."""
    assert thirteen(one) == thirteen(other)


def test_a_front_of_13_cards_is_compared_with_the_middle_card_by_card(thirteen):
    """standard.txt, 例子：倒水."""
    assert thirteen("Ks Kh Qd 7c 3s") > thirteen("Kd Kc 9s") > thirteen("Ks Kh 8d 7c 3s")


# Cards and scoring of the field notes


@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("Kh Th 5h 4h 3h", "Qd Td 7d 5d 4d"),
        ("Kh Th 5h 4h 3h", "Kd Td 5d 4d 2d"),
        ("5s 5h As Kd 6c", "5s 5h As Td 8c"),
        ("6s 6h 6d 2c 2s", "5s 5h 5d Ac As"),
        ("Ks Kh 3d 3c 2s", "Qs Qh Jd Jc As"),
        ("Ks Kh 4d 4c 2s", "Ks Kh 3d 3c As"),
        ("Ks Kh 4d 4c 3s", "Ks Kh 4d 4c 2s"),
    ],
)
def test_kickers_count_one_after_the_other(high, low):
    assert valued(high) > valued(low)
    assert valued(high, 14) > valued(low, 14)


@pytest.mark.parametrize(
    ("cards", "row_class", "ranks"),
    [
        ("As Ah Ad Ts Xx", "four_of_a_kind", (14, 10)),
        ("As Ah Xx Xx Ts", "four_of_a_kind", (14, 10)),
        ("2s 3h 4d 5c Xx", "straight", (6,)),
        ("6s 7h 8d 9c Xx", "straight", (10,)),
        ("As Xx Xx", "three_of_a_kind", (14,)),
        ("As As Ah Ad Ac", "natural_five", (14,)),
        ("As As Ks 9s 5s", "paired_flush", (14, 13, 9, 5)),
    ],
)
def test_the_rows_of_the_field_notes_have_these_classes(cards, row_class, ranks):
    assert (row_class, ranks) == (classed(cards), ranked(cards))


def test_all_orders_of_a_row_are_one_row():
    row = parse("As Xx 7s 7h 2d")
    assert len({strengths(JOKER_RULES).strength(order) for order in permutations(row)}) == 1
