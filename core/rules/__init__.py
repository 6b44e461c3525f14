"""The rule sets by their ids: all that are known, and those that a table can be opened with."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.rules.doubled_spades import BONUS_RULES, JOKER_RULES
from core.rules.model import ROW_SIZES, ROWS, RuleSet, Seats, Stakes
from core.rules.thirteen_cards import HONGKONG_RULES, INTERNATIONAL_RULES, STANDARD_RULES, TAIWAN_RULES

__all__ = ["AT_TABLES", "ROWS", "ROW_SIZES", "RULE_SETS", "RuleSet", "Seats", "Stakes"]

_AT_TABLES = (JOKER_RULES, BONUS_RULES)
_OTHERS = (TAIWAN_RULES, HONGKONG_RULES, STANDARD_RULES, INTERNATIONAL_RULES)

RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType({rules.id: rules for rules in (*_AT_TABLES, *_OTHERS)})
AT_TABLES: Final = RULE_SETS
