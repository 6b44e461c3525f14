"""What people and the clock can ask of a table, one frozen dataclass a command, imperative.

A button's command carries the `serial` of the opening that its screen showed: a press of an earlier one changes nothing.
"""

from dataclasses import dataclass

from core.arrangement import Arrangement
from core.ids import ChatId, PersonId
from core.table.model import Options


@dataclass(frozen=True)
class Actor:
    """Who asks; `admin` as the platform says at this moment. The clock and the bot itself are `CLOCK`."""

    person: PersonId
    name: str
    admin: bool = False


CLOCK = Actor(PersonId("clock:"), "", admin=True)


@dataclass(frozen=True)
class Join:
    """Sit down, or take back a kept seat."""


@dataclass(frozen=True)
class Leave:
    """Give up the seat; in a match a computer plays on."""


@dataclass(frozen=True)
class AddComputer:
    """Fill the next free seat; on a full table the last computer leaves instead. Host or admin."""


@dataclass(frozen=True)
class Kick:
    """Remove the person or computer of a seat, between rounds. Host or admin."""

    seat: int


@dataclass(frozen=True)
class Configure:
    """New options, before the start or after the match. Host or admin."""

    options: Options


@dataclass(frozen=True)
class Start:
    """Begin the match, free seats filled with computers when `fill`; host, admin, or two of four seated persons."""

    fill: bool = False


@dataclass(frozen=True)
class Cut:
    """The person's cut: 1–32 digits, and `event` which only the browser makes."""

    serial: int
    number: str
    event: str = ""


@dataclass(frozen=True)
class Submit:
    """The arrangement that shall count, until changed or the deadline; `hinted`: made with a suggestion.

    `knowingly`: the person has read what a foul costs and sends it all the same.
    """

    serial: int
    arrangement: Arrangement
    hinted: bool = False
    knowingly: bool = False


@dataclass(frozen=True)
class Declare:
    """This special of the hand shall count instead of rows, until changed or the deadline."""

    serial: int
    code: str


@dataclass(frozen=True)
class Stake:
    """What the presser plays for; the first of these is also their cut."""

    serial: int
    stake: int
    event: str = ""


@dataclass(frozen=True)
class Autopilot:
    """Let the computer play from now on; any other press takes the seat back."""

    serial: int


@dataclass(frozen=True)
class Return:
    """Any press that changes nothing else: takes a seat back from autopilot."""


@dataclass(frozen=True)
class Nudge:
    """Remind those who have not submitted."""

    serial: int


@dataclass(frozen=True)
class VoteEnd:
    """Agree to end early; ends when more than half of the seated humans have."""


@dataclass(frozen=True)
class End:
    """End the table now (the second of two presses). Host or admin."""


@dataclass(frozen=True)
class Again:
    """One more match with the same seats and options, after the end of one."""


@dataclass(frozen=True)
class Resettle:
    """Back to the lobby with the same people, after the end of a match. Host or admin."""


@dataclass(frozen=True)
class GiveWay:
    """A new table is wanted in this chat: one whose match is over ends for it. Seated people and admins."""


@dataclass(frozen=True)
class Gone:
    """The person was kicked, banned or has left the chat: like leaving. Sent by the platform."""

    person: PersonId


@dataclass(frozen=True)
class ChatGone:
    """The chat was deleted or the bot removed: the table ends without points for the round under way."""


@dataclass(frozen=True)
class MoveChat:
    """The platform gave the chat another id, as Telegram does when a group becomes a supergroup: the table goes along."""

    chat: ChatId


@dataclass(frozen=True)
class Restored:
    """The database comes from a backup: every open deal is void."""


@dataclass(frozen=True)
class Tick:
    """The clock has reached the table's due time; harmless when late, early or doubled."""


Command = (
    Join
    | Leave
    | AddComputer
    | Kick
    | Configure
    | Start
    | Cut
    | Submit
    | Declare
    | Stake
    | Autopilot
    | Return
    | Nudge
    | VoteEnd
    | End
    | Again
    | Resettle
    | GiveWay
    | Gone
    | ChatGone
    | MoveChat
    | Restored
    | Tick
)
