"""Makes the populations of `core/arranger`: `python -m bot.lab.train joker > core/arranger/joker.json`.

Fictitious play: all begin greedily (strongest back, then middle); in round t everybody changes with probability
1/(t+1) to the best response to a sample of all. What is left in the end is close to an equilibrium of the very
scoring of the rule set.
"""

import json
import random
import sys
from collections import Counter
from itertools import islice

from bot.lab.deals import deals
from core.arranger.policy import against
from core.arranger.search import frontier
from core.arranger.value import Triple, population
from core.rules import RULE_SETS
from core.rules.model import ROWS, RuleSet
from core.strength import Strengths, strengths

HANDS = 20_000
ROUNDS = 40
SAMPLE = 2_000
KEPT = 1_000
SEED = 13


def options(rule_set: RuleSet, hands: int, seed: int) -> list[list[Triple]]:
    """For each of so many hands the strengths of the splits worth playing."""
    found: list[list[Triple]] = []
    for deal in islice(deals(rule_set, seed), hands // rule_set.seats.most):
        table = strengths(rule_set, deal.bonus)
        for hand in deal.hands:
            splits = frontier(hand, strengths=table, rule_set=rule_set, bonus=deal.bonus).splits
            found.append([split[:3] for split in splits])
    return found


def play(rule_set: RuleSet, choices: list[list[Triple]], dice: random.Random, *, rounds: int) -> list[Triple]:
    """What each hand plays after so many rounds of fictitious play."""
    table = any_strengths(rule_set)
    played = [max(each, key=lambda triple: triple[::-1]) for each in choices]
    for number in range(rounds):
        sample = dice.sample(played, min(SAMPLE, len(played)))
        judge = against(population(sample), rule_set, table)
        for place, each in enumerate(choices):
            if dice.random() * (number + 1) < 1:
                played[place] = max(each, key=judge.value)
    return played


def any_strengths(rule_set: RuleSet) -> Strengths:
    """A table of the rule set, to name classes by: all its tables have one scale."""
    return strengths(rule_set, 2 if rule_set.has_bonus else None)


def census(rule_set: RuleSet, triples: list[Triple]) -> dict[str, dict[str, int]]:
    """How many of the triples have each class in each row: a ladder that has changed since gives other numbers."""
    name = any_strengths(rule_set).row_class
    return {
        row: dict(sorted(Counter(map(name, column)).items()))
        for row, column in zip(ROWS, zip(*triples, strict=True), strict=True)
    }


def train(rule_set: RuleSet, *, hands: int = HANDS, rounds: int = ROUNDS, kept: int = KEPT, seed: int = SEED) -> str:
    """The population file of a rule set."""
    dice = random.Random(seed)
    triples = sorted(dice.sample(play(rule_set, options(rule_set, hands, seed), dice, rounds=rounds), kept))
    made = {"hands": hands, "rounds": rounds, "seed": seed}
    columns = dict(zip(ROWS, zip(*triples, strict=True), strict=True))
    parts = {"made": made, "classes": census(rule_set, triples), **columns}
    lines = (f"{json.dumps(name)}:{json.dumps(part, separators=(',', ':'))}" for name, part in parts.items())
    return "{" + ",\n".join(lines) + "}\n"


if __name__ == "__main__":
    sys.stdout.write(train(RULE_SETS[sys.argv[1]]))
