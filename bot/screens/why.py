"""Why a seat won or lost what it did: every payment as a line in words, zeros and ties included."""

from collections.abc import Iterable

from bot.screens.bank import stake_of
from bot.screens.coach import comparable, review_lines
from bot.screens.drawn import is_drawing
from bot.screens.ended import SETTLED, in_order, rules_of, who
from bot.screens.model import Block, Button, Line, Points, Screen, Text
from bot.screens.pairs import Pair, pair_lines
from bot.screens.parts import Place, heading, line, small, strong
from bot.screens.scores import won_text
from bot.screens.strips import meet
from bot.tokens import Verb
from core.arranger.coach import Review
from core.scoring import matrix
from core.table.result import Result


def why_screen(result: Result, seat: int, *, own: bool = False, review: Review | None = None) -> Screen:
    """The account of one seat against each of the others; anybody may read it, the cards lie open.

    `own`: the reader's seat, for which alone there is a `review`, the coach's word.
    """
    if is_drawing(result):
        return Screen("why", (heading("draw/title"), line("why/drawing")), _buttons(result, seat, review=None)[1:])
    facts = {"n": result.round, "name": who(result, seat), "points": Points(result.seats[seat].points)}
    blocks: list[Block] = [heading("why/title-own" if own else "why/title", **facts)]
    if result.outcome == SETTLED:
        blocks += _account(result, seat, own=own)
        if review is not None:
            blocks += review_lines(result, seat, review)
    else:
        blocks.append(line("why/void"))
    return Screen("why", tuple(blocks), _buttons(result, seat, review=review))


def _account(result: Result, seat: int, *, own: bool) -> Iterable[Line]:
    """What went between the seat and each of those it plays against, and the sum."""
    rules, points = rules_of(result), result.seats[seat].points
    me = Text("why/you") if own else Text("why/they", {"name": who(result, seat)})
    yield from _bank(result, seat, me=me)
    for other in in_order(result):
        if other != seat and meet(result, seat, other=other):
            pair = Pair(result, seat, other, me)
            won = matrix(pair.payments, len(result.seats))[seat][other]
            yield strong("why/against", name=who(result, other), points=Points(won))
            yield from pair_lines(pair)
    total = won_text("why/sum", rules, points=points, total=result.seats[seat].match_points)
    yield strong(total.key, **total.facts)
    if not rules.row_points:
        yield small(f"why/{rules.scoring}-note", match=rules.match, gun=rules.gun)


def _bank(result: Result, seat: int, *, me: Text) -> Iterable[Line]:
    """Who plays against whom for how much, where one holds the bank."""
    if not rules_of(result).has_banker:
        return
    if seat == result.dealer:
        yield line("why/bank-own", me=me)
    else:
        yield line("why/bank-stake", me=me, n=stake_of(result, seat), name=who(result, result.dealer))


def _buttons(result: Result, seat: int, *, review: Review | None) -> tuple[tuple[Button, ...], ...]:
    place = Place(result.table, result.serial)
    both = review is not None and comparable(review)
    return _others(result, seat, place=place), (
        *([place.button("both", Verb.BOTH)] if both else ()),
        place.button("verify", Verb.VERIFY),
        place.button("rules", Verb.RULES, arg=rules_of(result).id),
    )


def _others(result: Result, seat: int, *, place: Place) -> tuple[Button, ...]:
    others = (each for each in in_order(result) if each != seat)
    return tuple(place.button("why-of", Verb.WHY, arg=str(each), name=who(result, each)) for each in others)
