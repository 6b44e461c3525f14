"""The ways to complete rows that are set already, and what each choice for a row is worth with its best completion."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from core.arrangement import Arrangement
from core.arranger.making import fronts, sorted_hand, strong, weak
from core.arranger.policy import trained
from core.arranger.rows import block, patterns
from core.arranger.seated import strengths_of
from core.arranger.study import points, study
from core.cards import Card, rank
from core.rules.model import ROW_SIZES, ROWS, RuleSet
from core.strength import Strengths

_A_CLASS: Final = 3
_A_ROW: Final = 24
_CASES: Final = 256
_LISTS: Final = 1_024
"""Lists of picks that are kept: three a panel, shown again with every press until a row is full."""
_ABOVE_ALL: Final = 1 << 20
Rows = Mapping[str, Sequence[Card]]
Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """Cards that a row can have; the best whole with just these is expected to win so many points a round."""

    row: str
    cards: Cards
    row_class: str
    ranks: tuple[int, ...]
    expected: Fraction


class Case(NamedTuple):
    """A hand in the canonical order, and the rows of it that stay as they are, by name."""

    rule_set: RuleSet
    hand: Cards
    bonus: int | None
    fixed: tuple[tuple[str, Cards], ...]

    @property
    def strengths(self) -> Strengths:
        """The table of the round."""
        return strengths_of(self.rule_set, self.bonus)


class Whole(NamedTuple):
    """A legal whole: its value, and by row its strengths and its cards."""

    value: int
    strengths: tuple[int, ...]
    cards: tuple[Cards, ...]


def picks(
    rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, rows: Rows, wanted: Sequence[str] = ROWS
) -> Mapping[str, tuple[Pick, ...]]:
    """For each wanted row what it can have beside the other full ones, best completion first: 3 a class, 24 at most.

    Every pick leaves a legal whole. While two rows are open, a pick is left out where another whole is at least equal
    in all rows and extras.
    """
    full = _full(rows)
    held = tuple(sorted(hand))
    others = {row: tuple((name, cards) for name, cards in full if name != row) for row in wanted}
    return {row: _picks(Case(rule_set, held, bonus, fixed), ROWS.index(row)) for row, fixed in others.items()}


def completed(rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, rows: Rows) -> Arrangement | None:
    """The best legal arrangement that keeps the full ones of these rows, or None where there is none."""
    found = wholes(Case(rule_set, tuple(sorted(hand)), bonus, _full(rows)))
    return Arrangement(*max(found).cards) if found else None


def _full(rows: Rows) -> tuple[tuple[str, Cards], ...]:
    """The rows that have all their cards."""
    return tuple((row, tuple(sorted(rows[row]))) for row in ROWS if len(rows.get(row, ())) == ROW_SIZES[row])


def _in_order(fixed: Sequence[tuple[str, Cards]]) -> tuple[tuple[str, Cards], ...]:
    return tuple(sorted(fixed, key=lambda row: ROWS.index(row[0])))


@lru_cache(maxsize=_LISTS)
def _picks(case: Case, place: int) -> tuple[Pick, ...]:
    best: dict[int, Whole] = {}
    for whole in wholes(case):
        strength = whole.strengths[place]
        best[strength] = max(whole, best.get(strength, whole))
    judge, table = trained(case.rule_set, case.strengths), case.strengths
    few: dict[str, list[Pick]] = {}
    for strength, whole in best.items():
        name, ranks = table.row_class(strength), table.ranks(strength)
        expected = points(judge, whole.value)
        few.setdefault(name, []).append(Pick(ROWS[place], whole.cards[place], name, ranks, expected))
    kept = [pick for alike in few.values() for pick in sorted(alike, key=_merit, reverse=True)[:_A_CLASS]]
    likely = sorted(kept, key=_merit, reverse=True)[:_A_ROW]
    return tuple(sorted((_worth(case, pick) for pick in likely), key=_merit, reverse=True))


def _worth(case: Case, pick: Pick) -> Pick:
    """The pick with what its cards win with their best completion, beaten elsewhere in every row or not."""
    best = max(_wholes(case._replace(fixed=_in_order((*case.fixed, (pick.row, pick.cards))))))
    return replace(pick, expected=points(trained(case.rule_set, case.strengths), best.value))


def _merit(pick: Pick) -> tuple[Fraction, tuple[int, ...]]:
    return pick.expected, pick.ranks


@lru_cache(maxsize=_CASES)
def wholes(case: Case) -> tuple[Whole, ...]:
    """What can become of a case: all that is not beaten in every row, and with one open row simply all.

    A fixed row with cards that the hand has not is a `ValueError`.
    """
    return _wholes(case)


def _wholes(case: Case) -> tuple[Whole, ...]:
    if not case.fixed:
        own = study(case.rule_set, case.hand, bonus=case.bonus)
        pairs = zip(own.frontier.splits, own.values, strict=True)
        return tuple(Whole(value, split[:3], own.frontier.arrangement(split).rows) for split, value in pairs)
    rest = list(case.hand)
    for _, cards in case.fixed:
        for card in cards:
            rest.remove(card)
    judge = trained(case.rule_set, case.strengths)
    fixed = {row: _Row(case.strengths.strength(cards), cards) for row, cards in case.fixed}
    found = []
    for chosen in _open_rows(case, rest, {row: each.strength for row, each in fixed.items()}):
        rows = [(fixed | chosen)[row] for row in ROWS]
        reached = tuple(row.strength for row in rows)
        found.append(Whole(judge.value(reached), reached, tuple(row.cards for row in rows)))
    return tuple(found)


class _Row(NamedTuple):
    strength: int
    cards: Cards


def _open_rows(case: Case, rest: Sequence[Card], fixed: Mapping[str, int]) -> Iterator[dict[str, _Row]]:
    """The rows that are not fixed, in every way that counts."""
    cards, _ = sorted_hand(rest)
    size, places = len(cards), patterns(len(cards)).places
    rows = _candidates(case, cards, fixed)
    if rows is None:
        return
    bits = (1 << size) - 1
    for chosen in _combined(case, rows, size):
        yield {
            name: _Row(row >> size, tuple(sorted(cards[place] for place in places[row & bits])))
            for name, row in zip(rows, chosen, strict=True)
        }


def _candidates(case: Case, cards: Sequence[Card], fixed: Mapping[str, int]) -> dict[str, list[int]] | None:
    """For each open row its packed rows in order with the fixed ones; None where these are out of order already."""
    size, table = len(cards), case.strengths
    front_room, middle_room = rooms(case.rule_set)
    front, middle, back = fixed.get("front", -1), fixed.get("middle", -1), fixed.get("back", _ABOVE_ALL)
    if "middle" in fixed and (front >= middle + front_room or middle >= back + middle_room):
        return None
    wanted = [row for row in ROWS if row not in fixed]
    fives = _fives(cards, table) if wanted != ["front"] else []
    between = {
        "front": (0, middle + front_room if "middle" in fixed else _ABOVE_ALL),
        "middle": (front + 1 - front_room, back + middle_room),
        "back": (middle + 1 - middle_room, _ABOVE_ALL),
    }
    found: dict[str, list[int]] = {}
    for row in wanted:
        least, below = between[row]
        made = fronts(cards, table) if row == "front" else fives
        found[row] = sorted(each for each in made if least <= each >> size < below)
    return found


def rooms(rule_set: RuleSet) -> tuple[int, int]:
    """By how much a front, and a middle, stays below the next row plus one: 1 where they may be equal."""
    return int(rule_set.front_may_equal_middle), int(rule_set.middle_may_equal_back)


def _fives(cards: Sequence[Card], table: Strengths) -> list[int]:
    above = strong(cards, table)
    return above + weak(cards, table, above)


def _combined(case: Case, rows: Mapping[str, list[int]], size: int) -> Iterable[tuple[int, ...]]:
    """A row from each of the lists (at most two, weakest first), sharing no card and in order."""
    if not rows:
        return [()]
    if len(rows) == 1:
        (only,) = rows.values()
        return {row >> size: (row,) for row in only}.values()
    (lower, lows), (upper, highs) = rows.items()
    room = dict(zip((("front", "middle"), ("middle", "back")), rooms(case.rule_set), strict=True)).get((lower, upper))
    halves = product(_by_extra(case, lower, lows, size), _by_extra(case, upper, highs, size))
    return {pair for low, high in halves for pair in _pairs(low, high, size=size, room=room)}


def _by_extra(case: Case, row: str, rows: list[int], size: int) -> Iterator[list[int]]:
    """The rows, and with three 彩金 cards for each amount above 0 those that pay at least so much."""
    yield rows
    if case.bonus is None or row == "front" or [rank(card) for card in case.hand].count(case.bonus) < 3:
        return
    named = {strength: case.strengths.row_class(strength) for strength in {each >> size for each in rows}}
    pays = {strength: case.rule_set.extras.get((row, name), 0) for strength, name in named.items()}
    for least in sorted(set(pays.values()) - {0}):
        yield [each for each in rows if pays[each >> size] >= least]


def _pairs(lows: list[int], highs: list[int], *, size: int, room: int | None) -> Iterator[tuple[int, int]]:
    """The pairs to which no other is at least equal in both rows; without a room the two need no order."""
    if not lows:
        return
    free_of, bits, places = block(lows, size), (1 << size) - 1, patterns(size).places
    best = -1
    for high in reversed(highs):
        limit = len(lows) if room is None else bisect_left(lows, (high >> size) + room << size)
        if not limit or lows[limit - 1] >> size <= best:
            return
        held = 0
        for place in places[high & bits]:
            held |= free_of.holding[place]
        left = (1 << limit) - 1 & ~held
        low = lows[left.bit_length() - 1] if left else -1
        if low >> size > best:
            best = low >> size
            yield low, high
