"""Texts as Discord shows them: names that cannot format, mention or turn anything, moments, and lengths."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.i18n import Catalog
from bot.screens.model import Text, When
from core.ids import PersonId

GROUP: Final = "shisanzhi"
"""The one command of which all others are parts."""

LONGEST_NAME: Final = 32
LONGEST_LABEL: Final = 80
"""Of a button; 100 for an option of a menu, 45 for a form."""

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]()<+\-])")
_LINK: Final = re.compile(r"(?i)(https?:)(?=/)")
_NOTHING: Final = "\u200b"
_ISOLATE, _END = "\u2068", "\u2069"
_FROM_RIGHT: Final = frozenset({"R", "AL", "AN"})
_WIDEST: Final = frozenset("\ufdfd\u2e3b\U0001242b\U00012219")
_A_LINE: Final = 16
_JOINER: Final = "\u200d"
_MARKS: Final = 2


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
    return replace(catalog, name=plain)


def spoken(text: Text, catalog: Catalog) -> str:
    """A text on its own, as for a short private answer."""
    return said(text, marked(catalog))


def said(text: Text, catalog: Catalog) -> str:
    """The words of a text in a message, with its moments counted down; `catalog` is a marked one."""
    parts = catalog.parts(text.key, _as_typed(text.facts))
    return "".join(_moment(part, catalog) if isinstance(part, When) else catalog.show(part) for part in parts)


def _as_typed(facts: Mapping[str, object]) -> Mapping[str, object]:
    """A command as it is typed here: all of them stand below the group's name."""
    command = facts.get("command")
    if not isinstance(command, str):
        return facts
    return {**facts, "command": f"/{GROUP} {command.removeprefix('/')}"}


def label(text: Text, catalog: Catalog, *, most: int = LONGEST_LABEL) -> str:
    """The words of a text where nothing is formatted, cut to a length."""
    return clipped(unmarked(catalog).text(text.key, text.facts).strip() or "…", most)


def escaped(name: str, *, longest: int = LONGEST_NAME) -> str:
    r"""A name that shows as it was typed and does nothing.

    >>> escaped("**小明**")
    '\\*\\*小明\\*\\*'
    """
    shown = _MARKDOWN.sub(r"\\\1", _fitting(visible(name), longest))
    return _turned(_LINK.sub(rf"\1{_NOTHING}", shown.replace("@", f"@{_NOTHING}")))


def plain(name: str) -> str:
    """A name where Discord formats nothing."""
    return _turned(_fitting(visible(name), LONGEST_NAME))


def visible(name: str) -> str:
    """The name on one line, without controls and with at most two marks on a letter."""
    kept: list[str] = []
    marks = 0
    for sign in name:
        category = unicodedata.category(sign)
        if category in {"Mn", "Me"}:
            marks += 1
            kept.append(sign if marks <= _MARKS else "")
        elif category[0] == "Z" or sign in "\t\n\r":
            kept.append(" ")
        elif category[0] != "C" or sign == _JOINER:
            marks = 0
            kept.append(sign)
    return " ".join("".join(kept).split()) or "?"


def clipped(text: str, most: int) -> str:
    """The text, or its beginning and an ellipsis; counted as Discord's own client counts, in UTF-16."""
    if size(text) <= most:
        return text
    kept = text[: most - 1]
    while size(kept) > most - 1:
        kept = kept[:-1]
    return f"{kept.rstrip(_JOINER)}…"


def size(text: str) -> int:
    """The length in UTF-16, which is never less than the number of characters."""
    return len(text) + sum(sign > "\uffff" for sign in text)


def _fitting(name: str, longest: int) -> str:
    """The name cut to a length, where a sign that stands for a whole phrase (﷽) counts as what it stands for."""
    width = 0
    for at, sign in enumerate(name):
        width += _A_LINE if sign in _WIDEST else len(unicodedata.normalize("NFKC", sign)) - 1
        if width and at + width >= longest:
            return f"{name[:at] or sign}…"
    return clipped(name, longest)


def _moment(when: When, catalog: Catalog) -> str:
    """A moment as clock time and as a countdown, both in the reader's own zone and language."""
    second = when.milliseconds // 1000
    return catalog.text("discord/moment", {"clock": f"<t:{second}:T>", "left": f"<t:{second}:R>"})


def _turned(name: str) -> str:
    """A name written from the right, kept from turning what stands around it."""
    turns = any(unicodedata.bidirectional(sign) in _FROM_RIGHT for sign in name)
    return f"{_ISOLATE}{name}{_END}" if turns else name
