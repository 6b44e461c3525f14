"""Tables, events and results as JSON text: a snapshot carries the number of its form and is upgraded when read."""

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Union, cast, get_args, get_origin, get_type_hints

from core.table import events
from core.table.daily import Day
from core.table.model import Table
from core.table.result import Result

FORM: Final = 1
_text: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_PLAIN: Final = (str, int, bool, float, NoneType)
_EVENTS: Final[Mapping[str, type]] = {kind.__name__: kind for kind in get_args(events.Event)}


def dump(table: Table) -> str:
    """The snapshot of a table."""
    return _text({"v": FORM, "table": _plain(table)})


def load(text: str) -> Table:
    """The table of a snapshot; `ValueError` for a form that this version does not know."""
    held = json.loads(text)
    if held["v"] != FORM:
        message = f"snapshot of form {held['v']}, known is {FORM}"
        raise ValueError(message)
    table: Table = _reader(Table)(held["table"])
    return table


def dump_event(event: events.Event) -> tuple[str, str]:
    """An event's name and its facts."""
    return type(event).__name__, _text(_plain(event))


def load_event(kind: str, text: str) -> events.Event:
    """The strict inverse of `dump_event`."""
    event: events.Event = _reader(_EVENTS[kind])(json.loads(text))
    return event


def dump_result(result: Result) -> str:
    """An ended round."""
    return _text(_plain(result))


def load_result(text: str) -> Result:
    """The strict inverse of `dump_result`."""
    result: Result = _reader(Result)(json.loads(text))
    return result


def dump_day(day: Day) -> str:
    """A day of the daily challenge, secret included."""
    return _text(_plain(day))


def load_day(text: str) -> Day:
    """The strict inverse of `dump_day`."""
    day: Day = _reader(Day)(json.loads(text))
    return day


def _plain(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, frozenset):
        return sorted(_plain(one) for one in value)
    return {name: _plain(getattr(value, name)) for name in _names(cast("Hashable", type(value)))}


@cache
def _names(kind: Hashable) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cast("Any", kind)))


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """How a value of this type is made from JSON; worked out once a type. An enum is its own reader."""
    kind = getattr(kind, "__supertype__", kind)
    origin, inner = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _same
    if origin in {Union, UnionType}:
        (some,) = (one for one in inner if one is not NoneType)
        return _optional(_reader(some))
    if origin in {tuple, frozenset}:
        return _many(origin, _reader(inner[0]))
    if is_dataclass(kind):
        return _made(cast("type", kind))
    return cast("Callable[[Any], Any]", kind)


def _same(value: Any) -> Any:
    return value


def _optional(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


def _many(kind: type, read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    if read is _same:
        return kind
    return lambda values: kind(map(read, values))


def _made(kind: type) -> Callable[[Any], Any]:
    """A reader of a dataclass; fields of a plain one are put in place all at once, its own way sets one by one."""
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    deep = [(name, read) for name, read in readers.items() if read is not _same]
    names = frozenset() if hasattr(kind, "__slots__") else readers.keys()

    def make(held: Any) -> Any:
        for name, read in deep:
            if name in held:  # else it was written before there was this field, which then has a default
                held[name] = read(held[name])
        if held.keys() != names:
            return kind(**held)
        made: Any = object.__new__(kind)
        made.__dict__.update(held)
        return made

    return make
