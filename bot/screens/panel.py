"""The cards of a hand and its rows as a panel: what stands where, what moves it, and what is out of order."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from bot.i18n.labels import class_text
from bot.screens.model import Panel, PanelCard, PanelRow, Text
from bot.screens.parts import Place
from bot.tokens import Verb, cards_arg
from core.arrangement import Arrangement, Fault, faults
from core.cards import Card
from core.rules import ROW_SIZES, ROWS, RULE_SETS
from core.strength import Strengths, strengths
from core.table.draft import Draft, in_row, places
from core.table.guide import NOTHING
from core.table.view import HandView

HAND: Final = "hand"
PLACES: Final = 128
"""The tables in play whose tokens and buttons are at hand; those of one take 25 kB."""
_STAYING: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({row: MappingProxyType({}) for row in ("", *ROWS)})
"""No way to move a card, wherever it lies."""


def panel_of(
    view: HandView, draft: Draft, *, wrong: Sequence[Text] = (), submitted: bool = False, asks: bool = False
) -> Panel:
    """The panel of a hand as the draft lays it out; `wrong` is what keeps it from being submitted."""
    place, still = Place(view.table, view.serial), submitted or asks
    moves = [_STAYING] * len(view.cards) if still else _moves(place, len(view.cards))
    return Panel(
        cards=tuple(
            [
                PanelCard(card, row, tokens[row])
                for card, row, tokens in zip(view.cards, places(draft, len(view.cards)), moves, strict=True)
            ]
        ),
        rows=tuple(_panel_row(view, draft, row=row, still=still) for row in ROWS),
        faults=tuple(wrong),
        serial=view.serial,
        deadline=view.deadline,
        submitted=submitted,
        dealt_at=view.dealt_at,
        asks=asks,
    )


@lru_cache(maxsize=PLACES)
def _moves(place: Place, size: int) -> Sequence[Mapping[str, Mapping[str, str]]]:
    """What moves each card of a hand from each row ("": the hand) to where else it may lie, the same all a round."""
    moves = [
        {row: place.token(Verb.PUT, cards_arg((index,), row=row)) for row in ROWS}
        | {HAND: place.token(Verb.OUT, cards_arg((index,)))}
        for index in range(size)
    ]
    return [
        {row: {to: token for to, token in tokens.items() if to != (row or HAND)} for row in _STAYING}
        for tokens in moves
    ]


@lru_cache(maxsize=PLACES)
def _row_tokens(place: Place) -> Mapping[str, tuple[str, str]]:
    """What puts cards into each row, and what asks for its picks."""
    return {row: (place.token(Verb.PUT, row[0]), place.token(Verb.LIST, row[0])) for row in ROWS}


def _panel_row(view: HandView, draft: Draft, *, row: str, still: bool) -> PanelRow:
    inside = in_row(draft, row)
    label = None
    if len(inside) == ROW_SIZES[row]:
        table = table_of(view)
        strength = table.strength([view.cards[card] for card in inside])
        label = class_text(table.row_class(strength), table.ranks(strength))
        label = Text("hand/auto-row", {"shown": label}) if draft.auto == row else label
    putting, asking = _row_tokens(Place(view.table, view.serial))[row]
    listed = not still and view.options.hints != NOTHING
    return PanelRow(row, ROW_SIZES[row], label, inside, putting, asking if listed else "")


def order_faults(view: HandView, draft: Draft) -> tuple[Fault, ...]:
    """What is out of order among the rows that are full."""
    rows = {row: tuple(view.cards[card] for card in in_row(draft, row)) for row in ROWS}
    full = {row: cards for row, cards in rows.items() if len(cards) == ROW_SIZES[row]}
    if len(full) < 2:
        return ()
    found = faults(_standing_in(view, full), table_of(view), RULE_SETS[view.options.rule_set])
    return tuple(fault for fault in found if all(row in full for row in ROWS if f"{row}_class" in fault.facts))


def _standing_in(view: HandView, full: dict[str, tuple[Card, ...]]) -> Arrangement:
    """The full rows, with any cards of the hand in those that are not: only the full ones are then judged."""
    front, middle, back = (full.get(row, view.cards[: ROW_SIZES[row]]) for row in ROWS)
    return Arrangement(front, middle, back)


def table_of(view: HandView) -> Strengths:
    """The strength table of this hand's game."""
    return strengths(RULE_SETS[view.options.rule_set], view.bonus)
