"""From a secret and the players' cuts to cards, seals and the record of a deal (fair deal, version 1)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple
from typing import Any

from core.cards import deck, show
from core.frames import VERSION, digest, draw, entropy_bytes, frame, mac, shuffle, stream, tag, utc
from core.record import Context, Cut, Dealt, Opening, Person, RecordParts, Seal, read

__all__ = [
    "VERSION",
    "Context",
    "Cut",
    "Dealt",
    "Opening",
    "Person",
    "RecordParts",
    "Seal",
    "closed",
    "commitment",
    "deal",
    "digest",
    "draw",
    "entropy_bytes",
    "fault",
    "first_dealer",
    "frame",
    "key",
    "link",
    "mac",
    "record",
    "record_digest",
    "seal",
    "sealed",
    "shuffle",
    "source_of",
    "stream",
    "tag",
    "utc",
    "who",
]


def who(id: str, salt: str) -> str:  # noqa: A002 - the word of the record
    """The hash that stands for a person in the context."""
    return digest("who", id, salt)


def commitment(secret: str, context: Context) -> str:
    """The hash that binds the operator to the secret and the context."""
    *fixed, seats = astuple(context)
    return digest("commitment", secret, *fixed, *seats)


def closed(commitment: str, cuts: Sequence[Cut]) -> str:
    """The hash that closes the window of cuts; they must come in ascending seat order."""
    return digest("closed", commitment, *(field for cut in cuts for field in astuple(cut)))


def key(secret: str, closed: str) -> bytes:
    """The key of everything random in these deals."""
    return mac(bytes.fromhex(secret), "key", closed)


def source_of(key: bytes, number: int, seat: int) -> Iterator[int]:
    """The bytes for every random choice of a computer seat in deal `number`."""
    return stream(key, f"computer/{number}/{seat}")


def deal(key: bytes, context: Context, number: int = 0) -> Dealt:
    """The cards of deal `number`: first those set aside, then one block a seat, then the rest."""
    cards = shuffle(deck(context.deck), stream(key, f"deal/{number}"))
    starts = range(context.aside, context.aside + context.hand * len(context.seats), context.hand)
    hands = tuple(show(cards[start : start + context.hand]) for start in starts)
    return Dealt(show(cards[: context.aside]), hands, show(cards[starts.stop :]))


def first_dealer(key: bytes, seats: int) -> int:
    """The seat that deals first."""
    return draw(stream(key, "dealer"), seats)


def seal(closed: str, opening: Opening) -> str:
    """The hash that binds a seat to an arrangement without showing it."""
    return digest("seal", closed, *astuple(opening))


def link(line: str, one: Seal) -> str:
    """The seal line after one more seal."""
    return digest("sealed", line, *astuple(one))


def sealed(closed: str, seals: Sequence[Seal]) -> str:
    """The seal line after all seals, in the order in which they were published."""
    line = digest("sealed", closed)
    for one in seals:
        line = link(line, one)
    return line


def record_digest(closed: str, secret: str, sealed: str, outcome: str) -> str:
    """The hash of a finished record, to which the table's next opening chains."""
    return digest("record", closed, secret, sealed, outcome)


def record(parts: RecordParts) -> dict[str, Any]:
    """The JSON object that is published, stored and checked."""
    context = parts.context
    promise = commitment(parts.secret, context)
    cut = closed(promise, parts.cuts)
    dealing = key(parts.secret, cut)
    deals = parts.deals or [deal(dealing, context, number) for number in range(context.deals)]
    line = sealed(cut, parts.seals)
    return {
        "v": VERSION,
        "context": {**asdict(context), "seats": list(context.seats)},
        "commitment": promise,
        "cuts": [asdict(one) for one in parts.cuts],
        "closed": cut,
        "secret": parts.secret,
        "deals": _shown(deals),
        "seals": [asdict(one) for one in parts.seals],
        "sealed": line,
        "openings": [asdict(one) for one in parts.openings],
        "outcome": parts.outcome,
        "digest": record_digest(cut, parts.secret, line, parts.outcome),
        "people": [asdict(one) for one in parts.people],
    }


def _shown(deals: Sequence[Dealt]) -> list[dict[str, Any]]:
    return [{**asdict(one), "hands": list(one.hands)} for one in deals]


def fault(record: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> str | None:
    """The name of the first check of a finished record that fails, or None; `before` is the table's record before."""
    try:
        parts = read(record)
    except (KeyError, TypeError, ValueError):
        return "form"
    return next((name for name, holds in _checks(parts, record, before) if not holds), None)


def _checks(
    parts: RecordParts, record: Mapping[str, Any], before: Mapping[str, Any] | None
) -> Iterator[tuple[str, bool]]:
    context, cut, line = parts.context, record["closed"], record["sealed"]
    yield "chain", before is None or _follows(context, before)
    pairs = zip(parts.people, context.seats, strict=True)
    yield "people", all(one.id == "" or who(one.id, one.salt) == seat for one, seat in pairs)
    yield "commitment", record["commitment"] == commitment(parts.secret, context)
    yield "cuts", _in_order(parts.cuts, context)
    yield "closed", cut == closed(record["commitment"], parts.cuts)
    dealing = key(parts.secret, cut)
    deals = [deal(dealing, context, number) for number in range(context.deals)]
    yield "deals", record["deals"] == _shown(deals)
    yield "sealed", line == sealed(cut, parts.seals) and _computers_once(parts)
    yield "openings", _opened(parts, cut)
    yield "digest", record["digest"] == record_digest(cut, parts.secret, line, parts.outcome)


def _follows(context: Context, before: Mapping[str, Any]) -> bool:
    try:
        earlier = before["context"]
        place = earlier["host"], earlier["table"], earlier["serial"], before["digest"]
    except (KeyError, TypeError):
        return False
    return place == (context.host, context.table, context.serial - 1, context.prev)


def _in_order(cuts: Sequence[Cut], context: Context) -> bool:
    seats = [cut.seat for cut in cuts]
    humans = {seat for seat, person in enumerate(context.seats) if person}
    return seats == sorted(humans.intersection(seats))


def _computers_once(parts: RecordParts) -> bool:
    computers = Counter((one.deal, one.seat) for one in parts.seals if not parts.context.seats[one.seat])
    return all(times == 1 for times in computers.values())


def _opened(parts: RecordParts, cut: str) -> bool:
    last = {(one.deal, one.seat): one.seal for one in parts.seals}
    due = [] if parts.outcome.startswith("void:") else sorted(last)
    opened = {(one.deal, one.seat): one for one in parts.openings}
    return (
        sorted(opened) == due
        and len(opened) == len(parts.openings)
        and all(last[place] == seal(cut, one) for place, one in opened.items())
        and all(_from_hand(one, parts.deals[one.deal].hands[one.seat]) for one in parts.openings)
    )


def _from_hand(opening: Opening, hand: str) -> bool:
    rows = [row.split(" ") for row in opening.rows.split("/")]
    played = Counter(card for row in rows for card in row)
    return [len(row) for row in rows] == [3, 5, 5] and played <= Counter(hand.split(" "))
