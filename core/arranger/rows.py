"""All rows that a hand can make, valued once, strongest first.

A hand is sorted so that cards which serve alike stand together; a row is a bit pattern over the sorted hand, packed
below its strength into one int (`strength << size | cards`), so that sorting ints sorts rows.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from core.cards import JOKER, SUITS, Card, rank, suit
from core.rules.model import RuleSet
from core.strength import Strengths

ROW = 5
BLOCK = 1024


@dataclass(frozen=True, slots=True)
class Patterns:
    """The rows of every hand of one size as bit patterns, in the order in which `sums` adds up."""

    threes: list[int]
    fives: list[int]
    places: dict[int, tuple[int, ...]]
    """From a pattern to the places of its cards, in ascending order."""
    index: dict[tuple[int, ...], int]
    """From the places of five cards to where they stand in `fives`."""
    digits: dict[int, str]
    """From a pattern to its binary digits, one a card of the hand, the last card's first."""


class Block(NamedTuple):
    """Some rows, strongest first, and for each card of the hand the bits of the rows that hold it."""

    rows: list[int]
    holding: list[int]
    all: int


def sums(parts: Sequence[int]) -> tuple[list[int], list[int]]:
    """The sums of all three and of all five of the parts."""
    ones: list[int] = []
    twos: list[int] = []
    threes: list[int] = []
    fours: list[int] = []
    fives: list[int] = []
    for part in parts:
        fives += [part + each for each in fours]
        fours += [part + each for each in threes]
        threes += [part + each for each in twos]
        twos += [part + each for each in ones]
        ones.append(part)
    return threes, fives


@lru_cache(maxsize=8)
def patterns(size: int) -> Patterns:
    """The patterns of a hand of `size` cards."""
    threes, fives = sums([1 << place for place in range(size)])
    places = {row: tuple(place for place in range(size) if row >> place & 1) for row in (*threes, *fives)}
    index = {places[row]: index for index, row in enumerate(fives)}
    return Patterns(threes, fives, places, index, {row: f"{row:0{size}b}" for row in places})


def sorted_hand(hand: Sequence[Card]) -> tuple[tuple[Card, ...], int]:
    """The hand with like cards together and the jokers last, and the bits of those that equal the card before.

    Two cards of one rank are alike where their suits are too short for a row of one suit.
    """
    lengths = Counter(suit(card) for card in hand if card != JOKER)
    jokers = len(hand) - lengths.total()

    def kind(card: Card) -> tuple[int, int]:
        if card == JOKER:
            return 15, 0
        return rank(card), suit(card) if lengths[suit(card)] + jokers >= ROW else len(SUITS)

    cards = tuple(sorted(hand, key=lambda card: (kind(card), card)))
    kinds = [kind(card) for card in cards]
    return cards, sum(1 << place for place in range(1, len(cards)) if kinds[place] == kinds[place - 1])


def values(cards: Sequence[Card], strengths: Strengths) -> tuple[list[int], list[int]]:
    """The strengths of all three and of all five of a sorted hand's cards."""
    threes, fives = sums([strengths.rank_codes[card] for card in cards])
    mixed = list(map(strengths.plain.__getitem__, fives))
    index = patterns(len(cards)).index
    for places in _one_suit(cards):
        mixed[index[places]] = strengths.suited[sum([strengths.rank_codes[cards[place]] for place in places])]
    return list(map(strengths.front.__getitem__, threes)), mixed


def _one_suit(cards: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    """The places of all five cards of one suit, jokers serving for any; the jokers must stand last."""
    jokers = [place for place, card in enumerate(cards) if card == JOKER]
    for each in range(len(SUITS)):
        held = [place for place, card in enumerate(cards) if card != JOKER and suit(card) == each]
        if held:
            yield from combinations(held + jokers, ROW)


@lru_cache(maxsize=64)
def floor(strengths: Strengths, rule_set: RuleSet) -> int:
    """The weakest strength above a pair: weaker rows are sorted only when a search gets that far."""
    weakest = rule_set.ladder[:2]
    return next(strength for strength in range(1, 1 << 17) if strengths.row_class(strength) not in weakest)


class Rows:
    """Rows of five, strongest first, in blocks that are made when they are reached: most hands need only the first."""

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
            yield from found.rows
            number += 1


def all_rows(strengths: Sequence[int], *, size: int, floor: int) -> Rows:
    """Every row of a hand of `size` cards, given their strengths in the order of the patterns."""

    def coming() -> Iterator[Block]:
        fives = patterns(size).fives
        yield from blocks(
            [value << size | row for value, row in zip(strengths, fives, strict=True) if value >= floor], size
        )
        yield from blocks(
            [value << size | row for value, row in zip(strengths, fives, strict=True) if value < floor], size
        )

    return Rows(coming())


def blocks(rows: list[int], size: int) -> Iterator[Block]:
    """The rows, strongest first, cut into blocks."""
    rows.sort(reverse=True)
    for start in range(0, len(rows), BLOCK):
        yield block(rows[start : start + BLOCK], size)


def block(rows: list[int], size: int) -> Block:
    """Some rows with the bits of those that hold each card, the first row's lowest.

    The digits of all rows in one text, read from its end in steps of a row, are the bits of one card.
    """
    digits, cards = patterns(size).digits, (1 << size) - 1
    text = "".join([digits[row & cards] for row in rows])
    holding = [int(text[len(text) - 1 - place :: -size], 2) for place in range(size)]
    return Block(rows, holding, (1 << len(rows)) - 1)
