"""Guided arranging: what a hand's panel offers, and the draft that each of these presses leaves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from core.arrangement import Arrangement, faults, show_rows
from core.arranger import played_by
from core.arranger.advice import Pick, Suggestion, Worth, completed, mended, picks, suggestions, worth
from core.cards import Card
from core.errors import Illegal
from core.rules import ROW_SIZES, ROWS, RULE_SETS
from core.rules.model import RuleSet
from core.strength import Strengths, strengths
from core.table import draft as drafts
from core.table.draft import Draft, arrangement, fill, full_rows, in_row, missing, places
from core.table.view import HandView

ALL: Final = "on"
CLASSES: Final = "classes"
NOTHING: Final = "off"
LAST: Final = "front"
"""The row that is laid last."""


def played(view: HandView) -> RuleSet:
    """The rules as this seat meets them."""
    return played_by(RULE_SETS[view.options.rule_set], view.players, banks=view.banks)


def suggested(view: HandView) -> tuple[Suggestion, ...]:
    """The ways to arrange this hand that the table lets its people see; none where it suggests less."""
    return suggestions(played(view), view.cards, bonus=view.bonus) if view.options.hints == ALL else ()


def take(view: HandView, kind: str) -> Draft:
    """The draft of a suggestion; `hand/no-hints` where the table has none."""
    if view.options.hints != ALL:
        raise Illegal("hand/no-hints")
    found = next((each for each in suggested(view) if each.kind == kind), None)
    if found is None:
        raise Illegal("press/forged")
    return fill(show_rows(found.arrangement), view.cards)


def automatic(view: HandView) -> Draft:
    """The draft of what would be played when time runs out."""
    if view.options.hints == NOTHING:
        raise Illegal("hand/no-hints")
    return fill(view.suggestion, view.cards)


def judged(view: HandView, draft: Draft) -> Worth | None:
    """What a finished legal draft is worth, where the table tells it."""
    found = arrangement(draft, view.cards)
    if view.options.hints != ALL or found is None or faults(found, _table(view), played(view)):
        return None
    return worth(played(view), view.cards, found, bonus=view.bonus)


def choices(view: HandView, draft: Draft, wanted: Sequence[str] = ROWS) -> Mapping[str, tuple[Pick, ...]]:
    """What can still be made of each wanted row beside the full ones, best first; without averages the strongest first.

    A row that has filled itself binds no other.
    """
    if view.options.hints == NOTHING:
        return {}
    rows = full_rows(_without(draft, draft.auto), view.cards)
    found = picks(played(view), view.cards, bonus=view.bonus, rows=rows, wanted=wanted)
    if view.options.hints == ALL:
        return found
    table = _table(view)
    return {row: tuple(sorted(each, key=lambda pick: -table.strength(pick.cards))) for row, each in found.items()}


def indexes(view: HandView, draft: Draft, pick: Pick) -> tuple[int, ...]:
    """The cards of a pick by their places in the hand: those that lie in its row already, then free ones."""
    where = places(_without(draft, draft.auto), len(view.cards))
    own = {pick.row: 0, "": 1}
    left = sorted(range(len(view.cards)), key=lambda index: (own.get(where[index], 2), index))
    found = []
    for card in pick.cards:
        index = next(index for index in left if view.cards[index] == card)
        left.remove(index)
        found.append(index)
    return tuple(found)


def put(view: HandView, draft: Draft, cards: Sequence[int], *, row: str) -> Draft:
    """The draft with these cards in the row, each laid by hand; once the others stand an empty front fills itself.

    A row that has filled itself gives way.
    """
    placed = drafts.put(_without(draft, draft.auto), cards, row, hand_size=len(view.cards))
    stands = len(full_rows(placed, view.cards)) == len(ROW_SIZES) - 1 and not in_row(placed, LAST)
    return _filled(view, placed, row=LAST) if stands and view.options.hints != NOTHING else placed


def out(view: HandView, draft: Draft, cards: Sequence[int]) -> Draft:
    """The draft without these cards; a row that has filled itself beside theirs gives way."""
    left = {row for row in map(places(draft, len(view.cards)).__getitem__, cards) if row}
    return drafts.take(draft if left <= {draft.auto} else _without(draft, draft.auto), cards) if left else draft


def undo(draft: Draft) -> Draft:
    """The draft without the card that was laid last, and without the row that filled itself behind it."""
    return drafts.undo(_without(draft, draft.auto))


def set_row(view: HandView, draft: Draft, *, row: str, cards: Sequence[int]) -> Draft:
    """The draft with this row as picked; an untouched third row then fills itself as well as it can."""
    if view.options.hints == NOTHING:
        raise Illegal("hand/no-hints")
    if len(cards) != ROW_SIZES[row] or not all(0 <= card < len(view.cards) for card in cards):
        raise Illegal("press/forged")
    rest = _without(_without(draft, draft.auto), row)
    kept = tuple((card, where) for card, where in rest.placed if card not in cards)
    picked = Draft((*kept, *((card, row) for card in cards)))
    empty = [other for other in ROW_SIZES if not in_row(picked, other)]
    full = full_rows(picked, view.cards)
    return _filled(view, picked, row=empty[0]) if len(empty) == 1 and len(full) == len(ROW_SIZES) - 1 else picked


def mend(view: HandView, draft: Draft) -> Draft:
    """The draft in which the fewest cards have moved so that it can be submitted.

    Where nothing is suggested a person lays out all cards themselves first.
    """
    if view.options.hints == NOTHING and any(missing(draft).values()):
        raise Illegal("hand/no-hints")
    rows = {row: tuple(view.cards[card] for card in in_row(draft, row)) for row in ROW_SIZES}
    found = mended(played(view), view.cards, rows, bonus=view.bonus)
    return fill(show_rows(found), view.cards)


def finished(view: HandView, begun: Mapping[str, Sequence[Card]]) -> Arrangement | None:
    """The best legal arrangement found in which these rows hold at least these cards; None where there is none.

    Where nothing is suggested nothing is finished either.
    """
    held = Counter(view.cards)
    held.subtract(card for cards in begun.values() for card in cards)
    if view.options.hints == NOTHING or min(held.values()) < 0:
        return None
    rules, rows = played(view), {row: tuple(cards) for row, cards in begun.items() if len(cards) == ROW_SIZES[row]}
    for row, cards in begun.items():
        if row not in rows and cards:
            found = picks(rules, view.cards, bonus=view.bonus, rows=rows, wanted=(row,))[row]
            fitting = (pick.cards for pick in found if Counter(cards) <= Counter(pick.cards))
            rows[row] = next(fitting, ())
            if not rows[row]:
                return None
    return completed(rules, view.cards, bonus=view.bonus, rows=rows)


def _filled(view: HandView, draft: Draft, *, row: str) -> Draft:
    whole = completed(played(view), view.cards, bonus=view.bonus, rows=full_rows(draft, view.cards))
    if whole is None:
        return draft
    left = [index for index, where in enumerate(places(draft, len(view.cards))) if not where]
    chosen = []
    for card in getattr(whole, row):
        index = next(index for index in left if view.cards[index] == card)
        left.remove(index)
        chosen.append((index, row))
    return Draft((*draft.placed, *chosen), auto=row)


def _without(draft: Draft, row: str) -> Draft:
    return Draft(tuple(pair for pair in draft.placed if pair[1] != row), draft.auto if draft.auto != row else "")


def _table(view: HandView) -> Strengths:
    return strengths(RULE_SETS[view.options.rule_set], view.bonus)


def matches(view: HandView, draft: Draft, suggestion: Suggestion) -> bool:
    """Whether the draft lays out this suggestion, card by card."""
    rows = full_rows(draft, view.cards)
    own: Mapping[str, Sequence[Card]] = dict(zip(ROW_SIZES, suggestion.arrangement.rows, strict=True))
    return len(rows) == len(own) and all(sorted(rows[row]) == sorted(own[row]) for row in own)
