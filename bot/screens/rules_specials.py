"""The hands that count as a whole (特殊牌型, 報到, 一條龍): what each asks, what it brings, and cards that prove it."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.screens.model import Block, Cards, Text
from bot.screens.parts import line, strong
from bot.screens.rules_points import unit_text
from core.cards import Card, parse_shown
from core.rules import RuleSet
from core.specials import proof

DRAGONS: Final = ("suited_dragon", "dragon")
_HANDS: Final[Mapping[str, str]] = {
    "suited_dragon": "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
    "dragon": "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As",
    "twelve_royals": "Js Jh Jd Jc Qs Qd Qc Ks Kh Kd As Ah Ac",
    "three_straight_flushes": "4s 5s 6s 7h 8h 9h Th Jh 9d Td Jd Qd Kd",
    "three_quads": "5s 5h 5d 5c 9s 9h 9d 9c Ks Kh Kd Kc 2s",
    "all_big": "8s 8h 8d 9s 9c Td Tc Js Qh Qd Kh Kc As",
    "all_small": "2s 2h 2d 3c 3d 4s 5h 5c 6s 6d 7h 7c 8s",
    "one_colour": "2h 4h 5h 9h Jh Kh 3d 5d 6d 9d Td Qd Ad",
    "four_trips": "3s 3h 3d 7s 7h 7c Ts Td Tc Qs Qh Qd Ac",
    "five_pairs_and_trips": "2s 2h 5d 5c 8s 8d Th Tc Ks Kd 6s 6h 6d",
    "six_and_a_half_pairs": "3s 3h 4d 4c 6s 6d 9h 9c Js Jd As Ac 7h",
    "three_straights": "As 2h 3d 4c 5s 6h 7d 8c 7s 8h 9d Tc Js",
    "three_flushes": "2s 7s Ks 3h 5h 8h Jh Qh 2d 4d 9d Td Ad",
}


def special_hand(code: str) -> tuple[Card, ...]:
    """Thirteen cards that are just this special, or a lower one too."""
    return parse_shown(_HANDS[code])


def specials_page(rules: RuleSet) -> tuple[Block, ...]:
    """All specials of a game, the highest first, and how they are settled."""
    if rules.specials:
        return (*_settled(rules), strong("specials/table"), *_table(rules), *_notes(rules))
    return tuple(_dragons(rules)) if rules.dragon else ()


def _settled(rules: RuleSet) -> Iterator[Block]:
    yield line("specials/what")
    if rules.declares:
        keys = ("declared", "asked", "wins", "against", "times", "no-home-run")
        yield from (line(f"specials/{key}") for key in keys)
    else:
        yield from (line(f"specials/{key}") for key in ("found", "ends"))
    if rules.has_banker:
        yield from (line(f"specials/{key}") for key in ("stake", "banker"))


def _table(rules: RuleSet) -> Iterator[Block]:
    for code, points in rules.specials.items():
        yield strong("specials/line", name=_name(code), points=points, unit=unit_text(rules, points))
        yield from _shown(code)


def _shown(code: str) -> Iterator[Block]:
    """What the special asks, and a hand: in the rows that prove it where it takes rows to see it."""
    cards = special_hand(code)
    rows = proof(code, cards)
    yield line(f"special-is/{code}")
    if rows is None:
        yield line("specials/hand", cards=Cards(cards))
    else:
        yield line("specials/rows", front=Cards(rows[0]), middle=Cards(rows[1]), back=Cards(rows[2]))


def _notes(rules: RuleSet) -> Iterator[Block]:
    """How hands that look like more than one special are read."""
    yield strong("specials/notes")
    yield from (line(f"special-note/{code}") for code in _NOTED if code in rules.specials)


_NOTED: Final = ("three_flushes", "three_straights", "four_trips")


def _dragons(rules: RuleSet) -> Iterator[Block]:
    """A game that knows the dragon alone."""
    each = rules.gun + rules.dragon
    facts = {"gun": rules.gun, "dragon": rules.dragon, "each": each, "unit": unit_text(rules, each)}
    yield line("dragon/found")
    for code in reversed(DRAGONS):
        yield strong("dragon/name", name=_name(code))
        yield from _shown(code)
    yield strong("dragon/paid")
    yield line("dragon/one", **facts)
    if rules.home_run:
        yield line("dragon/red", red=rules.home_run, unit=unit_text(rules, rules.home_run), most=rules.seats.most)
    yield line("dragon/alone")
    yield line("dragon/more", **facts)
    if rules.home_run:
        yield line("dragon/suited", red=rules.home_run, unit=unit_text(rules, rules.home_run))
    yield line("dragon/all")


def _name(code: str) -> Text:
    return Text(f"special-name/{code}")
