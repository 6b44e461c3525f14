"""What pays in a game, line by line from the values of its rule set; each way to settle has its own words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.screens.model import Block, Line, Text
from bot.screens.parts import line, row_text, small, strong
from core.rules import ROWS, RuleSet

Lines = Iterator[Block]


def points_lines(rules: RuleSet) -> tuple[Block, ...]:
    """Everything that brings points, and what does not."""
    return tuple(_WAYS[rules.scoring](rules))


def unit_text(rules: RuleSet, n: int = 0) -> Text:
    """The word for points of this game; `n`: how many, where a language tells one from more."""
    return Text(f"unit/{rules.unit}", {"n": n})


def worth_lines(rules: RuleSet) -> tuple[Line, ...]:
    """The rows that bring more than others, and how much in all."""
    return tuple(
        _paid("rules/extra", rules, rules.worth(row, code), row=row_text(row), name=Text(f"class-name/{code}"))
        for row in ROWS
        for code in rules.ladder
        if (row, code) in rules.extras
    )


def _paid(key: str, rules: RuleSet, points: int, **facts: object) -> Line:
    return line(key, points=points, unit=unit_text(rules, points), **facts)


def _guns(rules: RuleSet) -> Lines:
    yield _paid("rules/gun", rules, rules.gun)
    if rules.home_run:
        yield _paid("rules/home-run", rules, rules.home_run, all=rules.home_run * (rules.seats.most - 1))
    yield strong("rules/extras")
    yield from worth_lines(rules)
    yield small("rules/points-note")


def _rows(rules: RuleSet) -> Lines:
    yield _paid("rules/row", rules, rules.row_points)
    if rules.gun_times > 1:
        yield line("rules/double", times=rules.gun_times)
    if rules.home_run_times > rules.gun_times:
        most = rules.seats.most
        yield line("rules/quadruple", times=rules.home_run_times, most=most, others=most - 1)
    if rules.gun:
        yield _paid("rules/sweep", rules, rules.gun)
    if rules.specials:
        yield line("rules/specials")
    yield strong("rules/worths", points=rules.row_points)
    yield from worth_lines(rules)
    yield small("rules/rows-note")


def _match(rules: RuleSet) -> Lines:
    yield _paid("rules/match", rules, rules.match)
    yield line("rules/match-even")
    yield _paid("rules/match-gun", rules, rules.gun)
    if rules.run_over:
        yield _paid("rules/run-over", rules, rules.run_over)
    if rules.home_run:
        each, others = rules.gun + rules.home_run, rules.seats.most - 1
        yield _paid("rules/red", rules, rules.home_run, each=each, all=each * others)
    if rules.dragon:
        yield _paid("rules/dragon", rules, rules.gun + rules.dragon)
    yield strong("rules/match-extras")
    yield from worth_lines(rules)
    yield small("rules/match-note")


def _banker(rules: RuleSet) -> Lines:
    yield line("rules/banker-rows")
    yield _paid("rules/banker-row", rules, rules.row_points)
    yield strong("rules/banker-worths", points=rules.row_points)
    yield from worth_lines(rules)
    yield line("rules/natural")
    yield from house_lines(rules)
    yield small("rules/banker-note")


def house_lines(rules: RuleSet) -> tuple[Block, ...]:
    """What a table may play otherwise, and what it plays unless it says so."""
    if not rules.house_options:
        return ()
    return strong("rules/house"), *(
        line(f"house/{code}", default=_value(values[0]), others=tuple(map(_value, values[1:])))
        for code, values in rules.house_options.items()
    )


def _value(value: int) -> Text | int:
    """On, off, or a number."""
    return Text(f"switch/{'on' if value else 'off'}") if isinstance(value, bool) else value


_WAYS: Final[Mapping[str, Callable[[RuleSet], Lines]]] = {
    "guns": _guns,
    "rows": _rows,
    "match": _match,
    "banker": _banker,
}
