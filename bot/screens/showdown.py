"""The end of a round: all cards open, who shot whom, who won what; or why the round counts for nothing."""

from collections.abc import Iterator
from typing import Final

from bot.i18n.labels import rank_sign
from bot.screens.advice import unit_text
from bot.screens.bank import bank_lines, next_banker
from bot.screens.drawn import drawn_blocks, is_drawing
from bot.screens.ended import (
    SETTLED,
    arrangements,
    class_shown,
    cut_shown,
    fouled,
    guns,
    in_order,
    ran_home,
    rules_of,
    runs_over,
    special_of,
    who,
    who_cut,
)
from bot.screens.model import Block, Button, Cards, Hash, Line, Name, Points, Screen, Style, Text
from bot.screens.parts import Place, card_line, heading, line, places, rule_set_text, small, strong
from bot.screens.scores import RED, won_text
from bot.screens.strips import reveal, special_text
from bot.tokens import Verb
from core.cards import parse_shown, rank
from core.scoring import WAYS
from core.specials import SPECIALS
from core.table.result import Result

SPECTACULAR: Final = 5
"""From a row that is worth so many points on, the cards themselves are the headline."""

_VOIDS: Final = frozenset({"roster", "settings", "ended", "expired", "restored"})


def result_screen(result: Result) -> Screen:
    """The board of an ended round, or of the seats that were drawn before the first."""
    if result.outcome != SETTLED:
        return _void(result)
    return _drawn(result) if is_drawing(result) else _settled(result)


def _settled(result: Result) -> Screen:
    """Who won what first, then the cards; the final seal line comes with the first row, at the foot in small print."""
    top = _headline(result)
    return Screen(
        "result",
        (
            top,
            *(told for told in _feats(result) if told.text.facts != top.text.facts),
            *bank_lines(result),
            *_standings(result),
            *_out(result),
            *next_banker(result),
            *_cut_card(result),
            reveal(result),
            small("result/game", rules=rule_set_text(result.rule_set), n=result.round, m=result.rounds),
            *_values(result),
        ),
        (_buttons(result, why=True),),
        evidence=_evidence(result),
    )


def _drawn(result: Result) -> Screen:
    blocks = (*drawn_blocks(result), *_values(result))
    return Screen("result", blocks, (_buttons(result, why=False),), evidence=_evidence(result))


def _headline(result: Result) -> Line:
    """The loudest thing that has happened: a special, home run, rare cards, gun, else who won."""
    loud = (*_specials(result), *_home_run(result), *_rarest(result))
    if loud:
        return Line(loud[0].text, Style.HEADING)
    shot = tuple(_shots(result, heading="result/gun-title"))
    if len(shot) == 1:
        return Line(shot[0].text, Style.HEADING)
    hits = (*guns(result).values(), *runs_over(result).values())
    return _winner(result, shots=sum(map(len, hits)))


def _feats(result: Result) -> Iterator[Line]:
    """What has happened, a line each: specials, who shot whom, fouls."""
    if rules_of(result).has_banker:
        return  # each player's line tells of them
    yield from _specials(result)
    yield from _home_run(result)
    yield from _shots(result)
    foul = fouled(result)
    if foul:
        yield line("result/foul", names=tuple(who(result, seat) for seat in foul))


def _specials(result: Result) -> tuple[Line, ...]:
    """Who showed a special instead of rows, the highest first."""
    rules = rules_of(result)
    highest = tuple(rules.specials) or tuple(SPECIALS)
    held = {seat: special_of(result, seat) for seat in in_order(result)}
    return tuple(
        line("result/special", name=who(result, seat), shown=special_text(rules, held[seat]))
        for seat in sorted((seat for seat in held if held[seat]), key=lambda each: highest.index(held[each]))
    )


def _shots(result: Result, heading: str = "result/gun") -> Iterator[Line]:
    """Who shot or ran over whom."""
    for key, hits in ((heading, guns(result)), ("result/run-over", runs_over(result))):
        for seat, shot in hits.items():
            yield line(key, name=who(result, seat), others=tuple(who(result, other) for other in shot))


def _home_run(result: Result) -> tuple[Line, ...]:
    """Who shot everybody at a full table, if that has won anything."""
    best = max(ran_home(result), key=lambda seat: result.seats[seat].points, default=0)
    points = result.seats[best].points
    if not ran_home(result) or points <= 0:
        return ()
    rules = rules_of(result)
    key = "result/red" if RED in WAYS[rules.scoring].home_runs else "result/home-run"
    return (line(key, name=who(result, best), points=Points(points), unit=unit_text(result.rule_set)),)


def _winner(result: Result, *, shots: int) -> Line:
    """The heading of an ordinary round: who won most, or that nobody did."""
    most = max(seat.points for seat in result.seats)
    winners = tuple(who(result, seat) for seat in in_order(result) if result.seats[seat].points == most)
    facts: dict[str, object] = {"n": result.round, "m": result.rounds}
    if most <= 0:
        return heading("result/even", **facts)
    facts |= {"name": winners, "points": Points(most)}
    return heading("result/guns-title", shots=shots, **facts) if shots else heading("result/winner", **facts)


def _rarest(result: Result) -> tuple[Line, ...]:
    """Rows that were paid for and are worth five points or more, the most first."""
    rules = rules_of(result)
    found = [
        (rules.worth(one.row, one.row_class), one.payee, one.row)
        for one in result.payments
        if one.row and one.row_class and rules.worth(one.row, one.row_class) >= SPECTACULAR
    ]
    found.sort(key=lambda each: -each[0])
    return tuple(
        line("result/rare", name=who(result, seat), shown=class_shown(result, getattr(arrangements(result)[seat], row)))
        for _, seat, row in found[:1]
    )


def _cut_card(result: Result) -> tuple[Line, ...]:
    if not result.cut_card:
        return ()
    cards = parse_shown(result.cut_card)
    return (line("board/cut-card", card=Cards(cards), rank=rank_sign(rank(cards[0]))),)


def _standings(result: Result) -> tuple[Line, ...]:
    """One line a seat, best first; equal points share the place and go by the order of the deal."""
    order = in_order(result)
    placed = dict(zip(order, places([result.seats[seat].points for seat in order]), strict=True))
    lines = []
    for seat in sorted(order, key=lambda each: placed[each]):
        shown, first = result.seats[seat], placed[seat] == 1
        text = won_text(
            "result/place",
            rules_of(result),
            points=shown.points,
            total=shown.match_points,
            place=Text("place/1") if first else Text("place/other", {"n": placed[seat]}),
            name=who(result, seat),
        )
        lines.append(Line(text, Style.STRONG if first else Style.BODY))
    return tuple(lines)


def _out(result: Result) -> tuple[Line, ...]:
    """Whose points are gone, and how many play on."""
    gone = [seat for seat in in_order(result) if result.seats[seat].out]
    if not gone:
        return ()
    names, rest = tuple(who(result, seat) for seat in gone), len(result.seats) - len(gone)
    goes_on = rest > 1 and result.round < result.rounds
    return (line("result/out", names=names, n=rest) if goes_on else line("result/out-last", names=names),)


def _values(result: Result) -> tuple[Block, ...]:
    """What everybody can compare, at the foot."""
    return (
        *_cuts(result),
        Hash(Text("board/commitment"), result.commitment),
        Hash(Text("result/sealed"), result.sealed),
    )


def _cuts(result: Result) -> tuple[Line, ...]:
    cuts = tuple(
        Text("note/who-cut", {"name": who_cut(result, cut), "cut": cut_shown(result, cut)}) for cut in result.cuts
    )
    if not cuts:
        return (small("board/no-cuts"),)
    key = "draw/cuts" if is_drawing(result) else "bank/cuts" if rules_of(result).has_banker else "board/cuts"
    return (small(key, cuts=cuts),)


def _void(result: Result) -> Screen:
    reason = result.outcome.partition(":")[2]
    key = f"void/{reason}" if reason in _VOIDS else "void/other"
    blocks: tuple[Block, ...] = (
        heading("void/drawing") if is_drawing(result) else heading("void/title", n=result.round, m=result.rounds),
        _ended_by(result) if reason == "ended" and result.ended_by else strong(key),
        Hash(Text("board/commitment"), result.commitment),
        *(_hand_lines(result)),
        *_cuts(result),
        small("void/published"),
    )
    return Screen("void", blocks, (_buttons(result, why=False),), evidence=_evidence(result))


def _ended_by(result: Result) -> Line:
    """Who ended the table, and how many rounds before this one count."""
    name, before = Name(result.ended_by), max(0, result.round - 1)
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
