"""What a person may see of a table, built from it piece by piece and never by taking pieces away."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from core.arranger.declaring import specials_held
from core.cards import Card, parse_shown
from core.deal import VERSION, sealed
from core.ids import ChatId, PersonId, TableId
from core.table.course import bonus_of, computer_number, humans, rounds_of, rules_of, sitting
from core.table.match import idle_at, needed_votes
from core.table.model import By, Deal, Opening, Options, Phase, Play, Table, seat_key

_NOTHING: Final = "off"


class Mark(StrEnum):
    """What the public sees of a seat's state: never what somebody submitted."""

    EMPTY = "empty"
    NONE = "none"
    WAITING = "waiting"
    DONE = "done"
    AUTOPILOT = "autopilot"
    COMPUTER = "computer"


@dataclass(frozen=True)
class SeatView:
    """One seat for everybody; `cut` is the number that was cut, "" before; `points` of the match so far.

    `number` is a computer's own, from 1; `stake` what the seat plays for, 0 where nobody has said.
    """

    seat: int
    name: str
    person: PersonId | None
    mark: Mark
    host: bool
    level: str
    cut: str
    points: int
    reserved_by: str = ""
    number: int = 0
    stake: int = 0


@dataclass(frozen=True)
class LobbyView:
    """A table that has not begun; `missing` seats stand empty, `votes` name who pressed 開始, `queue` who waits.

    `open` turns False with the start or the end (`ended`: the reason): the buttons go.
    """

    table: TableId
    chat: ChatId
    serial: int
    match: int
    options: Options
    seats: tuple[SeatView, ...]
    missing: int
    votes: tuple[str, ...]
    closes_at: int
    open: bool
    ended: str
    ended_by: str
    moved: bool
    queue: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoardView:
    """The public board of the present opening, from the commitment to the last submit.

    `closes_at` ends the cutting, `deadline` the arranging (None: no limit or not begun), `idle_at` closes a table at
    rest. `cut_card` is "4c" in the game with a cut card, once dealt. `votes` of `needed` people want to end.
    `calls` counts how often those who are waited for were called, `nudged`: whether they were, `nudger`: the seat
    that did it last. `moved`: the chat has got another id while this was played. `dealer` is the banker where there is
    one. `queue` names those who wait for a seat.
    """

    table: TableId
    chat: ChatId
    serial: int
    match: int
    round: int
    phase: Phase
    options: Options
    commitment: str
    opened_at: int
    seats: tuple[SeatView, ...]
    closes_at: int | None
    deadline: int | None
    idle_at: int
    cut_card: str
    dealer: int | None
    dealt_at: int | None
    resting: bool
    votes: int
    needed: int
    nudged: bool
    nudger: int | None
    calls: int
    moved: bool
    evidence: dict[str, object]
    queue: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandView:
    """A person's own hand: their cards in dealt order, what counts for them now, and the bot's suggestion.

    `rows` is what they submitted ("" before, and where the autopilot did at a table that suggests nothing), `suggestion`
    the arrangement that is played when time runs out, `bonus` the rank of the 彩金牌 (2..14) or None. `players` are
    at the table; where one of them is the banker, that is `banker`, `banks` says whether this seat is it, and `stake` what
    it plays for. `specials` of the whole hand, the highest first; `declared` the one that
    counts now instead of the rows, `declares` the one that counts when time runs out.
    """

    table: TableId
    chat: ChatId
    serial: int
    round: int
    options: Options
    seat: int
    cards: tuple[Card, ...]
    bonus: int | None
    suggestion: str
    rows: str
    by: By
    submitted: bool
    autopilot: bool
    deadline: int | None
    dealt_at: int
    waiting: tuple[str, ...]
    nudged_at: int | None
    hinted: bool
    players: int = 4
    banks: bool = False
    banker: SeatView | None = None
    stake: int = 0
    specials: tuple[str, ...] = ()
    declared: str = ""
    declares: str = ""


def shown_options(table: Table) -> Options:
    """The options with the number of rounds that a match under way has."""
    return table.options if table.phase is Phase.LOBBY else replace(table.options, rounds=rounds_of(table))


def lobby_view(table: Table) -> LobbyView:
    """The table before it begins."""
    return LobbyView(
        table=table.id,
        chat=table.chat,
        serial=table.serial,
        match=table.match,
        options=shown_options(table),
        seats=_seats(table),
        missing=sum(seat is None for seat in table.seats),
        votes=names(table, table.start_votes),
        closes_at=idle_at(table),
        open=table.phase is Phase.LOBBY,
        ended=table.ended,
        ended_by=table.ended_by,
        moved=table.moved,
        queue=waiting(table),
    )


def board_view(table: Table) -> BoardView:
    """The present opening, from the commitment to the last submit; only while there is one."""
    opening, dealing = table.opening, table.deal
    assert opening is not None
    return BoardView(
        table=table.id,
        chat=table.chat,
        serial=table.serial,
        match=table.match,
        round=table.round,
        phase=table.phase,
        options=shown_options(table),
        commitment=opening.commitment,
        opened_at=opening.opened_at,
        seats=_seats(table),
        closes_at=opening.closes_at if dealing is None else None,
        deadline=dealing.deadline if dealing else None,
        idle_at=idle_at(table),
        cut_card=dealing.dealt.aside if dealing else "",
        dealer=dealing.dealer if dealing else table.dealer,
        dealt_at=dealing.dealt_at if dealing else None,
        resting=dealing is None and all(sitting(table, seat).autopilot for seat in humans(table)),
        votes=len(table.end_votes),
        needed=needed_votes(table),
        nudged=calls(dealing) > 0,
        nudger=dealing.nudger if dealing else None,
        calls=calls(dealing),
        moved=table.moved,
        evidence=public_evidence(opening, dealing),
        queue=waiting(table),
    )


def calls(dealing: Deal | None) -> int:
    """How often those who are waited for were called, by somebody or by the clock."""
    return 0 if dealing is None else len(dealing.nudged_at) + (dealing.reminded_at is not None)


def public_evidence(opening: Opening, dealing: Deal | None) -> dict[str, object]:
    """The part of the record that is public before the showdown: never the secret, a salt, a card or a row."""
    shown: dict[str, object] = {
        "v": VERSION,
        "context": {**vars(opening.context), "seats": list(opening.context.seats)},
        "commitment": opening.commitment,
        "cuts": [dict(vars(cut)) for cut in opening.cuts],
    }
    if dealing is not None:
        shown["closed"] = dealing.closed
        shown["seals"] = [dict(vars(seal)) for seal in dealing.seals]
        shown["sealed"] = sealed(dealing.closed, dealing.seals)
    return shown


def hand_view(table: Table, seat: int) -> HandView | None:
    """A person's own cards in the present deal, None when there are none."""
    opening, dealing = table.opening, table.deal
    if opening is None or dealing is None or not opening.identities[seat]:
        return None
    play, own = dealing.plays[seat], sitting(table, seat)
    waiting = [sitting(table, n).name for n, other in enumerate(dealing.plays) if n != seat and not other.done]
    return HandView(
        table=table.id,
        chat=table.chat,
        serial=table.serial,
        round=table.round,
        options=shown_options(table),
        seat=seat,
        cards=parse_shown(dealing.dealt.hands[seat]),
        bonus=bonus_of(dealing.dealt.aside),
        suggestion=dealing.fallbacks[seat],
        rows=_own_rows(play, table.options),
        by=play.by,
        submitted=play.done,
        autopilot=own.autopilot,
        deadline=dealing.deadline,
        dealt_at=dealing.dealt_at,
        waiting=tuple(waiting),
        nudged_at=dealing.nudged_at[-1] if dealing.nudged_at else None,
        hinted=play.hinted,
        **_beside_rows(table, dealing, seat),
    )


def _beside_rows(table: Table, dealing: Deal, seat: int) -> dict[str, Any]:
    """What besides the rows counts for a seat."""
    rules, play = rules_of(table), dealing.plays[seat]
    banker = dealing.dealer if rules.has_banker else None
    return {
        "players": len(dealing.plays),
        "banks": seat == banker,
        "banker": None if banker is None else _seat_view(table, banker),
        "stake": dealing.stakes[seat] if dealing.stakes else 0,
        "specials": specials_held(rules, parse_shown(dealing.dealt.hands[seat])),
        "declared": play.declare if play.done else "",
        "declares": dealing.declares[seat] if dealing.declares else "",
    }


def _own_rows(play: Play, options: Options) -> str:
    """What was played for the person so far; the autopilot's rows are a suggestion, and stay hidden like one."""
    return play.rows if play.done and (play.by is By.PERSON or options.hints != _NOTHING) else ""


def _seats(table: Table) -> tuple[SeatView, ...]:
    return tuple(_seat_view(table, number) for number in range(len(table.seats)))


def _seat_view(table: Table, number: int) -> SeatView:
    seat = table.seats[number]
    key = f"computer:{number}" if seat is None else seat_key(seat, number)
    cuts = table.opening.cuts if table.opening else ()
    return SeatView(
        seat=number,
        name=seat.name if seat else "",
        person=seat.person if seat else None,
        mark=_mark(table, number),
        host=seat is not None and seat.person is not None and seat.person == table.host,
        level=seat.level if seat else "",
        cut=next((cut.number for cut in cuts if cut.seat == number), ""),
        points=next((score.points for score in table.scores if score.key == key), 0),
        reserved_by=seat.heir_name if seat else "",
        number=computer_number(table, number) if seat and not seat.person else 0,
        stake=_stake(table, number),
    )


def _stake(table: Table, number: int) -> int:
    """What a seat plays for as far as it has been said."""
    stakes = table.deal.stakes if table.deal else table.opening.stakes if table.opening else ()
    return stakes[number] if stakes else 0


def waiting(table: Table) -> tuple[str, ...]:
    """Who waits for a seat, the first first."""
    return tuple(waiter.name for waiter in table.queue)


def _mark(table: Table, number: int) -> Mark:
    seat = table.seats[number]
    if seat is None:
        return Mark.EMPTY
    if seat.person is None:
        return Mark.COMPUTER
    if table.deal is not None and table.deal.plays[number].done and not seat.autopilot:
        return Mark.DONE
    if seat.autopilot:
        return Mark.AUTOPILOT
    waiting = table.deal is not None or (table.opening is not None and not _has_cut(table.opening, number))
    return Mark.WAITING if waiting else Mark.NONE


def _has_cut(opening: Opening, seat: int) -> bool:
    return any(cut.seat == seat for cut in opening.cuts)


def names(table: Table, people: frozenset[object]) -> tuple[str, ...]:
    """What these seated people are called."""
    return tuple(seat.name for seat in table.seats if seat is not None and seat.person and seat.person in people)
