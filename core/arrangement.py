"""A seat's three rows, and everything that can be wrong with them, named all at once."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.cards import Card, parse_shown, show
from core.ladder import named
from core.rules.model import ROW_SIZES, ROWS, RuleSet
from core.strength import Strengths


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Front, middle and back row, each in any order."""

    front: tuple[Card, ...]
    middle: tuple[Card, ...]
    back: tuple[Card, ...]

    @property
    def rows(self) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
        """The rows in the order of `ROWS`."""
        return self.front, self.middle, self.back

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the three rows."""
        return self.front + self.middle + self.back


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong; `code` is `area/what`, `facts` are what its text names."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


def show_rows(arrangement: Arrangement) -> str:
    """Return `front/middle/back`, each row in the order of the canonical deck.

    >>> show_rows(Arrangement(*map(parse_shown, ("Ks 2d 2h", "", ""))))
    'Ks 2h 2d//'
    """
    return "/".join(show(sorted(row)) for row in arrangement.rows)


def parse_rows(text: str) -> Arrangement:
    """Read just what `show_rows` writes; anything else is a `ValueError`."""
    rows = [parse_shown(row) for row in text.split("/")]
    if len(rows) != len(ROWS) or any(list(row) != sorted(row) for row in rows):
        message = f"not three rows in order: {text!r}"
        raise ValueError(message)
    return Arrangement(*rows)


def faults(arrangement: Arrangement, strengths: Strengths, rule_set: RuleSet) -> tuple[Fault, ...]:
    """Return how rows of the right sizes are out of order (相公); empty where they are not.

    Facts of each: class and ranks of both rows, and `by_kicker`: whether only cards that the classes' names do not
    say decide; then the deciding pair of ranks, too.
    """
    front, middle, back = (strengths.strength(row) for row in arrangement.rows)
    found: list[Fault] = []
    if front > middle or (front == middle and not rule_set.front_may_equal_middle):
        found.append(Fault("foul/front-over-middle", _compared(strengths, front=front, middle=middle)))
    if middle > back:
        found.append(Fault("foul/middle-over-back", _compared(strengths, middle=middle, back=back)))
    elif middle == back and not rule_set.middle_may_equal_back:
        found.append(Fault("foul/middle-equals-back", _compared(strengths, middle=middle, back=back)))
    return tuple(found)


def misfits(arrangement: Arrangement, hand: Sequence[Card], *, deck: Iterable[Card] | None = None) -> tuple[Fault, ...]:
    """Return how the rows do not fit the hand; a given deck tells its cards from those of other games."""
    found = list(wrong_sizes(arrangement))
    held = Counter(hand)
    known = None if deck is None else set(deck)
    for card, times in sorted(Counter(arrangement.cards).items()):
        if known is not None and card not in known:
            found.append(Fault("arrange/not-in-deck", {"card": card}))
        elif not held[card]:
            found.append(Fault("arrange/not-held", {"card": card}))
        elif times > held[card]:
            found.append(Fault("arrange/card-twice", {"card": card}))
    return tuple(found)


def wrong_sizes(arrangement: Arrangement) -> tuple[Fault, ...]:
    """Return a fault for each row that has not its 3, 5 or 5 cards."""
    return tuple(
        Fault("arrange/row-size", {"row": name, "size": len(row), "wanted": ROW_SIZES[name]})
        for name, row in zip(ROWS, arrangement.rows, strict=True)
        if len(row) != ROW_SIZES[name]
    )


def _compared(strengths: Strengths, **rows: int) -> dict[str, object]:
    """Return the facts of two rows, the stronger first, by their names and strengths."""
    facts: dict[str, object] = {}
    for name, strength in rows.items():
        facts[f"{name}_class"] = strengths.row_class(strength)
        facts[f"{name}_ranks"] = strengths.ranks(strength)
    names = {
        (strengths.row_class(each), named(strengths.row_class(each), strengths.ranks(each))) for each in rows.values()
    }
    pair = zip(*(strengths.ranks(each) for each in rows.values()), strict=False)
    decisive = next((ranks for ranks in pair if len(set(ranks)) > 1), None)
    facts["by_kicker"] = len(names) == 1 and decisive is not None
    if facts["by_kicker"] and decisive is not None:
        facts |= {f"{name}_kicker": rank for name, rank in zip(rows, decisive, strict=True)}
    return facts
