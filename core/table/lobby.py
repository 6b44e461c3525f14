"""Who sits where: opening a table, joining, leaving, computers, host, options, and the start of a match."""

from dataclasses import dataclass
from typing import Final

from core.arranger import LEVELS
from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.rules import AT_TABLES
from core.table import events as e
from core.table import round as rounds
from core.table.commands import Actor, Configure, Kick, Start
from core.table.course import Course, humans, longest_seated, must_be, must_lead, own_seat, seat_of, sitting
from core.table.model import Options, Phase, Table

LIMITS: Final = {"rounds": (1, 32), "seconds": (30, 600), "cut_seconds": (10, 60), "result_seconds": (0, 30)}
REVEALS: Final = ("steps", "once")
HINTS: Final = ("on", "classes", "off")


def checked_options(options: Options) -> Options:
    """The options, or `settings/invalid` with `option`, `min`, `max`; `settings/unread` for an unknown word."""
    words = ((options.rule_set, AT_TABLES), (options.level, LEVELS), (options.reveal, REVEALS), (options.hints, HINTS))
    for word, known in words:
        if word not in known:
            raise Illegal("settings/unread", word=word)
    for option, (least, most) in LIMITS.items():
        value = getattr(options, option)
        unlimited = option == "seconds" and value == 0
        if not unlimited and not least <= value <= most:
            raise Illegal("settings/invalid", option=option, min=least, max=most)
    return options


@dataclass(frozen=True)
class Site:
    """Where a new table stands; `installation` is the public id of the host's installation, 16 hex digits."""

    table: TableId
    chat: ChatId
    installation: str


def open_table(site: Site, options: Options, *, actor: Actor, now: int) -> tuple[e.Event, ...]:
    """The events that make a new table, its opener seated as host."""
    places = AT_TABLES[checked_options(options).rule_set].seats.most
    return (
        e.Opened(site.table, site.chat, site.installation, options, places, now),
        e.Joined(0, actor.person, actor.name, now),
        e.HostMoved(actor.person),
    )


def join(course: Course) -> None:
    """Sit down: on a free seat in the lobby, on a computer's seat in a match."""
    table, actor = course.table, course.actor
    if seat_of(table, actor.person) is not None and course.events:
        return
    if _coming(table, actor.person) is not None or seat_of(table, actor.person) is not None:
        raise Illegal("player/already-seated", n=1 + _place(table, actor.person))
    if table.phase is Phase.LOBBY:
        seat = next((n for n, seat in enumerate(table.seats) if seat is None), None)
        if seat is None:
            raise Illegal("table/full")
        course.add(e.Joined(seat, actor.person, actor.name, course.now))
    else:
        _join_match(course, _computer_seat(table, actor.person))


def _place(table: Table, person: PersonId) -> int:
    return next(n for n, seat in enumerate(table.seats) if seat is not None and person in {seat.person, seat.heir})


def _coming(table: Table, person: PersonId) -> int | None:
    return next((n for n, seat in enumerate(table.seats) if seat is not None and seat.heir == person), None)


def _computer_seat(table: Table, person: PersonId) -> int:
    free = [n for n, seat in enumerate(table.seats) if seat is not None and not seat.person and not seat.heir]
    kept = [n for n in free if sitting(table, n).former == person]
    unkept = [n for n in free if sitting(table, n).former is None]
    choice = kept or unkept or free
    if not choice:
        raise Illegal("table/full")
    return choice[0]


def _join_match(course: Course, seat: int) -> None:
    actor, table = course.actor, course.table
    if table.phase is Phase.FINISHED:
        course.add(e.Joined(seat, actor.person, actor.name, course.now))
    elif table.phase is Phase.CUTTING and not course.opening.cuts:
        rounds.void(course, "roster")
        course.add(e.Joined(seat, actor.person, actor.name, course.now))
        rounds.open_deal(course, course.table.round)
    else:
        course.add(e.Reserved(seat, actor.person, actor.name, course.now))


def leave(course: Course) -> None:
    """The presser's own departure, or `press/not-seated`."""
    person = course.actor.person
    if _coming(course.table, person) is None:
        own_seat(course)
    depart(course, person)


def depart(course: Course, person: PersonId) -> None:
    """Take a person off the table: at once in the lobby and between matches, else with the next opening."""
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
    move_host(course)


def become_computer(course: Course, seat: int) -> None:
    """A computer takes a person's seat and keeps it while the match lasts."""
    left = sitting(course.table, seat)
    event = e.ComputerJoined(seat, course.table.options.level, course.now, former=left.person, former_name=left.name)
    course.add(event)


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
        course.add(e.ComputerJoined(free, table.options.level, course.now))
        return
    computers = [n for n, seat in enumerate(table.seats) if seat is not None and not seat.person]
    if not computers:
        raise Illegal("table/full")
    course.add(e.Left(computers[-1], course.now))


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
    move_host(course)


def _fill_seats(course: Course, command: Start) -> None:
    free = [n for n, seat in enumerate(course.table.seats) if seat is None]
    missing = course.rules.seats.fewest - (len(course.table.seats) - len(free))
    if missing > 0 and not command.fill:
        raise Illegal("seats/need", n=missing)
    for seat in free:
        course.add(e.ComputerJoined(seat, course.table.options.level, course.now))


def begin(course: Course) -> None:
    """Roster and options are final: the match begins with its first opening."""
    table = course.table
    course.add(e.MatchStarted(table.match + (table.round > 0), course.now))
    rounds.open_deal(course, 1)
