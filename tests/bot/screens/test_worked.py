"""The examples that the rules show: what each brings, reckoned by hand from the rule texts."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.i18n import catalog
from bot.screens.model import Cards
from bot.screens.rules_examples import example_pages
from bot.screens.rules_rows import example_table
from bot.screens.worked import EXAMPLES, Example, examples, settled
from core.arrangement import faults
from core.cards import deck
from core.rules import RULE_SETS
from core.scoring import totals
from tests.bot.screens.walk import parts

ZH = catalog("zh-TW")
TOTALS = [
    ("joker", "home-run", (12, -3, -5, -4)),
    ("joker", "home-run-quads", (18, -5, -7, -6)),  # joker.txt, 計分範例
    ("joker", "each-pays", (-3, -1, 2, 2)),
    ("bonus", "home-run", (9, -2, -4, -3)),  # bonus.txt, 計分範例一
    ("bonus", "home-run-quads", (15, -4, -6, -5)),
    ("bonus", "each-pays", (-7, -5, -2, 14)),  # bonus.txt, 計分範例二
    ("standard", "two-to-one", (1, -1)),  # standard.txt, 例子一
    ("standard", "trips-in-front", (3 + 2 - 4, 4 - 3 - 2)),  # 例子二
    ("standard", "four-against-flush", (-(1 + 1 + 4) * 2, 12)),  # 例子三
    ("standard", "even", (-2, 2)),  # 例子四
    ("standard", "all-three", (8, -8)),  # 例子：打槍
    ("standard", "against-a-foul", (8, -8)),  # 例子：對手相公
    ("standard", "all-four-times", (48, -16 + 2 + 6 - 1, -16 - 2 + 1 + 6, -16 - 6 - 6)),  # 例子：全壘打
    ("standard", "declared", (12 - 3, -12 - 3, 6)),  # 特殊牌型表
    ("international", "two-to-one", (1, -1)),
    ("international", "trips-in-front", (1, -1)),
    ("international", "four-against-flush", (-(1 + 1 + 4) - 3, 9)),
    ("international", "even", (-2, 2)),
    ("international", "all-three", (4 + 3, -7)),  # standard.txt, 每日挑戰
    ("international", "against-a-foul", (7, -7)),
    ("taiwan", "extras-lost-row", (4 + 4 - 1, -4 + 6 - 1, 1 + 1 + 6, -4 - 6 - 6)),  # hoya.txt, 加堵
    ("taiwan", "red", (15 * 3, -15 + 6 + 6, -15 - 6 + 6, -15 - 6 - 6)),  # hoya.txt, 紅不讓
    ("taiwan", "run-over", (6 - 1, -6 - 1, 2)),  # hoya.txt, 輾過
    ("taiwan", "dragon", (25 * 3, -25, -25, -25)),  # hoya.txt, 一條龍的特別規則 ａ
    ("hongkong", "stakes", ((3 + 2 + 1) * 2, -12 + 3 * 5 + 3 * 10, -15, -30)),  # hoya.txt, 賠率, 倒水
    ("hongkong", "natural", (-9, 9)),  # hoya.txt, 報到
    ("hongkong", "by-suits", (3, -3)),  # hoya.txt, 十三張需計算花色
    ("hongkong", "top-card", (3, -3)),  # hoya.txt, 食夾棍
]


def named(rule_set: str, code: str) -> Example:
    return next(each for each in examples(RULE_SETS[rule_set]) if each.code == code)


@pytest.mark.parametrize(("rule_set", "code", "points"), TOTALS)
def test_an_example_brings_what_the_rule_text_says(rule_set: str, code: str, points: tuple[int, ...]):
    example = named(rule_set, code)
    assert points == totals(settled(RULE_SETS[rule_set], example), len(example.hands))


def test_every_example_of_every_game_is_reckoned_by_hand():
    shown = {(rule_set, each.code) for rule_set, rules in RULE_SETS.items() for each in examples(rules)}
    assert {(rule_set, code) for rule_set, code, _ in TOTALS} == shown
    assert {code for _, code in shown} == {each.code for each in EXAMPLES}


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_game_has_examples_that_show_each_of_its_ways_to_win_a_round(rule_set: str):
    rules = RULE_SETS[rule_set]
    assert len(examples(rules)) >= 3
    for each in examples(rules):
        used = Counter(card for arrangement in each.arrangements for card in arrangement.cards)
        assert used <= Counter(deck(rules.deck))
        assert all(list(map(len, arrangement.rows)) == [3, 5, 5] for arrangement in each.arrangements)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_foul_is_only_shown_where_one_can_be_submitted(rule_set: str):
    rules = RULE_SETS[rule_set]
    fouls = [
        each.code
        for each in examples(rules)
        for arrangement in each.arrangements
        if faults(arrangement, example_table(rules), rules)
    ]
    assert bool(fouls) == rules.fouls_allowed


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_pages_show_every_card_and_the_totals_that_the_referee_found(rule_set: str):
    rules = RULE_SETS[rule_set]
    blocks = [block for page in example_pages(rules) for block in page]
    shown = Counter(card for block in blocks for part in parts(block) for card in getattr(part, "cards", ()))
    shown -= Counter(
        card for block in blocks for part in parts(block) if isinstance(part, Cards) for card in part.cards
    )
    assert shown == Counter(card for each in examples(rules) for hand in each.arrangements for card in hand.cards)
    said = [ZH.text(block.text.key, block.text.facts) for block in blocks if block.text.key == "example/totals"]
    for each, line in zip(examples(rules), said, strict=True):
        for points in totals(settled(rules, each), len(each.hands)):
            assert (f"{points:+}".replace("-", "−") if points else " 0") in line


def test_the_payments_of_two_are_shown_as_one_sum_and_its_parts():
    said = [
        ZH.text(block.text.key, block.text.facts)
        for page in example_pages(RULE_SETS["standard"])
        for block in page
        if block.text.key == "example/pays"
    ]
    assert "乙付甲 8 分：頭墩 1、中墩葫蘆 2、尾墩 1、打槍加倍 4" in said
    assert "乙付甲 16 分：頭墩 1、中墩葫蘆 2、尾墩 1、全壘打再加 12" in said
    assert "甲付丙 3 分：三同花 3" in said


def test_a_game_of_its_own_has_the_examples_that_fit_its_values():
    """A seventh rule set needs no example of its own: two points for a row, four for all three."""
    pusoy = replace(RULE_SETS["international"], id="pusoy", row_points=2, gun=4)
    codes = {each.code: totals(settled(pusoy, each), len(each.hands)) for each in examples(pusoy)}
    assert (2, -2) == codes["two-to-one"]
    assert (2 + 3 + 2 + 4, -11) == codes["all-three"]
    assert "all-four-times" not in codes
