"""The cards of a round laid open: everybody's rows with their classes, or the special that counted instead of them."""

from bot.screens.advice import unit_text
from bot.screens.ended import (
    arrangements,
    class_shown,
    fouled,
    in_class_order,
    in_order,
    rules_of,
    special_of,
    table_of,
    who,
)
from bot.screens.model import Cards, Points, Reveal, ShownRow, Strip, Text
from core.arrangement import Arrangement
from core.cards import Card
from core.proofs import groups
from core.rules import ROWS, RuleSet
from core.scoring import matrix
from core.strength import Strengths
from core.table.model import By
from core.table.result import Result


def reveal(result: Result) -> Reveal:
    """All strips, the dealer's first, and what each won from each of the others."""
    order = in_order(result)
    won = matrix(result.payments, len(result.seats))
    return Reveal(
        tuple(_strip(result, seat) for seat in order),
        tuple(
            tuple(won[seat][other] if meet(result, seat, other=other) else None for other in order) for seat in order
        ),
        steps=result.reveal == "steps",
        at=result.at,
    )


def meet(result: Result, seat: int, *, other: int) -> bool:
    """Whether these two play against each other: against a banker nobody does but the banker."""
    return seat == other or not rules_of(result).has_banker or result.dealer in {seat, other}


def foul_word(rules: RuleSet) -> Text:
    """相公, or what it is called where a banker plays."""
    return Text("foul-word/banker" if rules.has_banker else "foul-word/rows")


def special_text(rules: RuleSet, code: str) -> Text:
    """What a seat shows instead of rows, in the word that the game has for it."""
    way = "declared" if rules.declares else "natural" if rules.has_banker else "found"
    return Text(f"special-shown/{way}", {"special": Text(f"special/{code}")})


def _strip(result: Result, seat: int) -> Strip:
    own, code = result.seats[seat], special_of(result, seat)
    played = arrangements(result)[seat]
    return Strip(
        Text("player/name", {"name": who(result, seat)}),
        _mark(result, seat),
        () if code else _rows(result, seat, played=played),
        own.points,
        own.match_points,
        special=special_text(rules_of(result), code) if code else None,
        groups=tuple(map(Cards, groups(code, played.cards))) if code else (),
    )


def _rows(result: Result, seat: int, *, played: Arrangement) -> tuple[ShownRow, ...]:
    foul = seat in fouled(result)
    return tuple(
        ShownRow(
            row,
            foul_word(rules_of(result)) if foul else _label(result, row, cards),
            in_class_order(cards),
            best=_is_best(result, seat, row=row),
        )
        for row, cards in zip(ROWS, played.rows, strict=True)
    )


def _label(result: Result, row: str, cards: tuple[Card, ...]) -> Text:
    """The class of a row, and what it wins beyond what every row does."""
    rules, table = rules_of(result), table_of(result)
    shown = class_shown(result, cards)
    row_class = table.row_class(table.strength(cards))
    if not rules.extras.get((row, row_class)):
        return shown
    if rules.row_points:
        return Text("row-worth/all", {"shown": shown, "n": rules.worth(row, row_class), "unit": unit_text(rules.id)})
    return Text("row-worth/more", {"shown": shown, "points": Points(rules.worth(row, row_class))})


def _is_best(result: Result, seat: int, *, row: str) -> bool:
    """Whether this row beats that of everybody else whose rows count; against a banker there is no such contest."""
    if rules_of(result).has_banker or _stopped(result):
        return False
    out = {*fouled(result), *(other for other in in_order(result) if special_of(result, other))}
    table = table_of(result)
    others = [other for other in in_order(result) if other not in {*out, seat}]
    return (
        bool(others)
        and seat not in out
        and all(_strength(result, table, seat, row=row) > _strength(result, table, other, row=row) for other in others)
    )


def _stopped(result: Result) -> bool:
    """Whether a special has kept all the others from being compared."""
    special = {seat for seat in in_order(result) if special_of(result, seat)}
    return bool(special and rules_of(result).dragon) and not any(one.payee not in special for one in result.payments)


def _strength(result: Result, table: Strengths, seat: int, *, row: str) -> int:
    return table.strength(getattr(arrangements(result)[seat], row))


def _mark(result: Result, seat: int) -> Text | None:
    """Who played for the seat, and whether it holds the bank."""
    by = result.seats[seat].by
    marks = (
        *([Text("by/banker")] if rules_of(result).has_banker and seat == result.dealer else ()),
        *([Text(f"by/{by}")] if by is not By.PERSON else ()),
    )
    return None if not marks else marks[0] if len(marks) == 1 else Text("by/several", {"marks": marks})
