"""Two hundred hands a size and the slow reference's frontier of each, as a digest: `python -m tests.frontiers joker`.

The reference tries every split and takes 2 to 10 seconds a hand, so that its answers are kept in golden/.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from bot.lab.deals import deals
from core.arranger.search import frontier
from core.cards import JOKER, parse_shown, rank, show
from core.rules import RULE_SETS, RuleSet
from tests.strategies import Dealt, slow_frontier

FOLDER = Path(__file__).parent / "golden"
SEED = 99
HANDS = 200
LARGEST = 12
SCANNED = 1_000
SHARES = {True: {0: 20, 1: 28, 2: 60, 3: 60, 4: 20}, False: {0: 47, 1: 47, 2: 47, 3: 47}}
"""How many hands have so many special cards (jokers; with a bonus rank 彩金 cards), by whether there is one."""


def chosen(rule_set: RuleSet) -> list[Dealt]:
    """The hands with the largest frontiers of a thousand, and of further deals those that the shares ask for."""
    dealt = _dealt(rule_set)
    found = sorted(islice(dealt, SCANNED), key=lambda one: len(_fast(one)), reverse=True)[:LARGEST]
    wanted = dict(SHARES[rule_set.has_bonus])
    for one in dealt:
        special = sum(1 for card in one.hand if card == JOKER or rank(card) == one.bonus)
        if wanted.get(special):
            wanted[special] -= 1
            found.append(one)
        if len(found) == HANDS or not any(wanted.values()):
            return found
    return found


def _dealt(rule_set: RuleSet) -> Iterator[Dealt]:
    for deal in deals(rule_set, SEED):
        for hand in deal.hands:
            yield Dealt(rule_set, hand, deal.bonus)


def _fast(one: Dealt) -> set[tuple[int, ...]]:
    splits = frontier(one.hand, strengths=one.strengths, rule_set=one.rule_set, bonus=one.bonus).splits
    return {split[:3] for split in splits}


def digest(splits: Iterable[tuple[int, ...]]) -> str:
    """What a frontier is recognised by."""
    return hashlib.sha256(json.dumps(sorted(splits)).encode()).hexdigest()[:16]


def kept(rule_set_id: str) -> list[tuple[Dealt, int, str]]:
    """The hands of the file, with the size and the digest of each frontier."""
    lines = json.loads((FOLDER / f"frontiers-{rule_set_id}.json").read_text(encoding="ascii"))
    rules = RULE_SETS[rule_set_id]
    return [(Dealt(rules, parse_shown(hand), bonus), size, found) for hand, bonus, size, found in lines]


if __name__ == "__main__":
    rows = []
    for each in chosen(RULE_SETS[sys.argv[1]]):
        slow = slow_frontier(each)
        rows.append(json.dumps([show(each.hand), each.bonus, len(slow), digest(slow)]))
        print(f"{len(rows)} of {HANDS}", file=sys.stderr, flush=True)
    print("[" + ",\n".join(rows) + "]")
