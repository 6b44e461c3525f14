"""Rows of the rules: the ladder of a game from the top with an example each, and what its own cards can do."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from bot.i18n.labels import class_text
from bot.screens.model import Block, Cards, Line, Text
from bot.screens.parts import card_line, line, strong
from core.cards import JOKER, Card, deck, parse_shown, rank
from core.rules import RuleSet
from core.strength import Strengths, strengths

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

ROWS_OF_OWN_CARDS: Final = (
    *("5s 7d Xx", "As Xx Xx", "4s 5h 6d 7c Xx", "2s 3h 4d Xx Xx", "As Ah Ks Kh Xx"),
    *("Ah Kh 5h 2h Xx", "As Ks 9s Xx Xx", "6s 6h 6d Ks Xx", "Ks 8h Xx Xx Xx", "As Ks Xx Xx Xx", "As 9s Xx Xx Xx"),
    *("7s 7h 7d Ks Kh", "Ks Kh Kd 7s 7h", "7s 7d 5c", "7s 7h Kd Kc 2s", "7s 7h 7d 7c Ks"),
)
"""Rows with jokers, and rows with cards of the example's bonus rank."""

COMPARED: Final = (
    ("9s 8h 7d 6c 5s", "8h 7d 6c 5s Xx"),
    ("Ts 9h 8d 7c Xx", "9h 8d 7c 6s 5s"),
    ("2s 2s 2h 2d 2c", "As Ah Ad Xx Xx"),
    ("As Ah Ad Ac Xx", "Qs Qh Qd Xx Xx"),
    ("Xx Xx Xx", "As Ah Ad"),
    ("Ks 8h Xx Xx Xx", "Ks Kh Kd Kc 7s"),
    ("As 7s 7s 5s Xx", "8s 8s 6s 6s As"),
    ("7s 7h 7d", "As Ah Ad"),
    ("7s 7h 7d 2s 2h", "As Ah Ad Ks Kh"),
    ("7s 7h 7d 7c 2s", "As Ah Ad Ac Ks"),
)
"""Two rows each that are told apart by these cards, or are not."""

_SIGNS: Final = {1: "rules/stronger", 0: "rules/as-strong", -1: "rules/weaker"}


def example(rules: RuleSet, code: str) -> tuple[Card, ...]:
    """A row of this class, made of cards of this deck."""
    cards = parse_shown(_EXAMPLES[code])
    return cards if set(cards) <= set(deck(rules.deck)) else ()


def example_table(rules: RuleSet) -> Strengths:
    """The strengths of rows in examples."""
    return strengths(rules, EXAMPLE_BONUS if rules.has_bonus else None)


def ladder_lines(rules: RuleSet) -> tuple[Line, ...]:
    """All classes, the strongest first."""
    return tuple(_class_line(rules, code, n=place) for place, code in enumerate(reversed(rules.ladder), start=1))


def row_text_of(cards: tuple[Card, ...], table: Strengths) -> Text:
    """What a row is: 一對 7."""
    strength = table.strength(cards)
    return class_text(table.row_class(strength), table.ranks(strength))


def cards_page(rules: RuleSet) -> tuple[Block, ...]:
    """What the cards can do that a plain deck has not, row by row."""
    jokers = JOKER in deck(rules.deck)
    if not jokers and not rules.has_bonus:
        return ()
    table = example_table(rules)
    said = ("jokers", "jokers-one", "jokers-even", "jokers-copies") if jokers else ("bonus", "bonus-lead", "bonus-four")
    return (
        *(line(f"cards/{code}") for code in said),
        line("cards/paired-jokers" if jokers else "cards/paired"),
        strong("cards/rows" if jokers else "cards/rows-bonus", rank=EXAMPLE_BONUS),
        *(card_line(row, "cards/row", shown=row_text_of(row, table)) for row in rows_of_own_cards(rules)),
        strong("cards/compared"),
        *(_compared(one, other, table) for one, other in compared_pairs(rules)),
    )


def rows_of_own_cards(rules: RuleSet) -> tuple[tuple[Card, ...], ...]:
    """The rows of the examples that this game alone can have."""
    return tuple(row for row in map(parse_shown, ROWS_OF_OWN_CARDS) if _can_be(rules, row))


def compared_pairs(rules: RuleSet) -> tuple[tuple[tuple[Card, ...], tuple[Card, ...]], ...]:
    """The pairs of rows of which this game alone can have one."""
    pairs = ((parse_shown(one), parse_shown(other)) for one, other in COMPARED)
    return tuple(pair for pair in pairs if _can_be(rules, *pair))


def _can_be(rules: RuleSet, *rows: tuple[Card, ...]) -> bool:
    """Whether the deck holds each of the rows, and a card in them is no plain one."""
    held = Counter(deck(rules.deck))
    cards = {card for row in rows for card in row}
    own = JOKER in cards or (rules.has_bonus and EXAMPLE_BONUS in map(rank, cards))
    return own and all(Counter(row) <= held for row in rows)


def _class_line(rules: RuleSet, code: str, *, n: int) -> Line:
    cards = example(rules, code)
    return card_line(
        cards, "rules/class", n=n, name=Text(f"class-name/{code}"), shown=row_text_of(cards, example_table(rules))
    )


def _compared(one: tuple[Card, ...], other: tuple[Card, ...], table: Strengths) -> Line:
    first, second = table.strength(one), table.strength(other)
    return line(_SIGNS[(first > second) - (first < second)], one=Cards(one), other=Cards(other))
