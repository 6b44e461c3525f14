"""What a split is worth where rows are compared one by one, or two rows decide: expected points, in whole numbers.

As in `value`, the opponents are bits; what each of them would win is kept as one set of bits a binary digit.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.arranger.value import FULL, Pays, Population, Triple, chance, owed, planes, weighed
from core.rules.model import ROWS, RuleSet

Planes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RowPolicy:
    """Every row won is paid, and all three of them more; `owed` is what all with at least a column's step are paid."""

    rule_set: RuleSet
    population: Population
    pays: Pays
    owed: tuple[list[int], list[int], list[int]]
    opponents: int
    home_runs: int
    """What a home run multiplies the rows by beyond a gun."""
    sweeps: Planes
    """What each opponent who wins all three rows wins more, in `FULL`ths."""

    @property
    def unit(self) -> int:
        """How much of `value` is one point."""
        return int(FULL * self.population.size**self.opponents)

    def value(self, split: Sequence[int]) -> int:
        """The points expected from each opponent, in parts of `unit`."""
        people, rules = self.population, self.rule_set
        weaker, at_most = people.weaker(split), people.at_most(split)
        points = worths = 0
        for place, name in enumerate(ROWS):
            strength = split[place]
            worth = self.pays(name, strength)
            worths += worth
            points += worth * weaker[place].bit_count()
            points -= self.owed[place][bisect_right(people.columns[place].steps, strength)]
        swept = (weaker[0] & weaker[1] & weaker[2]).bit_count()
        points += (rules.gun + (rules.gun_times - 1) * worths) * swept
        lost = weighed(people.all & ~(at_most[0] | at_most[1] | at_most[2]), self.sweeps)
        once: int = people.size ** (self.opponents - 1)
        more: int = FULL * self.home_runs * worths * swept**self.opponents
        return once * (FULL * points - lost) + more


@dataclass(frozen=True, slots=True)
class MatchPolicy:
    """The comparison as a whole is paid, with the extras of the winner's rows."""

    rule_set: RuleSet
    population: Population
    pays: Pays
    opponents: int
    home_run: int
    """Points more from each opponent for winning from all of them without losing a row."""
    guns: Planes
    run_overs: Planes
    matches: Planes
    """What each opponent who wins so wins, in `FULL`ths."""

    @property
    def unit(self) -> int:
        """How much of `value` is one point."""
        return int(FULL * self.population.size**self.opponents)

    def value(self, split: Sequence[int]) -> int:
        """The points expected from each opponent, in parts of `unit`."""
        people, rules = self.population, self.rule_set
        weaker, at_most = people.weaker(split), people.at_most(split)
        gun, over, match = (some.bit_count() for some in won(weaker, at_most))
        extras = sum([self.pays(name, split[place]) for place, name in enumerate(ROWS)])
        points = rules.gun * gun + rules.run_over * over + rules.match * match + extras * (gun + over + match)
        guns, overs, matches = won(_others(people.all, at_most), _others(people.all, weaker))
        lost = weighed(guns, self.guns) + weighed(overs, self.run_overs) + weighed(matches, self.matches)
        once: int = people.size ** (self.opponents - 1)
        more: int = FULL * self.home_run * (gun + over) ** self.opponents
        return once * (FULL * points - lost) + more


def won(weaker: Triple, at_most: Triple) -> Triple:
    """Of opponents who lose each row, and who do not win it: who loses all, who wins none but loses some, who one."""
    front, middle, back = weaker
    all_three = front & middle & back
    none = at_most[0] & at_most[1] & at_most[2]
    two = (front & middle & ~at_most[2]) | (front & back & ~at_most[1]) | (middle & back & ~at_most[0])
    return all_three, none & (front | middle | back) & ~all_three, two


def _others(people: int, rows: Triple) -> Triple:
    front, middle, back = rows
    return people & ~front, people & ~middle, people & ~back


def row_policy(rule_set: RuleSet, people: Population, pays: Pays, opponents: int) -> RowPolicy:
    """The policy where every row is paid, against so many opponents."""
    home_runs = _at_full_table(rule_set, opponents, rule_set.home_run_times - rule_set.gun_times)
    triples = people.triples
    worths = [sum([pays(name, strength) for name, strength in zip(ROWS, each, strict=True)]) for each in triples]
    sweeps = [
        FULL * (rule_set.gun + (rule_set.gun_times - 1) * worth)
        + home_runs * worth * chance(_conjunction(people.weaker(each)).bit_count(), people.size, opponents - 1)
        for each, worth in zip(triples, worths, strict=True)
    ]
    return RowPolicy(rule_set, people, pays, owed(people, pays), opponents, home_runs, planes(sweeps))


def match_policy(rule_set: RuleSet, people: Population, pays: Pays, opponents: int) -> MatchPolicy:
    """The policy where two rows decide, against so many opponents."""
    home_run = _at_full_table(rule_set, opponents, rule_set.home_run)
    triples = people.triples
    extras = [FULL * sum([pays(name, strength) for name, strength in zip(ROWS, each, strict=True)]) for each in triples]
    reds = []
    for each in triples:
        gun, over, _ = won(people.weaker(each), people.at_most(each))
        reds.append(home_run * chance((gun | over).bit_count(), people.size, opponents - 1))
    both = [extra + red for extra, red in zip(extras, reds, strict=True)]
    return MatchPolicy(
        rule_set,
        people,
        pays,
        opponents,
        home_run,
        guns=planes([FULL * rule_set.gun + more for more in both]),
        run_overs=planes([FULL * rule_set.run_over + more for more in both]),
        matches=planes([FULL * rule_set.match + more for more in extras]),
    )


def _at_full_table(rule_set: RuleSet, opponents: int, points: int) -> int:
    return points if opponents == rule_set.seats.most - 1 else 0


def _conjunction(rows: Iterable[int]) -> int:
    front, middle, back = rows
    return front & middle & back
