"""Hands to try and slow, obvious references for what the arranger does."""

from typing import NamedTuple

from hypothesis import strategies as st

from bot.lab import plain
from core.cards import JOKER, Card, deck, rank
from core.rules import RULE_SETS, RuleSet
from core.strength import Strengths, strengths

GUN_GAMES = sorted(rules.id for rules in RULE_SETS.values() if rules.scoring == "guns")
"""The rule sets that count guns."""


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
    rule_set = RULE_SETS[rule_set_id or draw(st.sampled_from(GUN_GAMES))]
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
    return plain.best_fronts(dealt.rule_set, dealt.hand, dealt.strengths)


def slow_frontier(dealt: Dealt) -> set[tuple[int, int, int]]:
    """The frontier of a hand, by trying all splits."""
    return plain.frontier(dealt.rule_set, dealt.hand, dealt.strengths)
