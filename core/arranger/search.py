"""The exact frontier of a hand: every legal split into three rows to which no other is at least equal in all rows.

Backs are tried from the strongest on. For each of them come the fronts that share no card with it, from the strongest
down to those that a split with a stronger back already has with as good a middle; each takes the strongest middle that
the two leave.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from core.arrangement import Arrangement
from core.arranger.making import fronts, sorted_hand, strong, weak
from core.arranger.rows import BLOCK, Block, Rows, all_rows, block, blocks, patterns
from core.cards import Card, rank
from core.rules.model import RuleSet
from core.strength import Strengths

Extra = Callable[[str, int], int]
"""What a row (by name) of some strength pays for each opponent that it beats."""


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
    """Every split that can be best, however winning rows is paid, and the rule set's extras with it.

    With three 彩金 cards a row can pay where a stronger one does not: then each amount has a frontier of its own.
    """
    cards, repeats = sorted_hand(hand)
    search = Search(Fronts(fronts(cards, strengths), len(cards)), repeats=repeats, rule_set=rule_set)
    fives = strong(cards, strengths)
    rows = all_rows(fives, partial(weak, cards, strengths, fives), size=len(cards))
    best = search.fronts.strongest
    if bonus is None or [rank(card) for card in cards].count(bonus) < 3:
        return Frontier(cards, _undominated(search.splits(rows, rows, reach=best), lambda _row, _strength: 0))

    def extra(row: str, strength: int) -> int:
        return rule_set.extras.get((row, strengths.row_class(strength)), 0)

    middles, backs = (_paying(list(rows), partial(extra, name), len(cards)) for name in ("middle", "back"))
    reaches = [(rows, best), *((some, search.reach(some)) for some in middles)]
    pairs = product([rows, *backs], reaches)
    found = [split for back, (middle, reach) in pairs for split in search.splits(back, middle, reach=reach)]
    return Frontier(cards, _undominated(found, extra))


def _paying(rows: Sequence[int], pays: Callable[[int], int], size: int) -> list[Rows]:
    """For every amount above 0 the rows that pay at least so much, given what each strength pays."""
    amounts = {strength: pays(strength) for strength in {row >> size for row in rows}}
    paid = [(amounts[row >> size], row) for row in rows if amounts[row >> size]]
    return [
        Rows(blocks([row for amount, row in paid if amount >= least], size))
        for least in sorted({amount for amount, _ in paid})
    ]


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
    """The best front found so far with a middle of at least some strength: the weaker the middle, the better."""

    def __init__(self) -> None:
        self.middles: list[int] = []
        """Minus the strengths, so that they ascend as the fronts do."""
        self.fronts: list[int] = []

    def front(self, middle: int) -> int:
        """The best front with a middle of at least this strength; 0 for none."""
        step = bisect_right(self.middles, -middle)
        return self.fronts[step - 1] if step else 0

    def add(self, middle: int, front: int) -> None:
        """Add a step that rises above those before it, and drop those that it makes useless."""
        start = bisect_left(self.middles, -middle)
        end = bisect_right(self.fronts, front, start)
        self.middles[start:end] = [-middle]
        self.fronts[start:end] = [front]


class Fronts:
    """All fronts of a hand, weakest first; sets of them are bits, the weakest front's lowest."""

    def __init__(self, rows: list[int], size: int) -> None:
        self.size = size
        self.rows = sorted(rows)
        self.block = block(self.rows, size)
        self.strongest = self.rows[-1] >> size

    def below(self, strength: int) -> int:
        """The fronts weaker than this."""
        return (1 << bisect_left(self.rows, strength << self.size)) - 1

    def best(self, some: int) -> int:
        """The strength of the best of some fronts; 0 for none."""
        return self.rows[some.bit_length() - 1] >> self.size if some else 0


class Search:
    """The search through one sorted hand; `repeats` are the bits of cards that equal the card before."""

    def __init__(self, fronts: Fronts, *, repeats: int, rule_set: RuleSet) -> None:
        self.fronts = fronts
        self.size = fronts.size
        self.cards = (1 << self.size) - 1
        self.places = patterns(self.size).places
        self.repeats = repeats
        self.front_room = int(rule_set.front_may_equal_middle)
        self.middle_room = int(rule_set.middle_may_equal_back)

    def splits(self, backs: Rows, middles: Rows, *, reach: int) -> list[Split]:
        """The splits that rose above all before them, with rows from these lists; no front is better than `reach`."""
        stairs = _Stairs()
        found: list[Split] = []
        start = (0, 0)
        for row in backs:
            strength, cards = row >> self.size, row & self.cards
            best = min(reach, self.fronts.best(self.fronts.below(strength + self.front_room)))
            if stairs.front(strength) >= best or not middles.block(start[0]):
                break
            if not cards & self.repeats & ~(cards << 1):
                start = self._start(middles, start, strength + self.middle_room)
                found += self._with_back(row, middles, start, stairs)
        return found

    def reach(self, rows: Rows) -> int:
        """The best front that is left by any of the rows."""
        places = [self.places[row & self.cards] for row in rows]
        return max(self.fronts.best(_without(self.fronts.block, held)) for held in places)

    def _start(self, middles: Rows, start: tuple[int, int], strength: int) -> tuple[int, int]:
        """The block, from that of `start` on, where middles weaker than this begin, and how many are left there."""
        number, _ = start
        while found := middles.block(number):
            left = bisect_left(found.rows, strength << self.size)
            if left:
                return number, left
            number += 1
        return number, 0

    def _with_back(self, back: int, middles: Rows, start: tuple[int, int], stairs: _Stairs) -> Iterator[Split]:
        """The splits with this back that rise above the stairs; each is a new step of them."""
        held = self.places[back & self.cards]
        free = _without(self.fronts.block, held)
        number, weaker = start
        while found := middles.block(number):
            left = _without(found, held) & (1 << weaker) - 1
            if left:
                yield from self._with_middles(back, free, (found, left), stairs)
            weakest = found.rows[0] >> self.size
            if stairs.front(weakest) >= self.fronts.best(free & self.fronts.below(weakest + self.front_room)):
                return
            number, weaker = number + 1, BLOCK

    def _with_middles(self, back: int, free: int, middles: tuple[Block, int], stairs: _Stairs) -> Iterator[Split]:
        """The same with free fronts and some middles of one block; a weaker front needs a stronger middle."""
        (rows, holding, _), left = middles
        fronts, size = self.fronts, self.size
        strongest = rows[left.bit_length() - 1] >> size
        to_beat = stairs.front(strongest)
        free &= fronts.below(strongest + self.front_room)
        while free and left:
            place = free.bit_length() - 1
            free ^= 1 << place
            front, cards = fronts.rows[place] >> size, fronts.rows[place] & self.cards
            if front <= to_beat:
                return
            if cards & self.repeats & ~((back | cards) << 1):
                continue
            a, b, c = self.places[cards]
            fitting = left & ~(holding[a] | holding[b] | holding[c])
            if not fitting:
                continue
            place = fitting.bit_length()
            row = rows[place - 1]
            if front < (row >> size) + self.front_room:
                left = left >> place << place
                if front > stairs.front(row >> size):
                    stairs.add(row >> size, front)
                    yield Split(front, row >> size, back >> size, cards, row & self.cards, back & self.cards)


def _without(rows: Block, held: tuple[int, ...]) -> int:
    """The bits of the rows that hold none of the cards in these five places."""
    a, b, c, d, e = held
    holding = rows.holding
    return rows.all & ~(holding[a] | holding[b] | holding[c] | holding[d] | holding[e])
