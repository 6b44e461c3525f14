"""Screens in one language, as the JSON that the page draws; names stay names, so that nothing needs escaping."""

from collections.abc import Iterable

from bot.i18n import Catalog, Part, languages, points
from bot.screens.codec import card_code
from bot.screens.model import (
    Block,
    Button,
    Cards,
    Field,
    Hash,
    Line,
    Name,
    Panel,
    PanelCard,
    PanelPick,
    PanelRow,
    Reveal,
    Screen,
    ShownRow,
    Strip,
    Text,
    When,
)
from core.ids import PersonId

Json = dict[str, object]
_SELF = "—"


def worded(screen: Screen, catalog: Catalog, viewer: PersonId | None) -> Json:
    """The screen as this person's page draws it; `ping` says whether it is this person who should notice it."""
    return {
        "kind": screen.kind,
        "silent": screen.silent,
        "ping": viewer in screen.ping,
        "blocks": [_block(block, catalog) for block in screen.blocks],
        "buttons": [[_button(button, catalog) for button in row] for row in screen.buttons],
        "evidence": dict(screen.evidence),
    }


def said(text: Text, catalog: Catalog) -> str:
    """A text on its own, as for a toast."""
    return catalog.text(text.key, text.facts)


def fixed_words(catalog: Catalog) -> dict[str, str]:
    """The page's own words: every text `web/…`, placeholders as they are."""
    return {key: catalog.text(key) for key in catalog.keys("web/")}


def language_names(catalog: Catalog) -> list[list[str]]:
    """Tag and own name of every language there is."""
    return [[tag, Catalog(tag, catalog.timezone).text("language/name")] for tag in languages()]


def _block(block: Block, catalog: Catalog) -> Json:
    match block:
        case Line():
            return {
                "line": {
                    "style": block.style.value,
                    "parts": [_part(part) for part in catalog.parts(block.text.key, block.text.facts)],
                    "cards": _codes(block.cards),
                }
            }
        case Hash():
            return {"hash": {"label": said(block.label, catalog), "value": block.value}}
        case Reveal():
            return {"reveal": _reveal(block, catalog)}
        case Panel():
            return {"panel": _panel(block, catalog)}


def _part(part: Part) -> str | Json:
    match part:
        case str():
            return part
        case Name():
            return {"name": part.text}
        case Cards():
            return {"cards": _codes(part.cards)}
        case When():
            return {"when": part.milliseconds}


def _reveal(reveal: Reveal, catalog: Catalog) -> Json:
    return {
        "steps": reveal.steps,
        "at": reveal.at,
        "strips": [_strip(strip, catalog) for strip in reveal.strips],
        "matrix": [
            [_SELF if winner == loser or value is None else points(value) for loser, value in enumerate(row)]
            for winner, row in enumerate(reveal.matrix)
        ],
    }


def _strip(strip: Strip, catalog: Catalog) -> Json:
    return {
        "name": said(strip.name, catalog),
        "mark": said(strip.mark, catalog) if strip.mark else None,
        "rows": [_shown_row(row, catalog) for row in strip.rows],
        "points": points(strip.points),
        "match_points": points(strip.match_points),
        "special": said(strip.special, catalog) if strip.special else None,
        "groups": [_codes(group.cards) for group in strip.groups],
    }


def _shown_row(row: ShownRow, catalog: Catalog) -> Json:
    return {"row": row.row, "label": said(row.label, catalog), "cards": _codes(row.cards), "best": row.best}


def _panel(panel: Panel, catalog: Catalog) -> Json:
    return {
        "serial": panel.serial,
        "deadline": panel.deadline,
        "submitted": panel.submitted,
        "asks": panel.asks,
        "still": panel.still,
        "dealt_at": panel.dealt_at,
        "cards": [_panel_card(card) for card in panel.cards],
        "rows": [_panel_row(row, catalog) for row in panel.rows],
        "faults": [said(fault, catalog) for fault in panel.faults],
        "picks": {row: [_pick(pick, catalog) for pick in picks] for row, picks in panel.picks.items()},
    }


def _panel_card(card: PanelCard) -> Json:
    return {"card": card_code(card.card), "place": card.place, "tokens": dict(card.tokens)}


def _pick(pick: PanelPick, catalog: Catalog) -> Json:
    return {
        "token": pick.token,
        "label": said(pick.label, catalog),
        "cards": _codes(pick.cards),
        "worth": said(pick.worth, catalog) if pick.worth else None,
    }


def _panel_row(row: PanelRow, catalog: Catalog) -> Json:
    return {
        "row": row.row,
        "title": catalog.text(f"row/{row.row}"),
        "size": row.size,
        "label": said(row.label, catalog) if row.label else None,
        "cards": list(row.cards),
        "token": row.token,
        "list": row.list,
    }


def _button(button: Button, catalog: Catalog) -> Json:
    return {
        "text": said(button.text, catalog),
        "token": button.token,
        "look": button.look.value,
        "enabled": button.enabled,
        "fields": [_field(field, catalog) for field in button.fields],
        "link": button.link,
    }


def _field(field: Field, catalog: Catalog) -> Json:
    return {
        "name": field.name,
        "label": said(field.label, catalog),
        "value": field.value or catalog.show(Cards(field.cards)),
        "choices": [[value, said(text, catalog)] for value, text in field.choices],
        "longest": field.longest,
    }


def _codes(cards: Iterable[int]) -> list[str]:
    return [card_code(card) for card in cards]  # type: ignore[arg-type]
