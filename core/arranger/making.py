"""Which rows a hand can make, each valued once: first those above a pair, the others only when they are asked for.

A hand is sorted so that cards which serve alike stand together. A card is packed as `rank code << size | place bit`:
a sum of cards is then the sum of their codes above the bits of their places. A row is packed as
`strength << size | place bits`, so that sorting ints sorts rows.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final, NamedTuple

from core.cards import JOKER, SUITS, Card, rank, suit
from core.strength import Strengths

ROW: Final = 5
_MOST_RANKS: Final = 3
"""A row above a pair has at most so many ranks beside its jokers, unless it is a straight or of one suit."""
_STEPS: Final = tuple(
    (ranks, held, more)
    for ranks in reversed(range(_MOST_RANKS))
    for held in range(ranks, ROW if ranks else 1)
    for more in range(1, ROW - held + 1)
)
"""From so many ranks and cards with so many cards more of the next rank; most ranks first, so that each comes once."""
_WINDOWS: Final = tuple(frozenset({14 if low == 1 else low, *range(low + 1, low + ROW)}) for low in range(1, 11))
_ALMOST: Final = tuple({window - {missing} for window in _WINDOWS for missing in window})
"""The ranks of straights, and of straights in which a joker stands for one card."""


class Held(NamedTuple):
    """The packed cards of a hand by rank, its packed jokers, and its packed cards by suit with the jokers in each."""

    ranks: dict[int, list[int]]
    jokers: list[int]
    suits: list[list[int]]


def sorted_hand(hand: Sequence[Card]) -> tuple[tuple[Card, ...], int]:
    """The hand with like cards together and the jokers last, and the bits of those that equal the card before.

    Two cards of one rank are alike where their suits are too short for a row of one suit.
    """
    lengths = Counter(suit(card) for card in hand if card != JOKER)
    jokers = len(hand) - lengths.total()

    def kind(card: Card) -> tuple[int, int]:
        if card == JOKER:
            return 15, 0
        return rank(card), suit(card) if lengths[suit(card)] + jokers >= ROW else len(SUITS)

    cards = tuple(sorted(hand, key=lambda card: (kind(card), card)))
    kinds = [kind(card) for card in cards]
    return cards, sum(1 << place for place in range(1, len(cards)) if kinds[place] == kinds[place - 1])


def sums(parts: Iterable[int], most: int = ROW) -> list[list[int]]:
    """For 0, 1, 2 … of the parts the sums of every choice of so many."""
    found: list[list[int]] = [[0], *([] for _ in range(most))]
    for part in parts:
        for number in range(most, 0, -1):
            found[number] += [part + each for each in found[number - 1]]
    return found


def fronts(cards: Sequence[Card], strengths: Strengths) -> list[int]:
    """All rows of three, packed."""
    size, bits, front = len(cards), (1 << len(cards)) - 1, strengths.front
    return [front[row >> size] << size | row & bits for row in sums(_packed(cards, strengths), 3)[3]]


def strong(cards: Sequence[Card], strengths: Strengths) -> list[int]:
    """All rows of five above a pair, packed."""
    size, bits, plain, suited = len(cards), (1 << len(cards)) - 1, strengths.plain, strengths.suited
    held = _held(cards, _packed(cards, strengths))
    one_suit = [row for suit in held.suits for row in sums(suit)[ROW]]
    known = {row & bits for row in one_suit}
    mixed = [row for row in _of_few_ranks(held) + _straights(held) if row & bits not in known]
    return [suited[row >> size] << size | row & bits for row in one_suit] + [
        plain[row >> size] << size | row & bits for row in mixed
    ]


def weak(cards: Sequence[Card], strengths: Strengths, strong: Iterable[int]) -> list[int]:
    """All other rows of five, packed: none of them is as strong as any of the strong ones."""
    size, bits, plain = len(cards), (1 << len(cards)) - 1, strengths.plain
    known = {row & bits for row in strong}
    rows = sums(_packed(cards, strengths))[ROW]
    return [plain[row >> size] << size | row & bits for row in rows if row & bits not in known]


def _packed(cards: Sequence[Card], strengths: Strengths) -> list[int]:
    return [strengths.rank_codes[card] << len(cards) | 1 << place for place, card in enumerate(cards)]


def _held(cards: Sequence[Card], packed: Sequence[int]) -> Held:
    ranks, suits = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for card, part in zip(cards, packed, strict=True):
        ranks[rank(card)].append(part)
        if card != JOKER:
            suits[suit(card)].append(part)
    jokers = ranks.pop(rank(JOKER), [])
    return Held(ranks, jokers, [suit + jokers for suit in suits.values()])


def _of_few_ranks(held: Held) -> list[int]:
    """The rows that have at most three ranks beside their jokers."""
    found: list[list[list[int]]] = [[[] for _ in range(ROW + 1)] for _ in range(_MOST_RANKS + 1)]
    found[0][0] = [0]
    least = ROW - len(held.jokers)
    steps = [step for step in _STEPS if step[0] + 1 < _MOST_RANKS or step[1] + step[2] >= least]
    for cards in held.ranks.values():
        some = sums(cards)
        for ranks, number, more in steps:
            if more <= len(cards) and found[ranks][number]:
                found[ranks + 1][number + more] += _each_with_each(found[ranks][number], some[more])
    wild = sums(held.jokers)
    by_number = [(rows, wild[ROW - number]) for each in found[1:] for number, rows in enumerate(each)]
    return [row for rows, beside in by_number if rows for row in _each_with_each(rows, beside)]


def _straights(held: Held) -> list[int]:
    """The straights with at least four cards that are no jokers."""
    present = held.ranks.keys()
    whole = [(window, [0]) for window in _WINDOWS if window <= present]
    almost = [(window, held.jokers) for window in _ALMOST if held.jokers and window <= present]
    return [
        row
        for window, beside in whole + almost
        for row in reduce(_each_with_each, [held.ranks[each] for each in window], beside)
    ]


def _each_with_each(some: Iterable[int], others: Iterable[int]) -> list[int]:
    return [one + other for other in others for one in some]
