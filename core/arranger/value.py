"""What a split is worth: the points it is expected to win from one opponent of a population, in exact whole numbers.

The population is a list of arrangements that good players show down. For each row and strength it knows as bits which
opponents have at most that row, so that three look-ups and an AND count those whom a split would gun.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from core.rules.model import ROWS, RuleSet

Triple = tuple[int, int, int]
Pays = Callable[[str, int], int]
"""What a row (by name) of some strength pays for each opponent that it beats."""

PLANES = 4
FULL = (1 << PLANES) - 1
"""Weights of opponents are fifteenths, kept as one set of bits a binary digit."""


class Column(NamedTuple):
    """One row of all opponents: their distinct strengths ascending, and for 0, 1, 2 … of these who has at most them."""

    steps: list[int]
    at_most: list[int]


@dataclass(frozen=True, slots=True)
class Population:
    """Opponents as bits; `planes` are the digits of how likely each of them, gunning me, guns all others too."""

    size: int
    columns: tuple[Column, Column, Column]
    planes: tuple[int, ...]

    @property
    def all(self) -> int:
        """The bits of all opponents."""
        return (1 << self.size) - 1

    def beaten(self, split: Sequence[int]) -> int:
        """Those who win no row against the split."""
        front, middle, back = (
            column.at_most[bisect_right(column.steps, strength)]
            for column, strength in zip(self.columns, split, strict=False)
        )
        return front & middle & back

    def weaker(self, split: Sequence[int]) -> Triple:
        """Those who lose the front, the middle and the back to the split."""
        front, middle, back = (
            column.at_most[bisect_left(column.steps, strength)]
            for column, strength in zip(self.columns, split, strict=False)
        )
        return front, middle, back


def population(triples: Sequence[Triple], *, opponents: int) -> Population:
    """The population of these front, middle and back strengths, for a table with so many opponents."""
    columns = (_column(triples, 0), _column(triples, 1), _column(triples, 2))
    plain = Population(len(triples), columns, ())
    whole = _power(len(triples), opponents - 1)
    planes = [0] * PLANES
    for place, triple in enumerate(triples):
        guns = _power(plain.beaten(triple).bit_count(), opponents - 1)
        weight = (2 * FULL * guns + whole) // (2 * whole)
        for plane in range(PLANES):
            planes[plane] |= (weight >> plane & 1) << place
    return Population(len(triples), columns, tuple(planes))


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
    """How to value splits under a rule set; `owed` is what all opponents with at least a column's step are paid."""

    rule_set: RuleSet
    population: Population
    pays: Pays
    owed: tuple[list[int], list[int], list[int]]

    @property
    def opponents(self) -> int:
        """How many a full table has."""
        return self.rule_set.seats.most - 1

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
        swept = sum([(hit_by & plane).bit_count() << digit for digit, plane in enumerate(people.planes)])
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


def policy(rule_set: RuleSet, people: Population, pays: Pays) -> Policy:
    """The policy against a population, given what rows pay."""
    owed: list[list[int]] = []
    for name, column in zip(ROWS, people.columns, strict=True):
        left = [0]
        for place in reversed(range(len(column.steps))):
            holders = column.at_most[place + 1] & ~column.at_most[place]
            left.append(left[-1] + holders.bit_count() * pays(name, column.steps[place]))
        owed.append(left[::-1])
    front, middle, back = owed
    return Policy(rule_set, people, pays, (front, middle, back))
