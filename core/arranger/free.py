"""Cards that are free beside rows that are set: what the open rows can be, in every way that counts."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from core.arranger.making import fronts, sorted_hand, strong, weak
from core.arranger.rows import Block, Rows, all_rows, blocks, patterns
from core.cards import Card
from core.rules.model import ROWS, RuleSet
from core.strength import Strengths

_ABOVE_ALL: Final = 1 << 20
Found = Mapping[str, int]
"""Packed rows by name."""


class Span(NamedTuple):
    """The rows of a list that count: from a packed row on, below another, with no card in some places of the hand."""

    rows: Rows
    least: int
    below: int
    held: tuple[int, ...]

    def falling(self) -> Iterator[int]:
        """Its rows, strongest first."""
        number = 0
        while found := self.rows.block(number):
            left = _left(found, self.below, self.held)
            while left:
                place = left.bit_length() - 1
                if found.rows[place] < self.least:
                    return
                yield found.rows[place]
                left ^= 1 << place
            number += 1

    def strongest(self, below: int, held: tuple[int, ...] = ()) -> int:
        """Its strongest row below a packed one that has no card in these places either; -1 for none."""
        number, limit = 0, min(below, self.below)
        while found := self.rows.block(number):
            if left := _left(found, limit, self.held + held):
                row = found.rows[left.bit_length() - 1]
                return row if row >= self.least else -1
            number += 1
        return -1


def _left(found: Block, below: int, held: tuple[int, ...]) -> int:
    """The bits of those rows of a block that are below a packed one and have no card in these places."""
    taken = 0
    for place in held:
        taken |= found.holding[place]
    return (1 << bisect_left(found.rows, below)) - 1 & ~taken


class Free:
    """Some cards of a hand and the rows that they make, packed as in `making`; `extras`: where these count beside strength.

    Rows are made as they are asked for, by one thread.
    """

    def __init__(self, cards: Sequence[Card], strengths: Strengths, *, rule_set: RuleSet, extras: bool) -> None:
        self.cards, _ = sorted_hand(cards)
        self.size = len(self.cards)
        self._strengths = strengths
        self._extras = rule_set.extras if extras else {}
        self._front_room = int(rule_set.front_may_equal_middle)
        self._middle_room = int(rule_set.middle_may_equal_back)
        self._fives: Rows | None = None
        self._fronts: Rows | None = None

    def cards_of(self, row: int) -> tuple[Card, ...]:
        """The cards of a packed row, in the order of the canonical deck."""
        return tuple(sorted(self.cards[place] for place in self._places(row)))

    def completions(self, fixed: Mapping[str, int], *, held: Sequence[Card] = ()) -> Iterator[Found]:
        """The open rows beside fixed ones of these strengths and without the held cards, in every way that counts.

        Of two rows the pairs to which no other is at least equal in both and in their extras, of a single one each
        strength; nothing where the fixed ones are out of order.
        """
        spans = self._spans(fixed, self._places_of(held))
        match list(spans):
            case [lower, upper]:
                halves = product(self._by_extra(lower, spans[lower]), self._by_extra(upper, spans[upper]))
                room = self._room(lower, upper)
                found = {pair for low, high in halves for pair in _pairs(low, high, size=self.size, room=room)}
                yield from ({lower: low, upper: high} for low, high in found)
            case [only]:
                alike = {row >> self.size: row for row in reversed([*spans[only].falling()])}
                yield from ({only: row} for row in alike.values())
            case _ if len(fixed) == len(ROWS) and self._in_order(fixed):
                yield {}

    def _spans(self, fixed: Mapping[str, int], held: tuple[int, ...]) -> dict[str, Span]:
        """For each open row those of its rows that are in order with the fixed ones; none where these are not."""
        if not self._in_order(fixed):
            return {}
        front, middle, back = fixed.get("front", -1), fixed.get("middle", -1), fixed.get("back", _ABOVE_ALL)
        between = {
            "front": (0, middle + self._front_room if "middle" in fixed else _ABOVE_ALL),
            "middle": (front + 1 - self._front_room, back + self._middle_room),
            "back": (middle + 1 - self._middle_room, _ABOVE_ALL),
        }
        return {
            row: Span(self._rows(row), least << self.size, below << self.size, held)
            for row, (least, below) in between.items()
            if row not in fixed
        }

    def _in_order(self, fixed: Mapping[str, int]) -> bool:
        front, middle, back = fixed.get("front", -1), fixed.get("middle"), fixed.get("back", _ABOVE_ALL)
        return middle is None or (front < middle + self._front_room and middle < back + self._middle_room)

    def _room(self, lower: str, upper: str) -> int | None:
        """How much the lower row stays below the upper plus one: 1 where they may be equal; None without an order."""
        return {("front", "middle"): self._front_room, ("middle", "back"): self._middle_room}.get((lower, upper))

    def _rows(self, name: str) -> Rows:
        if name == "front":
            self._fronts = self._fronts or Rows(blocks(fronts(self.cards, self._strengths), self.size))
            return self._fronts
        if self._fives is None:
            above = strong(self.cards, self._strengths)
            self._fives = all_rows(above, partial(weak, self.cards, self._strengths, above), size=self.size)
        return self._fives

    def _by_extra(self, name: str, span: Span) -> Iterator[Span]:
        """The rows, and for each extra that one can pay those that pay at least so much."""
        yield span
        if not self._extras or name == "front":
            return
        rows = list(span.falling())
        classes = {strength: self._strengths.row_class(strength) for strength in {row >> self.size for row in rows}}
        pays = {strength: self._extras.get((name, row_class), 0) for strength, row_class in classes.items()}
        for least in sorted(set(pays.values()) - {0}):
            some = [row for row in rows if pays[row >> self.size] >= least]
            yield span._replace(rows=Rows(blocks(some, self.size)))

    def _places(self, row: int) -> tuple[int, ...]:
        return patterns(self.size).places[row & (1 << self.size) - 1]

    def _places_of(self, held: Sequence[Card]) -> tuple[int, ...]:
        """Where these cards stand; of two that are the same each has a place of its own."""
        found: list[int] = []
        for card in held:
            found.append(next(at for at, each in enumerate(self.cards) if each == card and at not in found))
        return tuple(found)


def _pairs(lows: Span, highs: Span, *, size: int, room: int | None) -> Iterator[tuple[int, int]]:
    """The pairs that share no card to which no other is at least equal in both; without a room they need no order."""
    best, reach, places, bits = -1, lows.below, patterns(size).places, (1 << size) - 1
    for high in highs.falling():
        below = _ABOVE_ALL << size if room is None else (high >> size) + room << size
        if reach >= below or best < 0:
            reach = lows.strongest(below)
        if reach >> size <= best:
            return
        low = lows.strongest(below, places[high & bits])
        if low >> size > best:
            best = low >> size
            yield low, high
