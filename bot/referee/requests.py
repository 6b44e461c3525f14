"""A line of the referee's input as JSON values, each of the right kind or refused by name."""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from core.cards import Card, parse
from core.errors import Illegal

Request = Mapping[str, Any]
LONGEST_QUOTE: Final = 40


def read(line: str) -> Request:
    """Return the object of one line."""
    try:
        request = json.loads(line, parse_constant=_no_number, parse_float=_number, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise Illegal("referee/not-json") from None
    if not isinstance(request, dict):
        raise Illegal("referee/not-json")
    return request


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise Illegal("referee/key-twice", field=twice[:LONGEST_QUOTE])
    return found


def _number(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def refuse_unknown(request: Request, keys: frozenset[str]) -> None:
    """Refuse a key that is none of these."""
    for key in request:
        if key not in keys:
            raise Illegal("referee/unknown-key", field=key[:LONGEST_QUOTE])


def cards_of(request: Request, key: str) -> tuple[Card, ...]:
    """Return the cards that the key holds, typed as people type them."""
    return parse(text_of(request, key))


def text_of(request: Request, key: str) -> str:
    """Return the text that the key holds."""
    value = value_of(request, key, str)
    return str(value)


def value_of(request: Request, key: str, kind: type) -> Any:
    """Return what the key holds; it must be there and of its kind."""
    if key not in request:
        raise Illegal("referee/key-missing", field=key)
    if not isinstance(request[key], kind):
        raise Illegal("referee/key-type", field=key)
    return request[key]
