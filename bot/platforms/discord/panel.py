"""The hand's panel: rows picked from lists (guided), or card by card, with 更多 for what is needed seldom.

Modes: "" guided, "m" guided with 更多 open, "c" and a row's letter card by card with that row to fill next;
behind it "x" and a card's index (base 36) once the first of two cards to swap is chosen, "m" for 更多.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

import discord

from bot.i18n import Catalog
from bot.platforms.discord.buttons import A_ROW, VIEW, Item, action_row, button_item, button_rows, custom_id
from bot.platforms.discord.marks import Look, label, said
from bot.screens import model
from bot.screens.model import Button, Panel, PanelPick, PanelRow, Screen, Text
from bot.screens.showdown import in_class_order
from bot.tokens import Token, Verb, cards_arg, parse, show

FILLING: Final = ("back", "middle", "front")
A_LINE: Final = 4
"""Cards side by side, so that a card keeps its place on a phone."""

_OPTIONS: Final = 25
_OPTION: Final = 100
_CARDS: Final = re.compile(r"c([bmf])(m?)(?:x([0-9a-z]))?", re.ASCII)
_BACK: Final = "button/back"
"""Back to what was submitted: never hidden behind 更多."""

_BLANK: Final = "＿"
_SUITS: Final = "♤♥♦♧"
_STYLES: Final = {
    "": discord.ButtonStyle.secondary,
    "back": discord.ButtonStyle.primary,
    "middle": discord.ButtonStyle.success,
    "front": discord.ButtonStyle.primary,
}
"""Neighbouring rows differ; a red heart could not be seen on a red button."""


@dataclass(frozen=True)
class Side:
    """A mode as it was read: `row` to fill next ("" where all stand), `first` of two cards to swap."""

    by_card: bool
    row: str = ""
    more: bool = False
    first: int | None = None


def side(panel: Panel, mode: str) -> Side:
    """The side of the panel that a mode means now: a full row moves on, and without lists there are only cards."""
    found = _CARDS.fullmatch(mode)
    if found is None and any(panel.picks.values()):
        return Side(by_card=False, more=mode == "m")
    letter, more, first = found.groups() if found else ("b", "", None)
    rows = {row.row: row for row in panel.rows}
    order = sorted(FILLING, key=lambda row: row[0] != letter)
    to_fill = next((row for row in order if len(rows[row].cards) < rows[row].size), "")
    chosen = int(first, 36) if first and not to_fill and int(first, 36) < len(panel.cards) else None
    return Side(by_card=True, row=to_fill, more=bool(more), first=chosen)


def panel_lines(panel: Panel, look: Look, catalog: Catalog) -> list[str]:
    """The hand in words: what is left, the rows with their classes, and what is wrong with them."""
    now = side(panel, look.mode)
    left = [catalog.show(model.Cards((each.card,))) for each in panel.cards if not each.place]
    lines = []
    if left and not panel.submitted:
        lines.append(said(Text("discord/left", {"n": len(left), "cards": _by_suit(left)}), catalog))
    lines += [_row_line(panel, row, catalog, now=now) for row in panel.rows]
    return lines + [_fault_line(fault, catalog) for fault in panel.faults]


def hint(panel: Panel, mode: str) -> Text | None:
    """What a press on a card does now; nothing where rows are picked from lists."""
    now = side(panel, mode)
    if panel.submitted or not now.by_card:
        return None
    if now.row:
        return Text("discord/fill", {"row": Text(f"row/{now.row}")})
    if now.first is None:
        return Text("discord/exchange")
    return Text("discord/exchange-with", {"card": model.Cards((panel.cards[now.first].card,))})


def panel_items(panel: Panel, screen: Screen, look: Look) -> list[Item]:
    """All that can be pressed on the panel."""
    if panel.submitted or not screen.buttons:
        return button_rows(screen.buttons, look.catalog)
    now = side(panel, look.mode)
    return _by_card(panel, screen, look, now=now) if now.by_card else _guided(panel, screen, look, now=now)


def _guided(panel: Panel, screen: Screen, look: Look, *, now: Side) -> list[Item]:
    suggestions, main, others = _sorted(screen)
    mode, catalog = "m" if now.more else "", look.catalog
    turn = _turning(panel, "discord/by-card", catalog, mode="cb")
    more = _turning(panel, "discord/less" if now.more else "discord/more", catalog, mode="" if now.more else "m")
    back = [button for button in others if button.text.key == _BACK]
    rest = [button for button in others if button not in back and _verb(button) is not Verb.UNDO]
    return [
        *button_rows([suggestions] if suggestions else [], catalog, mode=mode),
        *(_menu(panel, row, catalog, mode=mode) for row in _from_back(panel)),
        action_row([*(button_item(button, catalog, mode=mode) for button in (*main, *back)), turn, more]),
        *button_rows([rest if now.more else (), _links(screen)], catalog, mode=mode),
    ]


def _by_card(panel: Panel, screen: Screen, look: Look, *, now: Side) -> list[Item]:
    _, main, others = _sorted(screen)
    letter, catalog = (now.row or "back")[0], look.catalog
    mode, guided = f"c{letter}{'m' if now.more else ''}", any(panel.picks.values())
    items = list(_card_buttons(panel, catalog, now=now, mode=mode))
    near = [button for button in others if _verb(button) in {Verb.UNDO, Verb.CLEAR}]
    typing = [button for button in others if guided and _verb(button) is Verb.TYPE]
    rest = [button for button in others if button not in (*near, *typing)]
    if guided:
        last = _turning(panel, "discord/by-list", catalog, mode="")
    else:
        last = _turning(
            panel, "discord/less" if now.more else "discord/more", catalog, mode=f"c{letter}{'' if now.more else 'm'}"
        )
    return [
        *(action_row(items[at : at + A_LINE]) for at in range(0, len(items), A_LINE)),
        *([action_row(_row_button(panel, row, catalog, now=now) for row in _from_back(panel))] if now.row else []),
        *_wrapped(
            [
                *(button_item(button, catalog, mode=mode) for button in (*main, *near)),
                last,
                *(button_item(button, catalog, mode=mode) for button in typing),
            ]
        ),
        *button_rows([rest if now.more else (), _links(screen)], catalog, mode=mode),
    ]


def _wrapped(items: Sequence[Item]) -> list[Item]:
    return [action_row(items[at : at + A_ROW]) for at in range(0, len(items), A_ROW)]


def _sorted(screen: Screen) -> tuple[list[Button], list[Button], list[Button]]:
    """Suggestions, what leads on (送出 or what mends, 自動), and the rest."""
    suggestions, main, others = [], [], []
    for button in (button for row in screen.buttons for button in row if not button.link):
        match _verb(button):
            case Verb.SUGGEST:
                suggestions.append(button)
            case Verb.SUBMIT | Verb.MEND | Verb.AUTO:
                main.append(button)
            case Verb.SWAP if not main:
                main.append(button)
            case _:
                others.append(button)
    return suggestions, main, others


def _links(screen: Screen) -> list[Button]:
    return [button for row in screen.buttons for button in row if button.link]


def _menu(panel: Panel, row: PanelRow, catalog: Catalog, *, mode: str) -> Item:
    """The list of what a row can become; a new draft gives it a new id, so that the client forgets what was chosen."""
    options = _options(panel, row, catalog)
    state = "".join(cards_arg(sorted(each.cards), row=each.row) for each in panel.rows)
    key = "discord/pick" if row.label is None else "discord/picked"
    if not options:
        key = "discord/no-pick"
        options = [discord.SelectOption(label=_option_label(row.row, Text("discord/empty-row"), catalog), value="none")]
    facts = {"row": _name(row.row), "n": row.size, "shown": row.label or ""}
    return action_row(
        [
            discord.ui.Select(
                custom_id=f">pick#{mode}:{row.row[0]}:{state}",
                placeholder=label(Text(key, facts), catalog, most=_OPTION),
                options=options,
                disabled=options[0].value == "none",
            )
        ]
    )


def _options(panel: Panel, row: PanelRow, catalog: Catalog) -> list[discord.SelectOption]:
    inside = sorted(panel.cards[index].card for index in row.cards)
    options: list[discord.SelectOption] = []
    for pick in panel.picks.get(row.row, ())[: _OPTIONS - 1]:
        here = sorted(pick.cards) == inside and not any(option.default for option in options)
        options.append(
            discord.SelectOption(
                label=_option_label(row.row, pick.label, catalog),
                value=pick.token,
                description=label(_pick_text(pick), catalog, most=_OPTION),
                default=here,
            )
        )
    if row.cards:
        empty = show(replace(_here(panel), verb=Verb.OUT, arg=cards_arg(row.cards)))
        options.append(
            discord.SelectOption(label=_option_label(row.row, Text("discord/empty-row"), catalog), value=empty)
        )
    return options


def _option_label(row: str, shown: Text, catalog: Catalog) -> str:
    return label(Text("discord/option", {"row": _name(row), "shown": shown}), catalog, most=_OPTION)


def _pick_text(pick: PanelPick) -> Text:
    facts: dict[str, object] = {"cards": model.Cards(in_class_order(pick.cards))}
    return (
        Text("discord/pick-worth", facts | {"worth": pick.worth}) if pick.worth else Text("discord/pick-cards", facts)
    )


def _card_buttons(panel: Panel, catalog: Catalog, *, now: Side, mode: str) -> Iterator[Item]:
    for index, each in enumerate(panel.cards):
        shown: Text | model.Cards = model.Cards((each.card,))
        facts: dict[str, object] = {"card": shown, "row": _letter(each.place) if each.place else ""}
        key = "discord/card-chosen" if index == now.first else "discord/card"
        yield discord.ui.Button(
            label=label(Text(key, facts), catalog),
            style=_STYLES[each.place],
            custom_id=_card_press(panel, index, now=now, mode=mode),
        )


def _card_press(panel: Panel, index: int, *, now: Side, mode: str) -> str:
    """Into the row to fill, out of its row; once all stand, two presses change the places of two cards."""
    card = panel.cards[index]
    if now.row:
        return custom_id(card.tokens["hand" if card.place else now.row], mode=mode)
    if now.first is not None and panel.cards[now.first].place != card.place:
        both = cards_arg((now.first, index))
        return custom_id(show(replace(_here(panel), verb=Verb.EXCHANGE, arg=both)), mode=mode)
    chosen = "" if index == now.first else f"x{cards_arg((index,))}"
    return custom_id(show(_here(panel)), kind=VIEW, mode=mode + chosen)


def _row_button(panel: Panel, row: PanelRow, catalog: Catalog, *, now: Side) -> Item:
    key = "discord/row-next" if row.row == now.row else "discord/row"
    text = Text(key, {"row": _name(row.row), "n": len(row.cards), "m": row.size})
    mode = f"c{row.row[0]}{'m' if now.more else ''}"
    style = discord.ButtonStyle.primary if row.row == now.row else discord.ButtonStyle.secondary
    return discord.ui.Button(
        label=label(text, catalog),
        style=style,
        disabled=len(row.cards) >= row.size,
        custom_id=custom_id(show(_here(panel)), kind=VIEW, mode=mode),
    )


def _turning(panel: Panel, key: str, catalog: Catalog, *, mode: str) -> Item:
    """A button that shows the same hand in another mode."""
    return discord.ui.Button(
        label=label(Text(key), catalog), custom_id=custom_id(show(_here(panel)), kind=VIEW, mode=mode)
    )


def _row_line(panel: Panel, row: PanelRow, catalog: Catalog, *, now: Side) -> str:
    inside = in_class_order([panel.cards[index].card for index in row.cards])
    blanks = _BLANK * (row.size - len(inside))
    shown = " ".join(part for part in (catalog.show(model.Cards(inside)), blanks) if part)
    facts = {"row": _name(row.row), "shown": row.label or "", "n": len(inside), "m": row.size}
    key = "discord/row-full" if row.label else "discord/row" if now.by_card else "discord/row-open"
    mark = "▶ " if now.by_card and row.row == now.row else ""
    return f"{mark}**{said(Text(key, facts), catalog)}**　{shown}"


def _fault_line(fault: Text, catalog: Catalog) -> str:
    words = said(fault, catalog)
    return f"⛔ **{words}**" if fault.key.startswith("foul/") else words


def _by_suit(shown: Sequence[str]) -> str:
    """Cards in their order; where each suit stands together, its sign is said once."""
    runs = [(sign, list(cards)) for sign, cards in groupby(shown, key=_suit)]
    if len({sign for sign, _ in runs}) < len(runs):
        return " ".join(shown)
    return "　".join(" ".join([cards[0], *(card.removeprefix(sign) for card in cards[1:])]) for sign, cards in runs)


def _suit(shown: str) -> str:
    return shown[0] if shown[0] in _SUITS else ""


def _name(row: str) -> Text:
    return Text(f"discord/row-{row}")


def _letter(row: str) -> Text:
    return Text(f"discord/letter-{row}")


def _from_back(panel: Panel) -> list[PanelRow]:
    return sorted(panel.rows, key=lambda row: FILLING.index(row.row))


def _here(panel: Panel) -> Token:
    """The press that shows the hand of this opening."""
    return replace(parse(panel.rows[0].token), verb=Verb.HAND, arg="")


def _verb(button: Button) -> Verb:
    return parse(button.token).verb
