"""Why a seat won or lost what it did: every payment as a line in words, zeros and ties included."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.i18n.labels import class_text
from bot.screens.coach import improvable, review_lines
from bot.screens.model import Block, Button, Line, Points, Screen, Text
from bot.screens.parts import Place, heading, line, row_text, small, strong
from bot.screens.showdown import SETTLED, arrangements, guns, in_order, table_of, who
from bot.tokens import Verb
from core.arranger.coach import Review
from core.rules import ROWS, RULE_SETS
from core.scoring import Comparison, Payment, comparisons, matrix
from core.table.result import Result

_SIGNS: Final = {1: "compare/won", 0: "compare/even", -1: "compare/lost"}


def why_screen(result: Result, seat: int, *, own: bool = False, review: Review | None = None) -> Screen:
    """The account of one seat against each of the others; anybody may read it, the cards lie open.

    `own`: the reader's seat, for which alone there is a `review`, the coach's word.
    """
    facts = {"n": result.round, "name": who(result, seat), "points": Points(result.seats[seat].points)}
    blocks: list[Block] = [heading("why/title-own" if own else "why/title", **facts)]
    if result.outcome == SETTLED:
        me = Text("why/you") if own else Text("why/they", {"name": who(result, seat)})
        for other in in_order(result):
            if other != seat:
                blocks += _against(result, seat, other=other, me=me)
        blocks.append(strong("why/sum", points=Points(result.seats[seat].points)))
        if "row" not in {payment.reason for payment in result.payments}:
            blocks.append(small("why/rows-count-nothing"))
        if review is not None:
            blocks += review_lines(result, seat, review)
    else:
        blocks.append(line("why/void"))
    return Screen("why", tuple(blocks), _buttons(result, seat, review=review))


def _against(result: Result, seat: int, *, other: int, me: Text) -> tuple[Line, ...]:
    """What went between two seats: the sum, then each payment, or why there is none."""
    between = [payment for payment in result.payments if {payment.payer, payment.payee} == {seat, other}]
    won = matrix(between, len(result.seats))[seat][other]
    compared = comparisons(arrangements(result), table_of(result))[seat][other]
    facts = {"me": me, "rows": _compared_rows(result, seat, other=other)}
    lines = [_payment_line(result, payment, seat=seat, facts=facts) for payment in between]
    if not any(payment.reason == "gun" for payment in between):
        lines.append(line("why/no-gun" if between else "why/nothing", me=me, standing=_standing(compared)))
    return strong("why/against", name=who(result, other), points=Points(won)), *lines


def _payment_line(result: Result, payment: Payment, *, seat: int, facts: Mapping[str, object]) -> Line:
    """One payment as the seat sees it; {row} and {shown} stand for the cards that earned an extra."""
    mine = payment.payee == seat
    facts = {
        **facts,
        "points": Points(payment.points if mine else -payment.points),
        "name": who(result, payment.payee),
        "others": tuple(who(result, other) for other in guns(result).get(payment.payee, ())),
        "n": payment.points,
    }
    if payment.row and payment.row_class:
        facts |= {"row": row_text(payment.row), "shown": _shown(result, payment.payee, row=payment.row)}
    side = "won" if mine else "lost"
    known = payment.reason in {"gun", "homerun", "bonus"}
    return line(f"why/{payment.reason}-{side}" if known else f"why/other-{side}", **facts)


def _compared_rows(result: Result, seat: int, *, other: int) -> tuple[Text, ...]:
    """頭 一對 A ＞ 烏龍 Q and so on, the seat's own row first."""
    compared = comparisons(arrangements(result), table_of(result))[seat][other]
    return tuple(
        Text(
            _SIGNS[sign],
            {
                "row": row_text(row),
                "mine": _shown(result, seat, row=row),
                "theirs": _shown(result, other, row=row),
            },
        )
        for row, sign in zip(ROWS, compared, strict=True)
    )


def _standing(compared: Comparison) -> tuple[Text, ...]:
    """What was won, lost and even: 頭墩贏、中墩輸、尾墩平手."""
    words = {1: "standing/won", 0: "standing/even", -1: "standing/lost"}
    return tuple(Text(words[sign], {"row": row_text(row)}) for row, sign in zip(ROWS, compared, strict=True))


def _shown(result: Result, seat: int, *, row: str) -> Text:
    table = table_of(result)
    strength = table.strength(getattr(arrangements(result)[seat], row))
    return class_text(table.row_class(strength), table.ranks(strength))


def _buttons(result: Result, seat: int, *, review: Review | None) -> tuple[tuple[Button, ...], ...]:
    place = Place(result.table, result.serial)
    both = review is not None and improvable(review)
    return _others(result, seat, place=place), (
        *([place.button("both", Verb.BOTH)] if both else ()),
        place.button("verify", Verb.VERIFY),
        place.button("rules", Verb.RULES, arg=RULE_SETS[result.rule_set].id),
    )


def _others(result: Result, seat: int, *, place: Place) -> tuple[Button, ...]:
    others: Iterable[int] = (each for each in in_order(result) if each != seat)
    return tuple(place.button("why-of", Verb.WHY, arg=str(each), name=who(result, each)) for each in others)
