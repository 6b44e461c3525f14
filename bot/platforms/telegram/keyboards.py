"""Buttons below a message: what stands behind each, and how many stand side by side."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from telegram import InlineKeyboardButton as Key
from telegram import InlineKeyboardMarkup

from bot.platforms.telegram.marks import Look, label
from bot.pressed import FORM, PRESS, show
from bot.screens import model
from bot.screens.model import Text
from bot.screens.sides import evenly
from bot.tokens import parse
from core.ids import ChatId

Row = Sequence[Key]
A_ROW: Final = 8
"""What Telegram's clients show side by side."""

MOST: Final = 100
_ROOM: Final = 44
"""Digits in a line of a phone, and what the edges of a button take."""
_EDGE: Final = 2.2
_SMALL: Final = 0.9
_STYLES: Final = {
    model.Look.PLAIN: None,
    model.Look.PRIMARY: "primary",
    model.Look.SUCCESS: "success",
    model.Look.DANGER: "danger",
}


def keyboard(rows: Iterable[Row]) -> InlineKeyboardMarkup | None:
    """The keyboard of these rows, None without any."""
    found = [tuple(row) for row in rows if row]
    return InlineKeyboardMarkup(found) if found else None


def key(text: Text, behind: str, look: Look, *, style: str | None = None) -> Key:
    """A button with something behind it."""
    return Key(label(text, look.catalog), callback_data=behind, style=style)


def link(text: Text, address: str, look: Look) -> Key:
    """A button that leads somewhere."""
    return Key(label(text, look.catalog), url=address)


def button(pressed: model.Button, look: Look, *, mode: str = "") -> Key | None:
    """A button of a screen; None where it cannot be pressed now or leads to no address of Telegram's kind.

    What is chosen already cannot be pressed elsewhere; here it stays and says so.
    """
    if pressed.link:
        return link(pressed.text, pressed.link, look) if pressed.link.startswith(("https://", "tg://")) else None
    chosen = not pressed.enabled and pressed.look is model.Look.SUCCESS
    if not pressed.enabled and not chosen:
        return None
    text = Text("telegram/chosen", {"shown": pressed.text}) if chosen else pressed.text
    behind = behind_token(pressed.token, look, kind=FORM if pressed.fields else PRESS, mode=mode)
    return key(text, behind, look, style=_STYLES[pressed.look])


def buttons(rows: Iterable[Iterable[model.Button]], look: Look, *, mode: str = "") -> list[Row]:
    """Rows of buttons, wrapped where a phone has no room for them."""
    found = ([button(each, look, mode=mode) for each in row] for row in rows)
    return [line for row in found for line in wrapped([each for each in row if each is not None])]


def behind_token(token: str, look: Look, *, kind: str, mode: str = "") -> str:
    """What stands behind a button with this token: one that means no table carries its chat, where that is elsewhere."""
    home = look.home if look.home and not parse(token).table else None
    return show(token, kind=kind, mode=mode, chat=address(home) if home else "")


def wrapped(row: Sequence[Key]) -> list[Row]:
    """The buttons in as few lines as can be read, equally many in each."""
    for most in range(min(len(row), A_ROW), 0, -1):
        lines = _lines(row, evenly(len(row), most))
        if all(_fits(line) for line in lines) or most == 1:
            return lines
    return []


def address(chat: ChatId) -> str:
    """A chat without its platform: "-100123/7"."""
    return chat.partition(":")[2]


def width(text: str) -> float:
    """How many digits have room where this stands: small letters take a little less, others and pictures twice that."""
    return sum(map(_width, text))


def _width(sign: str) -> float:
    if sign.isascii():
        return _SMALL if sign.islower() or sign == " " else 1
    return 2 if unicodedata.east_asian_width(sign) in "WF" or sign > "\uffff" else 1


def _lines(row: Sequence[Key], sizes: Sequence[int]) -> list[Row]:
    found, at = [], 0
    for count in sizes:
        found.append(row[at : at + count])
        at += count
    return found


def _fits(line: Row) -> bool:
    return max(width(each.text) for each in line) <= _ROOM / len(line) - _EDGE
