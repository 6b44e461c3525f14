"""Where a person has put the cards so far: each press is a small change, harmless when it comes twice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from core.arrangement import Arrangement, parse_rows
from core.cards import Card
from core.errors import Illegal
from core.rules.model import ROW_SIZES

_LETTERS: Final = {"front": "f", "middle": "m", "back": "b"}
_OWN: Final = "!o"
_WARNED: Final = "!w"
_ROWS: Final = {letter: row for row, letter in _LETTERS.items()}


@dataclass(frozen=True)
class Draft:
    """Pairs of card index (in the hand as dealt) and row, in the order of placing.

    `auto` is the row that has filled itself, until the person changes anything by hand. `own`: they lay out rows though
    the hand has a special to declare. `warned`: they were told what sending just these rows would cost.
    """

    placed: tuple[tuple[int, str], ...] = ()
    auto: str = ""
    own: bool = False
    warned: bool = False


def show_draft(draft: Draft) -> str:
    """The draft as text, `0b 3m`: behind it `/m` where that row has filled itself, then `!o` for own, `!w` for warned."""
    placed = " ".join(f"{card}{_LETTERS[row]}" for card, row in draft.placed)
    auto = f"/{_LETTERS[draft.auto]}" if draft.auto else ""
    return f"{placed}{auto}{_OWN * draft.own}{_WARNED * draft.warned}"


def parse_draft(text: str) -> Draft:
    """The strict inverse of `show_draft`."""
    rest, warned = text.removesuffix(_WARNED), text.endswith(_WARNED)
    rest, own = rest.removesuffix(_OWN), rest.endswith(_OWN)
    placed, _, auto = rest.partition("/")
    pairs = tuple((int(word[:-1]), _ROWS[word[-1]]) for word in placed.split())
    return Draft(pairs, _ROWS[auto] if auto else "", own=own, warned=warned)


def in_row(draft: Draft, row: str) -> tuple[int, ...]:
    """The card indexes of one row, in the order of placing."""
    return tuple([card for card, where in draft.placed if where == row])


def places(draft: Draft, hand_size: int) -> tuple[str, ...]:
    """For each card of the hand its row, "" while it is in the hand."""
    where = dict(draft.placed)
    return tuple(where.get(card, "") for card in range(hand_size))


def put(draft: Draft, cards: Iterable[int], row: str, *, hand_size: int) -> Draft:
    """Put cards into a row, from the hand or another row; `arrange/row-full` when they do not fit."""
    chosen = tuple(dict.fromkeys(cards))
    if row not in ROW_SIZES or not chosen or any(not 0 <= card < hand_size for card in chosen):
        raise Illegal("press/forged")
    inside = in_row(draft, row)
    coming = tuple(card for card in chosen if card not in inside)
    if len(inside) + len(coming) > ROW_SIZES[row]:
        raise Illegal("arrange/row-full", row=row, size=ROW_SIZES[row], n=ROW_SIZES[row] - len(inside))
    return Draft((*take(draft, coming).placed, *((card, row) for card in coming)))


def take(draft: Draft, cards: Iterable[int]) -> Draft:
    """Take cards back into the hand; cards that are there stay there."""
    out = set(cards)
    return Draft(tuple(pair for pair in draft.placed if pair[0] not in out))


def undo(draft: Draft) -> Draft:
    """Take back the card that was placed last."""
    return Draft(draft.placed[:-1])


def swap_rows(draft: Draft) -> Draft:
    """Middle and back change places."""
    other = {"middle": "back", "back": "middle", "front": "front"}
    return Draft(tuple((card, other[row]) for card, row in draft.placed))


def exchange(draft: Draft, one: int, other: int) -> Draft:
    """Two cards change places, the hand included."""
    renamed = {one: other, other: one}
    return Draft(tuple((renamed.get(card, card), row) for card, row in draft.placed))


def fill(rows: str, hand: Sequence[Card]) -> Draft:
    """The draft that shows these rows of the hand."""
    arrangement = parse_rows(rows)
    left = list(enumerate(hand))
    placed: list[tuple[int, str]] = []
    for row in ("back", "middle", "front"):
        for card in getattr(arrangement, row):
            index = next(index for index, held in left if held == card)
            left = [pair for pair in left if pair[0] != index]
            placed.append((index, row))
    return Draft(tuple(placed))


def full_rows(draft: Draft, hand: Sequence[Card]) -> dict[str, tuple[Card, ...]]:
    """The cards of the rows that have all of theirs."""
    rows = {row: tuple(hand[card] for card in in_row(draft, row)) for row in ROW_SIZES}
    return {row: cards for row, cards in rows.items() if len(cards) == ROW_SIZES[row]}


def missing(draft: Draft) -> dict[str, int]:
    """How many cards each row still needs."""
    filled = [row for _, row in draft.placed]
    return {row: size - filled.count(row) for row, size in ROW_SIZES.items()}


def arrangement(draft: Draft, hand: Sequence[Card]) -> Arrangement | None:
    """The finished arrangement, or None while cards are missing."""
    if any(missing(draft).values()):
        return None
    front, middle, back = (tuple(hand[card] for card in in_row(draft, row)) for row in ROW_SIZES)
    return Arrangement(front, middle, back)
