"""Specials that a player declares, and rows out of order that a player sends all the same."""

import json
from dataclasses import replace

import pytest

from core.arrangement import Arrangement, parse_rows, show_rows
from core.cards import parse_shown
from core.deal import fault
from core.table import commands as c
from core.table import events as e
from core.table.model import By, Deal, Options
from core.table.options import playing
from core.table.result import Result
from core.table.view import board_view, hand_view
from tests.core.table.test_lobby import refused
from tests.tables import PEOPLE, Played, opened

STANDARD = playing(Options(), "standard")
SIX_PAIRS = "2s 2h 5s 5h 7d 7c 9d 9c Js Jh Ks Kh 3d"
OTHERS = "As Ah Qs Qd Ts Th 6s 4h 3c 2c Kd 7h 5d"


def holding(first: str, options: Options = STANDARD) -> Played:
    """Two people who arrange, the first with these cards."""
    played = opened(options)
    played.do(c.Join(), PEOPLE[1])
    played.do(c.Start(), PEOPLE[0])
    played.cut_all(PEOPLE[:2])
    dealing = played.table.deal
    assert dealing is not None
    hands = (first, OTHERS)
    plays = tuple(replace(play, rows=rows_of(hand)) for play, hand in zip(dealing.plays, hands, strict=True))
    dealt = replace(dealing.dealt, hands=hands)
    fallbacks = tuple(play.rows for play in plays)
    played.table = replace(played.table, deal=replace(dealing, dealt=dealt, plays=plays, fallbacks=fallbacks))
    return played


def laid(rows: str) -> Arrangement:
    """Three rows, the cards of each in any order."""
    front, middle, back = (parse_shown(row) for row in rows.split("/"))
    return Arrangement(front, middle, back)


def rows_of(hand: str) -> str:
    """Rows of these cards: aces before queens in the back, as a rule."""
    cards = hand.split()
    parts = cards[8:11], cards[4:8] + cards[12:13], cards[:4] + cards[11:12]
    return show_rows(laid("/".join(" ".join(part) for part in parts)))


def settled(played: Played, events: tuple[e.Event, ...]) -> Result:
    return next(event.result for event in events if isinstance(event, e.Settled))


def test_a_declared_special_is_paid_instead_of_the_rows() -> None:
    played = holding(SIX_PAIRS)
    view = hand_view(played.table, 0)
    assert view is not None
    assert (view.specials, view.declared) == (("six_and_a_half_pairs",), "")
    played.do(c.Declare(1, "six_and_a_half_pairs"), PEOPLE[0])
    shown = hand_view(played.table, 0)
    assert shown is not None
    assert (shown.declared, shown.submitted) == ("six_and_a_half_pairs", True)
    assert "six_and_a_half_pairs" not in repr(board_view(played.table))
    events = played.do(c.Submit(1, parse_rows(rows_of(OTHERS)), knowingly=True), PEOPLE[1])
    result = settled(played, events)
    assert [seat.points for seat in result.seats] == [4, -4]
    assert [line.reason for line in result.payments] == ["special"]
    assert (result.seats[0].declared, result.seats[0].foul) == ("six_and_a_half_pairs", False)


def test_what_was_declared_can_be_taken_back_and_declared_again() -> None:
    played = holding(SIX_PAIRS)
    played.do(c.Declare(1, "six_and_a_half_pairs"), PEOPLE[0])
    assert refused(played, c.Declare(1, "six_and_a_half_pairs"), PEOPLE[0]) == "arrange/same"
    played.do(c.Submit(1, parse_rows(rows_of(SIX_PAIRS)), knowingly=True), PEOPLE[0])
    view = hand_view(played.table, 0)
    assert view is not None
    assert view.declared == ""
    played.do(c.Declare(1, "six_and_a_half_pairs"), PEOPLE[0])


@pytest.mark.parametrize("code", ["three_flushes", "no_such", ""])
def test_a_special_that_the_hand_is_not_cannot_be_declared(code: str) -> None:
    assert refused(holding(SIX_PAIRS), c.Declare(1, code), PEOPLE[0]) == "special/not-held"


def test_where_the_program_finds_specials_nobody_declares() -> None:
    played = holding(SIX_PAIRS, playing(Options(), "hongkong"))
    assert refused(played, c.Declare(1, "six_and_a_half_pairs"), PEOPLE[0]) == "special/not-held"
    view = hand_view(played.table, 0)
    assert view is not None
    assert view.specials == ("six_and_a_half_pairs",)


def test_when_time_runs_out_the_highest_special_is_declared_for_people() -> None:
    for number in range(1, 400):
        played = opened(replace(STANDARD, rounds=10))
        played.do(c.Start(fill=True), PEOPLE[0])
        played.do(c.Cut(1, str(number)), PEOPLE[0])
        view = hand_view(played.table, 0)
        assert view is not None
        if not view.specials:
            continue
        assert view.declares == view.specials[0]
        result = settled(played, played.wait(200))
        assert (result.seats[0].declared, result.seats[0].by) == (view.specials[0], By.FALLBACK)
        record = next(json.loads(event.record) for event in played.log if isinstance(event, e.Settled))
        assert record["openings"][0]["declare"] == view.specials[0]
        assert fault(record) is None
        return
    pytest.fail("no special in 400 deals")


def test_a_foul_is_sent_by_whoever_knows_what_it_costs() -> None:
    played = holding(SIX_PAIRS)
    foul = laid("Ks Kh Js/2s 2h 5s 9d 7d/7c 5h 9c Jh 3d")
    assert refused(played, c.Submit(1, foul), PEOPLE[0]) == "arrange/foul-warned"
    played.do(c.Submit(1, foul, knowingly=True), PEOPLE[0])
    result = settled(played, played.do(c.Submit(1, parse_rows(rows_of(OTHERS)), knowingly=True), PEOPLE[1]))
    assert [seat.foul for seat in result.seats] == [True, False]
    assert result.seats[0].points < 0


def test_a_table_may_refuse_fouls() -> None:
    played = holding(SIX_PAIRS, replace(STANDARD, fouls="off"))
    foul = laid("Ks Kh Js/2s 2h 5s 9d 7d/7c 5h 9c Jh 3d")
    assert refused(played, c.Submit(1, foul, knowingly=True), PEOPLE[0]) == "arrange/foul-refused"


def test_a_declaration_after_the_deadline_is_late() -> None:
    played = holding(SIX_PAIRS)
    assert isinstance(played.table.deal, Deal)
    assert played.table.deal.deadline is not None
    played.now = played.table.deal.deadline
    assert refused(played, c.Declare(1, "six_and_a_half_pairs"), PEOPLE[0]) == "arrange/late"
