"""Everything that a screen holds, found wherever it hides, and its words in a language."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from bot.i18n import Catalog
from bot.screens.codec import dump_screen
from bot.screens.model import Button, Cards, Hash, Line, Panel, PanelCard, Reveal, Screen, ShownRow, Strip, Text
from core.cards import Card


def parts(value: object) -> Iterator[object]:
    """The value and all that is inside it, to any depth."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from parts(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from parts(inner)


def stored(screen: Screen) -> str:
    """The whole screen as it is stored and sent, in one text."""
    return json.dumps(dump_screen(screen), ensure_ascii=False)


def texts(screen: Screen) -> list[Text]:
    return [part for part in parts(screen) if isinstance(part, Text)]


def buttons(screen: Screen) -> list[Button]:
    return [button for row in screen.buttons for button in row]


def panel(screen: Screen) -> Panel:
    return next(block for block in screen.blocks if isinstance(block, Panel))


def reveal(screen: Screen) -> Reveal:
    return next(block for block in screen.blocks if isinstance(block, Reveal))


def tokens(screen: Screen) -> list[str]:
    """Every token on the screen, as often as it is there."""
    found = [button.token for button in buttons(screen) if not button.link]
    for block in screen.blocks:
        if isinstance(block, Panel):
            found += [row.token for row in block.rows]
            found += [token for card in block.cards for token in card.tokens.values()]
            found += [pick.token for picks in block.picks.values() for pick in picks]
    return found


def cards(screen: Screen) -> list[Card]:
    """Every card that the screen shows in whatever way."""
    found: list[Card] = []
    for part in parts(screen):
        match part:
            case Cards() | Line() | ShownRow():
                found.extend(part.cards)
            case PanelCard():
                found.append(part.card)
    return found


def keys(screen: Screen) -> list[str]:
    """The keys of the screen's lines, from the top."""
    return [block.text.key for block in screen.blocks if isinstance(block, Line)]


def line(screen: Screen, key: str) -> Line:
    return next(block for block in screen.blocks if isinstance(block, Line) and block.text.key == key)


def words(screen: Screen, catalog: Catalog) -> list[str]:
    """The screen as a reader without pictures reads it, line by line."""
    found = []
    for block in screen.blocks:
        match block:
            case Line():
                said = catalog.text(block.text.key, block.text.facts)
                found.append(f"{said} {catalog.show(Cards(block.cards))}" if block.cards else said)
            case Hash():
                found.append(f"{catalog.text(block.label.key, block.label.facts)} {block.value}")
            case Reveal():
                found += [line for strip in block.strips for line in _strip(strip, catalog)]
            case Panel():
                found += [catalog.text(fault.key, fault.facts) for fault in block.faults]
    return found


def _strip(strip: Strip, catalog: Catalog) -> list[str]:
    """A strip's special with its cards, or its rows."""
    special = [strip.special] if strip.special else []
    groups = " | ".join(catalog.show(group) for group in strip.groups)
    return [f"{catalog.text(text.key, text.facts)} {groups}" for text in special] + [
        f"{catalog.text(row.label.key, row.label.facts)} {catalog.show(Cards(row.cards))}" for row in strip.rows
    ]
