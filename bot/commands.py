"""What can be typed: the catalogue of commands as data, and the one reader of a typed line.

Chat platforms register their commands from `COMMANDS`; whatever way a line comes in, it becomes a `Request`.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.i18n import languages
from core.arrangement import Arrangement
from core.arranger.levels import LEVELS
from core.cards import parse
from core.errors import Illegal
from core.rules import ROW_SIZES, RULE_SETS
from core.table.lobby import HINTS, LIMITS, REVEALS, checked_options
from core.table.model import Options

__all__ = ["COMMANDS", "Entry", "Parameter", "Request", "Who", "parse_command"]

LONGEST: Final = 500
_QUOTED: Final = 40
_GROUP: Final = frozenset({"shisanzhi", "sz", "十三支"})
_MOST_COMPUTERS: Final = 3


class Who(StrEnum):
    """Who may use a command; the table has the last word."""

    EVERYONE = "everyone"
    SEATED = "seated"
    HOST = "host"


@dataclass(frozen=True)
class Open:
    """Open a table with these options and so many computers."""

    options: Options
    computers: int = 0


@dataclass(frozen=True)
class Stop:
    """End the table, or vote for it."""


@dataclass(frozen=True)
class ShowHand:
    """Show the person's own hand."""


@dataclass(frozen=True)
class Arrange:
    """Submit a typed arrangement."""

    arrangement: Arrangement


@dataclass(frozen=True)
class CutWith:
    """Cut with a number of one's own."""

    number: str


@dataclass(frozen=True)
class Score:
    """Show the result of an opening by its serial, or the last one."""

    serial: int | None = None


@dataclass(frozen=True)
class Rank:
    """Show the season of a rule set ("": the one that is played here)."""

    rule_set: str = ""


@dataclass(frozen=True)
class Me:
    """Show one's own figures."""


@dataclass(frozen=True)
class Rules:
    """Show a rule set ("": the one that is played here)."""

    rule_set: str = ""


@dataclass(frozen=True)
class Help:
    """Show how to play and what can be typed."""


@dataclass(frozen=True)
class Verify:
    """Check a deal by its serial, or the last one."""

    serial: int | None = None


@dataclass(frozen=True)
class Language:
    """Speak this language from now on; a tag of `languages()`."""

    language: str


Request = Open | Stop | ShowHand | Arrange | CutWith | Score | Rank | Me | Rules | Help | Verify | Language


@dataclass(frozen=True)
class Parameter:
    """One argument as a platform asks for it; `choices` where only these words count, else `least` to `most`."""

    name: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    required: bool = False


@dataclass(frozen=True)
class Entry:
    """One command: `name` and `aliases` as typed, its texts are `command/<name>/…`; `read` makes the request."""

    name: str
    aliases: tuple[str, ...]
    who: Who
    read: Callable[[str, Options], Request]
    parameters: tuple[Parameter, ...] = ()


def parse_command(text: str, defaults: Options) -> Request:
    """Read a typed line such as `/shisanzhi start joker 8 90` or `/rank`; `command/unknown` for anything else.

    `defaults` are the options of a table that is opened without more words.
    """
    head, rest = _split(text.strip()[:LONGEST].removeprefix("/").removeprefix("／"))
    name = _plain(head).partition("@")[0]
    if name not in _GROUP:
        return _entry(name, shown=head).read(rest, defaults)
    word, inner = _split(rest)
    entry = _ENTRIES.get(_plain(word))
    return entry.read(inner, defaults) if entry else _read_open(rest, defaults)


def _entry(name: str, *, shown: str) -> Entry:
    entry = _ENTRIES.get(name)
    if entry is None:
        raise Illegal("command/unknown", text=shown[:_QUOTED])
    return entry


def _split(text: str) -> tuple[str, str]:
    """The first word and the rest."""
    head, *rest = text.split(maxsplit=1)[:2] or [""]
    return head, rest[0] if rest else ""


def _plain(word: str) -> str:
    """A word in narrow lower-case letters."""
    return unicodedata.normalize("NFKC", word).casefold()


# ---- the words behind `start` ----

_RULE_SET_WORDS: Final[Mapping[str, str]] = {
    **{rule_set: rule_set for rule_set in RULE_SETS},
    "鬼牌": "joker",
    "鬼牌十三支": "joker",
    "彩金": "bonus",
    "彩金十三支": "bonus",
}
_REVEAL_WORDS: Final = {**{word: word for word in REVEALS}, "一墩一墩": "steps", "一次": "once", "一次全開": "once"}
_LEVEL_WORDS: Final[Mapping[str, str]] = {
    **{level: level for level in LEVELS},
    "簡單": "easy",
    "普通": "normal",
    "困難": "hard",
}
_HINT_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("建議開", "建議", "hints", "hints=on", "hints:on"), "on"),
    **dict.fromkeys(("只看牌型", "建議牌型", "建議只看牌型", "hints=classes", "hints:classes"), "classes"),
    **dict.fromkeys(("建議關", "不建議", "無建議", "nohints", "hints=off", "hints:off"), "off"),
}
_NO_LIMIT: Final = frozenset({"不限", "不限時", "nolimit", "unlimited"})
_UNITS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("局", "局數", "rounds", "round"), "rounds"),
    **dict.fromkeys(("秒", "秒數", "seconds", "s"), "seconds"),
    **dict.fromkeys(("電腦", "電腦數", "computers", "computer"), "computers"),
    **dict.fromkeys(("切", "切牌", "cut"), "cut_seconds"),
}
_NUMBER: Final = re.compile(r"([^0-9=:]*)[=:]?([0-9]{1,6})([^0-9]*)", re.ASCII)


def _read_open(text: str, defaults: Options) -> Open:
    """Words in any order: rule set, rounds, seconds, computers, reveal, level, hints."""
    options, computers, numbers = defaults, 0, {"rounds", "seconds"}
    for typed in text.split():
        word = _plain(typed)
        if word in _RULE_SET_WORDS:
            options = replace(options, rule_set=_RULE_SET_WORDS[word])
        elif word in _REVEAL_WORDS:
            options = replace(options, reveal=_REVEAL_WORDS[word])
        elif word in _LEVEL_WORDS:
            options = replace(options, level=_LEVEL_WORDS[word])
        elif word in _HINT_WORDS:
            options = replace(options, hints=_HINT_WORDS[word])
        elif word in _NO_LIMIT:
            options = replace(options, seconds=0)
        else:
            name, number = _numbered(word, free=numbers, typed=typed)
            numbers.discard(name)
            if name == "computers":
                computers = number
            else:
                options = _with_number(options, name, number)
    if not 0 <= computers <= _MOST_COMPUTERS:
        raise Illegal("settings/invalid", option="computers", min=0, max=_MOST_COMPUTERS)
    return Open(checked_options(options), computers)


def _with_number(options: Options, name: str, number: int) -> Options:
    match name:
        case "rounds":
            return replace(options, rounds=number)
        case "seconds":
            return replace(options, seconds=number)
        case _:
            return replace(options, cut_seconds=number)


def _numbered(word: str, *, free: set[str], typed: str) -> tuple[str, int]:
    """What a number is for: its unit says it, else the first small one counts rounds and another one seconds."""
    found = _NUMBER.fullmatch(word)
    unit = found and (found[1] or found[3])
    if found is None or (found[1] and found[3]) or (unit and unit not in _UNITS):
        raise Illegal("settings/unread", word=typed[:_QUOTED])
    number = int(found[2])
    if unit:
        return _UNITS[unit], number
    small = number <= LIMITS["rounds"][1]
    wanted = ("rounds",) if small and "rounds" in free else ("seconds",)
    name = next((name for name in wanted if name in free), None)
    if name is None:
        raise Illegal("settings/unread", word=typed[:_QUOTED])
    return name, number


# ---- the other commands ----


def _read_arrange(text: str, _: Options) -> Arrange:
    """Three rows parted by `/`, `|` or line breaks, or all 13 cards in the order front, middle, back."""
    parts = [parse(part) for part in re.split(r"[/／|｜\n]", text) if part.strip()]
    front, middle = ROW_SIZES["front"], ROW_SIZES["middle"]
    if len(parts) == 1 and len(parts[0]) == sum(ROW_SIZES.values()):
        cards = parts[0]
        parts = [cards[:front], cards[front : front + middle], cards[front + middle :]]
    if len(parts) != len(ROW_SIZES):
        raise Illegal("arrange/three-rows")
    return Arrange(Arrangement(*parts))


_CUT_WORDS: Final = {"上": "1", "中": "2", "下": "3", "top": "1", "middle": "2", "bottom": "3"}


def _read_cut(text: str, _: Options) -> CutWith:
    number = _CUT_WORDS.get(_plain(text.strip()), _plain(text.strip()))
    if not re.fullmatch(r"[0-9]{1,32}", number, re.ASCII):
        raise Illegal("cut/number")
    return CutWith(number)


def _serial(text: str) -> int | None:
    """The number of an opening, None where none was typed."""
    typed = _plain(text.strip()).removeprefix("#")
    if not typed:
        return None
    if not re.fullmatch(r"[0-9]{1,15}", typed, re.ASCII):
        raise Illegal("record/unknown", n=typed[:_QUOTED])
    return int(typed)


def _rule_set(text: str) -> str:
    typed = _plain(text.strip())
    if typed and typed not in _RULE_SET_WORDS:
        raise Illegal("settings/unread", word=text.strip()[:_QUOTED])
    return _RULE_SET_WORDS.get(typed, "")


_LANGUAGE_WORDS: Final = {
    "繁中": "zh-TW",
    "中文": "zh-TW",
    "繁體中文": "zh-TW",
    "zh": "zh-TW",
    "english": "en",
    "英文": "en",
}


def _read_language(text: str, _: Options) -> Language:
    typed = _plain(text.strip())
    known = {tag.casefold(): tag for tag in languages()}
    tag = known.get(typed.replace("_", "-"), _LANGUAGE_WORDS.get(typed, ""))
    if not typed:
        raise Illegal("language/which", languages=languages())
    if tag not in languages():
        raise Illegal("language/unknown", text=text.strip()[:_QUOTED], languages=languages())
    return Language(tag)


def _bare(request: Request) -> Callable[[str, Options], Request]:
    """A reader of a command that takes no words; what is typed behind it is not looked at."""
    return lambda _text, _defaults: request


_RULE_SETS: Final = tuple(RULE_SETS)
_START: Final = (
    Parameter("rules", choices=_RULE_SETS),
    *(Parameter(name, least=LIMITS[name][0], most=LIMITS[name][1]) for name in ("rounds", "seconds")),
    Parameter("computers", least=0, most=_MOST_COMPUTERS),
    Parameter("reveal", choices=REVEALS),
    Parameter("level", choices=tuple(LEVELS)),
    Parameter("hints", choices=HINTS),
)
COMMANDS: Final[Sequence[Entry]] = (
    Entry("start", ("開桌", "open"), Who.EVERYONE, _read_open, _START),
    Entry("hand", ("我的牌", "看牌", "手牌"), Who.SEATED, _bare(ShowHand())),
    Entry("cut", ("切牌", "切"), Who.SEATED, _read_cut, (Parameter("number", required=True),)),
    Entry("arrange", ("排牌",), Who.SEATED, _read_arrange, (Parameter("rows", required=True),)),
    Entry("stop", ("收桌", "結束", "end"), Who.HOST, _bare(Stop())),
    Entry("score", ("結果",), Who.EVERYONE, lambda text, _: Score(_serial(text)), (Parameter("serial"),)),
    Entry("verify", ("驗牌",), Who.EVERYONE, lambda text, _: Verify(_serial(text)), (Parameter("serial"),)),
    Entry(
        "rank",
        ("排行", "賽季", "戰績"),
        Who.EVERYONE,
        lambda text, _: Rank(_rule_set(text)),
        (Parameter("rules", choices=_RULE_SETS),),
    ),
    Entry("me", ("我的", "我"), Who.EVERYONE, _bare(Me())),
    Entry(
        "rules",
        ("規則",),
        Who.EVERYONE,
        lambda text, _: Rules(_rule_set(text)),
        (Parameter("rules", choices=_RULE_SETS),),
    ),
    Entry(
        "language",
        ("語言", "lang"),
        Who.EVERYONE,
        _read_language,
        (Parameter("language", required=True),),
    ),
    Entry("help", ("說明", "幫助"), Who.EVERYONE, _bare(Help())),
)
_ENTRIES: Final[Mapping[str, Entry]] = {word: entry for entry in COMMANDS for word in (entry.name, *entry.aliases)}
