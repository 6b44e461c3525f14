"""The family with thirteen cards of 52: bs.fyi's 十三支 and the international rules, HOYA's Taiwanese and Hong Kong games.

Sources: bs.fyi 《十三支規則》 and HOYA 《十三張》; where they are silent, decisions of our own, said beside the value.
"""

from functools import partial
from typing import Final

from core.rules.model import RuleSet, Seats, Stakes

_LADDER = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
_STRONG = {
    ("front", "three_of_a_kind"): 3,
    ("middle", "four_of_a_kind"): 8,
    ("middle", "straight_flush"): 10,
    ("back", "four_of_a_kind"): 4,
    ("back", "straight_flush"): 5,
}
_WORTHS = _STRONG | {("middle", "full_house"): 2}
"""What winning a row brings (墩分表, 賠率); every other row is worth 1."""
_BEYOND_ONE = {which: points - 1 for which, points in _WORTHS.items()}

_with_thirteen_cards = partial(
    RuleSet, seats=Seats(2, 4), deck=52, aside=0, hand=13, ladder=_LADDER, fouls_allowed=True
)

STANDARD_RULES: Final = _with_thirteen_cards(
    id="standard",
    front_may_equal_middle=True,
    middle_may_equal_back=True,
    scoring="rows",
    row_points=1,
    extras=_BEYOND_ONE,
    gun=0,
    gun_times=2,
    home_run=0,
    home_run_times=4,
    specials={
        "suited_dragon": 108,
        "dragon": 36,
        "twelve_royals": 32,
        "three_straight_flushes": 24,
        "three_quads": 20,
        "all_big": 12,
        "all_small": 12,
        "one_colour": 10,
        "four_trips": 8,
        "five_pairs_and_trips": 6,
        "six_and_a_half_pairs": 4,
        "three_straights": 4,
        "three_flushes": 3,
    },
    declares=True,
    rounds=(10, 5),
    seconds=90,
    unit="fen",
    first_dealer="random",
)

INTERNATIONAL_RULES: Final = _with_thirteen_cards(
    id="international",
    front_may_equal_middle=True,
    middle_may_equal_back=True,
    scoring="rows",
    row_points=1,
    extras=_BEYOND_ONE,
    gun=3,
    home_run=0,
    rounds=(10, 5),
    seconds=90,
    unit="fen",
    first_dealer="random",
)

TAIWAN_RULES: Final = _with_thirteen_cards(
    id="taiwan",
    front_may_equal_middle=False,
    middle_may_equal_back=False,
    scoring="match",
    extras=_STRONG,
    match=1,
    gun=6,
    run_over=6,
    home_run=6,
    dragon=13,
    rounds=(16, 8, 4),
    full_start=True,
    starting_points=3_100,
    unit_value=20,
    seconds=60,
    unit="du",
    first_dealer="drawn",
    next_dealer="winner",
    dealer_cuts=False,
)

HONGKONG_RULES: Final = _with_thirteen_cards(
    id="hongkong",
    front_may_equal_middle=False,
    middle_may_equal_back=True,
    scoring="banker",
    row_points=1,
    extras=_BEYOND_ONE,
    gun=0,
    home_run=0,
    specials={
        "suited_dragon": 13,
        "dragon": 13,
        "three_straights": 3,
        "three_flushes": 3,
        "six_and_a_half_pairs": 3,
    },
    stakes=Stakes(1, 10),
    house_options={  # ways of some tables only; the price of 青龍 is disputed
        "suits": (False, True),
        "top_card_only": (False, True),
        "suited_dragon": (13, 26, 39),
    },
    rounds=(4, 2, 3, 6, 8, 12),
    rounds_as_seats=True,
    seconds=90,
    unit="zhu",
    first_dealer="first_seat",
)
