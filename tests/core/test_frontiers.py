"""The frontier of two hundred hands of 16 and of 17 cards: what the slow reference found once."""

from collections import Counter

import pytest

from core.arranger.search import frontier
from core.cards import JOKER, rank
from tests.frontiers import HANDS, digest, kept
from tests.strategies import GUN_GAMES

IDS = GUN_GAMES


@pytest.mark.parametrize("rule_set_id", IDS)
def test_the_frontier_of_two_hundred_hands_is_what_trying_every_split_has_found(rule_set_id):
    wrong = []
    for one, size, known in kept(rule_set_id):
        splits = frontier(one.hand, strengths=one.strengths, rule_set=one.rule_set, bonus=one.bonus).splits
        if (len(splits), digest(tuple(split[:3]) for split in splits)) != (size, known):
            wrong.append(one)
    assert wrong == []


@pytest.mark.parametrize(("rule_set_id", "numbers"), [("joker", range(4)), ("bonus", range(5))])
def test_the_hands_have_every_number_of_special_cards(rule_set_id, numbers):
    lines = kept(rule_set_id)
    special = Counter(sum(card == JOKER or rank(card) == one.bonus for card in one.hand) for one, _, _ in lines)
    assert len({one.hand for one, _, _ in lines}) == len(lines) >= HANDS
    assert min(special[number] for number in numbers) >= 20
    assert max(size for _, size, _ in lines) > 60
