"""Who sits where: opening a table, joining, leaving, computers, host, options, and the start of a match."""

from dataclasses import dataclass, replace
from itertools import count

from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.rules import RULE_SETS, RuleSet
from core.table import events as e
from core.table import opening, showdown
from core.table.commands import Actor, Configure, Kick, Start
from core.table.course import (
    Course,
    computer_number,
    humans,
    is_out,
    longest_seated,
    must_be,
    must_lead,
    own_seat,
    rules_of,
    seat_of,
    sitting,
)
from core.table.model import Options, Phase, Table, computer_key
from core.table.options import checked_options


@dataclass(frozen=True)
class Site:
    """Where a new table stands; `installation` is the public id of the host's installation, 16 hex digits."""

    table: TableId
    chat: ChatId
    installation: str


def open_table(site: Site, options: Options, *, actor: Actor, now: int) -> tuple[e.Event, ...]:
    """The events that make a new table, its opener seated as host."""
    options = checked_options(options)
    places = RULE_SETS[options.rule_set].seats.most
    return (
        e.Opened(site.table, site.chat, site.installation, options, places, now),
        e.Joined(0, actor.person, actor.name, now),
        e.HostMoved(actor.person),
    )


def join(course: Course) -> None:
    """Sit down on a free or computer's seat, at once or with the next opening; wait for one where there is none."""
    table, actor = course.table, course.actor
    if seat_of(table, actor.person) is not None and course.events:
        return
    if _coming(table, actor.person) is not None or seat_of(table, actor.person) is not None:
        raise Illegal("player/already-seated", n=1 + _place(table, actor.person))
    if _waits(table, actor.person):
        raise Illegal("player/waiting", n=1 + [waiter.person for waiter in table.queue].index(actor.person))
    if table.phase in {Phase.CUTTING, Phase.ARRANGING} and is_out(table, actor.person):
        raise Illegal("player/out")
    seat = _seat_for(table, actor.person)
    if seat is None:
        course.add(e.Queued(actor.person, actor.name, course.now))
    elif table.phase in {Phase.LOBBY, Phase.FINISHED}:
        course.add(e.Joined(seat, actor.person, actor.name, course.now))
    else:
        _join_match(course, seat)


def _place(table: Table, person: PersonId) -> int:
    return next(n for n, seat in enumerate(table.seats) if seat is not None and person in {seat.person, seat.heir})


def _coming(table: Table, person: PersonId) -> int | None:
    return next((n for n, seat in enumerate(table.seats) if seat is not None and seat.heir == person), None)


def _seat_for(table: Table, person: PersonId) -> int | None:
    """The seat that this person can have: one kept for them, a free one, a computer's; None while there is none."""
    computers = [n for n, seat in enumerate(table.seats) if seat is not None and not seat.person and not seat.heir]
    kept = [n for n in computers if sitting(table, n).former == person]
    free = [n for n, seat in enumerate(table.seats) if seat is None] or _more_seats(table)
    unkept = [n for n in computers if sitting(table, n).former is None]
    return next(iter(kept or free or unkept or computers), None)


def _more_seats(table: Table) -> list[int]:
    """The seat by which a table of few can grow: between rounds where the game allows it, else between matches."""
    rules = rules_of(table)
    open_now = table.phase in {Phase.LOBBY, Phase.FINISHED} or not rules.full_start
    return [len(table.seats)] if open_now and len(table.seats) < rules.seats.most else []


def _join_match(course: Course, seat: int) -> None:
    actor, table = course.actor, course.table
    if table.phase is Phase.CUTTING and not course.opening.cuts:
        showdown.void(course, "roster")
        course.add(e.Joined(seat, actor.person, actor.name, course.now))
        opening.open_deal(course, course.table.round)
    elif seat < len(table.seats):
        course.add(e.Reserved(seat, actor.person, actor.name, course.now))
    else:
        course.add(e.Queued(actor.person, actor.name, course.now))


def seat_waiting(course: Course) -> None:
    """Whoever waits takes the free and the computers' seats, the first first; never while a deal is open."""
    while course.table.queue:
        first = course.table.queue[0]
        seat = _seat_for(course.table, first.person)
        if seat is None:
            return
        course.add(e.Joined(seat, first.person, first.name, course.now))


def leave(course: Course) -> None:
    """The presser's own departure, or `press/not-seated`."""
    person = course.actor.person
    if _coming(course.table, person) is None and not _waits(course.table, person):
        own_seat(course)
    depart(course, person)


def _waits(table: Table, person: PersonId) -> bool:
    return any(waiter.person == person for waiter in table.queue)


def depart(course: Course, person: PersonId) -> None:
    """Take a person off the table: at once in the lobby and between matches, else with the next opening."""
    if _waits(course.table, person):
        course.add(e.Unqueued(person, course.now))
    waiting = _coming(course.table, person)
    if waiting is not None:
        course.add(e.Unreserved(waiting, course.now))
    seat = seat_of(course.table, person)
    if seat is None or sitting(course.table, seat).leaving:
        return
    if course.table.phase is Phase.LOBBY:
        course.add(e.Left(seat, course.now))
    elif course.table.phase is Phase.FINISHED:
        become_computer(course, seat)
    else:
        course.add(e.Departed(seat, course.now))
    if course.table.phase in {Phase.LOBBY, Phase.FINISHED}:
        seat_waiting(course)
    move_host(course)


def become_computer(course: Course, seat: int) -> None:
    """A computer takes a person's seat and keeps it while the match lasts."""
    left = sitting(course.table, seat)
    computer = _computer(course, seat)
    course.add(replace(computer, former=left.person, former_name=left.name))


def _computer(course: Course, seat: int) -> e.ComputerJoined:
    """A computer comes to this seat, with the lowest number that no other has, nor one that is out of this match."""
    table = course.table
    taken = {computer_number(table, n) for n, one in enumerate(table.seats) if one is not None and not one.person}
    number = next(n for n in count(1) if n not in taken and not is_out(table, computer_key(n)))
    return e.ComputerJoined(seat, table.options.level, course.now, number=number)


def move_host(course: Course) -> None:
    """When the host has left, the longest-seated human is host."""
    table = course.table
    if table.host is not None and any(sitting(table, seat).person == table.host for seat in humans(table)):
        return
    course.add(e.HostMoved(longest_seated(table)))


def add_computer(course: Course) -> None:
    """One more computer; on a full table the last one leaves."""
    must_be(course, Phase.LOBBY)
    must_lead(course)
    table = course.table
    free = next((n for n, seat in enumerate(table.seats) if seat is None), None)
    if free is not None:
        course.add(_computer(course, free))
        return
    computers = [n for n, seat in enumerate(table.seats) if seat is not None and not seat.person]
    if not computers:
        raise Illegal("table/full")
    course.add(e.Left(computers[-1], course.now))
    seat_waiting(course)


def kick(course: Course, command: Kick) -> None:
    """Remove whoever sits there; people only between rounds, computers only in the lobby."""
    must_lead(course)
    table = course.table
    seat = table.seats[command.seat] if 0 <= command.seat < len(table.seats) else None
    if seat is None:
        raise Illegal("kick/empty")
    if table.phase is Phase.ARRANGING:
        raise Illegal("kick/between-rounds")
    if seat.person is not None:
        depart(course, seat.person)
        return
    must_be(course, Phase.LOBBY)
    course.add(e.Left(command.seat, course.now))
    seat_waiting(course)


def configure(course: Course, command: Configure) -> None:
    """New options for a match that has not begun."""
    if course.table.phase is not Phase.LOBBY:
        raise Illegal("settings/locked")
    must_lead(course)
    course.add(e.Configured(checked_options(command.options), course.now))


def start(course: Course, command: Start) -> None:
    """Begin the match if the presser may and the seats are right."""
    must_be(course, Phase.LOBBY, Phase.FINISHED)
    if not _may_start(course):
        return
    if course.table.phase is Phase.FINISHED:
        _leave_out_the_silent(course)
    _fill_seats(course, command)
    begin(course)


def _may_start(course: Course) -> bool:
    table, actor = course.table, course.actor
    if actor.admin or actor.person == table.host:
        return True
    own_seat(course)
    if table.phase is not Phase.LOBBY or len(humans(table)) < len(table.seats):
        must_lead(course)
    if actor.person in table.start_votes:
        raise Illegal("start/voted")
    course.add(e.StartVoted(actor.person, course.now))
    return len(course.table.start_votes) > 1


def _leave_out_the_silent(course: Course) -> None:
    table, actor = course.table, course.actor
    for seat in humans(table):
        person = sitting(table, seat).person
        if person != actor.person and person not in table.again_votes:
            become_computer(course, seat)
    seat_waiting(course)
    move_host(course)


def _fill_seats(course: Course, command: Start) -> None:
    free = [n for n, seat in enumerate(course.table.seats) if seat is None]
    missing = fewest_to_start(course.rules) - (len(course.table.seats) - len(free))
    if missing > 0 and not command.fill and course.table.phase is Phase.LOBBY:
        raise Illegal("seats/need", n=missing)
    for seat in free if command.fill else ():
        course.add(_computer(course, seat))


def fewest_to_start(rules: RuleSet) -> int:
    """How many a match begins with at least."""
    return rules.seats.most if rules.full_start else rules.seats.fewest


def begin(course: Course) -> None:
    """Roster and options are final: the match begins with its first opening; what is missing are computers."""
    table = course.table
    taken = sum(seat is not None for seat in table.seats)
    for seat in range(taken, fewest_to_start(course.rules)):
        course.add(_computer(course, seat))
    course.add(e.MatchStarted(table.match + (table.round > 0), course.now))
    opening.open_first(course)
