"""Rounds laid open for tests: rows typed as people write them, and the payments of any rule set."""

from collections import Counter

from core.arrangement import Arrangement
from core.cards import deck, parse
from core.rules import RULE_SETS
from core.scoring import Payment, Terms, payments
from core.strength import strengths


def laid(text: str) -> Arrangement:
    """The arrangement of `front / middle / back`."""
    front, middle, back = (parse(row) for row in text.split("/"))
    return Arrangement(front, middle, back)


def settled(rule_set_id: str, *texts: str, terms: Terms | None = None) -> tuple[Payment, ...]:
    """The payments of a round of arrangements that one deck can hold."""
    rules = RULE_SETS[rule_set_id]
    played = [laid(text) for text in texts]
    assert Counter(card for each in played for card in each.cards) <= Counter(deck(rules.deck))
    return payments(rules, played, strengths(rules), terms=terms or Terms())


def paid(lines: tuple[Payment, ...], payer: int, payee: int) -> list[tuple[str, int]]:
    """What one seat pays another, as reasons and points."""
    return [(line.reason, line.points) for line in lines if (line.payer, line.payee) == (payer, payee)]
