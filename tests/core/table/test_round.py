"""One round from the commitment to the record."""

import json
from dataclasses import replace

import pytest

from core.arrangement import Arrangement, parse_rows
from core.deal import fault
from core.errors import Illegal
from core.table import commands as c
from core.table import events as e
from core.table import round as rounds
from core.table.audience import touched_screens
from core.table.machine import due_at
from core.table.model import By, Options, Phase
from core.table.view import board_view
from tests.core.table.test_lobby import refused
from tests.tables import PEOPLE, Played, dealt, opened, started


def settled(events: tuple[e.Event, ...]) -> e.Settled:
    return next(event for event in events if isinstance(event, e.Settled))


def seat(played: Played, number: int) -> object:
    return played.table.seats[number]


def test_nothing_is_dealt_without_a_cut() -> None:
    played = started()
    assert played.wait(59 * 60) == ()
    assert played.table.phase is Phase.CUTTING


def test_the_first_cut_starts_the_clock_and_a_second_press_gets_its_receipt() -> None:
    played = started()
    played.do(c.Cut(1, "４８２１"), PEOPLE[0])
    with pytest.raises(Illegal) as caught:
        played.do(c.Cut(1, "2"), PEOPLE[0])
    assert (caught.value.code, caught.value.facts) == ("cut/done", {"cut": "4821"})
    assert played.wait(19) == ()
    assert isinstance(played.wait(1)[0], e.Dealt)
    assert refused(played, c.Cut(1, "1"), PEOPLE[1]) == "cut/late"


@pytest.mark.parametrize("number", ["", "abc", "1" * 33, "-1", "١", "1 2"])
def test_a_cut_is_one_to_32_digits(number: str) -> None:
    assert refused(started(), c.Cut(1, number), PEOPLE[0]) == "cut/number"


def test_only_a_page_nonce_goes_with_a_cut() -> None:
    played = started()
    assert refused(played, c.Cut(1, "1", "discord:12"), PEOPLE[0]) == "cut/number"
    played.do(c.Cut(1, "007", "web:" + "0f" * 16), PEOPLE[0])
    assert played.table.opening is not None
    assert played.table.opening.cuts[0].number == "007"


def test_cuts_of_another_opening_or_of_an_outsider_change_nothing() -> None:
    played = started()
    assert refused(played, c.Cut(0, "1"), PEOPLE[0]) == "press/old"
    assert refused(played, c.Cut(2, "1"), PEOPLE[0]) == "press/old"
    assert refused(played, c.Cut(1, "1"), PEOPLE[4]) == "press/not-seated"


def test_the_deal_comes_with_the_last_awaited_cut() -> None:
    played = started(2)
    played.do(c.Cut(1, "1"), PEOPLE[1])
    events = played.do(c.Cut(1, "3"), PEOPLE[0])
    assert [type(event) for event in events] == [e.CutMade, e.Dealt]
    assert played.table.opening is not None
    assert [cut.seat for cut in played.table.opening.cuts] == [0, 1]


def test_every_seat_is_sealed_at_the_deal_and_computers_are_done() -> None:
    deal = dealt(2).table.deal
    assert deal is not None
    assert [seal.seat for seal in deal.seals] == [0, 1, 2, 3]
    assert [play.by for play in deal.plays] == [By.FALLBACK, By.FALLBACK, By.COMPUTER, By.COMPUTER]
    assert [play.done for play in deal.plays] == [False, False, True, True]


def test_the_round_ends_with_the_last_submit_and_its_record_verifies() -> None:
    played = dealt()
    event = settled(played.submit_all())
    record = json.loads(event.record)
    assert fault(record) is None
    assert sum(one.points for one in event.result.seats) == 0
    assert {one.by for one in event.result.seats} == {By.PERSON}
    assert (played.table.phase, played.table.round, played.table.serial) == (Phase.CUTTING, 2, 2)
    assert played.table.previous == record["digest"]


def test_a_submission_can_be_changed_until_the_end_and_says_when_it_is_the_same() -> None:
    played = dealt(2)
    first = played.suggestion(0)
    played.do(c.Submit(1, first), PEOPLE[0])
    assert refused(played, c.Submit(1, first), PEOPLE[0]) == "arrange/same"
    other = Arrangement(first.front, first.middle, first.middle)
    assert refused(played, c.Submit(1, other), PEOPLE[0]) == "arrange/card-twice"
    assert played.table.deal is not None
    assert len(played.table.deal.seals) == 5


def test_the_dealer_moves_on_by_one() -> None:
    played = dealt(1)
    assert played.table.deal is not None
    first = played.table.deal.dealer
    played.wait(90)
    played.cut_all(PEOPLE[:1])
    assert played.table.deal.dealer == (first + 1) % 4


def test_time_out_plays_the_fallback_and_marks_it() -> None:
    played = dealt(2)
    played.do(c.Submit(1, played.suggestion(0)), PEOPLE[0])
    assert played.table.deal is not None
    assert played.table.deal.deadline == played.table.deal.dealt_at + 90_000
    played.now = 90_000 + played.table.deal.dealt_at - 1
    assert [type(event) for event in played.wait(0)] == [e.Reminded]
    assert played.wait(0) == ()
    event = settled(played.wait(0.001))
    assert [one.by for one in event.result.seats] == [By.PERSON, By.FALLBACK, By.COMPUTER, By.COMPUTER]
    assert played.do(c.Tick()) == ()


def test_a_submit_after_the_deadline_is_late_even_before_the_clock_struck() -> None:
    played = dealt(2)
    played.now += 90_000
    assert refused(played, c.Submit(1, played.suggestion(0)), PEOPLE[0]) == "arrange/late"


def test_without_a_time_limit_the_round_waits() -> None:
    played = dealt(1, Options(seconds=0, rounds=1))
    assert played.table.deal is not None
    assert played.table.deal.deadline is None
    assert played.wait(59 * 60) == ()
    played.do(c.Submit(1, played.suggestion(0)), PEOPLE[0])
    assert played.table.phase is Phase.FINISHED


def test_two_time_outs_running_bring_autopilot_and_any_press_ends_it() -> None:
    played = dealt(2, Options(rounds=8))
    played.wait(90)
    played.cut_all(PEOPLE[:1])
    played.wait(90)
    assert [s.autopilot for s in played.table.seats[:2] if s] == [True, True]
    played.do(c.Return(), PEOPLE[1])
    assert [s.autopilot for s in played.table.seats[:2] if s] == [True, False]
    assert [s.missed for s in played.table.seats[:2] if s] == [2, 0]


def test_autopilot_plays_the_round_and_nobody_waits_for_it() -> None:
    played = dealt(2)
    played.do(c.Autopilot(1), PEOPLE[0])
    event = settled(played.do(c.Submit(1, played.suggestion(1)), PEOPLE[1]))
    assert event.result.seats[0].by is By.AUTOPILOT
    played.now += 10_000
    assert isinstance(played.do(c.Cut(2, "1"), PEOPLE[1])[-1], e.Dealt)


def test_a_person_back_from_autopilot_can_still_change() -> None:
    played = dealt(2)
    played.do(c.Autopilot(1), PEOPLE[0])
    played.do(c.Autopilot(1), PEOPLE[0])
    played.do(c.Submit(1, played.suggestion(0)), PEOPLE[0])
    assert played.table.deal is not None
    assert played.table.deal.plays[0].by is By.PERSON
    played.do(c.Autopilot(1), PEOPLE[0])
    assert played.table.deal.plays[0].by is By.PERSON


def test_a_deal_on_autopilot_is_played_without_asking() -> None:
    played = started(2)
    played.do(c.Autopilot(1), PEOPLE[1])
    played.do(c.Cut(1, "2"), PEOPLE[0])
    assert played.table.deal is not None
    assert played.table.deal.plays[1].by is By.AUTOPILOT


def test_the_result_stands_three_seconds_after_the_reveal() -> None:
    played = dealt()
    played.submit_all()
    for person in PEOPLE[:4]:
        played.do(c.Cut(2, "1"), person)
    assert played.table.phase is Phase.CUTTING
    assert played.wait(5.9) == ()
    assert isinstance(played.wait(0.1)[0], e.Dealt)
    quick = dealt(1, Options(reveal="once", result_seconds=0))
    quick.do(c.Submit(1, quick.suggestion(0)), PEOPLE[0])
    assert isinstance(quick.do(c.Cut(2, "1"), PEOPLE[0])[-1], e.Dealt)


def test_an_arrangement_must_be_ones_own_and_legal() -> None:
    played = dealt()
    assert played.table.deal is not None
    mine, theirs = played.suggestion(0), played.suggestion(1)
    assert refused(played, c.Submit(1, theirs), PEOPLE[0]).startswith("arrange/")
    assert refused(played, c.Submit(1, Arrangement((), mine.middle, mine.back)), PEOPLE[0]) == "arrange/row-size"
    foul = Arrangement(mine.front, mine.back, mine.middle)
    assert refused(played, c.Submit(1, foul), PEOPLE[0]) == "arrange/foul-refused"
    assert refused(played, c.Submit(0, mine), PEOPLE[0]) == "press/old"
    assert refused(played, c.Submit(1, mine), PEOPLE[4]) == "press/not-seated"


def test_presses_of_the_deal_before_it_comes_are_old() -> None:
    played = started()
    for command in (c.Submit(1, parse_rows("2s 3s 4s/2h 3h 4h 5h 6h/2d 3d 4d 5d 6d")), c.Nudge(1), c.Autopilot(0)):
        assert refused(played, command, PEOPLE[0]) == "press/old"


def test_nudges_come_late_and_seldom() -> None:
    played = dealt()
    with pytest.raises(Illegal) as caught:
        played.do(c.Nudge(1), PEOPLE[0])
    assert (caught.value.code, caught.value.facts) == ("nudge/wait", {"s": 20})
    for seconds in (20, 30):
        played.now += seconds * 1000
        played.do(c.Nudge(1), PEOPLE[0])
    assert refused(played, c.Nudge(1), PEOPLE[0]) == "nudge/enough"


def test_twenty_seconds_before_the_deadline_those_who_are_not_done_are_called_once() -> None:
    played = dealt(2)
    played.do(c.Submit(1, played.suggestion(0)), PEOPLE[0])
    assert played.table.deal is not None
    played.now = played.table.deal.dealt_at + 70_000 - 1
    assert played.wait(0) == ()
    called = played.wait(0.001)
    assert [type(event) for event in called] == [e.Reminded]
    assert touched_screens(played.table, played.table, called) == ("board:1",)
    assert [board_view(played.table).calls, played.wait(19)] == [1, ()]
    assert settled(played.wait(1))


def test_nobody_is_called_where_all_are_done_or_the_time_is_short_or_without_a_limit() -> None:
    for options, people in ((Options(), 1), (Options(seconds=0), 2)):
        played = dealt(people, options)
        played.do(c.Submit(1, played.suggestion(0)), PEOPLE[0])
        assert not any(isinstance(event, e.Reminded) for event in played.wait(75))
    short = dealt(2)
    assert short.table.deal is not None
    assert rounds.remind_at(replace(short.table.deal, deadline=short.table.deal.dealt_at + 20_000)) is None


def test_in_the_game_with_a_cut_card_the_round_has_its_bonus() -> None:
    played = dealt(1, Options(rule_set="bonus", rounds=1))
    result = settled(played.do(c.Submit(1, played.suggestion(0)), PEOPLE[0])).result
    assert played.table.phase is Phase.FINISHED
    assert len(result.cut_card) == 2
    assert [len(one.hand.split()) for one in result.seats] == [16] * 4


def test_a_restored_table_opens_its_deal_anew() -> None:
    played = dealt()
    before = played.table
    events = played.do(c.Restored())
    assert [type(event) for event in events] == [e.Voided, e.DealOpened]
    assert (played.table.round, played.table.serial, played.table.phase) == (1, 2, Phase.CUTTING)
    assert played.table.opening is not None
    assert before.opening is not None
    assert played.table.opening.secret != before.opening.secret
    assert opened().do(c.Restored()) == ()


def test_computers_think_for_one_to_three_seconds_before_the_showdown() -> None:
    played = started(1)
    played.do(c.Cut(1, "1"), PEOPLE[0])
    assert played.table.deal is not None
    thinking = played.table.deal.thought_at - played.table.deal.dealt_at
    assert 1_000 <= thinking <= 3_000
    played.do(c.Submit(1, played.suggestion(0)), PEOPLE[0])
    assert played.table.phase is Phase.ARRANGING
    assert due_at(played.table) == played.table.deal.thought_at
    assert played.wait(thinking / 1000 - 0.001) == ()
    assert isinstance(played.wait(0.001)[0], e.Settled)


def test_four_people_wait_for_no_computer() -> None:
    played = started(4)
    for person in PEOPLE[:4]:
        played.do(c.Cut(1, "1"), person)
    assert played.table.deal is not None
    assert played.table.deal.thought_at == played.table.deal.dealt_at
