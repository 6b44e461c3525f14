"""What a split is worth where rows are compared one by one, or two rows decide: expected points, in whole numbers.

As in `value`, the opponents are bits; what each of them would win is kept as one set of bits a binary digit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.arranger.value import (
    FULL,
    Pays,
    Population,
    Triple,
    chance,
    opponents_of,
    owed,
    owing,
    planes,
    power,
    weighed,
)
from core.rules.model import ROWS, RuleSet

Planes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RowPolicy:
    """Every row won is paid, and all three of them more; `owed` is what all with at least a column's step are paid."""

    rule_set: RuleSet
    population: Population
    pays: Pays
    owed: tuple[list[int], list[int], list[int]]
    sweeps: Planes
    """What each opponent who wins all three rows wins more, in `FULL`ths."""

    @property
    def opponents(self) -> int:
        """How many a seat plays against."""
        return opponents_of(self.rule_set)

    @property
    def home_runs(self) -> int:
        """What a home run multiplies the rows by beyond a gun."""
        return self.rule_set.home_run_times - self.rule_set.gun_times

    @property
    def unit(self) -> int:
        """How much of `value` is one point."""
        return FULL * power(self.population.size, self.opponents)

    def value(self, split: Sequence[int]) -> int:
        """The points expected from each opponent, in parts of `unit`."""
        people, rules = self.population, self.rule_set
        weaker = people.weaker(split)
        points, worths = -sum(self.owes(split)), 0
        for name, strength, beaten in zip(ROWS, split, weaker, strict=False):
            worth = self.pays(name, strength)
            worths += worth
            points += worth * beaten.bit_count()
        swept = _all_three(weaker).bit_count()
        points += (rules.gun + (rules.gun_times - 1) * worths) * swept
        lost = weighed(self.gunned_by(split), self.sweeps)
        more = self.home_runs * worths * power(swept, self.opponents)
        return power(people.size, self.opponents - 1) * (FULL * points - lost) + FULL * more

    def guns(self, split: Sequence[int]) -> int:
        """Those who lose all three rows to the split."""
        return _all_three(self.population.weaker(split))

    def gunned_by(self, split: Sequence[int]) -> int:
        """Those who win all three rows from the split."""
        front, middle, back = self.population.at_most(split)
        return self.population.all & ~(front | middle | back)

    def owes(self, split: Sequence[int]) -> Triple:
        """What better rows of the whole population are paid."""
        return owing(self.owed, self.population, split)


@dataclass(frozen=True, slots=True)
class MatchPolicy:
    """The comparison as a whole is paid, with the extras of the winner's rows."""

    rule_set: RuleSet
    population: Population
    pays: Pays
    lost: tuple[Planes, Planes, Planes]
    """What each opponent wins by a gun, by running over and by two rows to one, in `FULL`ths."""

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
        gun, over, match = (some.bit_count() for some in self.won(split))
        extras = sum([self.pays(name, split[place]) for place, name in enumerate(ROWS)])
        points = rules.gun * gun + rules.run_over * over + rules.match * match + extras * (gun + over + match)
        lost = sum([weighed(some, weights) for some, weights in zip(self.lost_to(split), self.lost, strict=True)])
        more = rules.home_run * power(gun + over, self.opponents)
        return power(people.size, self.opponents - 1) * (FULL * points - lost) + FULL * more

    def won(self, split: Sequence[int]) -> Triple:
        """Those who are gunned, run over, and beaten by two rows to one."""
        return _won(self.population.weaker(split), self.population.at_most(split))

    def lost_to(self, split: Sequence[int]) -> Triple:
        """Those who gun the split, run it over, and beat it by two rows to one."""
        people = self.population
        return _won(_others(people, people.at_most(split)), _others(people, people.weaker(split)))

    def guns(self, split: Sequence[int]) -> int:
        """Those whom the split guns or runs over."""
        gun, over, _ = self.won(split)
        return gun | over

    def gunned_by(self, split: Sequence[int]) -> int:
        """Those who gun the split or run it over."""
        gun, over, _ = self.lost_to(split)
        return gun | over

    def owes(self, split: Sequence[int]) -> Triple:
        """What the rows of those who win the whole are paid."""
        gun, over, match = self.lost_to(split)
        winners = [self.population.triples[place] for place in _members(gun | over | match)]
        front, middle, back = (sum([self.pays(name, each[at]) for each in winners]) for at, name in enumerate(ROWS))
        return front, middle, back


def _won(weaker: Triple, at_most: Triple) -> Triple:
    """Of opponents who lose each row, and who do not win it: who loses all, who wins none but loses some, who one."""
    front, middle, back = weaker
    all_three = _all_three(weaker)
    none = _all_three(at_most)
    two = (front & middle & ~at_most[2]) | (front & back & ~at_most[1]) | (middle & back & ~at_most[0])
    return all_three, none & (front | middle | back) & ~all_three, two


def _all_three(rows: Triple) -> int:
    front, middle, back = rows
    return front & middle & back


def _others(people: Population, rows: Triple) -> Triple:
    front, middle, back = rows
    return people.all & ~front, people.all & ~middle, people.all & ~back


def _members(some: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while some:
        yield some.bit_length() - 1
        some ^= 1 << some.bit_length() - 1


def row_policy(rule_set: RuleSet, people: Population, pays: Pays) -> RowPolicy:
    """The policy where every row is paid, given what rows pay."""
    plain = RowPolicy(rule_set, people, pays, owed(people, pays), ())
    weights = [
        FULL * (rule_set.gun + (rule_set.gun_times - 1) * worth)
        + plain.home_runs * worth * chance(plain.guns(each), people.size, plain.opponents - 1)
        for each, worth in zip(people.triples, _paid(people, pays), strict=True)
    ]
    return replace(plain, sweeps=planes(weights))


def match_policy(rule_set: RuleSet, people: Population, pays: Pays) -> MatchPolicy:
    """The policy where two rows decide, given what rows pay."""
    plain = MatchPolicy(rule_set, people, pays, ((), (), ()))
    extras = _paid(people, pays)
    reds = [rule_set.home_run * chance(plain.guns(each), people.size, plain.opponents - 1) for each in people.triples]
    more = [FULL * extra + red for extra, red in zip(extras, reds, strict=True)]
    guns = planes([FULL * rule_set.gun + each for each in more])
    run_overs = planes([FULL * rule_set.run_over + each for each in more])
    matches = planes([FULL * (rule_set.match + extra) for extra in extras])
    return replace(plain, lost=(guns, run_overs, matches))


def _paid(people: Population, pays: Pays) -> list[int]:
    """What the rows of each opponent pay together."""
    return [sum([pays(name, strength) for name, strength in zip(ROWS, each, strict=True)]) for each in people.triples]
