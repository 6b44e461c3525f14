"""The coach's figures, and that each of its reasons is true of the two arrangements."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.lab.deals import deals
from bot.lab.players import computer, greedy
from core.arrangement import Arrangement, parse_rows, show_rows
from core.arranger.account import account
from core.arranger.advice import suggestions, worth
from core.arranger.coach import REASONS, review
from core.arranger.study import hits, study
from core.cards import parse_shown
from core.rules import ROWS, RULE_SETS
from tests.strategies import GUN_GAMES, hands

IDS = GUN_GAMES


@given(hands(), st.data())
def test_the_loss_is_the_best_less_what_was_played(one, data):
    own = study(one.rule_set, one.hand, bonus=one.bonus)
    played = own.frontier.arrangement(data.draw(st.sampled_from(own.frontier.splits)))
    found = review(one.rule_set, one.hand, played, bonus=one.bonus)
    first = suggestions(one.rule_set, one.hand, bonus=one.bonus)[0]
    assert found.expected == round(worth(one.rule_set, one.hand, played, bonus=one.bonus).expected * 1000)
    assert found.best == round(first.worth.expected * 1000)
    assert found.loss == found.best - found.expected >= 0
    assert worth(one.rule_set, one.hand, parse_rows(found.best_rows), bonus=one.bonus) == first.worth
    assert (found.reason == "fine") == (found.loss < 5)
    assert found.reason in REASONS


@given(hands())
def test_the_best_is_praised_with_its_own_cards(one):
    first = suggestions(one.rule_set, one.hand, bonus=one.bonus)[0]
    found = review(one.rule_set, one.hand, first.arrangement, bonus=one.bonus)
    assert (found.loss, found.reason, found.best_rows) == (0, "fine", show_rows(first.arrangement))


def told(rule_set_id, player, number):
    """So many reviews of what a player has done, with the study of the hand and both arrangements' strengths."""
    rules = RULE_SETS[rule_set_id]
    for deal in islice(deals(rules, 9), number):
        for hand in deal.hands:
            played = player(rules, hand, deal.bonus)
            found = review(rules, hand, played, bonus=deal.bonus)
            own = study(rules, hand, bonus=deal.bonus)
            pair = [
                tuple(own.strengths.strength(row) for row in rows.rows)
                for rows in (played, parse_rows(found.best_rows))
            ]
            yield found.reason, own, *pair


@pytest.mark.slow
@pytest.mark.parametrize("rule_set_id", IDS)
@pytest.mark.parametrize("player", [greedy, computer("easy", 3)], ids=["greedy", "easy"])
def test_each_reason_is_true_of_the_two_arrangements(rule_set_id, player):
    seen = set()
    for reason, own, mine, best in told(rule_set_id, player, 60):
        seen.add(reason)
        assert true_of(reason, own, mine, best), (reason, mine, best)
    assert len(seen) > 6


def true_of(reason, own, mine, best):
    had, could = account(own.judge, mine), account(own.judge, best)
    classes = [tuple(own.strengths.row_class(each) for each in rows) for rows in (mine, best)]
    row = next((place for place, name in enumerate(ROWS) if reason.startswith(name)), None)
    match reason:
        case "fine":
            return could.total - had.total < 0.01
        case "front-weak" | "middle-weak" | "back-weak":
            return best[row] > mine[row] and hits(own.judge, best) < hits(own.judge, mine)
        case "front-short" | "middle-short" | "back-short":
            return best[row] > mine[row] and could.guns > had.guns
        case "front-too-strong" | "middle-too-strong" | "back-too-strong":
            return all((a > b) == (place == row) for place, (a, b) in enumerate(zip(mine, best, strict=True)))
        case "quads-to-middle" | "straight-flush-to-middle" | "extras-to-middle":
            return classes[0][2] == classes[1][1] and could.extras[1] > had.extras[1]
        case "front-trips-missed":
            return bool(own.judge.pays("front", best[0])) and not own.judge.pays("front", mine[0])
        case "extras-paid":
            return sum(could.owed) > sum(had.owed)
        case _:
            return reason.endswith("-extras-missed") and could.extras[row] > had.extras[row]


@pytest.mark.parametrize(
    ("rule_set_id", "bonus", "rows", "over", "reason"),
    [
        ("joker", None, "Js Qs Kd/8s 8s 8h Ah Ac/2s 3s 5s As Xx", "7s 6c 9d 4h", "front-trips-missed"),
        ("joker", None, "Ks Kc Xx/8d Td Jd 7c 9c/2s 2h 2d Ad Xx", "9d Jh Ts 4h", "quads-to-middle"),
        ("joker", None, "5s 5d Xx/6s 7s 9s 9s Js/8h 9h Th Qh Xx", "Ad 2c 3d 4h", "straight-flush-to-middle"),
        ("joker", None, "2s 2d 2c/5s Qs Qh 5d 5c/8s Ks 8h 8d 8c", "3h 4d 9d Jh", "front-extras-missed"),
        ("bonus", 4, "Th 3d 3c/6s Js 6h Kd Ad/9s 9h Qh 9d 9c", "5c 7s 2h", "back-too-strong"),
    ],
)
def test_the_reason_is_what_a_player_would_say(rule_set_id, bonus, rows, over, reason):
    played = Arrangement(*map(parse_shown, rows.split("/")))
    hand = (*played.cards, *parse_shown(over))
    assert review(RULE_SETS[rule_set_id], hand, played, bonus=bonus).reason == reason


FOUL = parse_rows("2s 2d 2c/8s Ks 8h 8d 8c/5s Qs Qh 5d 5c")


def test_a_foul_costs_what_losing_every_row_to_everybody_costs():
    rules, hand = RULE_SETS["joker"], (*FOUL.cards, *parse_shown("3h 4d 9d Jh"))
    best = suggestions(rules, hand, bonus=None)[0]
    owed = account(study(rules, hand, bonus=None).judge, (1, 1, 1))
    found = review(rules, hand, FOUL, bonus=None)
    assert (found.reason, found.best_rows) == ("foul", show_rows(best.arrangement))
    assert found.loss == found.best - found.expected
    assert (owed.guns, owed.extras) == (0, (0, 0, 0))
    assert found.expected == round(owed.total * 1000) < -rules.gun * 1000 * (rules.seats.most - 1)


def test_cards_that_are_not_of_the_hand_are_not_reviewed():
    with pytest.raises(ValueError, match="no legal arrangement"):
        review(RULE_SETS["joker"], (*FOUL.cards[:12], *parse_shown("3h 4d 9d Jh Th")), FOUL, bonus=None)


@pytest.mark.parametrize(
    ("played", "reason"),
    [
        ("Kh Ah Kd/6s Qs 8h 6c 8c/7s 7h 7d 7c Xx", "fine"),
        ("Ah Kd Tc/Qs 8h 5d 6c 8c/7s 7h 7d 7c Xx", "front-weak"),
        ("Kh Kd Tc/6s 8h 5d 6c 8c/7s 7h 7d 7c Xx", "front-short"),
    ],
)
def test_with_the_best_back_the_row_that_cost_most_is_named(played, reason):
    hand = parse_shown("6c 7d Kd 5d Qs 7h Ah 8h Tc 3s 7s 8c 7c Kh Xx 6s 9s")
    assert review(RULE_SETS["joker"], hand, parse_rows(played), bonus=None).reason == reason
