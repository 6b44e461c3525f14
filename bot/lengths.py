"""How long texts are and how they are cut: counted as the clients of chat platforms count, in UTF-16."""

import unicodedata
from typing import Final

LONGEST_NAME: Final = 32
_ISOLATE, _END = "\u2068", "\u2069"
_FROM_RIGHT: Final = frozenset({"R", "AL", "AN"})
_WIDEST: Final = frozenset("\ufdfd\u2e3b\U0001242b\U00012219")
_A_LINE: Final = 16
_JOINER: Final = "\u200d"
_MARKS: Final = 2


def plain(name: str) -> str:
    """A name where nothing is formatted."""
    return turned(fitting(visible(name), LONGEST_NAME))


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
    """The text, or its beginning and an ellipsis."""
    if size(text) <= most:
        return text
    kept = text[: most - 1]
    while size(kept) > most - 1:
        kept = kept[:-1]
    return f"{kept.rstrip(_JOINER)}…"


def size(text: str) -> int:
    """The length in UTF-16, which is never less than the number of characters."""
    return len(text) + sum(sign > "\uffff" for sign in text)


def fitting(name: str, longest: int) -> str:
    """The name cut to a length, where a sign that stands for a whole phrase (﷽) counts as what it stands for."""
    width = 0
    for at, sign in enumerate(name):
        width += _A_LINE if sign in _WIDEST else len(unicodedata.normalize("NFKC", sign)) - 1
        if width and at + width >= longest:
            return f"{name[:at] or sign}…"
    return clipped(name, longest)


def turned(name: str) -> str:
    """A name written from the right, kept from turning what stands around it."""
    turns = any(unicodedata.bidirectional(sign) in _FROM_RIGHT for sign in name)
    return f"{_ISOLATE}{name}{_END}" if turns else name
