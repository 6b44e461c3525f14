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


HARDEST: Final = "hard"
"""What a time-out and the autopilot play: nobody loses by being away."""

LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        level.code: level
        for level in (
            Level("easy", slack=Fraction(2)),
            Level("normal", slack=Fraction(9, 10)),
            Level(HARDEST, slack=Fraction(0)),
        )
    }
)
"""Weakest first; `shisanzhi bench levels` measures the steps between them."""
