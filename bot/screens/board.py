"""The public message of an opening from its commitment to the last submit, and the question before a table is ended."""

from collections.abc import Collection
from typing import Final

from bot.i18n.labels import rank_sign
from bot.screens.lobby import need_start
from bot.screens.model import Block, Button, Cards, Field, Hash, Line, Look, Name, Points, Screen, Text, When
from bot.screens.options import pace_text
from bot.screens.parts import (
    NOWHERE,
    Place,
    cut_note,
    cut_text,
    heading,
    line,
    player,
    rule_set_text,
    small,
    strong,
)
from bot.tokens import Verb
from core.cards import parse_shown, rank
from core.ids import PersonId
from core.rules import ROW_SIZES, RULE_SETS
from core.table.model import Phase
from core.table.view import BoardView, Mark, SeatView

LONGEST_NUMBER: Final = 32
A_LINE: Final = 4
"""Buttons of two characters side by side on a phone."""
PLAY_ON: Final = "no"
"""The answer to whether the table shall end that changes nothing."""
PLAYED: Final = sum(ROW_SIZES.values())
_READY: Final = frozenset({Mark.DONE, Mark.AUTOPILOT, Mark.COMPUTER})


def board_screen(view: BoardView, *, locked_out: Collection[PersonId] = ()) -> Screen:
    """The board while people cut, then while they arrange; its commitment line never changes.

    `locked_out` are those to whom their hand could not be brought: they must ask for it. While people cut these are
    those who must open a private chat with the bot before it can be.
    """
    cutting = view.phase is Phase.CUTTING
    return Screen(
        "cutting" if cutting else "arranging",
        (
            *(_cutting(view, locked_out) if cutting else _arranging(view, locked_out)),
            *_votes(view),
            *([line("chat/migrated")] if view.moved else ()),
            *_commitment(view),
        ),
        _cut_buttons(view) if cutting else _arrange_buttons(view),
        silent=not cutting and not view.nudged,
        ping=tuple(seat.person for seat in _called(view) if seat.person is not None) if view.nudged else (),
        call=f"{view.serial}.{view.calls}",
        evidence=view.evidence,
    )


def end_screen(view: BoardView) -> Screen:
    """The private question before host or admin end the table, with a button for each seat to clear."""
    place = Place(view.table, view.serial)
    kicks = [
        place.button("kick", Verb.KICK, arg=str(seat.seat), name=_name(seat))
        for seat in view.seats
        if seat.person is not None and not seat.host and view.phase is Phase.CUTTING
    ]
    return Screen(
        "end",
        (heading("end/title"), line("end/question", n=view.options.rounds - view.round + 1)),
        (
            (
                place.button("end-now", Verb.END_NOW, look=Look.DANGER),
                place.button("end-not", Verb.END, arg=PLAY_ON, look=Look.SUCCESS),
            ),
            *([tuple(kicks)] if kicks else ()),
        ),
    )


def play_on_screen() -> Screen:
    """What is left of the question once it was answered with 再打."""
    return Screen("end", (strong("end/not"),))


def _cutting(view: BoardView, locked_out: Collection[PersonId]) -> tuple[Block, ...]:
    rules = RULE_SETS[view.options.rule_set]
    if view.closes_at is not None:
        clock = strong("board/cut-closes", at=When(view.closes_at))
    else:
        clock = strong("board/cut-waiting", n=view.options.cut_seconds)
    return (
        heading("board/cutting", n=view.round, m=view.options.rounds),
        *([line("table/resting")] if view.resting else ()),
        clock,
        *(_seat_line(view, seat, mark=seat.mark) for seat in view.seats if seat.mark is not Mark.EMPTY),
        *need_start([seat for seat in view.seats if seat.person in locked_out]),
        *([small("board/idle", at=When(view.idle_at))] if view.closes_at is None else ()),
        small("board/game", rules=rule_set_text(rules.id), options=pace_text(view.options)),
        *([small("board/cut-card-note" if rules.has_bonus else "board/cut-note")] if view.round == 1 else ()),
    )


def _arranging(view: BoardView, locked_out: Collection[PersonId]) -> tuple[Block, ...]:
    rules = RULE_SETS[view.options.rule_set]
    seats = [seat for seat in view.seats if seat.mark is not Mark.EMPTY]
    done = sum(seat.mark in _READY for seat in seats)
    called = tuple(_name(seat) for seat in _called(view))
    locked = tuple(seat for seat in seats if seat.mark is Mark.WAITING and seat.person in locked_out)
    cuts = tuple(Text("note/who-cut", {"name": _name(seat), "cut": cut_text(seat.cut)}) for seat in seats if seat.cut)
    return (
        heading("board/arranging", n=view.round, m=view.options.rounds, done=done, all=len(seats)),
        *([_cut_card(view.cut_card)] if view.cut_card else ()),
        strong("board/no-limit") if view.deadline is None else strong("board/closes", at=When(view.deadline)),
        *(_seat_line(view, seat, mark="locked" if seat in locked else seat.mark) for seat in seats),
        *([line("dm/closed", names=tuple(map(_name, locked)))] if locked else ()),
        *([line("board/nudged", names=called)] if view.nudged and called else ()),
        small("board/layout", rules=rule_set_text(rules.id), hand=rules.hand, played=PLAYED),
        small("board/cuts", cuts=cuts) if cuts else small("board/no-cuts"),
    )


def _cut_card(shown: str) -> Line:
    """The card that was cut away and the rank that it makes the bonus rank."""
    cards = parse_shown(shown)
    return strong("board/cut-card", card=Cards(cards), rank=rank_sign(rank(cards[0])))


def _seat_line(view: BoardView, seat: SeatView, *, mark: str) -> Line:
    """One seat: its mark, its name, and in words what the mark says, the points of the match and its part in it."""
    cut = view.phase is Phase.CUTTING and seat.cut
    notes = (
        *([cut_note(seat.cut)] if cut else _state(view, seat)),
        *([Text("note/total", {"points": Points(seat.points)})] if view.round > 1 else ()),
        *([Text("note/dealer")] if view.dealer == seat.seat and view.phase is Phase.ARRANGING else ()),
        *([Text("note/host")] if seat.host else ()),
        *([Text("note/heir", {"name": Name(seat.reserved_by)})] if seat.reserved_by else ()),
    )
    sign = Text("mark/cut" if cut else f"mark/{mark}")
    if not notes:
        return line("board/seat-bare", mark=sign, name=_name(seat))
    return line("board/seat", mark=sign, name=_name(seat), notes=notes)


def _state(view: BoardView, seat: SeatView) -> tuple[Text, ...]:
    if seat.mark is Mark.COMPUTER:
        return ()
    if seat.mark is Mark.WAITING and view.phase is Phase.CUTTING:
        return (Text("note/not-cut"),)
    return (Text(f"note/{seat.mark}"),)


def _name(seat: SeatView) -> Name | Text:
    return player(seat.name, person=seat.person, seat=seat.seat)


def _called(view: BoardView) -> list[SeatView]:
    """The seats that are waited for, but not the one that calls the others."""
    return [seat for seat in view.seats if seat.mark is Mark.WAITING and seat.seat != view.nudger]


def _votes(view: BoardView) -> tuple[Block, ...]:
    return (line("board/votes", n=view.votes, needed=view.needed),) if view.votes else ()


def _commitment(view: BoardView) -> tuple[Block, ...]:
    return Hash(Text("board/commitment"), view.commitment), small("board/commitment-note")


def _cut_buttons(view: BoardView) -> tuple[tuple[Button, ...], ...]:
    place = Place(view.table, view.serial)
    number = Field("number", Text("cut/field"), longest=LONGEST_NUMBER)
    return (
        (
            place.button("cut-1", Verb.CUT, arg="1", look=Look.PRIMARY),
            place.button("cut-2", Verb.CUT, arg="2", look=Look.PRIMARY),
            place.button("cut-3", Verb.CUT, arg="3", look=Look.PRIMARY),
            place.form("cut-own", Verb.CUT, fields=(number,)),
        ),
        _other_buttons(view, place),
    )


def _arrange_buttons(view: BoardView) -> tuple[tuple[Button, ...], ...]:
    place = Place(view.table, view.serial)
    hand = place.button("hand", Verb.HAND, look=Look.PRIMARY)
    return (hand, place.button("nudge", Verb.NUDGE)), _other_buttons(view, place)


def _other_buttons(view: BoardView, place: Place) -> tuple[Button, ...]:
    """What is asked for seldom, as much as one line has room for.

    A seat of a computer can be taken, from the next deal on, and before it one be cleared.
    """
    open_seat = any(seat.mark is Mark.COMPUTER and not seat.reserved_by for seat in view.seats)
    company = view.phase is Phase.CUTTING and sum(seat.person is not None for seat in view.seats) > 1
    return (
        *([place.button("join", Verb.JOIN)] if open_seat else ()),
        place.button("leave", Verb.LEAVE),
        place.button("end", Verb.END),
        *([place.button("settings", Verb.SETTINGS)] if company else ()),
        NOWHERE.button("rules", Verb.RULES, arg=view.options.rule_set),
    )[:A_LINE]
