"""The special hands: exact counts of the whole deck, rows that prove them, and every ruling."""

import json
import random
from collections import Counter
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial, prod
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.arrangement import Arrangement, faults, wrong_sizes
from core.cards import Card, deck, parse
from core.rules import RULE_SETS
from core.specials import SPECIALS, proof, special_codes
from core.strength import strengths

COUNTS = json.loads((Path(__file__).parents[1] / "golden" / "counts.json").read_text(encoding="utf-8"))["specials"]
STANDARD = RULE_SETS["standard"]
PROVED = ("three_straight_flushes", "three_straights", "three_flushes")
RUNS = {size: ["A23456789TJQKA"[low : low + size] for low in range(15 - size)] for size in (3, 5)}
RANKS = "23456789TJQKA"


def codes(text):
    return special_codes(parse(text))


def of_rank_counts(counts):
    """One hand with so many cards of each rank, 2 to A."""
    return [Card(suit * 13 + rank) for rank, count in enumerate(counts) for suit in range(count)]


def of_suit_counts(counts):
    """One hand with so many cards of each suit, the lowest ones."""
    return [Card(suit * 13 + rank) for suit, count in enumerate(counts) for rank in range(count)]


# How many hands of the whole deck there are


def rank_patterns():
    """How often each number of equal cards occurs in a hand, and how many hands are so."""
    for fours, threes, twos in product(range(4), range(5), range(7)):
        ones = 13 - 4 * fours - 3 * threes - 2 * twos
        none = 13 - fours - threes - twos - ones
        if min(ones, none) >= 0:
            shape = (fours, threes, twos, ones, none)
            ways = factorial(13) // prod(map(factorial, shape)) * 6**twos * 4 ** (threes + ones)
            yield [4] * fours + [3] * threes + [2] * twos + [1] * ones + [0] * none, ways


def test_all_patterns_of_ranks_together_are_all_hands():
    assert comb(52, 13) == sum(ways for _, ways in rank_patterns()) == 635_013_559_600


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("three_quads", "three_quads"),
        ("four_trips", "four_trips"),
        ("five_pairs_and_trips", "five_pairs_and_trips"),
        ("six_and_a_half_pairs", "six_and_a_half_pairs_any_six_disjoint_pairs"),
    ],
)
def test_specials_of_pairs_threes_and_fours_are_as_many_as_were_counted(code, name):
    """Which ranks they are never matters, so one hand stands for all of its pattern, and a shuffled one too."""
    dealer, found = random.Random(5), 0
    for counts, ways in rank_patterns():
        one, other = (code in special_codes(of_rank_counts(some)) for some in (counts, dealer.sample(counts, 13)))
        assert one == other
        found += ways * one
    assert COUNTS[name] == found


def test_dragons_are_as_many_as_were_counted():
    found = Counter()
    for counts in suit_patterns():
        ranks = iter(range(13))
        hand = [Card(suit * 13 + next(ranks)) for suit, count in enumerate(counts) for _ in range(count)]
        assert "dragon" in special_codes(hand)
        found["suited_dragon" in special_codes(hand)] += factorial(13) // prod(map(factorial, counts))
    assert {True: COUNTS["suited_dragon"], False: COUNTS["dragon_not_suited"]} == found


def suit_patterns():
    return [counts for counts in product(range(14), repeat=4) if sum(counts) == 13]


def test_flushes_and_colours_are_as_many_as_were_counted():
    found = Counter()
    for counts in suit_patterns():
        ways = prod(comb(13, count) for count in counts)
        for code in special_codes(of_suit_counts(counts)) & {"three_flushes", "one_colour"}:
            found[code] += ways
    assert {code: COUNTS[code] for code in ("three_flushes", "one_colour")} == found


@pytest.mark.parametrize(
    ("code", "within"), [("twelve_royals", "JQKA"), ("all_big", "89TJQKA"), ("all_small", "2345678")]
)
def test_hands_of_high_or_low_cards_are_as_many_as_were_counted(code, within):
    """However many cards of each inner rank: all of them, or the special is missed."""
    inside = [RANKS.index(each) for each in within]
    found = 0
    for counts in product(range(5), repeat=len(within)):
        if sum(counts) == 13:
            every = [0] * 13
            for place, count in zip(inside, counts, strict=True):
                every[place] = count
            assert code in special_codes(of_rank_counts(every))
            found += prod(comb(4, count) for count in counts)
    assert COUNTS[code] == found == comb(4 * len(within), 13)


@pytest.mark.parametrize(
    ("code", "within"), [("twelve_royals", "JQKA"), ("all_big", "89TJQKA"), ("all_small", "2345678")]
)
def test_one_card_outside_is_enough_to_miss_it(code, within):
    inside = [card for card in deck(52) if RANKS[card % 13] in within]
    for outside in (card for card in deck(52) if RANKS[card % 13] not in within):
        assert code not in special_codes([*inside[:12], outside])


def test_three_straights_are_as_many_as_were_counted():
    """Counted over the ranks that three runs have together, each once, whatever runs make it."""
    found = {}
    for front, middle, back in product(RUNS[3], *[RUNS[5]] * 2):
        together = front + middle + back
        counts = tuple(together.count(each) for each in RANKS)
        found[counts] = prod(comb(4, count) for count in counts)
    assert COUNTS["three_straights"] == sum(found.values())
    for counts in (counts for counts, ways in found.items() if ways):
        assert "three_straights" in special_codes(of_rank_counts(counts))


def suited(run, suit):
    return {RANKS.index(each) + 13 * suit for each in run}


def test_three_straight_flushes_are_as_many_as_were_counted():
    """Every one of them is a union of three runs in suits, and is found, with rows that prove it."""
    fives = [suited(run, suit) for run, suit in product(RUNS[5], range(4))]
    threes = [suited(run, suit) for run, suit in product(RUNS[3], range(4))]
    tens = {frozenset(a | b) for a, b in combinations_with_replacement(fives, 2) if not a & b}
    hands = {ten | three for ten, three in product(tens, threes) if not ten & three}
    assert COUNTS["three_straight_flushes"] == len(hands)
    for hand in hands:
        cards = [Card(each) for each in hand]
        assert set(PROVED) <= special_codes(cards)
    for hand in random.Random(3).sample(sorted(map(sorted, hands)), 500):
        shows("three_straight_flushes", [Card(each) for each in hand])


# Rows that prove


def shows(code, cards):
    """Check that the rows are the hand, in order, and each of them what the special says."""
    arrangement = Arrangement(*proof(code, cards))
    assert sorted(cards) == sorted(arrangement.cards)
    assert () == wrong_sizes(arrangement)
    for rules in (STANDARD, RULE_SETS["hongkong"]):
        assert () == faults(arrangement, strengths(rules), rules)
    for row in arrangement.rows:
        ranks = sorted(RANKS[each % 13] for each in row)
        if "straight" in code:
            assert ranks in [sorted(run) for run in RUNS[len(row)]]
        if "flush" in code:
            assert len({each // 13 for each in row}) == 1


@st.composite
def provable(draw):
    """Hands of three runs, of three suits, or of both."""
    code = draw(st.sampled_from(PROVED))
    if code == "three_flushes":
        shares = draw(st.sampled_from([(13,), (8, 5), (5, 8), (10, 3), (5, 5, 3), (3, 5, 5)]))
        suits = draw(st.permutations(range(4)))
        cards = [
            Card(suit * 13 + rank)
            for suit, share in zip(suits, shares, strict=False)
            for rank in draw(st.permutations(range(13)))[:share]
        ]
    else:
        runs = [*draw(st.lists(st.sampled_from(RUNS[5]), min_size=2, max_size=2)), draw(st.sampled_from(RUNS[3]))]
        left = set(deck(52))
        cards = []
        for run in runs:
            for each in run:
                free = sorted(card for card in left if RANKS[card % 13] == each)
                cards.append(draw(st.sampled_from(free)))
                left.remove(cards[-1])
        code = "three_straights"
    return code, tuple(draw(st.permutations(cards)))


@given(provable())
def test_hands_made_of_three_rows_are_found_and_shown_whatever_their_order(made):
    code, cards = made
    assert code in special_codes(cards)
    shows(code, cards)
    assert proof(code, cards) == proof(code, sorted(cards))


@given(st.permutations(deck(52)))
def test_the_order_of_the_cards_never_matters(cards):
    hand = cards[:13]
    assert special_codes(hand) == special_codes(sorted(hand)) == special_codes(hand[::-1])


@given(st.permutations(deck(52)), st.permutations(range(4)))
def test_trying_every_way_finds_the_same_three_straights(cards, suits):
    """A plain reference: take a run of three and two of five away, in every way."""
    dealt = [Card(suits[card // 13] * 13 + card % 13) for card in cards[:26]]
    for hand in (dealt[:13], dealt[13:]):
        held = Counter(RANKS[card % 13] for card in hand)
        found = any(Counter(a + b + c) == held for a, b, c in product(RUNS[3], *[RUNS[5]] * 2))
        assert found == ("three_straights" in special_codes(hand))


def test_a_low_straight_of_one_suit_stands_in_the_back():
    front, middle, back = proof("three_straights", parse("2d 3h 4d 2s 3s 4s 5s 6s 9d Th Jd Qc Kc"))
    table = strengths(STANDARD)
    assert table.strength(front) < table.strength(middle) < table.strength(back)
    assert parse("2s 3s 4s 5s 6s") == back


def test_other_specials_need_no_rows():
    for code in set(SPECIALS) - set(PROVED):
        assert proof(code, deck(52)[:13]) is None


@pytest.mark.parametrize("code", PROVED)
def test_rows_are_not_invented_where_there_are_none(code):
    with pytest.raises(KeyError):
        proof(code, parse("2s 2h 2d 4s 4h 4d 6s 6h 6d 8s 8h 8d Tc"))


# The rulings


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", {"suited_dragon", "dragon", "one_colour", *PROVED}),
        ("2s 3h 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ad", {"dragon", "three_straights"}),
        ("Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc As", {"twelve_royals", "three_quads", "all_big", "six_and_a_half_pairs"}),
        ("Js Jh Jd Qs Qh Qd Ks Kh Kd As Ah Ad Ac", {"twelve_royals", "all_big", "four_trips"}),
        ("2s 2h 2d 2c 4s 4h 4d 4c 6s 6h 7s 7h 9c", {"six_and_a_half_pairs"}),
        ("2s 2h 2d 4s 4h 6s 6h 8s 8h Ts Th Qs Qh", {"five_pairs_and_trips", "six_and_a_half_pairs"}),
        ("2s 2h 2d 4s 4h 4d 4c 6s 6h 6d 6c Qs Qh", {"five_pairs_and_trips", "six_and_a_half_pairs"}),
        ("2s 2h 2d 4s 4h 4d 6s 6h 6d 8s 8h 8d Tc", {"four_trips"}),
        ("8s 8h 8d 2s 2h 3d 4c 5s 5h 6d 7c 7s 4d", {"all_small"}),
        ("8s 8h 9d Ts Th Jd Qc Ks Kh Kd Ac As 9h", {"all_big"}),
        ("Ah 2h 3d As 2d 3s 4h 5d Td Jh Qs Kd Ac", {"three_straights"}),
        ("Kh Ah 2d As 2s 3s 4h 5d 9d Th Js Qd Kc", set()),
        ("2h 4h 9h 3s 5s 7s 9s Js 2d 4d 6d 8d Qd", {"three_flushes"}),
        ("2h 4h 5h 6h 7h 9h Jh Qh 3s 5s 7s 9s Js", {"three_flushes"}),
        ("2h 4h 5h 6h 7h 9h Jh Qh Kh Ah 3s 5s 7s", {"three_flushes"}),
        ("2h 4h 5h 6h 7h 9h Jh Qh Kh 3s 5s 7s 8c", set()),
        ("2s 4s 6s 8s Ts Qs 2c 3c 5c 7c 9c Jc Kc", {"one_colour"}),
        ("2h 4h 6h 8h Th Qh 2d 3d 5d 7d 9d Jd Kd", {"one_colour"}),
        ("2h 3h 4h 6h 7h 8h 9h Th Ts Js Qs Ks As", {"three_straight_flushes", "three_straights", "three_flushes"}),
    ],
)
def test_a_hand_meets_just_these_specials(cards, found):
    """standard.txt, 特殊牌型表; hoya.txt, 報到; and the rulings on what a 四條 and a suit used twice count for."""
    assert found == codes(cards)


@pytest.mark.parametrize("front", RUNS[3])
def test_any_three_in_a_row_are_a_front_of_three_straights(front):
    """decided: A-2-3 and Q-K-A included."""
    suited_runs = ((front, "d"), ("56789", "s"), ("89TJQ", "h"))
    assert "three_straights" in codes(" ".join(each + suit for run, suit in suited_runs for each in run))


def test_every_special_of_a_rule_set_is_known_and_in_the_order_of_its_text():
    """standard.txt, 特殊牌型表, and the order of hoya.txt's 報到 as ruled."""
    assert list(SPECIALS) == list(STANDARD.specials)
    assert [108, 36, 32, 24, 20, 12, 12, 10, 8, 6, 4, 4, 3] == list(STANDARD.specials.values())
    hongkong = RULE_SETS["hongkong"].specials
    assert ["suited_dragon", "dragon", "three_straights", "three_flushes", "six_and_a_half_pairs"] == list(hongkong)
    assert [13, 13, 3, 3, 3] == list(hongkong.values())


def test_a_hand_is_looked_at_and_its_rows_are_shown_in_less_than_a_millisecond():
    dealer, cards = random.Random(1), list(deck(52))
    hands = [dealer.sample(cards, 13) for _ in range(300)]
    hands += [parse("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"), parse("Ah 2h 3d As 2d 3s 4h 5d Td Jh Qs Kd Ac")] * 50
    special_codes(hands[0])
    begun = perf_counter()
    for hand in hands:
        for code in special_codes(hand):
            proof(code, hand)
    assert (perf_counter() - begun) / len(hands) < 0.001


def test_suits_may_be_exchanged():
    hand = parse("2h 3h 4h 6h 7h 8h 9h Th Ts Js Qs Ks As")
    for suits in permutations(range(4)):
        turned = [Card(suits[card // 13] * 13 + card % 13) for card in hand]
        assert special_codes(hand) - {"one_colour"} == special_codes(turned) - {"one_colour"}
