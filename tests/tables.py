"""A table played by hand in tests: commands in, the log and every table on the way kept."""

import hashlib
from dataclasses import dataclass, field

from core.arrangement import Arrangement, parse_rows
from core.ids import ChatId, PersonId, TableId
from core.table import commands as c
from core.table.course import seat_of
from core.table.events import Event
from core.table.machine import Site, decide, evolve, open_table
from core.table.model import Options, Phase, Table
from core.table.opening import DRAWING, may_cut

START = 1_800_000_000_000
SECOND = 1_000
CHAT = ChatId("web:room")
PEOPLE = tuple(c.Actor(PersonId(f"web:{number}"), name) for number, name in enumerate("明嬤美爸姨"))
ADMIN = c.Actor(PersonId("web:admin"), "管", admin=True)


@dataclass
class Played:
    """A table under test, its clock and its log; entropy differs with every command and is the same in every run."""

    table: Table
    now: int = START
    log: list[Event] = field(default_factory=list)
    commands: int = 0

    def do(self, command: c.Command, actor: c.Actor = c.CLOCK) -> tuple[Event, ...]:
        """Decide and move on; `Illegal` leaves everything as it was."""
        self.commands += 1
        entropy = hashlib.sha256(f"{self.table.id}/{self.commands}".encode()).digest()
        events = decide(self.table, command, actor=actor, now=self.now, entropy=entropy)
        for event in events:
            self.table = evolve(self.table, event)
        self.log.extend(events)
        return events

    def wait(self, seconds: float) -> tuple[Event, ...]:
        """Let time pass and the clock strike."""
        self.now += int(seconds * SECOND)
        return self.do(c.Tick())

    def cut_all(self, people: tuple[c.Actor, ...] = PEOPLE[:4]) -> None:
        """Everybody cuts, first for the seats where they are drawn; the deal comes, and the computers have thought."""
        if self.table.round == DRAWING:
            self._cut(people)
        self._cut(people)
        if self.table.deal is not None:
            self.now = self.table.deal.thought_at

    def _cut(self, people: tuple[c.Actor, ...]) -> None:
        serial = self.table.serial
        for person in people:
            number = "1" if may_cut(self.table, self.seat(person)) else "0"
            self.do(c.Cut(serial, number), person)
        if self.table.phase is Phase.CUTTING and self.table.serial == serial:
            self.wait(20)

    def seat(self, person: c.Actor) -> int:
        """Where the person sits."""
        seat = seat_of(self.table, person.person)
        assert seat is not None
        return seat

    def suggestion(self, seat: int) -> Arrangement:
        """The legal arrangement that the bot would play for a seat."""
        assert self.table.deal is not None
        return parse_rows(self.table.deal.fallbacks[seat])

    def submit_all(self, people: tuple[c.Actor, ...] = PEOPLE[:4]) -> tuple[Event, ...]:
        """Everybody submits the suggestion."""
        events: tuple[Event, ...] = ()
        for person in people:
            events = self.do(c.Submit(self.table.serial, self.suggestion(self.seat(person))), person)
        return events


def opened(options: Options | None = None) -> Played:
    """A lobby with its host."""
    chosen = options or Options(rounds=2)
    events = open_table(Site(TableId(1), CHAT, "4f1d2c8a90b3e657"), chosen, actor=PEOPLE[0], now=START)
    table: Table | None = None
    for event in events:
        table = evolve(table, event)
    assert table is not None
    return Played(table, log=list(events))


def started(people: int = 4, options: Options | None = None, *, fill: bool = True) -> Played:
    """A match with so many people, the other seats computers' or none, waiting for the first cut."""
    played = opened(options)
    for person in PEOPLE[1:people]:
        played.do(c.Join(), person)
    played.do(c.Start(fill=fill), PEOPLE[0])
    return played


def dealt(people: int = 4, options: Options | None = None) -> Played:
    """A match in its first deal."""
    played = started(people, options)
    played.cut_all(PEOPLE[:people])
    return played
