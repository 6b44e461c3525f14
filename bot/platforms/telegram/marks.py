"""Texts as Telegram shows them: HTML in which no name formats, mentions or turns anything, and moments."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape, unescape
from typing import Final
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import get_timezone_location

from bot.i18n import Catalog
from bot.lengths import LONGEST_NAME, clipped, fitting, plain, size, turned, visible
from bot.screens.markup import Markup
from bot.screens.model import Text, When
from core.ids import ChatId, PersonId

GROUP: Final = "shisanzhi"
"""The command that all others can follow; in a group `/start` is not ours alone."""

TOAST: Final = 200
"""What an answer to a press can hold."""

LONGEST_LABEL: Final = 48
_OPENS: Final = "/start"
_JOINS: Final = "\u2060"
"""Nothing is seen of it, and no line breaks there."""

_FOUND: Final = re.compile(r"(?<![\w/<>])(/)(?=\w)|([@#$])(?=\w)|(?<=\w)(\.)(?=\w)|(:)(?=//)")
"""What Telegram's clients make links of by themselves: commands, mentions, hashtags, addresses."""

_TAG: Final = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Look:
    """How one message is to be drawn.

    `mode`: which side of the hand's panel, see `panel`; `step`: how many rows of a reveal are open, 1 to 3;
    `toast`: said below the text; `buttons` False: what an ended opening leaves behind; `bot`: our user name, for links;
    `home`: the chat that a private message belongs to, carried by its buttons that mean no table.
    """

    catalog: Catalog
    viewer: PersonId | None = None
    mode: str = ""
    step: int = 3
    toast: Text | None = None
    buttons: bool = True
    bot: str = ""
    home: ChatId | None = None


def marked(catalog: Catalog, *, longest: int = LONGEST_NAME) -> Catalog:
    """The catalogue with names as they stand in a message's text."""
    return replace(catalog, name=lambda name: escaped(name, longest=longest))


def markup(catalog: Catalog) -> Markup:
    """How texts are marked in a message, where nothing is small; `catalog` is a marked one."""
    return Markup(lambda text: said(text, catalog), catalog.show, strong="<b>{}</b>", small="{}")


def spoken(text: Text, catalog: Catalog) -> str:
    """A text on its own, as for a short answer: HTML."""
    return said(text, marked(catalog))


def said(text: Text, catalog: Catalog) -> str:
    """The words of a text as HTML; `catalog` is a marked one."""
    parts = catalog.parts(text.key, _as_typed(text.facts))
    return "".join(_shown(part, catalog) for part in parts)


def toast(text: Text, catalog: Catalog, most: int = TOAST) -> str:
    """The words of a text for the answer to a press, where nothing is formatted."""
    return clipped(_words(text, catalog), most)


def label(text: Text, catalog: Catalog, *, most: int = LONGEST_LABEL) -> str:
    """The words of a button."""
    return clipped(_words(text, catalog).strip() or "…", most)


def escaped(name: str, *, longest: int = LONGEST_NAME) -> str:
    r"""A name that shows as it was typed and does nothing.

    >>> escaped("<b>小明")
    '&lt;b&gt;小明'
    """
    return escape(turned(_FOUND.sub(rf"\g<0>{_JOINS}", fitting(visible(name), longest))), quote=False)


def length(html: str) -> int:
    """How long a text of ours is once Telegram has parsed it, in UTF-16."""
    return size(unescape(_TAG.sub("", html)))


def strong(html: str) -> str:
    """In bold."""
    return f"<b>{html}</b>"


def folded(lines: list[str]) -> str:
    """Lines that are folded away until they are asked for."""
    return f"<blockquote expandable>{chr(10).join(lines)}</blockquote>"


def _words(text: Text, catalog: Catalog) -> str:
    return _ours(replace(catalog, name=plain).text(text.key, _as_typed(text.facts)))


def _as_typed(facts: Mapping[str, object]) -> Mapping[str, object]:
    """A command as the menu has it: `/start` opens a private chat here, a table is opened by the game's own name."""
    return {**facts, "command": f"/{GROUP}"} if facts.get("command") == _OPENS else facts


def _ours(words: str) -> str:
    """Our own words, with the opening of a table as it is typed here."""
    return words.replace(f"/{GROUP} {_OPENS.removeprefix('/')}", f"/{GROUP}")


def _shown(part: object, catalog: Catalog) -> str:
    match part:
        case When():
            return _moment(part, catalog)
        case str():
            return escape(_ours(part), quote=False)
        case _:
            return catalog.show(part)


def _moment(when: When, catalog: Catalog) -> str:
    """A moment as clock time and as a countdown, both in the reader's own zone and language.

    A client that does not know moments shows what stands in them: the time, and where this clock hangs.
    """
    second, place = when.milliseconds // 1000, _place(catalog.timezone, catalog.language)
    clock = f'<tg-time unix="{second}" format="T">{escape(catalog.show(when))}</tg-time>'
    left = f'<tg-time unix="{second}" format="r">{escape(place)}</tg-time>'
    return catalog.text("telegram/moment", {"clock": clock, "left": left})


@lru_cache(maxsize=64)
def _place(timezone: str, language: str) -> str:
    return get_timezone_location(ZoneInfo(timezone), locale=Locale.parse(language, sep="-"), return_city=True)
