"""What the expected points of a split are made of: guns, being gunned, and what each row wins and owes."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from core.arranger.rowwise import MatchPolicy
from core.arranger.value import Policy, power
from core.rules.model import ROWS

Each = tuple[Fraction, Fraction, Fraction]
"""Front, middle, back."""


class Account(NamedTuple):
    """Points a round against a full table; what is paid to others is below zero. They add up to the worth."""

    guns: Fraction
    """Guns and home runs of one's own, and whole comparisons that are won otherwise."""
    gunned: Fraction
    """The same of the others."""
    rows: Fraction
    """What every row brings that is won, less what it costs when it is lost."""
    extras: Each
    """What the rows win beyond that."""
    owed: Each
    """What better rows of the others win beyond that."""

    @property
    def total(self) -> Fraction:
        """The expected points."""
        return self.guns + self.gunned + self.rows + sum(self.extras) + sum(self.owed)


def account(judge: Policy, split: Sequence[int]) -> Account:
    """The account of a split of these strengths (front, middle, back)."""
    people, opponents, base = judge.population, judge.opponents, judge.rule_set.row_points
    lost = [people.size - some.bit_count() for some in people.at_most(split)]
    won = [some.bit_count() for some in people.weaker(split)]
    extras = _each(judge, _extras(judge, split))
    owed = _each(judge, [base * rows - paid for rows, paid in zip(lost, judge.owes(split), strict=True)])
    rows = Fraction(opponents * base * (sum(won) - sum(lost)), people.size)
    always = Fraction(power(judge.guns(split).bit_count(), opponents), power(people.size, opponents))
    guns = opponents * (Fraction(_won(judge, split), people.size) + _home_run(judge, split) * always)
    total = Fraction(opponents * judge.value(split), judge.unit)
    return Account(guns, total - guns - rows - sum(extras) - sum(owed), rows, extras, owed)


def extra(judge: Policy, row: str, strength: int) -> int:
    """What a row of this strength wins beyond what every row does."""
    return judge.pays(row, strength) - judge.rule_set.row_points


def extras_won(judge: Policy, split: Sequence[int]) -> int:
    """What the rows of a split win beyond what every row does, from the whole population, one after the other."""
    return sum(_extras(judge, split))


def _each(judge: Policy, points: Sequence[int]) -> Each:
    front, middle, back = (Fraction(judge.opponents * each, judge.population.size) for each in points)
    return front, middle, back


def _worths(judge: Policy, split: Sequence[int]) -> list[int]:
    return [judge.pays(row, strength) for row, strength in zip(ROWS, split, strict=False)]


def _extras(judge: Policy, split: Sequence[int]) -> list[int]:
    if isinstance(judge, MatchPolicy):
        times = [sum([some.bit_count() for some in judge.won(split)])] * len(ROWS)
    else:
        times = [some.bit_count() for some in judge.population.weaker(split)]
    return [extra(judge, row, strength) * won for row, strength, won in zip(ROWS, split, times, strict=False)]


def _won(judge: Policy, split: Sequence[int]) -> int:
    """What comparisons that are won as a whole bring from the whole population, beside the rows."""
    rules = judge.rule_set
    if isinstance(judge, MatchPolicy):
        prices = (rules.gun, rules.run_over, rules.match)
        return sum([price * some.bit_count() for price, some in zip(prices, judge.won(split), strict=True)])
    shots = judge.guns(split).bit_count()
    return (rules.gun + (rules.gun_times - 1) * sum(_worths(judge, split))) * shots


def _home_run(judge: Policy, split: Sequence[int]) -> int:
    """What a home run adds from each opponent."""
    rules = judge.rule_set
    return rules.home_run + (rules.home_run_times - rules.gun_times) * sum(_worths(judge, split))
