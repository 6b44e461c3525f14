"""What a split is worth: the points it is expected to win from one opponent of a population, in exact whole numbers.

Here where guns are paid; `rowwise` has the other ways of scoring.

The population is a list of arrangements that good players show down. For each row and strength it knows as bits which
opponents have at most that row, so that three look-ups and an AND count those whom a split would gun.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import NamedTuple, Protocol

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
    size: int
    """How many there are."""
    all: int
    """The bits of all opponents."""

    def at_most(self, split: Sequence[int]) -> Triple:
        """Those who do not win the front, the middle and the back from the split."""
        front, middle, back = self.columns
        return (
            front.at_most[bisect_right(front.steps, split[0])],
            middle.at_most[bisect_right(middle.steps, split[1])],
            back.at_most[bisect_right(back.steps, split[2])],
        )

    def weaker(self, split: Sequence[int]) -> Triple:
        """Those who lose the front, the middle and the back to the split."""
        front, middle, back = self.columns
        return (
            front.at_most[bisect_left(front.steps, split[0])],
            middle.at_most[bisect_left(middle.steps, split[1])],
            back.at_most[bisect_left(back.steps, split[2])],
        )


def population(triples: Sequence[Triple]) -> Population:
    """The population of these front, middle and back strengths."""
    columns = _column(triples, 0), _column(triples, 1), _column(triples, 2)
    return Population(tuple(triples), columns, len(triples), (1 << len(triples)) - 1)


def power(base: int, exponent: int) -> int:
    """A whole number's power, a whole number again."""
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


class Policy(Protocol):
    """How to value splits against a population."""

    @property
    def rule_set(self) -> RuleSet:
        """The rules that say what is paid."""

    @property
    def population(self) -> Population:
        """The opponents."""

    @property
    def pays(self) -> Pays:
        """What rows pay."""

    @property
    def opponents(self) -> int:
        """How many a seat plays against."""

    @property
    def unit(self) -> int:
        """How much of `value` is one point."""

    def value(self, split: Sequence[int]) -> int:
        """The points expected from each opponent, in parts of `unit`."""

    def guns(self, split: Sequence[int]) -> int:
        """Those whom the split guns."""

    def gunned_by(self, split: Sequence[int]) -> int:
        """Those who gun the split."""

    def owes(self, split: Sequence[int]) -> Triple:
        """What the whole population is paid for its fronts, its middles and its backs."""


def opponents_of(rule_set: RuleSet) -> int:
    """How many a seat plays against at a full table: where there is a banker, everybody else against that one alone."""
    return 1 if rule_set.has_banker else rule_set.seats.most - 1


@dataclass(frozen=True, slots=True)
class GunPolicy:
    """The policy where guns are paid; `owed` is what all opponents with at least a column's step are paid."""

    rule_set: RuleSet
    population: Population
    pays: Pays
    owed: tuple[list[int], list[int], list[int]]
    planes: tuple[int, ...]
    """The digits of how likely each of the population, gunning me, guns all others too."""

    @property
    def opponents(self) -> int:
        """How many a seat plays against."""
        return opponents_of(self.rule_set)

    @property
    def unit(self) -> int:
        """How much of `value` is one point."""
        return FULL * power(self.population.size, self.opponents)

    def value(self, split: Sequence[int]) -> int:
        """The points expected from each opponent, in parts of `unit`."""
        people, rules = self.population, self.rule_set
        guns = self.guns(split).bit_count()
        weaker = people.weaker(split)
        hit_by = people.all ^ (weaker[0] | weaker[1] | weaker[2])
        swept = weighed(hit_by, self.planes)
        points = rules.gun * (guns - hit_by.bit_count()) + self._extras(split, weaker)
        once = power(people.size, self.opponents - 1)
        sweeps = FULL * power(guns, self.opponents) - once * swept
        return FULL * once * points + rules.home_run * sweeps

    def guns(self, split: Sequence[int]) -> int:
        """Those who win no row from the split."""
        front, middle, back = self.population.at_most(split)
        return front & middle & back

    def gunned_by(self, split: Sequence[int]) -> int:
        """Those who lose no row to the split."""
        front, middle, back = self.population.weaker(split)
        return self.population.all ^ (front | middle | back)

    def owes(self, split: Sequence[int]) -> Triple:
        """What better rows of the whole population are paid."""
        return owing(self.owed, self.population, split)

    def _extras(self, split: Sequence[int], weaker: Triple) -> int:
        net = -sum(self.owes(split))
        for name, strength, beaten in zip(ROWS, split, weaker, strict=False):
            paid = self.pays(name, strength)
            if paid:
                net += paid * beaten.bit_count()
        return net


def gun_policy(rule_set: RuleSet, people: Population, pays: Pays) -> GunPolicy:
    """The policy where guns are paid, given what rows pay."""
    plain = GunPolicy(rule_set, people, pays, owed(people, pays), ())
    weights = [chance(plain.guns(each), people.size, plain.opponents - 1) for each in people.triples]
    return replace(plain, planes=planes(weights))


def owed(people: Population, pays: Pays) -> tuple[list[int], list[int], list[int]]:
    """For each row and step what all opponents with at least it are paid for it."""
    front, middle, back = (
        _owed(column, partial(pays, name)) for name, column in zip(ROWS, people.columns, strict=True)
    )
    return front, middle, back


def owing(owed: Sequence[Sequence[int]], people: Population, split: Sequence[int]) -> Triple:
    """What those of a population whose front, middle and back beat the split are paid, given `owed`."""
    front, middle, back = people.columns
    return (
        owed[0][bisect_right(front.steps, split[0])],
        owed[1][bisect_right(middle.steps, split[1])],
        owed[2][bisect_right(back.steps, split[2])],
    )


def _owed(column: Column, pays: Callable[[int], int]) -> list[int]:
    left = [0]
    for place in reversed(range(len(column.steps))):
        holders = column.at_most[place + 1] & ~column.at_most[place]
        left.append(left[-1] + holders.bit_count() * pays(column.steps[place]))
    return left[::-1]


def chance(some: int, of_all: int, times: int) -> int:
    """How likely all of so many opponents are some of these bits, in `FULL`ths."""
    whole = power(of_all, times)
    return (2 * FULL * power(some.bit_count(), times) + whole) // (2 * whole)


def planes(weights: Sequence[int]) -> tuple[int, ...]:
    """The binary digits of a weight of each opponent, as one set of bits a digit, the lowest first."""
    digits = max(weights, default=0).bit_length()
    return tuple(
        sum([(weight >> digit & 1) << place for place, weight in enumerate(weights)]) for digit in range(digits)
    )


def weighed(some: int, weights: tuple[int, ...]) -> int:
    """The sum of the weights of some opponents."""
    return sum([(some & plane).bit_count() << digit for digit, plane in enumerate(weights)])
