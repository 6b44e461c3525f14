"""Seeded deals for training and duels."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from core.cards import Card, deck, rank
from core.rules.model import RuleSet


class Deal(NamedTuple):
    """The hands of a full table and, where the rule set has one, the round's bonus rank."""

    hands: tuple[tuple[Card, ...], ...]
    bonus: int | None


def deals(rule_set: RuleSet, seed: int) -> Iterator[Deal]:
    """Deals without end, the same for the same seed."""
    dice = random.Random(f"{rule_set.id} {seed}")
    cards = list(deck(rule_set.deck))
    while True:
        dice.shuffle(cards)
        starts = range(rule_set.aside, rule_set.aside + rule_set.hand * rule_set.seats.most, rule_set.hand)
        hands = tuple(tuple(cards[start : start + rule_set.hand]) for start in starts)
        yield Deal(hands, rank(cards[0]) if rule_set.has_bonus else None)
