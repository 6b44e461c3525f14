"""Rounds to learn from: cards laid open, which the referee settles wherever they are shown. No points stand here.

An example belongs to every rule set that settles in its way, can deal its cards and pays for what it is about.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.screens.rules_rows import example_table
from core.arrangement import Arrangement
from core.cards import deck, parse_shown
from core.rules import RuleSet
from core.scoring import Payment, Terms, payments

_PLAIN: Final = Terms()


@dataclass(frozen=True)
class Example:
    """One round: `front / middle / back` of each seat. `shows`: reasons to pay without which it teaches nothing."""

    code: str
    scoring: str
    hands: tuple[str, ...]
    terms: Terms = _PLAIN
    shows: tuple[str, ...] = ()

    @property
    def arrangements(self) -> tuple[Arrangement, ...]:
        """The seats' rows as cards."""
        return tuple(Arrangement(*map(parse_shown, hand.split(" / "))) for hand in self.hands)


_TRIPS: Final = "4s 4h 4d / 9s 9h 9c 8s 8h / Qs Qd Qc 2s 2h"
_PAIRS: Final = "Ks Qh 9d / Jd Jc 7h 6c 2d / As Ah 5s 5d Tc"
_WEAK: Final = "Kh 7d 3s / Ad Js 7s 5h 3h / Ac Jh 8d 5c 3d"
_FOUL: Final = "Kd Kc 4c / Ts Td 8c 6d 3c / Th 7c 6s 6h 2c"
_FLUSHES: Final = "3s 6s Js / 3d 6d 7d 8d Td / 3h 5h 6h Th Kh"
_EIGHTS: Final = "Ks Qd 2c / 8s 8c 6c 4s 3h / Js Jh 9d 6d 5c"
_SEVENS: Final = "Kh Qs 2d / 7h 7d 6h 4c 3d / Ts Td 9c 6s 5h"
_ACES: Final = "Ad Jc 2h / Ac Kd 9h 8d 7c / Qh Qc 5d 4d 3c"
_GUNNER: Final = "As Ah 4c / 8s 8h 8d 3s 3h / Ts Th Td 4s 4h"
_KINGS: Final = "Qs Qh 5c / Ks Kh 7c 6c 2d / Js Jd 5s 5h 6d"
_QUEENS: Final = "9s 9h 7s / Qd Qc 9d 7d 2s / Jh Jc 6s 6h 2h"
_HIGH: Final = "5d 4d 2c / Kc Ad 9c 7h 3d / Ac Kd Tc 8c 3c"
_NO_ORDER: Final = "Ad Ac 5d / Kc 9c 7h 4d 3d / Kd Tc 8c 3c 2c"
_SPADES: Final = "9s 6d 2h / As Jh Td 7c 3h / Ks Kd 8c 5h 4s"
_HEARTS: Final = "9h 6c 2s / Ah Jd Tc 7d 3s / Kh Kc 8s 5s 4d"
_BEHIND: Final = (
    "Qs Qh 2h / As Ad 4h Js 3s / 5h 6h 7h 8h 9h",
    "Qd 4d 3d / Jh Jd 4s 3h 2c / 5d 6d 7d 8d 9d",
    "Jc 4c 3c / Ts Th Qs Qc 2s / 5c 6c 7c 8c 9c",
)

EXAMPLES: Final = (
    Example("home-run", "guns", ("As Ah 2d / Ks Kh Kd Td Tc / 5s 6s 7s 8s 9s", *_BEHIND), shows=("homerun",)),
    Example("home-run-quads", "guns", ("As Ah 2d / Ks Kh Kd Kc 2s / 5s 6s 7s 8s 9s", *_BEHIND), shows=("bonus",)),
    Example(
        "each-pays",
        "guns",
        (
            "Kh Qd 3d / Ah Ad Js 5c 2d / Tc Td Th 6c 6d",
            "Qs Qh 3h / As As Kd Ks 4d / Jh Jd Jc 6h 6s",
            "8s 8h 8d / Ac 2s 3s 4s 5d / 9s Ts Js Qs Kc",
            "9h 5h 2c / 3c 3s 9d 8c 4h / 7s 7s 7h 7d 4c",
        ),
        shows=("bonus",),
    ),
    Example(
        "two-to-one",
        "rows",
        ("Qs Qh 5d / 7s 8d 9c Td Jh / Ks Kh Kd 4s 4h", "9s 9h Ad / Ah Th 8h 3h 2h / 6s 6h 6d Js Jd"),
    ),
    Example(
        "trips-in-front",
        "rows",
        ("5s 5h 5d / 8s 8h 8d 2s 2h / Ts Th Td 3s 3h", "As Ah 7c / Kc Kd Qs Qh 4d / 9s 9h 9d 9c 6c"),
    ),
    Example(
        "four-against-flush",
        "rows",
        ("5s 5h 6d / Ks Kh 8d 2s 2h / Ah Jh Th 7h 3h", "Qs Qh 7c / Kc Kd 8s 8h 4d / 9s 9h 9d 9c 6c"),
    ),
    Example(
        "even",
        "rows",
        ("2s 2h 3d / 9s Ts Jd Qd Kc / Ah 7h 5h 4h 3h", "4s 4d 3c / 9h Th Js Qs Kd / Ac 8c 6c 5c 2c"),
    ),
    Example("all-three", "rows", (_GUNNER, _KINGS)),
    Example("against-a-foul", "rows", (_GUNNER, _NO_ORDER), shows=("foul",)),
    Example("all-four-times", "rows", (_GUNNER, _KINGS, _QUEENS, _HIGH), shows=("quadruple",)),
    Example("declared", "rows", (_TRIPS, _PAIRS, _FLUSHES), Terms((None, None, "three_flushes")), shows=("special",)),
    Example(
        "extras-lost-row",
        "match",
        (
            "6s 6d 6c / Kc 9s 9h 9d 4c / Ah Qh Th 7h 2h",
            "4h 2s 2c / Js Jh Jd 9c 8d / Qc Jc 8c 7c 3c",
            "Kh 3s 2d / 8h 7d 6h 5c 4s / Ks Kd 5s 5h 5d",
            "7s 4d 3h / Qd Ts Td Tc 3d / As Ad Ac Qs 8s",
        ),
        shows=("bonus",),
    ),
    Example("red", "match", (_TRIPS, _PAIRS, _WEAK, _FOUL), shows=("red",)),
    Example("run-over", "match", (_EIGHTS, _SEVENS, _ACES), shows=("run_over",)),
    Example(
        "dragon",
        "match",
        (
            "As Qs Kh / 2s 4h 6s 8h Ts / 3s 5s 7s 9s Jd",
            _EIGHTS,
            _ACES,
            "Tc 6h 5h / Th 7h 4c 3d 2d / Ah Kc Td 9c 7d",
        ),
        shows=("dragon",),
    ),
    Example("stakes", "banker", (_TRIPS, _PAIRS, _WEAK, _FOUL), Terms(banker=1, stakes=(2, 1, 5, 10))),
    Example("natural", "banker", (_PAIRS, _FLUSHES), Terms(stakes=(1, 3)), shows=("natural",)),
    Example("by-suits", "banker", (_SPADES, _HEARTS), Terms(options={"suits": True}), shows=("row",)),
    Example("top-card", "banker", (_SPADES, _HEARTS), Terms(options={"top_card_only": True}), shows=("row",)),
)


@cache
def examples(rules: RuleSet) -> tuple[Example, ...]:
    """Those of this game, in the order in which they are learnt."""
    return tuple(each for each in EXAMPLES if _fits(rules, each) and _teaches(rules, each))


def settled(rules: RuleSet, example: Example) -> tuple[Payment, ...]:
    """What the referee says."""
    return payments(rules, example.arrangements, example_table(rules), terms=example.terms)


def _fits(rules: RuleSet, example: Example) -> bool:
    """Whether a table of this game can come to this round."""
    cards = Counter(card for each in example.arrangements for card in each.cards)
    fewest, most = rules.seats
    declared = {code for code in example.terms.declared if code}
    return (
        rules.scoring == example.scoring
        and fewest <= len(example.hands) <= most
        and cards <= Counter(deck(rules.deck))
        and (not declared or rules.declares)
        and declared <= set(rules.specials)
        and set(example.terms.options) <= set(rules.house_options)
    )


def _teaches(rules: RuleSet, example: Example) -> bool:
    return set(example.shows) <= {payment.reason for payment in settled(rules, example)}
