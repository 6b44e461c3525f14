"""The best response to the hardest level: what somebody could win who knew exactly how it plays."""

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import islice
from math import sqrt
from statistics import mean, stdev
from typing import Final

from bot.lab.deals import deals
from bot.lab.players import Player, computer
from core.arrangement import Arrangement
from core.arranger import HARDEST, played_by
from core.arranger.policy import against
from core.arranger.study import points, study
from core.arranger.value import Policy, Population, population
from core.cards import Card
from core.rules import RULE_SETS
from core.rules.model import RuleSet
from core.strength import Strengths, strengths

HANDS: Final = 10_000
TRIED: Final = 4_000
SEED: Final = 1
_TRAINING: Final = 1_000_000
"""Added to the seed, so that nobody trains on the deals of a duel."""


def responder(rule_set: RuleSet, seed: int, *, hands: int = HANDS) -> Player:
    """A player that maximises its points against what the hardest level does with so many hands."""
    people = _people(rule_set, seed + _TRAINING, hands)
    return partial(_respond, lru_cache(partial(against, people, rule_set)))


def _people(rule_set: RuleSet, seed: int, hands: int) -> Population:
    """What the hardest level does with so many hands."""
    hardest = computer(HARDEST, seed)
    triples = []
    for deal in islice(deals(rule_set, seed), -(-hands // rule_set.seats.most)):
        table = strengths(rule_set, deal.bonus)
        for hand in deal.hands:
            front, middle, back = (table.strength(row) for row in hardest(rule_set, hand, deal.bonus).rows)
            triples.append((front, middle, back))
    return population(triples)


def gain(rule_set: RuleSet, seed: int, *, hands: int = HANDS // 2, tried: int = TRIED) -> tuple[float, float]:
    """What a best responder expects to win more a round than the hardest level, and the standard error.

    It chooses by so many hands of the hardest level and is valued by as many others: nothing is won by knowing a sample.
    """
    known, others = (
        lru_cache(partial(against, _people(rule_set, seed + part * _TRAINING, hands), rule_set)) for part in (1, 2)
    )
    found = []
    for deal in islice(deals(rule_set, seed), tried // rule_set.seats.most):
        table = strengths(rule_set, deal.bonus)
        for hand in deal.hands:
            own, judge = study(rule_set, hand, bonus=deal.bonus), others(table)
            response = max(own.frontier.splits, key=known(table).value)
            more = judge.value(response) - judge.value(own.best)
            found.append(float(points(judge, more)))
    return mean(found), stdev(found) / sqrt(len(found))


def main(*rule_set_ids: str) -> int:
    """Print the gain for these rule sets, or for all: `python -m bot.lab.response standard`; a banker meets everybody."""
    for name in rule_set_ids or RULE_SETS:
        rule_set = played_by(RULE_SETS[name], RULE_SETS[name].seats.most, banks=RULE_SETS[name].has_banker)
        won, error = gain(rule_set, SEED)
        print(f"{name:14} a best responder wins {won:+.4f} ± {error:.4f} a round more, {TRIED} hands", flush=True)
    return 0


def _respond(
    judges: Callable[[Strengths], Policy], rule_set: RuleSet, hand: Sequence[Card], bonus: int | None
) -> Arrangement:
    own = study(rule_set, hand, bonus=bonus)
    return own.frontier.arrangement(max(own.frontier.splits, key=judges(own.strengths).value))


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
