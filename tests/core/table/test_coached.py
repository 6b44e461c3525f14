"""What the arranger adds to a round: the strongest fallback, the mark of a suggestion, the coach's word."""

import pytest

from core.arrangement import show_rows
from core.arranger.coach import review
from core.cards import parse_shown
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.lobby import checked_options
from core.table.model import Options
from core.table.view import hand_view
from tests.core.table.test_lobby import refused
from tests.core.table.test_round import settled
from tests.tables import PEOPLE, dealt, opened


def test_a_suggestion_that_helped_is_kept_with_the_round() -> None:
    played = dealt(2)
    played.do(c.Submit(1, played.suggestion(0), hinted=True), PEOPLE[0])
    view = hand_view(played.table, 0)
    assert view is not None
    assert view.hinted
    result = settled(played.do(c.Submit(1, played.suggestion(1)), PEOPLE[1])).result
    assert [seat.hinted for seat in result.seats] == [True, False, False, False]


def test_the_coach_reviews_what_people_arranged_themselves() -> None:
    played = dealt(3)
    for seat in (0, 1):
        played.do(c.Submit(1, played.suggestion(seat)), PEOPLE[seat])
    assert played.table.deal is not None
    hand = parse_shown(played.table.deal.dealt.hands[0])
    own = played.suggestion(0)
    event = settled(played.wait(90))
    expected = review(RULE_SETS["joker"], hand, own, bonus=None)
    assert event.reviews == (expected, event.reviews[1], None, None)
    assert (expected.loss, expected.reason, expected.best_rows) == (0, "fine", show_rows(own))


@pytest.mark.parametrize("hints", ["on", "classes", "off"])
def test_a_table_chooses_how_much_is_suggested(hints: str) -> None:
    assert checked_options(Options(hints=hints)).hints == hints


def test_an_unknown_measure_of_hints_is_refused() -> None:
    assert refused(opened(), c.Configure(Options(hints="some")), PEOPLE[0]) == "settings/unread"
