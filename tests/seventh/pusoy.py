"""Pusoy (Chinese Poker, 2–4 scoring): two rows of three bring 2 points, all three bring 4, no row has a price of its own."""

from typing import Final

from core.rules.model import RuleSet, Seats

PUSOY_RULES: Final = RuleSet(
    id="pusoy",
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
    scoring="match",
    extras={},
    match=2,
    gun=4,
    run_over=3,
    home_run=0,
    rounds=(8, 4),
    seconds=90,
    unit="fen",
    first_dealer="random",
)
