"""Hands to try and slow, obvious references for what the arranger does."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from hypothesis import strategies as st

from core.cards import JOKER, Card, deck, rank
from core.rules import RULE_SETS, RuleSet
from core.strength import Strengths, strengths


class Dealt(NamedTuple):
    """One hand of a rule set, with the round's bonus rank where it has one."""

    rule_set: RuleSet
    hand: tuple[Card, ...]
    bonus: int | None

    @property
    def strengths(self) -> Strengths:
        return strengths(self.rule_set, self.bonus)


@st.composite
def hands(draw: st.DrawFn, rule_set_id: str | None = None) -> Dealt:
    """Hands of any rule set, those with many jokers or 彩金 cards as often as others."""
    rule_set = RULE_SETS[rule_set_id or draw(st.sampled_from(sorted(RULE_SETS)))]
    cards = list(draw(st.permutations(deck(rule_set.deck))))
    bonus = rank(cards.pop()) if rule_set.has_bonus else None
    special = [card for card in cards if card == JOKER or rank(card) == bonus]
    wanted = draw(st.integers(0, len(special)))
    others = [card for card in cards if card not in special]
    hand = draw(st.permutations(special[:wanted] + others[: rule_set.hand - wanted]))
    return Dealt(rule_set, tuple(hand), bonus)


def fits(dealt: Dealt, front: int, middle: int, back: int) -> bool:
    """Whether three strengths are in the order that the rule set asks for."""
    rules = dealt.rule_set
    below = front <= middle if rules.front_may_equal_middle else front < middle
    return below and (middle <= back if rules.middle_may_equal_back else middle < back)


def best_fronts(dealt: Dealt) -> dict[tuple[int, int], int]:
    """For all strengths of middle and back that the hand can have together the best legal front, by trying all."""
    table, hand, rules = dealt.strengths, dealt.hand, dealt.rule_set
    everything = (1 << len(hand)) - 1
    fives = sorted((table.strength(cards), bits) for bits, cards in _rows(hand, 5))
    fronts: dict[int, list[int]] = {}
    found: dict[tuple[int, int], int] = {}
    for back_strength, back in fives:
        weaker = fives[: bisect_left(fives, (back_strength + rules.middle_may_equal_back, 0))]
        for middle_strength, middle in [five for five in weaker if not five[1] & back]:
            rest = everything ^ back ^ middle
            if rest not in fronts:
                left = [card for place, card in enumerate(hand) if rest >> place & 1]
                fronts[rest] = sorted({table.strength(three) for three in combinations(left, 3)}, reverse=True)
            pair = middle_strength, back_strength
            for front in fronts[rest]:
                if front < middle_strength + rules.front_may_equal_middle:
                    found[pair] = max(found.get(pair, 0), front)
                    break
    return found


def _rows(hand: Sequence[Card], size: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    for places in combinations(range(len(hand)), size):
        yield sum(1 << place for place in places), tuple(hand[place] for place in places)


def slow_frontier(dealt: Dealt) -> set[tuple[int, int, int]]:
    """Front, middle and back of every split to which no other is at least equal in all rows and in their extras."""
    table, extras = dealt.strengths, dealt.rule_set.extras

    def worth(split: tuple[int, int, int]) -> tuple[int, ...]:
        paid = [
            extras.get((name, table.row_class(strength)), 0)
            for name, strength in zip(("front", "middle", "back"), split, strict=True)
        ]
        return (*split, *paid)

    splits = [worth((front, middle, back)) for (middle, back), front in best_fronts(dealt).items()]
    splits.sort(key=lambda each: (each[2], each[1], each[0]), reverse=True)
    kept: list[tuple[int, ...]] = []
    for split in splits:
        if not any(all(a >= b for a, b in zip(other, split, strict=True)) for other in kept):
            kept.append(split)
    return {(front, middle, back) for front, middle, back, *_ in kept}
