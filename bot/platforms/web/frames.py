"""What a page may send over its socket, read strictly: anything else is `Illegal("press/forged")`."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from core.errors import Illegal

LARGEST: Final = 8192
LONGEST_LINE: Final = 500
_MOST_FIELDS = 8
_LONGEST_VALUE = 500
_LARGEST_NUMBER = 2**53
_ID = re.compile(r"[0-9A-Za-z-]{1,64}", re.ASCII)


@dataclass(frozen=True)
class Hello:
    """The first frame: the name I want, my language, and the last message that I have."""

    name: str | None
    language: str
    after: int


@dataclass(frozen=True)
class Press:
    """A button with the fields of its form."""

    id: str
    token: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Say:
    """A line of chat, or a command behind a slash."""

    id: str
    text: str


@dataclass(frozen=True)
class Rename:
    """The name that I want."""

    id: str
    name: str


@dataclass(frozen=True)
class Speak:
    """The language that I read."""

    id: str
    language: str


@dataclass(frozen=True)
class Ping:
    """Asks for the server's clock."""


Asked = Press | Say | Rename | Speak
Frame = Hello | Asked | Ping


def read_frame(text: str) -> Frame:
    """The frame in this text; only the fields that its type knows are looked at."""
    parts = _parts(text)
    read = _READERS.get(_text(parts, "type", 16))
    if read is None:
        raise Illegal("press/forged")
    return read(parts)


def frame_id(text: str) -> str:
    """The id of a frame however wrong the rest of it is, "" when there is none, so that its sender can be answered."""
    try:
        return _id(_parts(text))
    except Illegal:
        return ""


def _parts(text: str) -> Mapping[str, object]:
    try:
        text.encode()
        parts = json.loads(text, parse_constant=_no_number)
        json.dumps(parts, ensure_ascii=False).encode()  # a lone surrogate may hide behind an escape
    except (ValueError, RecursionError):
        raise Illegal("press/forged") from None
    if not isinstance(parts, dict):
        raise Illegal("press/forged")
    return parts


def _no_number(word: str) -> float:
    raise ValueError(word)


def _hello(parts: Mapping[str, object]) -> Hello:
    name = None if parts.get("name") is None else _text(parts, "name", LARGEST)
    language = _text(parts, "language", 100) if "language" in parts else ""
    return Hello(name, language, _number(parts.get("after", 0)))


def _press(parts: Mapping[str, object]) -> Press:
    return Press(_id(parts), _text(parts, "token", 200), _fields(parts.get("fields")))


def _fields(value: object) -> Mapping[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > _MOST_FIELDS:
        raise Illegal("press/forged")
    return {_text({"name": name}, "name", 32): _text(value, name, _LONGEST_VALUE) for name in value}


def _text(parts: Mapping[str, object], name: str, longest: int) -> str:
    value = parts.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise Illegal("press/forged")
    return value


def _id(parts: Mapping[str, object]) -> str:
    found = _text(parts, "id", 64)
    if not _ID.fullmatch(found):
        raise Illegal("press/forged")
    return found


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _LARGEST_NUMBER:
        raise Illegal("press/forged")
    return value


_READERS: Mapping[str, Callable[[Mapping[str, object]], Frame]] = {
    "hello": _hello,
    "press": _press,
    "say": lambda parts: Say(_id(parts), _text(parts, "text", LARGEST)),
    "name": lambda parts: Rename(_id(parts), _text(parts, "name", LARGEST)),
    "language": lambda parts: Speak(_id(parts), _text(parts, "language", 100)),
    "ping": lambda _: Ping(),
}
