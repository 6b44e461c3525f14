"""Buttons and the custom ids behind them: what a press asks for, and on which side of the panel it was made.

`<token>#<mode>` is a press, `?…` opens the form of that press, `=…` shows my hand in another mode and changes
nothing, `>pick#<mode>:…` is a menu whose values are tokens. The mode lives only here, so a press after a restart works.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.i18n import Catalog
from bot.platforms.discord.marks import label
from bot.screens import model

PRESS, FORM, VIEW, PICK = "press", "form", "view", "pick"
A_ROW: Final = 5
_KINDS: Final = {"?": FORM, "=": VIEW, ">": PICK}
_SIGNS: Final = {kind: sign for sign, kind in _KINDS.items()}
_MODE: Final = re.compile(r"[a-z0-9]{0,12}", re.ASCII)
_STYLES: Final = {
    model.Look.PLAIN: discord.ButtonStyle.secondary,
    model.Look.PRIMARY: discord.ButtonStyle.primary,
    model.Look.SUCCESS: discord.ButtonStyle.success,
    model.Look.DANGER: discord.ButtonStyle.danger,
}
Item = discord.ui.Item[Any]


@dataclass(frozen=True)
class Pressed:
    """A custom id as it was read: `kind` is press, form, view or pick; the token of a pick is the menu's value."""

    kind: str
    token: str
    mode: str = ""


def split(custom_id: str) -> Pressed:
    """Read a custom id; anything can stand in one, so what is no mode counts as none."""
    kind = _KINDS.get(custom_id[:1], PRESS)
    token, _, mode = custom_id[kind != PRESS :].partition("#")
    mode = mode.partition(":")[0]
    return Pressed(kind, "" if kind == PICK else token, mode if _MODE.fullmatch(mode) else "")


def custom_id(token: str, *, kind: str = PRESS, mode: str = "") -> str:
    """What `split` reads."""
    return _SIGNS.get(kind, "") + token + (f"#{mode}" if mode else "")


def button_item(button: model.Button, catalog: Catalog, *, mode: str = "") -> Item:
    """One button of a screen."""
    if button.link:
        return discord.ui.Button(label=label(button.text, catalog), url=button.link)
    return discord.ui.Button(
        label=label(button.text, catalog),
        style=_STYLES[button.look],
        disabled=not button.enabled,
        custom_id=custom_id(button.token, kind=FORM if button.fields else PRESS, mode=mode),
    )


def button_rows(buttons: Iterable[Sequence[model.Button]], catalog: Catalog, *, mode: str = "") -> list[Item]:
    """Rows of buttons, wrapped where one is too long; a link that leads nowhere outside is left out."""
    rows = [[button for button in row if not button.link or _leads_out(button.link)] for row in buttons]
    return [
        action_row(button_item(button, catalog, mode=mode) for button in row[at : at + A_ROW])
        for row in rows
        for at in range(0, len(row), A_ROW)
    ]


def action_row(items: Iterable[Item]) -> Item:
    """Items side by side."""
    return discord.ui.ActionRow(*items)


def _leads_out(link: str) -> bool:
    return link.startswith(("https://", "http://"))
