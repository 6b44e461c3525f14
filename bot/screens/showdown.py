"""The end of a round: all cards open, who shot whom, who won what; or why the round counts for nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from bot.i18n.labels import class_text, rank_sign
from bot.screens.model import (
    Block,
    Button,
    Cards,
    Hash,
    Line,
    Name,
    Points,
    Reveal,
    Screen,
    ShownRow,
    Strip,
    Text,
)
from bot.screens.parts import (
    Place,
    card_line,
    cut_text,
    heading,
    line,
    places,
    player,
    rule_set_text,
    small,
    strong,
)
from bot.tokens import Verb
from core.arrangement import Arrangement, parse_rows
from core.cards import JOKER, Card, parse_shown, rank
from core.rules import ROWS, RULE_SETS
from core.scoring import matrix
from core.strength import Strengths, strengths
from core.table.model import By
from core.table.result import Result, ResultSeat

SETTLED: Final = "settled"
SPECTACULAR: Final = 5
"""From an extra of so many points on, the cards themselves are the headline."""

_VOIDS: Final = frozenset({"roster", "settings", "ended", "expired", "restored"})


def result_screen(result: Result) -> Screen:
    """The board of an ended round."""
    return _settled(result) if result.outcome == SETTLED else _void(result)


def who(result: Result, seat: int) -> Name | Text:
    """The name of a seat."""
    return player(result.seats[seat].name, person=result.seats[seat].person, seat=seat)


def table_of(result: Result) -> Strengths:
    """The strength table of the round."""
    bonus = rank(parse_shown(result.cut_card)[0]) if result.cut_card else None
    return strengths(RULE_SETS[result.rule_set], bonus)


def arrangements(result: Result) -> tuple[Arrangement, ...]:
    """What every seat played."""
    return tuple(parse_rows(seat.rows) for seat in result.seats)


def in_order(result: Result) -> tuple[int, ...]:
    """The seats, the dealer's first, then counter-clockwise."""
    count = len(result.seats)
    return tuple((result.dealer + step) % count for step in range(count))


def in_class_order(row: Sequence[Card]) -> tuple[Card, ...]:
    """The cards as their class is read: the most frequent rank first, then the higher, jokers last."""
    often = Counter(rank(card) for card in row)
    return tuple(sorted(row, key=lambda card: (card == JOKER, -often[rank(card)], -rank(card), card)))


def guns(result: Result) -> Mapping[int, tuple[int, ...]]:
    """Who shot whom."""
    hit: dict[int, tuple[int, ...]] = {}
    for seat in in_order(result):
        shot = {payment.payer for payment in result.payments if payment.payee == seat and payment.reason == "gun"}
        if shot:
            hit[seat] = tuple(other for other in in_order(result) if other in shot)
    return hit


def _settled(result: Result) -> Screen:
    """Who won what first, then the cards; the final seal line comes with the first row, at the foot in small print."""
    hit = guns(result)
    shots = (
        line("result/gun", name=who(result, seat), others=tuple(who(result, other) for other in shot))
        for seat, shot in hit.items()
    )
    return Screen(
        "result",
        (
            _headline(result, hit),
            *(shots if len(hit) != 1 else ()),
            *_standings(result),
            *_cut_card(result),
            _reveal(result),
            small("result/game", rules=rule_set_text(result.rule_set), n=result.round, m=result.rounds),
            *_cuts(result),
            Hash(Text("board/commitment"), result.commitment),
            Hash(Text("result/sealed"), result.sealed),
        ),
        (_buttons(result, why=True),),
        evidence=_evidence(result),
    )


def _headline(result: Result, hit: Mapping[int, Sequence[int]]) -> Line:
    """The loudest thing that has happened: home run, rare cards, gun, else who won."""
    runs = {payment.payee for payment in result.payments if payment.reason == "homerun"}
    best = max(runs, key=lambda seat: result.seats[seat].points, default=0)
    if runs and result.seats[best].points > 0:
        return heading("result/home-run", name=who(result, best), points=Points(result.seats[best].points))
    if rare := _rarest(result):
        return rare
    if len(hit) == 1:
        (seat, shot), *_ = hit.items()
        others = tuple(who(result, other) for other in shot)
        return heading("result/gun-title", name=who(result, seat), others=others)
    return _winner(result, shots=sum(len(shot) for shot in hit.values()))


def _winner(result: Result, *, shots: int) -> Line:
    """The heading of an ordinary round: who won most, or that nobody did."""
    most = max(seat.points for seat in result.seats)
    winners = tuple(who(result, seat) for seat in in_order(result) if result.seats[seat].points == most)
    facts: dict[str, object] = {"n": result.round, "m": result.rounds}
    if most <= 0:
        return heading("result/even", **facts)
    facts |= {"name": winners, "points": Points(most)}
    return heading("result/guns-title", shots=shots, **facts) if shots else heading("result/winner", **facts)


def _rarest(result: Result) -> Line | None:
    """The heading for an extra of five points or more, the largest first."""
    found = [payment for payment in result.payments if payment.reason == "bonus" and payment.points >= SPECTACULAR]
    if not found:
        return None
    payment = max(found, key=lambda one: one.points)
    row = getattr(arrangements(result)[payment.payee], payment.row or ROWS[-1])
    table = table_of(result)
    strength = table.strength(row)
    shown = class_text(table.row_class(strength), table.ranks(strength))
    return heading("result/rare", name=who(result, payment.payee), shown=shown)


def _cut_card(result: Result) -> tuple[Line, ...]:
    if not result.cut_card:
        return ()
    cards = parse_shown(result.cut_card)
    return (line("board/cut-card", card=Cards(cards), rank=rank_sign(rank(cards[0]))),)


def _reveal(result: Result) -> Reveal:
    table, played, order = table_of(result), arrangements(result), in_order(result)
    valued = [tuple(table.strength(row) for row in each.rows) for each in played]
    won = matrix(result.payments, len(result.seats))
    strips = tuple(
        Strip(
            Text("player/name", {"name": who(result, seat)}),
            _mark(result.seats[seat]),
            tuple(
                ShownRow(
                    row,
                    class_text(table.row_class(valued[seat][at]), table.ranks(valued[seat][at])),
                    in_class_order(played[seat].rows[at]),
                    best=all(valued[seat][at] > valued[other][at] for other in order if other != seat),
                )
                for at, row in enumerate(ROWS)
            ),
            result.seats[seat].points,
            result.seats[seat].match_points,
        )
        for seat in order
    )
    table_of_payments = tuple(tuple(won[seat][other] for other in order) for seat in order)
    return Reveal(strips, table_of_payments, steps=result.reveal == "steps", at=result.at)


def _mark(seat: ResultSeat) -> Text | None:
    return None if seat.by is By.PERSON else Text(f"by/{seat.by}")


def _standings(result: Result) -> tuple[Line, ...]:
    """One line a seat, best first; equal points share the place and go by the order of the deal."""
    order = in_order(result)
    placed = dict(zip(order, places([result.seats[seat].points for seat in order]), strict=True))
    lines = []
    for seat in sorted(order, key=lambda each: placed[each]):
        shown = result.seats[seat]
        style = strong if placed[seat] == 1 else line
        lines.append(
            style(
                "result/place",
                place=Text("place/1") if placed[seat] == 1 else Text("place/other", {"n": placed[seat]}),
                name=who(result, seat),
                points=Points(shown.points),
                total=Points(shown.match_points),
            )
        )
    return tuple(lines)


def _cuts(result: Result) -> tuple[Line, ...]:
    cuts = tuple(
        Text("note/who-cut", {"name": who(result, cut.seat), "cut": cut_text(cut.number)}) for cut in result.cuts
    )
    return (small("board/cuts", cuts=cuts) if cuts else small("board/no-cuts"),)


def _void(result: Result) -> Screen:
    reason = result.outcome.partition(":")[2]
    key = f"void/{reason}" if reason in _VOIDS else "void/other"
    blocks: tuple[Block, ...] = (
        heading("void/title", n=result.round, m=result.rounds),
        _ended_by(result) if reason == "ended" and result.ended_by else strong(key),
        Hash(Text("board/commitment"), result.commitment),
        *(_hand_lines(result)),
        *_cuts(result),
        small("void/published"),
    )
    return Screen("void", blocks, (_buttons(result, why=False),), evidence=_evidence(result))


def _ended_by(result: Result) -> Line:
    """Who ended the table, and how many rounds before this one count."""
    name, before = Name(result.ended_by), result.round - 1
    return strong("void/ended-by", name=name, n=before) if before else strong("void/ended-by-first", name=name)


def _hand_lines(result: Result) -> tuple[Line, ...]:
    """The hands of a round that was dealt and then discarded: they are public, so that anybody can look."""
    return tuple(
        card_line(sorted(parse_shown(result.seats[seat].hand)), "void/hand", name=who(result, seat))
        for seat in in_order(result)
        if result.seats[seat].hand
    )


def _buttons(result: Result, *, why: bool) -> tuple[Button, ...]:
    place = Place(result.table, result.serial)
    verify = place.button("verify", Verb.VERIFY)
    return (place.button("why", Verb.WHY), verify) if why else (verify,)


def _evidence(result: Result) -> dict[str, object]:
    return {
        "table": result.table,
        "serial": result.serial,
        "commitment": result.commitment,
        "closed": result.closed,
        "sealed": result.sealed,
        "outcome": result.outcome,
        "digest": result.digest,
        "cuts": [{"seat": cut.seat, "event": cut.event, "number": cut.number} for cut in result.cuts],
    }
