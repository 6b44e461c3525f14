"""Guns, home runs and extras: how the family with every spade twice is settled. No arrangement is foul there."""

from collections.abc import Iterator, Sequence

from core.arrangement import Arrangement
from core.rules.model import ROWS, RuleSet
from core.scoring.payment import Payment
from core.scoring.showdown import Comparison, Showdown, comparisons
from core.strength import Strengths


def guns(showdown: Showdown) -> tuple[Payment, ...]:
    """Return every payment of legal arrangements, in seat order: guns, home runs, extras."""
    rule_set, arrangements, strengths = showdown.rule_set, showdown.arrangements, showdown.strengths
    hit = _guns(comparisons(arrangements, strengths))
    return (
        *_gun_payments(rule_set, hit),
        *_home_runs(rule_set, hit),
        *_extras(rule_set, arrangements, strengths),
    )


def _guns(compared: Sequence[Sequence[Comparison]]) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the seats to which it has lost no row."""
    seats = range(len(compared))
    return tuple(tuple(j for j in seats if j != i and min(compared[i][j]) >= 0) for i in seats)


def _gun_payments(rule_set: RuleSet, hit: Sequence[Sequence[int]]) -> Iterator[Payment]:
    if rule_set.gun:
        for payee, payers in enumerate(hit):
            for payer in payers:
                yield Payment(payer, payee, rule_set.gun, "gun")


def _home_runs(rule_set: RuleSet, hit: Sequence[Sequence[int]]) -> Iterator[Payment]:
    if rule_set.home_run:
        for payee, payers in enumerate(hit):
            if len(payers) == len(hit) - 1:
                for payer in payers:
                    yield Payment(payer, payee, rule_set.home_run, "homerun")


def _extras(rule_set: RuleSet, arrangements: Sequence[Arrangement], strengths: Strengths) -> Iterator[Payment]:
    for payee, mine in enumerate(arrangements):
        for row, cards in zip(ROWS, mine.rows, strict=True):
            strength = strengths.strength(cards)
            row_class = strengths.row_class(strength)
            points = rule_set.extras.get((row, row_class), 0)
            for payer, other in enumerate(arrangements):
                if points and strength > strengths.strength(getattr(other, row)):
                    yield Payment(payer, payee, points, "bonus", row, row_class)
