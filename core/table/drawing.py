"""The drawing of the seats (抓位): who turned up what, and who sits where after it."""

from collections import Counter
from dataclasses import dataclass, replace

from core import deal
from core.cards import parse_shown, rank, show
from core.table.closing import closed_result
from core.table.course import Course, named_seat
from core.table.model import By
from core.table.result import Result, ResultSeat


@dataclass(frozen=True)
class Drawn:
    """`order[i]` is the former seat that now sits at i; `turned` the cards of each former seat, several after a tie."""

    order: tuple[int, ...]
    turned: tuple[str, ...]


def drawn_seats(dealt: deal.Dealt) -> Drawn:
    """The highest card sits first; the tied seats, in seat order, take the next cards of the rest until none is tied."""
    turned = [[*parse_shown(hand)] for hand in dealt.hands]
    rest = iter(parse_shown(dealt.rest))
    while tied := _tied([tuple(map(rank, cards)) for cards in turned]):
        for seat in tied:
            turned[seat].append(next(rest))
    order = sorted(range(len(turned)), key=lambda seat: [rank(card) for card in turned[seat]], reverse=True)
    return Drawn(tuple(order), tuple(show(cards) for cards in turned))


def _tied(ranks: list[tuple[int, ...]]) -> list[int]:
    times = Counter(ranks)
    return [seat for seat, drawn in enumerate(ranks) if times[drawn] > 1]


def drawn_result(course: Course, drawn: Drawn, *, record: dict[str, object]) -> Result:
    """The drawing as everybody may see it, the seats in their new order."""
    seats = tuple(_seat(course, seat, turned=drawn.turned[seat]) for seat in drawn.order)
    return replace(closed_result(course, record, seats=seats), former=drawn.order)


def _seat(course: Course, seat: int, *, turned: str) -> ResultSeat:
    name, person, number = named_seat(course.table, seat)
    return ResultSeat(name, person, turned, "", By.PERSON, points=0, match_points=0, number=number)
