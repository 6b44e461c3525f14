"""The options of a new table as people type them: words in any order, a name and its value in one word or apart."""

import itertools
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from core.arranger.levels import LEVELS
from core.errors import Illegal
from core.rules import RULE_SETS
from core.table.model import HouseChoice, Options
from core.table.options import FOULS, LIMITS, REVEALS, checked_options, playing

MOST_COMPUTERS: Final = 3
_LONG: Final = str.maketrans(
    "离开结验赛战绩规则语说帮简单难电脑议关数时设体张国际标准龙夹额报对顺条凑队庄湾",
    "離開結驗賽戰績規則語說幫簡單難電腦議關數時設體張國際標準龍夾額報對順條湊隊莊灣",
)
QUOTED: Final = 40
"""How much of a word that was not understood is said back."""

RULE_SET_WORDS: Final[Mapping[str, str]] = {
    **{rule_set: rule_set for rule_set in RULE_SETS},
    **dict.fromkeys(("鬼牌", "鬼牌十三支"), "joker"),
    **dict.fromkeys(("彩金", "彩金十三支"), "bonus"),
    **dict.fromkeys(("台式", "台式十三張", "台式十三支", "台灣", "台灣十三張"), "taiwan"),
    **dict.fromkeys(("香港", "香港十三張", "香港十三支", "港式", "港式十三張"), "hongkong"),
    **dict.fromkeys(("十三支", "標準", "標準十三支"), "standard"),
    **dict.fromkeys(("國際", "國際規則", "國際十三支"), "international"),
}
_REVEAL_WORDS: Final = {**{word: word for word in REVEALS}, "一墩一墩": "steps", "一次": "once", "一次全開": "once"}
_LEVEL_WORDS: Final[Mapping[str, str]] = {
    **{level: level for level in LEVELS},
    "簡單": "easy",
    "普通": "normal",
    "困難": "hard",
}
_ON: Final = ("on", "開", "有", "yes")
_OFF: Final = ("off", "關", "無", "沒有", "no")
_HINT_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(_ON, "on"),
    **dict.fromkeys(("classes", "牌型", "只看牌型"), "classes"),
    **dict.fromkeys(_OFF, "off"),
}
_FOUL_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys((*_ON, "可", "可以", "照罰"), FOULS[0]),
    **dict.fromkeys((*_OFF, "不能", "不可", "不能送"), FOULS[1]),
}
_SWITCH: Final[Mapping[str, int]] = {**dict.fromkeys(_ON, 1), **dict.fromkeys(_OFF, 0)}
_ALONE: Final[Mapping[str, tuple[str, str | int]]] = {
    **{word: ("rule_set", value) for word, value in RULE_SET_WORDS.items()},
    **{word: ("reveal", value) for word, value in _REVEAL_WORDS.items()},
    **{word: ("level", value) for word, value in _LEVEL_WORDS.items()},
    **dict.fromkeys(("建議", "提示", "hints"), ("hints", "on")),
    "只看牌型": ("hints", "classes"),
    **dict.fromkeys(("不建議", "無建議", "沒有建議", "nohints"), ("hints", "off")),
    **dict.fromkeys(("不限", "不限時", "nolimit", "unlimited"), ("seconds", 0)),
    **dict.fromkeys(("每人當莊", "每人當一次莊", "oneaseat"), ("rounds", 0)),
    **dict.fromkeys(("不相公", "無相公", "沒有相公", "nofouls"), ("fouls", FOULS[1])),
    **dict.fromkeys(("比花色", "suits"), ("suits", 1)),
    **dict.fromkeys(("食夾棍", "夾棍"), ("top_card_only", 1)),
}
"""What means something without the name of its option."""
_NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("玩法", "rules", "game"), "rule_set"),
    **dict.fromkeys(("開牌", "reveal"), "reveal"),
    **dict.fromkeys(("強度", "難度", "level"), "level"),
    **dict.fromkeys(("建議", "提示", "hints"), "hints"),
    **dict.fromkeys(("局", "局數", "rounds", "round"), "rounds"),
    **dict.fromkeys(("秒", "秒數", "seconds", "s"), "seconds"),
    **dict.fromkeys(("電腦", "電腦數", "computers", "computer"), "computers"),
    **dict.fromkeys(("切", "切牌", "cut"), "cut_seconds"),
    **dict.fromkeys(("相公", "倒水", "fouls", "foul"), "fouls"),
    **dict.fromkeys(("下注", "下注上限", "注", "stakes", "stake"), "stake"),
    **dict.fromkeys(("比花色", "suits"), "suits"),
    **dict.fromkeys(("食夾棍", "夾棍", "top_card_only"), "top_card_only"),
    **dict.fromkeys(("青龍", "清龍", "suited_dragon"), "suited_dragon"),
}
_HOUSE: Final = frozenset(code for rules in RULE_SETS.values() for code in rules.house_options)
"""The ways of the house that some game knows."""
_IN_FRONT: Final = frozenset(
    name for name in _NAMES if name not in {"局", "rounds", "round", "秒", "seconds", "s", "注"}
)
"""Names that rather belong to the number behind them than to the one before: 8 電腦 2."""
_VALUES: Final[Mapping[str, Mapping[str, str] | Mapping[str, int]]] = {
    "rule_set": RULE_SET_WORDS,
    "reveal": _REVEAL_WORDS,
    "level": _LEVEL_WORDS,
    "hints": _HINT_WORDS,
    "fouls": _FOUL_WORDS,
    "suits": _SWITCH,
    "top_card_only": _SWITCH,
}
_NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
_MOST_JOINED: Final = 3

Wish = tuple[str, str | int]
"""An option or "computers", and its value."""


def plain(word: str) -> str:
    """A word in narrow lower-case letters; what is known in long characters is read in short ones too."""
    return unicodedata.normalize("NFKC", word).casefold().translate(_LONG)


def read_options(text: str, defaults: Options) -> tuple[Options, int]:
    """The options and the number of computers that the words ask for; `settings/unread` names one that means nothing."""
    typed = re.sub(r"\s*[=＝:：]\s*", "=", text).split()
    words = [plain(word) for word in typed]
    wished: dict[str, str | int] = {}
    said: dict[str, str] = {}
    while words:
        size, wish = _first(words)
        option, value = wish or _of_a_number(words[0], wished, typed=typed[0])
        wished[option], said[option] = value, " ".join(typed[:size])
        words, typed = words[size:], typed[size:]
    computers = int(wished.pop("computers", 0))
    if not 0 <= computers <= MOST_COMPUTERS:
        raise Illegal("settings/invalid", option="computers", min=0, max=MOST_COMPUTERS)
    chosen = _changed(defaults, wished)
    for option, words_for_it in said.items():
        if not _is_known(chosen.rule_set, option, wished.get(option)):
            raise Illegal("settings/unread", word=words_for_it[:QUOTED])
    return checked_options(chosen), computers


def _is_known(rule_set: str, option: str, value: str | int | None) -> bool:
    """Whether a game has the option at all, and, of the ways of the house, this value."""
    rules = RULE_SETS[rule_set]
    if option == "stake":
        return rules.stakes is not None
    if option == "fouls":
        return rules.fouls_allowed or value == FOULS[1]
    return option not in _HOUSE or value in rules.house_options.get(option, ())


def _changed(defaults: Options, wished: Mapping[str, str | int]) -> Options:
    """The options with the wishes in place; another game brings its usual length, time and ways along."""
    rule_set = str(wished.get("rule_set", defaults.rule_set))
    base = {defaults.rule_set: defaults}.get(rule_set) or playing(defaults, rule_set)
    house = tuple(HouseChoice(code, int(value)) for code, value in wished.items() if code in _HOUSE)
    changes: Mapping[str, object] = {name: value for name, value in wished.items() if name not in _HOUSE}
    return replace(base, **changes, house=(*base.house, *house))  # type: ignore[arg-type] # by `_VALUES` and numbers


def _first(words: Sequence[str]) -> tuple[int, Wish | None]:
    """How many of the words belong together, and what they ask for; the longest such beginning counts."""
    for size in range(min(_MOST_JOINED, len(words)), 0, -1):
        joined = words[:size]
        split_number = any(a[-1:].isdigit() and b[:1].isdigit() for a, b in itertools.pairwise(joined))
        found = None if split_number or (size > 1 and _taken_behind(words)) else _read("".join(joined))
        if found:
            return size, found
    return 1, None


def _taken_behind(words: Sequence[str]) -> bool:
    """Whether the words begin with a number and a name that has its number behind it."""
    number, name, behind, unit = (*words, "", "", "")[:4]
    if not (_NUMBER.fullmatch(number) and name in _IN_FRONT and _NUMBER.fullmatch(behind)):
        return False
    return unit not in _NAMES or unit in _IN_FRONT


def _read(word: str) -> Wish | None:
    """What one word asks for: a value that stands alone, or a name with its value on either side."""
    if word in _ALONE:
        return _ALONE[word]
    for name, option in _NAMES.items():
        if word.startswith(name):
            found = _valued(option, word.removeprefix(name).removeprefix("="))
            if found:
                return found
        if word.endswith(name) and _NUMBER.fullmatch(word.removesuffix(name)):
            return _valued(option, word.removesuffix(name))
    return None


def _valued(option: str, value: str) -> Wish | None:
    """The option with this value, if it can have such a one; computers have a level too."""
    if option == "computers" and value in _LEVEL_WORDS:
        return "level", _LEVEL_WORDS[value]
    if option in _VALUES:
        return (option, _VALUES[option][value]) if value in _VALUES[option] else None
    if option == "seconds" and value in _ALONE:
        return _ALONE[value] if _ALONE[value][0] == "seconds" else None
    return (option, int(value)) if _NUMBER.fullmatch(value) else None


def _of_a_number(word: str, wished: Mapping[str, object], *, typed: str) -> Wish:
    """What a bare number is for: the first small one counts rounds, another one seconds."""
    if not _NUMBER.fullmatch(word):
        raise Illegal("settings/unread", word=typed[:QUOTED])
    number = int(word)
    small = number <= LIMITS["rounds"][1]
    wanted = "rounds" if small and "rounds" not in wished else "seconds"
    if wanted in wished:
        raise Illegal("settings/unread", word=typed[:QUOTED])
    return wanted, number
