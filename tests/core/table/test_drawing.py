"""Who sits where: a card each, equal ones again, and the highest sits first."""

import json

import pytest

from core import deal
from core.cards import parse_shown, rank
from core.deal import fault
from core.table import commands as c
from core.table import events as e
from core.table.drawing import drawn_seats
from core.table.model import Options, Phase
from core.table.opening import DRAWING
from core.table.options import playing
from core.table.view import board_view
from tests.tables import PEOPLE, started

TAIWAN = playing(Options(), "taiwan")


@pytest.mark.parametrize(
    ("hands", "rest", "order", "turned"),
    [
        (("9s", "Kh", "3d", "As"), "2c", (3, 1, 0, 2), ("9s", "Kh", "3d", "As")),
        (("9s", "9h", "3d", "As"), "2c Qd 5s", (3, 1, 0, 2), ("9s 2c", "9h Qd", "3d", "As")),
        (("9s", "9h", "3d", "3s"), "2c 2d 5s 6s 8s 7s", (0, 1, 3, 2), ("9s 2c 8s", "9h 2d 7s", "3d 5s", "3s 6s")),
    ],
)
def test_the_highest_sits_first_and_equal_ones_draw_again_in_seat_order(hands, rest, order, turned) -> None:
    drawn = drawn_seats(deal.Dealt("", hands, rest))
    assert (drawn.order, drawn.turned) == (order, turned)


def test_a_match_begins_with_the_drawing_and_the_highest_deals_first() -> None:
    played = started(4, TAIWAN)
    assert (played.table.round, played.table.phase) == (DRAWING, Phase.CUTTING)
    assert played.table.opening is not None
    context = played.table.opening.context
    assert (context.rules, context.hand, context.round) == ("taiwan/seats", 1, "0")
    before = played.table.seats
    for number, person in enumerate(PEOPLE[:4], start=1):
        events = played.do(c.Cut(1, str(number)), person)
    drawn = next(event for event in events if isinstance(event, e.SeatsDrawn))
    assert [seat.person for seat in drawn.result.seats] == [seat and seat.person for seat in played.table.seats]
    assert played.table.seats == tuple(before[former] for former in drawn.order)
    assert drawn.result.former == drawn.order
    turned = [tuple(map(rank, parse_shown(seat.hand))) for seat in drawn.result.seats]
    assert turned == sorted(turned, reverse=True)
    assert (played.table.round, played.table.dealer, board_view(played.table).dealer) == (1, 0, 0)
    assert fault(json.loads(drawn.record)) is None
    played.wait(10)
    played.cut_all()
    assert played.table.deal is not None
    assert played.table.deal.dealer == 0


def test_whoever_does_not_draw_is_drawn_for() -> None:
    played = started(2, TAIWAN)
    played.do(c.Cut(1, "3"), PEOPLE[0])
    assert played.table.round == DRAWING
    played.wait(20)
    assert played.table.round == 1


def test_a_person_who_joins_before_anybody_has_drawn_draws_too() -> None:
    played = started(3, TAIWAN)
    played.do(c.Join(), PEOPLE[3])
    assert (played.table.round, played.table.serial) == (DRAWING, 2)
    assert [seat and seat.person for seat in played.table.seats] == [each.person for each in PEOPLE[:4]]
