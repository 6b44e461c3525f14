"""Points as a rule set counts them: by themselves, or as parts of what everybody began the match with."""

from typing import Final

from bot.screens.advice import unit_text
from bot.screens.model import Points, Text
from core.rules import RuleSet

RED: Final = "red"
"""The reason that gives a home run a name of its own (紅不讓)."""
WORTH: Final = "-worth"
"""Ends the keys of texts in which points are told in parts too."""


def won_text(key: str, rules: RuleSet, *, points: int, total: int, **facts: object) -> Text:
    """What a round has brought, and how somebody stands after it."""
    facts |= {"points": Points(points), "total": Points(total)}
    if not rules.starting_points:
        return Text(key, facts)
    return Text(
        f"{key}{WORTH}",
        facts | {"unit": unit_text(rules.id), "parts": Points(points * rules.unit_value), "left": left(rules, total)},
    )


def left(rules: RuleSet, total: int) -> int:
    """What somebody has who began with what the rule set gives and has won so many points since."""
    return rules.starting_points + total * rules.unit_value


def is_out(rules: RuleSet, total: int) -> bool:
    """Whether nothing of it is left."""
    return rules.starting_points > 0 and left(rules, total) <= 0
