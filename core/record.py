"""The parts of a fair deal's record, and how they are read back from its JSON object."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from core.frames import LARGEST, VERSION, frame

DECKS = frozenset({52, 65, 68})
MOST_SEATS = 4
MOST_DEALS = 64
HASHES = ("commitment", "closed", "sealed", "digest")
"""What a record says of itself and its parts must give again."""


@dataclass(frozen=True)
class Context:
    """What is fixed before anybody cuts; `seats` holds `who` of each human and empty text for a computer."""

    host: str
    table: str
    serial: int
    round: str
    rules: str
    deck: int
    aside: int
    hand: int
    deals: int
    opened: str
    prev: str
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Cut:
    """A human seat's contribution: 0 to 32 digits, and in the browser the page's own nonce as `event`."""

    seat: int
    event: str
    number: str


@dataclass(frozen=True)
class Dealt:
    """The cards of one deal as blank-separated texts; `hands` in seat order."""

    aside: str
    hands: tuple[str, ...]
    rest: str


@dataclass(frozen=True)
class Seal:
    """One published seal; the last of a seat counts."""

    deal: int
    seat: int
    seal: str


@dataclass(frozen=True)
class Opening:
    """What a seal hides: `rows` is front/middle/back, `salt` 32 hex digits made for this one seal."""

    deal: int
    seat: int
    rows: str
    declare: str
    salt: str


@dataclass(frozen=True)
class Person:
    """Whom a seat's `who` stands for; both texts are empty for a computer and for a forgotten person."""

    id: str
    salt: str


@dataclass(frozen=True)
class RecordParts:
    """What a record is made of; `deals` are the stored cards, or empty where they were never dealt (voided before)."""

    context: Context
    secret: str
    cuts: tuple[Cut, ...]
    deals: tuple[Dealt, ...]
    seals: tuple[Seal, ...]
    openings: tuple[Opening, ...]
    outcome: str
    people: tuple[Person, ...]


Part = TypeVar("Part", Context, Cut, Dealt, Seal, Opening, Person)


def read(record: Mapping[str, Any]) -> RecordParts:
    """The parts of a record that has the right form; KeyError, TypeError or ValueError where it has not."""
    parts = RecordParts(
        context=_part(Context, record["context"]),
        secret=_text(record["secret"]),
        cuts=_parts(Cut, record["cuts"]),
        deals=_parts(Dealt, record["deals"]),
        seals=_parts(Seal, record["seals"]),
        openings=_parts(Opening, record["openings"]),
        outcome=_text(record["outcome"]),
        people=_parts(Person, record["people"]),
    )
    for name in HASHES:
        _text(record[name])
    if record["v"] != VERSION or not _is_hash(parts.secret) or not _fits(parts):
        raise ValueError("not a record of this version")
    return parts


def _parts(kind: type[Part], listed: object) -> tuple[Part, ...]:
    if not isinstance(listed, list):
        raise TypeError("not a list")
    return tuple(_part(kind, one) for one in listed)


def _part(kind: type[Part], one: Mapping[str, Any]) -> Part:
    return kind(**{field.name: _value(one[field.name], field.type) for field in fields(kind)})


def _value(value: object, wanted: object) -> Any:
    if wanted is str:
        return _text(value)
    if wanted is int:
        return _number(value)
    if not isinstance(value, list):
        raise TypeError("not a list")
    return tuple(_text(one) for one in value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    frame("form", value)
    return value


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise TypeError("not a natural number")
    return value


def _is_hash(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


def _fits(parts: RecordParts) -> bool:
    context = parts.context
    seats = len(context.seats)
    return (
        context.deck in DECKS
        and 1 <= seats == len(parts.people) <= MOST_SEATS
        and context.hand >= 1
        and context.aside + context.hand * seats <= context.deck
        and 1 <= context.deals <= MOST_DEALS
        and context.serial >= 1
        and (context.serial == 1) == (context.prev == "")
        and all(one.deal < context.deals and one.seat < seats for one in parts.seals)
    )
