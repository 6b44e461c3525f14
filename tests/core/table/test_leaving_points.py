"""Seats whose points are gone, who deals next, and how few may play on."""

from dataclasses import replace

import pytest

from core.rules import RULE_SETS
from core.table import commands as c
from core.table import events as e
from core.table.match_view import match_view
from core.table.model import Options, Phase, Score, seat_key
from core.table.options import playing
from core.table.view import board_view, lobby_view
from tests.core.table.test_lobby import refused
from tests.tables import PEOPLE, Played, dealt, opened, started

TAIWAN = playing(Options(), "taiwan")


def nearly_out(*poor: int, people: int = 4) -> Played:
    """A first round in which the seats of these people have so few points that any loss is the end."""
    played = dealt(people, TAIWAN)
    seats = {played.seat(PEOPLE[number]) for number in poor}
    scores = []
    for number, seat in enumerate(played.table.seats):
        assert seat is not None
        points = -500 if number in seats else 0
        scores.append(Score(seat_key(seat, number), seat.name, human=seat.person is not None, points=points))
    played.table = replace(played.table, scores=tuple(scores))
    return played


def test_whose_points_are_gone_leaves_and_the_others_play_on() -> None:
    played = nearly_out(1)
    seat = played.seat(PEOPLE[1])
    events = played.submit_all()
    assert [event.seat for event in events if isinstance(event, e.Out)] == [seat]
    result = next(event.result for event in events if isinstance(event, e.Settled))
    assert [each.out for each in result.seats] == [number == seat for number in range(4)]
    assert [each and each.person for each in played.table.seats] == [
        each.person for number, each in enumerate(result.seats) if number != seat
    ]
    assert played.table.phase is Phase.CUTTING
    assert played.table.opening is not None
    assert len(played.table.opening.context.seats) == 3
    assert refused(played, c.Cut(played.table.serial, "1"), PEOPLE[1]) == "press/not-seated"
    assert any(line.points < -400 for line in match_view(played.table, 1).standings)


def test_the_dealer_is_counted_anew_where_a_seat_has_gone() -> None:
    played = nearly_out(0, 1)
    before = played.table.seats
    events = played.submit_all()
    settled = next(event for event in events if isinstance(event, e.Settled))
    assert settled.next_dealer is not None
    winner = before[settled.next_dealer]
    assert winner is not None
    assert played.table.dealer is not None
    now = played.table.seats[played.table.dealer]
    assert now is not None
    assert winner.person in {now.person, PEOPLE[0].person, PEOPLE[1].person}


def test_whose_points_are_gone_sits_down_again_with_the_next_match_only() -> None:
    played = nearly_out(0, people=3)
    played.submit_all(PEOPLE[:3])
    assert played.table.phase is Phase.CUTTING
    assert refused(played, c.Join(), PEOPLE[0]) == "player/out"
    played.table = replace(played.table, phase=Phase.FINISHED, opening=None)
    played.do(c.Join(), PEOPLE[0])
    assert played.seat(PEOPLE[0]) == 3


def test_a_computer_that_comes_has_not_the_name_and_the_points_of_one_that_is_out() -> None:
    played = dealt(3, TAIWAN)
    gone = Score("computer:0", "", human=False, points=-500)
    people = tuple(Score(person.person, person.name, human=True) for person in PEOPLE[:3])
    played.table = replace(played.table, scores=(gone, *people))
    played.do(c.Leave(), PEOPLE[1])
    events = played.submit_all((PEOPLE[0], PEOPLE[2]))
    assert any(isinstance(event, e.Out) for event in events)
    computers = [seat.number for seat in played.table.seats if seat is not None and not seat.person]
    assert computers == [2]


def test_whoever_was_to_have_a_seat_that_goes_waits_for_another_one() -> None:
    played = dealt(3, TAIWAN)
    played.table = replace(played.table, scores=(Score("computer:0", "", human=False, points=-500),))
    played.do(c.Join(), PEOPLE[3])
    played.submit_all(PEOPLE[:3])
    assert len(played.table.seats) == 3
    assert board_view(played.table).queue == (PEOPLE[3].name,)


def test_whoever_waits_has_the_seat_of_one_who_is_out_as_soon_as_the_match_is_over() -> None:
    played = nearly_out(1)
    played.do(c.Join(), PEOPLE[4])
    played.table = replace(played.table, options=replace(played.table.options, rounds=1))
    played.submit_all()
    assert (played.table.phase, played.table.queue) == (Phase.FINISHED, ())
    assert played.seat(PEOPLE[4]) == 3


def test_whoever_waits_has_the_seat_of_one_who_wants_no_other_match() -> None:
    played = dealt(4, Options(rounds=1))
    played.do(c.Join(), PEOPLE[4])
    played.submit_all()
    assert [waiter.person for waiter in played.table.queue] == [PEOPLE[4].person]
    for person in PEOPLE[1:3]:
        played.do(c.Again(), person)
    played.do(c.Start(), PEOPLE[0])
    assert (played.table.phase, played.table.queue) == (Phase.CUTTING, ())
    assert played.seat(PEOPLE[4]) == 3


def test_the_match_is_over_when_one_is_left_and_begins_anew_with_four() -> None:
    played = nearly_out(0, 1, 2)
    played.submit_all()
    assert played.table.phase is Phase.FINISHED
    assert [seat and seat.person for seat in played.table.seats] == [PEOPLE[3].person]
    played.do(c.Join(), PEOPLE[0])
    played.do(c.Start(), PEOPLE[3])
    assert [seat is not None and bool(seat.person) for seat in played.table.seats] == [True, False, False, False]


def test_a_table_without_people_ends_with_its_match() -> None:
    played = nearly_out(0, people=1)
    played.submit_all(PEOPLE[:1])
    assert (played.table.phase, played.table.ended) == (Phase.ENDED, "finished")


def test_the_winner_deals_and_of_equal_ones_the_first_from_the_dealer_on() -> None:
    played = dealt(4, TAIWAN)
    events = played.submit_all()
    settled = next(event for event in events if isinstance(event, e.Settled))
    most = max(seat.points for seat in settled.result.seats)
    winners = [number for number, seat in enumerate(settled.result.seats) if seat.points == most]
    dealer = settled.result.dealer
    assert settled.next_dealer == min(winners, key=lambda seat: (seat - dealer) % 4)
    assert played.table.dealer == settled.next_dealer


def test_the_dealer_does_not_cut() -> None:
    played = started(4, TAIWAN)
    for person in PEOPLE[:4]:
        played.do(c.Cut(1, "1"), person)
    assert played.table.dealer == 0
    dealer = next(person for person in PEOPLE[:4] if played.seat(person) == 0)
    assert refused(played, c.Cut(2, "5"), dealer) == "cut/dealer"
    played.do(c.Cut(2, "0"), dealer)
    assert played.table.opening is not None
    assert [cut.number for cut in played.table.opening.cuts] == ["0"]


@pytest.mark.parametrize("rule_set", sorted(RULE_SETS))
def test_a_match_begins_with_as_many_as_the_game_needs(rule_set: str) -> None:
    rules, played = RULE_SETS[rule_set], opened(playing(Options(), rule_set))
    played.do(c.Join(), PEOPLE[1])
    fewest = rules.seats.most if rules.full_start else rules.seats.fewest
    if fewest > 2:
        assert refused(played, c.Start(), PEOPLE[0]) == "seats/need"
        played.do(c.Start(fill=True), PEOPLE[0])
    else:
        played.do(c.Start(), PEOPLE[0])
    assert len(played.table.seats) == fewest


def test_a_table_of_two_grows_by_whoever_comes_and_is_a_lobby_of_four_again() -> None:
    played = opened(playing(Options(), "standard"))
    played.do(c.Join(), PEOPLE[1])
    played.do(c.Start(), PEOPLE[0])
    played.do(c.Cut(1, "1"), PEOPLE[0])
    played.do(c.Join(), PEOPLE[2])
    assert board_view(played.table).queue == (PEOPLE[2].name,)
    played.cut_all(PEOPLE[1:2])
    played.submit_all(PEOPLE[:2])
    assert [seat and seat.person for seat in played.table.seats] == [person.person for person in PEOPLE[:3]]
    played.do(c.Join(), PEOPLE[3])
    assert (played.table.serial, len(played.table.seats)) == (3, 4)
    played.table = replace(played.table, phase=Phase.FINISHED, opening=None)
    played.do(c.Resettle(), PEOPLE[0])
    assert len(lobby_view(played.table).seats) == 4
