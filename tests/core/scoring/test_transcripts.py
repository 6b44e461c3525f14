"""Whole rounds of every rule set as people read them; between them they show every reason to pay."""

from collections import Counter

import pytest

from core.cards import deck
from core.rules import RULE_SETS
from core.scoring import WAYS
from tests.laid import laid
from tests.transcripts import FOLDER, ROUNDS, settled, transcript


@pytest.mark.parametrize("rule_set_id", sorted(RULE_SETS))
def test_a_transcript_reads_as_it_was_checked(rule_set_id):
    assert (FOLDER / f"{rule_set_id}.txt").read_text(encoding="utf-8") == transcript(rule_set_id)


@pytest.mark.parametrize("rule_set_id", sorted(RULE_SETS))
def test_one_deck_can_hold_every_round(rule_set_id):
    for texts, _ in ROUNDS[rule_set_id]:
        used = Counter(card for text in texts for card in laid(text).cards)
        assert used <= Counter(deck(RULE_SETS[rule_set_id].deck))


@pytest.mark.parametrize("scoring", sorted(WAYS))
def test_the_rounds_of_a_way_to_settle_show_all_its_reasons(scoring):
    found = {
        line.reason
        for rule_set_id, rules in RULE_SETS.items()
        if rules.scoring == scoring
        for texts, terms in ROUNDS[rule_set_id]
        for line in settled(rule_set_id, texts, terms)
    }
    assert set(WAYS[scoring].reasons) == found
