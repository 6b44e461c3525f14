"""How a computer arranges a hand, from its own cards alone."""

from collections.abc import Iterator, Sequence

from core.arrangement import Arrangement
from core.arranger.search import frontier
from core.cards import Card
from core.rules.model import RuleSet
from core.strength import strengths

LEVELS = ("normal",)


def choose(
    rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, level: str, source: Iterator[int]
) -> Arrangement:
    """The arrangement that a computer of this level plays; every random choice comes from `source`."""
    found = frontier(hand, strengths=strengths(rule_set, bonus), rule_set=rule_set, bonus=bonus)
    return found.arrangement(max(found.splits, key=lambda split: (split.back, split.middle, split.front)))
