"""The seats after they were drawn (抓位): who turned up what, who sits where, and who deals first."""

from collections.abc import Sequence
from typing import Final

from bot.screens.ended import DRAWING, who
from bot.screens.model import Block, Cards
from bot.screens.parts import heading, line, small, strong
from core.cards import Card, parse_shown, rank
from core.table.result import Result

__all__ = ["DRAWING", "drawn_blocks", "is_drawing"]

_LETTERS: Final = "ABCD"


def is_drawing(result: Result) -> bool:
    """Whether it was the seats that were drawn, and no round played."""
    return result.round == DRAWING


def drawn_blocks(result: Result) -> tuple[Block, ...]:
    """The seats in their new order with the cards that were turned up, and what was drawn again."""
    turned = [parse_shown(seat.hand) for seat in result.seats]
    seats = (
        line("draw/seat", letter=_LETTERS[seat], name=who(result, seat), cards=Cards(cards))
        for seat, cards in enumerate(turned)
    )
    return (
        heading("draw/title"),
        *seats,
        *(line("draw/again", names=tuple(who(result, seat) for seat in tied)) for tied in _ties(turned)),
        strong("draw/deals", name=who(result, 0)),
        small("draw/note"),
    )


def _ties(turned: Sequence[Sequence[Card]]) -> list[list[int]]:
    """Who turned up equal cards and so drew again, time after time."""
    found: list[list[int]] = []
    for depth in range(max(map(len, turned)) - 1):
        alike: dict[tuple[int, ...], list[int]] = {}
        for seat, cards in enumerate(turned):
            if len(cards) > depth + 1:
                alike.setdefault(tuple(map(rank, cards[: depth + 1])), []).append(seat)
        found += alike.values()
    return found
