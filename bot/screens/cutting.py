"""The board before the deal: who has cut, what is staked, who deals or holds the bank, and what can be pressed."""

from collections.abc import Collection, Iterator
from typing import Final

from bot.screens.drawn import DRAWING
from bot.screens.lobby import need_start, queue_line
from bot.screens.model import Block, Button, Field, Line, Look, Text, When
from bot.screens.options import pace_text
from bot.screens.parts import NOWHERE, Place, heading, line, rule_set_text, seat_name, small, strong
from bot.screens.seat_lines import rules_of, seat_line
from bot.tokens import DEAL, Verb
from core.ids import PersonId
from core.table.model import Phase
from core.table.options import stakes_of
from core.table.view import BoardView, Mark

LONGEST_NUMBER: Final = 32
A_LINE: Final = 4
"""Buttons of two characters side by side on a phone."""
_STAKES: Final = (1, 2, 5, 10)
"""Stakes that have a button; the highest of the table has one too."""


def cutting_blocks(view: BoardView, locked_out: Collection[PersonId]) -> tuple[Block, ...]:
    """The board until the deal; `locked_out` must open a private chat with the bot first."""
    kind, rules = _kind(view), rules_of(view)
    if view.closes_at is not None:
        clock = strong(f"board/{kind}-closes", at=When(view.closes_at))
    else:
        clock = strong(f"board/{kind}-waiting", n=view.options.cut_seconds)
    note = "board/cut-card-note" if rules.has_bonus else f"board/{kind}-note"
    return (
        heading(_HEADINGS[kind], n=view.round, m=view.options.rounds),
        *([line("table/resting")] if view.resting else ()),
        *_who_deals(view),
        clock,
        *(seat_line(view, seat, mark=seat.mark) for seat in view.seats if seat.mark is not Mark.EMPTY),
        *queue_line(view.queue),
        *need_start([seat for seat in view.seats if seat.person in locked_out]),
        *([small("board/idle", at=When(view.idle_at))] if view.closes_at is None else ()),
        small("board/game", rules=rule_set_text(rules.id), options=pace_text(view.options)),
        *([small(note)] if view.round <= 1 else ()),
    )


def cutting_buttons(view: BoardView) -> tuple[tuple[Button, ...], ...]:
    """What a person can press before the deal."""
    place, rules = Place(view.table, view.serial), rules_of(view)
    if view.round == DRAWING:
        return _draws(view, place), other_buttons(view, place)
    banker_cuts = not rules.has_banker or _is_person(view, view.dealer)
    return (
        *([_stakes(view, place)] if rules.has_banker else ()),
        *([_cuts(place)] if banker_cuts else ()),
        *([] if rules.dealer_cuts else [tuple(_without_a_cut(view, place))]),
        other_buttons(view, place),
    )


def other_buttons(view: BoardView, place: Place) -> tuple[Button, ...]:
    """What is asked for seldom, as much as one line has room for.

    A seat of a computer can be taken, from the next deal on, and before it one be cleared; where there is none a person
    can wait for the next.
    """
    company = view.phase is Phase.CUTTING and sum(seat.person is not None for seat in view.seats) > 1
    return (
        place.button("join" if _has_room(view) else "queue", Verb.JOIN),
        place.button("leave", Verb.LEAVE),
        place.button("end", Verb.END),
        *([place.button("settings", Verb.SETTINGS)] if company else ()),
        NOWHERE.button("rules", Verb.RULES, arg=view.options.rule_set),
    )[:A_LINE]


_HEADINGS: Final = {"cut": "board/cutting", "stake": "board/staking", "draw": "board/drawing"}


def _kind(view: BoardView) -> str:
    """What people do before the deal: cut, stake, or draw their seats."""
    if view.round == DRAWING:
        return "draw"
    return "stake" if rules_of(view).has_banker else "cut"


def _who_deals(view: BoardView) -> Iterator[Line]:
    """The banker, or in games where it matters who deals the dealer."""
    rules = rules_of(view)
    if view.round == DRAWING:
        yield line("board/draw-how")
    elif view.dealer is not None and rules.has_banker:
        yield line("board/banker", name=seat_name(view.seats[view.dealer]))
    elif view.dealer is not None and not rules.dealer_cuts:
        won = view.round > 1 and rules.next_dealer == "winner"
        yield line("board/deals-winner" if won else "board/deals", name=seat_name(view.seats[view.dealer]))


def _draws(view: BoardView, place: Place) -> tuple[Button, ...]:
    """牌一 … 牌四: a number as every cut is one, so that two may press the same."""
    return tuple(
        place.button(f"draw-{n}", Verb.CUT, arg=str(n), look=Look.PRIMARY) for n in range(1, len(view.seats) + 1)
    )


def _stakes(view: BoardView, place: Place) -> tuple[Button, ...]:
    limits = stakes_of(view.options)
    assert limits is not None
    offered = sorted({n for n in _STAKES if limits.least <= n <= limits.most} | {limits.most})
    return tuple(place.button("stake", Verb.STAKE, arg=str(n), look=Look.PRIMARY, n=n) for n in offered)


def _cuts(place: Place) -> tuple[Button, ...]:
    number = Field("number", Text("cut/field"), longest=LONGEST_NUMBER)
    return (
        place.button("cut-1", Verb.CUT, arg="1", look=Look.PRIMARY),
        place.button("cut-2", Verb.CUT, arg="2", look=Look.PRIMARY),
        place.button("cut-3", Verb.CUT, arg="3", look=Look.PRIMARY),
        place.form("cut-own", Verb.CUT, fields=(number,)),
    )


def _without_a_cut(view: BoardView, place: Place) -> Iterator[Button]:
    """不切, and 發牌 for a dealer who may not cut: both let the cards come as they lie."""
    yield place.button("cut-0", Verb.CUT, arg="0")
    if _is_person(view, view.dealer):
        yield place.button("deal", Verb.CUT, arg=DEAL)


def _is_person(view: BoardView, seat: int | None) -> bool:
    return seat is None or view.seats[seat].person is not None


def _has_room(view: BoardView) -> bool:
    """Whether a seat can be had from the next deal on: a computer's, or one more at a table of few."""
    rules = rules_of(view)
    open_seat = any(seat.mark is Mark.COMPUTER and not seat.reserved_by for seat in view.seats)
    return open_seat or (not rules.full_start and len(view.seats) < rules.seats.most)
