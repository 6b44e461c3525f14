"""From arrangements to payments: who pays whom how much, and for what; a rule set names the way."""

from collections.abc import Callable, Iterable, Mapping, Sequence
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

__all__ = [
    "WAYS",
    "Comparison",
    "Payment",
    "Terms",
    "Way",
    "comparisons",
    "home_runs",
    "matrix",
    "parts",
    "payments",
    "shots",
    "totals",
]


class Way(NamedTuple):
    """One way to settle a round."""

    settle: Callable[[Showdown], tuple[Payment, ...]]
    reasons: tuple[str, ...]
    """What its payments can be for."""
    guns: frozenset[str] = frozenset()
    """Those of them that say that the payee has gunned the payer (打槍), and that alone once for each."""
    home_runs: frozenset[str] = frozenset()
    """Those that a gun on everybody brings (全壘打, 紅不讓)."""


WAYS: Final[Mapping[str, Way]] = {
    "guns": Way(guns, GUN_REASONS, frozenset({"gun"}), frozenset({"homerun"})),
    "rows": Way(
        rows,
        ("row", "foul", "sweep", "double", "quadruple", "special"),
        frozenset({"sweep", "double", "quadruple"}),
        frozenset({"quadruple"}),
    ),
    "match": Way(
        match,
        ("match", "run_over", "gun", "red", "bonus", "dragon", "foul"),
        frozenset({"run_over", "gun", "foul"}),
        frozenset({"red"}),
    ),
    "banker": Way(banker, ("row", "foul", "natural")),
}
_PLAIN: Final = Terms()


def payments(
    rule_set: RuleSet, arrangements: Sequence[Arrangement], strengths: Strengths, *, terms: Terms = _PLAIN
) -> tuple[Payment, ...]:
    """Return every payment of a round; fouls are only met where the rule set allows them."""
    return WAYS[rule_set.scoring].settle(Showdown(rule_set, arrangements, strengths, terms))


def shots(rule_set: RuleSet, lines: Iterable[Payment]) -> frozenset[tuple[int, int]]:
    """Return who has gunned whom, as pairs of payee and payer."""
    told = WAYS[rule_set.scoring].guns
    return frozenset((line.payee, line.payer) for line in lines if line.reason in told)


def home_runs(rule_set: RuleSet, lines: Iterable[Payment]) -> frozenset[int]:
    """Return the seats that have gunned everybody at a full table."""
    told = WAYS[rule_set.scoring].home_runs
    return frozenset(line.payee for line in lines if line.reason in told)
