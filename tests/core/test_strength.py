"""Strengths: against the rules by definition, the counts of whole decks, and every example of the rule texts."""

import hashlib
import json
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement, pairwise
from math import comb, prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import JOKER, Card, deck, parse, rank, suit
from core.rules import RULE_SETS
from core.strength import RANK_CODES, build, strengths

GOLDEN = Path(__file__).parents[1] / "golden"
JOKER_RULES, BONUS_RULES, STANDARD_RULES = RULE_SETS["joker"], RULE_SETS["bonus"], RULE_SETS["standard"]
THIRTEEN = ("standard", "international", "taiwan", "hongkong")
RANKS = range(2, 15)


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


def counted(table, size, *, jokers, spades):
    """Return how many rows of distinct cards of the deck, with each spade so often, have each strength."""
    found = Counter()
    for wild in range(min(jokers, size) + 1):
        for ranks in combinations_with_replacement(range(13), size - wild):
            times = Counter(ranks).values()
            index = sum(RANK_CODES[each] for each in ranks) + wild * RANK_CODES[JOKER]
            ways = prod(comb(3 + spades, n) for n in times) * comb(jokers, wild)
            if not ways:
                continue
            same = suited_ways(times, spades) * comb(jokers, wild) if size == 5 else 0
            found[(table.front if size == 3 else table.plain)[index]] += ways - same
            if same:
                found[table.suited[index]] += same
    return found


def suited_ways(times, spades):
    return prod(comb(spades, n) for n in times) + 3 * prod(comb(1, n) for n in times)


@pytest.mark.parametrize(
    ("variant", "rules", "jokers", "spades"),
    [("joker", JOKER_RULES, 3, 2), ("bonus", BONUS_RULES, 0, 2), ("standard", STANDARD_RULES, 0, 1)],
)
@pytest.mark.parametrize("size", [3, 5])
def test_whole_decks_hold_as_many_rows_of_each_class_as_were_counted(variant, rules, jokers, spades, size):
    golden = dict(json.loads((GOLDEN / "counts.json").read_text(encoding="utf-8"))[f"rows{size}"][variant])
    table = build(rules, bonus=None)
    found = counted(table, size, jokers=jokers, spades=spades)
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


@given(st.lists(rows_of(STANDARD_RULES, 5), max_size=20), st.lists(rows_of(STANDARD_RULES, 3), max_size=20))
def test_rows_of_one_deck_compare_by_the_definition(fives, threes):
    agree(fives + threes, STANDARD_RULES)


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


@pytest.mark.parametrize("variant", THIRTEEN)
def test_a_whole_ladder_of_13_cards_is_what_it_was_when_it_was_checked(variant):
    golden = json.loads((GOLDEN / "ladders.json").read_text(encoding="utf-8"))
    assert golden[variant] == ladder_digest(RULE_SETS[variant], None)


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
