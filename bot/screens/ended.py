"""What an ended round holds, as the screens that come after it ask for it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.i18n.labels import class_text
from bot.screens.model import Name, Text
from bot.screens.parts import cut_text, named
from core.arrangement import Arrangement, parse_rows
from core.arranger.declaring import specials_held
from core.cards import JOKER, Card, parse_shown, rank
from core.deal import Cut
from core.rules import RULE_SETS, RuleSet
from core.scoring import Terms, home_runs, shots
from core.strength import Strengths, strengths
from core.table.options import house_values
from core.table.result import Result

SETTLED: Final = "settled"
DRAWING: Final = 0
"""The number of the round in which seats are drawn (抓位)."""
LONGEST_STAKE: Final = 3
"""A number of so many digits is none that can be staked."""
ROUNDS: Final = 256
"""Seats of rounds whose cards stand ready while their screens are made."""
RUN_OVER: Final = "run_over"
"""The reason that tells being run over (輾過) from being gunned, where that has a word of its own."""


def rules_of(result: Result) -> RuleSet:
    """The rule set of the round."""
    return RULE_SETS[result.rule_set]


def who(result: Result, seat: int) -> Name | Text:
    """The name of a seat."""
    one = result.seats[seat]
    return named(one.name, person=one.person, number=one.number, seat=seat)


def who_cut(result: Result, cut: Cut) -> Name | Text:
    """The name of whoever put this in; before the seats were drawn each sat elsewhere."""
    return who(result, result.former.index(cut.seat) if result.former else cut.seat)


def cut_shown(result: Result, cut: Cut) -> Text | Name:
    """What somebody put into the deal, in the words of the button: a cut, a card drawn for the seats, a stake."""
    if result.round == DRAWING:
        return Text("note/drew", {"n": int(cut.number)}) if len(cut.number) == 1 else cut_text(cut.number)
    if cut.seat == result.dealer and not rules_of(result).dealer_cuts:
        return Text("note/deals")
    if rules_of(result).has_banker and cut.seat != result.dealer and len(cut.number) < LONGEST_STAKE:
        return Text("note/stake", {"n": int(cut.number)})
    return cut_text(cut.number)


def table_of(result: Result) -> Strengths:
    """The strength table of the round."""
    bonus = rank(parse_shown(result.cut_card)[0]) if result.cut_card else None
    return strengths(rules_of(result), bonus)


def arrangements(result: Result) -> tuple[Arrangement, ...]:
    """What every seat played."""
    return tuple(_parsed(seat.rows) for seat in result.seats)


@lru_cache(maxsize=ROUNDS)
def _parsed(rows: str) -> Arrangement:
    return parse_rows(rows)


def terms_of(result: Result) -> Terms:
    """What besides the rows has decided the round."""
    rules = rules_of(result)
    return Terms(
        declared=tuple(seat.declared or None for seat in result.seats) if rules.declares else (),
        banker=result.dealer if rules.has_banker else 0,
        stakes=result.stakes,
        options=house_values(result.options) if result.options else {},
    )


def in_order(result: Result) -> tuple[int, ...]:
    """The seats, the dealer's first, then counter-clockwise."""
    count = len(result.seats)
    return tuple((result.dealer + step) % count for step in range(count))


def in_class_order(row: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as their class is read: the most frequent rank first, then the higher, jokers last."""
    cards = tuple(row)
    often = Counter(rank(card) for card in cards)
    return tuple(sorted(cards, key=lambda card: (card == JOKER, -often[rank(card)], -rank(card), card)))


def class_shown(result: Result, cards: Sequence[Card]) -> Text:
    """The class of a row in words."""
    table = table_of(result)
    strength = table.strength(cards)
    return class_text(table.row_class(strength), table.ranks(strength))


def special_of(result: Result, seat: int) -> str:
    """The special that counted for a seat whatever its rows: declared, or found in the cards; "" for none."""
    rules, own = rules_of(result), result.seats[seat]
    if rules.declares or not own.rows:
        return own.declared
    return _found(rules, own.rows)


@lru_cache(maxsize=ROUNDS)
def _found(rules: RuleSet, rows: str) -> str:
    return next(iter(specials_held(rules, _parsed(rows).cards)), "")


def fouled(result: Result) -> tuple[int, ...]:
    """The seats whose rows were out of order where that counted, in the order of the round."""
    return tuple(seat for seat in in_order(result) if result.seats[seat].foul and not special_of(result, seat))


def guns(result: Result) -> Mapping[int, tuple[int, ...]]:
    """Who shot whom, in the order of the round; whoever was run over is not among them."""
    return _hits(result, shots(rules_of(result), (one for one in result.payments if one.reason != RUN_OVER)))


def runs_over(result: Result) -> Mapping[int, tuple[int, ...]]:
    """Who ran over whom, in the order of the round."""
    return _hits(result, frozenset((one.payee, one.payer) for one in result.payments if one.reason == RUN_OVER))


def every_shot(result: Result, seat: int) -> tuple[int, ...]:
    """Whom a seat has shot or run over."""
    return _hits(result, shots(rules_of(result), result.payments)).get(seat, ())


def ran_home(result: Result) -> tuple[int, ...]:
    """Who has shot everybody at a full table."""
    found = home_runs(rules_of(result), result.payments)
    return tuple(seat for seat in in_order(result) if seat in found)


def _hits(result: Result, pairs: frozenset[tuple[int, int]]) -> Mapping[int, tuple[int, ...]]:
    order = in_order(result)
    found = {seat: tuple(other for other in order if (seat, other) in pairs) for seat in order}
    return {seat: others for seat, others in found.items() if others}
