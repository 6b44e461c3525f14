"""One round: opening, cuts, deal, submits, showdown; `../fair-deal.md` is its law."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from core import deal
from core.arrangement import faults, misfits, parse_rows, show_rows
from core.arranger import HARDEST, choose
from core.arranger.coach import Review, review
from core.cards import deck, parse_shown, rank
from core.errors import Illegal
from core.ids import public_table
from core.scoring import Payment, payments, totals
from core.strength import Strengths, strengths
from core.table import events as e
from core.table.commands import Autopilot, Cut, Nudge, Submit
from core.table.course import REVEAL_STEPS, SECOND, Course, active, humans, own_seat, sitting
from core.table.model import By, Deal, Opening, Phase, Play, Table
from core.table.result import Result, ResultSeat

_FULL_WIDTH: Final = {ord("０") + digit: str(digit) for digit in range(10)}
_NUMBER: Final = re.compile("[0-9]{1,32}")
_EVENT: Final = re.compile("(web:[0-9a-f]{32})?")
_FIRST_NUDGE: Final = 20 * SECOND
_NEXT_NUDGE: Final = 30 * SECOND
_REMINDER: Final = 20 * SECOND
_NUDGES: Final = 2
_MISSED: Final = 2


def open_deal(course: Course, number: int) -> None:
    """Commit to the next deal of round `number`: fair-deal §2."""
    table, rules = course.table, course.rules
    seats = [seat for seat in table.seats if seat is not None]
    identities = tuple(seat.person or "" for seat in seats)
    salts = tuple(course.salt("who", seat) if who else "" for seat, who in enumerate(identities))
    context = deal.Context(
        host=table.installation,
        table=public_table(table.id),
        serial=table.serial + 1,
        round=str(number),
        rules=rules.id,
        deck=rules.deck,
        aside=rules.aside,
        hand=rules.hand,
        deals=1,
        opened=deal.utc(course.now),
        prev=table.previous,
        seats=tuple(who and deal.who(who, salt) for who, salt in zip(identities, salts, strict=True)),
    )
    secret = course.secret()
    commitment = deal.commitment(secret, context)
    course.add(e.DealOpened(number, Opening(context, secret, commitment, salts, identities, course.now)))


def cut(course: Course, command: Cut) -> None:
    """Count a person's first cut: fair-deal §3."""
    seat = own_seat(course)
    table = course.table
    if command.serial != table.serial:
        raise Illegal("press/old", m=table.round)
    if table.opening is None:
        raise Illegal("cut/none")
    made = next((one for one in course.opening.cuts if one.seat == seat), None)
    if made is not None:
        raise Illegal("cut/done", cut=made.number)
    if table.phase is Phase.ARRANGING:
        raise Illegal("cut/late")
    number = command.number.strip().translate(_FULL_WIDTH)
    if not _NUMBER.fullmatch(number) or not _EVENT.fullmatch(command.event):
        raise Illegal("cut/number")
    closes_at = course.opening.closes_at or max(course.now + table.options.cut_seconds * SECOND, may_deal_at(table))
    course.add(e.CutMade(deal.Cut(seat, command.event, number), closes_at, course.now))


def may_deal_at(table: Table) -> int:
    """The moment before which no result is swept away by the next deal; 0 before the first."""
    if table.settled_at is None:
        return 0
    steps = REVEAL_STEPS if table.options.reveal == "steps" else 0
    return table.settled_at + steps + table.options.result_seconds * SECOND


def all_cut(table: Table) -> bool:
    """Whether nobody is waited for any more; without any cut nothing is dealt."""
    cuts = {one.seat for one in table.opening.cuts} if table.opening else set()
    return bool(cuts) and cuts.issuperset(active(table))


def deal_when_ready(course: Course) -> None:
    """Deal once every active person has cut, or the window has closed, and the last result has stood."""
    table = course.table
    if table.phase is not Phase.CUTTING or not course.opening.cuts or course.now < may_deal_at(table):
        return
    closes_at = course.opening.closes_at
    if all_cut(table) or (closes_at is not None and course.now >= closes_at):
        _deal(course)


def _deal(course: Course) -> None:
    table, opening = course.table, course.opening
    closed = deal.closed(opening.commitment, opening.cuts)
    key = deal.key(opening.secret, closed)
    dealt = deal.deal(key, opening.context)
    seats = range(len(opening.identities))
    sources = tuple(deal.source_of(key, 0, seat) for seat in seats)
    fallbacks = tuple(_fallback(course, dealt, seat, source=sources[seat]) for seat in seats)
    plays = tuple(_first_play(course, fallbacks[seat], seat) for seat in seats)
    seals = tuple(_seal(closed, seat, play.rows, play.salt) for seat, play in enumerate(plays))
    dealer = deal.first_dealer(key, len(seats)) if table.dealer is None else table.dealer
    seconds = table.options.seconds
    deadline = course.now + seconds * SECOND if seconds else None
    thinking = (_thinking(sources[seat]) for seat in seats if plays[seat].by is By.COMPUTER)
    thought_at = course.now + max(thinking, default=0)
    course.add(e.Dealt(Deal(closed, dealt, dealer, course.now, deadline, seals, fallbacks, plays, thought_at)))


def _thinking(source: Iterator[int]) -> int:
    """How long a computer lets the others wait, one to three seconds: people shall be able to follow."""
    return SECOND + 10 * deal.draw(source, 201)


def _fallback(course: Course, dealt: deal.Dealt, seat: int, *, source: Iterator[int]) -> str:
    bonus = bonus_of(dealt.aside)
    level = sitting(course.table, seat).level or HARDEST
    hand = parse_shown(dealt.hands[seat])
    return show_rows(choose(course.rules, hand, bonus=bonus, level=level, source=source))


def bonus_of(aside: str) -> int | None:
    """The rank of the card that lies open, 2..14, or None in a game without one."""
    return rank(parse_shown(aside)[0]) if aside else None


def _first_play(course: Course, rows: str, seat: int) -> Play:
    taken = sitting(course.table, seat)
    if not course.opening.identities[seat]:
        by, done = By.COMPUTER, True
    elif taken.autopilot or taken.leaving:
        by, done = By.AUTOPILOT, True
    else:
        by, done = By.FALLBACK, False
    return Play(rows, course.salt("salt", seat), by, done)


def _seal(closed: str, seat: int, rows: str, salt: str) -> deal.Seal:
    return deal.Seal(0, seat, deal.seal(closed, deal.Opening(0, seat, rows, "", salt)))


def submit(course: Course, command: Submit) -> None:
    """Take a person's arrangement, with a new seal."""
    seat = own_seat(course)
    table = course.table
    if command.serial != table.serial or table.phase is not Phase.ARRANGING:
        raise Illegal("press/old", m=table.round)
    dealing = course.deal
    if dealing.deadline is not None and course.now >= dealing.deadline:
        raise Illegal("arrange/late")
    _check(course, command, dealing.dealt.hands[seat])
    rows, play = show_rows(command.arrangement), dealing.plays[seat]
    if play.by is By.PERSON and play.rows == rows:
        raise Illegal("arrange/same")
    salt = course.salt("salt", seat)
    seal = _seal(dealing.closed, seat, rows, salt)
    course.add(e.Submitted(seat, rows, salt, seal, course.now, hinted=command.hinted))


def _check(course: Course, command: Submit, hand: str) -> None:
    wrong = misfits(command.arrangement, parse_shown(hand), deck=deck(course.rules.deck))
    if wrong:
        raise Illegal(wrong[0].code, **wrong[0].facts)
    if not course.rules.fouls_allowed and faults(command.arrangement, table_strengths(course), course.rules):
        raise Illegal("arrange/foul-refused")


def table_strengths(course: Course) -> Strengths:
    """The strength table of the present deal."""
    return strengths(course.rules, bonus_of(course.deal.dealt.aside))


def autopilot(course: Course, command: Autopilot) -> None:
    """The computer plays for the presser from now on."""
    seat = own_seat(course)
    table = course.table
    if command.serial != table.serial or table.phase not in {Phase.CUTTING, Phase.ARRANGING}:
        raise Illegal("press/old", m=table.round)
    if not sitting(table, seat).autopilot:
        course.add(e.AutopilotBegan(seat, course.now))


def nudge(course: Course, command: Nudge) -> None:
    """Remind the others: from 20 s after the deal, 30 s apart, twice a round."""
    seat = own_seat(course)
    table = course.table
    if command.serial != table.serial or table.phase is not Phase.ARRANGING:
        raise Illegal("press/old", m=table.round)
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


def settle(course: Course) -> None:
    """Reveal, score and publish the record; people who missed twice running go on autopilot."""
    arrangements = [parse_rows(play.rows) for play in course.deal.plays]
    paid = payments(course.rules, arrangements, table_strengths(course))
    record = _record(course, "settled")
    reviews = tuple(_review(course, seat) for seat in range(len(arrangements)))
    course.add(e.Settled(_result(course, record, paid), json.dumps(record), reviews))
    for seat in humans(course.table):
        taken = sitting(course.table, seat)
        if taken.missed >= _MISSED and not taken.autopilot:
            course.add(e.AutopilotBegan(seat, course.now))


def _review(course: Course, seat: int) -> Review | None:
    """The coach's word on what a person arranged; nothing where the computer did."""
    dealing = course.deal
    play = dealing.plays[seat]
    if play.by is not By.PERSON:
        return None
    hand = parse_shown(dealing.dealt.hands[seat])
    return review(course.rules, hand, parse_rows(play.rows), bonus=bonus_of(dealing.dealt.aside))


def void(course: Course, reason: str, *, by: str = "") -> None:
    """Discard the opening and publish its record with what it would have given: fair-deal §7; `by` ended the table."""
    record = _record(course, f"void:{reason}")
    found = replace(_result(course, record, ()), ended_by=by)
    course.add(e.Voided(found, json.dumps(record)))


def _record(course: Course, outcome: str) -> dict[str, object]:
    opening, dealing = course.opening, course.table.deal
    plays = dealing.plays if dealing else ()
    opened = tuple(deal.Opening(0, seat, play.rows, "", play.salt) for seat, play in enumerate(plays))
    people = zip(opening.identities, opening.salts, strict=True)
    parts = deal.RecordParts(
        context=opening.context,
        cuts=opening.cuts,
        secret=opening.secret,
        deals=(dealing.dealt,) if dealing else (),
        seals=dealing.seals if dealing else (),
        openings=opened if outcome == "settled" else (),
        outcome=outcome,
        people=tuple(deal.Person(who, salt) for who, salt in people),
    )
    return deal.record(parts)


def _result(course: Course, record: dict[str, object], paid: tuple[Payment, ...]) -> Result:
    table, opening, dealing = course.table, course.opening, course.table.deal
    points = totals(paid, len(opening.identities))
    settled = record["outcome"] == "settled"
    shown = [play.rows for play in dealing.plays] if dealing and settled else [""] * len(points)
    seats = tuple(_result_seat(table, seat, rows=shown[seat], points=won) for seat, won in enumerate(points))
    return Result(
        table=table.id,
        serial=table.serial,
        match=table.match,
        round=table.round,
        rounds=table.options.rounds,
        rule_set=table.options.rule_set,
        reveal=table.options.reveal,
        cut_card=dealing.dealt.aside if dealing else "",
        dealer=dealing.dealer if dealing else 0,
        seats=seats,
        payments=paid,
        commitment=opening.commitment,
        closed=str(record["closed"]),
        sealed=str(record["sealed"]),
        cuts=opening.cuts,
        outcome=str(record["outcome"]),
        digest=str(record["digest"]),
        at=course.now,
        options=table.options,
    )


def _result_seat(table: Table, number: int, *, rows: str, points: int) -> ResultSeat:
    seat, dealing = sitting(table, number), table.deal
    assert table.opening is not None
    key = table.opening.identities[number] or f"computer:{number}"
    before = next((score.points for score in table.scores if score.key == key), 0)
    return ResultSeat(
        name=seat.name,
        person=seat.person,
        hand=dealing.dealt.hands[number] if dealing else "",
        rows=rows,
        by=dealing.plays[number].by if dealing else By.FALLBACK,
        points=points,
        match_points=before + points,
        hinted=dealing.plays[number].hinted if dealing else False,
    )
