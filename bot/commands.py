"""What can be typed: the catalogue of commands as data, and the one reader of a typed line.

Chat platforms register their commands from `COMMANDS`; whatever way a line comes in, it becomes a `Request`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.i18n import languages
from bot.options import MOST_COMPUTERS, QUOTED, RULE_SET_WORDS, plain, read_options
from bot.requests import (
    Arrange,
    AtTable,
    Begin,
    CutWith,
    Daily,
    DeclareSpecial,
    GetUp,
    Help,
    Language,
    Me,
    Open,
    Rank,
    Request,
    Rules,
    Score,
    Settings,
    ShowHand,
    Sit,
    StakeOn,
    Stop,
    Verify,
)
from bot.special_names import declared, is_declaration
from core.arrangement import Arrangement, Fault
from core.arranger.levels import LEVELS
from core.cards import Card, read
from core.errors import Illegal
from core.rules import ROW_SIZES, RULE_SETS
from core.table.model import Options
from core.table.options import FOULS, HINTS, LIMITS, REVEALS
from core.table.typed import TypedRows, typed_rows

__all__ = [
    "COMMANDS",
    "OPENING",
    "Arrange",
    "AtTable",
    "Begin",
    "CutWith",
    "Daily",
    "DeclareSpecial",
    "Entry",
    "GetUp",
    "Help",
    "Language",
    "Me",
    "Open",
    "Parameter",
    "Rank",
    "Request",
    "Rules",
    "Score",
    "Settings",
    "ShowHand",
    "Sit",
    "StakeOn",
    "Stop",
    "Verify",
    "Who",
    "entry_of",
    "is_arrangement",
    "parse_command",
]

LONGEST: Final = 500
LONGEST_QUOTE: Final = 90
"""Letters of what could not be read that are said back."""
FILLS: Final = ("yes", "no")
"""Whether empty seats are filled with computers."""
_GROUP: Final = frozenset({"shisanzhi", "sz", "十三支"})
OPENING: Final = "start"


class Who(StrEnum):
    """Who may use a command; the table has the last word."""

    EVERYONE = "everyone"
    SEATED = "seated"
    HOST = "host"
    ADMIN = "admin"


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
    entry, rest = _chosen(text)
    if entry is None:
        raise Illegal("command/unknown", text=_split(_bare_line(text))[0][:QUOTED])
    return entry.read(rest, defaults)


def entry_of(text: str) -> Entry | None:
    """The command that a typed line means; None for a line that is none of ours."""
    return _chosen(text)[0]


def _chosen(text: str) -> tuple[Entry | None, str]:
    """The command of a line and the words behind it; the group's name with any other words opens a table."""
    head, rest = _split(_bare_line(text))
    name = plain(head).partition("@")[0]
    if name not in _GROUP:
        return _ENTRIES.get(name), rest
    word, inner = _split(rest)
    entry = _ENTRIES.get(plain(word))
    return (entry, inner) if entry else (_ENTRIES[OPENING], rest)


def _bare_line(text: str) -> str:
    return text.strip()[:LONGEST].removeprefix("/").removeprefix("／")


def _split(text: str) -> tuple[str, str]:
    """The first word and the rest."""
    head, *rest = text.split(maxsplit=1)[:2] or [""]
    return head, rest[0] if rest else ""


def _read_open(text: str, defaults: Options) -> Open:
    return Open(*read_options(text, defaults))


def _read_arrange(text: str, _: Options) -> Arrange | DeclareSpecial:
    """A special to declare, or rows: parted by `/`, `|` or line breaks, or all 13 cards in the order front, middle, back."""
    if is_declaration(text):
        code = declared(text)
        if code is None:
            raise Illegal("special/unknown", text=text.strip()[:QUOTED])
        return DeclareSpecial(code)
    return _read_rows(text)


def _read_rows(text: str) -> Arrange:
    parts = parted_rows(text)
    if len(parts) == len(ROW_SIZES):
        return Arrange(typed_rows(dict(zip(ROW_SIZES, parts, strict=True))))
    cards, unread = read(" ".join(parts))
    in_one_go = len(parts) == 1 and len(cards) + len(unread) == sum(ROW_SIZES.values())
    if in_one_go and not unread:
        return Arrange(TypedRows(Arrangement(*in_rows(cards))))
    found = [Fault("cards/unread", {"text": _clipped(" ".join(unread))})] if unread else []
    found += [] if in_one_go else [Fault("arrange/three-rows")]
    if len(found) > 1:
        raise Illegal("arrange/wrong", faults=tuple(found))
    raise Illegal(found[0].code, **found[0].facts)


def _clipped(quoted: str) -> str:
    return quoted if len(quoted) <= LONGEST_QUOTE else f"{quoted[: LONGEST_QUOTE - 1]}…"


def is_arrangement(text: str) -> bool:
    """Whether this reads as three rows of cards, or as all cards of an arrangement."""
    try:
        found = _read_rows(text.strip()[:LONGEST]).rows
    except Illegal:
        return False
    return not found.unread and sum(map(len, found.arrangement.rows)) == sum(ROW_SIZES.values())


def parted_rows(text: str) -> list[str]:
    """What was typed for each row."""
    return [part for part in re.split(r"[/／|｜\n]", text) if part.strip()]


def in_rows(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Cards that were typed in one go: the front row's, then the middle's, then all others."""
    front, middle = ROW_SIZES["front"], ROW_SIZES["front"] + ROW_SIZES["middle"]
    return [cards[:front], cards[front:middle], cards[middle:]]


_CUT_WORDS: Final = {"上": "1", "中": "2", "下": "3", "top": "1", "middle": "2", "bottom": "3"}


def _read_cut(text: str, _: Options) -> CutWith:
    number = _CUT_WORDS.get(plain(text.strip()), plain(text.strip()))
    if not re.fullmatch(r"[0-9]{1,32}", number, re.ASCII):
        raise Illegal("cut/number")
    return CutWith(number)


_NOT_FILLED: Final = frozenset({FILLS[1], "不補", "不補電腦", "現有", "asis"})


def _read_begin(text: str, _: Options) -> Begin:
    """With computers unless the words say otherwise."""
    return Begin(fill=plain("".join(text.split())) not in _NOT_FILLED)


def _read_stake(text: str, _: Options) -> StakeOn:
    typed = plain(text.strip()).removesuffix("注").strip()
    if not re.fullmatch(r"[0-9]{1,3}", typed, re.ASCII):
        raise Illegal("stake/number")
    return StakeOn(int(typed))


def _serial(text: str) -> int | None:
    """The number of an opening, None where none was typed."""
    typed = plain(text.strip()).removeprefix("#").strip()
    if not typed:
        return None
    if not re.fullmatch(r"[0-9]{1,15}", typed, re.ASCII):
        raise Illegal("record/unknown", n=typed[:QUOTED])
    return int(typed)


_DAILY_WORDS: Final = frozenset({"daily", "每日", "每日挑戰"})


def _read_verify(text: str, _: Options) -> Verify:
    """The number of an opening, or the word for the daily challenge with the number of its day."""
    word, rest = _split(text)
    if plain(word) in _DAILY_WORDS:
        return Verify(_serial(rest), daily=True)
    return Verify(_serial(text))


def _rule_set(text: str) -> str:
    typed = plain("".join(text.split()))
    if typed and typed not in RULE_SET_WORDS:
        raise Illegal("settings/unread", word=text.strip()[:QUOTED])
    return RULE_SET_WORDS.get(typed, "")


_LANGUAGE_WORDS: Final = {
    **dict.fromkeys(("繁中", "中文", "繁體中文", "繁體", "zh", "zh-hant", "tw", "hk"), "zh-TW"),
    **dict.fromkeys(("簡中", "簡體中文", "簡體", "zh-hans", "cn"), "zh-CN"),
    "english": "en",
    "英文": "en",
}


def _read_language(text: str, _: Options) -> Language:
    typed = plain(text.strip())
    known = {tag.casefold(): tag for tag in languages()}
    tag = known.get(typed.replace("_", "-"), _LANGUAGE_WORDS.get(typed, ""))
    if not typed:
        raise Illegal("language/which", languages=languages())
    if tag not in languages():
        raise Illegal("language/unknown", text=text.strip()[:QUOTED], languages=languages())
    return Language(tag)


def _bare(request: Request) -> Callable[[str, Options], Request]:
    """A reader of a command that takes no words; what is typed behind it is not looked at."""
    return lambda _text, _defaults: request


_RULE_SETS: Final = tuple(RULE_SETS)
_HIGHEST_STAKE: Final = max(rules.stakes.most for rules in RULE_SETS.values() if rules.stakes is not None)
_START: Final = (
    Parameter("rules", choices=_RULE_SETS),
    *(Parameter(name, least=LIMITS[name][0], most=LIMITS[name][1]) for name in ("rounds", "seconds")),
    Parameter("computers", least=0, most=MOST_COMPUTERS),
    Parameter("reveal", choices=REVEALS),
    Parameter("level", choices=tuple(LEVELS)),
    Parameter("hints", choices=HINTS),
    Parameter("fouls", choices=FOULS),
    Parameter("stakes", least=1, most=_HIGHEST_STAKE),
)
COMMANDS: Final[Sequence[Entry]] = (
    Entry(OPENING, ("開桌", "open"), Who.EVERYONE, _read_open, _START),
    Entry("join", ("入座", "加入"), Who.EVERYONE, _bare(Sit())),
    Entry("leave", ("離開", "離席"), Who.SEATED, _bare(GetUp())),
    Entry("begin", ("開始",), Who.HOST, _read_begin, (Parameter("fill", choices=FILLS),)),
    Entry("hand", ("我的牌", "看牌", "手牌"), Who.SEATED, _bare(ShowHand())),
    Entry("cut", ("切牌", "切"), Who.SEATED, _read_cut, (Parameter("number", required=True),)),
    Entry(
        "stake",
        ("下注", "注"),
        Who.SEATED,
        _read_stake,
        (Parameter("stake", least=1, most=_HIGHEST_STAKE, required=True),),
    ),
    Entry("arrange", ("排牌",), Who.SEATED, _read_arrange, (Parameter("rows", required=True),)),
    Entry("stop", ("收桌", "結束", "end"), Who.HOST, _bare(Stop())),
    Entry("score", ("結果",), Who.EVERYONE, lambda text, _: Score(_serial(text)), (Parameter("serial"),)),
    Entry("verify", ("驗牌",), Who.EVERYONE, _read_verify, (Parameter("serial"),)),
    Entry("daily", ("每日", "每日挑戰"), Who.EVERYONE, _bare(Daily())),
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
    Entry("settings", ("設定", "設置"), Who.ADMIN, _bare(Settings())),
    Entry("help", ("說明", "幫助"), Who.EVERYONE, _bare(Help())),
)
_ENTRIES: Final[Mapping[str, Entry]] = {word: entry for entry in COMMANDS for word in (entry.name, *entry.aliases)}
