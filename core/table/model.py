"""The table as one frozen value: what a snapshot holds and `evolve` moves on.

Times are milliseconds since 1970 (UTC). Cards, rows and secrets are kept as the texts of the fair-deal record
("As Kd …", "2h 2d Ks/…/…", lower-case hex): the state is then its own evidence and cheap to store.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from core import deal
from core.ids import ChatId, PersonId, TableId


class Phase(StrEnum):
    """Where a table stands; `CUTTING` is the time between an opening and its deal."""

    LOBBY = "lobby"
    CUTTING = "cutting"
    ARRANGING = "arranging"
    FINISHED = "finished"
    ENDED = "ended"


class By(StrEnum):
    """Who made the arrangement that counts for a seat."""

    FALLBACK = "fallback"
    PERSON = "person"
    AUTOPILOT = "autopilot"
    COMPUTER = "computer"


@dataclass(frozen=True)
class HouseChoice:
    """A way of this table: a code of the rule set's `house_options` and the value it plays by."""

    code: str
    value: int


@dataclass(frozen=True)
class Options:
    """What a lobby can choose; `rounds` (0: one a seat), `seconds` (0: no limit) within what the rule set allows.

    `hints`: "on" suggests arrangements and what they are worth, "classes" only which rows can be made, "off" nothing.
    `fouls`: "off" refuses them where the rule set would let them count. `stake` is the most that may be staked, 0 for
    the rule set's own most. `house` holds, in the order of their codes, the ways that are not the usual ones.
    """

    rule_set: str = "joker"
    rounds: int = 8
    seconds: int = 90
    level: str = "normal"
    reveal: str = "steps"
    hints: str = "on"
    cut_seconds: int = 20
    result_seconds: int = 3
    fouls: str = "on"
    stake: int = 0
    house: tuple[HouseChoice, ...] = ()


@dataclass(frozen=True)
class Seat:
    """One taken seat: a person, or a computer (`person` is None) of a level.

    `former` is the person for whom a computer keeps the seat while the match lasts; `heir` sits down here with the
    next opening; `leaving` makes the seat a computer's with the next opening; `missed` counts time-outs running.
    `number` is a computer's own, from 1, wherever it sits; 0 in tables of before it was kept: there it goes by the seat.
    """

    person: PersonId | None
    name: str
    level: str = ""
    joined: int = 0
    missed: int = 0
    autopilot: bool = False
    leaving: bool = False
    former: PersonId | None = None
    former_name: str = ""
    heir: PersonId | None = None
    heir_name: str = ""
    number: int = 0


@dataclass(frozen=True)
class Waiter:
    """Somebody who waits for a seat (下一位)."""

    person: PersonId
    name: str


@dataclass(frozen=True)
class Opening:
    """A deal that is committed to; `salts` are the identity salts by seat ("" for a computer).

    `stakes` by seat, 0 where nobody has staked yet; empty where nothing is staked.
    """

    context: deal.Context
    secret: str
    commitment: str
    salts: tuple[str, ...]
    identities: tuple[str, ...]
    opened_at: int
    cuts: tuple[deal.Cut, ...] = ()
    closes_at: int | None = None
    stakes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Play:
    """What counts for a seat now: rows as text, the salt of its seal, whose it is, and whether a suggestion helped.

    `declare` is the special that is declared instead of the rows, "" for none.
    """

    rows: str
    salt: str
    by: By
    done: bool
    hinted: bool = False
    declare: str = ""


@dataclass(frozen=True)
class Deal:
    """The cards on the table; `fallbacks` are the arrangements sealed at the deal, `plays` those that count.

    Computers have thought until `thought_at`: sealed at the deal as they are, they hold the showdown back till then.
    `nudger` is the seat that has called the others last, None where that was the clock. `declares` are the specials
    that go with the fallbacks, `stakes` what each seat plays for; both empty where the game has none.
    """

    closed: str
    dealt: deal.Dealt
    dealer: int
    dealt_at: int
    deadline: int | None
    seals: tuple[deal.Seal, ...]
    fallbacks: tuple[str, ...]
    plays: tuple[Play, ...]
    thought_at: int = 0
    nudged_at: tuple[int, ...] = ()
    reminded_at: int | None = None
    nudger: int | None = None
    declares: tuple[str, ...] = ()
    stakes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Score:
    """One line of the match table; `key` as `seat_key` has it."""

    key: str
    name: str
    human: bool
    points: int = 0
    rounds: int = 0
    guns: int = 0
    gunned: int = 0
    home_runs: int = 0
    autopilot_rounds: int = 0


@dataclass(frozen=True)
class Table:
    """A live or ended table. `seats` has as many places as the rule set allows, None where nobody sits; in a match
    only those that are taken.

    `dealer` is the seat that deals next (the banker where there is one), None until the first deal of a match draws it;
    `round` 0 of a match is the drawing of the seats (抓位); `queue` waits for a seat, the first first;
    `serial` numbers the openings at this table without a gap; `previous` is the digest of the record before;
    `last_scores` and `last_rounds` belong to the match before this one, whose message still stands in the chat;
    `moved`: the chat has got another id since the present public message was begun.
    """

    id: TableId
    chat: ChatId
    installation: str
    options: Options
    seats: tuple[Seat | None, ...]
    host: PersonId | None
    phase: Phase
    touched_at: int
    match: int = 1
    round: int = 0
    dealer: int | None = None
    serial: int = 0
    previous: str = ""
    opening: Opening | None = None
    deal: Deal | None = None
    settled_at: int | None = None
    scores: tuple[Score, ...] = ()
    last_scores: tuple[Score, ...] = ()
    last_rounds: int = 0
    start_votes: frozenset[PersonId] = field(default_factory=frozenset)
    end_votes: frozenset[PersonId] = field(default_factory=frozenset)
    again_votes: frozenset[PersonId] = field(default_factory=frozenset)
    ended: str = ""
    ended_by: str = ""
    moved: bool = False
    queue: tuple[Waiter, ...] = ()


def seat_key(seat: Seat, number: int) -> str:
    """What the match table knows the taken seat of this number by: its person, or `computer:<own number less 1>`."""
    return seat.person or computer_key(seat.number or number + 1)


def computer_key(number: int) -> str:
    """What the match table knows the computer of this own number (from 1) by."""
    return f"computer:{number - 1}"
