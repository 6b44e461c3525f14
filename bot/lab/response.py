"""The best response to the hardest level: what somebody could win who knew exactly how it plays."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Final

from bot.lab.deals import deals
from bot.lab.players import Player, computer
from core.arrangement import Arrangement
from core.arranger import HARDEST
from core.arranger.policy import against
from core.arranger.study import study
from core.arranger.value import Policy, population
from core.cards import Card
from core.rules.model import RuleSet
from core.strength import Strengths, strengths

HANDS: Final = 10_000
_TRAINING: Final = 1_000_000
"""Added to the seed, so that nobody trains on the deals of a duel."""


def responder(rule_set: RuleSet, seed: int, *, hands: int = HANDS) -> Player:
    """A player that maximises its points against what the hardest level does with so many hands."""
    hardest = computer(HARDEST, seed)
    triples = []
    for deal in islice(deals(rule_set, seed + _TRAINING), -(-hands // rule_set.seats.most)):
        table = strengths(rule_set, deal.bonus)
        for hand in deal.hands:
            front, middle, back = (table.strength(row) for row in hardest(rule_set, hand, deal.bonus).rows)
            triples.append((front, middle, back))
    people = population(triples)
    return partial(_respond, lru_cache(partial(against, people, rule_set)))


def _respond(
    judges: Callable[[Strengths], Policy], rule_set: RuleSet, hand: Sequence[Card], bonus: int | None
) -> Arrangement:
    own = study(rule_set, hand, bonus=bonus)
    return own.frontier.arrangement(max(own.frontier.splits, key=judges(own.strengths).value))
