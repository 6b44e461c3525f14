"""The coach's word after a round, for the person alone: what the arrangement was worth, the best one, and why."""

from typing import Final

from bot.i18n import shown_thousandths
from bot.screens.advice import mean_unit
from bot.screens.ended import arrangements, class_shown, in_class_order, rules_of, table_of, terms_of
from bot.screens.model import Average, Line, Points, Screen, Style, Text
from bot.screens.parts import Place, card_line, heading, row_text, small, strong
from bot.screens.scores import won_text
from bot.tokens import Verb
from core.arrangement import Arrangement, parse_rows
from core.arranger.coach import Review
from core.rules import ROWS
from core.scoring import WAYS, payments, totals
from core.table.result import Result

FINE: Final = "fine"
_THOUSAND: Final = 1_000
_OF_THE_MIDDLE: Final = frozenset({"quads-to-middle", "straight-flush-to-middle", "extras-to-middle"})
_ABOUT_GUNS: Final = frozenset({"weak", "short"})
"""Reasons that are told in other words where nobody is gunned."""
UNDECLARED: Final = "undeclared"
_ABOUT_NO_ROW: Final = frozenset({"extras-paid", "foul", UNDECLARED})


def coach_screen(result: Result, seat: int, review: Review) -> Screen:
    """What stands in the person's panel after the round, until the next deal."""
    place = Place(result.table, result.serial)
    both = (place.button("both", Verb.BOTH),) if comparable(review) else ()
    return Screen(
        "coach", review_lines(result, seat, review), ((*both, place.button("coach-off", Verb.COACH, arg="off")),)
    )


def timed_out_screen(result: Result, seat: int) -> Screen:
    """What the computer sent for the person when the time was up."""
    rows, declared = arrangements(result)[seat], result.seats[seat].declared
    if declared:
        return Screen("coach", (strong("hand/timed-out-declared", special=Text(f"special/{declared}")),))
    return Screen("coach", (strong("hand/timed-out"), *(_row_line(result, rows, row=row) for row in ROWS)))


def with_points(said: Screen | None, result: Result, seat: int, *, not_before: int) -> Screen:
    """What stands in a panel away from the board: what the round brought its person, why, and what is said besides."""
    own = result.seats[seat]
    brought = won_text(
        "round/points",
        rules_of(result),
        points=own.points,
        total=own.match_points,
        n=result.round,
        m=result.rounds,
    )
    why = Place(result.table, result.serial).button("why", Verb.WHY)
    first, *others = (said.buttons if said else ()) or ((),)
    return Screen(
        "coach",
        (Line(brought, Style.HEADING), *(said.blocks if said else ())),
        ((why, *first), *others),
        not_before=not_before,
    )


def review_lines(result: Result, seat: int, review: Review) -> tuple[Line, ...]:
    """At most two lines: what was lost on average, and the main reason."""
    facts: dict[str, object] = {"unit": mean_unit(result.rule_set)}
    facts |= {"worth": Average(review.expected), "best": Average(review.best), "loss": amount(_shown_loss(review))}
    if not improvable(review):
        return (strong("coach/fine", **facts),)
    said = "coach/loss-undeclared" if review.reason == UNDECLARED else "coach/loss"
    return strong(said, **facts), Line(_reason(result, seat, review))


def improvable(review: Review) -> bool:
    """Whether the best arrangement is better by so much that two digits show it."""
    return review.reason != FINE and _shown_loss(review) > 0


def comparable(review: Review) -> bool:
    """Whether other rows would have been better, and not a special that was not declared."""
    return improvable(review) and review.reason != UNDECLARED


def _shown_loss(review: Review) -> int:
    """What lies between the two averages as they are shown, so that a reader can subtract them."""
    return shown_thousandths(review.best) - shown_thousandths(review.expected)


def both_screen(result: Result, seat: int, review: Review) -> Screen:
    """The played arrangement and the best one, and what each wins against what these others laid down."""
    played, best = arrangements(result)[seat], parse_rows(review.best_rows)
    blocks = [heading("both/title", n=result.round)]
    for key, rows, worth in (("mine", played, review.expected), ("best", best, review.best)):
        won = _won(result, seat, rows=rows)
        unit = mean_unit(result.rule_set)
        blocks.append(strong(f"both/{key}", worth=Average(worth), points=Points(won), unit=unit))
        blocks += [_row_line(result, rows, row=row) for row in ROWS]
    return Screen("both", (*blocks, small("both/note")))


def lesson_text(reason: str) -> Text:
    """A reason in few words, as a season's figures name it."""
    row, _, what = reason.partition("-")
    if row in ROWS and what != "trips-missed":
        return Text(f"lesson/{what}", {"row": row_text(row)})
    return Text(f"lesson/{reason}")


def amount(thousandths: int) -> str:
    """A loss without a sign, two digits behind the point."""
    return f"{thousandths / _THOUSAND:.2f}"


def _reason(result: Result, seat: int, review: Review) -> Text:
    """Why the best is better, with the row that it is about as it was and as it could have been."""
    if review.reason in _ABOUT_NO_ROW:
        return Text(f"coach/{review.reason}", {"rows": _stronger_rows(result, seat, review)})
    row, _, what = review.reason.partition("-")
    if review.reason in _OF_THE_MIDDLE:
        row, what = "middle", "to-middle"
    mine = _class(result, arrangements(result)[seat], row=row)
    best = _class(result, parse_rows(review.best_rows), row=row)
    facts = {"row": row_text(row), "mine": mine, "best": best}
    if what in _ABOUT_GUNS and not WAYS[rules_of(result).scoring].guns:
        what = f"{what}-row"
    if what == "extras-missed" and not _extra(result, arrangements(result)[seat], row=row):
        return Text("coach/extras-none", facts)
    return Text(f"coach/{what}{'-alike' if mine == best else ''}", facts)


def _stronger_rows(result: Result, seat: int, review: Review) -> tuple[Text, ...]:
    """The rows in which the best arrangement is stronger."""
    table, best = table_of(result), parse_rows(review.best_rows)
    pairs = zip(ROWS, arrangements(result)[seat].rows, best.rows, strict=True)
    return tuple(row_text(row) for row, had, could in pairs if table.strength(could) > table.strength(had))


def _class(result: Result, rows: Arrangement, *, row: str) -> Text:
    return class_shown(result, getattr(rows, row))


def _extra(result: Result, rows: Arrangement, *, row: str) -> int:
    """What the row pays for each opponent that it beats."""
    table = table_of(result)
    row_class = table.row_class(table.strength(getattr(rows, row)))
    return rules_of(result).extras.get((row, row_class), 0)


def _row_line(result: Result, rows: Arrangement, *, row: str) -> Line:
    shown = _class(result, rows, row=row)
    return card_line(in_class_order(getattr(rows, row)), "both/row", row=row_text(row), shown=shown)


def _won(result: Result, seat: int, *, rows: Arrangement) -> int:
    """What the seat wins with these rows while all others stay as they were."""
    laid = [rows if number == seat else other for number, other in enumerate(arrangements(result))]
    paid = payments(rules_of(result), laid, table_of(result), terms=terms_of(result))
    return totals(paid, len(laid))[seat]
