"""Buttons of a screen as Discord's items."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

import discord

from bot.i18n import Catalog
from bot.platforms.discord.marks import label
from bot.pressed import FORM, PRESS, show
from bot.screens import model
from bot.screens.sides import evenly

A_ROW: Final = 5
_STYLES: Final = {
    model.Look.PLAIN: discord.ButtonStyle.secondary,
    model.Look.PRIMARY: discord.ButtonStyle.primary,
    model.Look.SUCCESS: discord.ButtonStyle.success,
    model.Look.DANGER: discord.ButtonStyle.danger,
}
Item = discord.ui.Item[Any]


def button_item(button: model.Button, catalog: Catalog, *, mode: str = "") -> Item:
    """One button of a screen."""
    if button.link:
        return discord.ui.Button(label=label(button.text, catalog), url=button.link)
    return discord.ui.Button(
        label=label(button.text, catalog),
        style=_STYLES[button.look],
        disabled=not button.enabled,
        custom_id=show(button.token, kind=FORM if button.fields else PRESS, mode=mode),
    )


def button_rows(buttons: Iterable[Sequence[model.Button]], catalog: Catalog, *, mode: str = "") -> list[Item]:
    """Rows of buttons, one that is too long as rows of nearly the same length; a link that leads nowhere outside is left out."""
    rows = [[button for button in row if not button.link or _leads_out(button.link)] for row in buttons]
    return [
        action_row(button_item(button, catalog, mode=mode) for button in part) for row in rows for part in _parts(row)
    ]


def action_row(items: Iterable[Item]) -> Item:
    """Items side by side."""
    return discord.ui.ActionRow(*items)


def _parts(row: Sequence[model.Button]) -> Iterator[list[model.Button]]:
    rest = iter(row)
    return (list(islice(rest, size)) for size in evenly(len(row), A_ROW))


def _leads_out(link: str) -> bool:
    return link.startswith(("https://", "http://"))
