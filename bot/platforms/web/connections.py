"""Who is in which room now: open sockets, gathered by person, each with its own line of what is still to send."""

import asyncio
import json
import time
from contextlib import suppress
from typing import Final

from aiohttp import web

from bot.i18n import Catalog
from bot.platforms.web.gate import Bucket
from bot.platforms.web.words import Json
from bot.rooms import Room, Visitor
from core.ids import ChatId, PersonId

SOCKETS_A_PERSON: Final = 8
PEOPLE_A_ROOM: Final = 64
PRESSES_A_SECOND: Final = 10
PRESSES_AT_ONCE: Final = 30
GOODBYE_SECONDS: Final = 0.7
_LONGEST_LINE = 600
_GUESTS_KEPT = 1000


class Connection:
    """One open socket. What is pushed is sent in order by `send`; a page that does not read is cut off.

    `filling` is held by whoever shows the page everything anew.
    """

    def __init__(self, socket: web.WebSocketResponse, room: Room, *, visitor: Visitor, catalog: Catalog) -> None:
        self.room = room
        self.visitor = visitor
        self.catalog = catalog
        self.faults = 0
        self.filling = asyncio.Lock()
        self._socket = socket
        self._line: asyncio.Queue[str] = asyncio.Queue(_LONGEST_LINE)
        self._held: list[str] | None = None
        self._cut = asyncio.Event()

    @property
    def person(self) -> PersonId:
        """Whose page this is."""
        return self.visitor.person

    def hold(self) -> None:
        """Keep what is pushed until the page is filled."""
        self._held = self._held or []

    def push(self, message: str) -> None:
        """Send after what is under way; while the page is being filled, after that."""
        if self._held is not None:
            self._held.append(message)
        else:
            self.fill(message)

    def fill(self, message: str) -> None:
        """Send before everything that was pushed meanwhile."""
        try:
            self._line.put_nowait(message)
        except asyncio.QueueFull:
            self.cut()

    def filled(self) -> None:
        """From now on pushes go straight into the line."""
        held, self._held = self._held or [], None
        for message in held:
            self.push(message)

    async def send(self) -> None:
        """Send what is in the line, until cancelled."""
        with suppress(ConnectionError, RuntimeError):
            while True:
                await self._socket.send_str(await self._line.get())

    async def close(self, last: Json, *, code: int = 1000) -> None:
        """Say goodbye and close; a page that does not take it is not waited for."""
        with suppress(ConnectionError, RuntimeError, TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self._socket.send_str(encoded(last))
                await self._socket.close(code=code)
        self.cut()

    def cut(self) -> None:
        """Drop the socket at once; the page opens a new one by itself."""
        self._cut.set()

    async def was_cut(self) -> None:
        """Return when the socket is to be dropped."""
        await self._cut.wait()


class Guest:
    """What all sockets of one person share: the order of their presses and the rate of them."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.bucket = Bucket(PRESSES_A_SECOND, PRESSES_AT_ONCE, now=time.monotonic)


class Connections:
    """All open sockets of this process, by room."""

    def __init__(self) -> None:
        self._rooms: dict[ChatId, dict[Connection, None]] = {}
        self._guests: dict[PersonId, Guest] = {}

    def guest(self, person: PersonId) -> Guest:
        """The person's shared state; kept over reconnects until it is as new."""
        if person not in self._guests and len(self._guests) >= _GUESTS_KEPT:
            here = {connection.person for connection in self.everyone()}
            self._guests = {
                name: guest for name, guest in self._guests.items() if name in here or not guest.bucket.idle()
            }
        return self._guests.setdefault(person, Guest())

    def enter(self, connection: Connection) -> Connection | None:
        """Add a socket; the person's oldest one, when there are now too many, has to go."""
        own = self.of(connection.person)
        self._rooms.setdefault(connection.room.chat, {})[connection] = None
        return own[0] if len(own) >= SOCKETS_A_PERSON else None

    def leave(self, connection: Connection) -> None:
        """Remove a socket."""
        here = self._rooms.get(connection.room.chat, {})
        here.pop(connection, None)
        if not here:
            self._rooms.pop(connection.room.chat, None)

    def everyone(self) -> tuple[Connection, ...]:
        """Every open socket."""
        return tuple(connection for here in self._rooms.values() for connection in here)

    def in_room(self, chat: ChatId) -> tuple[Connection, ...]:
        """The open sockets of a room, oldest first."""
        return tuple(self._rooms.get(chat, ()))

    def of(self, person: PersonId, chat: ChatId | None = None) -> tuple[Connection, ...]:
        """The open sockets of a person, in one room or in all, oldest first."""
        here = self.everyone() if chat is None else self.in_room(chat)
        return tuple(connection for connection in here if connection.person == person)

    def names(self, chat: ChatId) -> list[str]:
        """The names of the people in a room, in the order in which they came."""
        people = {connection.person: connection.visitor.name for connection in self.in_room(chat)}
        return [name for name in people.values() if name]

    def full(self, chat: ChatId, person: PersonId) -> bool:
        """Whether one more person would be too many."""
        people = {connection.person for connection in self.in_room(chat)}
        return person not in people and len(people) >= PEOPLE_A_ROOM


def encoded(message: Json) -> str:
    """A message as it goes over the socket."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
