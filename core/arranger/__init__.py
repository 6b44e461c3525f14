"""The computer player: it arranges a hand from its own cards alone, and every choice left open is drawn."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.arrangement import Arrangement
from core.arranger.declaring import declared
from core.arranger.levels import HARDEST, LEVELS
from core.arranger.policy import pick
from core.arranger.seated import played_by
from core.arranger.study import study
from core.cards import Card
from core.rules.model import RuleSet

__all__ = ["HARDEST", "LEVELS", "Decision", "best", "choose", "decide", "played_by"]


class Decision(NamedTuple):
    """Legal rows, and the code of the special that is declared instead of them, where the rule set knows that."""

    arrangement: Arrangement
    declare: str | None


def best(rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, source: Iterator[int]) -> Arrangement:
    """What a time-out and the autopilot get: the hardest level's arrangement, given the round's bonus rank."""
    return choose(rule_set, hand, bonus=bonus, level=HARDEST, source=source)


def choose(
    rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, level: str, source: Iterator[int]
) -> Arrangement:
    """The arrangement of a hand that a computer seat of some level plays; `source` decides between equal ones."""
    return decide(rule_set, hand, bonus=bonus, level=level, source=source).arrangement


def decide(
    rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, level: str, source: Iterator[int]
) -> Decision:
    """The same with the special that it declares; at every level it does where that wins more than any rows.

    For a table with fewer players than it could have, or for the banker, the rule set is that of `played_by`.
    """
    own = study(rule_set, hand, bonus=bonus)
    slack = LEVELS[level].slack * own.judge.unit
    chosen = pick(own.frontier.splits, own.values, slack=slack, source=source)
    return Decision(own.frontier.arrangement(chosen), declared(own.judge, hand, rows=max(own.values)))
