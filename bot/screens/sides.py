"""The hand's panel as chat platforms show it: which side of it is seen, what is said there and what a press does.

Modes: "" guided, "m" guided with 更多 open, "c" and a row's letter card by card with that row to fill next;
behind it "x" and a card's index (base 36) once the first of two cards to swap is chosen, "m" for 更多.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.i18n import Catalog
from bot.pressed import VIEW
from bot.pressed import show as behind
from bot.screens import model
from bot.screens.ended import in_class_order
from bot.screens.markup import Markup
from bot.screens.model import Button, Panel, PanelPick, PanelRow, Screen, Text
from bot.tokens import Token, Verb, cards_arg, parse, show
from core.cards import JOKER, SUITS, Card, rank, suit
from core.rules import ROW_SIZES

FILLING: Final = ("back", "middle", "front")
BACK: Final = "button/back"
"""Back to what was submitted: never hidden behind 更多."""

_CARDS: Final = re.compile(r"c([bmf])(m?)(?:x([0-9a-z]))?", re.ASCII)
_BLANK: Final = "＿"
_SUITS: Final = "♤♥♦♧"
UNBROKEN: Final = "\u00a0"
"""A blank at which no line ends."""
WIDEST: Final = max(ROW_SIZES.values())
"""So many cards are at most a row."""
_SORTS: Final[Mapping[str, Callable[[Card], tuple[int, ...]]]] = {
    "suit": lambda card: (_suit_place(card), -rank(card)),
    "rank": lambda card: (card != JOKER, -rank(card), _suit_place(card)),
}
"""What a card goes by in each order of the hand: jokers first, ♤ ♥ ♧ ♦, each suit from its ace down."""
_LAID: Final = "shcd"


@dataclass(frozen=True)
class Side:
    """A mode as it was read: `row` to fill next ("" where all stand), `first` of two cards to swap."""

    by_card: bool
    row: str = ""
    more: bool = False
    first: int | None = None

    @property
    def mode(self) -> str:
        """The mode that comes back to this side, with no card chosen."""
        more = "m" if self.more else ""
        return f"c{(self.row or 'back')[0]}{more}" if self.by_card else more


@dataclass(frozen=True)
class Sorted:
    """A panel's buttons by use: suggestions, what leads on (送出 or what mends, 自動), the rest, and links."""

    suggestions: tuple[Button, ...]
    main: tuple[Button, ...]
    others: tuple[Button, ...]
    links: tuple[Button, ...]


def side(panel: Panel, mode: str) -> Side:
    """The side of the panel that a mode means now: a full row moves on, and without lists there are only cards."""
    found = _CARDS.fullmatch(mode)
    if found is None and is_guided(panel):
        return Side(by_card=False, more=mode == "m")
    letter, more, first = found.groups() if found else ("b", "", None)
    rows = {row.row: row for row in panel.rows}
    order = sorted(FILLING, key=lambda row: row[0] != letter)
    to_fill = next((row for row in order if len(rows[row].cards) < rows[row].size), "")
    chosen = int(first, 36) if first and not to_fill and int(first, 36) < len(panel.cards) else None
    return Side(by_card=True, row=to_fill, more=bool(more), first=chosen)


def is_guided(panel: Panel) -> bool:
    """Whether rows can be picked from lists."""
    return bool(panel.picks)


def sorted_buttons(screen: Screen) -> Sorted:
    """The buttons of a panel by use."""
    suggestions, main, others, links = [], [], [], []
    for button in (button for row in screen.buttons for button in row):
        match None if button.link else verb(button):
            case None:
                links.append(button)
            case Verb.SUGGEST | Verb.DECLARE:
                suggestions.append(button)
            case Verb.SUBMIT | Verb.MEND | Verb.AUTO:
                main.append(button)
            case Verb.SWAP if not main or button.look is model.Look.PRIMARY:
                main.append(button)
            case _:
                others.append(button)
    return Sorted(tuple(suggestions), tuple(main), tuple(others), tuple(links))


def hint(panel: Panel, mode: str) -> Text | None:
    """What a press on a card does now; nothing where rows are picked from lists."""
    now = side(panel, mode)
    if panel.still or not now.by_card:
        return None
    if now.row:
        return Text("panel/fill", {"row": Text(f"row/{now.row}")})
    if now.first is None:
        return Text("panel/exchange")
    return Text("panel/exchange-with", {"card": model.Cards((panel.cards[now.first].card,))})


def laid(panel: Panel) -> tuple[int, ...]:
    """The cards by their places in the dealt order, which presses name, as the hand is laid out."""
    value = _SORTS[panel.sort]
    return tuple(sorted(range(len(panel.cards)), key=lambda index: value(panel.cards[index].card)))


def left_text(panel: Panel, catalog: Catalog) -> Text | None:
    """The cards that lie in no row yet."""
    left = [panel.cards[index].card for index in laid(panel) if not panel.cards[index].place]
    if not left or (panel.submitted and panel.begun):
        return None
    return Text("panel/left", {"n": len(left), "cards": by_suit(left, catalog)})


def whole_hand(panel: Panel, catalog: Catalog) -> str:
    """All cards as the hand is laid out."""
    return by_suit([panel.cards[index].card for index in laid(panel)], catalog)


def row_lines(panel: Panel, mode: str, markup: Markup) -> list[str]:
    """The rows with their classes and what is still missing, and what is wrong with them."""
    if panel.still and not panel.begun:
        return []
    now = side(panel, mode)
    rows = [_row_line(panel, row, markup, now=now) for row in panel.rows]
    return rows + [_fault_line(fault, markup) for fault in panel.faults]


def row_button(panel: Panel, row: PanelRow, *, now: Side) -> tuple[Text, str]:
    """The button that makes a row the next to fill, and what stands behind it."""
    key = "panel/row-next" if row.row == now.row else "panel/row"
    text = Text(key, {"row": row_name(row.row), "n": len(row.cards), "m": row.size})
    return text, turning(panel, replace(now, row=row.row).mode)


def card_text(panel: Panel, index: int, *, now: Side) -> Text:
    """A card on its button, with the letter of the row in which it lies."""
    each = panel.cards[index]
    facts = {"card": model.Cards((each.card,)), "row": Text(f"panel/letter-{each.place}") if each.place else ""}
    return Text("panel/card-chosen" if index == now.first else "panel/card", facts)


def card_press(panel: Panel, index: int, *, now: Side) -> str:
    """Into the row to fill, out of its row; once all stand, two presses change the places of two cards."""
    card, mode = panel.cards[index], now.mode
    if now.row:
        return behind(card.tokens["hand" if card.place else now.row], mode=mode)
    if now.first is not None and panel.cards[now.first].place != card.place:
        both = cards_arg((now.first, index))
        return behind(show(replace(here(panel), verb=Verb.EXCHANGE, arg=both)), mode=mode)
    chosen = "" if index == now.first else f"x{cards_arg((index,))}"
    return turning(panel, mode + chosen)


def offered(panel: Panel, row: PanelRow) -> tuple[PanelPick, ...]:
    """What a row can become; what it is now, once it is full, comes first, whether it is among the offers or not."""
    picks, inside = panel.picks.get(row.row, ()), sorted(panel.cards[index].card for index in row.cards)
    if row.label is None:
        return picks
    same = [pick for pick in picks if sorted(pick.cards) == inside]
    token = show(replace(here(panel), verb=Verb.PICK, arg=cards_arg(row.cards, row=row.row)))
    now = same[0] if same else PanelPick(token, row.label, tuple(panel.cards[index].card for index in row.cards))
    return now, *(pick for pick in picks if pick not in same)


def pick_text(pick: PanelPick) -> Text:
    """The cards of a pick and what it brings."""
    facts: dict[str, object] = {"cards": pick_cards(pick)}
    if pick.worth is None:
        return Text("panel/pick-cards", facts)
    return Text("panel/pick-worth", facts | {"worth": pick.worth})


def pick_cards(pick: PanelPick) -> model.Cards:
    """The cards of a pick as its class is read."""
    return model.Cards(in_class_order(pick.cards))


def emptying(panel: Panel, row: PanelRow) -> str:
    """The token that takes all cards out of a row."""
    return show(replace(here(panel), verb=Verb.OUT, arg=cards_arg(row.cards)))


def turning(panel: Panel, mode: str) -> str:
    """What shows the same hand in another mode."""
    return behind(show(here(panel)), kind=VIEW, mode=mode)


def from_back(panel: Panel) -> list[PanelRow]:
    """The rows in the order in which they are filled."""
    return sorted(panel.rows, key=lambda row: FILLING.index(row.row))


def row_name(row: str) -> Text:
    """頭, 中, 尾."""
    return Text(f"panel/row-{row}")


def by_suit(cards: Iterable[Card], catalog: Catalog) -> str:
    """Cards in their order; where each suit stands together, its sign is said once, before them: ♤ A Q 10　♥ K."""
    shown = [catalog.show(model.Cards((card,))) for card in cards]
    runs = [(sign, list(run)) for sign, run in groupby(shown, key=_suit)]
    if len({sign for sign, _ in runs}) < len(runs):
        return " ".join(shown)
    groups = ((sign, " ".join(card.removeprefix(sign) for card in run)) for sign, run in runs)
    return "　".join(unbroken(f"{sign} {ranks}" if sign else ranks) for sign, ranks in groups)


def unbroken(shown: str) -> str:
    """Cards of one row or suit: where they do not fit behind what stands before them, they begin a line together."""
    return shown.replace(" ", UNBROKEN)


def here(panel: Panel) -> Token:
    """The press that shows the hand of this opening."""
    return replace(parse(panel.rows[0].token), verb=Verb.HAND, arg="")


def verb(button: Button) -> Verb:
    """What a button asks for."""
    return parse(button.token).verb


def evenly(count: int, most: int) -> Sequence[int]:
    """So many things in as few lines as can be, at most so many in one, the longer lines first.

    >>> evenly(17, 5)
    (5, 4, 4, 4)
    """
    lines = -(-count // most)
    return tuple(count // lines + (line < count % lines) for line in range(lines)) if count else ()


def _suit_place(card: Card) -> int:
    return -1 if card == JOKER else _LAID.index(SUITS[suit(card)])


def _row_line(panel: Panel, row: PanelRow, markup: Markup, *, now: Side) -> str:
    inside = in_class_order([panel.cards[index].card for index in row.cards])
    blanks = _BLANK * (row.size - len(inside))
    shown = unbroken(" ".join(part for part in (markup.shown(model.Cards(inside)), blanks) if part))
    facts = {"row": row_name(row.row), "shown": row.label or "", "n": len(inside), "m": row.size}
    by_card = now.by_card and not panel.still
    key = "panel/row-full" if row.label else "panel/row" if by_card else "panel/row-open"
    mark = "▶ " if by_card and row.row == now.row else ""
    return f"{mark}{markup.strong.format(markup.said(Text(key, facts)))}　{shown}"


def _fault_line(fault: Text, markup: Markup) -> str:
    words = markup.said(fault)
    return f"⛔ {markup.strong.format(words)}" if fault.key.startswith("foul/") else words


def _suit(shown: str) -> str:
    return shown[0] if shown[0] in _SUITS else ""
