"""Rows to whole numbers that compare as the rules do: one scale a rule set, one table a bonus rank.

A row is looked up by the sum of its cards' rank codes, once for rows of one suit and once for all others.
Jokers, paired flushes and 彩金 upgrades are resolved when a table is built, so a look-up never searches.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from types import MappingProxyType
from typing import Final, NamedTuple

from core.cards import JOKER, Card, deck, rank
from core.ladder import Key, Pattern, keyed, pattern, straight_top
from core.rules.model import RuleSet

_CODES: Final = (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545)
_JOKER_CODE: Final = 147_031
"""Codes of the ranks 2..A and of the joker: no two multisets of five (at most three jokers) have the same sum."""

RANK_CODES: Final[tuple[int, ...]] = (*(_CODES[number % 13] for number in range(52)), _JOKER_CODE)
_SUIT_BITS: Final = (*(1 << number // 13 for number in range(52)), 0b1111)
_RANKS: Final = range(2, 15)
_HIGHEST_FIRST: Final = tuple(reversed(_RANKS))
_SHAPES: Final = {
    3: ((1, 1, 1), (2, 1), (3,)),
    5: ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1), (5,)),
}
"""How many cards of each of its ranks a row can have, the most first: never more than two different numbers."""


class _Copies(NamedTuple):
    """How often the deck has things."""

    rank: int
    card: int
    jokers: int


class _Scale(NamedTuple):
    """All keys of a rule set, weakest first; the strength of a key is its place, from 1."""

    keys: tuple[Key, ...]
    places: Mapping[Key, int]


class Strengths:
    """The strengths of all rows of a rule set, given the round's bonus rank; nothing in it ever changes.

    `plain`, `suited` (five cards) and `front` (three) map sums of `rank_codes` to strengths; in `suited` are the
    multisets of ranks that one suit can have, jokers counting for the suit of the others.
    """

    __slots__ = ("_classes", "_keys", "front", "plain", "rank_codes", "suited")

    def __init__(self, tables: Sequence[Mapping[int, Key]], scale: _Scale, ladder: Sequence[str]) -> None:
        """Number the keys of the tables for fronts, mixed and one-suit rows."""
        self.rank_codes = RANK_CODES
        self.front, self.plain, self.suited = (
            {index: scale.places[found] for index, found in table.items()} for table in tables
        )
        self._classes = tuple([ladder[found[0]] for found in scale.keys])
        self._keys = scale.keys

    def strength(self, row: Sequence[Card]) -> int:
        """Return the strength of 3 or 5 cards of the deck, in any order; more equal cards than it has: `KeyError`."""
        codes = RANK_CODES
        if len(row) == 3:
            a, b, c = row
            return self.front[codes[a] + codes[b] + codes[c]]
        a, b, c, d, e = row
        index = codes[a] + codes[b] + codes[c] + codes[d] + codes[e]
        bits = _SUIT_BITS
        if bits[a] & bits[b] & bits[c] & bits[d] & bits[e]:
            return self.suited[index]
        return self.plain[index]

    def row_class(self, strength: int) -> str:
        """Return the class code of a row of this strength."""
        return self._classes[strength - 1]

    def ranks(self, strength: int) -> tuple[int, ...]:
        """Return what decides within the class, 2..14 in comparing order: a straight's top, else groups and kickers."""
        return tuple(self._keys[strength - 1][2:])


@lru_cache(maxsize=64)
def strengths(rule_set: RuleSet, bonus: int | None = None) -> Strengths:
    """Return the table of a rule set and, where it has one, of the round's bonus rank (2..14)."""
    if rule_set.has_bonus != (bonus in _RANKS):
        message = f"bonus rank {bonus} with rule set {rule_set.id}"
        raise ValueError(message)
    return build(rule_set, bonus=bonus)


def build(rule_set: RuleSet, *, bonus: int | None) -> Strengths:
    """Return a new table, without upgrades where the bonus rank is None; `strengths` keeps what it has built."""
    front, plain, suited = _tables(rule_set)
    if bonus is not None:
        front, plain = front | _upgrades(rule_set, 3, bonus), plain | _upgrades(rule_set, 5, bonus)
    return Strengths((front, plain, suited), _scale(rule_set), rule_set.ladder)


@lru_cache(maxsize=16)
def _scale(rule_set: RuleSet) -> _Scale:
    """Return one scale for all bonus ranks, so that strengths of different rounds compare."""
    found = {each for table in _tables(rule_set) for each in table.values()}
    if rule_set.has_bonus:
        for bonus in _RANKS:
            found.update(_upgrades(rule_set, 3, bonus).values(), _upgrades(rule_set, 5, bonus).values())
    keys = tuple(sorted(found))
    return _Scale(keys, MappingProxyType({each: place for place, each in enumerate(keys, start=1)}))


def _upgrades(rule_set: RuleSet, size: int, bonus: int) -> dict[int, Key]:
    """Return the keys of the rows with three and more cards of the bonus rank; their suits never matter."""
    key, most = keyed(rule_set.ladder), _copies(rule_set).rank
    return {
        _index((bonus,) * 3 + others): key(pattern((bonus,) * 3 + others, bonus=bonus))
        for others in combinations_with_replacement(_RANKS, size - 3)
        if others.count(bonus) + 3 <= most
    }


@lru_cache(maxsize=16)
def _tables(rule_set: RuleSet) -> tuple[dict[int, Key], dict[int, Key], dict[int, Key]]:
    """Return the keys of fronts, of mixed and of one-suit rows by the sums of their rank codes, without upgrades."""
    key, copies = keyed(rule_set.ladder), _copies(rule_set)
    front = {index: key(row) for index, row in _patterns(3, copies.rank)}
    mixed = {index: key(row) for index, row in _patterns(5, copies.rank)}
    one_suit = {index: key(row) for index, row in _patterns(5, copies.card, one_suit=True)}
    plain = _with_jokers(mixed, key, size=5, jokers=copies.jokers)
    suited = _with_jokers(one_suit, key, size=5, jokers=copies.jokers)
    return (
        _with_jokers(front, key, size=3, jokers=copies.jokers),
        plain,
        {index: max(best, plain[index]) for index, best in suited.items()},
    )


def _patterns(size: int, most: int, *, one_suit: bool = False) -> Iterator[tuple[int, Pattern]]:
    """Return all rows of a size without jokers that have at most `most` cards of one rank, and their sums of codes."""
    for counts in _SHAPES[size]:
        often, seldom = counts[0], counts[-1]
        if often > most:
            continue
        first = counts.count(often) % len(counts)  # none where all are as many
        for lead, lead_codes in _chosen(_HIGHEST_FIRST, first):
            others = [each for each in _HIGHEST_FIRST if each not in lead]
            for rest, codes in _chosen(others, len(counts) - first):
                ranks = lead + rest
                row = Pattern(ranks, counts, straight_top(ranks), one_suit, 0, False)
                yield lead_codes * often + codes * seldom, row


def _chosen(ranks: Sequence[int], count: int) -> Iterable[tuple[tuple[int, ...], int]]:
    """Return so many of the ranks, in every way, and the sum of their codes."""
    codes = [_CODES[each - 2] for each in ranks]
    return zip(combinations(ranks, count), map(sum, combinations(codes, count)), strict=True)


def _with_jokers(natural: dict[int, Key], key: Callable[[Pattern], Key], *, size: int, jokers: int) -> dict[int, Key]:
    """Return the keys of these rows and of all that have up to so many jokers in place of their cards."""
    found, base, steps = dict(natural), natural, [natural]
    for wild in range(1, jokers + 1):
        stood_for = natural | _of_one_rank(natural, key, size=size, jokers=wild)
        if stood_for != base:
            base, steps = stood_for, [stood_for]
        while len(steps) <= wild:
            steps.append(_one_joker_more(steps[-1], size=size, jokers=len(steps)))
        found |= steps[wild]
    return found


def _of_one_rank(
    natural: Mapping[int, Key], key: Callable[[Pattern], Key], *, size: int, jokers: int
) -> dict[int, Key]:
    """Return the keys of the rows that alone ask how many jokers they hold."""
    rows = {_index((each,) * size): pattern((each,) * size, jokers=jokers) for each in _RANKS}
    return {index: key(row) for index, row in rows.items() if index in natural}


def _one_joker_more(rows: Mapping[int, Key], *, size: int, jokers: int) -> dict[int, Key]:
    """Return the best rows with so many jokers, given those with one less."""
    best = {}
    for real in combinations_with_replacement(_CODES, size - jokers):
        index = sum(real) + (jokers - 1) * _JOKER_CODE
        found = [rows[index + code] for code in _CODES if index + code in rows]
        if found:
            best[index + _JOKER_CODE] = max(found)
    return best


def _index(ranks: Iterable[int]) -> int:
    return sum([_CODES[each - 2] for each in ranks])


@lru_cache(maxsize=16)
def _copies(rule_set: RuleSet) -> _Copies:
    """Return how many cards of one rank, equal cards and jokers the rule set's deck has."""
    cards = Counter(deck(rule_set.deck))
    jokers = cards.pop(JOKER, 0)
    ranks = Counter(rank(card) for card in cards.elements())
    return _Copies(max(ranks.values()), max(cards.values()), jokers)
