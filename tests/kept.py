"""A table that is played by hand and saved after every command, as the service does it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

from sqlalchemy import Connection

from core.arrangement import parse_rows
from core.ids import ChatId, TableId
from core.table import commands as c
from core.table.course import seat_of
from core.table.events import Event
from core.table.machine import Site, decide, due_at, evolve, open_table
from core.table.model import Options, Phase, Table
from core.table.opening import may_cut
from storage import store
from tests.tables import CHAT, PEOPLE, START


@dataclass
class Kept:
    """A table in the database under test, its clock and all of its events."""

    connection: Connection
    table: Table
    now: int = START
    log: list[Event] = field(default_factory=list)

    @property
    def id(self) -> TableId:
        """The table's number."""
        return self.table.id

    def do(self, command: c.Command, actor: c.Actor = c.CLOCK, *, press: str | None = None) -> tuple[Event, ...]:
        """Load, decide, save."""
        before = store.load(self.connection, self.id)
        entropy = hashlib.sha256(f"{self.id}/{len(self.log)}".encode()).digest()
        events = decide(before, command, actor=actor, now=self.now, entropy=entropy)
        after = reduce(evolve, events, before)
        store.save(self.connection, store.Change(before, after, events, now=self.now, press=press))
        self.table = after
        self.log.extend(events)
        return events

    def deal(self, people: Sequence[c.Actor] = PEOPLE[:4]) -> None:
        """Have a deal on the table: seat the people, start, cut; the computers have thought."""
        if self.table.phase is Phase.LOBBY:
            for person in people[1:]:
                self.do(c.Join(), person)
            self.do(c.Start(fill=True), people[0])
        while self.table.phase is Phase.CUTTING:
            self._cut(people)
        assert self.table.deal is not None
        self.now = max(self.now, self.table.deal.thought_at)

    def _cut(self, people: Sequence[c.Actor]) -> None:
        serial = self.table.serial
        for person in people:
            number = "1" if may_cut(self.table, self.seat(person)) else "0"
            self.do(c.Cut(serial, number), person)
        while self.table.phase is Phase.CUTTING and self.table.serial == serial:
            self.now = max(self.now, due_at(self.table) or 0)
            self.do(c.Tick())

    def seat(self, person: c.Actor) -> int:
        """Where the person sits."""
        seat = seat_of(self.table, person.person)
        assert seat is not None
        return seat

    def play_round(self, people: Sequence[c.Actor] = PEOPLE[:4]) -> None:
        """Deal, and everybody submits what the bot suggests."""
        self.deal(people)
        self.submit(people)

    def submit(self, people: Sequence[c.Actor] = PEOPLE[:4]) -> None:
        """Everybody submits what the bot suggests."""
        assert self.table.deal is not None
        serial, suggestions = self.table.serial, self.table.deal.fallbacks
        for person in people:
            self.do(c.Submit(serial, parse_rows(suggestions[self.seat(person)])), person)


def kept(
    connection: Connection,
    *,
    chat: ChatId = CHAT,
    opener: c.Actor = PEOPLE[0],
    options: Options | None = None,
    now: int = START,
) -> Kept:
    """A lobby with its host, saved."""
    table = store.new_table(connection, now=now)
    chosen = options or Options(rounds=2)
    events = open_table(Site(table, chat, "4f1d2c8a90b3e657"), chosen, actor=opener, now=now)
    after = reduce(evolve, events[1:], evolve(None, events[0]))
    store.save(connection, store.Change(None, after, events, now=now))
    return Kept(connection, after, now, list(events))
