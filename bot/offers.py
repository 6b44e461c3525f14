"""What can be offered to somebody who is typing their arrangement: suggestions, and the rest of what they have begun."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from bot.commands import in_rows, parted_rows
from bot.screens.advice import mean
from bot.screens.model import Cards, Points, Text
from bot.screens.special import can_declare, price, special_text
from bot.special_names import WORDS
from core.arrangement import Arrangement, show_rows
from core.cards import Card, parse
from core.errors import Illegal
from core.rules import ROWS
from core.table.guide import finished, suggested
from core.table.view import HandView

LONGEST: Final = 200
UNFINISHED: Final = 3
"""So many letters at the end may belong to a card that is still being typed."""


def offers(view: HandView, typed: str) -> tuple[tuple[Text, str], ...]:
    """Each offer as people read it, with the rows that `arrange` reads; none twice."""
    found: dict[str, Text] = {}
    for code in view.specials if can_declare(view) else ():
        won = Points(price(view, code) * (view.players - 1))
        found[f"{WORDS[1]} {code}"] = Text("offer/declare", {"special": special_text(code), "points": won})
    for each in suggested(view):
        facts = {"worth": mean(each.worth.expected), **_cards(each.arrangement)}
        found[show_rows(each.arrangement)] = Text(f"offer/{each.kind}", facts)
    begun = _begun(typed[:LONGEST])
    whole = finished(view, begun) if any(begun.values()) else None
    if whole is not None:
        found.setdefault(show_rows(whole), Text("offer/finished", _cards(whole)))
    return tuple((text, rows) for rows, text in found.items())


def _begun(typed: str) -> Mapping[str, tuple[Card, ...]]:
    """What can be read of each row; nothing of a line that is no arrangement."""
    parts = parted_rows(typed)
    if not parts or len(parts) > len(ROWS):
        return {}
    with suppress(Illegal):
        rows = [*map(parse, parts[:-1]), _read_so_far(parts[-1])]
        return dict(zip(ROWS, in_rows(rows[0]) if len(rows) == 1 else rows, strict=False))
    return {}


def _read_so_far(typed: str) -> tuple[Card, ...]:
    """The cards of a text whose last one may be half typed."""
    for spare in range(UNFINISHED):
        with suppress(Illegal):
            return parse(typed[: len(typed) - spare])
    return parse(typed)


def _cards(arrangement: Arrangement) -> dict[str, object]:
    return {row: Cards(cards) for row, cards in zip(ROWS, arrangement.rows, strict=True)}
