"""While people arrange: submits, declarations, autopilot, calls, and the deadline."""

from typing import Final

from core.arrangement import faults, misfits, show_rows
from core.arranger.declaring import specials_held
from core.cards import deck, parse_shown
from core.errors import Illegal
from core.table import events as e
from core.table.commands import Autopilot, Declare, Nudge, Submit
from core.table.course import SECOND, Course, own_seat, round_of, sitting
from core.table.model import By, Deal, Phase, Play
from core.table.opening import seal_of
from core.table.options import refuses_fouls
from core.table.showdown import settle, table_strengths

_FIRST_NUDGE: Final = 20 * SECOND
_NEXT_NUDGE: Final = 30 * SECOND
_REMINDER: Final = 20 * SECOND
_NUDGES: Final = 2


def submit(course: Course, command: Submit) -> None:
    """Take a person's arrangement, with a new seal."""
    seat = _arranger(course, command)
    _check(course, command, course.deal.dealt.hands[seat])
    _play(course, seat, rows=show_rows(command.arrangement), hinted=command.hinted)


def declare(course: Course, command: Declare) -> None:
    """Let a special of the hand count; `special/not-held` where it is none that this game asks about."""
    seat, rules = _arranger(course, command), course.rules
    held = specials_held(rules, parse_shown(course.deal.dealt.hands[seat]))
    if not rules.declares or command.code not in held:
        raise Illegal("special/not-held", special=command.code)
    _play(course, seat, rows=course.deal.fallbacks[seat], declare=command.code)


def _arranger(course: Course, command: Submit | Declare) -> int:
    """The presser's seat, if there is still time for this deal."""
    seat, table = own_seat(course), course.table
    if command.serial != table.serial or table.phase is not Phase.ARRANGING:
        raise Illegal("press/old", m=round_of(table))
    if course.deal.deadline is not None and course.now >= course.deal.deadline:
        raise Illegal("arrange/late")
    return seat


def _play(course: Course, seat: int, *, rows: str, declare: str = "", hinted: bool = False) -> None:
    """Let this count for the seat, with a new seal."""
    before = course.deal.plays[seat]
    if before.by is By.PERSON and (before.rows, before.declare) == (rows, declare):
        raise Illegal("arrange/same")
    salt = course.salt("salt", seat)
    seal = seal_of(course.deal.closed, seat, Play(rows, salt, By.PERSON, done=True, declare=declare))
    course.add(e.Submitted(seat, rows, salt, seal, course.now, hinted=hinted, declare=declare))


def _check(course: Course, command: Submit, hand: str) -> None:
    wrong = misfits(command.arrangement, parse_shown(hand), deck=deck(course.rules.deck))
    if wrong:
        raise Illegal(wrong[0].code, **wrong[0].facts)
    if faults(command.arrangement, table_strengths(course), course.rules):
        if refuses_fouls(course.table.options):
            raise Illegal("arrange/foul-refused")
        if not command.knowingly:
            raise Illegal("arrange/foul-warned")


def autopilot(course: Course, command: Autopilot) -> None:
    """The computer plays for the presser from now on."""
    seat = own_seat(course)
    table = course.table
    if command.serial != table.serial or table.phase not in {Phase.CUTTING, Phase.ARRANGING}:
        raise Illegal("press/old", m=round_of(table))
    if not sitting(table, seat).autopilot:
        course.add(e.AutopilotBegan(seat, course.now))


def nudge(course: Course, command: Nudge) -> None:
    """Remind the others: from 20 s after the deal, 30 s apart, twice a round."""
    seat = own_seat(course)
    table = course.table
    if command.serial != table.serial or table.phase is not Phase.ARRANGING:
        raise Illegal("press/old", m=round_of(table))
    nudged = course.deal.nudged_at
    ready = nudged[-1] + _NEXT_NUDGE if nudged else course.deal.dealt_at + _FIRST_NUDGE
    if len(nudged) >= _NUDGES:
        raise Illegal("nudge/enough")
    if course.now < ready:
        raise Illegal("nudge/wait", s=-(-(ready - course.now) // SECOND))
    course.add(e.Nudged(seat, course.now))


def remind_at(dealing: Deal) -> int | None:
    """When those who are waited for are called without anybody's asking, None where they were or never will be."""
    if dealing.deadline is None or dealing.reminded_at is not None:
        return None
    at = dealing.deadline - _REMINDER
    return at if at > dealing.dealt_at else None


def deadline_struck(course: Course) -> None:
    """20 s before the deadline call those who are not done; at the deadline show down."""
    dealing = course.deal
    if not all_done(dealing) and dealing.deadline is not None and course.now < dealing.deadline:
        course.add(e.Reminded(course.now))
    else:
        settle(course)


def settle_when_ready(course: Course) -> None:
    """Show down as soon as every seat's arrangement is final and the computers have thought."""
    dealing = course.table.deal
    if dealing is not None and all_done(dealing) and course.now >= dealing.thought_at:
        settle(course)


def all_done(dealing: Deal) -> bool:
    """Whether nobody arranges any more."""
    return all(play.done for play in dealing.plays)
