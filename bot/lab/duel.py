"""Duplicate deals: each deal is played four times, the challenger once in each seat against three of the others.

Rows alone are compared: nobody declares a special. Where there is a banker, seat 0 is.
"""

import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from math import sqrt
from statistics import mean, stdev
from typing import Final

from bot.lab.deals import deals
from bot.lab.players import Player, computer, greedy
from bot.lab.response import responder
from core.arrangement import Arrangement
from core.arranger import HARDEST, LEVELS
from core.arranger.policy import is_trained
from core.rules import RULE_SETS
from core.rules.model import RuleSet
from core.scoring import payments, totals
from core.strength import Strengths, strengths

DEALS: Final = 2_000
SEED: Final = 1
Pair = tuple[str, str]
"""The challenger's name and that of the three others."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What the challenger wins a round and opponent, its standard error, and over how many deals."""

    mean: float
    error: float
    deals: int

    @property
    def errors(self) -> float:
        """The mean in standard errors; 0 where no deal went otherwise than the others."""
        return self.mean / self.error if self.error else 0.0


def gains(
    rule_set: RuleSet, players: Mapping[str, Player], *, number: int, seed: int, among: Sequence[Pair] | None = None
) -> dict[Pair, Gain]:
    """The gain of each on tables of each other, or of the pairs given, over so many duplicate deals (two at least)."""
    won = defaultdict[Pair, list[float]](list)
    for deal in islice(deals(rule_set, seed), number):
        table = strengths(rule_set, deal.bonus)
        played = {name: [player(rule_set, hand, deal.bonus) for hand in deal.hands] for name, player in players.items()}
        for pair in among or permutations(players, 2):
            own, others = (played[name] for name in pair)
            won[pair].append(_points(rule_set, own, others, table=table))
    return {pair: Gain(mean(points), stdev(points) / sqrt(number), number) for pair, points in won.items()}


def _points(rule_set: RuleSet, own: Sequence[Arrangement], others: Sequence[Arrangement], *, table: Strengths) -> float:
    """The challenger's points from an opponent a round, the mean of all seats, given what each does with each hand."""
    seats = len(own)
    among_others = totals(payments(rule_set, others, table), seats)
    won = 0
    for seat in range(seats):
        if own[seat] == others[seat]:
            won += among_others[seat]
        else:
            lines = payments(rule_set, [*others[:seat], own[seat], *others[seat + 1 :]], table)
            won += totals(lines, seats)[seat]
    return won / _met(rule_set, seats)


def _met(rule_set: RuleSet, seats: int) -> int:
    """How many opponents all seats have together."""
    return (seats if not rule_set.has_banker else 2) * (seats - 1)


def main(*given: str) -> int:
    """Print for every rule set what each level and the greedy player win of each other, and a best responder of hard.

    `python -m bot.lab.duel 20000 joker` plays so many deals of one.
    """
    deals_, *only = int(given[0]) if given else DEALS, *given[1:]
    for rule_set in [rules for rules in RULE_SETS.values() if is_trained(rules) and rules.id in (only or RULE_SETS)]:
        players = {level: computer(level, SEED) for level in LEVELS} | {"greedy": greedy}
        found = gains(rule_set, players, number=deals_, seed=SEED)
        found |= gains(
            rule_set,
            {"responder": responder(rule_set, SEED), HARDEST: players[HARDEST]},
            number=deals_,
            seed=SEED,
            among=[("responder", HARDEST)],
        )
        print(f"{rule_set.id}, points a round and opponent, {deals_} duplicate deals")
        for (challenger, others), gain in found.items():
            print(f"  {challenger:9} among {others:7} {gain.mean:+.4f} ± {gain.error:.4f}, {gain.errors:+.1f} errors")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
