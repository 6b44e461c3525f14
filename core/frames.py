"""The bytes, hashes and random streams that a fair deal is made of, without a word about cards."""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

VERSION = "shisanzhi/fair-deal/1"
LARGEST = 2**53 - 1
Field = str | int
Thing = TypeVar("Thing")


def frame(label: str, *fields: Field) -> bytes:
    """Label and fields, each behind its length in four bytes: no two lists come out alike; ValueError for odd fields."""
    texts = [f"{VERSION}/{label}", *(_text(field) for field in fields)]
    return b"".join(len(text).to_bytes(4, "big") + text.encode("ascii") for text in texts)


def _text(field: Field) -> str:
    if isinstance(field, str):
        sound = re.fullmatch("[ -~]*", field) is not None
    else:
        sound = type(field) is int and 0 <= field <= LARGEST
    if not sound:
        raise ValueError("a field is printable ASCII or a natural number below 2^53")
    return str(field)


def digest(label: str, *fields: Field) -> str:
    """SHA-256 of a frame, as hex."""
    return hashlib.sha256(frame(label, *fields)).hexdigest()


def mac(key: bytes, label: str, *fields: Field) -> bytes:
    """HMAC-SHA-256 of a frame: 32 bytes."""
    return hmac.digest(key, frame(label, *fields), "sha256")


def entropy_bytes(entropy: bytes, purpose: str, number: int) -> bytes:
    """32 bytes for one purpose, derived from the fresh entropy of one command."""
    return mac(entropy, "entropy", purpose, number)


def stream(key: bytes, name: str) -> Iterator[int]:
    """The bytes of one named stream, without end."""
    counter = 0
    while True:
        yield from mac(key, "stream", name, counter)
        counter += 1


def draw(source: Iterator[int], bound: int) -> int:
    """A number below `bound` (1 to 256), each equally likely: bytes from its last multiple upwards are passed over."""
    ceiling = 256 - 256 % bound
    return next(byte for byte in source if byte < ceiling) % bound


def shuffle(things: Sequence[Thing], source: Iterator[int]) -> list[Thing]:
    """The things in an order drawn from `source` (Fisher and Yates, from the end)."""
    mixed = list(things)
    for last in range(len(mixed) - 1, 0, -1):
        other = draw(source, last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def tag(value: str) -> str:
    """The eight letters and digits by which people recognise a hash; they bind nothing."""
    return base64.b32encode(bytes.fromhex(value[:10])).decode("ascii")


def utc(milliseconds: int) -> str:
    """A moment in milliseconds since 1970 as a record writes it.

    >>> utc(1_796_126_400_000)
    '2026-12-01T12:00:00Z'
    """
    days, seconds = divmod(milliseconds // 1000, 86_400)
    year, month, day = _date(days)
    hour, minute = seconds // 3600, seconds // 60 % 60
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{seconds % 60:02}Z"


def _date(days: int) -> tuple[int, int, int]:
    """Year, month and day of a number of days since 1970; years begin in March here, so that a leap day ends one."""
    era, of_era = divmod(days + 719_468, 146_097)
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    january_or_february = month >= 10
    return era * 400 + year + january_or_february, month - 9 if january_or_february else month + 3, day
