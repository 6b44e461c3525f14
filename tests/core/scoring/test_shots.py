"""Who has gunned whom, whatever a way to settle calls it."""

import pytest

from core.rules import RULE_SETS
from core.scoring import WAYS, home_runs, shots
from tests.transcripts import ROUNDS, settled


def told(rule_set_id: str, number: int):
    rules, lines = RULE_SETS[rule_set_id], settled(rule_set_id, *ROUNDS[rule_set_id][number])
    return sorted(shots(rules, lines)), sorted(home_runs(rules, lines))


EVERYBODY = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


@pytest.mark.parametrize(("rule_set_id", "runs"), [("standard", [0]), ("international", []), ("taiwan", [0])])
def test_whoever_wins_every_row_has_gunned_and_a_foul_is_gunned_by_all(rule_set_id, runs):
    assert told(rule_set_id, 0) == (EVERYBODY, runs)


def test_there_is_no_home_run_where_more_could_play():
    assert told("standard", 1) == ([(0, 1)], [])


def test_being_run_over_is_a_gun_and_two_rows_to_one_are_none():
    assert told("taiwan", 1) == ([(0, 1)], [])


def test_a_dragon_guns_everybody_once():
    assert told("taiwan", 2) == ([(0, 1), (0, 2)], [])


def test_against_a_banker_nobody_is_gunned():
    assert told("hongkong", 0) == ([], [])


@pytest.mark.parametrize("scoring", sorted(WAYS))
def test_a_way_names_only_reasons_of_its_own(scoring):
    way = WAYS[scoring]
    assert way.guns | way.home_runs <= set(way.reasons)
