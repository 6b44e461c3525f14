"""From arrangements to payments: who pays whom how much, and for what; a rule set names the way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from core.arrangement import Arrangement
from core.rules.model import RuleSet
from core.scoring.banker import banker
from core.scoring.guns import guns
from core.scoring.match import match
from core.scoring.payment import GUN_REASONS, Payment, matrix, parts, totals
from core.scoring.rows import rows
from core.scoring.showdown import Comparison, Showdown, Terms, comparisons
from core.strength import Strengths

__all__ = ["WAYS", "Comparison", "Payment", "Terms", "comparisons", "matrix", "parts", "payments", "totals"]


class Way(NamedTuple):
    """One way to settle a round."""

    settle: Callable[[Showdown], tuple[Payment, ...]]
    reasons: tuple[str, ...]
    """What its payments can be for."""


WAYS: Final[Mapping[str, Way]] = {
    "guns": Way(guns, GUN_REASONS),
    "rows": Way(rows, ("row", "foul", "sweep", "double", "quadruple", "special")),
    "match": Way(match, ("match", "run_over", "gun", "red", "bonus", "dragon", "foul")),
    "banker": Way(banker, ("row", "foul", "natural")),
}
_PLAIN: Final = Terms()


def payments(
    rule_set: RuleSet, arrangements: Sequence[Arrangement], strengths: Strengths, *, terms: Terms = _PLAIN
) -> tuple[Payment, ...]:
    """Return every payment of a round; fouls are only met where the rule set allows them."""
    return WAYS[rule_set.scoring].settle(Showdown(rule_set, arrangements, strengths, terms))
