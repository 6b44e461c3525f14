"""Screens as JSON without a language, so that a stored message can be worded anew for every reader."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, get_type_hints

from bot.screens import model
from bot.screens.model import Screen
from core.cards import Card, show

SCHEMA = 1
_TAG = "$"
_KINDS: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (
        model.Name,
        model.Points,
        model.Average,
        model.Cards,
        model.When,
        model.Stamp,
        model.Text,
        model.InLanguage,
        model.Line,
        model.Hash,
        model.ShownRow,
        model.Strip,
        model.Reveal,
        model.Button,
        model.Field,
        model.PanelCard,
        model.PanelRow,
        model.PanelPick,
        model.Panel,
        model.Picture,
        model.File,
        model.Screen,
    )
}


def dump_screen(screen: Screen) -> dict[str, object]:
    """The screen as an object for JSON, with its schema number."""
    return {"v": SCHEMA, "screen": _plain(screen)}


def load_screen(stored: object) -> Screen:
    """The screen that `dump_screen` gave; `ValueError` when it is none of this schema. Lists come back as tuples."""
    screen = _made(stored.get("screen")) if isinstance(stored, dict) and stored.get("v") == SCHEMA else None
    if not isinstance(screen, Screen):
        message = "not a screen of this schema"
        raise ValueError(message)  # noqa: TRY004 # it is the value that is wrong
    return screen


def card_code(card: Card) -> str:
    """A card in the two letters of the records, "As"; the joker is "Xx"."""
    return show((card,))


def _plain(value: object) -> object:
    """The value in what JSON knows; a record carries its kind's name and leaves out what is as usual."""
    match value:
        case StrEnum():
            return value.value
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {_key(name): _plain(part) for name, part in value.items()}
        case list() | tuple():
            return [_plain(part) for part in value]
        case _ if type(value).__name__ in _KINDS and is_dataclass(value):
            kept = {part.name: getattr(value, part.name) for part in fields(value) if not _usual(value, part)}
            return {_TAG: type(value).__name__, **{name: _plain(part) for name, part in kept.items()}}
        case _:
            message = f"no screen holds a {type(value).__name__}"
            raise TypeError(message)


def _made(value: object) -> object:
    match value:
        case dict() if isinstance(kind := value.get(_TAG), str):
            return _record(kind, {name: part for name, part in value.items() if name != _TAG})
        case dict():
            return {name: _made(part) for name, part in value.items()}
        case list():
            return tuple(_made(part) for part in value)
        case _:
            return value


def _record(name: str, parts: Mapping[str, object]) -> object:
    kind = _KINDS.get(name)
    if kind is None or not parts.keys() <= {part.name for part in fields(kind)}:
        message = f"not a part of a screen: {name}"
        raise ValueError(message)
    enums = _enums(kind)
    made: dict[str, Any] = {key: enums[key](str(part)) if key in enums else _made(part) for key, part in parts.items()}
    try:
        return kind(**made)
    except TypeError as missing:
        raise ValueError(str(missing)) from None


@cache
def _enums(kind: type) -> Mapping[str, type[StrEnum]]:
    hints = get_type_hints(kind)
    return {name: hint for name, hint in hints.items() if isinstance(hint, type) and issubclass(hint, StrEnum)}


def _usual(record: object, part: Field[Any]) -> bool:
    """Whether the field holds its default, which then need not be written."""
    value = getattr(record, part.name)
    if part.default is not MISSING:
        return bool(value == part.default)
    return part.default_factory is not MISSING and value == part.default_factory()


def _key(name: object) -> str:
    if not isinstance(name, str) or name == _TAG:
        message = f"no screen has a key {name!r}"
        raise TypeError(message)
    return name
