"""What a game decides where people play differently, and tips: sentences, each with the games it is true for."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.screens.model import Block, Text
from bot.screens.parts import line
from core.cards import JOKER, deck
from core.rules import RuleSet

Holds = Callable[[RuleSet], bool]


def _always(_: RuleSet) -> bool:
    return True


def _in_ways(*ways: str) -> Holds:
    return lambda rules: rules.scoring in ways


def _has_jokers(rules: RuleSet) -> bool:
    return JOKER in deck(rules.deck)


def _knows_no_special(rules: RuleSet) -> bool:
    return not rules.specials and not rules.dragon


def _front_extra_beyond_trips(rules: RuleSet) -> bool:
    fronts = {code for row, code in rules.extras if row == "front"}
    return "three_of_a_kind" in fronts and len(fronts) > 1


def _trips_pay_in_front(rules: RuleSet) -> bool:
    return ("front", "three_of_a_kind") in rules.extras


def _middle_pays_more(rules: RuleSet) -> bool:
    return any(
        points > rules.extras.get(("back", code), 0) for (row, code), points in rules.extras.items() if row == "middle"
    )


def _all_three_cost(rules: RuleSet) -> bool:
    return rules.gun > rules.match or rules.gun_times > 1


RULINGS: Final[Mapping[str, Holds]] = {
    "kickers": _always,
    "wheel": _always,
    "suits": lambda rules: "suits" not in rules.house_options,
    "suits-by-house": lambda rules: "suits" in rules.house_options,
    "rows-alone": lambda rules: not rules.row_points and not rules.match,
    "not-lost": _in_ways("guns"),
    "all-won": _in_ways("rows"),
    "winners-worth": _in_ways("rows"),
    "extras-never-times": _in_ways("guns"),
    "front-once": _front_extra_beyond_trips,
    "no-third": _has_jokers,
    "joker-high": _has_jokers,
    "bonus-not-wild": lambda rules: rules.has_bonus,
    "bonus-one-seat": lambda rules: rules.has_bonus,
    "run-over-red": lambda rules: rules.run_over > 0 and rules.home_run > 0,
    "extras-of-winner": _in_ways("match"),
    "fewer-no-red": lambda rules: rules.scoring == "match" and rules.home_run > 0,
    "turned-card": lambda rules: rules.first_dealer == "drawn",
    "foul-home-run": lambda rules: rules.fouls_allowed and rules.home_run_times > rules.gun_times,
    "declared-no-home-run": lambda rules: rules.declares and rules.home_run_times > rules.gun_times,
    "no-times": lambda rules: rules.scoring == "rows" and rules.gun_times == 1,
    "naturals": lambda rules: bool(rules.specials) and not rules.declares,
    "suit-order": lambda rules: "suits" in rules.house_options,
    "top-card": lambda rules: "top_card_only" in rules.house_options,
    "no-specials": _knows_no_special,
    "dealer": lambda rules: not rules.has_banker and rules.next_dealer == "next",
    "ties": _always,
    "time-out": _always,
    "zero-sum": _always,
    "no-money": _always,
}
"""Key behind `ruling/` to the games where the sentence is true, in the order in which they are read."""

TIPS: Final[Mapping[str, Holds]] = {
    "back-first": _always,
    "front": _always,
    "defend": _all_three_cost,
    "not-lose": _in_ways("guns"),
    "trips-front": _trips_pay_in_front,
    "middle": _middle_pays_more,
    "weak-hand": _always,
    "jokers": _has_jokers,
    "bonus": lambda rules: rules.has_bonus,
    "fouls": lambda rules: rules.fouls_allowed,
    "small-specials": lambda rules: rules.declares,
    "stake": lambda rules: rules.has_banker,
    "compare": _always,
    "habits": _always,
    "auto": _always,
}
"""The same behind `tip/`."""


def rulings_page(rules: RuleSet) -> tuple[Block, ...]:
    """What this game decides."""
    return tuple(_point(f"ruling/{code}") for code, holds in RULINGS.items() if holds(rules))


def tips_page(rules: RuleSet) -> tuple[Block, ...]:
    """What helps in this game."""
    return tuple(_point(f"tip/{code}") for code, holds in TIPS.items() if holds(rules))


def _point(key: str) -> Block:
    """One sentence as a point of a list."""
    return line("rules/point", said=Text(key))
