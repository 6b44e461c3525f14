"""What went between two seats of a round, payment by payment in words, and why where nothing did.

The words are `why/<way>-<reason>-<side>`: the way is how the rule set settles a round (`core.scoring.WAYS`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n.labels import rank_sign
from bot.screens.advice import unit_text
from bot.screens.bank import stake_of, won_each
from bot.screens.ended import (
    arrangements,
    class_shown,
    every_shot,
    fouled,
    in_order,
    rules_of,
    special_of,
    table_of,
    terms_of,
    who,
)
from bot.screens.model import Line, Points, Text
from bot.screens.parts import line, row_text
from bot.screens.strips import foul_word
from core.rules import ROWS
from core.scoring import WAYS, Comparison, Payment, comparisons
from core.table.result import Result

_SIGNS: Final = {1: "compare/won", 0: "compare/even", -1: "compare/lost"}
_STANDINGS: Final = {1: "standing/won", 0: "standing/even", -1: "standing/lost"}


@dataclass(frozen=True)
class Pair:
    """Two seats of a round as the first of them sees it; `me` is what it is called in its own account."""

    result: Result
    seat: int
    other: int
    me: Text

    @property
    def both(self) -> frozenset[int]:
        """The two seats."""
        return frozenset({self.seat, self.other})

    @property
    def payments(self) -> tuple[Payment, ...]:
        """What was paid between them."""
        return tuple(one for one in self.result.payments if {one.payer, one.payee} == self.both)

    @property
    def specials(self) -> tuple[str, ...]:
        """The specials that counted instead of their rows."""
        return tuple(code for code in (special_of(self.result, seat) for seat in self.both) if code)

    @property
    def compared(self) -> Comparison:
        """How the rows of the first did against the other's."""
        return comparisons(arrangements(self.result), table_of(self.result))[self.seat][self.other]


def pair_lines(pair: Pair) -> Iterator[Line]:
    """Rows that count one by one first, then what counts as a whole, then why nothing was paid."""
    by_row = rules_of(pair.result).row_points > 0
    if by_row and not pair.specials and not pair.both <= {*fouled(pair.result)}:
        yield from _row_lines(pair)
    yield from (_payment_line(pair, one) for one in pair.payments if one.row is None or not by_row)
    yield from _unpaid(pair)


def _row_lines(pair: Pair) -> Iterator[Line]:
    paid = {one.row: one for one in pair.payments}
    for row in ROWS:
        if row in paid:
            yield _payment_line(pair, paid[row])
        else:
            yield line("why/row-even", compared=_row_text(pair, row, sign=0))


def _unpaid(pair: Pair) -> Iterator[Line]:
    """Why nothing was paid, or nothing but extras."""
    rules, facts = rules_of(pair.result), {"me": pair.me, "standing": _standing(pair.compared)}
    if pair.payments:
        if not (rules.row_points or rules.match or _has_shot(pair)):
            yield line("why/no-gun", **facts)
    elif len(pair.specials) == len(pair.both):
        yield line("why/specials-even")
    elif pair.both <= {*fouled(pair.result)}:
        yield line("why/fouls-even", foul=foul_word(rules))
    elif not rules.row_points:
        yield line(f"why/{rules.scoring}-{'behind' if _is_behind(pair) else 'nothing'}", **facts)


def _has_shot(pair: Pair) -> bool:
    return any(one.reason in WAYS[rules_of(pair.result).scoring].guns for one in pair.payments)


def _is_behind(pair: Pair) -> bool:
    """Whether these two were not compared since somebody else had a special that ends the round."""
    elsewhere = any(special_of(pair.result, seat) for seat in in_order(pair.result))
    return elsewhere and pair.compared.count(1) != pair.compared.count(-1)


def _payment_line(pair: Pair, payment: Payment) -> Line:
    """One payment as the first seat sees it."""
    result, mine = pair.result, payment.payee == pair.seat
    way, side = rules_of(result).scoring, "won" if mine else "lost"
    facts: dict[str, object] = {
        "me": pair.me,
        "points": Points(payment.points if mine else -payment.points),
        "n": payment.points,
        "unit": unit_text(result.rule_set),
        "name": who(result, payment.payee),
        "loser": who(result, payment.payer),
        "others": tuple(who(result, other) for other in every_shot(result, payment.payee)),
        "rows": tuple(_row_text(pair, row, sign=sign) for row, sign in zip(ROWS, pair.compared, strict=True)),
    }
    facts |= _of_special(pair, payment) | _of_row(pair, payment) | _of_stake(pair, payment)
    known = payment.reason in WAYS[way].reasons
    key = f"why/{way}-{payment.reason}-{side}{_variant(pair, payment)}" if known else f"why/other-{side}"
    return line(key, **facts)


def _of_row(pair: Pair, payment: Payment) -> dict[str, object]:
    """The row that earned a payment, its class, and how it stood against the other's."""
    result = pair.result
    if payment.row is None:
        return {}
    return {
        "row": row_text(payment.row),
        "shown": class_shown(result, getattr(arrangements(result)[payment.payee], payment.row)),
        "class": Text(f"class-name/{payment.row_class}"),
        "compared": _row_text(pair, payment.row, sign=1 if payment.payee == pair.seat else -1),
    }


def _of_special(pair: Pair, payment: Payment) -> dict[str, object]:
    """The special that earned a payment, and the lower one that it was compared with."""
    if payment.row is not None or payment.row_class is None:
        return {}
    lower = special_of(pair.result, payment.payer)
    facts: dict[str, object] = {"special": Text(f"special/{payment.row_class}")}
    return facts | ({"lower": Text(f"special/{lower}")} if lower else {})


def _of_stake(pair: Pair, payment: Payment) -> dict[str, object]:
    """What was staked, and what the payment comes to for each point of it."""
    result = pair.result
    if not rules_of(result).has_banker:
        return {}
    player = next(seat for seat in pair.both if seat != result.dealer)
    each = won_each(result, payment, player=player)
    return {"stake": stake_of(result, player), "each": Points(each if payment.payee == pair.seat else -each)}


def _variant(pair: Pair, payment: Payment) -> str:
    """The ending of the key where some rounds call for other words."""
    rules = rules_of(pair.result)
    lower = special_of(pair.result, payment.payer)
    if rules.declares and payment.row is None and lower and special_of(pair.result, payment.payee):
        return "-over"
    if rules.dragon and payment.reason in {"gun", "red"} and special_of(pair.result, payment.payee):
        return "-special"
    if payment.row is None or payment.row_class is None or not rules.row_points or payment.payer in fouled(pair.result):
        return ""
    if rules.has_banker:
        return _decided_by(pair, payment, payment.row)
    return "-worth" if rules.worth(payment.row, payment.row_class) > rules.row_points else ""


def _decided_by(pair: Pair, payment: Payment, row: str) -> str:
    """What a way of the house has decided where class and ranks would have it otherwise."""
    options, table = terms_of(pair.result).options, table_of(pair.result)
    payee, payer = (
        table.strength(getattr(arrangements(pair.result)[seat], row)) for seat in (payment.payee, payment.payer)
    )
    if payee > payer:
        return ""
    if options.get("top_card_only") and max(table.ranks(payee)) != max(table.ranks(payer)):
        return "-top"
    return "-suit" if options.get("suits") else "-banker"


def _row_text(pair: Pair, row: str, *, sign: int) -> Text:
    """A row of both in words, the first seat's before the other's; where their classes read alike, what decided."""
    table = table_of(pair.result)
    mine, theirs = (getattr(arrangements(pair.result)[seat], row) for seat in (pair.seat, pair.other))
    facts: dict[str, object] = {
        "row": row_text(row),
        "mine": class_shown(pair.result, mine),
        "theirs": class_shown(pair.result, theirs),
    }
    first, second = table.strength(mine), table.strength(theirs)
    if facts["mine"] != facts["theirs"] or not sign or sign != (first > second) - (first < second):
        return Text(_SIGNS[sign], facts)
    kickers = [pair for pair in zip(table.ranks(first), table.ranks(second), strict=True) if len({*pair}) > 1]
    if not kickers:
        return Text(_SIGNS[sign], facts)
    shown = dict(zip(("first", "second"), map(rank_sign, kickers[0]), strict=True))
    return Text(f"{_SIGNS[sign]}-kicker", facts | shown)


def _standing(compared: Sequence[int]) -> tuple[Text, ...]:
    """What was won, lost and even: 頭墩贏、中墩輸、尾墩平手."""
    return tuple(Text(_STANDINGS[sign], {"row": row_text(row)}) for row, sign in zip(ROWS, compared, strict=True))
