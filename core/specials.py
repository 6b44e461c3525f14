"""Thirteen cards that count as a whole (特殊牌型, 報到): what each asks of the hand, and rows that prove it.

Only how many cards of each rank and suit there are is looked at, and for the three straights a table of all ways.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from types import MappingProxyType
from typing import Final

from core.cards import Card, rank, suit
from core.ladder import straight_top

Three = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""Front, middle and back."""
_Run = tuple[int, ...]
_Parts = tuple[tuple[int, ...], ...]
"""How a suit's cards, or a hand's ranks, fall apart."""

_EIGHT, _ACE = 8, 14
_SIZES: Final = (3, 5, 5)
_SHARES: Final[Mapping[int, tuple[int, ...]]] = {3: (3,), 5: (5,), 8: (3, 5), 10: (5, 5), 13: _SIZES}
"""How many cards a suit can have where rows are of one suit each, and the rows that they make."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Thirteen cards as the specials look at them; nothing in it depends on their order."""

    ranks: tuple[int, ...]
    """How many cards there are of each rank, 2 to A."""
    suits: tuple[tuple[int, ...], ...]
    """The ranks of each suit, in the order of `core.cards.SUITS`, lowest first."""

    @property
    def pairs(self) -> int:
        """How many pairs can be laid out one beside the other."""
        return sum([count // 2 for count in self.ranks])


def special_codes(cards: Sequence[Card]) -> frozenset[str]:
    """Return the codes of all specials that thirteen cards of a 52-card deck meet, implied ones too."""
    hand = _hand(cards)
    return frozenset([code for code, met in SPECIALS.items() if met(hand)])


def proof(code: str, cards: Sequence[Card]) -> Three | None:
    """Return rows in legal order that show three straights or flushes; None where the cards alone say it all.

    The cards must meet the special: else `KeyError`.
    """
    find = _PROOFS.get(code)
    if find is None:
        return None
    front, one, other = find(_hand(cards))
    middle, back = sorted((one, other), key=_height)
    return front, middle, back


def _hand(cards: Sequence[Card]) -> Hand:
    counts = [0] * 13
    suits: tuple[list[int], ...] = ([], [], [], [])
    for card in sorted(cards):
        counts[rank(card) - 2] += 1
        suits[suit(card)].append(rank(card))
    return Hand(tuple(counts), tuple(map(tuple, suits)))


def _height(row: Sequence[Card]) -> tuple[bool, bool, tuple[int, ...]]:
    """Return what straights and flushes compare by."""
    ranks = tuple(sorted(map(rank, row), reverse=True))
    top, one_suit = straight_top(ranks), len(set(map(suit, row))) == 1
    return one_suit and top > 0, one_suit, (top,) if top else ranks


# Ranks


def _at_least(size: int, times: int) -> Callable[[Hand], bool]:
    """Return a test for so many ranks with at least so many cards."""
    return lambda hand: sum([count >= size for count in hand.ranks]) >= times


def _only(first: int, last: int) -> Callable[[Hand], bool]:
    """Return a test that no rank is outside of these."""
    return lambda hand: not any(hand.ranks[: first - 2]) and not any(hand.ranks[last - 1 :])


def _five_pairs_and_trips(hand: Hand) -> bool:
    return sorted([count for count in hand.ranks if count % 2]) == [3]


def _three_straights(hand: Hand) -> bool:
    return hand.ranks in _run_ways()


# Suits


def _one_colour(hand: Hand) -> bool:
    spades, hearts, diamonds, clubs = (bool(ranks) for ranks in hand.suits)
    return not (spades or clubs) or not (hearts or diamonds)


def _shares(hand: Hand) -> list[int]:
    return sorted([size for ranks in hand.suits if ranks for size in _SHARES.get(len(ranks), (0,))])


def _three_flushes(hand: Hand) -> bool:
    return _shares(hand) == list(_SIZES)


def _three_straight_flushes(hand: Hand) -> bool:
    return _three_flushes(hand) and all(ranks in _suit_ways() for ranks in hand.suits if ranks)


SPECIALS: Final[Mapping[str, Callable[[Hand], bool]]] = MappingProxyType(
    {
        "suited_dragon": lambda hand: any(len(ranks) == 13 for ranks in hand.suits),
        "dragon": lambda hand: 0 not in hand.ranks,
        "twelve_royals": _only(11, _ACE),
        "three_straight_flushes": _three_straight_flushes,
        "three_quads": _at_least(4, 3),
        "all_big": _only(_EIGHT, _ACE),
        "all_small": _only(2, _EIGHT),
        "one_colour": _one_colour,
        "four_trips": _at_least(3, 4),
        "five_pairs_and_trips": _five_pairs_and_trips,
        "six_and_a_half_pairs": lambda hand: hand.pairs == 6,
        "three_straights": _three_straights,
        "three_flushes": _three_flushes,
    }
)
"""Code to test; a rule set says which of them count, in what order and for how much."""


# The ways in which ranks are runs, and the rows made of them


@cache
def _runs(size: int) -> tuple[_Run, ...]:
    """Return all runs of so many ranks: from the ace below the two up to the ace."""
    ladder = (_ACE, *range(2, _ACE + 1))
    return tuple(ladder[low : low + size] for low in range(len(ladder) - size + 1))


@cache
def _run_ways() -> Mapping[tuple[int, ...], _Parts]:
    """Return the counts of ranks that make three straights, each with one way to make them."""
    found: dict[tuple[int, ...], _Parts] = {}
    for parts in product(_runs(3), combinations_with_replacement(_runs(5), 2)):
        rows = (parts[0], *parts[1])
        every = [each for row in rows for each in row]
        counts = tuple(every.count(each) for each in range(2, _ACE + 1))
        found.setdefault(counts, rows)
    return found


@cache
def _suit_ways() -> Mapping[tuple[int, ...], _Parts]:
    """Return the ranks of one suit, lowest first, that are one, two or three runs of a row's size, and these runs."""
    found: dict[tuple[int, ...], _Parts] = {}
    for sizes in _SHARES.values():
        for rows in product(*map(_runs, sizes)):
            every = sorted(each for row in rows for each in row)
            if len(set(every)) == len(every):
                found.setdefault(tuple(every), rows)
    return found


def _straights_shown(hand: Hand) -> Three:
    held = {each: [suit for suit, ranks in enumerate(hand.suits) if each in ranks] for each in range(2, _ACE + 1)}
    front, middle, back = (tuple(_card(held[each].pop(), each) for each in row) for row in _run_ways()[hand.ranks])
    return front, middle, back


def _shown_by_suit(split: Callable[[tuple[int, ...]], _Parts]) -> Callable[[Hand], Three]:
    """Return what lays out a hand in rows of one suit each, given how each suit falls apart."""

    def shown(hand: Hand) -> Three:
        rows = [
            tuple(_card(suit, each) for each in row)
            for suit, ranks in enumerate(hand.suits)
            if ranks
            for row in split(ranks)
        ]
        front, middle, back = sorted(rows, key=len)
        return front, middle, back

    return shown


def _flushes(ranks: tuple[int, ...]) -> _Parts:
    """Return the lowest cards of a suit as the front where it has one, and the others in fives."""
    sizes = _SHARES[len(ranks)]
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return tuple(ranks[start : start + size] for start, size in zip(starts, sizes, strict=True))


def _card(of_suit: int, of_rank: int) -> Card:
    return Card(of_suit * 13 + of_rank - 2)


_PROOFS: Final[Mapping[str, Callable[[Hand], Three]]] = {
    "three_straight_flushes": _shown_by_suit(lambda ranks: _suit_ways()[ranks]),
    "three_straights": _straights_shown,
    "three_flushes": _shown_by_suit(_flushes),
}
