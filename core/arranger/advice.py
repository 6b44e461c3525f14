"""What a person is told about a hand: suggestions, what an arrangement is worth, picks for a row, and how to mend one.

Points are points a round against a full table of players as good as the hardest computer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from core.arrangement import Arrangement, faults, misfits
from core.arranger.account import account
from core.arranger.completing import Pick, completed, picks
from core.arranger.mending import mended
from core.arranger.study import Study, hits, points, study
from core.cards import Card
from core.rules.model import RuleSet

__all__ = ["Pick", "Suggestion", "Worth", "completed", "mended", "picks", "suggestions", "worth"]

KINDS: Final = ("most", "safest", "extras", "front")
"""✨ most points, 🛡 least often gunned, 🎯 most extras, 🔝 strongest front."""
_PRICE_OF_SAFETY: Final = Fraction(1, 2)
"""So many points a round the safest suggestion may be worth less than the best."""


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
    """One to four suggestions in the order of `KINDS`, "most" always first, never two alike."""
    own = study(rule_set, hand, bonus=bonus)
    worths = {split: _worth(own, split) for split in own.frontier.splits}
    best = own.best
    near = [split for split, each in worths.items() if each.expected >= worths[best].expected - _PRICE_OF_SAFETY]
    accounts = {split: account(own.judge, split) for split in own.frontier.splits}
    chosen = {
        "most": best,
        "safest": min([best, *near], key=lambda split: (worths[split].shot, -worths[split].expected)),
        "extras": max([best, *worths], key=lambda split: (sum(accounts[split].extras), worths[split].expected)),
        "front": max([best, *worths], key=lambda split: (split.front, worths[split].expected)),
    }
    first = {split: kind for kind, split in reversed(chosen.items())}
    return tuple(
        Suggestion(kind, own.frontier.arrangement(split), worths[split])
        for kind, split in chosen.items()
        if first[split] == kind
    )


def worth(rule_set: RuleSet, hand: Sequence[Card], arrangement: Arrangement, *, bonus: int | None) -> Worth:
    """What a legal arrangement of the hand is worth; for any other it is a `ValueError`."""
    own = study(rule_set, hand, bonus=bonus)
    return _worth(own, reached(own, hand, arrangement))


def reached(own: Study, hand: Sequence[Card], arrangement: Arrangement) -> tuple[int, ...]:
    """The strengths of a legal arrangement's rows; for any other it is a `ValueError`."""
    if misfits(arrangement, hand) or faults(arrangement, own.strengths, own.judge.rule_set):
        message = f"no legal arrangement of the hand: {arrangement}"
        raise ValueError(message)
    return tuple(own.strengths.strength(row) for row in arrangement.rows)


def _worth(own: Study, split: Sequence[int]) -> Worth:
    shot = Fraction(hits(own.judge, split), own.judge.population.size)
    return Worth(points(own.judge, own.judge.value(split)), shot)
