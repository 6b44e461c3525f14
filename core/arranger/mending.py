"""The legal arrangement that is nearest to what a person has laid out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from core.arrangement import Arrangement
from core.arranger.making import fronts, sorted_hand, strong, weak
from core.arranger.policy import trained
from core.arranger.rows import Rows, blocks
from core.arranger.search import Frontier, Fronts, Search, Split
from core.arranger.seated import strengths_of
from core.cards import Card, rank
from core.rules.model import ROWS, RuleSet
from core.strength import Strengths


def mended(
    rule_set: RuleSet, hand: Sequence[Card], rows: Mapping[str, Sequence[Card]], *, bonus: int | None
) -> Arrangement:
    """The legal arrangement for which the fewest cards change their place, of equal ones that of the most points.

    Rows need not be full; the cards that are in none of them are at a place too. Cards that the hand has not are a
    `ValueError`.
    """
    table = strengths_of(rule_set, bonus)
    judge = trained(rule_set, table)
    cards, _ = sorted_hand(hand)
    nearest = _nearest(_Layout(rule_set, table, cards, bonus, _homes(cards, rows)))
    return Frontier(cards, []).arrangement(max(nearest, key=lambda split: (judge.value(split), split)))


def _homes(cards: Sequence[Card], rows: Mapping[str, Sequence[Card]]) -> tuple[int, ...]:
    """For each row the bits of its cards' places in the sorted hand."""
    left: list[Card | None] = list(cards)
    homes = []
    for row in ROWS:
        home = 0
        for card in rows.get(row, ()):
            place = left.index(card)
            left[place] = None
            home |= 1 << place
        homes.append(home)
    return tuple(homes)


class _Kind(NamedTuple):
    """How many cards of a row lie in it already, how many in any row, and what it pays where that matters."""

    home: int
    placed: int
    pays: int

    @property
    def near(self) -> int:
        """Of wholes that can be laid out, that with the highest sum moves the fewest cards."""
        return self.home + self.placed


@dataclass(frozen=True)
class _Layout:
    """The sorted hand and where its cards lie."""

    rule_set: RuleSet
    strengths: Strengths
    cards: tuple[Card, ...]
    bonus: int | None
    homes: tuple[int, ...]

    @cached_property
    def placed(self) -> int:
        """The bits of all cards that lie in a row."""
        return self.homes[0] | self.homes[1] | self.homes[2]

    def groups(self, place: int, packed: Sequence[int]) -> "dict[_Kind, list[int]]":
        """The rows that this place (0 the front) can have, by their kind."""
        home, placed, size = self.homes[place], self.placed, len(self.cards)
        pays = self._pays(place)
        found = defaultdict[tuple[int, int, int], list[int]](list)
        for row in packed:
            found[(row & home).bit_count(), (row & placed).bit_count(), pays(row >> size)].append(row)
        return {_Kind(*key): rows for key, rows in found.items()}

    def possible(self, kinds: Sequence["_Kind"]) -> bool:
        """Whether rows of these kinds can stand together: each takes from the others only what they leave."""
        left = [home.bit_count() - kind.home for home, kind in zip(self.homes, kinds, strict=True)]
        taken = [kind.placed - kind.home for kind in kinds]
        spare = sum(left)
        return sum(taken) <= spare and all(here <= spare - own for here, own in zip(taken, left, strict=True))

    def _pays(self, place: int) -> Callable[[int], int]:
        """What a strength pays, where a weaker row can pay more than a stronger one: with three 彩金 cards."""
        if self.bonus is None or [rank(card) for card in self.cards].count(self.bonus) < 3:
            return lambda _: 0
        extras, named = self.rule_set.extras, self.strengths.row_class
        return lambda strength: extras.get((ROWS[place], named(strength)), 0)


def _nearest(layout: _Layout) -> list[Split]:
    """The nearest legal wholes that can be best; there is one in every hand."""
    cards, table, size = layout.cards, layout.strengths, len(layout.cards)
    above = strong(cards, table)
    fives = above + weak(cards, table, above)
    of_three = {kind: Fronts(rows, size) for kind, rows in layout.groups(0, fronts(cards, table)).items()}
    middles, backs = (
        {kind: Rows(blocks(rows, size)) for kind, rows in layout.groups(place, fives).items()} for place in (1, 2)
    )

    def just_so(near: int) -> list[Split]:
        found: list[Split] = []
        for front, middle, back in _kinds((of_three, middles, backs), near):
            if layout.possible((front, middle, back)):
                search = Search(of_three[front], repeats=0, rule_set=layout.rule_set)
                found += search.splits(backs[back], middles[middle], reach=of_three[front].strongest)
        return found

    return next(filter(None, map(just_so, reversed(range(2 * layout.placed.bit_count() + 1)))))


def _kinds(groups: Sequence[Iterable[_Kind]], near: int) -> Iterator[tuple[_Kind, _Kind, _Kind]]:
    """A kind for each row, together just so near."""
    fronts_, middles, backs = groups
    rest = defaultdict[int, list[_Kind]](list)
    for back in backs:
        rest[back.near].append(back)
    for front, middle in product(fronts_, middles):
        for back in rest.get(near - front.near - middle.near, ()):
            yield front, middle, back
