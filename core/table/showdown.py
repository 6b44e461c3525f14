"""The end of an opening: reveal, score and publish, or discard it."""

import json
from dataclasses import replace
from typing import Final

from core import deal
from core.arrangement import faults, parse_rows
from core.arranger.coach import Review, review
from core.cards import parse_shown
from core.scoring import Payment, Terms, payments, totals
from core.strength import Strengths, strengths
from core.table import events as e
from core.table.closing import closed_result
from core.table.course import Course, bonus_of, has_nothing_left, humans, named_seat, played_by_seat, rules_of, sitting
from core.table.model import By, Deal, Play, Table, seat_key
from core.table.opening import parts_of
from core.table.options import house_values
from core.table.result import Result, ResultSeat

_MISSED: Final = 2


def table_strengths(course: Course) -> Strengths:
    """The strength table of the present deal."""
    return strengths(course.rules, bonus_of(course.deal.dealt.aside))


def settle(course: Course) -> None:
    """Reveal, score and publish the record; people who missed twice running go on autopilot, whoever has no points is out."""
    arrangements = [parse_rows(play.rows) for play in course.deal.plays]
    paid = payments(course.rules, arrangements, table_strengths(course), terms=_terms(course.table, course.deal))
    record = _record(course, "settled")
    reviews = tuple(_review(course, seat) for seat in range(len(arrangements)))
    result = _result(course, record, paid)
    dealer = _next_dealer(course, result)
    course.add(e.Settled(result, json.dumps(record), reviews, next_dealer=dealer))
    for seat in humans(course.table):
        taken = sitting(course.table, seat)
        if taken.missed >= _MISSED and not taken.autopilot:
            course.add(e.AutopilotBegan(seat, course.now))
    for seat, one in reversed([*enumerate(result.seats)]):
        if one.out:
            _out(course, seat)


def _out(course: Course, seat: int) -> None:
    """Take a seat off the table; whoever was to have it waits for another one."""
    taken = sitting(course.table, seat)
    if taken.heir is not None:
        course.add(e.Queued(taken.heir, taken.heir_name, course.now))
    course.add(e.Out(seat, course.now))


def _terms(table: Table, dealing: Deal) -> Terms:
    """What besides the rows decides the round."""
    rules = rules_of(table)
    return Terms(
        declared=tuple(play.declare or None for play in dealing.plays) if rules.declares else (),
        banker=dealing.dealer if rules.has_banker else 0,
        stakes=dealing.stakes,
        options=house_values(table.options),
    )


def _next_dealer(course: Course, result: Result) -> int:
    """The next seat, or where the winner deals whoever won most, of equal ones the first from the present dealer on."""
    count = len(result.seats)
    if course.rules.next_dealer == "next":
        return (result.dealer + 1) % count
    return max(range(count), key=lambda seat: (result.seats[seat].points, -((seat - result.dealer) % count)))


def _review(course: Course, seat: int) -> Review | None:
    """The coach's word on what a person arranged; nothing where the computer did, or where the rows did not count."""
    dealing = course.deal
    play = dealing.plays[seat]
    if play.by is not By.PERSON or play.declare:
        return None
    rules, hand = played_by_seat(course.table, seat, dealer=dealing.dealer), parse_shown(dealing.dealt.hands[seat])
    return review(rules, hand, parse_rows(play.rows), bonus=bonus_of(dealing.dealt.aside))


def void(course: Course, reason: str, *, by: str = "") -> None:
    """Discard the opening and publish its record with what it would have given: fair-deal §7; `by` ended the table."""
    record = _record(course, f"void:{reason}")
    found = replace(_result(course, record, ()), ended_by=by)
    course.add(e.Voided(found, json.dumps(record)))


def _record(course: Course, outcome: str) -> dict[str, object]:
    dealing = course.table.deal
    parts = parts_of(course.opening, outcome=outcome, dealt=dealing.dealt if dealing else None)
    if dealing is None:
        return deal.record(parts)
    opened = tuple(deal.Opening(0, seat, play.rows, play.declare, play.salt) for seat, play in enumerate(dealing.plays))
    shown = opened if outcome == "settled" else ()
    return deal.record(replace(parts, seals=dealing.seals, openings=shown))


def _result(course: Course, record: dict[str, object], paid: tuple[Payment, ...]) -> Result:
    dealing, settled = course.table.deal, record["outcome"] == "settled"
    points = totals(paid, len(course.opening.identities))
    seats = tuple(_result_seat(course, seat, points=won, settled=settled) for seat, won in enumerate(points))
    found = replace(closed_result(course, record, seats=seats), payments=paid)
    if dealing is None:
        return found
    return replace(found, cut_card=dealing.dealt.aside, dealer=dealing.dealer, stakes=dealing.stakes)


def _result_seat(course: Course, number: int, *, points: int, settled: bool) -> ResultSeat:
    table, dealing = course.table, course.table.deal
    name, person, own = named_seat(table, number)
    match_points = _points_before(course, number) + points
    if dealing is None:
        return ResultSeat(name, person, "", "", By.FALLBACK, points, match_points, number=own)
    play = dealing.plays[number]
    return ResultSeat(
        name=name,
        person=person,
        hand=dealing.dealt.hands[number],
        rows=play.rows if settled else "",
        by=play.by,
        points=points,
        match_points=match_points,
        hinted=play.hinted,
        number=own,
        declared=play.declare if settled else "",
        foul=settled and _is_foul(course, play),
        out=settled and has_nothing_left(table, match_points),
    )


def _points_before(course: Course, number: int) -> int:
    """The match points of whoever held the seat when the deal was opened."""
    key = course.opening.identities[number] or seat_key(replace(sitting(course.table, number), person=None), number)
    return next((score.points for score in course.table.scores if score.key == key), 0)


def _is_foul(course: Course, play: Play) -> bool:
    return bool(not play.declare and faults(parse_rows(play.rows), table_strengths(course), course.rules))
