"""The daily challenge's opening, deals and record; what one may see of it before one plays it."""

import json
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.verifier import verify
from core import deal
from core.arrangement import Arrangement, faults, parse_rows, show_rows
from core.arranger import decide
from core.cards import parse_shown, show
from core.errors import Illegal
from core.ids import DAILY, ChatId, PersonId
from core.scoring import totals
from core.strength import strengths
from core.table import daily
from core.table.codec import dump_day, load_day
from core.table.daily import DEALS, RESTORED, RULES, SEATS, Before, Day, Turn
from core.table.daily_view import Round, daily_hand, day_view, ranking, try_view
from core.table.model import By

HOST = "00112233aabbccdd"
NOW = 1_796_000_000_000


def day_of(number: int = 1, *, before: str = "", seed: int = 0) -> Day:
    entropy = bytes([seed]) * 32
    return daily.open_day(Before(HOST, number - 1, before), date=f"2026-12-{number:02}", now=NOW, entropy=entropy)


ONE_DAY = day_of()
ANNE = PersonId("web:1")


@pytest.fixture
def day() -> Day:
    return ONE_DAY


def test_the_opening_says_what_the_law_of_the_fair_deal_wants(day: Day):
    context = day.context
    assert (context.table, context.serial, context.round, context.rules) == ("daily", 1, "2026-12-01", "international")
    assert (context.deck, context.aside, context.hand, context.deals) == (52, 0, 13, 5)
    assert context.seats == ("", "", "", "")
    assert day.commitment == deal.commitment(day.secret, context)


@pytest.mark.parametrize("outcome", [daily.SETTLED, RESTORED])
def test_both_verifiers_find_the_record_sound(day: Day, outcome: str):
    record = daily.record(day, outcome)
    assert (deal.fault(record), verify.fault(record)) == (None, None)
    assert record["digest"] == daily.digest(day, outcome)


def test_the_days_are_a_chain_that_is_known_before_they_are_played(day: Day):
    following = day_of(2, before=daily.digest(day), seed=1)
    records = [daily.record(each) for each in (day, following)]
    assert [verify.fault(later, earlier) for earlier, later in pairwise(records)] == [None]
    struck = daily.record(day, RESTORED)
    assert verify.fault(records[1], struck) == "chain"


def test_a_forged_card_or_another_computers_rows_are_found(day: Day):
    record = json.loads(json.dumps(daily.record(day)))
    record["deals"][2]["hands"][1], record["deals"][2]["hands"][2] = record["deals"][2]["hands"][1:3][::-1]
    assert verify.fault(record) == "deals"
    changed = json.loads(json.dumps(daily.record(day)))
    changed["openings"][0]["rows"] = changed["openings"][1]["rows"]
    assert verify.fault(changed) == "openings"


def test_the_same_entropy_gives_the_same_day_and_another_one_other_cards(day: Day):
    assert day_of() == day
    other = day_of(seed=9)
    assert not {dealt.hands for dealt in day.deals} & {dealt.hands for dealt in other.deals}


def test_a_day_comes_back_from_its_text(day: Day):
    assert load_day(dump_day(day)) == day


def test_every_computer_is_sealed_once_a_deal_with_what_the_usual_level_plays(day: Day):
    key = deal.key(day.secret, day.closed)
    assert [(seal.deal, seal.seat) for seal in day.seals] == [(n, seat) for n in range(DEALS) for seat in (1, 2, 3)]
    for play in day.plays:
        hand = parse_shown(day.deals[play.deal].hands[play.seat])
        source = deal.source_of(key, play.deal, play.seat)
        wanted = decide(RULES, hand, bonus=None, level="normal", source=source).arrangement
        assert parse_rows(play.rows) == wanted
    assert len({play.salt for play in day.plays}) == len(day.plays)


def test_every_round_sums_to_zero_whatever_the_player_lays(day: Day):
    for number in range(1, DEALS + 1):
        won = daily.points(day, number, day.standard[number - 1])
        assert sum(won) == 0
        assert won[0] == daily.standard(day, number)


def test_what_is_left_is_played_by_the_hardest_level_and_never_foul(day: Day):
    turns = daily.left(day, 2)
    assert [turn.by for turn in turns] == [By.FALLBACK] * 3
    assert [faults(parse_rows(turn.rows), strengths(RULES, None), RULES) for turn in turns] == [()] * 3


def test_the_coach_speaks_of_what_a_person_arranged_and_of_nothing_else(day: Day):
    own = daily.coached(day, 1, Turn(day.standard[0]))
    assert own is not None
    assert own.reason == "fine"
    assert daily.coached(day, 1, Turn(day.standard[0], By.FALLBACK)) is None


def foul(day: Day) -> str:
    """The first hand laid so that its front is too strong."""
    rows = parse_rows(day.standard[0])
    cards = sorted(rows.cards, key=lambda card: card % 13)
    return "/".join(show(sorted(part)) for part in (cards[-3:], cards[:5], cards[5:10]))


def test_a_foul_must_be_laid_knowingly_and_then_loses_every_row_and_three_more(day: Day):
    rows = parse_rows(foul(day))
    with pytest.raises(Illegal, match="arrange/foul-warned"):
        daily.laid(day, 1, rows, knowingly=False)
    laid = daily.laid(day, 1, rows, knowingly=True)
    result = daily.result(day, [Turn(laid)], person=PersonId("web:1"), name="小明", at=(1, NOW))
    assert result.seats[0].foul
    assert sum(payment.points for payment in result.payments if payment.payer == 0) == -result.seats[0].points >= 18


def test_only_cards_of_the_hand_can_be_laid(day: Day):
    with pytest.raises(Illegal, match="arrange/not-held"):
        daily.laid(day, 2, parse_rows(day.standard[0]), knowingly=True)


def test_a_round_is_told_like_one_of_a_table_with_what_was_won_so_far(day: Day):
    turns = [Turn(rows) for rows in day.standard[:2]]
    first, second = (
        daily.result(day, turns[:count], person=PersonId("web:1"), name="小明", at=(7, NOW)) for count in (1, 2)
    )
    assert (second.table, second.round, second.rounds, second.rule_set) == (DAILY, 2, DEALS, "international")
    assert [seat.number for seat in second.seats] == [0, 1, 2, 3]
    assert [one.match_points for one in second.seats] == [
        before.points + now.points for before, now in zip(first.seats, second.seats, strict=True)
    ]


@pytest.mark.parametrize(("attempt", "number"), [(1, 1), (1, 5), (2**40, 3)])
def test_a_hands_number_gives_its_try_and_round_again(attempt: int, number: int):
    assert daily.attempt_of(daily.hand_number(attempt, number)) == (attempt, number)


@pytest.mark.parametrize("number", [0, 6, 7, 8, 14])
def test_a_hand_that_no_try_has_is_no_button_of_ours(number: int):
    with pytest.raises(Illegal, match="press/forged"):
        daily.attempt_of(number)


def test_a_hand_shows_its_own_cards_and_no_others(day: Day):
    view = daily_hand(day, 3, 2, chat=ChatId("web:1"), at=NOW)
    shown = str(vars(view))
    assert view.cards == parse_shown(day.deals[1].hands[0])
    hidden = [day.secret, *(play.salt for play in day.plays), *(play.rows for play in day.plays)]
    assert not [each for each in hidden if each in shown]


def test_what_is_public_of_a_day_holds_no_secret_salt_card_or_row(day: Day):
    shown = json.dumps([daily.evidence(day), str(vars(day_view(day, [], ends_at=NOW, outcome="", tomorrow="")))])
    hidden = [day.secret, *(play.salt for play in day.plays), *(play.rows for play in day.plays)]
    hidden += [hand for dealt in day.deals for hand in (*dealt.hands, dealt.rest) if hand]
    assert not [each for each in hidden if each in shown]
    assert daily.evidence(day)["commitment"] == day.commitment
    assert len(day.seals) == DEALS * (SEATS - 1)


def test_equal_points_share_the_place_and_stand_in_the_order_in_which_they_were_won():
    ranked = ranking([(1, "a", 4), (2, "b", 9), (3, "c", 4), (4, "d", -1)])
    assert [(each.name, each.place) for each in ranked] == [("b", 1), ("a", 2), ("c", 2), ("d", 4)]


def test_a_day_of_thousands_has_as_many_places():
    ranked = ranking([(number, "x", number % 61 - 30) for number in range(5_000)])
    assert (ranked[0].place, ranked[-1].place, len(ranked)) == (1, 5_000 - 81, 5_000)


def test_a_try_knows_its_place_and_how_many_it_has_beaten(day: Day):
    found = [(number, str(number), points) for number, points in enumerate((9, 7, 7, 3), 1)]
    view = day_view(day, found, ends_at=NOW, outcome="", tomorrow="")
    rounds = [Round(3, 1), Round(4, 4, own=False)]
    own = try_view(view, 3, name="3", rounds=rounds, ended=True)
    assert (own.points, own.standard, own.place, own.beaten, own.left) == (7, 5, 2, 25, 0)
    running = try_view(view, 99, name="x", rounds=rounds, ended=False)
    assert (running.place, running.left) == (0, 3)


def test_cards_and_commitment_of_a_given_entropy_never_change():
    """What a verifier of another version would find: the opening and the cards, whatever the computers make of them."""
    day = day_of()
    assert day.commitment == "20661bb06a11586c77c683da5f6544a04f31d25ec484182d258ac71063c3977f"
    assert day.deals[4].hands[0] == "4d 3d Qs 2d Qc 6h 5c 7d As Jh 6d Qh Kc"


@settings(max_examples=60, deadline=None)
@given(st.integers(1, DEALS), st.randoms(use_true_random=False))
def test_whatever_is_laid_every_round_sums_to_zero_and_the_lines_add_up(number: int, random: Random):
    day = ONE_DAY
    cards = [*daily.held(day, number)]
    random.shuffle(cards)
    laid = show_rows(Arrangement(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:])))
    assert daily.laid(day, number, parse_rows(laid), knowingly=True) == laid
    result = daily.result(day, [*map(Turn, day.standard[: number - 1]), Turn(laid)], person=ANNE, name="a", at=(1, NOW))
    assert sum(seat.points for seat in result.seats) == 0
    assert tuple(seat.points for seat in result.seats) == totals(result.payments, SEATS)
    assert result.seats[0].foul == bool(faults(parse_rows(laid), strengths(RULES, None), RULES))
