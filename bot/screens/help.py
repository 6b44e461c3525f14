"""How to play: the ladder and the points of a rule set from its own values, and the commands."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.i18n.labels import class_text
from bot.screens.model import Block, Line, Screen, Text
from bot.screens.parts import NOWHERE, card_line, heading, line, other_rule_sets, row_text, rule_set_text, small, strong
from bot.tokens import Verb
from core.cards import JOKER, Card, deck, parse_shown
from core.rules import AT_TABLES, ROW_SIZES, ROWS, RULE_SETS, RuleSet
from core.strength import strengths

EXAMPLE_BONUS: Final = 7
"""The bonus rank of the examples."""

_EXAMPLES: Final[Mapping[str, str]] = {
    "high_card": "Ks 9d 4c",
    "pair": "7s 7d 5s",
    "two_pair": "Kh Kd 8s 8c 3d",
    "three_of_a_kind": "Ah Ad Ac",
    "bonus_trips": "7s 7h 7d",
    "joker_trips": "Xx Xx Xx",
    "straight": "8s 7h 6d 5c 4s",
    "flush": "Qh Jh 9h 6h 2h",
    "paired_flush": "As As Ks 9s 5s",
    "full_house": "Ts Th Td 8s 8d",
    "bonus_full_house": "7s 7h 7d Kh Kd",
    "four_of_a_kind": "8s 8h 8d 8c 4s",
    "bonus_four": "7s 7h 7d 7c 2s",
    "straight_flush": "9h 8h 7h 6h 5h",
    "five_of_a_kind": "2s 2s 2h 2d 2c",
    "joker_five": "Qs Qh Qd Xx Xx",
    "natural_five": "2s 2s 2h 2d 2c",
}


def rules_screen(rule_set: str) -> Screen:
    """One rule set on one page: what is dealt, the order of rows, the ladder from the top, and what pays."""
    rules = RULE_SETS[rule_set]
    others = tuple(
        NOWHERE.button("rules-of", Verb.RULES, arg=other, rules=rule_set_text(other))
        for other in other_rule_sets(rule_set)
    )
    return Screen(
        "rules",
        (
            heading("rules/title", rules=rule_set_text(rule_set)),
            *_play(rules),
            strong("rules/ladder"),
            *(_class_line(rules, code, n=place) for place, code in enumerate(reversed(rules.ladder), start=1)),
            small("rules/ladder-note"),
            strong("rules/points"),
            *_points(rules),
            small("rules/points-note"),
        ),
        ((*others, NOWHERE.button("help", Verb.HELP)),),
    )


def welcome_screen() -> Screen:
    """How a round goes in three lines, for somebody who sits down for the first time."""
    return Screen(
        "welcome",
        (heading("welcome/title"), *_three_things(), small("welcome/more", command="/help")),
        ((NOWHERE.button("rules", Verb.RULES), NOWHERE.button("help", Verb.HELP)),),
    )


def help_screen(commands: Sequence[str]) -> Screen:
    """How a round goes, the commands by name, and how the deal can be checked."""
    return Screen(
        "help",
        (
            heading("help/title"),
            *_three_things(),
            strong("help/commands"),
            *(line(f"command/{name}/help", command=f"/{name}") for name in commands),
            strong("help/fair-title"),
            line("help/fair"),
            line("help/fair-six"),
            small("help/fair-open"),
        ),
        (
            tuple(
                NOWHERE.button("rules-of", Verb.RULES, arg=rule_set, rules=rule_set_text(rule_set))
                for rule_set in AT_TABLES
            ),
        ),
    )


def example(rules: RuleSet, code: str) -> tuple[Card, ...]:
    """A row of this class, made of cards of this deck."""
    cards = parse_shown(_EXAMPLES[code])
    return cards if set(cards) <= set(deck(rules.deck)) else ()


def _three_things() -> tuple[Line, ...]:
    return line("welcome/cut"), line("welcome/arrange"), line("welcome/submit")


def _play(rules: RuleSet) -> tuple[Line, ...]:
    played = sum(ROW_SIZES.values())
    order = "rules/order-loose" if rules.middle_may_equal_back else "rules/order-strict"
    return (
        line("rules/deck", size=rules.deck, hand=rules.hand, played=played, left=rules.hand - played),
        *([line("rules/cut-card")] if rules.has_bonus else ()),
        *([line("rules/jokers")] if JOKER in deck(rules.deck) else ()),
        line(order),
        line("rules/fouls-cost" if rules.fouls_allowed else "rules/fouls-refused"),
    )


def _class_line(rules: RuleSet, code: str, *, n: int) -> Line:
    cards = example(rules, code)
    table = strengths(rules, EXAMPLE_BONUS if rules.has_bonus else None)
    strength = table.strength(cards)
    shown = class_text(table.row_class(strength), table.ranks(strength))
    return card_line(cards, "rules/class", n=n, name=Text(f"class-name/{code}"), shown=shown)


def _points(rules: RuleSet) -> tuple[Block, ...]:
    unit = Text(f"unit/{rules.unit}")
    most = rules.seats.most - 1
    extras = (
        line("rules/extra", row=row_text(row), name=Text(f"class-name/{code}"), points=points, unit=unit)
        for row in ROWS
        for code in rules.ladder
        for points in [rules.extras.get((row, code), 0)]
        if points
    )
    return (
        *([line("rules/gun", points=rules.gun, unit=unit)] if rules.gun else ()),
        *(
            [line("rules/home-run", points=rules.home_run, all=rules.home_run * most, unit=unit)]
            if rules.home_run
            else ()
        ),
        strong("rules/extras"),
        *extras,
    )
