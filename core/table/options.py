"""What a table can choose, checked against its rule set."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from core.arranger import LEVELS
from core.errors import Illegal
from core.rules import RULE_SETS
from core.rules.model import RuleSet, Stakes
from core.table.model import HouseChoice, Options

LIMITS: Final = {"rounds": (1, 32), "seconds": (30, 600), "cut_seconds": (10, 60), "result_seconds": (0, 30)}
REVEALS: Final = ("steps", "once")
HINTS: Final = ("on", "classes", "off")
FOULS: Final = ("on", "off")


def checked_options(options: Options) -> Options:
    """The options, or `settings/invalid` with `option`, `min`, `max`; `settings/unread` for an unknown word.

    Where nothing is staked no most is kept.
    """
    for word, known in (
        (options.rule_set, RULE_SETS),
        (options.level, LEVELS),
        (options.reveal, REVEALS),
        (options.hints, HINTS),
        (options.fouls, FOULS),
    ):
        if word not in known:
            raise Illegal("settings/unread", word=word)
    rules = RULE_SETS[options.rule_set]
    for option, least, most in _limits(rules):
        value = getattr(options, option)
        if value not in _beside(rules, option) and not least <= value <= most:
            raise Illegal("settings/invalid", option=option, min=least, max=most)
    for choice in options.house:
        if choice.value not in rules.house_options.get(choice.code, ()):
            raise Illegal("settings/unread", word=f"{choice.code}={choice.value}")
    return replace(options, house=_unusual(rules, options), stake=options.stake if rules.stakes else 0)


def _limits(rules: RuleSet) -> Iterator[tuple[str, int, int]]:
    yield from ((option, least, most) for option, (least, most) in LIMITS.items())
    if rules.stakes is not None:
        yield "stake", *rules.stakes


def _beside(rules: RuleSet, option: str) -> tuple[int, ...]:
    """What may be chosen beside the numbers between the limits."""
    free = {"seconds": True, "rounds": rules.rounds_as_seats, "stake": True}
    return (0,) if free.get(option) else ()


def _unusual(rules: RuleSet, options: Options) -> tuple[HouseChoice, ...]:
    """The last choice of each way that is not the usual one, in the order of their codes."""
    chosen = {choice.code: choice for choice in options.house}
    return tuple(chosen[code] for code in sorted(chosen) if chosen[code].value != rules.house_options[code][0])


def playing(options: Options, rule_set: str) -> Options:
    """The options for another rule set, with the length, time and ways that are usual there."""
    rules = RULE_SETS[rule_set]
    rounds = 0 if rules.rounds_as_seats else rules.rounds[0]
    return replace(options, rule_set=rule_set, rounds=rounds, seconds=rules.seconds, fouls=FOULS[0], stake=0, house=())


def refuses_fouls(options: Options) -> bool:
    """Whether rows out of order cannot be submitted at all."""
    return options.fouls == "off" or not RULE_SETS[options.rule_set].fouls_allowed


def stakes_of(options: Options) -> Stakes | None:
    """The least and most that may be staked at this table; None where nothing is."""
    stakes = RULE_SETS[options.rule_set].stakes
    return stakes and Stakes(stakes.least, options.stake or stakes.most)


def house_values(options: Options) -> Mapping[str, int]:
    """The ways of this table that are not the usual ones."""
    return {choice.code: choice.value for choice in options.house}


def rules_field(options: Options) -> str:
    """The rule set as a deal's context names it: its id, then each way that changes the game (fair-deal §2)."""
    usual = RULE_SETS[options.rule_set].house_options
    shown = (
        f";{code}={str(bool(value)).lower() if usual[code][0] is False else value}"
        for code, value in sorted(house_values(options).items())
    )
    return options.rule_set + "".join(shown)
