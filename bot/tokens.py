"""A button's payload as text, at most 64 bytes and with a version in front: `1.k.16.i.2` is "cut 2" at t42, serial 18.

A token says which button was pressed and where, never who pressed it: the platform knows that, the table decides.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from string import ascii_letters, digits
from typing import Final

from core.errors import Illegal
from core.ids import TableId
from core.rules import ROWS

__all__ = ["DEAL", "LONGEST", "VERSION", "Token", "Verb", "cards_arg", "parse", "read_cards", "show"]

VERSION: Final = "1"
LONGEST: Final = 64
_LARGEST = 2**63 - 1
_NO_TABLE = TableId(0)
DEAL: Final = "deal"
"""The argument of 發牌: the cut of a dealer who may not cut."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NUMBER = r"0|[1-9a-z][0-9a-z]{0,12}"
_ARG = r"[0-9A-Za-z_-]{0,31}"
_LETTERS = frozenset(f"{ascii_letters}{digits}_-")
LONGEST_ARG: Final = 31
_FORM = re.compile(rf"([a-z]{{1,2}})\.({_NUMBER})\.({_NUMBER})\.({_ARG})", re.ASCII)
_OTHER_VERSION = re.compile(r"[0-9]{1,3}\.", re.ASCII)
_ROW_LETTERS = {row[0]: row for row in ROWS}


class Verb(StrEnum):
    """What a button asks for; the value stands in the token and is never given a second meaning.

    The comment behind a verb says what its `arg` (or the press's field) holds.
    """

    JOIN = "j"
    LEAVE = "l"
    COMPUTER = "c"
    SETTINGS = "o"
    CONFIGURE = "oo"  # fields of the settings form
    KICK = "kk"  # seat
    START = "s"
    FILL = "f"
    CUT = "k"  # 0 to 4, deal, or field `number`
    HAND = "h"
    PUT = "p"  # row letter and card indexes, or field `cards` = "0,3,7"
    OUT = "t"  # card indexes, or field `cards`
    SWAP = "w"
    EXCHANGE = "x"  # two card indexes; the second may come as field `cards`
    UNDO = "u"
    CLEAR = "z"
    TYPE = "ty"  # fields front, middle, back: cards as they are typed
    AUTO = "a"
    SUGGEST = "sg"  # most, safest, extras, front
    LIST = "li"  # row letter: what this row can become
    PICK = "pk"  # row letter and card indexes: the whole row
    MEND = "mn"
    SORT = "r"  # rank, suit
    SUBMIT = "d"  # nothing, or what was warned of
    DECLARE = "de"  # special
    STAKE = "st"  # stake
    EDIT = "e"
    AUTOPILOT = "i"
    NUDGE = "n"
    BOTH = "bo"
    COACH = "co"  # on, off
    WHY = "y"  # seat, or nothing for the presser's own
    VERIFY = "v"
    END = "q"
    END_NOW = "qq"
    VOTE = "b"
    AGAIN = "g"
    RESETTLE = "gg"
    RULES = "ru"  # rule set, then the chapter: joker, joker-play
    RANK = "ra"  # rule set, then the page: joker-0
    ME = "me"
    HELP = "he"
    CHAT = "cs"  # nothing: what the admins decide, else one item, "season" or "log"
    CHANGE = "cv"  # item and value: pings-none; "game" with the fields of the options
    SEASON = "sn"  # the newest of the seasons that shall end
    OWN = "ow"  # nothing, or item and value: hand-dm
    NOTIFY = "nf"
    DAILY = "dy"  # nothing: play on; else card, end, others-<page>, of-<try>, round-<number>, share


_VERBS = {verb.value: verb for verb in Verb}


@dataclass(frozen=True)
class Token:
    """One button; `table` 0 and `serial` 0 where no table is meant, `arg` of letters, digits, `-` and `_`."""

    verb: Verb
    table: TableId = _NO_TABLE
    serial: int = 0
    arg: str = ""


def show(token: Token) -> str:
    """Return the text; a number or argument that does not fit is a `ValueError`."""
    text = _head(token.verb, token.table, token.serial) + token.arg
    if not _LETTERS.issuperset(token.arg) or len(token.arg) > LONGEST_ARG or len(text) > LONGEST:
        message = f"no token for {token}"
        raise ValueError(message)
    return text


def parse(text: str) -> Token:
    """Read what `show` writes: another version is `press/version`, anything else `press/forged`."""
    version, _, rest = text.partition(".")
    found = _FORM.fullmatch(rest) if version == VERSION else None
    if found is None:
        raise Illegal("press/version" if version != VERSION and _OTHER_VERSION.match(text) else "press/forged")
    table, serial = int(found[2], 36), int(found[3], 36)
    if found[1] not in _VERBS or max(table, serial) > _LARGEST:
        raise Illegal("press/forged")
    return Token(_VERBS[found[1]], TableId(table), serial, found[4])


def cards_arg(indexes: Iterable[int], *, row: str = "") -> str:
    """Return card indexes (0..35) as an argument, behind the letter of the row they go to.

    >>> cards_arg((0, 11), row="front")
    'f0b'
    """
    return row[:1] + "".join(_DIGITS[index] for index in indexes)


def read_cards(token: Token, typed: str = "") -> tuple[str, tuple[int, ...]]:
    """Return the row ("" without one) and the card indexes of a token and of its field `cards`."""
    for_row = token.verb in {Verb.PUT, Verb.PICK, Verb.LIST}
    row = _ROW_LETTERS.get(token.arg[:1], "") if for_row else ""
    letters = token.arg[1:] if for_row else token.arg
    fields = [part.strip() for part in typed.split(",")] if typed.strip() else []
    if any(not re.fullmatch(r"[0-9]{1,2}", part, re.ASCII) for part in fields) or len(fields) > len(_DIGITS):
        raise Illegal("press/forged")
    if (for_row and not row) or any(letter not in _DIGITS for letter in letters):
        raise Illegal("press/forged")
    return row, tuple(dict.fromkeys([*map(_DIGITS.index, letters), *map(int, fields)]))


@lru_cache(maxsize=1024)
def _head(verb: Verb, table: TableId, serial: int) -> str:
    """Return all but the argument; the many buttons of one screen share few of these."""
    return f"{VERSION}.{verb.value}.{_base36(table)}.{_base36(serial)}."


def _base36(number: int) -> str:
    if not 0 <= number <= _LARGEST:
        message = f"no id of 63 bits: {number}"
        raise ValueError(message)
    digits = ""
    while number >= 36:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return _DIGITS[number] + digits
