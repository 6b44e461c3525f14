"""The exact frontier of a hand: every legal split into three rows to which no other is at least equal in all rows.

Backs are tried from the strongest on; for each of them the middles that share no card with it, again from the
strongest on, as long as a better front is possible than one found before with as strong a middle.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from core.arranger.rows import Block, Rows, block, floor, patterns, sorted_hand, values
from core.arrangement import Arrangement
from core.cards import Card, rank
from core.rules.model import RuleSet
from core.strength import Strengths

Extra = Callable[[str, int], int]
"""What a row (by name) of some strength pays for each opponent it beats."""


class Split(NamedTuple):
    """The strengths of front, middle and back, and their cards as bit patterns over the sorted hand."""

    front: int
    middle: int
    back: int
    front_cards: int
    middle_cards: int
    back_cards: int


class Frontier(NamedTuple):
    """The sorted hand and its splits, strongest back first."""

    hand: tuple[Card, ...]
    splits: list[Split]

    def arrangement(self, split: Split) -> Arrangement:
        """The cards of a split, each row in the order of the canonical deck."""
        places = patterns(len(self.hand)).places
        front, middle, back = (tuple(sorted(self.hand[place] for place in places[row])) for row in split[3:])
        return Arrangement(front, middle, back)


def frontier(hand: Sequence[Card], *, strengths: Strengths, rule_set: RuleSet, bonus: int | None) -> Frontier:
    """Every split that is best for some way of paying for stronger rows and for the rule set's extras."""
    cards, repeats = sorted_hand(hand)
    threes, fives = values(cards, strengths)
    search = _Search(threes, size=len(cards), repeats=repeats, rule_set=rule_set)
    lowest = floor(strengths, rule_set)
    if bonus is None or [rank(card) for card in cards].count(bonus) < 3:
        rows = Rows(fives, size=len(cards), floor=lowest)
        return Frontier(cards, _undominated(search.splits(rows, rows), lambda _row, _strength: 0))

    def extra(row: str, strength: int) -> int:
        return rule_set.extras.get((row, strengths.row_class(strength)), 0)

    found: list[Split] = []
    for middles, backs in product(_paying("middle", fives, extra), _paying("back", fives, extra)):
        sides = [Rows(each, size=len(cards), floor=lowest) for each in (backs, middles)]
        found += search.splits(*sides)
    return Frontier(cards, _undominated(found, extra))


def _paying(row: str, fives: Sequence[int], extra: Extra) -> Iterable[list[int]]:
    """The strengths of the rows that pay at least so much, for every amount; 0 for the other rows.

    A 彩金 row can pay where a stronger one does not, so each amount has a frontier of its own.
    """
    pays = {strength: extra(row, strength) for strength in set(fives)}
    for least in sorted(set(pays.values())):
        yield [strength if pays[strength] >= least else 0 for strength in fives]


def _undominated(splits: Iterable[Split], extra: Extra) -> list[Split]:
    """The splits to which no other is at least equal in each row and in what middle and back pay."""
    kept: list[Split] = []
    stairs: dict[tuple[int, int], _Stairs] = {}
    for split in sorted(splits, key=lambda split: (split.back, split.middle, split.front), reverse=True):
        pays = extra("middle", split.middle), extra("back", split.back)
        rivals = (other for paid, other in stairs.items() if paid[0] >= pays[0] and paid[1] >= pays[1])
        if all(other.front(split.middle) < split.front for other in rivals):
            kept.append(split)
            stairs.setdefault(pays, _Stairs()).add(split.middle, split.front)
    return kept


class _Stairs:
    """The best front found so far with a middle of at least some strength; weaker middles, better fronts."""

    def __init__(self) -> None:
        self.middles: list[int] = []
        """Minus the strengths, so that they ascend as the fronts do."""
        self.fronts: list[int] = []

    def front(self, middle: int) -> int:
        """The best front with a middle of at least this strength; 0 for none."""
        step = bisect_right(self.middles, -middle)
        return self.fronts[step - 1] if step else 0

    def add(self, middle: int, front: int) -> None:
        """Add a step that rises above those before, and drop those that it makes useless."""
        start = bisect_left(self.middles, -middle)
        end = bisect_right(self.fronts, front, start)
        self.middles[start:end] = [-middle]
        self.fronts[start:end] = [front]


class _Fronts:
    """All fronts of a hand, strongest first."""

    def __init__(self, strengths: Sequence[int], size: int) -> None:
        rows = [value << size | row for value, row in zip(strengths, patterns(size).threes, strict=True)]
        rows.sort(reverse=True)
        cards = (1 << size) - 1
        self.block = block(rows, size)
        self.cards = [row & cards for row in rows]
        self.strengths = [row >> size for row in rows]
        self._ascending = [-strength for strength in self.strengths]

    def best(self, free: int) -> int:
        """The strength of the best of the fronts whose bits are given; 0 for none."""
        return self.strengths[(free & -free).bit_length() - 1] if free else 0

    def below(self, strength: int) -> int:
        """The bits of the fronts weaker than this."""
        first = bisect_right(self._ascending, -strength)
        return self.block.all >> first << first


class _Search:
    """The search through one sorted hand; `repeats` are the bits of cards that equal the card before."""

    def __init__(self, threes: Sequence[int], *, size: int, repeats: int, rule_set: RuleSet) -> None:
        self.size = size
        self.cards = (1 << size) - 1
        self.places = patterns(size).places
        self.repeats = repeats
        self.fronts = _Fronts(threes, size)
        self.front_room = int(rule_set.front_may_equal_middle)
        self.middle_room = int(rule_set.middle_may_equal_back)

    def splits(self, backs: Rows, middles: Rows) -> list[Split]:
        """The splits that rose above all before them, with rows from these two lists."""
        stairs = _Stairs()
        found: list[Split] = []
        start = (0, 0)
        for row in backs:
            strength, cards = row >> self.size, row & self.cards
            if stairs.front(strength) >= self.fronts.best(self.fronts.below(strength + self.front_room)):
                break
            if self._is_first(cards):
                start = self._start(middles, start, strength + self.middle_room)
                found += self._with_back(row, middles, start, stairs)
        return found

    def _is_first(self, cards: int) -> bool:
        """Whether no like card that comes earlier was left out: of all equal choices only the first is looked at."""
        return not cards & self.repeats & ~(cards << 1)

    def _start(self, middles: Rows, start: tuple[int, int], strength: int) -> tuple[int, int]:
        """Block and place of the first middle weaker than this, from `start` on."""
        number, place = start
        while found := middles.block(number):
            while place < len(found.rows):
                if found.rows[place] >> self.size < strength:
                    return number, place
                place += 1
            number, place = number + 1, 0
        return number, 0

    def _with_back(self, back: int, middles: Rows, start: tuple[int, int], stairs: _Stairs) -> Iterator[Split]:
        """The splits with this back that rise above the stairs, which they are added to."""
        back_cards = back & self.cards
        held = self.places[back_cards]
        ceiling = (back >> self.size) + self.front_room
        free = self.fronts.below(ceiling) & _without(self.fronts.block, held)
        best = self.fronts.best(free)
        for row in self._disjoint(middles, start, held):
            middle, cards = row >> self.size, row & self.cards
            if middle + self.front_room <= best:
                free &= self.fronts.below(middle + self.front_room)
                best = self.fronts.best(free)
            to_beat = stairs.front(middle)
            if to_beat >= best:
                return
            if self._is_first(back_cards | cards):
                left = free & _without(self.fronts.block, self.places[cards])
                front = self.fronts.best(left)
                if front > to_beat:
                    stairs.add(middle, front)
                    front_cards = self.fronts.cards[(left & -left).bit_length() - 1]
                    yield Split(front, middle, back >> self.size, front_cards, cards, back_cards)

    def _disjoint(self, middles: Rows, start: tuple[int, int], held: tuple[int, ...]) -> Iterator[int]:
        """The rows from `start` on that hold none of the cards in these places."""
        number, place = start
        while found := middles.block(number):
            left = _without(found, held) >> place << place
            while left:
                lowest = left & -left
                left ^= lowest
                yield found.rows[lowest.bit_length() - 1]
            number, place = number + 1, 0


def _without(rows: Block, held: tuple[int, ...]) -> int:
    """The bits of the rows that hold none of the cards in these five places."""
    a, b, c, d, e = held
    holding = rows.holding
    return rows.all & ~(holding[a] | holding[b] | holding[c] | holding[d] | holding[e])
