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
from core.rules import ROWS, RULE_SETS, RuleSet
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
    """Whether there is a population for the rule set, or for one with the same rows: else no hand can be arranged."""
    return _trained_id(rule_set) is not None


def triples(rule_set: RuleSet) -> list[Triple]:
    """The strengths of front, middle and back of the population that `bot/lab/train.py` has made."""
    found = _trained_id(rule_set)
    assert found is not None
    return _read(found)


def _trained_id(rule_set: RuleSet) -> str | None:
    """The rule set that has a population: this one, or until then the first with the same rows."""
    alike = (other.id for other in RULE_SETS.values() if _makes_the_same_rows(other, rule_set))
    return next((each for each in (rule_set.id, *alike) if _file(each).is_file()), None)


def _makes_the_same_rows(one: RuleSet, other: RuleSet) -> bool:
    return (one.deck, one.aside, one.hand, one.ladder) == (other.deck, other.aside, other.hand, other.ladder)


def _read(trained_id: str) -> list[Triple]:
    held = json.loads(_file(trained_id).read_text(encoding="ascii"))
    front, middle, back = (held[name] for name in ROWS)
    return list(zip(front, middle, back, strict=True))


def _file(trained_id: str) -> Traversable:
    return files("core.arranger").joinpath(f"{trained_id}.json")


@lru_cache(maxsize=8)
def _population(trained_id: str) -> Population:
    return population(_read(trained_id))


@lru_cache(maxsize=64)
def trained(rule_set: RuleSet, strengths: Strengths) -> Policy:
    """The policy against the committed population."""
    found = _trained_id(rule_set)
    assert found is not None
    return against(_population(found), rule_set, strengths)


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
