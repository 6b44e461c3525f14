"""The rule sets by their ids: all that are known, and those that a table can be opened with."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.rules.doubled_spades import BONUS_RULES, JOKER_RULES
from core.rules.model import ROW_SIZES, ROWS, RuleSet, Seats

__all__ = ["AT_TABLES", "ROWS", "ROW_SIZES", "RULE_SETS", "RuleSet", "Seats"]

RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType({rules.id: rules for rules in (JOKER_RULES, BONUS_RULES)})
AT_TABLES: Final[Mapping[str, RuleSet]] = MappingProxyType({rules.id: rules for rules in (JOKER_RULES, BONUS_RULES)})
"""Those that can be played at a table here; the others are known to the referee alone."""
