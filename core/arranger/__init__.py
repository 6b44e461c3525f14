"""The computer player: it arranges a hand from its own cards alone, and every choice left open is drawn."""

from collections.abc import Iterator, Sequence

from core.arrangement import Arrangement
from core.arranger.levels import HARDEST, LEVELS
from core.arranger.policy import pick
from core.arranger.study import study
from core.cards import Card
from core.rules.model import RuleSet

__all__ = ["HARDEST", "LEVELS", "best", "choose"]


def best(rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, source: Iterator[int]) -> Arrangement:
    """What a time-out and the autopilot get: the hardest level's arrangement, given the round's bonus rank."""
    return choose(rule_set, hand, bonus=bonus, level=HARDEST, source=source)


def choose(
    rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, level: str, source: Iterator[int]
) -> Arrangement:
    """The arrangement of a hand that a computer seat of some level plays; `source` decides between equal ones."""
    own = study(rule_set, hand, bonus=bonus)
    slack = LEVELS[level].slack * own.judge.unit
    return own.frontier.arrangement(pick(own.frontier.splits, own.values, slack=slack, source=source))
