"""Names that people choose: what may stand in one, and how two of the same kind are told apart."""

import unicodedata
from collections.abc import Iterable
from contextlib import suppress

from core.errors import Illegal

LONGEST = 24
_LONGEST_INPUT = 1000
_LONGEST_PART = 500
_MARKS = 2
_JOINER = "\u200d"
_EMPTY_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by class, but nothing can be seen of them
_JOINED = frozenset({"So", "Sk"})


def clean_name(text: str) -> str:
    """The name without what cannot be seen: 1–24 visible characters, else `Illegal("player/name-bad")`.

    Signs that turn the direction of writing and controls go, blanks become one, and of the marks above and below a
    letter two stay.
    """
    if len(text) > _LONGEST_INPUT:
        raise Illegal("player/name-bad")
    name = " ".join(_visible(unicodedata.normalize("NFC", text)).split())
    if not 1 <= width(name) <= LONGEST:
        raise Illegal("player/name-bad")
    return name


def clean_line(text: str) -> str:
    """A line of chat on one line: cleaned like a name, of any length."""
    return " ".join(_visible(unicodedata.normalize("NFC", text)).split())


def width(name: str) -> int:
    """How many characters are seen; marks on a letter and joiners of emoji do not count."""
    return sum(1 for sign in name if not _is_mark(sign) and sign != _JOINER)


def shown_name(names: Iterable[str | None], *, number: int) -> str:
    """What a person is called: the first of these that has something to see, cut to what fits, else their number's end.

    >>> shown_name((None, "\u200b", "小明"), number=5)
    '小明'
    """
    for name in names:
        with suppress(Illegal):
            return clean_name(_cut(name or ""))
    return f"#{number % 10_000:04d}"


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name itself, or with the first number from 2 on that nobody of `taken` has.

    >>> free_name("小明", ("小明", "小明 2"))
    '小明 3'
    """
    folded = {_folded(other) for other in taken}
    found, number = name, 1
    while _folded(found) in folded:
        number += 1
        found = _numbered(name, number)
    return found


def _cut(name: str) -> str:
    cleaned = clean_line(name[:_LONGEST_PART])
    while width(cleaned) > LONGEST:
        cleaned = cleaned[:-1]
    return cleaned


def _numbered(name: str, number: int) -> str:
    end = f" {number}"
    while width(name) + len(end) > LONGEST:
        name = name[:-1].rstrip(_JOINER)
    return name + end


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _visible(text: str) -> str:
    """The text with blanks for every kind of blank and without unseen signs."""
    kept: list[str] = []
    marks = 0
    for at, sign in enumerate(text):
        if sign == _JOINER and _joins(text, at):
            kept.append(sign)
        elif _is_mark(sign):
            marks += 1
            if kept and kept[-1] != " " and marks <= _MARKS:
                kept.append(sign)
        else:
            shown = _shown(sign)
            kept.extend(shown)
            marks = 0 if shown else marks
    return "".join(kept)


def _shown(sign: str) -> str:
    category = unicodedata.category(sign)
    if category[0] == "Z" or sign in "\t\n\v\f\r\x85" or sign in _EMPTY_LETTERS:
        return " "
    return "" if category[0] == "C" else sign


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in {"Mn", "Me"}


def _joins(text: str, at: int) -> bool:
    """Whether the joiner at this place holds two pictures together, as in 👩‍🚒."""
    before = next((sign for sign in reversed(text[:at]) if not _is_mark(sign)), "")
    after = text[at + 1 : at + 2]
    return all(sign and unicodedata.category(sign) in _JOINED for sign in (before, after))
