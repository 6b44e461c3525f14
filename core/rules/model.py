"""A rule set: everything in which one game of the family differs from another, as values that are checked once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from core.cards import deck
from core.ladder import CLASSES
from core.specials import SPECIALS

ROWS: Final = ("front", "middle", "back")
ROW_SIZES: Final[Mapping[str, int]] = MappingProxyType({"front": 3, "middle": 5, "back": 5})
FIRST_DEALERS: Final = frozenset({"random", "drawn", "first_seat"})
NEXT_DEALERS: Final = frozenset({"next", "winner"})
SCORINGS: Final = frozenset({"guns", "rows", "match", "banker"})
"""The ways of `core.scoring`."""
_SHORTEST, _LONGEST = 30, 600


class Seats(NamedTuple):
    """How few and how many seats a table has when a round is dealt."""

    fewest: int
    most: int


class Stakes(NamedTuple):
    """The least and the most that may be staked; the least is the default."""

    least: int
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
    scoring: str = field(default="guns", hash=False)
    """How a round is settled, a name of `SCORINGS`; it says which of the points below count, and for what."""
    row_points: int = field(default=0, hash=False)
    """Points for winning a row."""
    extras: Mapping[tuple[str, str], int] = field(hash=False)
    """(row, class code) to the points that each opponent beaten in this row pays more."""
    match: int = field(default=0, hash=False)
    """Points for winning two rows and losing one."""
    gun: int = field(hash=False)
    """Points for a gun (打槍): losing no row to an opponent, or winning all three."""
    run_over: int = field(default=0, hash=False)
    """Points for losing no row and winning one or two (輾過), where that is told from a gun."""
    gun_times: int = field(default=1, hash=False)
    """What a gun multiplies the points of the rows by."""
    home_run: int = field(hash=False)
    """Points more from each opponent for a gun on every one at a full table (全壘打)."""
    home_run_times: int = field(default=1, hash=False)
    """What a home run multiplies the points of the rows by, instead of `gun_times`."""
    dragon: int = field(default=0, hash=False)
    """Points more for a 一條龍, which guns everybody whatever its rows."""
    specials: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Codes of `core.specials` to their points, the highest special first."""
    declares: bool = field(default=False, hash=False)
    """Whether the player says if the special counts; else it always does."""
    stakes: Stakes | None = field(default=None, hash=False)
    """What everybody but the banker stakes, where one seat plays against all others."""
    house_options: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    """What a table may play otherwise: code to the values to choose from, the default first."""
    rounds: tuple[int, ...] = field(hash=False)
    """Lengths of a match to choose from, the default first."""
    rounds_as_seats: bool = field(default=False, hash=False)
    """Whether a match lasts one round a seat unless the table chooses."""
    full_start: bool = field(default=False, hash=False)
    """Whether a match begins with all seats taken, though later rounds may be dealt to fewer."""
    starting_points: int = field(default=0, hash=False)
    """What everybody begins a match with, in parts of `unit_value`; whoever has none left is out. 0: nobody is ever."""
    unit_value: int = field(default=1, hash=False)
    """What one point is worth in the final table."""
    seconds: int = field(hash=False)
    """Time to arrange unless the table sets another."""
    unit: str = field(hash=False)
    """Code of the word for a point."""
    first_dealer: str = field(hash=False)
    """How the first dealer is found: by chance, as the highest card drawn for the seats, or as seat 0."""
    next_dealer: str = field(default="next", hash=False)
    """Who deals afterwards: the next seat counter-clockwise, or the round's winner."""
    dealer_cuts: bool = field(default=True, hash=False)
    """Whether the dealer's cut may be any number; else the dealer only lets the cards come."""

    def __post_init__(self) -> None:
        """Freeze the mappings and refuse values that do not fit together."""
        for name in ("extras", "specials", "house_options"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        for broken, said in self._checks():
            if broken:
                message = f"rule set {self.id}: {said}"
                raise ValueError(message)

    @property
    def has_bonus(self) -> bool:
        """Whether a card set aside gives the round a bonus rank (彩金點)."""
        return self.aside > 0

    @property
    def has_banker(self) -> bool:
        """Whether one seat plays against all others, for their stakes."""
        return self.stakes is not None

    def worth(self, row: str, row_class: str) -> int:
        """Return what winning a row with this class brings from one opponent."""
        return self.row_points + self.extras.get((row, row_class), 0)

    def _checks(self) -> tuple[tuple[bool, str], ...]:
        return (*self._dealt(), *self._paid(), *self._played())

    def _dealt(self) -> tuple[tuple[bool, str], ...]:
        cards = len(deck(self.deck))
        unknown = set(self.ladder) - set(CLASSES)
        return (
            (not 1 < self.seats.fewest <= self.seats.most, "seats"),
            (self.aside < 0 or self.aside + self.hand * self.seats.most > cards, "more cards dealt than there are"),
            (self.hand < sum(ROW_SIZES.values()), "hand too small for three rows"),
            (bool(unknown) or len(set(self.ladder)) != len(self.ladder), "ladder"),
            (self.ladder[:1] != ("high_card",), "the weakest class must be one that every row meets"),
        )

    def _paid(self) -> tuple[tuple[bool, str], ...]:
        points = (self.row_points, self.match, self.gun, self.run_over, self.home_run, self.dragon)
        return (
            (self.scoring not in SCORINGS, "scoring"),
            (min(points) < 0, "points below zero"),
            (not 1 <= self.gun_times <= self.home_run_times, "times"),
            (any(row not in ROWS or code not in self.ladder for row, code in self.extras), "extra of no such row"),
            (any(points <= 0 for points in self.extras.values()), "extra without points"),
            (not set(self.specials) <= set(SPECIALS), "special"),
            (any(points <= 0 for points in self.specials.values()), "special without points"),
            (self.declares and not self.specials, "nothing to declare"),
            (self.stakes is not None and not 1 <= self.stakes.least <= self.stakes.most, "stakes"),
            (not all(self.house_options.values()), "option without values"),
        )

    def _played(self) -> tuple[tuple[bool, str], ...]:
        return (
            (not self.rounds or min(self.rounds) < 1, "rounds"),
            (not _SHORTEST <= self.seconds <= _LONGEST, "seconds"),
            (self.starting_points < 0 or self.unit_value < 1, "starting points"),
            (self.first_dealer not in FIRST_DEALERS, "first dealer"),
            (self.next_dealer not in NEXT_DEALERS, "next dealer"),
        )
