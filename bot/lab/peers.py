"""The hardest level beside other programs for the thirteen-card game, on hands that all of them have arranged.

A file has one JSON object a line: `table`, `seat`, `cards`, and under each program's name its three rows. They are
scored as `standard` is, without special hands.
"""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Final, NamedTuple

from core.arrangement import Arrangement, faults
from core.arranger import HARDEST, best, played_by
from core.cards import Card, parse
from core.frames import stream
from core.rules import ROWS, RULE_SETS
from core.scoring import payments, totals
from core.strength import strengths

_OTHER_KEYS: Final = frozenset({"id", "table", "seat", "cards"})
_RULES: Final = RULE_SETS["standard"]
_SEED: Final = bytes(32)
Rows = Sequence[Arrangement]
"""What one player does with each hand of a table."""


class Table(NamedTuple):
    """The hands of one deal and, of each program that has arranged them all, what it has made of them."""

    hands: tuple[tuple[Card, ...], ...]
    played: Mapping[str, tuple[Arrangement, ...]]


class Measured(NamedTuple):
    """A mean over all tables and its standard error."""

    mean: float
    error: float


def main(file: Path) -> int:
    """Print what the hardest level wins of each program: a hand against one, and a deal alone against three."""
    tables = list(read(file))
    rows = measured(tables)
    print(f"{len(tables)} tables; {HARDEST}'s points, ± one standard error, and rows that were out of order")
    print(f"{'':14}{'a hand against one':>22}{'a deal against three':>24}{'mended':>8}{'foul':>6}")
    for name, (one, three) in rows.items():
        mended, foul = _out_of_order([arrangement for each in tables for arrangement in each.played.get(name, ())])
        print(f"{name:14}{one.mean:+13.4f} ± {one.error:.4f}{three.mean:+15.4f} ± {three.error:.4f}{mended:8}{foul:6}")
    return 0


def read(file: Path) -> Iterator[Table]:
    """The tables of a file, plain or gzipped."""
    unpacked = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    seats: dict[int, list[dict[str, object]]] = {}
    for line in unpacked.decode("utf-8").splitlines():
        seat = json.loads(line)
        seats.setdefault(seat["table"], []).append(seat)
    for table in seats.values():
        names = [name for name in table[0] if name not in _OTHER_KEYS and all(seat.get(name) for seat in table)]
        yield Table(
            tuple(parse(str(seat["cards"])) for seat in table),
            {name: tuple(_arrangement(seat[name]) for seat in table) for name in names},
        )


def _arrangement(rows: object) -> Arrangement:
    if not isinstance(rows, dict):
        message = f"rows expected, not {rows!r}"
        raise TypeError(message)
    return Arrangement(*(parse(rows[row]) for row in ROWS))


def mended(arrangement: Arrangement) -> Arrangement:
    """The arrangement, with middle and back exchanged where only that puts it in order."""
    if not faults(arrangement, strengths(_RULES), _RULES):
        return arrangement
    front, middle, back = arrangement.rows
    other = Arrangement(front, back, middle)
    return arrangement if faults(other, strengths(_RULES), _RULES) else other


def _out_of_order(arrangements: Rows) -> tuple[int, int]:
    """How many had to be mended, and how many cannot be."""
    results = [mended(each) for each in arrangements]
    fouls = sum([bool(faults(each, strengths(_RULES), _RULES)) for each in results])
    return sum([one != other for one, other in zip(arrangements, results, strict=True)]), fouls


def measured(tables: Sequence[Table]) -> dict[str, tuple[Measured, Measured]]:
    """For each program what the hardest level wins of it a hand, and a deal alone against three."""
    source = stream(_SEED, "peers")
    two, four = played_by(_RULES, 2), _RULES
    one: dict[str, list[float]] = {}
    three: dict[str, list[float]] = {}
    for table in tables:
        by_two, by_four = (
            [best(rules, hand, bonus=None, source=source) for hand in table.hands] for rules in (two, four)
        )
        for name, played in table.played.items():
            theirs = [mended(each) for each in played]
            one.setdefault(name, []).append(_against_one(by_two, theirs))
            three.setdefault(name, []).append(_against_three(by_four, theirs))
    return {name: (_measured(one[name]), _measured(three[name])) for name in one}


def _measured(points: Sequence[float]) -> Measured:
    return Measured(mean(points), stdev(points) / sqrt(len(points)))


def _against_one(own: Rows, theirs: Rows) -> float:
    """Points a hand over all pairs of hands of a table, each pair both ways."""
    return mean(
        [
            _won((own[mine], theirs[other]), seat=0)
            for pair in combinations(range(len(own)), 2)
            for mine, other in (pair, pair[::-1])
        ]
    )


def _against_three(own: Rows, theirs: Rows) -> float:
    """Points a deal, the mean of all seats."""
    return mean([_won([*theirs[:seat], own[seat], *theirs[seat + 1 :]], seat=seat) for seat in range(len(own))])


def _won(arrangements: Rows, *, seat: int) -> int:
    return totals(payments(_RULES, arrangements, strengths(_RULES)), len(arrangements))[seat]
