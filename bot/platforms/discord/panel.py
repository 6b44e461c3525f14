"""The hand's panel: rows picked from lists (guided), or card by card, with 更多 for what is needed seldom."""

from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.i18n import Catalog
from bot.platforms.discord.buttons import A_ROW, Item, action_row, button_item, button_rows
from bot.platforms.discord.marks import Look, label, markup, said
from bot.screens import sides
from bot.screens.model import Panel, PanelRow, Screen, Text
from bot.screens.sides import Side, from_back, hint, row_name, side, sorted_buttons
from bot.tokens import Verb, cards_arg

__all__ = ["hint", "panel_items", "panel_lines"]

A_LINE: Final = 4
"""Cards side by side, so that a card keeps its place on a phone."""

_OPTIONS: Final = 25
_OPTION: Final = 100
_STYLES: Final = {
    "": discord.ButtonStyle.secondary,
    "back": discord.ButtonStyle.primary,
    "middle": discord.ButtonStyle.success,
    "front": discord.ButtonStyle.primary,
}
"""Neighbouring rows differ; a red heart could not be seen on a red button."""


def panel_lines(panel: Panel, look: Look, catalog: Catalog) -> list[str]:
    """The hand in words: what is left, the rows with their classes, and what is wrong with them."""
    left = sides.left_text(panel, catalog)
    return [*([said(left, catalog)] if left else []), *sides.row_lines(panel, look.mode, markup(catalog))]


def panel_items(panel: Panel, screen: Screen, look: Look) -> list[Item]:
    """All that can be pressed on the panel."""
    if panel.still or not screen.buttons:
        return button_rows(screen.buttons, look.catalog)
    now = side(panel, look.mode)
    return _by_card(panel, screen, look, now=now) if now.by_card else _guided(panel, screen, look, now=now)


def _guided(panel: Panel, screen: Screen, look: Look, *, now: Side) -> list[Item]:
    found, mode, catalog = sorted_buttons(screen), now.mode, look.catalog
    turn = _turning(panel, "panel/by-card", catalog, mode="cb")
    more = _turning(panel, "panel/less" if now.more else "panel/more", catalog, mode="" if now.more else "m")
    back = [button for button in found.others if button.text.key == sides.BACK]
    rest = [button for button in found.others if button not in back and sides.verb(button) is not Verb.UNDO]
    return [
        *button_rows([found.suggestions] if found.suggestions else [], catalog, mode=mode),
        *(_menu(panel, row, catalog, mode=mode) for row in from_back(panel)),
        action_row([*(button_item(button, catalog, mode=mode) for button in (*found.main, *back)), turn, more]),
        *button_rows([rest if now.more else (), found.links], catalog, mode=mode),
    ]


def _by_card(panel: Panel, screen: Screen, look: Look, *, now: Side) -> list[Item]:
    found, mode, catalog = sorted_buttons(screen), now.mode, look.catalog
    guided = sides.is_guided(panel)
    items = list(_card_buttons(panel, catalog, now=now))
    near = [button for button in found.others if sides.verb(button) in {Verb.UNDO, Verb.CLEAR}]
    typing = [button for button in found.others if guided and sides.verb(button) is Verb.TYPE]
    rest = [button for button in found.others if button not in (*near, *typing)]
    if guided:
        last = _turning(panel, "panel/by-list", catalog, mode="")
    else:
        last = _turning(
            panel, "panel/less" if now.more else "panel/more", catalog, mode=f"{mode[:2]}{'' if now.more else 'm'}"
        )
    return [
        *(action_row(items[at : at + A_LINE]) for at in range(0, len(items), A_LINE)),
        *([action_row(_row_button(panel, row, catalog, now=now) for row in from_back(panel))] if now.row else []),
        *_wrapped(
            [
                *(button_item(button, catalog, mode=mode) for button in (*found.main, *near)),
                last,
                *(button_item(button, catalog, mode=mode) for button in typing),
            ]
        ),
        *button_rows([rest if now.more else (), found.links], catalog, mode=mode),
    ]


def _wrapped(items: Sequence[Item]) -> list[Item]:
    return [action_row(items[at : at + A_ROW]) for at in range(0, len(items), A_ROW)]


def _menu(panel: Panel, row: PanelRow, catalog: Catalog, *, mode: str) -> Item:
    """The list of what a row can become; a new draft gives it a new id, so that the client forgets what was chosen."""
    options = _options(panel, row, catalog)
    state = "".join(cards_arg(sorted(each.cards), row=each.row) for each in panel.rows)
    key = "discord/pick" if row.label is None else "discord/picked"
    if not options:
        key = "panel/no-pick"
        options = [discord.SelectOption(label=_option_label(row.row, Text("panel/empty-row"), catalog), value="none")]
    facts = {"row": row_name(row.row), "n": row.size, "shown": row.label or ""}
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
    options = [
        discord.SelectOption(
            label=_option_label(row.row, pick.label, catalog),
            value=pick.token,
            description=label(sides.pick_text(pick), catalog, most=_OPTION),
            default=number == 0 and row.label is not None,
        )
        for number, pick in enumerate(sides.offered(panel, row)[: _OPTIONS - 1])
    ]
    if row.cards:
        empty = _option_label(row.row, Text("panel/empty-row"), catalog)
        options.append(discord.SelectOption(label=empty, value=sides.emptying(panel, row)))
    return options


def _option_label(row: str, shown: Text, catalog: Catalog) -> str:
    return label(Text("discord/option", {"row": row_name(row), "shown": shown}), catalog, most=_OPTION)


def _card_buttons(panel: Panel, catalog: Catalog, *, now: Side) -> Iterator[Item]:
    for index in sides.laid(panel):
        yield discord.ui.Button(
            label=label(sides.card_text(panel, index, now=now), catalog),
            style=_STYLES[panel.cards[index].place],
            custom_id=sides.card_press(panel, index, now=now),
        )


def _row_button(panel: Panel, row: PanelRow, catalog: Catalog, *, now: Side) -> Item:
    text, behind = sides.row_button(panel, row, now=now)
    style = discord.ButtonStyle.primary if row.row == now.row else discord.ButtonStyle.secondary
    return discord.ui.Button(
        label=label(text, catalog), style=style, disabled=len(row.cards) >= row.size, custom_id=behind
    )


def _turning(panel: Panel, key: str, catalog: Catalog, *, mode: str) -> Item:
    """A button that shows the same hand in another mode."""
    return discord.ui.Button(label=label(Text(key), catalog), custom_id=sides.turning(panel, mode))
