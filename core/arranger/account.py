"""What the expected points of a split are made of: guns, being gunned, and the extras of each row, both ways."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from core.arranger.study import hits
from core.arranger.value import FULL, Policy
from core.rules.model import ROWS

Each = tuple[Fraction, Fraction, Fraction]
"""Front, middle, back."""


class Account(NamedTuple):
    """Points a round against a full table; what is paid to others is below zero. They add up to the worth."""

    guns: Fraction
    """Guns and home runs of one's own."""
    gunned: Fraction
    """Guns and home runs of the others."""
    extras: Each
    """What the rows win."""
    owed: Each
    """What better rows of the others win."""

    @property
    def total(self) -> Fraction:
        """The expected points."""
        return self.guns + self.gunned + sum(self.extras) + sum(self.owed)


def account(judge: Policy, split: Sequence[int]) -> Account:
    """The account of a split of these strengths (front, middle, back)."""
    people, rules, opponents = judge.population, judge.rule_set, judge.opponents
    front, middle, back = people.weaker(split)
    hit_by = people.all & ~(front | middle | back)
    swept = sum((hit_by & plane).bit_count() << digit for digit, plane in enumerate(judge.planes))
    shots = Fraction(people.beaten(split).bit_count(), people.size)
    extras, owed = zip(*(_row(judge, place, split[place]) for place in range(len(ROWS))), strict=True)
    return Account(
        guns=opponents * (rules.gun * shots + rules.home_run * prod([shots] * opponents)),
        gunned=-opponents
        * Fraction(rules.gun * FULL * hits(judge, split) + rules.home_run * swept, FULL * people.size),
        extras=extras,
        owed=owed,
    )


def extras_won(judge: Policy, split: Sequence[int]) -> int:
    """What the rows of a split win from the whole population, one opponent after the other."""
    return sum(_won(judge, place, split[place]) for place in range(len(ROWS)))


def _won(judge: Policy, place: int, strength: int) -> int:
    paid = judge.pays(ROWS[place], strength)
    if not paid:
        return 0
    column = judge.population.columns[place]
    return paid * column.at_most[bisect_left(column.steps, strength)].bit_count()


def _row(judge: Policy, place: int, strength: int) -> tuple[Fraction, Fraction]:
    """What a row (0 the front) of this strength wins and what it owes."""
    people, column = judge.population, judge.population.columns[place]
    won = _won(judge, place, strength)
    lost = judge.owed[place][bisect_right(column.steps, strength)]
    return Fraction(judge.opponents * won, people.size), Fraction(-judge.opponents * lost, people.size)
