"""The order of the rows, examples of legal and of foul arrangements judged by the referee, and what a foul costs."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from bot.i18n.labels import refusal_text
from bot.screens.model import Block, Cards, Line, Text
from bot.screens.parts import card_line, line, strong
from bot.screens.rules_points import unit_text
from bot.screens.rules_rows import example_table, row_text_of
from bot.screens.sides import row_name
from core.arrangement import Arrangement, faults
from core.cards import deck, parse_shown
from core.rules import RuleSet


class Judged(NamedTuple):
    """Three rows, of which two are shown: the ones that the example is about."""

    front: str
    middle: str
    back: str
    shown: tuple[str, str] = ("front", "middle")

    @property
    def arrangement(self) -> Arrangement:
        """The rows as cards."""
        return Arrangement(*map(parse_shown, (self.front, self.middle, self.back)))


_HIGH: Final = "5h 6h 7h 8h 9h"
JUDGED: Final = (
    Judged("Ks 9d 4c", "Kd 9c 4s 3d 2c", _HIGH),
    Judged("9s 9d Ks", "9c 9h 5d 4c 3s", "Ts Th Td Jc Js"),
    Judged("8s 8d 8c", "3s 4d 5c 6d 7c", _HIGH),
    Judged("Qs Qd 5c", "Js Jd Ac Kd 9c", _HIGH),
    Judged("As Ad Ac", "Ah Xx Xx 8c 6d", "9s Ts Js Qs Ks"),
    Judged("As Ah 4d", "5s 6d 7h 8c 9s", "Js Jh Jd 3s 3h"),
    Judged("Ks Kh 9d", "Kd Kc 8s 7d 3c", "Js Jh Jd 3s 3h"),
    Judged("Ks Kh 9d", "Kd Kc Qs 7d 3c", "Js Jh Jd 3s 3h"),
    Judged("2s 2h 3d", "9s Ts Jd Qd Kc", "9h Th Js Qs Kd", ("middle", "back")),
    Judged("2s 2h 3d", "4c 6c 8c Tc Qc", "9h Ts Js Qs Kd", ("middle", "back")),
)
FRONTS: Final = ("As Kh Qd", "Kh 9h 2h")
"""What a front is not: a straight and a flush."""


def order_lines(rules: RuleSet) -> tuple[Line, ...]:
    """How large the rows must be."""
    signs = {True: Text("rules/at-most"), False: Text("rules/less")}
    order = {"first": signs[rules.front_may_equal_middle], "second": signs[rules.middle_may_equal_back]}
    return line("rules/order", **order), line("rules/compared")


def order_page(rules: RuleSet) -> tuple[Block, ...]:
    """Order, examples and price."""
    return (
        *order_lines(rules),
        line("order/front"),
        line("order/equal" if rules.middle_may_equal_back else "order/not-equal"),
        line("order/front-classes"),
        *(
            card_line(row, "cards/row", shown=row_text_of(row, example_table(rules)))
            for row in map(parse_shown, FRONTS)
        ),
        strong("order/examples"),
        *(line for each in judged(rules) for line in _judged(rules, each)),
        strong("order/fouls"),
        *foul_lines(rules),
    )


def judged(rules: RuleSet) -> tuple[Judged, ...]:
    """The examples that this deck can hold."""
    held = set(deck(rules.deck))
    return tuple(each for each in JUDGED if set(each.arrangement.cards) <= held)


def foul_lines(rules: RuleSet) -> tuple[Line, ...]:
    """What becomes of an arrangement out of order; the first line says the most."""
    return tuple(_WAYS[rules.scoring](rules)) if rules.fouls_allowed else (line("rules/fouls-refused"),)


def _judged(rules: RuleSet, example: Judged) -> tuple[Line, ...]:
    """The two rows, and what the referee says to them."""
    found = faults(example.arrangement, example_table(rules), rules)
    upper, lower = example.shown
    rows = {
        "upper": row_name(upper),
        "above": Cards(getattr(example.arrangement, upper)),
        "lower": row_name(lower),
        "below": Cards(getattr(example.arrangement, lower)),
    }
    return line("order/foul" if found else "order/legal", **rows), *(Line(refusal_text(fault)) for fault in found)


def _in_rows(rules: RuleSet) -> Iterator[Line]:
    if rules.gun_times > 1:
        yield line("price/rows-times", times=rules.gun_times)
    else:
        yield line("price/rows-more", points=rules.gun, unit=unit_text(rules, rules.gun))
    yield line("price/rows-worth")
    if rules.home_run_times > rules.gun_times:
        yield line("price/counts-for-all")
    yield from _always()


def _as_a_whole(rules: RuleSet) -> Iterator[Line]:
    yield line("price/match", points=rules.gun, unit=unit_text(rules, rules.gun))
    if rules.home_run:
        yield line("price/counts-for-red")
    yield from _always()


def _to_the_banker(_: RuleSet) -> Iterator[Line]:
    yield line("price/banker")
    yield line("price/banker-pays")
    yield from _always()


def _always() -> Iterator[Line]:
    yield line("price/even")
    yield line("price/warned")
    yield line("price/may-be-refused")


_WAYS: Final[Mapping[str, Callable[[RuleSet], Iterator[Line]]]] = {
    "rows": _in_rows,
    "match": _as_a_whole,
    "banker": _to_the_banker,
}
