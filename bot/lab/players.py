"""Players to measure computer seats against."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from core import arranger
from core.arrangement import Arrangement
from core.arranger.study import study
from core.cards import Card
from core.frames import stream
from core.rules.model import RuleSet

Player = Callable[[RuleSet, Sequence[Card], int | None], Arrangement]
"""From a rule set, a hand and the round's bonus rank to rows."""


def greedy(rule_set: RuleSet, hand: Sequence[Card], bonus: int | None) -> Arrangement:
    """The strongest back that leaves a legal arrangement, then the strongest middle, then the strongest front."""
    found = study(rule_set, hand, bonus=bonus).frontier
    return found.arrangement(max(found.splits, key=lambda split: (split.back, split.middle, split.front)))


def computer(level: str, seed: int) -> Player:
    """A computer seat whose open choices come from one stream."""
    return partial(_computer, level, stream(seed.to_bytes(32, "big"), f"computer/{level}"))


def _computer(
    level: str, source: Iterator[int], rule_set: RuleSet, hand: Sequence[Card], bonus: int | None
) -> Arrangement:
    return arranger.choose(rule_set, hand, bonus=bonus, level=level, source=source)
