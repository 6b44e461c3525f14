"""A rule set as a seat of a given table meets it: how many play, and who of them is the banker."""

from dataclasses import dataclass, field
from functools import lru_cache

from core.rules.model import RuleSet, Seats
from core.strength import Strengths, strengths


@dataclass(frozen=True, kw_only=True)
class Seated(RuleSet):
    """The rules for one seat; cards and rows are those of the whole game."""

    whole: RuleSet = field(hash=False)


@lru_cache(maxsize=32)
def played_by(rule_set: RuleSet, players: int, *, banks: bool = False) -> RuleSet:
    """The rule set as so many play it: no home run where more could, and a banker against all the others at once.

    Everybody else plays against the banker alone, however many there are.
    """
    seats = Seats(min(players, rule_set.seats.fewest), players)
    if banks:
        return Seated(**vars(rule_set) | {"seats": seats, "stakes": None}, whole=rule_set)
    if rule_set.has_banker or players == rule_set.seats.most:
        return rule_set
    without = {"home_run": 0, "home_run_times": rule_set.gun_times}
    return Seated(**vars(rule_set) | {"seats": seats} | without, whole=rule_set)


def strengths_of(rule_set: RuleSet, bonus: int | None) -> Strengths:
    """The one table of strengths of a game, however many play it."""
    return strengths(rule_set.whole if isinstance(rule_set, Seated) else rule_set, bonus)
