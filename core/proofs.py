"""The thirteen cards of a special laid out so that everybody sees what makes it one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from core.cards import Card, rank, suit
from core.specials import proof

Group = tuple[Card, ...]

_SETS: Final[Mapping[str, tuple[int, ...]]] = {
    "three_quads": (4, 4, 4),
    "four_trips": (3, 3, 3, 3),
    "five_pairs_and_trips": (3, 2, 2, 2, 2, 2),
    "six_and_a_half_pairs": (2, 2, 2, 2, 2, 2),
}
"""The sizes of the sets of one rank that make a special; a card left over stands by itself."""
_ACE: Final = 14


def groups(code: str, cards: Sequence[Card]) -> tuple[Group, ...]:
    """Return the cards in the groups that show the special: sets of one rank, rows of one suit or straights, suits.

    Where the ranks alone say it they are one group, the highest first. The cards must meet the special.
    """
    if code in _SETS:
        return _by_sets(cards, _SETS[code])
    rows = proof(code, cards)
    if rows is not None:
        return tuple(map(_as_read, rows))
    if code == "one_colour":
        return tuple(
            _from_the_top(card for card in cards if suit(card) == each) for each in sorted(set(map(suit, cards)))
        )
    return (_from_the_top(cards),)


def _by_sets(cards: Sequence[Card], sizes: Sequence[int]) -> tuple[Group, ...]:
    """Return sets of these sizes, the largest first, then what is left; a rank with just so many gives a set first."""
    left = list(_from_the_top(cards))
    found: list[Group] = []
    for size in sizes:
        counts = {each: sum(rank(card) == each for card in left) for each in map(rank, left)}
        chosen = min((count, -each) for each, count in counts.items() if count >= size)[1]
        taken = tuple([card for card in left if rank(card) == -chosen][:size])
        left = [card for card in left if card not in taken]
        found.append(taken)
    return (*sorted(found, key=lambda group: (-len(group), -rank(group[0]))), *((card,) for card in left))


def _as_read(row: Sequence[Card]) -> Group:
    """Return a row from its top; the ace of A-2-3 and A-2-3-4-5 stands below the two."""
    ranks = sorted(map(rank, row))
    low = ranks[-1] == _ACE and ranks[:-1] == list(range(2, len(row) + 1))
    ordered = _from_the_top(row)
    return (*ordered[1:], ordered[0]) if low else ordered


def _from_the_top(cards: Iterable[Card]) -> Group:
    return tuple(sorted(cards, key=lambda card: (-rank(card), card)))
