"""The family with every spade twice (加一色): 鬼牌 with three jokers, 彩金 with a bonus rank.

Source: 《GSCAS-鬼牌十三支加一色》 and 《GSCAS-十三支》 (十三支加一色、有彩金、打槍制).
"""

from typing import Final

from core.rules.model import RuleSet, Seats

_MATCHES = (8, 1, 2, 3, 4, 12, 16)

JOKER_RULES: Final = RuleSet(
    id="joker",
    seats=Seats(4, 4),
    deck=68,
    aside=0,
    hand=17,
    ladder=(
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "joker_trips",
        "straight",
        "flush",
        "paired_flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
        "joker_five",
        "natural_five",
    ),
    front_may_equal_middle=False,
    middle_may_equal_back=True,
    fouls_allowed=False,
    gun=1,
    home_run=3,
    extras={
        ("front", "three_of_a_kind"): 1,
        ("front", "joker_trips"): 5,
        ("middle", "four_of_a_kind"): 2,
        ("middle", "straight_flush"): 2,
        ("middle", "joker_five"): 3,
        ("middle", "natural_five"): 12,
        ("back", "four_of_a_kind"): 1,
        ("back", "straight_flush"): 1,
        ("back", "joker_five"): 2,
        ("back", "natural_five"): 5,
    },
    rounds=_MATCHES,
    seconds=90,
    unit="dao",
    first_dealer="random",
)

BONUS_RULES: Final = RuleSet(
    id="bonus",
    seats=Seats(4, 4),
    deck=65,
    aside=1,
    hand=16,
    ladder=(
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "bonus_trips",
        "straight",
        "flush",
        "paired_flush",
        "full_house",
        "bonus_full_house",
        "four_of_a_kind",
        "bonus_four",
        "straight_flush",
        "five_of_a_kind",
    ),
    front_may_equal_middle=False,
    middle_may_equal_back=True,
    fouls_allowed=False,
    gun=1,
    home_run=2,
    extras={
        ("front", "three_of_a_kind"): 1,
        ("front", "bonus_trips"): 2,
        ("middle", "bonus_trips"): 1,
        ("middle", "bonus_full_house"): 2,
        ("middle", "four_of_a_kind"): 2,
        ("middle", "straight_flush"): 2,
        ("middle", "bonus_four"): 5,
        ("middle", "five_of_a_kind"): 10,
        ("back", "bonus_trips"): 1,
        ("back", "bonus_full_house"): 1,
        ("back", "four_of_a_kind"): 1,
        ("back", "straight_flush"): 1,
        ("back", "bonus_four"): 5,
        ("back", "five_of_a_kind"): 5,
    },
    rounds=_MATCHES,
    seconds=90,
    unit="dao",
    first_dealer="random",
)
