"""What a table can choose: as a list in words, and as the inputs of its forms."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.screens.model import Field, Text
from bot.screens.parts import rule_set_text
from core.arranger.levels import LEVELS
from core.rules import RULE_SETS
from core.rules.model import RuleSet, Stakes
from core.table.model import Options
from core.table.options import FOULS, HINTS, REVEALS, house_values, stakes_of

_OFTEN: Final = {
    "seconds": (30, 60, 90, 120, 180, 300, 600, 0),
    "cut_seconds": (10, 20, 30, 60),
    "stake": (1, 2, 3, 5, 10),
}
_AS_SEATS: Final = 0
"""So many rounds stand for one a seat."""


def options_text(options: Options) -> tuple[Text, ...]:
    """The options as a list: 8 局, 每局 90 秒, …"""
    return (
        rounds_text(options),
        *_start_text(RULE_SETS[options.rule_set]),
        *pace_text(options),
        *ways_text(options),
        Text("option/cut-is", {"n": options.cut_seconds}),
        Text("option/reveal-is", {"reveal": Text(f"reveal/{options.reveal}")}),
        Text("option/hints-is", {"hints": Text(f"hints/{options.hints}")}),
        Text("option/level-is", {"level": Text(f"level/{options.level}")}),
    )


def rounds_text(options: Options) -> Text:
    """How long a match lasts."""
    return Text("option/rounds-is", {"n": options.rounds}) if options.rounds else Text("option/rounds-as-seats")


def pace_text(options: Options) -> tuple[Text, ...]:
    """The one option that matters while a round is played; how many there are stands above."""
    return (Text("option/seconds-is", {"n": options.seconds}) if options.seconds else Text("option/no-limit"),)


def ways_text(options: Options) -> tuple[Text, ...]:
    """What only some games leave to the table: fouls, the most that is staked, and ways of the house."""
    rules, stakes = RULE_SETS[options.rule_set], stakes_of(options)
    return (
        *([Text(f"option/fouls-{options.fouls}")] if rules.fouls_allowed else ()),
        *([_stakes_text(stakes)] if stakes else ()),
        *(Text(f"way/{code}-is", {"value": way_text(code, value)}) for code, value in _ways(options)),
    )


def _stakes_text(stakes: Stakes) -> Text:
    if stakes.least == stakes.most:
        return Text("option/stake-is", {"n": stakes.most})
    return Text("option/stakes-are", {"least": stakes.least, "most": stakes.most})


def way_text(code: str, value: int) -> Text:
    """A way of the house by its value: 開, 關, or so many points."""
    return Text(f"way/{'on' if value else 'off'}") if is_switch(code) else Text("way/points", {"n": value})


def is_switch(code: str) -> bool:
    """Whether a way of the house is only on or off."""
    return any(isinstance(rules.house_options.get(code, (0,))[0], bool) for rules in RULE_SETS.values())


def option_fields(options: Options) -> tuple[Field, ...]:
    """The inputs of the settings form, holding what is set now; no platform's form has more than five."""
    rules = RULE_SETS[options.rule_set]
    rule_sets = tuple((rule_set, rule_set_text(rule_set)) for rule_set in RULE_SETS)
    label = Text("option/rounds-or-seats" if rules.rounds_as_seats else "option/rounds")
    return (
        Field("rule_set", Text("option/rule_set"), options.rule_set, rule_sets),
        Field("rounds", label, str(options.rounds), longest=2, presets=tuple(_lengths(rules))),
        Field("seconds", Text("option/seconds-or-none"), str(options.seconds), longest=3, presets=_presets("seconds")),
        Field("hints", Text("option/hints"), options.hints, _words("hints", HINTS)),
        Field("level", Text("option/level"), options.level, _words("level", LEVELS)),
    )


def more_option_fields(options: Options) -> tuple[Field, ...]:
    """The inputs of the second form."""
    return (
        Field(
            *("cut_seconds", Text("option/cut_seconds"), str(options.cut_seconds)),
            longest=2,
            presets=_presets("cut_seconds"),
        ),
        Field("reveal", Text("option/reveal"), options.reveal, _words("reveal", REVEALS)),
    )


def way_fields(options: Options) -> tuple[Field, ...]:
    """The inputs of the form for what only some games leave to the table; none where this one leaves nothing."""
    rules = RULE_SETS[options.rule_set]
    return (
        *([Field("fouls", Text("option/fouls"), options.fouls, _words("fouls", FOULS))] if rules.fouls_allowed else ()),
        *_stake_field(options),
        *(_way_field(rules, code, value) for code, value in _ways(options)),
    )


def _start_text(rules: RuleSet) -> Iterator[Text]:
    """What everybody begins with, and what a point is of it."""
    if rules.starting_points:
        yield Text("option/points-each", {"n": rules.starting_points})
        yield Text("option/point-is", {"unit": Text(f"unit/{rules.unit}"), "n": rules.unit_value})


def _stake_field(options: Options) -> Iterator[Field]:
    stakes = RULE_SETS[options.rule_set].stakes
    if stakes is not None:
        presets = tuple((str(n), Text("preset/stake", {"n": n})) for n in _OFTEN["stake"] if n <= stakes.most)
        yield Field("stake", Text("option/stake"), str(options.stake or stakes.most), longest=2, presets=presets)


def _way_field(rules: RuleSet, code: str, value: int) -> Field:
    choices = tuple((str(int(each)), way_text(code, each)) for each in rules.house_options[code])
    return Field(code, Text(f"option/{code}"), str(int(value)), choices)


def _ways(options: Options) -> Iterator[tuple[str, int]]:
    """The ways of the house with the value that this table plays by."""
    chosen = house_values(options)
    usual = RULE_SETS[options.rule_set].house_options
    yield from ((code, chosen.get(code, values[0])) for code, values in usual.items())


def _lengths(rules: RuleSet) -> Iterator[tuple[str, Text]]:
    """The lengths of a match that the game knows, shortest first."""
    if rules.rounds_as_seats:
        yield str(_AS_SEATS), Text("preset/rounds-as-seats")
    yield from ((str(n), Text("preset/rounds", {"n": n})) for n in sorted(rules.rounds))


def _presets(option: str) -> tuple[tuple[str, Text], ...]:
    """Values of an option that are often entered, each within its limits."""
    return tuple((str(n), Text(f"preset/{option}", {"n": n}) if n else Text("preset/no-limit")) for n in _OFTEN[option])


def _words(kind: str, values: Iterable[str]) -> tuple[tuple[str, Text], ...]:
    return tuple((value, Text(f"{kind}/{value}")) for value in values)
