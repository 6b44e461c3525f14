"""A payment and the sums of payments: every total is added up from these."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

GUN_REASONS: Final = ("gun", "homerun", "bonus")
"""What a payment can be for where guns are counted: 打槍, 全壘打, 額外加分."""


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` pays `payee` (seats) more than no `points`; row and class are given where one row earned them.

    For a special the class is the special's code.
    """

    payer: int
    payee: int
    points: int
    reason: str
    row: str | None = None
    row_class: str | None = None


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


def parts(lines: Iterable[Payment], seat: int, *, reasons: Sequence[str] = GUN_REASONS) -> dict[str, int]:
    """Return what the seat has won, less what it has paid, for each reason."""
    net = dict.fromkeys(reasons, 0)
    for line in lines:
        net[line.reason] += line.points * ((line.payee == seat) - (line.payer == seat))
    return net
