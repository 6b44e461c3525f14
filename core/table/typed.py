"""Rows as somebody typed them: the cards that can be read, what is wrong with the rest, and what a hand has of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from core.arrangement import Arrangement, Fault, misfits
from core.cards import Card, read
from core.rules.model import ROW_SIZES, ROWS
from core.table.draft import Draft


@dataclass(frozen=True)
class TypedRows:
    """The cards that were read, whatever their number; `unread` holds what was no card, by row."""

    arrangement: Arrangement
    unread: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def typed_rows(texts: Mapping[str, str]) -> TypedRows:
    """Read each row's text; a row without one is empty.

    >>> typed_rows({"front": "10s 黑桃9 zz"}).unread
    {'front': 'zz'}
    """
    found = {row: read(texts.get(row, "")) for row in ROWS}
    unread = {row: " ".join(parts) for row, (_, parts) in found.items() if parts}
    return TypedRows(Arrangement(*(cards for cards, _ in found.values())), unread)


def wrong(typed: TypedRows, hand: Sequence[Card], *, deck: Iterable[Card], finished: bool = True) -> tuple[Fault, ...]:
    """Return everything that is wrong with the rows; those that are not `finished` may lack cards.

    What was not read is not counted as missing.
    """
    unread = [Fault("arrange/row-unread", {"row": row, "text": text}) for row, text in typed.unread.items()]
    spelling = [Fault("arrange/spelling")] if unread else []
    excused = {row for row in ROWS if (not finished or row in typed.unread) and _has_room(typed, row)}
    others = (each for each in misfits(typed.arrangement, hand, deck=deck) if each.facts.get("row") not in excused)
    return (*unread, *spelling, *others)


def _has_room(typed: TypedRows, row: str) -> bool:
    return len(getattr(typed.arrangement, row)) <= ROW_SIZES[row]


def kept(typed: TypedRows, hand: Sequence[Card]) -> Draft:
    """The draft of all that fits: cards of the hand, each once, in rows that are not full."""
    free = list(enumerate(hand))
    placed: list[tuple[int, str]] = []
    for row in ROWS:
        room = ROW_SIZES[row]
        for card in getattr(typed.arrangement, row):
            index = next((index for index, held in free if held == card), None)
            if index is not None and room:
                free = [pair for pair in free if pair[0] != index]
                placed.append((index, row))
                room -= 1
    return Draft(tuple(placed))
