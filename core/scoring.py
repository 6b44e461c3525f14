"""From arrangements to payments: who pays whom how much, and for what; every total is added up from these."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core.arrangement import Arrangement
from core.rules.model import ROWS, RuleSet
from core.strength import Strengths

REASONS: Final = ("gun", "homerun", "bonus")
"""What a payment can be for: 打槍, 全壘打, 額外加分."""


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` pays `payee` (seats) more than no `points`; row and class are given where one row earned them."""

    payer: int
    payee: int
    points: int
    reason: str
    row: str | None = None
    row_class: str | None = None


Comparison = tuple[int, int, int]
"""Front, middle and back: 1 won, 0 equal, -1 lost."""


def payments(rule_set: RuleSet, arrangements: Sequence[Arrangement], strengths: Strengths) -> tuple[Payment, ...]:
    """Return every payment of a round of legal arrangements, in seat order: guns, home runs, extras."""
    compared = comparisons(arrangements, strengths)
    hit = _guns(compared)
    return (
        *_gun_payments(rule_set, hit),
        *_home_runs(rule_set, hit),
        *_extras(rule_set, arrangements, strengths),
    )


def comparisons(arrangements: Sequence[Arrangement], strengths: Strengths) -> tuple[tuple[Comparison, ...], ...]:
    """Return at [i][j] how seat i's rows did against seat j's."""
    valued = [tuple(strengths.strength(row) for row in each.rows) for each in arrangements]
    return tuple(tuple(_compared(mine, theirs) for theirs in valued) for mine in valued)


def totals(lines: Iterable[Payment], seats: int) -> tuple[int, ...]:
    """Return what each seat has won in all; adds up to zero."""
    return tuple(sum(row) for row in matrix(lines, seats))


def matrix(lines: Iterable[Payment], seats: int) -> tuple[tuple[int, ...], ...]:
    """Return at [i][j] what seat i has won from seat j, less what it has paid."""
    won = [[0] * seats for _ in range(seats)]
    for line in lines:
        won[line.payee][line.payer] += line.points
        won[line.payer][line.payee] -= line.points
    return tuple(tuple(row) for row in won)


def parts(lines: Iterable[Payment], seat: int) -> dict[str, int]:
    """Return what the seat has won, less what it has paid, for each reason."""
    net = dict.fromkeys(REASONS, 0)
    for line in lines:
        net[line.reason] += line.points * ((line.payee == seat) - (line.payer == seat))
    return net


def _compared(mine: Sequence[int], theirs: Sequence[int]) -> Comparison:
    front, middle, back = ((a > b) - (a < b) for a, b in zip(mine, theirs, strict=True))
    return front, middle, back


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
