"""Between rounds and matches: leaving, coming back, joining late, ending, one more match, expiry."""

import json

import pytest

from core.deal import fault
from core.errors import Illegal
from core.table import commands as c
from core.table import events as e
from core.table.machine import due_at
from core.table.model import By, Options, Phase, Table
from core.table.options import playing
from tests.core.table.test_lobby import refused
from tests.core.table.test_round import settled
from tests.tables import ADMIN, PEOPLE, Played, dealt, opened, started


def finished(people: int = 2) -> Played:
    """A match of one round, over."""
    played = dealt(people, Options(rounds=1))
    played.submit_all(PEOPLE[:people])
    assert played.table.phase is Phase.FINISHED
    return played


def persons(table: Table) -> list[object]:
    return [seat and seat.person for seat in table.seats]


def test_who_leaves_in_a_round_is_played_for_and_then_replaced_by_a_computer() -> None:
    played = dealt(3)
    played.do(c.Leave(), PEOPLE[0])
    assert played.table.host == PEOPLE[1].person
    played.do(c.Submit(1, played.suggestion(1)), PEOPLE[1])
    event = settled(played.do(c.Submit(1, played.suggestion(2)), PEOPLE[2]))
    assert event.result.seats[0].by is By.AUTOPILOT
    assert persons(played.table)[0] is None
    assert played.table.seats[0] is not None
    assert played.table.seats[0].former == PEOPLE[0].person
    score = next(score for score in played.table.scores if score.key == PEOPLE[0].person)
    assert (score.rounds, score.points) == (1, event.result.seats[0].points)


def test_a_submitted_hand_counts_though_its_person_left() -> None:
    played = dealt(2)
    played.do(c.Submit(1, played.suggestion(0)), PEOPLE[0])
    played.do(c.Gone(PEOPLE[0].person))
    event = settled(played.do(c.Submit(1, played.suggestion(1)), PEOPLE[1]))
    assert event.result.seats[0].by is By.PERSON


def test_any_press_before_the_next_opening_takes_the_seat_back() -> None:
    played = dealt(2)
    played.do(c.Leave(), PEOPLE[0])
    assert played.do(c.Leave(), PEOPLE[0]) == ()
    played.do(c.Join(), PEOPLE[0])
    played.submit_all(PEOPLE[:2])
    assert persons(played.table)[:2] == [PEOPLE[0].person, PEOPLE[1].person]


def test_the_seat_is_kept_while_the_match_lasts() -> None:
    played = dealt(2, Options(rounds=3))
    played.do(c.Leave(), PEOPLE[0])
    played.do(c.Submit(1, played.suggestion(1)), PEOPLE[1])
    events = played.do(c.Join(), PEOPLE[0])
    assert [type(event) for event in events] == [e.Voided, e.Joined, e.DealOpened]
    assert persons(played.table)[0] == PEOPLE[0].person
    assert (played.table.round, played.table.serial) == (2, 3)


def test_a_third_person_takes_a_computers_seat_before_the_first_cut() -> None:
    played = started(2)
    events = played.do(c.Join(), PEOPLE[2])
    assert isinstance(events[0], e.Voided)
    assert events[0].result.outcome == "void:roster"
    assert fault(json.loads(events[0].record)) is None
    assert persons(played.table) == [person.person for person in PEOPLE[:3]] + [None]


def test_after_a_cut_the_newcomer_sits_down_with_the_next_opening() -> None:
    played = started(2)
    played.do(c.Cut(1, "1"), PEOPLE[0])
    played.do(c.Join(), PEOPLE[2])
    assert refused(played, c.Join(), PEOPLE[2]) == "player/already-seated"
    assert persons(played.table)[2] is None
    played.do(c.Join(), PEOPLE[3])
    played.do(c.Leave(), PEOPLE[3])
    played.do(c.Cut(1, "1"), PEOPLE[1])
    played.now += 3_000
    played.submit_all(PEOPLE[:2])
    assert persons(played.table) == [person.person for person in PEOPLE[:3]] + [None]


def test_a_reserved_seat_is_given_back_when_its_person_leaves_the_chat() -> None:
    played = dealt(2)
    played.do(c.Join(), PEOPLE[2])
    played.do(c.Gone(PEOPLE[2].person))
    played.submit_all(PEOPLE[:2])
    assert persons(played.table)[2:] == [None, None]


def test_who_joins_a_match_of_four_people_waits_and_takes_the_first_seat_that_somebody_leaves() -> None:
    played = started(4)
    played.do(c.Join(), PEOPLE[4])
    assert [waiter.person for waiter in played.table.queue] == [PEOPLE[4].person]
    played.cut_all()
    played.do(c.Leave(), PEOPLE[1])
    played.submit_all((PEOPLE[0], *PEOPLE[2:4]))
    seat = played.table.seats[1]
    assert seat is not None
    assert (seat.person, played.table.queue) == (PEOPLE[4].person, ())


def test_people_are_kicked_only_between_rounds() -> None:
    played = dealt(2)
    assert refused(played, c.Kick(1), PEOPLE[0]) == "kick/between-rounds"
    played.submit_all(PEOPLE[:2])
    played.do(c.Kick(1), PEOPLE[0])
    assert played.table.seats[1] is not None
    assert played.table.seats[1].leaving


def test_when_the_last_person_leaves_between_rounds_the_table_ends() -> None:
    played = started(1)
    events = played.do(c.Leave(), PEOPLE[0])
    assert [type(event) for event in events] == [e.Departed, e.HostMoved, e.Voided, e.Ended]
    assert played.table.ended == "empty"


def test_when_the_last_person_leaves_in_a_round_it_is_played_out_and_the_table_ends() -> None:
    played = dealt(1)
    events = played.do(c.Leave(), PEOPLE[0])
    assert isinstance(settled(events), e.Settled)
    assert (played.table.phase, played.table.ended) == (Phase.ENDED, "empty")


def test_a_departure_brings_the_deal_that_waited_for_it() -> None:
    played = started(2)
    played.do(c.Cut(1, "1"), PEOPLE[0])
    assert isinstance(played.do(c.Leave(), PEOPLE[1])[-1], e.Dealt)


def test_more_than_half_of_the_humans_end_the_match() -> None:
    played = dealt(3)
    played.do(c.VoteEnd(), PEOPLE[0])
    assert refused(played, c.VoteEnd(), PEOPLE[0]) == "vote/done"
    events = played.do(c.VoteEnd(), PEOPLE[1])
    assert [type(event) for event in events] == [e.EndVoted, e.Voided, e.Ended]
    voided = events[1]
    assert isinstance(voided, e.Voided)
    assert (voided.result.outcome, voided.result.ended_by) == ("void:ended", "")
    assert {one.rows for one in voided.result.seats} == {""}
    assert {one.points for one in voided.result.seats} == {0}
    assert fault(json.loads(voided.record)) is None


def test_the_host_ends_at_once_and_the_rounds_before_count() -> None:
    played = dealt(2)
    played.submit_all(PEOPLE[:2])
    voided, _ = played.do(c.End(), PEOPLE[0])
    assert isinstance(voided, e.Voided)
    assert (played.table.ended, played.table.ended_by, voided.result.ended_by) == ("host", *[PEOPLE[0].name] * 2)
    assert [score.rounds for score in played.table.scores] == [1, 1, 1, 1]


def test_between_matches_there_is_nothing_to_cut() -> None:
    played = finished()
    assert refused(played, c.Cut(played.table.serial, "1"), PEOPLE[0]) == "cut/none"


@pytest.mark.parametrize("command", [c.End(), c.ChatGone()])
def test_a_table_can_end_in_every_phase(command: c.Command) -> None:
    for played in (opened(), started(2), dealt(2), finished()):
        played.do(command, ADMIN)
        assert played.table.phase is Phase.ENDED


def test_one_more_match_begins_when_all_have_asked() -> None:
    played = finished()
    played.do(c.Again(), PEOPLE[0])
    assert refused(played, c.Again(), PEOPLE[0]) == "again/done"
    assert refused(played, c.Again(), PEOPLE[4]) == "press/not-seated"
    events = played.do(c.Again(), PEOPLE[1])
    assert [type(event) for event in events] == [e.AgainVoted, e.MatchStarted, e.DealOpened]
    assert (played.table.match, played.table.round, played.table.serial) == (2, 1, 2)
    assert played.table.scores == ()
    assert len(played.table.last_scores) == 4


def test_the_host_starts_the_next_match_with_those_who_asked() -> None:
    played = finished(3)
    played.do(c.Again(), PEOPLE[1])
    played.do(c.Start(), PEOPLE[0])
    assert persons(played.table) == [PEOPLE[0].person, PEOPLE[1].person, None, None]
    assert played.table.phase is Phase.CUTTING


def test_only_the_host_starts_it_for_others() -> None:
    assert refused(finished(), c.Start(), PEOPLE[1]) == "host/only"


def test_a_departure_after_the_match_may_let_the_others_begin() -> None:
    played = finished(2)
    played.do(c.Again(), PEOPLE[0])
    played.do(c.Leave(), PEOPLE[1])
    assert (played.table.phase, played.table.match) == (Phase.CUTTING, 2)


def test_somebody_new_joins_after_the_match() -> None:
    played = finished(2)
    played.do(c.Join(), PEOPLE[2])
    assert persons(played.table)[2] == PEOPLE[2].person


def test_back_to_the_lobby_with_the_same_people_and_another_game() -> None:
    played = finished(2)
    played.do(c.Resettle(), PEOPLE[0])
    played.do(c.Configure(Options(rule_set="bonus")), PEOPLE[0])
    played.do(c.Start(), PEOPLE[0])
    assert (played.table.match, played.table.options.rule_set) == (2, "bonus")
    assert persons(played.table)[:2] == [PEOPLE[0].person, PEOPLE[1].person]


def test_a_table_without_presses_expires_in_every_phase() -> None:
    for played, minutes, reason in (
        (opened(), 15, "expired"),
        (started(2), 60, "idle"),
        (dealt(2, Options(seconds=0)), 60, "idle"),
        (finished(), 10, "finished"),
    ):
        assert due_at(played.table) == played.table.touched_at + minutes * 60_000
        played.now = played.table.touched_at + minutes * 60_000 - 1
        assert played.do(c.Tick()) == ()
        assert played.wait(0.001)[-1] == e.Ended(reason, "", played.now)
    assert played.table.opening is None


def test_an_expired_deal_is_void() -> None:
    played = dealt(2, Options(seconds=0))
    voided = played.wait(3600)[0]
    assert isinstance(voided, e.Voided)
    assert voided.result.outcome == "void:expired"


def test_all_records_of_a_table_chain_over_voids_and_matches() -> None:
    played = started(2, Options(rounds=1))
    played.do(c.Join(), PEOPLE[2])
    played.cut_all(PEOPLE[:3])
    played.submit_all(PEOPLE[:3])
    for person in PEOPLE[:3]:
        played.do(c.Again(), person)
    played.cut_all(PEOPLE[:3])
    played.do(c.End(), PEOPLE[0])
    records = [json.loads(one.record) for one in played.log if isinstance(one, e.Settled | e.Voided)]
    assert [record["outcome"] for record in records] == ["void:roster", "settled", "void:ended"]
    assert [fault(record, before) for record, before in zip(records, [None, *records], strict=False)] == [None] * 3


def test_again_outside_the_end_of_a_match_is_an_old_press() -> None:
    with pytest.raises(Illegal) as caught:
        started(2).do(c.Again(), PEOPLE[0])
    assert (caught.value.code, caught.value.facts) == ("press/old", {"m": 1})


@pytest.mark.parametrize("actor", [PEOPLE[0], PEOPLE[1], ADMIN])
def test_a_finished_match_gives_way_to_a_new_table_of_its_people_and_of_admins(actor: c.Actor) -> None:
    played = finished()
    [ended] = played.do(c.GiveWay(), actor)
    assert e.Ended("finished", "", played.now) == ended
    assert Phase.ENDED is played.table.phase


def test_no_other_table_gives_way_and_a_finished_one_to_no_stranger() -> None:
    assert "table/again-open" == refused(finished(), c.GiveWay(), PEOPLE[3])
    assert "table/open-here" == refused(opened(), c.GiveWay(), ADMIN)
    for under_way in (started(), dealt()):
        assert "table/running" == refused(under_way, c.GiveWay(), ADMIN)


@pytest.mark.parametrize("rule_set", ["standard", "taiwan"])
def test_a_table_goes_on_with_those_who_wait_when_everybody_else_has_left_before_a_cut(rule_set: str) -> None:
    played = started(4, playing(Options(), rule_set))
    first = played.table.round
    played.do(c.Join(), PEOPLE[4])
    for person in PEOPLE[:3]:
        played.do(c.Leave(), person)
    events = played.do(c.Leave(), PEOPLE[3])
    assert [event.result.outcome for event in events if isinstance(event, e.Voided)] == ["void:roster"]
    assert (played.table.phase, played.table.round, played.table.queue) == (Phase.CUTTING, first, ())
    assert [seat.person for seat in played.table.seats if seat is not None and seat.person] == [PEOPLE[4].person]
    assert played.table.host == PEOPLE[4].person
