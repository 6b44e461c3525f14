"""The conversation over a socket: greet, then take presses, lines, names and languages, and answer each."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import structlog
from aiohttp import WSCloseCode, WSMsgType, hdrs, web

from bot import tokens
from bot.i18n import Catalog, best_language, catalog
from bot.i18n.labels import refusal_text
from bot.names import clean_line, clean_name, free_name
from bot.platforms.web.connections import GOODBYE_SECONDS, Connection, Connections, encoded
from bot.platforms.web.frames import (
    LARGEST,
    LONGEST_LINE,
    Asked,
    Frame,
    Hello,
    Ping,
    Press,
    Rename,
    Say,
    Speak,
    read_frame,
)
from bot.platforms.web.frames import frame_id as id_of
from bot.platforms.web.pushes import HAND, Pushes
from bot.platforms.web.sessions import person_of
from bot.platforms.web.words import Json, said, worded
from bot.rooms import Room, Rooms, Visitor
from bot.screens.daily import KIND as DAILY_KIND
from bot.screens.model import Button, Line, Name, Panel, Screen, Style, Text
from bot.screens.settings import OWN_KIND
from bot.service import Reply, Service
from bot.troubles import Complaints, excuse, reason
from core.errors import Illegal
from core.ids import PersonId, public_table
from core.table.commands import Actor

HELLO_SECONDS: Final = 10
HEARTBEAT_SECONDS: Final = 25
PROOF: Final = "proof"
_MOST_FAULTS = 100
_log = structlog.get_logger(__name__)


class Sockets:
    """All conversations of one process; `address` is where others reach its rooms, "http://192.168.1.20:8013"."""

    def __init__(self, service: Service, rooms: Rooms, *, timezone: str, address: Callable[[], str]) -> None:
        self.connections = Connections()
        self.pushes = Pushes(service, rooms, connections=self.connections)
        self._service = service
        self._rooms = rooms
        self._timezone = timezone
        self._address = address
        self._naming = asyncio.Lock()
        self._complaints = Complaints()
        self._closing = False

    async def converse(self, request: web.Request, *, room: Room, kept: str | None) -> web.WebSocketResponse:
        """Hold one conversation until either side ends it; `kept` is the hash of the visitor's cookie."""
        socket = web.WebSocketResponse(
            max_msg_size=LARGEST, heartbeat=HEARTBEAT_SECONDS, timeout=GOODBYE_SECONDS, compress=False
        )
        await socket.prepare(request)
        if kept is None or self._closing:
            words = catalog(best_language(request.headers.get(hdrs.ACCEPT_LANGUAGE, "")), self._timezone)
            await _refuse(socket, "restart" if self._closing else "web/cookies", words=words)
            return socket
        hello = await _hello(socket)
        if hello is None:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
            return socket
        try:
            connection = await self._known(socket, room, kept=kept, hello=hello)
        except Exception as error:  # noqa: BLE001 # as below: the page is told to try again
            self._log("greeting failed", error, chat=room.chat)
            await _refuse(socket, "restart", words=catalog(best_language(hello.language), self._timezone))
            return socket
        if self.connections.full(room.chat, connection.person):
            await _refuse(socket, "web/full", words=connection.catalog)
            return socket
        await self._stay(connection, socket, request=request, hello=hello)
        return socket

    async def stop(self) -> None:
        """Say goodbye to every page, which then looks for the next start by itself."""
        self._closing = True
        goodbye: Json = {"type": "bye", "reason": "restart"}
        going = (one.close(goodbye, code=WSCloseCode.GOING_AWAY) for one in self.connections.everyone())
        await asyncio.gather(*going, return_exceptions=True)

    async def _known(self, socket: web.WebSocketResponse, room: Room, *, kept: str, hello: Hello) -> Connection:
        """The connection of this visitor, who gets the name of the hello when they have none yet."""
        visitor = await self._rooms.visitor(kept, person=person_of(kept))
        language = visitor.language or best_language(hello.language)
        connection = Connection(socket, room, visitor=visitor, catalog=catalog(language, self._timezone))
        if hello.name is not None and not visitor.name:
            with suppress(Illegal):  # the page asks again
                await self._name(connection, clean_name(hello.name))
        return connection

    async def _stay(
        self, connection: Connection, socket: web.WebSocketResponse, *, request: web.Request, hello: Hello
    ) -> None:
        """Fill the page, then read and send side by side until the socket ends."""
        extra = self.connections.enter(connection)
        tasks = [asyncio.create_task(connection.send()), asyncio.create_task(_cut(connection, request))]
        try:
            if extra is not None:
                tasks.append(asyncio.create_task(extra.close({"type": "bye", "reason": "web/elsewhere"})))
            await self.pushes.fill(connection, after=hello.after)
            self.pushes.people(connection.room.chat)
            async for message in socket:
                text = message.data if message.type is WSMsgType.TEXT else ""
                if not await self._take(connection, text):
                    break
        finally:
            self.connections.leave(connection)
            for task in tasks:
                task.cancel()
            self.pushes.people(connection.room.chat)
            await asyncio.gather(*tasks, return_exceptions=True)
        await socket.close(code=WSCloseCode.POLICY_VIOLATION if connection.faults else WSCloseCode.OK)

    async def _take(self, connection: Connection, text: str) -> bool:
        """Take one frame; whether the conversation goes on."""
        try:
            frame = self._admitted(connection, text)
            if isinstance(frame, Ping):
                connection.push(encoded({"type": "pong", "now": self._service.clock()}))
            elif not isinstance(frame, Hello):
                await self._answer(connection, frame)
        except Illegal as refusal:
            connection.faults += 1
            _answered(connection, id_of(text), toast=refusal_text(refusal), ok=False)
        return connection.faults < _MOST_FAULTS

    def _admitted(self, connection: Connection, text: str) -> Frame:
        """The frame, when it comes not too fast and is one."""
        bucket = self.connections.guest(connection.person).bucket
        if not bucket.take():
            raise Illegal("press/too-fast", s=bucket.wait())
        frame = read_frame(text)
        connection.faults = max(0, connection.faults - 1)
        return frame

    async def _answer(self, connection: Connection, asked: Asked) -> None:
        """Do what was asked; a refusal of the game is an answer too, and so is a failure of our own."""
        try:
            await self._do(connection, asked)
        except Illegal as refusal:
            _answered(connection, asked.id, toast=refusal_text(refusal), ok=False)
        except Exception as error:  # noqa: BLE001 # the outermost handler: the conversation goes on
            self._log("press failed", error, chat=connection.room.chat, person=connection.person, **_place(asked))
            _answered(connection, asked.id, toast=excuse(error), ok=False)

    def _log(self, event: str, error: Exception, **where: object) -> None:
        if self._complaints.new(error, event=event, **where):
            _log.error(event, **where, **reason(error))

    async def _do(self, connection: Connection, asked: Asked) -> None:
        match asked:
            case Press():
                await self._press(connection, asked)
            case Say():
                await self._say(connection, asked)
            case Rename():
                toast = await self._name(connection, clean_name(asked.name))
                _answered(connection, asked.id, toast=toast)
                self._show_visitor(connection.visitor)
            case Speak():
                await self._rooms.speak(connection.person, best_language(asked.language))
                self._speak(connection.person, best_language(asked.language))
                _answered(connection, asked.id)
                await self._reword(connection.person)

    async def _press(self, connection: Connection, press: Press) -> None:
        actor, chat = self._actor(connection), connection.room.chat
        key = f"{actor.person}:{press.id}"
        async with self.connections.guest(actor.person).lock:
            reply = await self._service.press(actor, chat, press.token, press.fields, press=key)
            own = reply.screen is not None and reply.screen.kind == OWN_KIND
            changed = own and await self._turned(connection)
            await self._reply(connection, press.id, reply)
        if changed:
            await self._reword(actor.person)

    async def _say(self, connection: Connection, say: Say) -> None:
        line = clean_line(say.text)
        if line.startswith(("/", "／")):
            await self._command(connection, say.id, "/" + line[1:])
        elif not 1 <= len(line) <= LONGEST_LINE:
            raise Illegal("web/line-long", n=LONGEST_LINE)
        else:
            actor, chat = self._actor(connection), connection.room.chat
            message = await self._rooms.say(chat, connection.visitor, text=line, nonce=f"{actor.person}:{say.id}")
            _answered(connection, say.id)
            self.pushes.message(chat, message)

    async def _command(self, connection: Connection, asked: str, line: str) -> None:
        actor, chat = self._actor(connection), connection.room.chat
        word, _, rest = line.partition(" ")
        if word.casefold() == "/room":
            _answered(connection, asked, screen=await self._new_room(connection, rest))
            return
        async with self.connections.guest(actor.person).lock:
            reply = await self._service.say(actor, chat, line, press=f"{actor.person}:{asked}")
            changed = await self._turned(connection)
            await self._reply(connection, asked, reply)
        if changed:
            await self._reword(actor.person)

    async def _new_room(self, connection: Connection, title: str) -> Screen:
        """One more room, for the admin alone: the screen with its link."""
        if not self._actor(connection).admin:
            raise Illegal("web/admin-only")
        room = await self._rooms.make(clean_name(title) if title.strip() else "")
        path = f"/r/{room.token}"
        lines = (
            Line(Text("web/room-made", {"room": Name(room.title)}), Style.HEADING),
            Line(Text("web/room-link")),
            Line(Text("web/link", {"link": self._address() + path}), Style.STRONG),
        )
        return Screen("room", lines, ((Button(Text("web/room-open"), "", link=path),),))

    async def _reply(self, connection: Connection, asked: str, reply: Reply) -> None:
        """Answer the press; a hand goes to its place on all pages of the person, any other screen opens on this one."""
        screen, place = reply.screen, (connection.person, connection.room.chat)
        if screen is not None and screen.kind == DAILY_KIND:
            if any(isinstance(block, Panel) for block in screen.blocks):
                self.pushes.show_daily(*place, screen=screen)
                screen = None
            else:
                await self.pushes.table_hand(*place)
        elif screen is not None and screen.kind == HAND:
            self.pushes.show_hand(*place, screen=screen)
            screen = None
        elif screen is not None and screen.kind == PROOF:
            screen = _with_records(screen, connection.room)
        _answered(connection, asked, toast=reply.toast, screen=screen)

    def _actor(self, connection: Connection) -> Actor:
        visitor = connection.visitor
        if not visitor.name:
            raise Illegal("web/name-first")
        return Actor(visitor.person, visitor.name, admin=self._rooms.is_admin(visitor.person))

    async def _name(self, connection: Connection, wanted: str) -> Text | None:
        """Give the visitor this name, or the nearest that nobody in the room has; what to say about it."""
        chat, person = connection.room.chat, connection.person
        async with self._naming:  # two who want one name at the same moment
            here = [one.visitor.name for one in self.connections.in_room(chat) if one.person != person]
            name = free_name(wanted, (*await self._rooms.names(chat, besides=person), *here))
            connection.visitor = await self._rooms.name(connection.visitor, name, language=connection.catalog.language)
        return Text("web/name-taken", {"name": Name(name)}) if name != wanted else None

    def _show_visitor(self, visitor: Visitor) -> None:
        """Tell all pages of a person, and everybody in their rooms, the name."""
        for connection in self.connections.of(visitor.person):
            connection.visitor = visitor
            connection.push(encoded(self.pushes.welcome(connection)))
            self.pushes.people(connection.room.chat)

    def _speak(self, person: PersonId, language: str) -> None:
        """Speak this language on all pages of a person from the next word on."""
        for connection in self.connections.of(person):
            connection.visitor = replace(connection.visitor, language=language)
            connection.catalog = catalog(language, self._timezone)

    async def _turned(self, connection: Connection) -> bool:
        """Speak the language that a person may have chosen just now; whether it is another one."""
        language = await self._rooms.language(connection.person) or connection.catalog.language
        if language == connection.catalog.language:
            return False
        self._speak(connection.person, language)
        return True

    async def _reword(self, person: PersonId) -> None:
        """Show all pages of a person everything anew."""
        for connection in self.connections.of(person):
            await self.pushes.fill(connection, after=0)


async def _hello(socket: web.WebSocketResponse) -> Hello | None:
    """The first frame, if it is a hello and comes in time."""
    with suppress(TimeoutError, Illegal):
        message = await socket.receive(timeout=HELLO_SECONDS)
        if message.type is WSMsgType.TEXT:
            frame = read_frame(message.data)
            return frame if isinstance(frame, Hello) else None
    return None


async def _refuse(socket: web.WebSocketResponse, reason: str, *, words: Catalog) -> None:
    """Say why not, in words too: a page that was never welcomed has none of its own."""
    with suppress(ConnectionError, RuntimeError):
        await socket.send_str(encoded({"type": "bye", "reason": reason, "text": words.text(reason)}))
        await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)


async def _cut(connection: Connection, request: web.Request) -> None:
    """Drop the transport of a page that does not read."""
    await connection.was_cut()
    if request.transport is not None:
        request.transport.abort()


def _answered(
    connection: Connection, asked: str, *, toast: Text | None = None, screen: Screen | None = None, ok: bool = True
) -> None:
    words = connection.catalog
    connection.push(
        encoded(
            {
                "type": "answer",
                "id": asked,
                "ok": ok,
                "toast": said(toast, words) if toast else None,
                "screen": worded(screen, words, connection.person) if screen else None,
            }
        )
    )


def _with_records(screen: Screen, room: Room) -> Screen:
    """A proof with two more buttons: they download the record that its other buttons belong to, and its checker."""
    places = [tokens.parse(button.token) for row in screen.buttons for button in row if button.token]
    if not places:
        return screen
    link = f"/proof/{room.token}/{public_table(places[0].table)}?serial={places[0].serial}"
    record = Button(Text("button/records"), "", link=link)
    checker = Button(Text("button/checker"), "", link="/verifier/verify.py")
    return replace(screen, buttons=((record, checker), *screen.buttons))


def _place(asked: Asked) -> dict[str, int]:
    """The table and serial of a press, for the log."""
    if isinstance(asked, Press):
        with suppress(Illegal):
            token = tokens.parse(asked.token)
            return {"table": token.table, "serial": token.serial}
    return {}
