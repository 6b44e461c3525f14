"""A hand's frontier with what each of its splits is worth, kept for as long as the hand is likely to be asked about."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from core.arranger.declaring import counted
from core.arranger.policy import trained
from core.arranger.search import Frontier, Split, frontier
from core.arranger.seated import strengths_of
from core.arranger.value import Policy
from core.cards import Card
from core.rules.model import RuleSet
from core.strength import Strengths

_HANDS = 896
"""The hands of 200 tables and more: what is studied for the deal is there again for the review, at 2 kB a hand."""
_WIDE = len(Split._fields)


@dataclass(frozen=True, slots=True)
class Study:
    """All splits of a hand that can be best; `values` are theirs, in the judge's units."""

    strengths: Strengths
    judge: Policy
    frontier: Frontier
    values: tuple[int, ...]

    @property
    def counted(self) -> int | None:
        """What the hand wins of each opponent whatever its rows; None where the rows count."""
        return counted(self.judge.rule_set, self.frontier.hand)

    @property
    def best(self) -> Split:
        """The split of the most points; of equal ones that which is shot least, then the strongest back's."""
        pairs = zip(self.frontier.splits, self.values, strict=True)
        most = max(self.values)
        equal = [split for split, value in pairs if value == most]
        return min(equal, key=lambda split: hits(self.judge, split))


@dataclass(frozen=True, slots=True)
class _Kept:
    """The splits of a hand one behind the other, and their values: a sixth of the room that they take as objects."""

    hand: tuple[Card, ...]
    splits: "array[int]"
    values: "array[int]"


def study(rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None) -> Study:
    """The study of a hand, whatever the order of its cards, in a round with this bonus rank."""
    kept = _kept(rule_set, tuple(sorted(hand)), bonus)
    splits = [Split(*kept.splits[at : at + _WIDE]) for at in range(0, len(kept.splits), _WIDE)]
    table = strengths_of(rule_set, bonus)
    return Study(table, trained(rule_set, table), Frontier(kept.hand, splits), tuple(kept.values))


@lru_cache(maxsize=_HANDS)
def _kept(rule_set: RuleSet, hand: tuple[Card, ...], bonus: int | None) -> _Kept:
    table = strengths_of(rule_set, bonus)
    judge = trained(rule_set, table)
    found = frontier(hand, strengths=table, rule_set=rule_set, bonus=bonus)
    return _Kept(found.hand, array("i", chain(*found.splits)), array("q", map(judge.value, found.splits)))


def points(judge: Policy, value: int) -> Fraction:
    """A value as points a round, against a full table."""
    return Fraction(value * judge.opponents, judge.unit)


def hits(judge: Policy, split: Sequence[int]) -> int:
    """How many of the population gun the split."""
    return judge.gunned_by(split).bit_count()
