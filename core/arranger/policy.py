"""What a computer seat plays: the split of the frontier that wins most against the rule set's population."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from core.arranger.rowwise import MatchPolicy, RowPolicy, match_policy, row_policy
from core.arranger.search import Split
from core.arranger.value import Pays, Policy, Population, Triple, policy, population
from core.frames import draw
from core.rules.model import ROWS, RuleSet
from core.strength import Strengths

MOST_DRAWN = 256
Judge = Policy | RowPolicy | MatchPolicy
"""What values splits, by the rule set's way of scoring."""

JUDGES: Final[Mapping[str, Callable[[RuleSet, Population, Pays, int], Judge]]] = {
    "guns": policy,
    "rows": row_policy,
    "match": match_policy,
    "banker": row_policy,
}


def is_trained(rule_set: RuleSet) -> bool:
    """Whether there is a population for the rule set: without one no hand of it can be arranged."""
    return _file(rule_set).is_file()


def triples(rule_set: RuleSet) -> list[Triple]:
    """The strengths of front, middle and back of the population that `bot/lab/train.py` has made."""
    text = _file(rule_set).read_text(encoding="ascii")
    front, middle, back = (json.loads(text)[name] for name in ROWS)
    return list(zip(front, middle, back, strict=True))


def _file(rule_set: RuleSet) -> Traversable:
    return files("core.arranger").joinpath(f"{rule_set.id}.json")


@lru_cache(maxsize=8)
def _population(rule_set: RuleSet) -> Population:
    return population(triples(rule_set))


@lru_cache(maxsize=64)
def trained(rule_set: RuleSet, strengths: Strengths, opponents: int | None = None) -> Judge:
    """The policy against the committed population."""
    return against(_population(rule_set), rule_set, strengths, opponents=opponents)


def most_opponents(rule_set: RuleSet) -> int:
    """How many a seat plays against at a full table: where there is a banker, everybody else against that one alone."""
    return 1 if rule_set.has_banker else rule_set.seats.most - 1


def against(people: Population, rule_set: RuleSet, strengths: Strengths, *, opponents: int | None = None) -> Judge:
    """The policy against any population of the rule set, at a full table unless opponents are fewer or a banker's."""

    def pays(row: str, strength: int) -> int:
        return rule_set.worth(row, strengths.row_class(strength))

    number = most_opponents(rule_set) if opponents is None else opponents
    return JUDGES[rule_set.scoring](rule_set, people, pays, number)


def pick(splits: Sequence[Split], values: Sequence[int], *, slack: Fraction, source: Iterator[int]) -> Split:
    """One of the splits worth at most `slack` less than the best, drawn from `source` where there are several."""
    least = max(values) - slack
    good = [split for split, value in zip(splits, values, strict=True) if value >= least][:MOST_DRAWN]
    return good[draw(source, len(good))] if len(good) > 1 else good[0]
