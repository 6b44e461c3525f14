"""From round to round and match to match: next round, end, votes, one more match, expiry."""

from core.errors import Illegal
from core.ids import ChatId
from core.table import events as e
from core.table import lobby, opening, showdown
from core.table import round as rounds
from core.table.course import (
    AGAIN_OPEN,
    LOBBY_IDLE,
    TABLE_IDLE,
    Course,
    humans,
    must_be,
    must_lead,
    own_seat,
    round_of,
    rounds_of,
    seat_of,
    sitting,
)
from core.table.model import Deal, Phase, Table


def go_on(course: Course) -> None:
    """After a settled round: seats change hands, then the next opening, the end of the match, or of the table."""
    table = course.table
    if table.phase is not Phase.ARRANGING or table.deal is not None:
        return
    change_seats(course)
    seats = len(course.table.seats)
    if not humans(course.table):
        out = any(isinstance(event, e.Out) for event in course.events)
        course.add(e.Ended("finished" if out else "empty", "", course.now))
    elif table.round >= course.rounds or seats < course.rules.seats.fewest:
        course.add(e.MatchFinished(course.now))
        lobby.seat_waiting(course)
    else:
        opening.open_deal(course, table.round + 1)


def change_seats(course: Course) -> None:
    """Between rounds: who left becomes a computer, who waits for a seat sits down."""
    for number, seat in enumerate(course.table.seats):
        if seat is not None and seat.leaving:
            lobby.become_computer(course, number)
        elif seat is not None and seat.heir is not None:
            course.add(e.Joined(number, seat.heir, seat.heir_name, course.now))
    lobby.seat_waiting(course)
    lobby.move_host(course)


def close_if_deserted(course: Course) -> None:
    """End a table whose last person has left, unless others wait for their seats; a round under way is played out first."""
    table = course.table
    if table.phase in {Phase.ENDED, Phase.ARRANGING} or humans(table):
        return
    if table.queue and table.phase is Phase.CUTTING:
        showdown.void(course, "roster")
        change_seats(course)
        opening.open_deal(course, table.round)
    else:
        end(course, "empty", "")


def vote_end(course: Course) -> None:
    """More than half of the seated humans end the match."""
    must_be(course, Phase.CUTTING, Phase.ARRANGING)
    own_seat(course)
    if course.actor.person in course.table.end_votes:
        raise Illegal("vote/done", n=len(course.table.end_votes), needed=needed_votes(course.table))
    course.add(e.EndVoted(course.actor.person, course.now))
    if len(course.table.end_votes) >= needed_votes(course.table):
        end(course, "vote", "")


def needed_votes(table: Table) -> int:
    """More than half of the seated humans."""
    return len(humans(table)) // 2 + 1


def end_by_host(course: Course) -> None:
    """The host or an admin ends the table, whatever its phase."""
    must_lead(course)
    end(course, "host", course.actor.name)


def end(course: Course, reason: str, by: str) -> None:
    """Close the table; a round under way is void and its secret published."""
    if course.table.opening is not None:
        showdown.void(course, "expired" if reason == "idle" else "ended", by=by)
    course.add(e.Ended(reason, by, course.now))


def again(course: Course) -> None:
    """Ask for one more match."""
    must_be(course, Phase.FINISHED)
    own_seat(course)
    if course.actor.person in course.table.again_votes:
        raise Illegal("again/done")
    course.add(e.AgainVoted(course.actor.person, course.now))


def begin_if_all_want(course: Course) -> None:
    """Start the next match when nobody is waited for any more."""
    table = course.table
    if table.phase is not Phase.FINISHED:
        return
    people = {sitting(table, seat).person for seat in humans(table)}
    if people and people <= table.again_votes:
        lobby.begin(course)


def resettle(course: Course) -> None:
    """Back to the lobby, to change options or people."""
    must_be(course, Phase.FINISHED)
    must_lead(course)
    course.add(e.LobbyReopened(course.now, course.rules.seats.most))
    lobby.seat_waiting(course)


def give_way(course: Course) -> None:
    """End the table of a finished match quietly; every other table stays, and the refusal says why."""
    table, actor = course.table, course.actor
    if table.phase is Phase.LOBBY:
        raise Illegal("table/open-here")
    if table.phase is not Phase.FINISHED:
        raise Illegal("table/running", n=round_of(table), m=rounds_of(table))
    if not actor.admin and seat_of(table, actor.person) is None:
        raise Illegal("table/again-open")
    course.add(e.Ended("finished", "", course.now))


def restore(course: Course) -> None:
    """The database is a backup: the open deal may be known, so it is void and opened anew."""
    if course.table.opening is not None:
        showdown.void(course, "restored")
        opening.open_deal(course, course.table.round)


def move(course: Course, chat: ChatId) -> None:
    """The chat is called otherwise now; once it is, saying so again changes nothing."""
    if course.table.chat != chat:
        course.add(e.ChatMoved(chat, course.now))


def tick(course: Course) -> None:
    """Whatever is due by now; nothing when it is not."""
    table = course.table
    due = due_at(table)
    if due is None or course.now < due:
        return
    idle = course.now >= table.touched_at + _idle_limit(table)
    match table.phase:
        case Phase.LOBBY:
            end(course, "expired", "")
        case Phase.FINISHED:
            course.add(e.Ended("finished", "", course.now))
        case Phase.CUTTING | Phase.ARRANGING if idle:
            end(course, "idle", "")
        case Phase.ARRANGING:
            rounds.deadline_struck(course)
        case _:
            pass


def _idle_limit(table: Table) -> int:
    match table.phase:
        case Phase.LOBBY:
            return LOBBY_IDLE
        case Phase.FINISHED:
            return AGAIN_OPEN
        case _:
            return TABLE_IDLE


def idle_at(table: Table) -> int:
    """When the table closes unless somebody presses something."""
    return table.touched_at + _idle_limit(table)


def due_at(table: Table) -> int | None:
    """The next moment at which the clock changes something, or None for an ended table."""
    idle = idle_at(table)
    match table.phase:
        case Phase.ENDED:
            return None
        case Phase.CUTTING:
            return min(idle, _deal_due(table) or idle)
        case Phase.ARRANGING if table.deal is not None:
            return min(idle, _showdown_due(table.deal) or idle)
        case _:
            return idle


def _showdown_due(dealing: Deal) -> int | None:
    return dealing.thought_at if rounds.all_done(dealing) else rounds.remind_at(dealing) or dealing.deadline


def _deal_due(table: Table) -> int | None:
    closes_at = None if table.opening is None else table.opening.closes_at
    if closes_at is None:
        return None
    return max(opening.may_deal_at(table), 0 if opening.all_cut(table) else closes_at)
