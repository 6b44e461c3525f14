"""The referee arranges a hand of each game."""

import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from bot.i18n import languages
from bot.lab.deals import deals
from bot.referee import answer
from core.arranger import LEVELS
from core.arranger.policy import is_trained
from core.cards import show
from core.rules import ROWS, RULE_SETS

VARIANTS = [variant for variant, rules in RULE_SETS.items() if is_trained(rules)]
PAIRS = "2h 2c 7s 7c 5h 5s Ts Tc Ad Ah 8s 8h 9d"
DRAGON = "As Ks Qs Js Ts 9h 8h 7h 6h 5h 4d 3d 2d"
TWO_QUADS = "As Ah Ad Ac Ks Kh Kd Kc Qs Qh 3c 3d 2s"


def ask(language="zh-TW", **request):
    return json.loads(answer(json.dumps(request), language))


def hand(variant):
    deal = next(deals(RULE_SETS[variant], 6))
    bonus = {} if deal.bonus is None else {"bonus": "23456789TJQKA"[deal.bonus - 2]}
    return {"variant": variant, "cards": show(deal.hands[0])} | bonus


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_is_arranged_legally_from_the_hand_and_again_alike(variant, level):
    given = hand(variant)
    found = [ask(op="arrange", level=level, seed=seed, **given) for seed in (1, 1)]
    assert found[0] == found[1]
    rows = {row: found[0][row] for row in ROWS}
    more = {name: given[name] for name in ("variant", "bonus") if name in given}
    assert ask(op="legal", **more, **rows) == {"legal": True, "faults": []}
    assert Counter(given["cards"].split()) >= Counter(" ".join(rows.values()).split())
    assert list(found[0]) == [*ROWS, "declare", "expected"]
    assert found[0]["expected"] <= ask(op="arrange", **given)["expected"]


@pytest.mark.parametrize(
    ("variant", "cards", "declare", "expected"),
    [
        ("standard", DRAGON, "dragon", 108),
        ("standard", PAIRS, "six_and_a_half_pairs", 12),
        ("hongkong", DRAGON, None, 13),
        ("hongkong", PAIRS, None, 3),
        ("taiwan", DRAGON, None, 75),
    ],
)
def test_a_special_is_declared_where_the_game_asks_and_counts_by_itself_elsewhere(variant, cards, declare, expected):
    if variant not in VARIANTS:
        pytest.skip("no population yet")
    found = ask(op="arrange", variant=variant, cards=cards)
    assert (found["declare"], found["expected"]) == (declare, expected)


def test_rows_that_win_more_than_the_special_are_played():
    found = ask(op="arrange", variant="standard", cards=TWO_QUADS)
    assert found["declare"] is None
    assert found["expected"] > 12


def test_what_is_declared_is_accepted_in_a_round():
    found = ask(op="arrange", variant="standard", cards=PAIRS)
    players = [{row: found[row] for row in ROWS} | {"declare": found["declare"]}]
    rest = "3s 4s 6s 3h 4h 6h 3d 4d 6d 3c 4c 6c Jc"
    other = ask(op="arrange", variant="standard", cards=rest)
    players.append({row: other[row] for row in ROWS} | {"declare": other["declare"]})
    settled = ask(op="round", variant="standard", players=players)
    assert sum(player["total"] for player in settled["players"]) == 0
    assert {line["reason"] for line in settled["lines"]} == {"special"}


@pytest.mark.parametrize("language", languages())
def test_a_game_without_a_population_is_refused_in_words(monkeypatch, language):
    monkeypatch.setattr("core.arranger.policy.is_trained", lambda _rules: False)
    error = ask(language, op="arrange", variant="standard", cards=PAIRS)["error"]
    assert error["code"] == "referee/no-arranger"
    assert len(error["message"]) > 5


def test_neither_another_process_nor_its_hashes_change_what_is_played(root):
    requests = [
        {"op": "arrange", "level": level, "seed": 7} | hand(variant) for variant in VARIANTS for level in LEVELS
    ]
    done = subprocess.run(
        [sys.executable, "-m", "bot", "referee"],
        cwd=root,
        env=os.environ | {"PYTHONHASHSEED": "77"},
        input="".join(f"{json.dumps(each)}\n" for each in requests),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [ask(**each) for each in requests]
