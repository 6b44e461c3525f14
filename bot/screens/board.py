"""The public message of an opening from its commitment to the last submit, and the question before a table is ended."""

from collections.abc import Collection
from typing import Final

from bot.i18n.labels import rank_sign
from bot.screens.cutting import cutting_blocks, cutting_buttons, other_buttons
from bot.screens.lobby import queue_line
from bot.screens.model import Block, Button, Cards, Hash, Line, Look, Name, Screen, Text, When
from bot.screens.parts import Place, cut_text, heading, line, rule_set_text, seat_name, small, strong
from bot.screens.seat_lines import seat_line
from bot.tokens import Verb
from core.cards import parse_shown, rank
from core.ids import PersonId
from core.rules import ROW_SIZES, RULE_SETS
from core.rules.model import RuleSet
from core.table.model import Phase
from core.table.view import BoardView, Mark, SeatView

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
            *(cutting_blocks(view, locked_out) if cutting else _arranging(view, locked_out)),
            *_votes(view),
            *([line("chat/migrated")] if view.moved else ()),
            *_commitment(view),
        ),
        cutting_buttons(view) if cutting else _arrange_buttons(view),
        silent=not cutting and not view.nudged,
        ping=tuple(seat.person for seat in _called(view) if seat.person is not None) if view.nudged else (),
        call=f"{view.serial}.{view.calls}",
        evidence=view.evidence,
    )


def end_screen(view: BoardView) -> Screen:
    """The private question before host or admin end the table, with a button for each seat to clear."""
    place = Place(view.table, view.serial)
    kicks = [
        place.button("kick", Verb.KICK, arg=str(seat.seat), name=seat_name(seat))
        for seat in view.seats
        if seat.person is not None and not seat.host and view.phase is Phase.CUTTING
    ]
    return Screen(
        "end",
        (heading("end/title"), line("end/question", n=view.options.rounds - max(view.round, 1) + 1)),
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


def _arranging(view: BoardView, locked_out: Collection[PersonId]) -> tuple[Block, ...]:
    rules = RULE_SETS[view.options.rule_set]
    seats = [seat for seat in view.seats if seat.mark is not Mark.EMPTY]
    done = sum(seat.mark in _READY for seat in seats)
    called = tuple(seat_name(seat) for seat in _called(view))
    locked = tuple(seat for seat in seats if seat.mark is Mark.WAITING and seat.person in locked_out)
    cuts = tuple(Text("note/who-cut", {"name": seat_name(seat), "cut": _cut(view, seat)}) for seat in seats if seat.cut)
    return (
        heading("board/arranging", n=view.round, m=view.options.rounds, done=done, all=len(seats)),
        *([_cut_card(view.cut_card)] if view.cut_card else ()),
        strong("board/no-limit") if view.deadline is None else strong("board/closes", at=When(view.deadline)),
        *(seat_line(view, seat, mark="locked" if seat in locked else seat.mark) for seat in seats),
        *queue_line(view.queue),
        *([line("dm/closed", names=tuple(map(seat_name, locked)))] if locked else ()),
        *([line("board/nudged", names=called)] if view.nudged and called else ()),
        _layout(rules),
        small("bank/cuts" if rules.has_banker else "board/cuts", cuts=cuts) if cuts else small("board/no-cuts"),
    )


def _layout(rules: RuleSet) -> Line:
    """The game, and how many of the cards dealt are played."""
    if rules.hand == PLAYED:
        return small("board/layout-all", rules=rule_set_text(rules.id), played=PLAYED)
    return small("board/layout", rules=rule_set_text(rules.id), hand=rules.hand, played=PLAYED)


def _cut(view: BoardView, seat: SeatView) -> Text | Name:
    """What a seat gave to the shuffle, as its button reads."""
    rules = RULE_SETS[view.options.rule_set]
    if seat.seat == view.dealer and not rules.dealer_cuts:
        return Text("note/deals")
    stakes = rules.has_banker and seat.seat != view.dealer
    return Text("note/stake", {"n": int(seat.cut)}) if stakes and len(seat.cut) <= 2 else cut_text(seat.cut)


def _cut_card(shown: str) -> Line:
    """The card that was cut away and the rank that it makes the bonus rank."""
    cards = parse_shown(shown)
    return strong("board/cut-card", card=Cards(cards), rank=rank_sign(rank(cards[0])))


def _called(view: BoardView) -> list[SeatView]:
    """The seats that are waited for, but not the one that calls the others."""
    return [seat for seat in view.seats if seat.mark is Mark.WAITING and seat.seat != view.nudger]


def _votes(view: BoardView) -> tuple[Block, ...]:
    return (line("board/votes", n=view.votes, needed=view.needed),) if view.votes else ()


def _commitment(view: BoardView) -> tuple[Block, ...]:
    return Hash(Text("board/commitment"), view.commitment), small("board/commitment-note")


def _arrange_buttons(view: BoardView) -> tuple[tuple[Button, ...], ...]:
    place = Place(view.table, view.serial)
    hand = place.button("hand", Verb.HAND, look=Look.PRIMARY)
    return (hand, place.button("nudge", Verb.NUDGE)), other_buttons(view, place)
