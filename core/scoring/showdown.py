"""What is laid open in a round, and how two seats' rows compare."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from types import MappingProxyType

from core.arrangement import Arrangement, faults
from core.rules.model import ROWS, RuleSet
from core.scoring.payment import Payment
from core.strength import Strengths

Comparison = tuple[int, int, int]
"""Front, middle and back: 1 won, 0 equal, -1 lost."""
ALL_WON: Comparison = (1, 1, 1)


@dataclass(frozen=True, slots=True)
class Terms:
    """What besides the rows decides a round, where the rule set knows it."""

    declared: tuple[str | None, ...] = ()
    """The special that each seat has declared; empty: nobody has."""
    banker: int = 0
    stakes: tuple[int, ...] = ()
    """What each seat stakes, the banker's own being ignored; empty: one each."""
    options: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """What the table plays otherwise than by default, of the rule set's `house_options`."""


@dataclass(frozen=True, slots=True)
class Showdown:
    """A round to be settled: arrangements in seat order, legal or foul."""

    rule_set: RuleSet
    arrangements: Sequence[Arrangement]
    strengths: Strengths
    terms: Terms

    @property
    def full(self) -> bool:
        """Whether so many play as can: only then is there a home run."""
        return len(self.arrangements) == self.rule_set.seats.most


@dataclass(frozen=True, slots=True)
class Laid:
    """One seat's rows as they are compared and paid."""

    strengths: Comparison
    worths: Comparison
    """What each row brings when it wins."""
    classes: tuple[str, str, str]
    foul: bool


def comparisons(arrangements: Sequence[Arrangement], strengths: Strengths) -> tuple[tuple[Comparison, ...], ...]:
    """Return at [i][j] how seat i's rows did against seat j's, all being legal."""
    valued = [tuple(strengths.strength(row) for row in each.rows) for each in arrangements]
    return tuple(tuple(compared(mine, theirs) for theirs in valued) for mine in valued)


def compared(mine: Sequence[int], theirs: Sequence[int]) -> Comparison:
    """Return how three rows did against three, given what they compare by."""
    front, middle, back = ((a > b) - (a < b) for a, b in zip(mine, theirs, strict=True))
    return front, middle, back


def lay(showdown: Showdown) -> tuple[Laid, ...]:
    """Return every seat's rows as they are compared and paid."""
    return tuple(_laid(each, showdown) for each in showdown.arrangements)


def _laid(arrangement: Arrangement, showdown: Showdown) -> Laid:
    table, rule_set = showdown.strengths, showdown.rule_set
    front, middle, back = (table.strength(row) for row in arrangement.rows)
    classes = table.row_class(front), table.row_class(middle), table.row_class(back)
    first, second, third = (rule_set.worth(row, code) for row, code in zip(ROWS, classes, strict=True))
    foul = bool(faults(arrangement, table, rule_set))
    return Laid((front, middle, back), (first, second, third), classes, foul)


def met(mine: Laid, theirs: Laid) -> Comparison:
    """Return how one seat's rows did against another's: a foul loses all three, two fouls are even."""
    if mine.foul or theirs.foul:
        lost_or_won = theirs.foul - mine.foul
        return lost_or_won, lost_or_won, lost_or_won
    return compared(mine.strengths, theirs.strengths)


def pairs(seats: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return all pairs of payee and payer, in seat order."""
    return permutations(seats, 2)


def rows_won(laid: Sequence[Laid], won: Comparison, *, payee: int, payer: int, times: int = 1) -> Iterator[Payment]:
    """Return what the payer owes for the rows that the payee has won; what a foul has lost is told from the others."""
    mine, reason = laid[payee], "foul" if laid[payer].foul else "row"
    for row, worth, row_class, how in zip(ROWS, mine.worths, mine.classes, won, strict=True):
        if how > 0:
            yield Payment(payer, payee, worth * times, reason, row, row_class)
