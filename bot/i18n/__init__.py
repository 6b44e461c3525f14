"""Texts: a key and its facts become words in one of the languages that lie in `locales`."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from gettext import c2py
from importlib.resources import files
from types import MappingProxyType
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global
from babel.dates import format_datetime
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.screens.model import Average, Cards, InLanguage, Name, Points, Stamp, Text, When
from core.cards import JOKER, Card, rank, suit

__all__ = [
    "DEFAULT",
    "Catalog",
    "Part",
    "average",
    "best_language",
    "cards_text",
    "catalog",
    "languages",
    "points",
    "shown_thousandths",
]

DEFAULT = "zh-TW"
_ABROAD = "en"
"""What people read whose language there is no catalogue of."""
_FALLBACKS = (DEFAULT, _ABROAD)
_CHINESE = re.compile(r"^(cmn|yue|nan|hak|wuu|gan|hsn|cdo|lzh)(?=-|$)")
"""Tags of their own for what is written as Chinese is."""
_PLACE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
_SUIT_SIGNS = "♤♥♦♧"  # in the order of core.cards; ♠ and ♣ would become emoji
Part = str | Name | Cards | When
_NO_FACTS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True)
class Message:
    """The forms of one text; `counted` names the fact that chooses among them."""

    forms: tuple[str, ...]
    counted: str | None = None


@dataclass(frozen=True)
class Words:
    """One catalogue file as it was read."""

    messages: Mapping[str, Message]
    form: Callable[[int], int]


@dataclass(frozen=True)
class Catalog:
    """A language with what else changes how facts are shown.

    `name` shows the name of a person; a platform whose markup needs it puts its escape there
    (`dataclasses.replace`). `command` writes one that can be pressed, on a platform that knows such.
    """

    language: str
    timezone: str = "Asia/Taipei"
    name: Callable[[str], str] = str
    command: Callable[[str], str] | None = None

    def text(self, key: str, facts: Mapping[str, object] = _NO_FACTS) -> str:
        """The words of `key`; a key that no language has comes back itself, a fact that is missing stays `{n}`.

        Facts are put in once and never read as patterns, so a name like "{0}" is harmless.
        """
        return "".join(self.show(part) for part in self.parts(key, facts))

    def parts(self, key: str, facts: Mapping[str, object] = _NO_FACTS) -> tuple[Part, ...]:
        """The text in pieces: words, and the names, cards and moments that a platform may draw in its own way."""
        found: list[Part] = []
        for at, piece in enumerate(_PLACE.split(self._pattern(key, facts))):
            if at % 2 == 0:
                found.append(piece)
            elif piece in facts:
                found.extend(self._fact(facts[piece]))
            else:
                found.append(f"{{{piece}}}")
        return _joined(found)

    def has(self, key: str) -> bool:
        """Whether this language itself, without its fallbacks, has the text."""
        return key in _words(self.language).messages

    def keys(self, prefix: str) -> tuple[str, ...]:
        """All keys that begin so, of this language and its fallbacks, in order."""
        tags = dict.fromkeys((self.language, *_FALLBACKS))
        return tuple(sorted({key for tag in tags for key in _words(tag).messages if key.startswith(prefix)}))

    def show(self, fact: object) -> str:
        """One fact as it stands in a plain text."""
        match fact:
            case str():
                return fact
            case Name():
                return self.name(fact.text)
            case Cards():
                return cards_text(fact.cards, self.language)
            case When():
                return self._clock(fact.milliseconds)
            case _:
                return "".join(self.show(part) for part in self._fact(fact))

    def _fact(self, fact: object) -> Iterable[Part]:
        match fact:
            case str() | Name() | Cards() | When():
                return (fact,)
            case Text():
                return self.parts(fact.key, fact.facts)
            case InLanguage():
                return replace(self, language=fact.language).parts(fact.text.key, fact.text.facts)
            case Points():
                return (points(fact.value),)
            case Average():
                return (average(fact.thousandths),)
            case Stamp():
                return (self._clock(fact.milliseconds, "time/stamp"),)
            case int() | float():
                return (_number(fact, self.language),)
            case list() | tuple():
                return self._listed(fact)
            case _:
                message = f"no text shows a fact of type {type(fact).__name__}"
                raise TypeError(message)

    def _listed(self, facts: Iterable[object]) -> Iterable[Part]:
        for number, fact in enumerate(facts):
            if number:
                yield self.text("list/separator")
            yield from self._fact(fact)

    def _pattern(self, key: str, facts: Mapping[str, object]) -> str:
        for language in dict.fromkeys((self.language, *_FALLBACKS)):
            words = _words(language)
            message = words.messages.get(key)
            if message is not None:
                count = facts.get(message.counted) if message.counted else None
                return message.forms[words.form(count) if isinstance(count, int) else -1]
        return key

    def _clock(self, milliseconds: int, form: str = "time/clock") -> str:
        moment = datetime.fromtimestamp(milliseconds / 1000, tz=ZoneInfo(self.timezone))
        return format_datetime(moment, self.text(form), locale=_locale(self.language))


def catalog(language: str, timezone: str = "Asia/Taipei") -> Catalog:
    """The catalogue of this language, or of the nearest one there is."""
    return Catalog(language if language in languages() else best_language(language), timezone)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The tags of all catalogue files, the default first."""
    names = (entry.name for entry in files(__package__).joinpath("locales").iterdir())
    tags = {name.removesuffix(".po") for name in names if name.endswith(".po")}
    return DEFAULT, *sorted(tags - {DEFAULT})


def best_language(accept_language_header: str) -> str:
    """The language that a browser's `Accept-Language`, or a single tag, likes best; English for one that is not here."""
    wanted = _wanted(accept_language_header[:500])
    for tag in (_CHINESE.sub("zh", tag) for tag in wanted):
        primary = tag.partition("-")[0]
        same = [language for language in languages() if language.lower() == tag]
        near = [language for language in languages() if language.lower().partition("-")[0] == primary]
        if same or near:
            return (same or sorted(near, key=lambda language: _script(language) != _script(tag)))[0]
    return _ABROAD if any(tag[:1].isalpha() for tag in wanted) else DEFAULT


def _script(tag: str) -> str:
    """How a language is written, "Hans" for zh-SG; "" where the tag says neither script nor land."""
    language, *rest = tag.split("-")
    if not rest:
        return ""
    written = [part.title() for part in rest if len(part) == len("Hans")]
    likely = get_global("likely_subtags")
    meant = likely.get(f"{language}_{rest[-1].upper()}") or likely.get(language, "")
    return written[0] if written else "".join(meant.split("_")[1:2])


def points(value: int) -> str:
    """A score with its sign in front: "+21", "−8" (U+2212), "0"."""
    return f"{value:+,}".replace("-", "−") if value else "0"


def average(thousandths: int) -> str:
    """Expected points with their sign and two digits behind the point: "+1.32", "−0.42", "0.00"."""
    hundredths = shown_thousandths(thousandths) // 10
    sign = "" if not hundredths else "+" if hundredths > 0 else "−"
    return f"{sign}{abs(hundredths) // 100:,}.{abs(hundredths) % 100:02d}"


def shown_thousandths(thousandths: int) -> int:
    """Thousandths as two digits behind the point show them, a half away from zero."""
    size = (abs(thousandths) + 5) // 10 * 10
    return size if thousandths > 0 else -size


def cards_text(cards: Iterable[Card], language: str = DEFAULT) -> str:
    """Cards as people read them: "♤A ♥10 鬼"."""
    joker = catalog(language).text("card/joker")
    return " ".join(joker if card == JOKER else f"{_SUIT_SIGNS[suit(card)]}{_rank_sign(rank(card))}" for card in cards)


def _joined(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts with neighbouring words put together, and without empty ones."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part != "":
            found.append(part)
    return tuple(found)


def _rank_sign(value: int) -> str:
    return "JQKA"[value - 11] if value > 10 else str(value)


def _wanted(header: str) -> list[str]:
    parts = [part.strip().lower().replace("_", "-").partition(";q=") for part in header.split(",")]
    return [tag for tag, _, quality in sorted(parts, key=lambda part: -_quality(part[2])) if _quality(quality) > 0]


def _quality(text: str) -> float:
    return float(text) if re.fullmatch(r"[01](\.\d{0,3})?", text) else 1.0 if not text else 0.0


@lru_cache(maxsize=4096)
def _number(value: float, language: str) -> str:
    return format_decimal(value, locale=_locale(language)).replace("-", "−")


@lru_cache(maxsize=64)
def _locale(language: str) -> Locale:
    return Locale.parse(language, sep="-")


@lru_cache(maxsize=64)
def _words(language: str) -> Words:
    with files(__package__).joinpath("locales", f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=_locale(language))
    messages = {}
    for entry in catalogue:
        if entry.id and not entry.fuzzy:
            key, counted = (entry.id, None) if isinstance(entry.id, str) else (entry.id[0], entry.id[1].strip("{}"))
            forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
            if forms and all(forms):
                messages[key] = Message(forms, counted)
    return Words(MappingProxyType(messages), c2py(catalogue.plural_expr))
