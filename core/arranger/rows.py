"""Rows in blocks of bits, so that those which share no card with another row are found by a few ANDs.

A row is packed as in `making`: its strength above the bits of its cards' places in the sorted hand.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

BLOCK: Final = 512
_SIZES: Final = (3, 5)


@dataclass(frozen=True, slots=True)
class Patterns:
    """The rows of every hand of one size as bit patterns."""

    places: dict[int, tuple[int, ...]]
    """From a pattern to the places of its cards, in ascending order."""
    digits: dict[int, str]
    """From a pattern to its binary digits, one a card of the hand, the last card's first."""


class Block(NamedTuple):
    """Some rows, weakest first, and for each card of the hand the bits of the rows that hold it."""

    rows: list[int]
    holding: list[int]
    all: int


@lru_cache(maxsize=8)
def patterns(size: int) -> Patterns:
    """The patterns of a hand of `size` cards."""
    chosen = [places for number in _SIZES for places in combinations(range(size), number)]
    places = {sum([1 << place for place in row]): row for row in chosen}
    return Patterns(places, {row: f"{row:0{size}b}" for row in places})


class Rows:
    """Rows of five in blocks that are made when they are reached, strongest block first: most hands need only that."""

    def __init__(self, coming: Iterator[Block]) -> None:
        """Take the blocks as they come, none of them empty."""
        self._made: list[Block] = []
        self._coming = coming

    def block(self, number: int) -> Block | None:
        """The block of this number, or None after the last."""
        while len(self._made) <= number:
            coming = next(self._coming, None)
            if coming is None:
                return None
            self._made.append(coming)
        return self._made[number]

    def __iter__(self) -> Iterator[int]:
        """All rows, strongest first."""
        number = 0
        while found := self.block(number):
            yield from reversed(found.rows)
            number += 1


def all_rows(strong: list[int], weak: Callable[[], list[int]], *, size: int) -> Rows:
    """The strong rows of a hand of `size` cards and, once they are needed, the weak ones."""

    def coming() -> Iterator[Block]:
        yield from blocks(strong, size)
        yield from blocks(weak(), size)

    return Rows(coming())


def blocks(rows: Iterable[int], size: int) -> Iterator[Block]:
    """The rows cut into blocks, the strongest rows first."""
    ascending = sorted(rows)
    for end in range(len(ascending), 0, -BLOCK):
        yield block(ascending[max(end - BLOCK, 0) : end], size)


def block(rows: list[int], size: int) -> Block:
    """Some rows, weakest first, with the bits of those that hold each card.

    The digits of all rows in one text, read in steps of a row, are the bits of one card.
    """
    digits, cards = patterns(size).digits, (1 << size) - 1
    text = "".join([digits[row & cards] for row in reversed(rows)])
    holding = [int(text[size - 1 - place :: size], 2) for place in range(size)]
    return Block(rows, holding, (1 << len(rows)) - 1)
