"""What a split is worth: the points it is expected to win from one opponent of a population, in exact whole numbers.

The population is a list of arrangements that good players show down. For each row and strength it knows as bits which
opponents have at most that row, so that three look-ups and an AND count those whom a split would gun.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import NamedTuple

from core.rules.model import ROWS, RuleSet

Triple = tuple[int, int, int]
Pays = Callable[[str, int], int]
"""What a row (by name) of some strength pays for each opponent that it beats."""

FULL = 15
"""Chances are fifteenths: four binary digits."""


class Column(NamedTuple):
    """One row of all opponents: their distinct strengths ascending, and for 0, 1, 2 … of these who has at most them."""

    steps: list[int]
    at_most: list[int]


@dataclass(frozen=True, slots=True)
class Population:
    """Opponents and, by row and strength, their bits."""

    triples: tuple[Triple, ...]
    """The rows of each opponent, in the order of the bits."""
    columns: tuple[Column, Column, Column]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.triples)

    @property
    def all(self) -> int:
        """The bits of all opponents."""
        return (1 << self.size) - 1

    def beaten(self, split: Sequence[int]) -> int:
        """Those who win no row against the split."""
        front, middle, back = self.at_most(split)
        return front & middle & back

    def at_most(self, split: Sequence[int]) -> Triple:
        """Those who do not win the front, the middle and the back from the split."""
        front, middle, back = (
            column.at_most[bisect_right(column.steps, strength)]
            for column, strength in zip(self.columns, split, strict=False)
        )
        return front, middle, back

    def weaker(self, split: Sequence[int]) -> Triple:
        """Those who lose the front, the middle and the back to the split."""
        front, middle, back = (
            column.at_most[bisect_left(column.steps, strength)]
            for column, strength in zip(self.columns, split, strict=False)
        )
        return front, middle, back


def population(triples: Sequence[Triple]) -> Population:
    """The population of these front, middle and back strengths."""
    return Population(tuple(triples), (_column(triples, 0), _column(triples, 1), _column(triples, 2)))


def _power(base: int, exponent: int) -> int:
    return prod([base] * exponent)


def _column(triples: Sequence[Triple], row: int) -> Column:
    holders: dict[int, int] = {}
    for place, triple in enumerate(triples):
        holders[triple[row]] = holders.get(triple[row], 0) | 1 << place
    steps = sorted(holders)
    at_most = [0]
    for step in steps:
        at_most.append(at_most[-1] | holders[step])
    return Column(steps, at_most)


@dataclass(frozen=True, slots=True)
class Policy:
    """How to value splits where guns are paid; `owed` is what all opponents with at least a column's step are paid."""

    rule_set: RuleSet
    population: Population
    pays: Pays
    opponents: int
    owed: tuple[list[int], list[int], list[int]]
    planes: tuple[int, ...]
    """The digits of how likely each of the population, gunning me, guns all others too."""

    @property
    def unit(self) -> int:
        """How much of `value` is one point."""
        return FULL * _power(self.population.size, self.opponents)

    def value(self, split: Sequence[int]) -> int:
        """The points expected from each opponent, in parts of `unit`."""
        people, rules = self.population, self.rule_set
        guns = people.beaten(split).bit_count()
        weaker = people.weaker(split)
        hit_by = people.all & ~(weaker[0] | weaker[1] | weaker[2])
        swept = weighed(hit_by, self.planes)
        points = rules.gun * (guns - hit_by.bit_count()) + self._extras(split, weaker)
        once = _power(people.size, self.opponents - 1)
        sweeps = FULL * _power(guns, self.opponents) - once * swept
        return FULL * once * points + rules.home_run * sweeps

    def _extras(self, split: Sequence[int], weaker: Triple) -> int:
        net = 0
        for name, strength, beaten, column, owed in zip(
            ROWS, split, weaker, self.population.columns, self.owed, strict=False
        ):
            net -= owed[bisect_right(column.steps, strength)]
            paid = self.pays(name, strength)
            if paid:
                net += paid * beaten.bit_count()
        return net


def policy(rule_set: RuleSet, people: Population, pays: Pays, opponents: int) -> Policy:
    """The policy against so many of a population, given what rows pay."""
    weights = [chance(people.beaten(each).bit_count(), people.size, opponents - 1) for each in people.triples]
    return Policy(rule_set, people, pays, opponents, owed(people, pays), planes(weights))


def owed(people: Population, pays: Pays) -> tuple[list[int], list[int], list[int]]:
    """For each row and step what all opponents with at least it are paid for it."""
    front, middle, back = (
        _owed(column, partial(pays, name)) for name, column in zip(ROWS, people.columns, strict=True)
    )
    return front, middle, back


def _owed(column: Column, pays: Callable[[int], int]) -> list[int]:
    left = [0]
    for place in reversed(range(len(column.steps))):
        holders = column.at_most[place + 1] & ~column.at_most[place]
        left.append(left[-1] + holders.bit_count() * pays(column.steps[place]))
    return left[::-1]


def chance(some: int, of_all: int, times: int) -> int:
    """How likely so many of all are met again and again, in `FULL`ths."""
    whole = _power(of_all, times)
    return (2 * FULL * _power(some, times) + whole) // (2 * whole)


def planes(weights: Sequence[int]) -> tuple[int, ...]:
    """The binary digits of a weight of each opponent, as one set of bits a digit, the lowest first."""
    digits = max(weights, default=0).bit_length()
    return tuple(
        sum([(weight >> digit & 1) << place for place, weight in enumerate(weights)]) for digit in range(digits)
    )


def weighed(some: int, weights: tuple[int, ...]) -> int:
    """The sum of the weights of some opponents."""
    return sum([(some & plane).bit_count() << digit for digit, plane in enumerate(weights)])
