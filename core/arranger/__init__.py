"""The computer player: it arranges a hand from its own cards alone, and every choice left open is drawn."""

from collections.abc import Iterator, Sequence

from core.arrangement import Arrangement
from core.arranger.levels import LEVELS
from core.arranger.policy import pick, trained
from core.arranger.search import frontier
from core.cards import Card
from core.rules.model import RuleSet
from core.strength import strengths

__all__ = ["LEVELS", "best", "choose"]


def best(rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, source: Iterator[int]) -> Arrangement:
    """What a computer seat plays and a time-out gets: a legal arrangement of the hand, given the round's bonus rank."""
    return choose(rule_set, hand, bonus=bonus, level="normal", source=source)


def choose(
    rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, level: str, source: Iterator[int]
) -> Arrangement:
    """The arrangement of a hand that a computer seat of some level plays; `source` decides between equal ones."""
    table = strengths(rule_set, bonus)
    found = frontier(hand, strengths=table, rule_set=rule_set, bonus=bonus)
    return found.arrangement(pick(found, trained(rule_set, table), slack=LEVELS[level].slack, source=source))
