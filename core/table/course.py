"""One decision under way: what has been decided so far, and the table as it stands after that."""

from typing import Final

from core import deal
from core.arranger import played_by
from core.cards import parse_shown, rank
from core.errors import Illegal
from core.ids import PersonId
from core.rules import RULE_SETS
from core.rules.model import RuleSet
from core.table.commands import Actor
from core.table.events import Event
from core.table.evolve import evolve
from core.table.model import Deal, Opening, Phase, Seat, Table

SECOND: Final = 1_000
LOBBY_IDLE: Final = 15 * 60 * SECOND
TABLE_IDLE: Final = 60 * 60 * SECOND
AGAIN_OPEN: Final = 10 * 60 * SECOND
REVEAL_STEPS: Final = 3 * SECOND


class Course:
    """Collects events and moves the table on with each; `before` stays as it was.

    `entropy` is fresh for this one command.
    """

    def __init__(self, table: Table, *, actor: Actor, now: int, entropy: bytes) -> None:
        self.before = table
        self.table = table
        self.actor = actor
        self.now = now
        self._entropy = entropy
        self.events: list[Event] = []

    def add(self, *events: Event) -> None:
        """Decide that these have happened, in this order."""
        for event in events:
            self.events.append(event)
            self.table = evolve(self.table, event)

    def secret(self) -> str:
        """32 fresh bytes as hex, for the opening that this command makes."""
        return deal.entropy_bytes(self._entropy, "secret", 0).hex()

    def salt(self, purpose: str, number: int) -> str:
        """16 fresh bytes as hex; never ask twice for one purpose and number."""
        return deal.entropy_bytes(self._entropy, purpose, number)[:16].hex()

    @property
    def rules(self) -> RuleSet:
        """The rule set that the table plays."""
        return rules_of(self.table)

    @property
    def rounds(self) -> int:
        """How many rounds this match has."""
        return rounds_of(self.table)

    @property
    def opening(self) -> Opening:
        """The present opening; only between an opening and its showdown."""
        assert self.table.opening is not None
        return self.table.opening

    @property
    def deal(self) -> Deal:
        """The present deal; only while people arrange."""
        assert self.table.deal is not None
        return self.table.deal


def rules_of(table: Table) -> RuleSet:
    """The rule set that a table plays."""
    return RULE_SETS[table.options.rule_set]


def round_of(table: Table) -> int:
    """The round as people are told of it: the drawing of the seats belongs to the first."""
    return max(table.round, 1)


def rounds_of(table: Table) -> int:
    """How many rounds a match of this table has: as chosen, or one a seat."""
    return table.options.rounds or sum(seat is not None for seat in table.seats)


def played_by_seat(table: Table, seat: int, *, dealer: int | None) -> RuleSet:
    """The rules as a seat of this table meets them: how many play, and whether the seat is the banker."""
    rules = rules_of(table)
    return played_by(rules, len(table.seats), banks=rules.has_banker and seat == dealer)


def bonus_of(aside: str) -> int | None:
    """The rank of the card that lies open, 2..14, or None in a game without one."""
    return rank(parse_shown(aside)[0]) if aside else None


def seat_of(table: Table, person: PersonId) -> int | None:
    """The seat where a person sits, or None."""
    return next((n for n, seat in enumerate(table.seats) if seat is not None and seat.person == person), None)


def own_seat(course: Course) -> int:
    """The presser's seat, or `press/not-seated`."""
    seat = seat_of(course.table, course.actor.person)
    if seat is None:
        raise Illegal("press/not-seated")
    return seat


def sitting(table: Table, number: int) -> Seat:
    """The seat that is known to be taken."""
    seat = table.seats[number]
    assert seat is not None
    return seat


def named_seat(table: Table, number: int) -> tuple[str, PersonId | None, int]:
    """The name, person and computer's number of a taken seat, as a result keeps them."""
    seat = sitting(table, number)
    return seat.name, seat.person, 0 if seat.person else computer_number(table, number)


def computer_number(table: Table, number: int) -> int:
    """A computer's own number, from 1."""
    return sitting(table, number).number or number + 1


def humans(table: Table) -> tuple[int, ...]:
    """Seats of people who have not left, in seat order."""
    return tuple(n for n, seat in enumerate(table.seats) if seat is not None and seat.person and not seat.leaving)


def active(table: Table) -> tuple[int, ...]:
    """Seats whose people play themselves: nobody waits for the others."""
    return tuple(n for n in humans(table) if not sitting(table, n).autopilot)


def must_lead(course: Course) -> None:
    """`host/only` for everyone but the host and the chat's admins."""
    table = course.table
    if course.actor.admin or course.actor.person == table.host:
        return
    seat = None if table.host is None else seat_of(table, table.host)
    raise Illegal("host/only", host="" if seat is None else sitting(table, seat).name)


def must_be(course: Course, *phases: Phase) -> None:
    """`table/running` or `press/old` for a press that belongs to another phase."""
    table = course.table
    if table.phase in phases:
        return
    if table.phase in {Phase.CUTTING, Phase.ARRANGING} and Phase.LOBBY in phases:
        raise Illegal("table/running", n=round_of(table), m=rounds_of(table))
    raise Illegal("press/old", m=round_of(table))


def is_out(table: Table, key: str) -> bool:
    """Whether whoever the match table knows by this key has lost all the points with which the match began."""
    return any(score.key == key and has_nothing_left(table, score.points) for score in table.scores)


def has_nothing_left(table: Table, points: int) -> bool:
    """Whether the points with which a match begins are gone."""
    rules = rules_of(table)
    return rules.starting_points > 0 and rules.starting_points + points * rules.unit_value <= 0


def longest_seated(table: Table) -> PersonId | None:
    """The human who has sat longest and has not left; equal times go by seat."""
    seats = [sitting(table, number) for number in humans(table)]
    return min(seats, key=lambda seat: seat.joined).person if seats else None
