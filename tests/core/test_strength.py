"""Strengths: against the rules by definition, the counts of whole decks, and every example of the rule texts."""

import hashlib
import json
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement, pairwise, permutations
from math import comb, prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import JOKER, Card, deck, parse, rank, suit
from core.rules import RULE_SETS
from core.strength import RANK_CODES, build, strengths

GOLDEN = Path(__file__).parents[1] / "golden"
JOKER_RULES, BONUS_RULES = RULE_SETS["joker"], RULE_SETS["bonus"]
RANKS = range(2, 15)


def valued(text, bonus=None):
    table = strengths(BONUS_RULES if bonus else JOKER_RULES, bonus)
    return table.strength(parse(text))


def classed(text, bonus=None):
    table = strengths(BONUS_RULES if bonus else JOKER_RULES, bonus)
    return table.row_class(table.strength(parse(text)))


def ranked(text, bonus=None):
    table = strengths(BONUS_RULES if bonus else JOKER_RULES, bonus)
    return table.ranks(table.strength(parse(text)))


# The rules by definition, joker by joker; shares no line with the tables.


def by_definition(cards, rules, bonus=None):
    """Return (class, what compares) of the best substitution: at most two equal cards in a row."""
    real = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(real)
    if jokers == 3 and len(cards) == 3:
        return rules.ladder.index("joker_trips"), ()
    best = None
    for wild in combinations_with_replacement(range(52), jokers):
        row = [*real, *wild]
        if jokers and max(row.count(card) for card in set(wild)) > 2:
            continue
        found = natural(row, rules, jokers=jokers, bonus=bonus)
        best = found if best is None or found > best else best
    return best


def natural(row, rules, *, jokers, bonus):
    ranks = sorted((card % 13 + 2 for card in row), reverse=True)
    times = {each: ranks.count(each) for each in ranks}
    order = tuple(sorted(times, key=lambda each: (-times[each], -each)))
    shape = tuple(times[each] for each in order)
    flush = len(row) == 5 and len({card // 13 for card in row}) == 1
    top = 0
    if len(row) == 5 and len(times) == 5:
        top = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if ranks[0] - ranks[4] == 4 else 0
    name, compared = named_by_shape(shape, order, flush=flush, top=top)
    if name == "five":
        name = "five_of_a_kind" if "five_of_a_kind" in rules.ladder else "joker_five" if jokers else "natural_five"
    if bonus is not None and order[0] == bonus:
        name = {
            "three_of_a_kind": "bonus_trips",
            "full_house": "bonus_full_house",
            "four_of_a_kind": "bonus_four",
        }.get(name, name)
    return rules.ladder.index(name), compared


def named_by_shape(shape, order, *, flush, top):
    if shape == (5,):
        return "five", order
    if flush and top:
        return "straight_flush", (top,)
    if shape[0] == 4:
        return "four_of_a_kind", order
    if shape == (3, 2):
        return "full_house", order
    if flush and shape[0] == 2:
        return "paired_flush", (shape, order)
    if flush:
        return "flush", order
    if top:
        return "straight", (top,)
    if shape[0] == 3:
        return "three_of_a_kind", order
    if shape[:2] == (2, 2):
        return "two_pair", order
    return ("pair" if shape[0] == 2 else "high_card"), order


def agree(rows, rules, bonus=None):
    """Check that strengths order the rows just as the definition does, and name the same classes."""
    table = strengths(rules, bonus)
    found = sorted((table.strength(row), by_definition(row, rules, bonus)) for row in rows)
    for (low, low_key), (high, high_key) in pairwise(found):
        assert (low == high) == (low_key == high_key)
        assert low_key <= high_key
    for strength, (place, _) in found:
        assert table.row_class(strength) == rules.ladder[place]


def rows_of(rules, size, jokers=None):
    cards = [card for card in deck(rules.deck) if jokers is None or card != JOKER]
    if jokers is None:
        return st.permutations(cards).map(lambda mixed: tuple(mixed[:size]))
    return st.permutations(cards).map(lambda mixed: (*mixed[: size - jokers], *(JOKER,) * jokers))


@given(st.lists(rows_of(JOKER_RULES, 5, jokers=0), min_size=2, max_size=30))
def test_rows_without_jokers_compare_by_the_definition(rows):
    agree(rows, JOKER_RULES)


@given(st.lists(st.one_of(rows_of(JOKER_RULES, 5, jokers=1), rows_of(JOKER_RULES, 3, jokers=1)), max_size=8))
def test_a_row_with_a_joker_is_the_best_of_all_substitutions(rows):
    agree(rows, JOKER_RULES)


@given(
    st.lists(rows_of(BONUS_RULES, 5), max_size=20),
    st.lists(rows_of(BONUS_RULES, 3), max_size=20),
    st.sampled_from(RANKS),
)
def test_bonus_rows_compare_by_the_definition(fives, threes, bonus):
    agree([row for row in fives + threes if sum(rank(card) == bonus for card in row) < 5], BONUS_RULES, bonus)


def test_twenty_thousand_rows_equal_the_best_of_all_substitutions():
    dealer = random.Random(13)
    cards = deck(68)
    dealt = (dealer.sample(cards, dealer.choice((3, 5))) for _ in range(30_000))
    rows = [row for row in dealt if row.count(JOKER) < 2][:20_000]
    assert len(rows) == 20_000
    agree(rows, JOKER_RULES)


def test_rows_of_two_and_three_jokers_equal_the_best_of_all_substitutions():
    dealer = random.Random(14)
    cards = deck(65)
    two = [(*dealer.sample(cards, 3), JOKER, JOKER) for _ in range(60)]
    low = [(*dealer.sample(cards[:13], 3), JOKER, JOKER) for _ in range(40)]
    three = [(*dealer.sample(cards, 2), JOKER, JOKER, JOKER) for _ in range(6)]
    front = [(*dealer.sample(cards, 1), JOKER, JOKER) for _ in range(13)]
    agree([*two, *low, *three, *front, (JOKER,) * 3], JOKER_RULES)


def test_every_row_that_is_bonus_three_or_more_compares_by_the_definition():
    for bonus in (2, 7, 14):
        cards = [card for card in deck(65) if rank(card) == bonus][:4]
        others = [card for card in dict.fromkeys(deck(65)) if rank(card) != bonus][::5]
        rows = [(*cards[:3], one, two) for one in others for two in others if one < two]
        rows += [(*cards, one) for one in others]
        agree(rows, BONUS_RULES, bonus)


@given(rows_of(JOKER_RULES, 5), st.permutations(range(4)), st.randoms(use_true_random=False))
def test_suits_and_order_never_count(row, suits, shuffler):
    turned = [card if card == JOKER else Card(suits[suit(card)] * 13 + card % 13) for card in row]
    shuffler.shuffle(turned)
    table = strengths(JOKER_RULES)
    assert table.strength(turned) == table.strength(row)


@given(rows_of(JOKER_RULES, 5))
def test_valuing_a_row_leaves_it_as_it_was(row):
    hand = list(row)
    strengths(JOKER_RULES).strength(hand)
    assert list(row) == hand


def test_threads_that_value_rows_at_once_get_what_one_alone_gets():
    dealer = random.Random(7)
    rows = [dealer.sample(deck(68), 5) for _ in range(10_000)]
    alone = [strengths(JOKER_RULES).strength(row) for row in rows]

    def value(_):
        table = build(JOKER_RULES, bonus=None)
        return [table.strength(row) for row in rows]

    with ThreadPoolExecutor(2) as pool:
        assert [alone, alone] == list(pool.map(value, range(2)))


# Whole decks.


def counted(table, size, jokers):
    """Return how many rows of distinct cards of the deck have each strength."""
    found = Counter()
    for wild in range(min(jokers, size) + 1):
        for ranks in combinations_with_replacement(range(13), size - wild):
            times = Counter(ranks).values()
            index = sum(RANK_CODES[each] for each in ranks) + wild * RANK_CODES[JOKER]
            ways = prod(comb(5, n) for n in times) * comb(jokers, wild)
            if not ways:
                continue
            same = suited_ways(times) * comb(jokers, wild) if size == 5 else 0
            found[(table.front if size == 3 else table.plain)[index]] += ways - same
            if same:
                found[table.suited[index]] += same
    return found


def suited_ways(times):
    return prod(comb(2, n) for n in times) + 3 * prod(comb(1, n) for n in times)


@pytest.mark.parametrize(("variant", "rules", "jokers"), [("joker", JOKER_RULES, 3), ("bonus", BONUS_RULES, 0)])
@pytest.mark.parametrize("size", [3, 5])
def test_whole_decks_hold_as_many_rows_of_each_class_as_were_counted(variant, rules, jokers, size):
    golden = dict(json.loads((GOLDEN / "counts.json").read_text(encoding="utf-8"))[f"rows{size}"][variant])
    table = build(rules, bonus=None)
    found = counted(table, size, jokers)
    classes = Counter()
    for strength, ways in found.items():
        classes[table.row_class(strength)] += ways
    assert golden.pop("strengths") == sum(1 for ways in found.values() if ways)
    assert golden == {code: ways for code, ways in classes.items() if ways}
    assert comb(rules.deck, size) == sum(found.values())


def test_the_copied_counts_are_those_that_are_shared(shared):
    assert (shared / "golden" / "counts.json").read_text(encoding="utf-8") == (GOLDEN / "counts.json").read_text(
        encoding="utf-8"
    )


def ladder_digest(rules, bonus):
    table = strengths(rules, bonus)
    lines = []
    for name in ("front", "plain", "suited"):
        for index, strength in sorted(getattr(table, name).items()):
            ranks = " ".join(map(str, table.ranks(strength)))
            lines.append(f"{name} {index} {strength} {table.row_class(strength)} {ranks}\n")
    return hashlib.sha256("".join(lines).encode()).hexdigest()


@pytest.mark.parametrize("bonus", [None, *RANKS])
def test_a_whole_ladder_is_what_it_was_when_it_was_checked(bonus):
    golden = json.loads((GOLDEN / "ladders.json").read_text(encoding="utf-8"))
    rules = JOKER_RULES if bonus is None else BONUS_RULES
    assert golden[f"bonus {bonus}" if bonus else "joker"] == ladder_digest(rules, bonus)


def test_one_scale_serves_all_bonus_ranks():
    seven, king = strengths(BONUS_RULES, 7), strengths(BONUS_RULES, 13)
    row = parse("9s 9h 9d 5s 5h")
    assert seven.strength(row) == king.strength(row)
    assert seven.row_class(king.strength(parse("Ks Kh Kd"))) == "bonus_trips"
    assert seven.strength(parse("Ks Kh Kd")) < king.strength(parse("Ks Kh Kd"))


def test_strengths_are_dense_from_1():
    joker = strengths(JOKER_RULES)
    used = {*joker.front.values(), *joker.plain.values(), *joker.suited.values()}
    assert set(range(1, max(used) + 1)) == used


@pytest.mark.parametrize(
    ("rules", "bonus"), [(JOKER_RULES, 7), (BONUS_RULES, None), (BONUS_RULES, 1), (BONUS_RULES, 15)]
)
def test_a_bonus_rank_where_none_belongs_or_none_where_one_does_is_an_error_of_the_program(rules, bonus):
    with pytest.raises(ValueError, match="bonus rank"):
        strengths(rules, bonus)


def test_tables_are_kept():
    assert strengths(JOKER_RULES) is strengths(JOKER_RULES)
    assert strengths(BONUS_RULES, 7) is strengths(BONUS_RULES, 7)


def test_a_row_that_the_deck_cannot_hold_has_no_strength():
    with pytest.raises(KeyError):
        strengths(BONUS_RULES, 7).strength((JOKER, *parse("As Kh Qd Jc")))
    with pytest.raises(ValueError, match="unpack"):
        strengths(JOKER_RULES).strength(parse("As Kh"))


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
