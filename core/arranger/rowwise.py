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
        return self.population.all ^ (front | middle | back)

    def owes(self, split: Sequence[int]) -> Triple:
        """What better rows of the whole population are paid."""
        return owing(self.owed, self.population, split)


@dataclass(frozen=True, slots=True)
class MatchPolicy:
    """The comparison as a whole is paid, with the extras of the winner's rows."""

    rule_set: RuleSet
    population: Population
    pays: Pays
    extras: Planes
    """What each opponent's rows are paid when it wins."""
    reds: Planes
    """How likely each opponent who guns me guns all others too, in `FULL`ths."""

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
        rules, both = self.rule_set, self._both(split)
        gun, over, match = (some.bit_count() for some in self._won(*both))
        extras = sum([self.pays(name, strength) for name, strength in zip(ROWS, split, strict=False)])
        guns, overs, matches = self._won(*both[::-1])
        points = (
            rules.gun * (gun - guns.bit_count())
            + rules.run_over * (over - overs.bit_count())
            + rules.match * (match - matches.bit_count())
            + extras * (gun + over + match)
            - weighed(guns | overs | matches, self.extras)
        )
        once = power(self.population.size, self.opponents - 1)
        reds = FULL * power(gun + over, self.opponents) - once * weighed(guns | overs, self.reds)
        return once * FULL * points + rules.home_run * reds

    def won(self, split: Sequence[int]) -> Triple:
        """Those who are gunned, run over, and beaten by two rows to one."""
        return self._won(*self._both(split))

    def lost_to(self, split: Sequence[int]) -> Triple:
        """Those who gun the split, run it over, and beat it by two rows to one."""
        return self._won(*self._both(split)[::-1])

    def _both(self, split: Sequence[int]) -> tuple[Triple, Triple]:
        """Those who lose each row to the split, and those who win it."""
        people = self.population
        front, middle, back = people.at_most(split)
        return people.weaker(split), (people.all ^ front, people.all ^ middle, people.all ^ back)

    def _won(self, mine: Triple, theirs: Triple) -> Triple:
        """Whom one side guns, runs over and beats by two rows to one, given who loses each row to it, and who wins it."""
        front, middle, back = mine
        their_front, their_middle, their_back = theirs
        gun = front & middle & back
        lost_no_row = self.population.all ^ (their_front | their_middle | their_back)
        two = front & middle & their_back | front & back & their_middle | middle & back & their_front
        return gun, (front | middle | back) & lost_no_row ^ gun, two

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


def _all_three(rows: Triple) -> int:
    front, middle, back = rows
    return front & middle & back


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
    plain = MatchPolicy(rule_set, people, pays, planes(_paid(people, pays)), ())
    reds = [chance(plain.guns(each), people.size, plain.opponents - 1) for each in people.triples]
    return replace(plain, reds=planes(reds))


def _paid(people: Population, pays: Pays) -> list[int]:
    """What the rows of each opponent pay together."""
    return [sum([pays(name, strength) for name, strength in zip(ROWS, each, strict=True)]) for each in people.triples]
