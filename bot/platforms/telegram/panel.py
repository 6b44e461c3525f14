"""The hand's panel: rows picked from lists (guided), or card by card, with 更多 for what is needed seldom.

Modes beside those of `bot.screens.sides`: "l", a row's letter and a page (base 36) for the list of that row.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from telegram import InlineKeyboardButton as Key

from bot.i18n import Catalog
from bot.lengths import clipped, size
from bot.platforms.telegram.keyboards import Row, button, buttons, key, wrapped
from bot.platforms.telegram.marks import LONGEST_LABEL, Look, markup, said
from bot.pressed import show
from bot.screens import sides
from bot.screens.ended import in_class_order
from bot.screens.model import Button, Cards, Panel, PanelPick, PanelRow, Screen, Text
from bot.screens.sides import Side, evenly, from_back, hint, row_name, side, sorted_buttons
from bot.tokens import Token, Verb

A_LINE: Final = 5
"""Cards side by side at most."""

A_PAGE: Final = 8
_LIST: Final = re.compile(r"l([bmf])([0-9a-z])", re.ASCII)
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def panel_lines(panel: Panel, look: Look, catalog: Catalog) -> list[str]:
    """The hand in words: what is left, the rows with their classes, what is wrong with them, what a press does."""
    left = sides.left_text(panel, catalog) if any(each.place for each in panel.cards) else None
    told = now_text(panel, look.mode)
    return [
        *([said(left, catalog)] if left else []),
        *sides.row_lines(panel, look.mode, markup(catalog)),
        *([said(told, catalog)] if told else []),
    ]


def now_text(panel: Panel, mode: str) -> Text | None:
    """What a press does now, or which row's list is open; nothing on the guided side."""
    return _list_text(panel, mode) or hint(panel, mode)


def tapped(panel: Panel, token: Token, mode: str) -> Text | None:
    """Where a press on a card has led: the row that it went into, or the one that is filled next."""
    match token.verb:
        case Verb.PUT:
            letter = token.arg[:1]
        case Verb.OUT:
            letter = side(panel, mode).row[:1]
        case _:
            return None
    row = next((each for each in panel.rows if each.row[0] == letter), None)
    if row is None or panel.still:
        return None
    cards = Cards(in_class_order([panel.cards[index].card for index in row.cards]))
    return Text("telegram/tapped", {"row": row_name(row.row), "n": len(row.cards), "m": row.size, "cards": cards})


def panel_keys(panel: Panel, screen: Screen, look: Look) -> list[Row]:
    """All that can be pressed on the panel."""
    if panel.still or not screen.buttons:
        return buttons(screen.buttons, look)
    listed, now = _listed(panel, look.mode), side(panel, look.mode)
    if listed:
        return _list(panel, look, row=listed[0], page=listed[1])
    return _by_card(panel, screen, look, now=now) if now.by_card else _guided(panel, screen, look, now=now)


def _guided(panel: Panel, screen: Screen, look: Look, *, now: Side) -> list[Row]:
    found, mode = sorted_buttons(screen), now.mode
    back = [each for each in found.others if each.text.key == sides.BACK]
    rest = [each for each in found.others if each not in back and _is_for_here(each)]
    more = _turning(panel, "panel/less" if now.more else "panel/more", look, mode="" if now.more else "m")
    return [
        *buttons([found.suggestions], look, mode=mode),
        [_turning(panel, f"telegram/list-{row.row}", look, mode=f"l{row.row[0]}0") for row in from_back(panel)],
        *wrapped(
            [*_keys((*found.main, *back), look, mode=mode), _turning(panel, "panel/by-card", look, mode="cb"), more]
        ),
        *buttons([rest if now.more else (), found.links], look, mode=mode),
    ]


def _by_card(panel: Panel, screen: Screen, look: Look, *, now: Side) -> list[Row]:
    found, mode, guided = sorted_buttons(screen), now.mode, sides.is_guided(panel)
    near = [each for each in found.others if sides.verb(each) in {Verb.UNDO, Verb.CLEAR}]
    rest = [each for each in found.others if each not in near and _is_for_here(each)]
    other = f"{mode[:2]}{'' if now.more else 'm'}"
    more = [] if guided else [_turning(panel, "panel/less" if now.more else "panel/more", look, mode=other)]
    last = [_turning(panel, "panel/by-list", look, mode="")] if guided else more
    return [
        *_card_lines(panel, look, now=now),
        *([_row_keys(panel, look, now=now)] if now.row else []),
        *wrapped([*_keys((*found.main, *near), look, mode=mode), *last]),
        *buttons([rest if now.more else (), found.links], look, mode=mode),
    ]


def _card_lines(panel: Panel, look: Look, *, now: Side) -> list[Row]:
    """The cards as the hand is laid out: 17 as 5, 4, 4, 4."""
    keys = [
        key(
            sides.card_text(panel, index, now=now),
            sides.card_press(panel, index, now=now),
            look,
            style="primary" if panel.cards[index].place else None,
        )
        for index in sides.laid(panel)
    ]
    lines = evenly(len(keys), A_LINE)
    return [keys[sum(lines[:at]) : sum(lines[: at + 1])] for at in range(len(lines))]


def _row_keys(panel: Panel, look: Look, *, now: Side) -> Row:
    """Which row is filled next: a full one cannot be, and its button only counts."""
    return [key(*sides.row_button(panel, row, now=now), look) for row in from_back(panel)]


def _listed(panel: Panel, mode: str) -> tuple[PanelRow, int] | None:
    """The row whose list is open, and the page; None where no list is."""
    found = _LIST.fullmatch(mode)
    if not found or panel.still or not sides.is_guided(panel):
        return None
    row = next(row for row in panel.rows if row.row[0] == found[1])
    return row, min(int(found[2], 36), max(_pages(panel, row) - 1, 0))


def _pages(panel: Panel, row: PanelRow) -> int:
    return min(-(-len(sides.offered(panel, row)) // A_PAGE), len(_DIGITS))


def _list(panel: Panel, look: Look, *, row: PanelRow, page: int) -> list[Row]:
    """What a row can become, a line each, and the way to the other pages and back."""
    picks, pages = sides.offered(panel, row), _pages(panel, row)
    turns = [
        *([_turning(panel, "telegram/earlier", look, mode=_page(row, page - 1))] if page else []),
        _turning(panel, "button/back", look, mode=""),
        *([_turning(panel, "telegram/later", look, mode=_page(row, page + 1))] if page + 1 < pages else []),
    ]
    empty = [key(Text("panel/empty-row"), show(sides.emptying(panel, row)), look)] if row.cards else []
    shown = picks[page * A_PAGE : (page + 1) * A_PAGE]
    return [*([_pick(panel, row, pick, look)] for pick in shown), empty, turns]


def _pick(panel: Panel, row: PanelRow, pick: PanelPick, look: Look) -> Key:
    inside = sorted(panel.cards[index].card for index in row.cards)
    facts: dict[str, object] = {"shown": pick.label, "cards": sides.pick_cards(pick)}
    facts["worth"] = pick.worth or ""
    chosen = sorted(pick.cards) == inside
    over = size(look.catalog.show(_pick_text(facts, chosen=chosen))) - LONGEST_LABEL
    if over > 0:  # the class is cut, never what it brings
        name = look.catalog.show(pick.label)
        facts["shown"] = clipped(name, max(size(name) - over, 1))
    return key(_pick_text(facts, chosen=chosen), show(pick.token), look)


def _pick_text(facts: Mapping[str, object], *, chosen: bool) -> Text:
    text = Text("telegram/pick", facts)
    return Text("telegram/chosen", {"shown": text}) if chosen else text


def _list_text(panel: Panel, mode: str) -> Text | None:
    """Which row's list is open."""
    listed = _listed(panel, mode)
    if not listed:
        return None
    row, page = listed
    pages, facts = _pages(panel, row), {"row": Text(f"row/{row.row}"), "n": row.size}
    if not pages:
        return Text("panel/no-pick", {"row": row_name(row.row)})
    return Text("telegram/picking", facts | {"page": page + 1, "pages": pages})


def _page(row: PanelRow, page: int) -> str:
    return f"l{row.row[0]}{_DIGITS[page]}"


def _turning(panel: Panel, text_key: str, look: Look, *, mode: str) -> Key:
    """A button that shows the same hand in another mode."""
    return key(Text(text_key), sides.turning(panel, mode), look)


def _keys(found: Iterable[Button], look: Look, *, mode: str) -> list[Key]:
    return [made for each in found if (made := button(each, look, mode=mode)) is not None]


def _is_for_here(found: Button) -> bool:
    """Whether a button can be used in a keyboard: text is typed as a command, and one card comes back by its press."""
    return not found.fields and sides.verb(found) is not Verb.UNDO
