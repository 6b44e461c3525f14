"""The same deal gives the same arrangements, seals and words, in any process, whatever the hashes, from one thread or eight."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = """
import hashlib, random, sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from threading import Barrier

from core.arranger import LEVELS, choose
from core.arranger.advice import mended, picks, suggestions
from core.arranger.coach import review
from core.cards import deck
from core.frames import stream
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.model import Options
from tests.tables import PEOPLE, dealt

threads, backwards = int(sys.argv[1]), sys.argv[2] == "backwards"
barrier = Barrier(threads)

def hand_of(number):
    rules = list(RULE_SETS.values())[number % len(RULE_SETS)]
    dice = random.Random(number)
    cards = list(deck(rules.deck))
    dice.shuffle(cards)
    return rules, tuple(cards[: rules.hand]), dice.randrange(2, 15) if rules.has_bonus else None

def told(number):
    rules, hand, bonus = hand_of(number)
    given = list(hand)
    played = {
        level: choose(rules, given, bonus=bonus, level=level, source=stream(bytes([number] * 32), "seat"))
        for level in LEVELS
    }
    first = suggestions(rules, given, bonus=bonus)
    rows = {"front": given[:3], "middle": given[3:8], "back": given[8:13]}
    found = [
        *played.items(),
        *map(repr, first),
        *map(repr, picks(rules, given, bonus=bonus, rows={"back": first[0].arrangement.back}).items()),
        repr(mended(rules, given, rows, bonus=bonus)),
        repr(review(rules, given, played["easy"], bonus=bonus)),
    ]
    assert tuple(given) == hand
    return repr(found)

def all_told(first):
    barrier.wait()
    order = range(12)
    found = {number: told(number) for number in (reversed(order) if (first % 2) ^ backwards else order)}
    return "".join(found[number] for number in order)

with ThreadPoolExecutor(threads) as pool:
    advice = set(pool.map(all_told, range(threads)))
assert len(advice) == 1, "two threads were told different things"
text = advice.pop()
for rules in RULE_SETS:
    for level in LEVELS:
        played = dealt(options=Options(rule_set=rules, level=level, rounds=1), people=2)
        for person in PEOPLE[:2]:
            played.do(c.Submit(played.table.serial, played.suggestion(played.seat(person))), person)
        text += repr(played.log)
print(hashlib.sha256(text.encode()).hexdigest(), len(text))
"""


def digest(root: Path, *, seed: str, threads: int = 1, order: str = "forwards") -> str:
    """What a new process tells of twelve hands and six rounds."""
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(threads), order],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def told(root: Path) -> str:
    return digest(root, seed="0")


@pytest.mark.parametrize("seed", ["1", "4294967295", "random"])
def test_neither_hashes_nor_the_order_of_questions_change_anything(told: str, root: Path, seed: str):
    assert digest(root, seed=seed, order="backwards") == told


def test_eight_threads_that_all_begin_at_once_in_a_new_process_are_told_the_same(told: str, root: Path):
    assert digest(root, seed="7", threads=8) == told
