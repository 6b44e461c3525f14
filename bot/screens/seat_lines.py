"""One line a seat on a board: its mark, its name, and in words what the mark says, what it plays for and its points."""

from collections.abc import Iterator
from typing import Final

from bot.screens.drawn import DRAWING
from bot.screens.model import Line, Name, Points, Text
from bot.screens.parts import cut_note, line, seat_name
from core.rules import RULE_SETS
from core.rules.model import RuleSet
from core.table.model import Phase
from core.table.view import BoardView, Mark, SeatView

_LETTERS: Final = "ABCD"
_NO_CUT: Final = "0"


def seat_line(view: BoardView, seat: SeatView, *, mark: str) -> Line:
    """The line of one seat; `mark` is what stands in front of it unless it has cut or staked."""
    notes = tuple(_notes(view, seat))
    sign = _sign(view, seat, mark=mark)
    if not notes:
        return line("board/seat-bare", mark=sign, name=lettered(view, seat))
    return line("board/seat", mark=sign, name=lettered(view, seat), notes=notes)


def lettered(view: BoardView, seat: SeatView) -> Name | Text:
    """Who sits there, with the letter of the seat where these were drawn and nobody is out."""
    name, rules = seat_name(seat), rules_of(view)
    drawn = rules.first_dealer == "drawn" and view.round > DRAWING and len(view.seats) == rules.seats.most
    return Text("board/lettered", {"letter": _LETTERS[seat.seat], "name": name}) if drawn else name


def rules_of(view: BoardView) -> RuleSet:
    """The rules of the table's game."""
    return RULE_SETS[view.options.rule_set]


def is_banker(view: BoardView, seat: SeatView) -> bool:
    """Whether this seat plays against all others."""
    return rules_of(view).has_banker and view.dealer == seat.seat


def _sign(view: BoardView, seat: SeatView, *, mark: str) -> Text:
    if view.phase is not Phase.CUTTING or not seat.cut:
        return Text(f"mark/{mark}")
    plain = view.round > DRAWING and (not rules_of(view).has_banker or is_banker(view, seat))
    return Text("mark/cut" if plain else "mark/done")


def _notes(view: BoardView, seat: SeatView) -> Iterator[Text]:
    """What is said of a seat, the most important first."""
    if is_banker(view, seat):
        yield Text("note/banker")
    yield from _cutting(view, seat) if view.phase is Phase.CUTTING else _arranging(view, seat)
    yield from _points(view, seat)
    if seat.host:
        yield Text("note/host")
    if seat.reserved_by:
        yield Text("note/heir", {"name": Name(seat.reserved_by)})


def _cutting(view: BoardView, seat: SeatView) -> Iterator[Text]:
    """What a seat has cut, drawn or staked, or that it has not."""
    stakes, waits = rules_of(view).stakes, seat.mark is Mark.WAITING
    if view.round == DRAWING:
        yield from _said(seat, done=Text("note/drew", {"n": seat.cut}), waiting="note/not-drawn")
    elif stakes is None or is_banker(view, seat):
        waiting = "note/not-dealt" if view.dealer == seat.seat and not rules_of(view).dealer_cuts else "note/not-cut"
        yield from _said(seat, done=_cut(view, seat), waiting=waiting)
    elif waits:
        yield Text("note/not-staked")
    else:
        if seat.mark is Mark.AUTOPILOT:
            yield Text("note/autopilot")
        yield Text("note/stake", {"n": seat.stake or stakes.least})


def _said(seat: SeatView, *, done: Text, waiting: str) -> Iterator[Text]:
    if seat.cut:
        yield done
    elif seat.mark is not Mark.COMPUTER:
        yield Text(waiting if seat.mark is Mark.WAITING else f"note/{seat.mark}")


def _cut(view: BoardView, seat: SeatView) -> Text:
    dealt = seat.cut == _NO_CUT and view.dealer == seat.seat and not rules_of(view).dealer_cuts
    return Text("note/deals") if dealt else cut_note(seat.cut)


def _arranging(view: BoardView, seat: SeatView) -> Iterator[Text]:
    """Whether a seat is done, what it plays for, and whether it deals."""
    if seat.mark is not Mark.COMPUTER:
        yield Text(f"note/{seat.mark}")
    if seat.stake:
        yield Text("note/stake", {"n": seat.stake})
    if view.dealer == seat.seat and not rules_of(view).has_banker:
        yield Text("note/dealer" if rules_of(view).dealer_cuts else "note/deals")


def _points(view: BoardView, seat: SeatView) -> Iterator[Text]:
    """The points of the match: what is left of those at the start, or what was won since."""
    rules = rules_of(view)
    if rules.starting_points and view.round > DRAWING:
        yield Text("note/left", {"n": rules.starting_points + seat.points * rules.unit_value})
    elif view.round > 1:
        yield Text("note/total", {"points": Points(seat.points)})
