"""Duplicate deals: each deal is played four times, the challenger once in each seat against three of the others."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from statistics import mean, stdev
from typing import Final

from bot.lab.deals import Deal, deals
from bot.lab.players import Player, computer, greedy
from core.rules import RULE_SETS
from core.rules.model import RuleSet
from core.scoring import payments, totals
from core.strength import strengths

DEALS: Final = 5_000
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Gain:
    """What the challenger wins a round and opponent, its standard error, and over how many deals."""

    mean: float
    error: float
    deals: int

    @property
    def errors(self) -> float:
        """The mean in standard errors."""
        return self.mean / self.error


def gain(rule_set: RuleSet, challenger: Player, others: Player, *, number: int, seed: int) -> Gain:
    """The gain of one player on a table of three others over so many duplicate deals (two at least)."""
    points = list(_points(rule_set, challenger, others, islice(deals(rule_set, seed), number)))
    return Gain(mean(points), stdev(points) / sqrt(number), number)


def _points(rule_set: RuleSet, challenger: Player, others: Player, dealt: Iterable[Deal]) -> Iterator[float]:
    """For each deal the challenger's points a round and opponent, the mean of all seats."""
    for deal in dealt:
        table = strengths(rule_set, deal.bonus)
        own = [challenger(rule_set, hand, deal.bonus) for hand in deal.hands]
        plain = [others(rule_set, hand, deal.bonus) for hand in deal.hands]
        seats = len(deal.hands)
        won = 0
        for seat in range(seats):
            lines = payments(rule_set, [*plain[:seat], own[seat], *plain[seat + 1 :]], table)
            won += totals(lines, seats)[seat]
        yield won / seats / (seats - 1)


def main() -> int:
    """Print how much a computer seat gains on greedy players for every rule set."""
    for rule_set in RULE_SETS.values():
        found = gain(rule_set, computer("normal", SEED), greedy, number=DEALS, seed=SEED)
        print(
            f"{rule_set.id:8} normal against greedy: {found.mean:+.4f} ± {found.error:.4f} points a round and opponent, "
            f"{found.deals} duplicate deals, {found.errors:.1f} standard errors"
        )
    return 0
