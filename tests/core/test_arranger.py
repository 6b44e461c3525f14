"""The computer player against slow references: its frontier, its expectation, its choices."""

import inspect
import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from itertools import islice, product
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lab.deals import deals
from bot.lab.duel import gains
from bot.lab.players import computer, greedy
from bot.lab.response import responder
from bot.lab.train import any_strengths, census, train
from core.arrangement import faults, misfits
from core.arranger import HARDEST, LEVELS, best, choose
from core.arranger.making import fronts, sorted_hand, strong, weak
from core.arranger.policy import against, pick, trained, triples
from core.arranger.rows import patterns
from core.arranger.search import Frontier, frontier
from core.arranger.value import FULL, population
from core.cards import JOKER, deck, parse_shown, rank, show
from core.frames import stream
from core.rules import RULE_SETS, RuleSet
from tests.strategies import GUN_GAMES, Dealt, best_fronts, fits, hands, slow_frontier

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "frontiers.json").read_text(encoding="utf-8"))
IDS = GUN_GAMES


def small(rule_set: RuleSet, seed: int, special: int) -> Dealt:
    """Thirteen cards of a rule set's deck, so many of them jokers or 彩金 cards."""
    cards = list(deck(rule_set.deck))
    random.Random(seed).shuffle(cards)
    bonus = rank(next(card for card in cards if card != JOKER)) if rule_set.has_bonus else None
    held = [card for card in cards if card == JOKER or rank(card) == bonus][:special]
    return Dealt(rule_set, tuple(held + [card for card in cards if card not in held][: 13 - len(held)]), bonus)


def golden(one: dict) -> Dealt:
    return Dealt(RULE_SETS[one["rule_set"]], parse_shown(one["hand"]), one["bonus"])


def found(dealt: Dealt) -> Frontier:
    return frontier(dealt.hand, strengths=dealt.strengths, rule_set=dealt.rule_set, bonus=dealt.bonus)


def source(seed: int = 0):
    return stream(seed.to_bytes(32, "big"), "computer/0/0")


def bytes_of(*numbers: int):
    return iter(numbers)


@pytest.mark.parametrize(("rule_set_id", "special"), [*product(["joker"], range(4)), *product(["bonus"], (0, 2, 3, 4))])
def test_the_frontier_of_thirteen_cards_is_that_of_all_splits(rule_set_id, special):
    dealt = small(RULE_SETS[rule_set_id], 20 + special, special)
    assert slow_frontier(dealt) == {split[:3] for split in found(dealt).splits}


def thirteen(rule_set_id: str, number: int, *, skipped: int = 0) -> list[Dealt]:
    """So many hands of a 13-card game."""
    rules = RULE_SETS[rule_set_id]
    dealt = (Dealt(rules, hand, None) for deal in deals(rules, 21) for hand in deal.hands)
    return list(islice(dealt, skipped, skipped + number))


@pytest.mark.parametrize("rule_set_id", ["standard", "international", "taiwan", "hongkong"])
def test_the_frontier_of_the_thirteen_card_games_is_that_of_all_splits(rule_set_id):
    """Their ladder, their order of rows, and what their rows are worth beyond the others."""
    for dealt in thirteen(rule_set_id, 8):
        assert slow_frontier(dealt) == {split[:3] for split in found(dealt).splits}


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("rule_set_id", ["standard", "taiwan"])
def test_the_frontier_of_ten_more_hands_of_thirteen_is_that_of_all_splits_and_of_the_largest_too(rule_set_id):
    largest = sorted(thirteen(rule_set_id, 1_000, skipped=38), key=lambda dealt: len(found(dealt).splits))[-2:]
    for dealt in (*thirteen(rule_set_id, 10, skipped=8), *largest):
        assert slow_frontier(dealt) == {split[:3] for split in found(dealt).splits}


@pytest.mark.parametrize("rooms", [*product([False, True], repeat=2)])
def test_the_frontier_keeps_the_order_that_the_rule_set_asks_for(rooms):
    front, middle = rooms
    rules = replace(RULE_SETS["joker"], front_may_equal_middle=front, middle_may_equal_back=middle)
    dealt = Dealt(rules, parse_shown("9h 8c 7d 6s 5h 9d 8h 7c 6d 5c As Ah 9c"), None)
    assert slow_frontier(dealt) == {split[:3] for split in found(dealt).splits}


def test_equal_middle_and_back_are_on_the_frontier_only_where_they_are_allowed():
    hand = parse_shown("9h 8c 7d 6s 5h 9d 8h 7c 6d 5c As Qs 2s")
    strict = replace(RULE_SETS["joker"], middle_may_equal_back=False)
    equal = {
        rules.middle_may_equal_back: any(split.middle == split.back for split in found(Dealt(rules, hand, None)).splits)
        for rules in (RULE_SETS["joker"], strict)
    }
    assert equal == {True: True, False: False}


@pytest.mark.parametrize("one", GOLDEN, ids=lambda one: f"{one['rule_set']} {one['hand']}")
def test_the_frontier_of_a_whole_hand_is_that_of_all_splits(one):
    """The file holds what `slow_frontier` found once, in 2 to 7 seconds a hand."""
    assert {tuple(split) for split in one["splits"]} == {split[:3] for split in found(golden(one)).splits}


@pytest.mark.slow
def test_the_file_of_frontiers_is_what_the_reference_finds():
    one = next(one for one in GOLDEN if one["rule_set"] == "bonus")
    assert {tuple(split) for split in one["splits"]} == slow_frontier(golden(one))


@given(hands())
def test_the_cards_of_each_split_are_of_the_hand_and_have_its_strengths(dealt):
    frontier_ = found(dealt)
    for split in frontier_.splits:
        arrangement = frontier_.arrangement(split)
        assert split[:3] == tuple(dealt.strengths.strength(row) for row in arrangement.rows)
        assert misfits(arrangement, dealt.hand) == ()
        assert fits(dealt, *split[:3])


@given(hands())
def test_every_row_of_a_hand_is_made_once_with_the_strength_of_its_cards(dealt):
    cards, _ = sorted_hand(dealt.hand)
    size, above = len(cards), strong(cards, dealt.strengths)
    for number, rows in ((3, fronts(cards, dealt.strengths)), (5, above + weak(cards, dealt.strengths, above))):
        made = dict(divmod(row, 1 << size)[::-1] for row in rows)
        assert len(made) == len(rows) == comb(size, number)
        for pattern, strength in islice(made.items(), 0, None, 37):
            assert strength == dealt.strengths.strength([cards[place] for place in patterns(size).places[pattern]])


@given(hands())
def test_the_strong_rows_of_a_hand_are_those_above_a_pair(dealt):
    cards, _ = sorted_hand(dealt.hand)
    above = strong(cards, dealt.strengths)
    below = weak(cards, dealt.strengths, above)
    named = [{dealt.strengths.row_class(row >> len(cards)) for row in rows} for rows in (above, below)]
    assert not named[0] & {"high_card", "pair"}
    assert named[1] <= {"high_card", "pair"}


def test_like_cards_stand_together_and_are_marked():
    cards, repeats = sorted_hand(parse_shown("Xx 2c As 2h Ks Xx 2d Qs As 3h 3c 9s Js"))
    assert show(cards) == "2h 2d 2c 3h 3c 9s Js Qs Ks As As Xx Xx"
    assert [place for place in range(13) if repeats >> place & 1] == [1, 2, 4, 10, 12]


def test_cards_of_one_rank_differ_where_a_suit_can_fill_a_row():
    cards, repeats = sorted_hand(parse_shown("2s 2h 3h 4h 5h 7h 8d 8c 9d 9c Jd Jc Kd"))
    assert show(cards).startswith("2h 2s")
    assert [show([cards[place]]) for place in range(13) if repeats >> place & 1] == ["8c", "9c", "Jc"]


@settings(max_examples=100)
@given(hands(), st.integers(0, 2**32))
def test_what_it_plays_is_always_legal_and_of_its_hand(dealt, seed):
    arrangement = best(dealt.rule_set, dealt.hand, bonus=dealt.bonus, source=source(seed))
    assert faults(arrangement, dealt.strengths, dealt.rule_set) == ()
    assert misfits(arrangement, dealt.hand) == ()


@given(hands(), st.randoms())
def test_it_plays_the_same_whenever_and_in_whatever_order_it_is_given_the_hand(dealt, dice):
    hand = list(dealt.hand)
    first = best(dealt.rule_set, hand, bonus=dealt.bonus, source=source())
    assert hand == list(dealt.hand)
    dice.shuffle(hand)
    assert first == best(dealt.rule_set, hand, bonus=dealt.bonus, source=source())


def test_it_draws_only_where_two_splits_are_equally_good():
    rule_set = RULE_SETS["joker"]
    dealt = next(Dealt(rule_set, deal.hands[0], None) for deal in deals(rule_set, 3))
    judge = trained(rule_set, dealt.strengths)
    splits = found(dealt).splits
    top = max(splits, key=judge.value)
    twice = [*splits, top._replace(front_cards=0)]
    values, doubled = (list(map(judge.value, some)) for some in (splits, twice))
    assert top == pick(splits, values, slack=Fraction(0), source=bytes_of())
    drawn = [pick(twice, doubled, slack=Fraction(0), source=bytes_of(byte)).front_cards for byte in (0, 1)]
    assert sorted(drawn) == sorted([0, top.front_cards])


def test_slack_lets_worse_splits_in_as_far_as_it_says():
    one = max(GOLDEN, key=lambda one: len(one["splits"]))
    dealt = golden(one)
    judge, splits = trained(dealt.rule_set, dealt.strengths), found(dealt).splits
    values = list(map(judge.value, splits))
    slack = Fraction(sorted({max(values) - value for value in values})[3])
    seen = {pick(splits, values, slack=slack, source=iter([byte])) for byte in range(200)}
    assert seen == {split for split, value in zip(splits, values, strict=True) if max(values) - value <= slack}
    assert len(seen) >= 4


def test_levels_are_named_weakest_first_and_the_hardest_gives_nothing_away():
    assert list(LEVELS) == ["easy", "normal", HARDEST]
    slacks = [level.slack for level in LEVELS.values()]
    assert slacks == sorted(slacks, reverse=True)
    assert slacks[-1] == 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_computer_seat_is_given_its_own_cards_and_nothing_else(level):
    """What it does is a function of these: the same for whatever the others hold."""
    given_ = list(inspect.signature(choose).parameters)
    assert given_ == ["rule_set", "hand", "bonus", "level", "source"]
    dealt = golden(GOLDEN[0])
    played = {choose(dealt.rule_set, dealt.hand, bonus=dealt.bonus, level=level, source=source()) for _ in range(3)}
    assert len(played) == 1


def test_an_unknown_level_is_a_mistake_of_the_caller():
    dealt = golden(GOLDEN[0])
    with pytest.raises(KeyError):
        choose(dealt.rule_set, dealt.hand, bonus=None, level="unheard of", source=source())


def expected(mine: tuple[int, ...], people: list[tuple[int, ...]], rules: RuleSet) -> Fraction:
    """Points from an opponent drawn from the people, summed up one by one; home runs as the population has them."""
    opponents = rules.seats.most - 1
    table = any_strengths(rules)

    def guns(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        return all(a >= b for a, b in zip(one, other, strict=True))

    def extras(one: tuple[int, ...], other: tuple[int, ...]) -> int:
        rows = zip(("front", "middle", "back"), one, other, strict=True)
        return sum(rules.extras.get((row, table.row_class(a)), 0) for row, a, b in rows if a > b)

    def chance(one: tuple[int, ...]) -> Fraction:
        return Fraction(sum(guns(one, other) for other in people), len(people))

    total = Fraction(0)
    for other in people:
        total += rules.gun * (guns(mine, other) - guns(other, mine)) + extras(mine, other) - extras(other, mine)
        if guns(other, mine):
            total -= rules.home_run * Fraction(round(FULL * chance(other) ** (opponents - 1)), FULL)
    return total / len(people) + rules.home_run * chance(mine) ** opponents


@pytest.mark.parametrize("rule_set_id", IDS)
@given(st.data())
def test_the_value_of_a_split_is_its_expected_points(rule_set_id, data):
    rules = RULE_SETS[rule_set_id]
    known = triples(rules)
    people = data.draw(st.lists(st.sampled_from(known), min_size=1, max_size=40))
    judge = against(population(people), rules, any_strengths(rules))
    mine = data.draw(st.sampled_from(known) | st.sampled_from(people))
    assert expected(mine, people, rules) == Fraction(judge.value(mine), judge.unit)


@pytest.mark.parametrize("rule_set_id", IDS)
def test_the_population_is_small_legal_and_of_the_ladder_as_it_is(rule_set_id):
    rules = RULE_SETS[rule_set_id]
    text = files("core.arranger").joinpath(f"{rule_set_id}.json").read_text(encoding="ascii")
    people = triples(rules)
    assert len(text) <= 20_000
    assert len(people) == 1_000
    assert all(fits(Dealt(rules, (), None), *triple) for triple in people)
    assert json.loads(text)["classes"] == census(rules, people)


def test_training_is_the_same_for_the_same_seed_and_improves_on_greed():
    rules = RULE_SETS["bonus"]
    made = [train(rules, hands=80, rounds=rounds, kept=40, seed=5) for rounds in (3, 3, 0)]
    assert made[0] == made[1]
    assert json.loads(made[0])["back"] != json.loads(made[2])["back"]
    assert sum(json.loads(made[0])["front"]) > sum(json.loads(made[2])["front"])


@pytest.mark.parametrize(("rule_set_id", "special"), [("joker", 0), ("joker", 2), ("bonus", 1), ("bonus", 3)])
def test_the_greedy_player_takes_the_strongest_back_then_the_strongest_middle(rule_set_id, special):
    dealt = small(RULE_SETS[rule_set_id], 50 + special, special)
    (middle, back), front = max(best_fronts(dealt).items(), key=lambda item: (item[0][1], item[0][0]))
    rows = greedy(dealt.rule_set, dealt.hand, dealt.bonus).rows
    assert (front, middle, back) == tuple(dealt.strengths.strength(row) for row in rows)


@pytest.mark.parametrize("rule_set_id", IDS)
def test_seeded_deals_deal_the_whole_deck_and_are_the_same_again(rule_set_id):
    rules = RULE_SETS[rule_set_id]
    first, second = (list(islice(deals(rules, 4), 3)) for _ in range(2))
    assert first == second
    for deal in first:
        left = Counter(deck(rules.deck)) - Counter(card for hand in deal.hands for card in hand)
        assert [deal.bonus] * left.total() == [rank(card) for card in left.elements()]
        assert {rules.hand} == {len(hand) for hand in deal.hands}


def test_a_player_gains_nothing_on_three_of_its_kind():
    found = gains(RULE_SETS["joker"], {"one": greedy, "other": greedy}, number=3, seed=2)
    assert {pair: gain.mean for pair, gain in found.items()} == {("one", "other"): 0, ("other", "one"): 0}


@pytest.mark.slow
@pytest.mark.parametrize("rule_set_id", IDS)
def test_each_level_gains_on_the_weaker_ones_and_the_hardest_on_greedy_players(rule_set_id):
    """Over 120 duplicate deals; `shisanzhi bench levels` plays 2,000."""
    players = {level: computer(level, 1) for level in LEVELS} | {"greedy": greedy}
    pairs = [("normal", "easy"), ("hard", "normal"), ("hard", "greedy")]
    found = gains(RULE_SETS[rule_set_id], players, number=120, seed=2, among=pairs)
    assert min(gain.errors for gain in found.values()) > 3


@pytest.mark.slow
@pytest.mark.parametrize("rule_set_id", IDS)
def test_whoever_knows_how_the_hardest_level_plays_gains_next_to_nothing(rule_set_id):
    rules = RULE_SETS[rule_set_id]
    players = {"responder": responder(rules, 1, hands=800), HARDEST: computer(HARDEST, 1)}
    gain = gains(rules, players, number=60, seed=2, among=[("responder", HARDEST)])["responder", HARDEST]
    assert gain.mean < 0.05 + 3 * gain.error
