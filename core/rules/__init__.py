"""The rule sets by their ids."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.rules.doubled_spades import BONUS_RULES, JOKER_RULES
from core.rules.model import ROW_SIZES, ROWS, RuleSet, Seats

__all__ = ["ROWS", "ROW_SIZES", "RULE_SETS", "RuleSet", "Seats"]

RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType({rules.id: rules for rules in (JOKER_RULES, BONUS_RULES)})
