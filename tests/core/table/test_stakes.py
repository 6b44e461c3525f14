"""What is played for against the banker: said before the deal, by a press that is the cut too."""

from dataclasses import replace

import pytest

from core.errors import Illegal
from core.rules import RULE_SETS
from core.table import commands as c
from core.table import events as e
from core.table.course import seat_of
from core.table.model import HouseChoice, Options, Phase
from core.table.options import checked_options, playing, rules_field, stakes_of
from core.table.view import board_view, hand_view
from tests.core.table.test_lobby import refused
from tests.tables import PEOPLE, Played, opened

HONGKONG = playing(Options(), "hongkong")


def banked(people: int = 3, options: Options = HONGKONG) -> Played:
    """A match of so many people alone, waiting for stakes; the first is banker."""
    played = opened(options)
    for person in PEOPLE[1:people]:
        played.do(c.Join(), person)
    played.do(c.Start(), PEOPLE[0])
    return played


def test_the_first_stake_is_the_cut_and_later_ones_change_the_stake_alone() -> None:
    played = banked()
    played.do(c.Stake(1, 5), PEOPLE[1])
    played.do(c.Stake(1, 10), PEOPLE[1])
    assert played.do(c.Stake(1, 10), PEOPLE[1]) == ()
    assert played.table.opening is not None
    assert [(cut.seat, cut.number) for cut in played.table.opening.cuts] == [(1, "5")]
    assert [seat.stake for seat in board_view(played.table).seats] == [0, 10, 0]
    played.do(c.Cut(1, "777"), PEOPLE[0])
    played.do(c.Stake(1, 2), PEOPLE[2])
    assert played.table.deal is not None
    assert (played.table.deal.stakes, played.table.deal.dealer) == ((0, 10, 2), 0)


def test_whoever_comes_behind_the_last_banker_holds_the_bank_next() -> None:
    """Once everybody: the bank does not go back to the first seat while somebody new has not had it."""
    played = banked(2)
    bankers = []
    for comes in (None, PEOPLE[2], PEOPLE[3], None):
        people = tuple(person for person in PEOPLE[:4] if seat_of(played.table, person.person) is not None)
        bankers.append(played.table.dealer)
        played.cut_all(people)
        if comes is not None:
            played.do(c.Join(), comes)
        played.submit_all(people)
    assert (bankers, played.table.phase) == ([0, 1, 2, 3], Phase.FINISHED)


def test_a_newcomer_before_any_cut_is_the_next_banker_too() -> None:
    played = banked(2)
    played.cut_all(PEOPLE[:2])
    played.submit_all(PEOPLE[:2])
    played.table = replace(played.table, options=replace(played.table.options, rounds=6))
    played.cut_all(PEOPLE[:2])
    played.submit_all(PEOPLE[:2])
    assert played.table.dealer == 0
    played.do(c.Join(), PEOPLE[2])
    assert (played.table.dealer, played.table.round) == (2, 3)


def test_nobody_takes_the_first_bank_away() -> None:
    played = banked(2)
    played.do(c.Join(), PEOPLE[2])
    assert (played.table.dealer, len(played.table.seats)) == (0, 3)


def test_whoever_says_nothing_plays_for_the_least() -> None:
    played = banked()
    played.do(c.Cut(1, "777"), PEOPLE[0])
    played.do(c.Cut(1, "4"), PEOPLE[1])
    played.wait(20)
    assert played.table.deal is not None
    assert played.table.deal.stakes == (0, 1, 1)
    assert refused(played, c.Stake(1, 5), PEOPLE[1]) == "stake/late"
    view = hand_view(played.table, 1)
    assert view is not None
    assert view.banker is not None
    assert (view.stake, view.banks, view.banker.name, view.players) == (1, False, PEOPLE[0].name, 3)


@pytest.mark.parametrize(
    ("command", "who", "code"),
    [
        (c.Stake(1, 11), 1, "stake/range"),
        (c.Stake(1, 0), 1, "stake/range"),
        (c.Stake(1, 5), 0, "stake/banker"),
        (c.Stake(2, 5), 1, "press/old"),
        (c.Stake(1, 5, "web:1"), 1, "press/forged"),
        (c.Stake(1, 5), 4, "press/not-seated"),
    ],
)
def test_a_stake_that_cannot_be_is_refused(command: c.Stake, who: int, code: str) -> None:
    assert refused(banked(), command, PEOPLE[who]) == code


def test_a_table_may_play_for_less() -> None:
    played = banked(2, replace(HONGKONG, stake=2))
    assert stakes_of(played.table.options) == (1, 2)
    assert refused(played, c.Stake(1, 3), PEOPLE[1]) == "stake/range"
    with pytest.raises(Illegal, match="settings/invalid"):
        checked_options(replace(HONGKONG, stake=11))


def test_where_nothing_is_staked_the_press_is_none() -> None:
    played = opened()
    played.do(c.Start(fill=True), PEOPLE[0])
    assert refused(played, c.Stake(1, 1), PEOPLE[0]) == "press/forged"


def test_the_banker_moves_on_and_everybody_banks_once() -> None:
    played = banked(3)
    bankers = []
    while played.table.phase is not Phase.FINISHED:
        played.wait(10)
        serial, people = played.table.serial, PEOPLE[:3]
        for person in people:
            banks = played.seat(person) == played.table.dealer
            played.do(c.Cut(serial, "1") if banks else c.Stake(serial, 10), person)
        played.now += 5_000
        for event in played.submit_all(people):
            if isinstance(event, e.Settled):
                bankers.append(event.result.dealer)
                assert event.result.rounds == 3
                paid = {(line.payer, line.payee) for line in event.result.payments}
                assert all(event.result.dealer in pair for pair in paid)
                assert all(line.points % 10 == 0 for line in event.result.payments)
    assert bankers == [0, 1, 2]


def test_ways_of_the_house_stand_in_the_context_in_the_order_of_their_codes() -> None:
    house = (HouseChoice("suits", True), HouseChoice("suited_dragon", 26), HouseChoice("top_card_only", False))
    options = checked_options(replace(HONGKONG, house=house))
    assert rules_field(options) == "hongkong;suited_dragon=26;suits=true"
    played = banked(2, options)
    assert played.table.opening is not None
    assert played.table.opening.context.rules == "hongkong;suited_dragon=26;suits=true"


@pytest.mark.parametrize("choice", [HouseChoice("suits", 2), HouseChoice("jokers", 1), HouseChoice("suited_dragon", 1)])
def test_a_way_that_the_game_does_not_know_is_refused(choice: HouseChoice) -> None:
    with pytest.raises(Illegal, match="settings/unread"):
        checked_options(replace(HONGKONG, house=(choice,)))


@pytest.mark.parametrize("rule_set", sorted(RULE_SETS))
def test_another_game_is_played_as_usual_there(rule_set: str) -> None:
    rules, options = RULE_SETS[rule_set], playing(replace(HONGKONG, stake=3, level="hard"), rule_set)
    assert checked_options(options) == options
    assert (options.seconds, options.level, options.house, options.stake) == (rules.seconds, "hard", (), 0)
    assert options.rounds == (0 if rules.rounds_as_seats else rules.rounds[0])
