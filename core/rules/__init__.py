"""The rule sets by their ids."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.rules.doubled_spades import BONUS_RULES, JOKER_RULES
from core.rules.model import ROW_SIZES, ROWS, RuleSet, Seats, Stakes
from core.rules.thirteen_cards import HONGKONG_RULES, INTERNATIONAL_RULES, STANDARD_RULES, TAIWAN_RULES

__all__ = ["ROWS", "ROW_SIZES", "RULE_SETS", "RuleSet", "Seats", "Stakes"]

RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        rules.id: rules
        for rules in (
            JOKER_RULES,
            BONUS_RULES,
            TAIWAN_RULES,
            HONGKONG_RULES,
            STANDARD_RULES,
            INTERNATIONAL_RULES,
        )
    }
)
