"""What has happened at a table, one frozen dataclass an event, in the past tense; the log and `evolve` know nothing else."""

from dataclasses import dataclass

from core import deal
from core.arranger.coach import Review
from core.ids import ChatId, PersonId, TableId
from core.table.model import Deal, Opening, Options
from core.table.result import Result


@dataclass(frozen=True)
class Opened:
    """A lobby was opened; the opener does not sit yet (a `Joined` follows)."""

    table: TableId
    chat: ChatId
    installation: str
    options: Options
    places: int
    at: int


@dataclass(frozen=True)
class Joined:
    """A person sat down on a free or computer seat."""

    seat: int
    person: PersonId
    name: str
    at: int


@dataclass(frozen=True)
class Reserved:
    """A person will sit on this computer seat with the next opening."""

    seat: int
    person: PersonId
    name: str
    at: int


@dataclass(frozen=True)
class Unreserved:
    """The person for whom a computer's seat was reserved does not come."""

    seat: int
    at: int


@dataclass(frozen=True)
class Queued:
    """A person waits for a seat (下一位)."""

    person: PersonId
    name: str
    at: int


@dataclass(frozen=True)
class Unqueued:
    """A person waits no more."""

    person: PersonId
    at: int


@dataclass(frozen=True)
class Left:
    """A seat became free, in the lobby."""

    seat: int
    at: int


@dataclass(frozen=True)
class Departed:
    """A person left in a match: autopilot for the round under way, then a computer."""

    seat: int
    at: int


@dataclass(frozen=True)
class ComputerJoined:
    """A computer took a free seat, or the seat of one who left (kept for `former`)."""

    seat: int
    level: str
    at: int
    former: PersonId | None = None
    former_name: str = ""
    number: int = 0


@dataclass(frozen=True)
class HostMoved:
    """Somebody else is host now."""

    person: PersonId | None


@dataclass(frozen=True)
class Configured:
    """The options changed."""

    options: Options
    at: int


@dataclass(frozen=True)
class StartVoted:
    """One of the two presses of 開始 that are not the host's."""

    person: PersonId
    at: int


@dataclass(frozen=True)
class MatchStarted:
    """Roster and options are final; the match table is empty."""

    match: int
    at: int


@dataclass(frozen=True)
class DealOpened:
    """An opening was made: the commitment is public, the secret in `opening` is not.

    `dealer` where it is known before the deal; None leaves it as it is.
    """

    round: int
    opening: Opening
    dealer: int | None = None


@dataclass(frozen=True)
class CutMade:
    """A seat's cut; the first one sets `closes_at`."""

    cut: deal.Cut
    closes_at: int
    at: int


@dataclass(frozen=True)
class Staked:
    """What a seat plays for from now on."""

    seat: int
    stake: int
    at: int


@dataclass(frozen=True)
class Dealt:
    """Closed and dealt in one: cards, fallbacks and their seals."""

    deal: Deal


@dataclass(frozen=True)
class Submitted:
    """A seat's new arrangement, or the special declared instead of it, with its seal."""

    seat: int
    rows: str
    salt: str
    seal: deal.Seal
    at: int
    hinted: bool = False
    declare: str = ""


@dataclass(frozen=True)
class AutopilotBegan:
    """The computer plays for the seat; in a deal its fallback counts as submitted."""

    seat: int
    at: int


@dataclass(frozen=True)
class AutopilotEnded:
    """The person is back."""

    seat: int
    at: int


@dataclass(frozen=True)
class Nudged:
    """Somebody asked the others to hurry."""

    seat: int
    at: int


@dataclass(frozen=True)
class Reminded:
    """The deadline is near: those who are waited for are called once."""

    at: int


@dataclass(frozen=True)
class Settled:
    """The round is over: public result and complete record; `reviews` by seat, None where no person arranged.

    `next_dealer` None: the next seat.
    """

    result: Result
    record: str
    reviews: tuple[Review | None, ...] = ()
    next_dealer: int | None = None


@dataclass(frozen=True)
class SeatsDrawn:
    """The seats were drawn (抓位): `order` names the former seat that now sits at 0, 1, 2 …; result and record of it."""

    result: Result
    record: str
    order: tuple[int, ...]


@dataclass(frozen=True)
class Out:
    """The points of a seat are gone (分數用完): the match goes on without it."""

    seat: int
    at: int


@dataclass(frozen=True)
class Voided:
    """The opening was discarded, its record published; `result` as everybody may see it."""

    result: Result
    record: str


@dataclass(frozen=True)
class ChatMoved:
    """The chat has another id now; people and cards stay as they are."""

    chat: ChatId
    at: int


@dataclass(frozen=True)
class MatchFinished:
    """The last round was settled."""

    at: int


@dataclass(frozen=True)
class EndVoted:
    """A seated person wants to end early."""

    person: PersonId
    at: int


@dataclass(frozen=True)
class AgainVoted:
    """A seated person wants one more match."""

    person: PersonId
    at: int


@dataclass(frozen=True)
class LobbyReopened:
    """Back in the lobby with the same people, in so many places."""

    at: int
    places: int = 4


@dataclass(frozen=True)
class Ended:
    """The table is closed; `reason` is host, vote, expired, idle, empty, chat or finished."""

    reason: str
    by: str
    at: int


Event = (
    Opened
    | Joined
    | Reserved
    | Unreserved
    | Queued
    | Unqueued
    | Left
    | Departed
    | ComputerJoined
    | HostMoved
    | Configured
    | StartVoted
    | MatchStarted
    | DealOpened
    | CutMade
    | Staked
    | Dealt
    | Submitted
    | AutopilotBegan
    | AutopilotEnded
    | Nudged
    | Reminded
    | Settled
    | SeatsDrawn
    | Out
    | Voided
    | ChatMoved
    | MatchFinished
    | EndVoted
    | AgainVoted
    | LobbyReopened
    | Ended
)
