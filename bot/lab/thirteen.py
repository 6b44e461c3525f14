"""The 13-card game as far as arranging asks for it: its ladder and order, to test and to measure that size of hand."""

from typing import Final

from core.rules.model import RuleSet, Seats

THIRTEEN: Final = RuleSet(
    id="thirteen",
    seats=Seats(2, 4),
    deck=52,
    aside=0,
    hand=13,
    ladder=(
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
    ),
    front_may_equal_middle=True,
    middle_may_equal_back=True,
    fouls_allowed=True,
    gun=0,
    home_run=0,
    extras={},
    rounds=(10, 5),
    seconds=90,
    unit="fen",
    first_dealer="random",
)
"""Not for play: how it is scored is missing, so it is in no list of rule sets."""
