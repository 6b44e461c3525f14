"""Texts as Discord shows them: names that cannot format, mention or turn anything, moments, and lengths."""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.commands import COMMANDS, OPENING
from bot.i18n import Catalog
from bot.lengths import LONGEST_NAME, clipped, fitting, plain, turned, visible
from bot.platforms.discord.naming import written
from bot.screens.markup import Markup
from bot.screens.model import Cards, Text, When
from bot.screens.sides import WIDEST, unbroken
from core.ids import PersonId

LONGEST_LABEL: Final = 80
"""Of a button; 100 for an option of a menu, 45 for a form."""

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]()<+\-])")
_LINK: Final = re.compile(r"(?i)(https?:)(?=/)")
_NOTHING: Final = "\u200b"
_FIELDS: Final = tuple(
    Text(f"parameter/{parameter.name}/name")
    for entry in COMMANDS
    if entry.name == OPENING
    for parameter in entry.parameters
)


@dataclass(frozen=True)
class Look:
    """How one message is to be drawn.

    `mode`: which side of the hand's panel, see `buttons`; `step`: how many rows of a reveal are open, 1 to 3;
    `toast`: said above the buttons; `buttons` False: what an ended opening leaves behind.
    """

    catalog: Catalog
    viewer: PersonId | None = None
    mode: str = ""
    step: int = 3
    toast: Text | None = None
    buttons: bool = True


def marked(catalog: Catalog, *, longest: int = LONGEST_NAME) -> Catalog:
    """The catalogue with names as they stand in a message's text."""
    return replace(catalog, name=lambda name: escaped(name, longest=longest))


def unmarked(catalog: Catalog) -> Catalog:
    """The catalogue with names as they stand where nothing is formatted: on buttons, in menus and forms."""
    return replace(catalog, name=plain, command=None)


def markup(catalog: Catalog) -> Markup:
    """How texts are marked in a message; `catalog` is a marked one."""
    return Markup(lambda text: said(text, catalog), catalog.show, strong="**{}**", small="-# {}")


def spoken(text: Text, catalog: Catalog) -> str:
    """A text on its own, as for a short private answer."""
    return said(text, marked(catalog))


def said(text: Text, catalog: Catalog) -> str:
    """The words of a text in a message, with its moments counted down; `catalog` is a marked one."""
    text = as_filled_in(text)
    return "".join(_shown(part, catalog) for part in catalog.parts(text.key, text.facts))


def as_filled_in(text: Text) -> Text:
    """The text itself; of what is typed elsewhere in any order, the fields that are filled in here."""
    if text.key != "command/start/help":
        return text
    return Text("discord/start-help", {**text.facts, "fields": _FIELDS})


def _shown(part: object, catalog: Catalog) -> str:
    match part:
        case When():
            return _moment(part, catalog)
        case str():
            return written(part, catalog)
        case _:
            return shown(part, catalog)


def shown(part: object, catalog: Catalog) -> str:
    """What is no words; the cards of a row stay together."""
    words = catalog.show(part)
    return unbroken(words) if isinstance(part, Cards) and len(part.cards) <= WIDEST else words


def label(text: Text, catalog: Catalog, *, most: int = LONGEST_LABEL) -> str:
    """The words of a text where nothing is formatted, cut to a length."""
    bare = unmarked(catalog)
    words = (
        written(part, bare) if isinstance(part, str) else bare.show(part) for part in bare.parts(text.key, text.facts)
    )
    return clipped("".join(words).strip() or "…", most)


def escaped(name: str, *, longest: int = LONGEST_NAME) -> str:
    r"""A name that shows as it was typed and does nothing.

    >>> escaped("**小明**")
    '\\*\\*小明\\*\\*'
    """
    shown = _MARKDOWN.sub(r"\\\1", fitting(visible(name), longest))
    return turned(_LINK.sub(rf"\1{_NOTHING}", shown.replace("@", f"@{_NOTHING}")))


def _moment(when: When, catalog: Catalog) -> str:
    """A moment as clock time and as a countdown, both in the reader's own zone and language."""
    second = when.milliseconds // 1000
    return catalog.text("discord/moment", {"clock": f"<t:{second}:T>", "left": f"<t:{second}:R>"})
