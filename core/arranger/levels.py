"""How well computer seats play, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """A level plays any split that is expected to win at most `slack` points an opponent less than the best."""

    code: str
    slack: Fraction


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {level.code: level for level in (Level("normal", slack=Fraction(0)),)}
)
