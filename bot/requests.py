"""What a typed line asks for, one frozen dataclass a request."""

from dataclasses import dataclass

from core.arrangement import Arrangement
from core.table.model import Options
from core.table.typed import TypedRows


@dataclass(frozen=True)
class Open:
    """Open a table with these options and so many computers."""

    options: Options
    computers: int = 0


@dataclass(frozen=True)
class Sit:
    """Take a seat at the table."""


@dataclass(frozen=True)
class GetUp:
    """Leave the table."""


@dataclass(frozen=True)
class Begin:
    """Begin the match, with computers in the empty seats or without."""

    fill: bool = True


@dataclass(frozen=True)
class Stop:
    """End the table, or vote for it."""


@dataclass(frozen=True)
class ShowHand:
    """Show the person's own hand."""


@dataclass(frozen=True)
class Arrange:
    """Submit a typed arrangement; what is wrong with it is told when the hand is known."""

    rows: TypedRows

    @property
    def arrangement(self) -> Arrangement:
        """The cards that could be read."""
        return self.rows.arrangement


@dataclass(frozen=True)
class DeclareSpecial:
    """Let a special of the hand count instead of rows; `code` of `core.specials`."""

    code: str


@dataclass(frozen=True)
class StakeOn:
    """Play this round for so much."""

    stake: int


@dataclass(frozen=True)
class CutWith:
    """Cut with a number of one's own."""

    number: str


@dataclass(frozen=True)
class Score:
    """Show the result of an opening by its serial, or the last one."""

    serial: int | None = None


@dataclass(frozen=True)
class Rank:
    """Show the season of a rule set ("": the one that is played here)."""

    rule_set: str = ""


@dataclass(frozen=True)
class Me:
    """Show one's own figures."""


@dataclass(frozen=True)
class Rules:
    """Show a rule set ("": the one that is played here)."""

    rule_set: str = ""


@dataclass(frozen=True)
class Help:
    """Show how to play and what can be typed."""


@dataclass(frozen=True)
class Verify:
    """Check a deal by its serial, or the last one; `daily`: of the daily challenge."""

    serial: int | None = None
    daily: bool = False


@dataclass(frozen=True)
class Daily:
    """Play the daily challenge, or see how it stands."""


@dataclass(frozen=True)
class Language:
    """Speak this language from now on; a tag of `languages()`."""

    language: str


@dataclass(frozen=True)
class Settings:
    """Show what the admins of the chat decide."""


AtTable = Sit | GetUp | Begin | Stop | ShowHand | Arrange | DeclareSpecial | StakeOn | CutWith
"""What is asked of a table."""

Request = Open | AtTable | Score | Rank | Me | Rules | Help | Verify | Daily | Language | Settings
