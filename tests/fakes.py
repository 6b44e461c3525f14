"""A whole house in one process: the real service, worker and database, with a clock, entropy and platform made by hand."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from itertools import count
from pathlib import Path

import sqlalchemy

from bot.config import Settings
from bot.platforms.base import Address
from bot.screens.model import Button, Panel, Screen
from bot.service import Reply, Service
from bot.worker import Wake, Worker
from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.table import commands as c
from core.table.model import Options, Phase, Table
from storage import store
from storage.engine import Database

_STALE = sqlalchemy.text("SELECT count(*) FROM screens WHERE shown < wanted AND not_before <= :now")
_PRESSES = count()
CHAT = ChatId("web:1")
ELSEWHERE = ChatId("web:2")
START = 1_800_000_000_000
PEOPLE = tuple(
    c.Actor(PersonId(f"web:{number:012x}"), name) for number, name in enumerate(("小明", "阿嬤", "小美", "爸爸", "姨"))
)
ADMIN = c.Actor(PersonId("web:ffffffffffff"), "管", admin=True)


class FakeClock:
    """Milliseconds that pass only when a test says so."""

    def __init__(self, now: int = START) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_by(self, seconds: float) -> None:
        """Let time go on."""
        self.now += round(seconds * 1_000)


class FakeEntropy:
    """32 bytes a call, never the same twice and alike in every run."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._calls = count()

    def __call__(self) -> bytes:
        return hashlib.sha256(f"{self._seed}/{next(self._calls)}".encode()).digest()


@dataclass
class Sent:
    """A message as the chat shows it: its newest screen, and how often it was edited."""

    address: Address
    nonce: str
    screen: Screen
    edits: int = 0


class FakePlatform:
    """Keeps what was sent. `trouble` holds errors to raise, one a call; `slow` is awaited before each call."""

    def __init__(self, name: str = "web", *, pace: float = 0.0) -> None:
        self.name = name
        self.pace = pace
        self.reveal = 3.0
        self.messages: dict[str, Sent] = {}
        self.outgoing: list[Screen] = []
        self.calls: list[tuple[str, Address]] = []
        self.trouble: list[Exception | None] = []
        self.slow: Callable[[Address], asyncio.Future[None] | None] = lambda _address: None
        self.started = False

    async def start(self) -> None:
        """Be ready at once."""
        self.started = True

    async def stop(self) -> None:
        """End at once."""
        self.started = False

    async def post(self, address: Address, screen: Screen, *, nonce: str) -> str:
        """Keep a new message; the same nonce is the same message."""
        await self._call("post", address, screen)
        known = next((name for name, sent in self.messages.items() if sent.nonce == nonce), None)
        message = known or f"m{len(self.messages) + 1}"
        self.messages[message] = Sent(address, nonce, screen)
        return message

    async def edit(self, address: Address, message: str, screen: Screen) -> None:
        """Replace what a message shows."""
        await self._call("edit", address, screen)
        self.messages[message].screen = screen
        self.messages[message].edits += 1

    async def _call(self, kind: str, address: Address, screen: Screen) -> None:
        self.calls.append((kind, address))
        waiting = self.slow(address)
        if waiting is not None:
            await waiting
        error = self.trouble.pop(0) if self.trouble else None
        if error is not None:
            raise error
        self.outgoing.append(screen)

    def shown(self, kind: str, person: PersonId | None = None) -> Screen:
        """The newest screen of a kind."""
        found = [
            sent.screen for sent in self.messages.values() if sent.screen.kind == kind and sent.address.person == person
        ]
        return found[-1]


@dataclass
class House:
    """Everything of one running process."""

    database: Database
    service: Service
    platform: FakePlatform
    worker: Worker
    clock: FakeClock

    async def press(self, actor: c.Actor, token: str, key: str = "", **entered: str) -> Reply:
        """Press a button of the chat; each press has a name of its own unless one is given."""
        return await self.service.press(actor, CHAT, token, entered, press=key or f"p{next(_PRESSES)}")

    async def say(self, actor: c.Actor, text: str) -> Reply:
        """Type a command in the chat."""
        return await self.service.say(actor, CHAT, text, press=f"s{next(_PRESSES)}")

    async def table(self, chat: ChatId = CHAT) -> Table:
        """The chat's live table, or the first one when it has ended."""
        live = await self.database.read(partial(store.live_table, chat=chat))
        return live if live is not None else await self.database.read(partial(store.load, table=TableId(1)))

    async def do(self, actor: c.Actor, command: c.Command, key: str = "") -> None:
        """Carry out a command at the chat's table."""
        await self.service.execute(actor, (await self.table()).id, command, press=key)

    async def out(self, serial: int) -> None:
        """Wait until the opening's message stands in the chat."""
        table = await self.table()
        message = partial(store.board_message, table=table.id, serial=serial)
        await self._until(lambda connection: message(connection) is not None)

    async def quiet(self) -> None:
        """Wait until every screen that can be sent now has been."""
        await self._until(lambda connection: not connection.execute(_STALE, {"now": self.clock()}).scalar())

    async def _until(self, holds: Callable[[store.Connection], bool]) -> None:
        await until(lambda: self.database.read(holds))

    async def seat(self, people: int = 4, options: Options | None = None) -> Table:
        """Open a table and seat so many people."""
        await self.service.open(PEOPLE[0], CHAT, options or Options(rounds=2), press=f"o{next(_PRESSES)}")
        for person in PEOPLE[1:people]:
            await self.do(person, c.Join())
        return await self.table()

    async def begin(self, people: int = 4, options: Options | None = None) -> Table:
        """Seat people, computers beside them, and start: the first opening stands in the chat."""
        await self.seat(people, options)
        await self.do(PEOPLE[0], c.Start(fill=True))
        await self.out(1)
        return await self.table()

    async def deal(self, people: int = 4) -> Table:
        """Let everybody cut, and the computers think."""
        table = await self.table()
        await self.out(table.serial)
        self.clock.pass_by(10)
        for person in PEOPLE[:people]:
            with suppress(Illegal):  # dealt before their turn
                await self.do(person, c.Cut(table.serial, "1"))
        await self.quiet()
        dealt = await self.table()
        self.clock.now = max(self.clock.now, dealt.deal.thought_at if dealt.deal else 0)
        return dealt

    async def play_round(self, people: int = 4) -> Table:
        """Cut, take the suggestion, submit."""
        table = await self.deal(people)
        assert table.phase is Phase.ARRANGING
        for person in PEOPLE[:people]:
            await self.submit(person)
        return await self.table()

    async def submit(self, person: c.Actor) -> Reply:
        """Take the suggestion and submit it, by the buttons of the panel."""
        table = await self.table()
        hand = await self.service.hand(person.person, CHAT)
        assert hand is not None, f"{person.name} holds no cards in serial {table.serial}"
        filled = (await self.press(person, token(hand, "suggest-most"))).screen
        assert filled is not None
        return await self.press(person, token(filled, "submit"))


@asynccontextmanager
async def house(
    path: Path,
    *,
    clock: FakeClock | None = None,
    platform: FakePlatform | None = None,
    seed: int = 0,
    works: bool = True,
) -> AsyncIterator[House]:
    """Open the house on a database file, and close it in order; `works`: with a running worker."""
    database = await Database.open(path / "game.db")
    wake, time, chat = Wake(), clock or FakeClock(), platform or FakePlatform()
    service = Service(
        database,
        settings=Settings(_env_file=None, database=path / "game.db"),
        clock=time,
        entropy=FakeEntropy(seed),
        stirred=wake.stir,
    )
    worker = Worker(service, [chat], wake=wake)
    if works:
        worker.start()
    try:
        yield House(database, service, chat, worker, time)
    finally:
        await worker.stop()
        await database.close()


def buttons(screen: Screen) -> dict[str, Button]:
    """The buttons of a screen by the last part of their text's key."""
    return {button.text.key.partition("/")[2]: button for row in screen.buttons for button in row}


def token(screen: Screen, key: str) -> str:
    """The token of a button."""
    return buttons(screen)[key].token


def texts(part: object) -> Iterator[str]:
    """Every text and number anywhere in a screen, as text."""
    if is_dataclass(part) and not isinstance(part, type):
        for each in fields(part):
            yield from texts(getattr(part, each.name))
    elif isinstance(part, dict):
        for name, value in part.items():
            yield from (*texts(name), *texts(value))
    elif isinstance(part, list | tuple | frozenset | set):
        for value in part:
            yield from texts(value)
    elif part is not None:
        yield str(part)


def panel(screen: Screen | None) -> Panel:
    """The private panel of a hand's screen."""
    assert screen is not None
    return next(block for block in screen.blocks if isinstance(block, Panel))


async def until(holds: Callable[[], bool | Awaitable[bool]]) -> None:
    """Wait until it holds; a test fails after a minute."""
    async with asyncio.timeout(60):
        while True:
            found = holds()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.005)


async def refused(asked: Awaitable[object]) -> Illegal:
    """The refusal that the request must meet."""
    try:
        await asked
    except Illegal as refusal:
        return refusal
    message = "it was not refused"
    raise AssertionError(message)
