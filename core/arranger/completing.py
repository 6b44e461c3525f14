"""The ways to complete rows that are set already, and what each choice for a row is worth with its best completion."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from threading import get_ident
from typing import Final, NamedTuple

from core.arrangement import Arrangement
from core.arranger.free import Free
from core.arranger.policy import trained
from core.arranger.seated import strengths_of
from core.arranger.study import points, study
from core.cards import Card, rank
from core.rules.model import ROW_SIZES, ROWS, RuleSet
from core.strength import Strengths

_A_CLASS: Final = 3
_PAYING: Final = 3
"""With so many 彩金 cards a row can pay where a stronger one does not."""
_A_ROW: Final = 24
_CASES: Final = 64
_AT_HAND: Final = 4
_LISTS: Final = 256
"""Lists of picks that are kept: three a panel, shown again with every press until a row is full."""
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
    full, held = _full(rows), tuple(sorted(hand))
    others = {row: tuple((name, cards) for name, cards in full if name != row) for row in wanted}
    return {row: _picks(Case(rule_set, held, bonus, fixed), row) for row, fixed in others.items()}


def completed(rule_set: RuleSet, hand: Sequence[Card], *, bonus: int | None, rows: Rows) -> Arrangement | None:
    """The best legal arrangement that keeps the full ones of these rows, or None where there is none."""
    found = wholes(Case(rule_set, tuple(sorted(hand)), bonus, _full(rows)))
    return Arrangement(*max(found).cards) if found else None


def _full(rows: Rows) -> tuple[tuple[str, Cards], ...]:
    """The rows that have all their cards."""
    return tuple((row, tuple(sorted(rows[row]))) for row in ROWS if len(rows.get(row, ())) == ROW_SIZES[row])


@lru_cache(maxsize=_LISTS)
def _picks(case: Case, row: str) -> tuple[Pick, ...]:
    free = _free(case, get_ident())
    likely = [_worth(case, free, pick) for pick in _likely(case, row)]
    return tuple(sorted(likely, key=_merit, reverse=True))


def _likely(case: Case, row: str) -> Sequence[Pick]:
    """What the best wholes have in this row, each with what that whole wins."""
    place = ROWS.index(row)
    best: dict[int, Whole] = {}
    for whole in wholes(case):
        strength = whole.strengths[place]
        best[strength] = max(whole, best.get(strength, whole))
    judge, table = trained(case.rule_set, case.strengths), case.strengths
    few: dict[str, list[Pick]] = {}
    for strength, whole in best.items():
        name, ranks = table.row_class(strength), table.ranks(strength)
        few.setdefault(name, []).append(Pick(row, whole.cards[place], name, ranks, points(judge, whole.value)))
    kept = [pick for alike in few.values() for pick in sorted(alike, key=_merit, reverse=True)[:_A_CLASS]]
    return sorted(kept, key=_merit, reverse=True)[:_A_ROW]


def _worth(case: Case, free: Free, pick: Pick) -> Pick:
    """The pick with what its cards win with their best completion, beaten elsewhere in every row or not."""
    judge = trained(case.rule_set, case.strengths)
    full = dict(case.fixed) | {pick.row: pick.cards}
    fixed = {row: case.strengths.strength(cards) for row, cards in full.items()}
    best = max(judge.value(strengths) for strengths, _ in _completions(fixed, free, held=pick.cards))
    return replace(pick, expected=points(judge, best))


def _merit(pick: Pick) -> tuple[Fraction, tuple[int, ...]]:
    return pick.expected, pick.ranks


@lru_cache(maxsize=_CASES)
def wholes(case: Case) -> tuple[Whole, ...]:
    """What can become of a case: all that is not beaten in every row, and with one open row simply all.

    A fixed row with cards that the hand has not is a `ValueError`.
    """
    if not case.fixed:
        own = study(case.rule_set, case.hand, bonus=case.bonus)
        pairs = zip(own.frontier.splits, own.values, strict=True)
        return tuple(Whole(value, split[:3], own.frontier.arrangement(split).rows) for split, value in pairs)
    judge, free, full = trained(case.rule_set, case.strengths), _free(case, get_ident()), dict(case.fixed)
    fixed = {row: case.strengths.strength(cards) for row, cards in case.fixed}
    return tuple(
        Whole(judge.value(strengths), strengths, tuple(full.get(row) or free.cards_of(chosen[row]) for row in ROWS))
        for strengths, chosen in _completions(fixed, free)
    )


@lru_cache(maxsize=_AT_HAND)
def _free(case: Case, _thread: int) -> Free:
    """What is free beside the fixed rows, for one thread: the lists of several rows begin with the same."""
    rest = list(case.hand)
    for _, cards in case.fixed:
        for card in cards:
            rest.remove(card)
    extras = case.bonus is not None and [rank(card) for card in case.hand].count(case.bonus) >= _PAYING
    return Free(rest, case.strengths, rule_set=case.rule_set, extras=extras)


def _completions(
    fixed: dict[str, int], free: Free, *, held: Sequence[Card] = ()
) -> Iterator[tuple[tuple[int, ...], Mapping[str, int]]]:
    """The strengths of all rows and the packed open ones, in every way that counts; `held` are not free after all."""
    for chosen in free.completions(fixed, held=held):
        strengths = fixed | {row: packed >> free.size for row, packed in chosen.items()}
        yield tuple(strengths[row] for row in ROWS), chosen
