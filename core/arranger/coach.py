"""After a round: what a person's arrangement was worth before the others were seen, and what the best one was."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from core.arrangement import Arrangement, faults, misfits, show_rows
from core.arranger.account import account, extra
from core.arranger.advice import reached
from core.arranger.declaring import declared, price
from core.arranger.study import Study, hits, study
from core.cards import Card
from core.rules.model import ROWS, RuleSet

_NOTHING: Final = 5
"""A loss below so many thousandths of a point shows as 0.00."""
_FRONT, _MIDDLE, _BACK = range(3)
_LOST: Final = (1, 1, 1)
"""The strengths of the weakest rows there are: what a foul is worth, since everybody wins all three."""

REASONS: Final = (
    "fine",
    "foul",
    *(f"{row}-weak" for row in ROWS),
    *(f"{row}-short" for row in ROWS),
    *(f"{row}-too-strong" for row in ROWS),
    "front-trips-missed",
    "quads-to-middle",
    "straight-flush-to-middle",
    "extras-to-middle",
    *(f"{row}-extras-missed" for row in ROWS),
    "extras-paid",
    "undeclared",
)
"""Why an arrangement was worth less than the best, each true of the two:

fine               nothing is lost that can be shown
foul               the rows were out of order (相公), so all three lost to everybody
row-weak           a stronger row here is gunned less; of all rows this one most
row-short          a stronger row here guns others more
row-too-strong     this row took the strength that both others lack against guns
front-trips-missed three of a kind (or better) in the front would have paid (衝三), and the front that was played could not
quads-to-middle    four of a kind stood in the back and pays more in the middle; so do straight flushes and others
row-extras-missed  the best has an extra in this row, or a larger one, or wins with it more often
extras-paid        stronger rows would have kept others from winning their extras
undeclared         a special of the hand, had it been declared, would have won more than any rows
"""
_MOVED: Final = {
    "four_of_a_kind": "quads-to-middle",
    "bonus_four": "quads-to-middle",
    "straight_flush": "straight-flush-to-middle",
}


@dataclass(frozen=True, slots=True)
class Review:
    """Thousandths of a point a round, before the others are seen; `best_rows` is as `show_rows` writes."""

    expected: int
    best: int
    loss: int
    reason: str
    best_rows: str


def review(rule_set: RuleSet, hand: Sequence[Card], played: Arrangement, *, bonus: int | None) -> Review:
    """The review of an arrangement of the hand, a foul too; of other cards it is a `ValueError`."""
    own = study(rule_set, hand, bonus=bonus)
    mine, best = _laid_down(own, hand, played), own.best
    if own.counted is not None:
        always = own.counted * own.judge.opponents * 1000
        return Review(always, always, 0, "fine", show_rows(played))
    accounts = account(own.judge, mine), account(own.judge, best)
    expected, most = (_thousandths(each.total) for each in accounts)
    special = None if mine is _LOST else declared(own.judge, hand, rows=max(own.values))
    if special is not None:
        most = price(own.judge, special) * 1000
        return Review(expected, most, most - expected, "undeclared", show_rows(own.frontier.arrangement(best)))
    loss = most - expected
    reason = "foul" if mine is _LOST else "fine" if loss < _NOTHING else _reason(own, mine, best[:3])
    rows = played if mine == best[:3] else own.frontier.arrangement(best)
    return Review(expected, most, loss, reason, show_rows(rows))


def _laid_down(own: Study, hand: Sequence[Card], played: Arrangement) -> tuple[int, ...]:
    """The strengths that count for the rows."""
    fouled = not misfits(played, hand) and faults(played, own.strengths, own.judge.rule_set)
    return _LOST if fouled else reached(own, hand, played)


def _thousandths(points: Fraction) -> int:
    return round(points * 1000)


def _reason(own: Study, mine: Sequence[int], best: Sequence[int]) -> str:
    """The reason of the part that has cost most."""
    had, could = account(own.judge, mine), account(own.judge, best)
    extras = [after - before for before, after in zip(had.extras, could.extras, strict=True)]
    lost = {
        "guns": could.guns - had.guns,
        "gunned": could.gunned - had.gunned,
        "rows": could.rows - had.rows,
        "extras": max(extras),
        "owed": sum(could.owed) - sum(had.owed),
    }
    match max(lost, key=lambda part: lost[part]):
        case "extras":
            return _extra_missed(own, mine, best, row=extras.index(max(extras)))
        case "owed":
            return "extras-paid"
        case "rows":
            safer = hits(own.judge, best) < hits(own.judge, mine)
            return _row_at_fault(own, mine, best, part="gunned" if safer else "guns")
        case part:
            return _row_at_fault(own, mine, best, part=part)


def _extra_missed(own: Study, mine: Sequence[int], best: Sequence[int], *, row: int) -> str:
    """Which extra the best has, or wins more often, in this row."""
    name = own.strengths.row_class(best[row])
    if row == _FRONT and not extra(own.judge, ROWS[_FRONT], mine[_FRONT]):
        return "front-trips-missed"
    if row == _MIDDLE and own.strengths.row_class(mine[_BACK]) == name != own.strengths.row_class(mine[_MIDDLE]):
        return _MOVED.get(name, "extras-to-middle")
    return f"{ROWS[row]}-extras-missed"


def _row_at_fault(own: Study, mine: Sequence[int], best: Sequence[int], *, part: str) -> str:
    """The row that, as strong as in the best, would alone have changed most; or the row that took its strength."""
    stronger = [row for row in range(len(ROWS)) if best[row] > mine[row]]
    if len(stronger) == len(ROWS) - 1:
        (other,) = set(range(len(ROWS))) - set(stronger)
        if best[other] < mine[other]:
            return f"{ROWS[other]}-too-strong"

    def changed(row: int) -> tuple[int, int]:
        """How many fewer gun it, or how many more it guns; then how much stronger the row is."""
        mended = [best[place] if place == row else mine[place] for place in range(len(ROWS))]
        count = -hits(own.judge, mended) if part == "gunned" else own.judge.guns(mended).bit_count()
        return count, best[row] - mine[row]

    return f"{ROWS[max(stronger, key=changed)]}-{'weak' if part == 'gunned' else 'short'}"
