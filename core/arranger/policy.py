"""What a computer seat plays: the split of the frontier that wins most against the rule set's population."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from core.arranger.rowwise import match_policy, row_policy
from core.arranger.search import Split
from core.arranger.value import Pays, Policy, Population, Triple, gun_policy, population
from core.frames import draw
from core.rules.model import ROWS, RuleSet
from core.strength import Strengths

MOST_DRAWN = 256
POLICIES: Final[Mapping[str, Callable[[RuleSet, Population, Pays], Policy]]] = {
    "guns": gun_policy,
    "rows": row_policy,
    "match": match_policy,
    "banker": row_policy,
}
"""By the way of scoring."""


def is_trained(rule_set: RuleSet) -> bool:
    """Whether there is a population for the rule set: without one no hand of it can be arranged."""
    return _file(rule_set.id).is_file()


def triples(rule_set: RuleSet) -> list[Triple]:
    """The strengths of front, middle and back of the population that `bot/lab/train.py` has made."""
    return _read(rule_set.id)


def _read(rule_set_id: str) -> list[Triple]:
    text = _file(rule_set_id).read_text(encoding="ascii")
    front, middle, back = (json.loads(text)[name] for name in ROWS)
    return list(zip(front, middle, back, strict=True))


def _file(rule_set_id: str) -> Traversable:
    return files("core.arranger").joinpath(f"{rule_set_id}.json")


@lru_cache(maxsize=8)
def _population(rule_set_id: str) -> Population:
    return population(_read(rule_set_id))


@lru_cache(maxsize=64)
def trained(rule_set: RuleSet, strengths: Strengths) -> Policy:
    """The policy against the committed population."""
    return against(_population(rule_set.id), rule_set, strengths)


def against(people: Population, rule_set: RuleSet, strengths: Strengths) -> Policy:
    """The policy against any population of the rule set."""
    worths = {row: {code: rule_set.worth(row, code) for code in rule_set.ladder} for row in ROWS}

    def pays(row: str, strength: int) -> int:
        return worths[row][strengths.row_class(strength)]

    return POLICIES[rule_set.scoring](rule_set, people, pays)


def pick(splits: Sequence[Split], values: Sequence[int], *, slack: Fraction, source: Iterator[int]) -> Split:
    """One of the splits worth at most `slack` less than the best, drawn from `source` where there are several."""
    least = max(values) - slack
    good = [split for split, value in zip(splits, values, strict=True) if value >= least][:MOST_DRAWN]
    return good[draw(source, len(good))] if len(good) > 1 else good[0]
