"""An opening: commitment, cuts and stakes, then the deal, or the drawing of the seats; `../fair-deal.md` is its law."""

import json
import re
from collections.abc import Iterator
from typing import Final

from core import deal
from core.arrangement import show_rows
from core.arranger import HARDEST, Decision, decide
from core.arranger.declaring import specials_held
from core.cards import parse_shown
from core.errors import Illegal
from core.ids import public_table
from core.table import events as e
from core.table.commands import Cut, Stake
from core.table.course import (
    REVEAL_STEPS,
    SECOND,
    Course,
    active,
    bonus_of,
    own_seat,
    played_by_seat,
    round_of,
    rules_of,
    sitting,
)
from core.table.drawing import drawn_result, drawn_seats
from core.table.model import By, Deal, Opening, Phase, Play, Table
from core.table.options import rules_field, stakes_of

DRAWING: Final = 0
"""The round in which a match finds out who sits where (抓位)."""
_DRAWN_CARDS: Final = 1
_FULL_WIDTH: Final = {ord("０") + digit: str(digit) for digit in range(10)}
_NUMBER: Final = re.compile("[0-9]{1,32}")
_EVENT: Final = re.compile("(web:[0-9a-f]{32})?")
_NO_CUT: Final = "0"


def open_first(course: Course) -> None:
    """Commit to what a match begins with: the first deal, or the drawing of the seats."""
    open_deal(course, DRAWING if course.rules.first_dealer == "drawn" else DRAWING + 1)


def open_deal(course: Course, number: int) -> None:
    """Commit to the next deal of round `number`: fair-deal §2."""
    table, rules = course.table, course.rules
    seats = [sitting(table, seat) for seat in range(len(table.seats))]
    identities = tuple(seat.person or "" for seat in seats)
    salts = tuple(course.salt("who", seat) if who else "" for seat, who in enumerate(identities))
    drawing = number == DRAWING
    context = deal.Context(
        host=table.installation,
        table=public_table(table.id),
        serial=table.serial + 1,
        round=str(number),
        rules=f"{rules.id}/seats" if drawing else rules_field(table.options),
        deck=rules.deck,
        aside=rules.aside,
        hand=_DRAWN_CARDS if drawing else rules.hand,
        deals=1,
        opened=deal.utc(course.now),
        prev=table.previous,
        seats=tuple(who and deal.who(who, salt) for who, salt in zip(identities, salts, strict=True)),
    )
    secret = course.secret()
    stakes = (0,) * len(seats) if rules.has_banker else ()
    commitment = deal.commitment(secret, context)
    opening = Opening(context, secret, commitment, salts, identities, course.now, stakes=stakes)
    course.add(e.DealOpened(number, opening, dealer=_dealer_now(course)))


def _dealer_now(course: Course) -> int | None:
    """Who deals, where that is not known yet, or where a newcomer now sits behind whoever has dealt last."""
    rules, table, newcomer = course.rules, course.table, len(course.before.seats)
    if table.dealer is None:
        return 0 if rules.first_dealer == "first_seat" else None
    round_once = rules.next_dealer == "next" and table.dealer == 0 and table.settled_at is not None
    return newcomer if round_once and newcomer < len(table.seats) else None


def cut(course: Course, command: Cut) -> None:
    """Count a person's first cut: fair-deal §3."""
    seat = _cutter(course, command)
    if course.table.phase is Phase.ARRANGING:
        raise Illegal("cut/late")
    made = next((one for one in course.opening.cuts if one.seat == seat), None)
    if made is not None:
        raise Illegal("cut/done", cut=made.number)
    number = command.number.strip().translate(_FULL_WIDTH)
    if not _NUMBER.fullmatch(number) or not _EVENT.fullmatch(command.event):
        raise Illegal("cut/number")
    if number != _NO_CUT and not may_cut(course.table, seat):
        raise Illegal("cut/dealer")
    _count(course, deal.Cut(seat, command.event, number))


def stake(course: Course, command: Stake) -> None:
    """What a seat plays for, until the deal; the first time it counts as the cut too."""
    seat, limits = _cutter(course, command), stakes_of(course.table.options)
    if limits is None or not _EVENT.fullmatch(command.event):
        raise Illegal("press/forged")
    if seat == course.table.dealer:
        raise Illegal("stake/banker")
    if course.table.phase is Phase.ARRANGING:
        raise Illegal("stake/late", n=course.deal.stakes[seat])
    if not limits.least <= command.stake <= limits.most:
        raise Illegal("stake/range", min=limits.least, max=limits.most)
    if course.opening.stakes[seat] != command.stake:
        course.add(e.Staked(seat, command.stake, course.now))
    if all(one.seat != seat for one in course.opening.cuts):
        _count(course, deal.Cut(seat, command.event, str(command.stake)))


def _cutter(course: Course, command: Cut | Stake) -> int:
    """The presser's seat, if the press belongs to the present opening."""
    seat, table = own_seat(course), course.table
    if command.serial != table.serial:
        raise Illegal("press/old", m=round_of(table))
    if table.opening is None:
        raise Illegal("cut/none")
    return seat


def _count(course: Course, made: deal.Cut) -> None:
    table = course.table
    closes_at = course.opening.closes_at or max(course.now + table.options.cut_seconds * SECOND, may_deal_at(table))
    course.add(e.CutMade(made, closes_at, course.now))


def may_cut(table: Table, seat: int) -> bool:
    """Whether this seat's cut may be any number; the dealer of some games only says that the cards shall come."""
    return seat != table.dealer or table.round == DRAWING or rules_of(table).dealer_cuts


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
        if table.round == DRAWING:
            _draw_seats(course)
        else:
            _deal(course)


def _draw_seats(course: Course) -> None:
    """Turn up the cards by which the seats are changed, and open the first deal."""
    opening = course.opening
    closed = deal.closed(opening.commitment, opening.cuts)
    dealt = deal.deal(deal.key(opening.secret, closed), opening.context)
    drawn = drawn_seats(dealt)
    record = deal.record(parts_of(opening, outcome="settled", dealt=dealt))
    course.add(e.SeatsDrawn(drawn_result(course, drawn, record=record), json.dumps(record), drawn.order))
    open_deal(course, DRAWING + 1)


def _deal(course: Course) -> None:
    table, opening = course.table, course.opening
    closed = deal.closed(opening.commitment, opening.cuts)
    key = deal.key(opening.secret, closed)
    dealt = deal.deal(key, opening.context)
    seats = range(len(opening.identities))
    sources = tuple(deal.source_of(key, 0, seat) for seat in seats)
    dealer = deal.first_dealer(key, len(seats)) if table.dealer is None else table.dealer
    chosen = [_fallback(course, dealt, seat, source=sources[seat], dealer=dealer) for seat in seats]
    plays = tuple(_first_play(course, fallback, seat) for seat, fallback in enumerate(chosen))
    thinking = (_thinking(sources[seat]) for seat in seats if plays[seat].by is By.COMPUTER)
    found = Deal(
        closed=closed,
        dealt=dealt,
        dealer=dealer,
        dealt_at=course.now,
        deadline=course.now + table.options.seconds * SECOND if table.options.seconds else None,
        seals=tuple(seal_of(closed, seat, play) for seat, play in enumerate(plays)),
        fallbacks=tuple(play.rows for play in plays),
        plays=plays,
        thought_at=course.now + max(thinking, default=0),
        declares=tuple(play.declare for play in plays) if course.rules.declares else (),
        stakes=_stakes(course, dealer=dealer),
    )
    course.add(e.Dealt(found))


def _stakes(course: Course, *, dealer: int) -> tuple[int, ...]:
    """What each seat plays for: the least where nobody has said more; nothing for the banker."""
    stakes = course.rules.stakes
    if stakes is None:
        return ()
    return tuple(0 if seat == dealer else one or stakes.least for seat, one in enumerate(course.opening.stakes))


def _thinking(source: Iterator[int]) -> int:
    """How long a computer lets the others wait, one to three seconds: people shall be able to follow."""
    return SECOND + 10 * deal.draw(source, 201)


def _fallback(course: Course, dealt: deal.Dealt, seat: int, *, source: Iterator[int], dealer: int) -> Decision:
    """What is played for the seat; people whose time is up declare the highest special they hold."""
    taken, hand = sitting(course.table, seat), parse_shown(dealt.hands[seat])
    rules = played_by_seat(course.table, seat, dealer=dealer)
    found = decide(rules, hand, bonus=bonus_of(dealt.aside), level=taken.level or HARDEST, source=source)
    if not rules.declares or not course.opening.identities[seat]:
        return found
    return found._replace(declare=next(iter(specials_held(rules, hand)), None))


def _first_play(course: Course, fallback: Decision, seat: int) -> Play:
    taken = sitting(course.table, seat)
    if not course.opening.identities[seat]:
        by, done = By.COMPUTER, True
    elif taken.autopilot or taken.leaving:
        by, done = By.AUTOPILOT, True
    else:
        by, done = By.FALLBACK, False
    rows, salt = show_rows(fallback.arrangement), course.salt("salt", seat)
    return Play(rows, salt, by, done, declare=fallback.declare or "")


def seal_of(closed: str, seat: int, play: Play) -> deal.Seal:
    """The seal of what a seat plays."""
    return deal.Seal(0, seat, deal.seal(closed, deal.Opening(0, seat, play.rows, play.declare, play.salt)))


def parts_of(opening: Opening, *, outcome: str, dealt: deal.Dealt | None) -> deal.RecordParts:
    """What every record of an opening holds, sealed or not."""
    people = zip(opening.identities, opening.salts, strict=True)
    return deal.RecordParts(
        context=opening.context,
        cuts=opening.cuts,
        secret=opening.secret,
        deals=(dealt,) if dealt else (),
        seals=(),
        openings=(),
        outcome=outcome,
        people=tuple(deal.Person(who, salt) for who, salt in people),
    )
