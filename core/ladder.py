"""The classes a row can have: what each asks of the cards, and which ranks decide within it.

A rule set's ladder is a tuple of these codes, weakest first; a row has the highest class that it meets.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

Key = bytes
"""Place on the ladder, what is compared before the ranks, ranks in comparing order: compares as the rules do."""

_ACE, _FIVE = 14, 5
_WHEEL = (_ACE, 5, 4, 3, 2)


class Pattern(NamedTuple):
    """A row with every joker already standing for a card, as the classes look at it."""

    ranks: tuple[int, ...]
    """Distinct ranks 2..14: the most frequent first, then the higher."""
    counts: tuple[int, ...]
    """How often each of them is there."""
    top: int
    """The highest card of a straight (5 for A-2-3-4-5), or 0."""
    one_suit: bool
    """Five cards of one suit."""
    jokers: int
    """How many of the cards are jokers."""
    bonus: bool
    """The most frequent rank is the round's bonus rank (彩金點)."""


@dataclass(frozen=True, slots=True)
class RowClass:
    """One class: its test, and what is compared between two rows that both have it.

    `met` and `first` ask nothing of a pattern's ranks.
    """

    code: str
    met: Callable[[Pattern], bool]
    ranks: Callable[[Pattern], tuple[int, ...]] = lambda pattern: pattern.ranks
    first: Callable[[Pattern], int] = lambda _: 0


def pattern(ranks: Sequence[int], *, one_suit: bool = False, jokers: int = 0, bonus: int | None = None) -> Pattern:
    """Return how the ranks (2..14, any order) group."""
    counted = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    counts, grouped = zip(*counted, strict=True)
    return Pattern(grouped, counts, straight_top(grouped), one_suit, jokers, grouped[0] == bonus)


def keyed(ladder: Sequence[str]) -> Callable[[Pattern], Key]:
    """Return what gives each pattern the key of the highest class of this ladder (weakest first) that it meets."""
    heads: dict[tuple[object, ...], tuple[Key, RowClass]] = {}

    def key(row: Pattern) -> Key:
        look = row[1:]  # patterns that differ only in their ranks meet the same class
        if look not in heads:
            heads[look] = _head(row, ladder)
        head, row_class = heads[look]
        return head + bytes(row_class.ranks(row))

    return key


def _head(row: Pattern, ladder: Sequence[str]) -> tuple[Key, RowClass]:
    """Return what is compared before the ranks, and the class."""
    for place in reversed(range(len(ladder))):
        row_class = CLASSES[ladder[place]]
        if row_class.met(row):
            return bytes((place, row_class.first(row))), row_class
    message = f"no class of the ladder fits {row}"
    raise ValueError(message)


def straight_top(ranks: tuple[int, ...]) -> int:
    """Return the highest card of the straight that five distinct ranks, highest first, make; else 0."""
    if len(ranks) != _FIVE:
        return 0
    if ranks == _WHEEL:
        return _FIVE
    return ranks[0] if ranks[0] - ranks[4] == _FIVE - 1 else 0


def _leads(*counts: int) -> Callable[[Pattern], bool]:
    """Return a test that the groups begin with these sizes."""
    return lambda row: row.counts[: len(counts)] == counts


def _bonus_leads(*counts: int) -> Callable[[Pattern], bool]:
    """Return a test that the groups begin with these sizes and the first is of the bonus rank."""
    return lambda row: row.bonus and row.counts[: len(counts)] == counts


def _by_top(row: Pattern) -> tuple[int, ...]:
    return (row.top,)


def _by_nothing(_: Pattern) -> tuple[int, ...]:
    return ()


def _pairs(row: Pattern) -> int:
    return row.counts.count(2)


_ALL = (
    RowClass("high_card", lambda _: True),
    RowClass("pair", _leads(2)),
    RowClass("two_pair", _leads(2, 2)),
    RowClass("three_of_a_kind", _leads(3)),
    RowClass("bonus_trips", _bonus_leads(3)),
    RowClass("joker_trips", lambda row: row.counts == (3,) and row.jokers == 3, _by_nothing),
    RowClass("straight", lambda row: row.top > 0, _by_top),
    RowClass("flush", lambda row: row.one_suit),
    RowClass("paired_flush", lambda row: row.one_suit and row.counts[0] == 2, first=_pairs),
    RowClass("full_house", _leads(3, 2)),
    RowClass("bonus_full_house", _bonus_leads(3, 2)),
    RowClass("four_of_a_kind", _leads(4)),
    RowClass("bonus_four", _bonus_leads(4)),
    RowClass("straight_flush", lambda row: row.one_suit and row.top > 0, _by_top),
    RowClass("five_of_a_kind", _leads(5)),
    RowClass("joker_five", lambda row: row.counts == (5,) and row.jokers > 0),
    RowClass("natural_five", lambda row: row.counts == (5,) and row.jokers == 0),
)
CLASSES: Final[Mapping[str, RowClass]] = {row_class.code: row_class for row_class in _ALL}


def named(code: str, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of the deciding ranks that the class's name says: both pairs of two, else the first, if any."""
    two_pairs = code == "two_pair" or (code == "paired_flush" and len(ranks) == 3)
    return ranks[: 2 if two_pairs else 1]
