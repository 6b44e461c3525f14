"""The arranger's plain reference: it tries every split of a hand and keeps those that none beats in everything."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations

from core.arranger.value import Triple
from core.cards import Card
from core.rules.model import ROWS, RuleSet
from core.strength import Strengths


def frontier(rule_set: RuleSet, hand: Sequence[Card], table: Strengths) -> set[Triple]:
    """Front, middle and back of every split to which no other is at least equal in all rows and in their extras."""

    def worth(split: Triple) -> tuple[int, ...]:
        paid = [
            rule_set.extras.get((name, table.row_class(strength)), 0)
            for name, strength in zip(ROWS, split, strict=True)
        ]
        return (*split, *paid)

    splits = [worth((front, middle, back)) for (middle, back), front in best_fronts(rule_set, hand, table).items()]
    splits.sort(key=lambda each: (each[2], each[1], each[0]), reverse=True)
    kept: list[tuple[int, ...]] = []
    for split in splits:
        if not any(all(a >= b for a, b in zip(other, split, strict=True)) for other in kept):
            kept.append(split)
    return {(front, middle, back) for front, middle, back, *_ in kept}


def best_fronts(rule_set: RuleSet, hand: Sequence[Card], table: Strengths) -> dict[tuple[int, int], int]:
    """For all strengths of middle and back that the hand can have together the best legal front."""
    everything = (1 << len(hand)) - 1
    fives = sorted((table.strength(cards), bits) for bits, cards in _rows(hand, 5))
    fronts: dict[int, list[int]] = {}
    found: dict[tuple[int, int], int] = {}
    for back_strength, back in fives:
        weaker = fives[: bisect_left(fives, (back_strength + rule_set.middle_may_equal_back, 0))]
        for middle_strength, middle in [five for five in weaker if not five[1] & back]:
            rest = everything ^ back ^ middle
            if rest not in fronts:
                left = [card for place, card in enumerate(hand) if rest >> place & 1]
                fronts[rest] = sorted({table.strength(three) for three in combinations(left, 3)}, reverse=True)
            limit = middle_strength + rule_set.front_may_equal_middle
            front = next((front for front in fronts[rest] if front < limit), 0)
            if front:
                pair = middle_strength, back_strength
                found[pair] = max(found.get(pair, 0), front)
    return found


def _rows(hand: Sequence[Card], size: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    for places in combinations(range(len(hand)), size):
        yield sum(1 << place for place in places), tuple(hand[place] for place in places)
