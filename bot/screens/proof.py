"""What a reader needs to check a deal, and what a check by the bot itself is worth."""

from collections.abc import Sequence

from bot.screens.ended import SETTLED, cut_shown, who_cut
from bot.screens.model import Block, Button, Hash, Line, Name, Screen, Text
from bot.screens.parts import Place, cut_text, heading, line, seat_name, small, strong
from bot.tokens import Verb
from core.ids import TableId, public_table
from core.table.result import Result
from core.table.view import BoardView


def proof_screen(result: Result, *, fault: str | None, voids: Sequence[int], link: str = "") -> Screen:
    """An ended round's values in full; `fault` is the first check of the record that failed, `voids` the
    serials of this table's discarded deals, `link` where the records can be downloaded.
    """
    blocks: tuple[Block, ...] = (
        _title(result.table, serial=result.serial, number=result.round),
        line("proof/right") if fault is None else strong("proof/wrong", check=fault),
        strong("proof/worth"),
        *_cuts(result),
        Hash(Text("board/commitment"), result.commitment),
        Hash(Text("proof/closed"), result.closed),
        Hash(Text("result/sealed"), result.sealed),
        Hash(Text("proof/digest"), result.digest),
        small("proof/settled" if result.outcome == SETTLED else "proof/void"),
        *([small("proof/voids", serials=tuple(str(serial) for serial in voids))] if voids else ()),
        small("proof/run", table=public_table(result.table), serial=str(result.serial)),
    )
    rules = Place(result.table, result.serial).button("rules", Verb.RULES, arg=result.rule_set)
    return Screen("proof", blocks, ((rules,),) if not link else ((_download(link), rules),))


def open_proof_screen(view: BoardView) -> Screen:
    """What can be noted of a deal that is under way."""
    cuts = tuple(line("proof/cut", name=seat_name(seat), cut=cut_text(seat.cut)) for seat in view.seats if seat.cut)
    return Screen(
        "proof",
        (
            _title(view.table, serial=view.serial, number=view.round),
            line("verify/not-yet"),
            Hash(Text("board/commitment"), view.commitment),
            *cuts,
            small("proof/note-it"),
        ),
        evidence=view.evidence,
    )


def _title(table: TableId, *, serial: int, number: int) -> Line:
    """Which deal of which table is looked at."""
    facts = {"table": public_table(table), "serial": str(serial)}
    return heading("proof/title", n=number, **facts) if number else heading("proof/title-drawing", **facts)


def _cuts(result: Result) -> tuple[Line, ...]:
    """What each person put in; the page's own number stands there in full."""
    lines = []
    for cut in result.cuts:
        facts = {"name": who_cut(result, cut), "cut": cut_shown(result, cut)}
        lines.append(
            line("proof/cut-event", event=Name(cut.event), **facts) if cut.event else line("proof/cut", **facts)
        )
    return tuple(lines) or (line("board/no-cuts"),)


def _download(link: str) -> Button:
    return Button(Text("button/records"), "", link=link)
