"""The one door to the rules of a table: `decide` what a command brings, `evolve` the table by it."""

from typing import Final, assert_never

from core.errors import Illegal
from core.table import commands as c
from core.table import events as e
from core.table import lobby, match, opening
from core.table import round as rounds
from core.table.course import Course, seat_of, sitting
from core.table.evolve import evolve
from core.table.lobby import Site, open_table
from core.table.match import due_at
from core.table.model import Phase, Table

__all__ = ["Site", "decide", "due_at", "evolve", "open_table"]

_KEEPING_AUTOPILOT: Final = (c.Leave, c.Autopilot, c.Gone, c.Tick, c.ChatGone, c.MoveChat, c.Restored)


def decide(table: Table, command: c.Command, *, actor: c.Actor, now: int, entropy: bytes) -> tuple[e.Event, ...]:
    """The events that the command brings at `now` (milliseconds), none when it changes nothing.

    `entropy` is 32 fresh bytes for this command alone. Raises `Illegal` with the reason; the table is never changed.
    """
    if table.phase is Phase.ENDED:
        if isinstance(command, _KEEPING_AUTOPILOT):
            return ()
        raise Illegal("press/ended")
    course = Course(table, actor=actor, now=now, entropy=entropy)
    if not isinstance(command, _KEEPING_AUTOPILOT):
        _wake(course)
    _carry_out(course, command)
    _follow(course)
    return tuple(course.events)


def _follow(course: Course) -> None:
    opening.deal_when_ready(course)
    rounds.settle_when_ready(course)
    match.go_on(course)
    match.begin_if_all_want(course)
    match.close_if_deserted(course)


def _wake(course: Course) -> None:
    seat = seat_of(course.table, course.actor.person)
    if seat is not None and sitting(course.table, seat).autopilot:
        course.add(e.AutopilotEnded(seat, course.now))


def _carry_out(course: Course, command: c.Command) -> None:
    if isinstance(command, c.Cut | c.Stake | c.Submit | c.Declare | c.Autopilot | c.Nudge):
        _play(course, command)
        return
    match command:
        case c.Join():
            lobby.join(course)
        case c.Leave():
            lobby.leave(course)
        case c.Gone():
            lobby.depart(course, command.person)
        case c.AddComputer():
            lobby.add_computer(course)
        case c.Kick():
            lobby.kick(course, command)
        case c.Configure():
            lobby.configure(course, command)
        case c.Start():
            lobby.start(course, command)
        case c.Again():
            match.again(course)
        case c.Resettle():
            match.resettle(course)
        case c.GiveWay():
            match.give_way(course)
        case c.VoteEnd():
            match.vote_end(course)
        case c.End():
            match.end_by_host(course)
        case c.ChatGone() | c.MoveChat() | c.Restored():
            _suffer(course, command)
        case c.Tick():
            match.tick(course)
        case c.Return():
            pass
        case _:
            assert_never(command)


def _suffer(course: Course, command: c.ChatGone | c.MoveChat | c.Restored) -> None:
    """What nobody at the table has wished."""
    match command:
        case c.ChatGone():
            match.end(course, "chat", "")
        case c.MoveChat():
            match.move(course, command.chat)
        case c.Restored():
            match.restore(course)
        case _:
            assert_never(command)


_Playing = c.Cut | c.Stake | c.Submit | c.Declare | c.Autopilot | c.Nudge


def _play(course: Course, command: _Playing) -> None:
    match command:
        case c.Cut():
            opening.cut(course, command)
        case c.Stake():
            opening.stake(course, command)
        case c.Submit():
            rounds.submit(course, command)
        case c.Declare():
            rounds.declare(course, command)
        case c.Autopilot():
            rounds.autopilot(course, command)
        case c.Nudge():
            rounds.nudge(course, command)
        case _:
            assert_never(command)
