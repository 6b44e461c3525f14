"""Rows to whole numbers that compare as the rules do: one scale a rule set, one table a bonus rank.

A row is looked up by the sum of its cards' rank codes, once for rows of one suit and once for all others.
Jokers, paired flushes and 彩金 upgrades are resolved when a table is built, so a look-up never searches.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import Final, NamedTuple

from core.cards import JOKER, Card, deck, rank
from core.ladder import Climb, Key, Pattern, key, pattern, rungs
from core.rules.model import RuleSet

_CODES: Final = (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545)
_JOKER_CODE: Final = 147_031
"""Codes of the ranks 2..A and of the joker: no two multisets of five (at most three jokers) have the same sum."""

RANK_CODES: Final[tuple[int, ...]] = (*(_CODES[number % 13] for number in range(52)), _JOKER_CODE)
_SUIT_BITS: Final = (*(1 << number // 13 for number in range(52)), 0b1111)
_RANKS: Final = range(2, 15)


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

    __slots__ = ("_scale", "front", "plain", "rank_codes", "suited")

    def __init__(self, tables: Sequence[Mapping[int, Key]], scale: _Scale, ladder: Sequence[str]) -> None:
        """Number the keys of the tables for fronts, mixed and one-suit rows."""
        self.rank_codes = RANK_CODES
        self.front, self.plain, self.suited = (
            {index: scale.places[found] for index, found in table.items()} for table in tables
        )
        self._scale = tuple((ladder[place], ranks) for place, _, ranks in scale.keys)

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
        return self._scale[strength - 1][0]

    def ranks(self, strength: int) -> tuple[int, ...]:
        """Return what decides within the class, 2..14 in comparing order: a straight's top, else groups and kickers."""
        return self._scale[strength - 1][1]


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
    climb, most = rungs(rule_set.ladder), _copies(rule_set).rank
    return {
        _index((bonus,) * 3 + others): key(pattern((bonus,) * 3 + others, bonus=bonus), climb)
        for others in combinations_with_replacement(_RANKS, size - 3)
        if others.count(bonus) + 3 <= most
    }


@lru_cache(maxsize=16)
def _tables(rule_set: RuleSet) -> tuple[dict[int, Key], dict[int, Key], dict[int, Key]]:
    """Return the keys of fronts, of mixed and of one-suit rows by the sums of their rank codes, without upgrades."""
    climb, copies = rungs(rule_set.ladder), _copies(rule_set)
    front, mixed = _patterns(3, copies.rank), _patterns(5, copies.rank)
    one_suit = {index: row._replace(one_suit=True) for index, row in mixed.items() if row.counts[0] <= copies.card}
    plain = _keys(mixed, climb, size=5, jokers=copies.jokers)
    suited = _keys(one_suit, climb, size=5, jokers=copies.jokers)
    return (
        _keys(front, climb, size=3, jokers=copies.jokers),
        plain,
        {index: max(best, plain[index]) for index, best in suited.items()},
    )


def _patterns(size: int, most: int) -> dict[int, Pattern]:
    """Return all rows of a size without jokers that have at most `most` cards of one rank."""
    rows = {_index(ranks): pattern(ranks) for ranks in combinations_with_replacement(_RANKS, size)}
    return {index: row for index, row in rows.items() if row.counts[0] <= most}


def _keys(rows: Mapping[int, Pattern], climb: Climb, *, size: int, jokers: int) -> dict[int, Key]:
    """Return the keys of these rows and of all that have up to so many jokers in place of their cards."""
    natural = {index: key(row, climb) for index, row in rows.items()}
    found = dict(natural)
    for wild in range(1, jokers + 1):  # only rows of a single rank ask how many jokers they hold
        single = {i: key(row._replace(jokers=wild), climb) for i, row in rows.items() if len(row.ranks) == 1}
        found |= _with_jokers(natural | single, size, wild)
    return found


def _with_jokers(rows: dict[int, Key], size: int, jokers: int) -> dict[int, Key]:
    """Return the best row of `size - jokers` real cards and the jokers, given the rows that these can stand for."""
    best = rows
    for wild in range(1, jokers + 1):
        less, best = best, {}
        for real in combinations_with_replacement(_CODES, size - wild):
            index = sum(real) + (wild - 1) * _JOKER_CODE
            found = [less[index + code] for code in _CODES if index + code in less]
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
