"""Who may sit, start and choose, before anything is dealt."""

from dataclasses import replace

import pytest

from core.errors import Illegal
from core.table import commands as c
from core.table import events as e
from core.table.lobby import checked_options
from core.table.model import Options, Phase
from tests.tables import ADMIN, PEOPLE, Played, opened, started


def refused(played: Played, command: c.Command, actor: c.Actor) -> str:
    with pytest.raises(Illegal) as caught:
        played.do(command, actor)
    return caught.value.code


def test_the_opener_sits_and_is_host() -> None:
    table = opened().table
    assert table.seats[0] is not None
    assert (table.host, table.seats[0].person, table.phase) == (PEOPLE[0].person, PEOPLE[0].person, Phase.LOBBY)


def test_a_fifth_person_waits_until_somebody_leaves() -> None:
    played = opened()
    for person in PEOPLE[1:5]:
        played.do(c.Join(), person)
    assert refused(played, c.Join(), PEOPLE[4]) == "player/waiting"
    played.do(c.Leave(), PEOPLE[2])
    assert [seat and seat.person for seat in played.table.seats] == [PEOPLE[n].person for n in (0, 1, 4, 3)]
    assert played.table.queue == ()


def test_who_waits_can_go_again() -> None:
    played = opened()
    for person in PEOPLE[1:5]:
        played.do(c.Join(), person)
    played.do(c.Leave(), PEOPLE[4])
    assert played.table.queue == ()
    assert refused(played, c.Leave(), PEOPLE[4]) == "press/not-seated"


def test_in_a_lobby_full_of_computers_a_person_takes_the_seat_of_one() -> None:
    played = opened()
    for _ in range(3):
        played.do(c.AddComputer(), PEOPLE[0])
    played.do(c.Join(), PEOPLE[1])
    assert [seat and (seat.person or seat.number) for seat in played.table.seats] == [
        PEOPLE[0].person,
        PEOPLE[1].person,
        2,
        3,
    ]


def test_joining_twice_is_refused_and_leaving_without_a_seat_too() -> None:
    played = opened()
    assert refused(played, c.Join(), PEOPLE[0]) == "player/already-seated"
    assert refused(played, c.Leave(), PEOPLE[1]) == "press/not-seated"


def test_when_the_host_leaves_the_longest_seated_human_is_host() -> None:
    played = opened()
    for second, person in enumerate(PEOPLE[1:3]):
        played.now += second * 1000
        played.do(c.Join(), person)
    played.do(c.Leave(), PEOPLE[0])
    assert played.table.host == PEOPLE[1].person


def test_when_the_last_human_leaves_the_lobby_closes() -> None:
    played = opened()
    played.do(c.AddComputer(), PEOPLE[0])
    played.do(c.Leave(), PEOPLE[0])
    assert (played.table.phase, played.table.ended) == (Phase.ENDED, "empty")


def test_a_press_on_a_full_lobby_takes_the_last_computer_away() -> None:
    played = opened()
    for _ in range(3):
        played.do(c.AddComputer(), PEOPLE[0])
    assert None not in played.table.seats
    played.do(c.AddComputer(), PEOPLE[0])
    assert played.table.seats[3] is None
    for person in PEOPLE[1:2]:
        played.do(c.Join(), person)
    assert played.table.seats[3] is not None


def test_a_lobby_full_of_people_has_no_computer_to_take_away() -> None:
    played = opened()
    for person in PEOPLE[1:4]:
        played.do(c.Join(), person)
    assert refused(played, c.AddComputer(), PEOPLE[0]) == "table/full"


@pytest.mark.parametrize("command", [c.AddComputer(), c.Kick(0), c.Configure(Options()), c.Start(), c.End()])
def test_only_host_and_admin_lead(command: c.Command) -> None:
    played = opened()
    played.do(c.Join(), PEOPLE[1])
    assert refused(played, command, PEOPLE[1]) == "host/only"
    played.do(c.Start(fill=True) if isinstance(command, c.Start) else command, ADMIN)


def test_outsiders_cannot_start() -> None:
    assert refused(opened(), c.Start(fill=True), PEOPLE[1]) == "press/not-seated"


def test_start_needs_every_seat_or_computers() -> None:
    played = opened()
    with pytest.raises(Illegal) as caught:
        played.do(c.Start(), PEOPLE[0])
    assert (caught.value.code, caught.value.facts) == ("seats/need", {"n": 3})
    events = played.do(c.Start(fill=True), PEOPLE[0])
    assert [type(event) for event in events] == [e.ComputerJoined] * 3 + [e.MatchStarted, e.DealOpened]


def test_with_four_humans_two_different_presses_start() -> None:
    played = opened()
    for person in PEOPLE[1:4]:
        played.do(c.Join(), person)
    played.do(c.Start(), PEOPLE[2])
    assert refused(played, c.Start(), PEOPLE[2]) == "start/voted"
    assert played.table.phase is Phase.LOBBY
    played.do(c.Start(), PEOPLE[1])
    assert played.table.phase is Phase.CUTTING


def test_a_vote_to_start_goes_with_its_person() -> None:
    played = opened()
    for person in PEOPLE[1:4]:
        played.do(c.Join(), person)
    played.do(c.Start(), PEOPLE[2])
    played.do(c.Leave(), PEOPLE[2])
    assert played.table.start_votes == frozenset()


def test_kicking_frees_a_seat_and_an_empty_one_cannot_be_kicked() -> None:
    played = opened()
    played.do(c.Join(), PEOPLE[1])
    played.do(c.AddComputer(), PEOPLE[0])
    played.do(c.Kick(1), PEOPLE[0])
    played.do(c.Kick(2), PEOPLE[0])
    assert played.table.seats[1:] == (None, None, None)
    assert refused(played, c.Kick(2), PEOPLE[0]) == "kick/empty"
    assert refused(played, c.Kick(-1), PEOPLE[0]) == "kick/empty"
    assert refused(played, c.Kick(9), PEOPLE[0]) == "kick/empty"


def test_options_change_until_the_start() -> None:
    played = opened()
    played.do(c.Configure(Options(rule_set="bonus", rounds=5, seconds=0)), PEOPLE[0])
    assert played.table.options.rule_set == "bonus"
    played.do(c.Start(fill=True), PEOPLE[0])
    assert refused(played, c.Configure(Options()), PEOPLE[0]) == "settings/locked"


@pytest.mark.parametrize(
    "change",
    [{"rounds": 0}, {"rounds": 33}, {"seconds": 29}, {"seconds": 601}, {"cut_seconds": 9}, {"result_seconds": 31}],
)
def test_options_out_of_range_say_what_the_range_is(change: dict[str, int]) -> None:
    with pytest.raises(Illegal) as caught:
        checked_options(replace(Options(), **change))  # type: ignore[arg-type]
    assert caught.value.code == "settings/invalid"
    assert caught.value.facts["option"] == next(iter(change))


@pytest.mark.parametrize("change", [{"rule_set": "poker"}, {"level": "god"}, {"reveal": "never"}])
def test_unknown_words_in_options_are_named(change: dict[str, str]) -> None:
    with pytest.raises(Illegal) as caught:
        checked_options(replace(Options(), **change))  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.facts) == ("settings/unread", {"word": next(iter(change.values()))})


def test_an_untouched_lobby_closes_after_a_quarter_of_an_hour_and_each_press_starts_it_anew() -> None:
    played = opened()
    played.wait(14 * 60)
    played.do(c.AddComputer(), PEOPLE[0])
    assert played.wait(14 * 60) == ()
    assert played.wait(60) == (e.Ended("expired", "", played.now),)


def test_lobby_presses_are_refused_in_a_match() -> None:
    played = started(2)
    assert refused(played, c.AddComputer(), PEOPLE[0]) == "table/running"
    assert refused(played, c.Start(), PEOPLE[0]) == "table/running"
    assert refused(played, c.Kick(3), PEOPLE[0]) == "table/running"
    assert refused(opened(), c.VoteEnd(), PEOPLE[0]) == "press/old"


def test_someone_unseated_who_left_the_chat_changes_nothing() -> None:
    played = opened()
    assert played.do(c.Gone(PEOPLE[3].person)) == ()
    played.do(c.Join(), PEOPLE[1])
    played.do(c.Gone(PEOPLE[0].person))
    assert (played.table.seats[0], played.table.host) == (None, PEOPLE[1].person)


def test_an_ended_table_answers_only_that_it_is_over() -> None:
    played = opened()
    played.do(c.End(), PEOPLE[0])
    assert played.do(c.Tick()) == ()
    assert played.do(c.Leave(), PEOPLE[0]) == ()
    assert refused(played, c.Join(), PEOPLE[1]) == "press/ended"
