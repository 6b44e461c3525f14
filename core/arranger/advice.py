"""What a person is told about a hand: suggestions, what an arrangement is worth, picks for a row, and how to mend one.

Points are points a round against a full table of players as good as the hardest computer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from core.arrangement import Arrangement, faults, misfits
from core.arranger.account import extras_won
from core.arranger.completing import Pick, completed, picks
from core.arranger.declaring import price
from core.arranger.mending import mended
from core.arranger.search import Split
from core.arranger.study import Study, hits, points, study
from core.cards import Card
from core.ladder import named
from core.rules.model import RuleSet

__all__ = ["Pick", "Suggestion", "Worth", "completed", "mended", "picks", "suggestions", "worth"]

KINDS: Final = ("most", "safest", "extras", "front")
"""✨ most points, 🛡 least often gunned, 🎯 most extras, 🔝 strongest front."""
_HANDS: Final = 512
"""Hands whose suggestions are kept: a panel shows them again with every press."""
_PRICE_OF_SAFETY: Final = Fraction(1, 2)
"""So many points a round the safest suggestion may be worth less than the best."""
_FELT_SHOT: Final = Fraction(1, 100)
_FELT_EXTRAS: Final = Fraction(1, 20)


@dataclass(frozen=True, slots=True)
class Worth:
    """The points expected a round, and the chance that a given opponent guns the arrangement."""

    expected: Fraction
    shot: Fraction


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One good way to arrange a hand; `kind` is one of `KINDS`."""

    kind: str
    arrangement: Arrangement
    worth: Worth


def suggestions(rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None) -> tuple[Suggestion, ...]:
    """One to four suggestions in the order of `KINDS`, "most" always first, never two alike.

    The others are there only where the difference can be felt.
    """
    return _suggestions(rule_set, tuple(sorted(hand)), bonus)


@lru_cache(maxsize=_HANDS)
def _suggestions(rule_set: RuleSet, hand: tuple[Card, ...], bonus: int | None) -> tuple[Suggestion, ...]:
    own = study(rule_set, hand, bonus=bonus)
    chosen = {"most": own.best, "safest": _safest(own), "extras": _of_most_extras(own), "front": _of_best_front(own)}
    first = {split: kind for kind, split in reversed(chosen.items())}
    return tuple(
        Suggestion(kind, own.frontier.arrangement(split), _worth(own, split))
        for kind, split in chosen.items()
        if first[split] == kind
    )


def _safest(own: Study) -> Split:
    """Of those that are worth little less than the best that which is gunned least, or the best itself."""
    judge, values = own.judge, dict(zip(own.frontier.splits, own.values, strict=True))
    least = values[own.best] - _PRICE_OF_SAFETY * judge.unit / judge.opponents
    shots = {split: hits(judge, split) for split, value in values.items() if value >= least}
    found = min(shots, key=lambda split: (shots[split], -values[split]))
    return found if shots[own.best] - shots[found] >= _FELT_SHOT * judge.population.size else own.best


def _of_most_extras(own: Study) -> Split:
    """That which wins the most extras on average, or the best where it is not much more."""
    judge, values = own.judge, dict(zip(own.frontier.splits, own.values, strict=True))
    extras = {split: extras_won(judge, split) for split in values}
    found = max(extras, key=lambda split: (extras[split], values[split]))
    felt = _FELT_EXTRAS * judge.population.size / judge.opponents
    return found if extras[found] - extras[own.best] >= felt else own.best


def _of_best_front(own: Study) -> Split:
    """That with the strongest front, or the best where only side cards of the front are stronger."""
    values = dict(zip(own.frontier.splits, own.values, strict=True))
    found = max(values, key=lambda split: (split.front, values[split]))
    return found if _front_name(own, found) != _front_name(own, own.best) else own.best


def _front_name(own: Study, split: Split) -> tuple[str, tuple[int, ...]]:
    name = own.strengths.row_class(split.front)
    return name, named(name, own.strengths.ranks(split.front))


def worth(
    rule_set: RuleSet, hand: Sequence[Card], arrangement: Arrangement, *, bonus: int | None, declare: str | None = None
) -> Worth:
    """What a legal arrangement of the hand is worth, or the special declared instead; for any other a `ValueError`."""
    own = study(rule_set, hand, bonus=bonus)
    split = reached(own, hand, arrangement)
    return _worth(own, split) if declare is None else Worth(Fraction(price(own.judge, declare)), Fraction(0))


def reached(own: Study, hand: Sequence[Card], arrangement: Arrangement) -> tuple[int, ...]:
    """The strengths of a legal arrangement's rows; for any other it is a `ValueError`."""
    if misfits(arrangement, hand) or faults(arrangement, own.strengths, own.judge.rule_set):
        message = f"no legal arrangement of the hand: {arrangement}"
        raise ValueError(message)
    return tuple(own.strengths.strength(row) for row in arrangement.rows)


def _worth(own: Study, split: Sequence[int]) -> Worth:
    if own.counted is not None:
        return Worth(Fraction(own.counted * own.judge.opponents), Fraction(0))
    shot = Fraction(hits(own.judge, split), own.judge.population.size)
    return Worth(points(own.judge, own.judge.value(split)), shot)
