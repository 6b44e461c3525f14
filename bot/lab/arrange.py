"""How long the arranger takes for a hand, on CPU time, beside a plain reference that tries every split."""

import time
from collections.abc import Callable, Iterator
from itertools import chain, filterfalse, islice
from statistics import median, quantiles
from typing import Final, NamedTuple

from bot.lab import plain
from bot.lab.deals import deals
from core.arranger.policy import is_trained, trained
from core.arranger.search import frontier
from core.cards import Card, rank
from core.rules import RULE_SETS
from core.rules.model import RuleSet
from core.strength import strengths

HANDS: Final = 1_000
PLAIN_HANDS: Final = 2
SEED: Final = 4
_MANY: Final = 3
"""So many 彩金 cards make a hand's frontier larger: what pays and what wins part ways."""


class Hand(NamedTuple):
    """One hand to arrange."""

    cards: tuple[Card, ...]
    bonus: int | None


def main(hands: int = HANDS) -> int:
    """Print milliseconds a hand for every size: the frontier alone, the whole decision, the reference."""
    for rule_set in RULE_SETS.values():
        few = filterfalse(_has_many_bonus_cards, _as_dealt(rule_set))
        _report(f"{rule_set.id}, {rule_set.hand} cards", rule_set, few, hands)
        if rule_set.has_bonus:
            many = filter(_has_many_bonus_cards, _as_dealt(rule_set))
            _report(f"{rule_set.id}, {rule_set.hand} cards, three bonus cards or more", rule_set, many, hands // 4)
    return 0


def _as_dealt(rule_set: RuleSet) -> Iterator[Hand]:
    return chain.from_iterable([Hand(cards, deal.bonus) for cards in deal.hands] for deal in deals(rule_set, SEED))


def _has_many_bonus_cards(hand: Hand) -> bool:
    return [rank(card) for card in hand.cards].count(hand.bonus or 0) >= _MANY


def _report(name: str, rule_set: RuleSet, dealt: Iterator[Hand], number: int) -> None:
    hands = list(islice(dealt, number))
    for hand in hands[:50]:
        _search(rule_set, hand)  # the tables are built outside the measure
    parts = [("frontier", [_milliseconds(_search, rule_set, hand) for hand in hands])]
    if is_trained(rule_set):
        parts.append(("decision", [_milliseconds(_decision, rule_set, hand) for hand in hands]))
    slow = [_milliseconds(_plain, rule_set, hand) for hand in hands[:PLAIN_HANDS]]
    said = ", ".join(f"{part} {median(took):.2f} / {quantiles(took, n=100)[-1]:.2f}" for part, took in parts)
    print(f"{name}: {said} ms (median / p99 of {len(hands)}); trying every split {median(slow):,.0f} ms", flush=True)


def _milliseconds(work: Callable[[RuleSet, Hand], object], rule_set: RuleSet, hand: Hand) -> float:
    begun = time.process_time_ns()
    work(rule_set, hand)
    return (time.process_time_ns() - begun) / 1e6


def _search(rule_set: RuleSet, hand: Hand) -> object:
    table = strengths(rule_set, hand.bonus)
    return frontier(hand.cards, strengths=table, rule_set=rule_set, bonus=hand.bonus)


def _decision(rule_set: RuleSet, hand: Hand) -> object:
    """The same, and which of the splits wins most."""
    table = strengths(rule_set, hand.bonus)
    found = frontier(hand.cards, strengths=table, rule_set=rule_set, bonus=hand.bonus)
    return max(found.splits, key=trained(rule_set, table).value)


def _plain(rule_set: RuleSet, hand: Hand) -> object:
    return plain.frontier(rule_set, hand.cards, strengths(rule_set, hand.bonus))


if __name__ == "__main__":
    raise SystemExit(main())
