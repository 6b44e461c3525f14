"""A rule set: everything in which one game of the family differs from another, as values that are checked once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from core.cards import deck
from core.ladder import CLASSES

ROWS: Final = ("front", "middle", "back")
ROW_SIZES: Final[Mapping[str, int]] = MappingProxyType({"front": 3, "middle": 5, "back": 5})
FIRST_DEALERS: Final = frozenset({"random"})
_SHORTEST, _LONGEST = 30, 600


class Seats(NamedTuple):
    """How few and how many seats a table has when a round is dealt."""

    fewest: int
    most: int


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """One rule set; a wrong value is a `ValueError` when it is made."""

    id: str
    seats: Seats
    deck: int = field(hash=False)
    """Cards in the deck: 52, 65 or 68."""
    aside: int = field(hash=False)
    """Cards set aside face up before the deal; the first of them gives the bonus rank (彩金點)."""
    hand: int = field(hash=False)
    """Cards dealt to each seat, of which 13 are played."""
    ladder: tuple[str, ...] = field(hash=False)
    """Class codes of `core.ladder`, weakest first."""
    front_may_equal_middle: bool = field(hash=False)
    middle_may_equal_back: bool = field(hash=False)
    fouls_allowed: bool = field(hash=False)
    """Whether an arrangement out of order (相公) can be submitted."""
    gun: int = field(hash=False)
    """Points for losing no row to an opponent (打槍)."""
    home_run: int = field(hash=False)
    """Points more from each opponent for a gun on every one (全壘打)."""
    extras: Mapping[tuple[str, str], int] = field(hash=False)
    """(row, class code) to the points that each opponent beaten in this row pays more."""
    rounds: tuple[int, ...] = field(hash=False)
    """Lengths of a match to choose from, the default first."""
    seconds: int = field(hash=False)
    """Time to arrange unless the table sets another."""
    unit: str = field(hash=False)
    """Code of the word for a point."""
    first_dealer: str = field(hash=False)
    """How the first dealer is found; afterwards the deal moves on counter-clockwise by one."""

    def __post_init__(self) -> None:
        """Freeze the extras and refuse values that do not fit together."""
        object.__setattr__(self, "extras", MappingProxyType(dict(self.extras)))
        for broken, said in self._checks():
            if broken:
                message = f"rule set {self.id}: {said}"
                raise ValueError(message)

    @property
    def has_bonus(self) -> bool:
        """Whether a card set aside gives the round a bonus rank (彩金點)."""
        return self.aside > 0

    def _checks(self) -> tuple[tuple[bool, str], ...]:
        cards = len(deck(self.deck))
        unknown = set(self.ladder) - set(CLASSES)
        return (
            (not 1 < self.seats.fewest <= self.seats.most, "seats"),
            (self.aside < 0 or self.aside + self.hand * self.seats.most > cards, "more cards dealt than there are"),
            (self.hand < sum(ROW_SIZES.values()), "hand too small for three rows"),
            (bool(unknown) or len(set(self.ladder)) != len(self.ladder), "ladder"),
            (self.ladder[:1] != ("high_card",), "the weakest class must be one that every row meets"),
            (min(self.gun, self.home_run) < 0, "points below zero"),
            (any(row not in ROWS or code not in self.ladder for row, code in self.extras), "extra of no such row"),
            (any(points <= 0 for points in self.extras.values()), "extra without points"),
            (not self.rounds or min(self.rounds) < 1, "rounds"),
            (not _SHORTEST <= self.seconds <= _LONGEST, "seconds"),
            (self.first_dealer not in FIRST_DEALERS, "first dealer"),
        )
