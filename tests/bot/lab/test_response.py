"""What is measured of the hardest level: what its best responder gains, and how the levels do against each other."""

from itertools import islice

import pytest

from bot.lab import duel, response
from bot.lab.deals import deals
from bot.lab.duel import gains
from bot.lab.players import computer, greedy
from bot.lab.response import gain, responder
from core.arranger import HARDEST, LEVELS, played_by
from core.arranger.policy import is_trained
from core.rules import RULE_SETS
from core.scoring import payments, totals
from core.strength import strengths

IDS = [rules.id for rules in RULE_SETS.values() if rules.hand == 13 and is_trained(rules)]


@pytest.mark.parametrize("rule_set_id", IDS)
def test_whoever_knows_only_a_few_hands_of_the_hardest_level_loses_by_responding_to_them(rule_set_id):
    mean, error = gain(RULE_SETS[rule_set_id], 3, hands=12, tried=40)
    assert mean < 0 < error


def test_the_gain_of_a_banker_is_that_of_a_player_from_everybody():
    rules = RULE_SETS["hongkong"]
    player, _ = gain(rules, 3, hands=12, tried=24)
    banker, _ = gain(played_by(rules, 4, banks=True), 3, hands=12, tried=24)
    assert banker == pytest.approx(3 * player)


def test_the_gain_is_printed_for_each_game_that_is_named(monkeypatch, capsys):
    monkeypatch.setattr(response, "gain", lambda rules, _seed: (0.001 * rules.hand, 0.002))
    assert response.main("standard", "hongkong") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["standard", "hongkong"]
    assert "+0.0130 ± 0.0020" in lines[0]


def test_levels_are_compared_in_the_games_that_are_named(monkeypatch, capsys):
    monkeypatch.setattr(duel, "responder", lambda rules, seed: responder(rules, seed, hands=12))
    assert duel.main("2", "hongkong") == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == "hongkong, points a round and opponent, 2 duplicate deals"
    assert len(lines) == 4 * 3 + 1


def test_what_is_won_is_counted_for_each_opponent_though_three_meet_the_banker_alone():
    rules = RULE_SETS["hongkong"]

    def best(rules, hand, bonus):
        return computer(HARDEST, 1)(rules, hand, bonus)

    found = gains(rules, {"best": best, "greedy": greedy}, number=3, seed=2)["best", "greedy"]
    won = []
    for deal in islice(deals(rules, 2), 3):
        mine, others = ([player(rules, hand, None) for hand in deal.hands] for player in (best, greedy))
        for seat in range(4):
            tabled = [*others[:seat], mine[seat], *others[seat + 1 :]]
            won.append(totals(payments(rules, tabled, strengths(rules)), 4)[seat])
    assert found.mean == pytest.approx(sum(won) / 3 / 6)
    assert found.mean != 0


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("rule_set_id", IDS)
def test_each_level_gains_on_the_weaker_ones_and_the_hardest_on_greedy_players(rule_set_id):
    """Over 150 duplicate deals; `shisanzhi bench levels` plays 2,000."""
    players = {level: computer(level, 1) for level in LEVELS} | {"greedy": greedy}
    pairs = [("normal", "easy"), ("hard", "normal"), ("hard", "greedy")]
    found = gains(RULE_SETS[rule_set_id], players, number=150, seed=2, among=pairs)
    assert min(each.errors for each in found.values()) > 3


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("rule_set_id", IDS)
def test_whoever_knows_how_the_hardest_level_plays_gains_next_to_nothing(rule_set_id):
    rules = RULE_SETS[rule_set_id]
    players = {"responder": responder(rules, 1, hands=800), HARDEST: computer(HARDEST, 1)}
    found = gains(rules, players, number=60, seed=2, among=[("responder", HARDEST)])["responder", HARDEST]
    assert found.mean < 0.05 + 3 * found.error
