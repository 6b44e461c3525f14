"""What a person may see of a table, built from it piece by piece and never by taking pieces away."""

from dataclasses import dataclass
from enum import StrEnum

from core.cards import Card
from core.ids import ChatId, PersonId, TableId
from core.table.model import By, Options, Phase


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
    """One seat for everybody; `cut` is the number that was cut, "" before; `points` of the match so far."""

    seat: int
    name: str
    person: PersonId | None
    mark: Mark
    host: bool
    level: str
    cut: str
    points: int
    reserved_by: str = ""


@dataclass(frozen=True)
class LobbyView:
    """A table that has not begun; `missing` seats stand empty, `votes` name who pressed 開始."""

    table: TableId
    chat: ChatId
    serial: int
    match: int
    options: Options
    seats: tuple[SeatView, ...]
    missing: int
    votes: tuple[str, ...]
    closes_at: int
    ended: str
    ended_by: str


@dataclass(frozen=True)
class BoardView:
    """The public board of the present opening, from the commitment to the last submit.

    `closes_at` ends the cutting, `deadline` the arranging (None: no limit or not begun), `idle_at` closes a table at
    rest. `cut_card` is "4c" in the game with a cut card, once dealt. `votes` of `needed` people want to end.
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
    evidence: dict[str, object]


@dataclass(frozen=True)
class StandingView:
    """A line of the match table, best first; equal points share the `place`."""

    place: int
    name: str
    human: bool
    points: int
    guns: int
    gunned: int
    home_runs: int
    autopilot_rounds: int


@dataclass(frozen=True)
class MatchView:
    """The match that is over; `again` and `waiting` name who has pressed 再來一場 and who has not."""

    table: TableId
    chat: ChatId
    serial: int
    match: int
    options: Options
    rounds_played: int
    standings: tuple[StandingView, ...]
    again: tuple[str, ...]
    waiting: tuple[str, ...]
    closes_at: int
    open: bool


@dataclass(frozen=True)
class HandView:
    """A person's own hand: their cards in dealt order, what counts for them now, and the bot's suggestion.

    `rows` is what they submitted ("" before), `suggestion` the arrangement that is played when time runs out,
    `bonus` the rank of the 彩金牌 (2..14) or None.
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
