"""What the server sends by itself: messages, private hands, and who is here, each in its reader's language."""

from bot.platforms.web.connections import Connection, Connections, encoded
from bot.platforms.web.words import Json, fixed_words, language_names, worded
from bot.rooms import Message, Rooms
from bot.screens.model import Panel, Screen
from bot.service import Service
from core.ids import ChatId, PersonId

HAND = "hand"


class Pushes:
    """Sends to the open sockets of a room or of a person."""

    def __init__(self, service: Service, rooms: Rooms, *, connections: Connections) -> None:
        self._service = service
        self._rooms = rooms
        self._connections = connections
        self._aside: set[tuple[PersonId, ChatId]] = set()
        """Who plays the daily challenge where their hand at the table would be."""

    def message(self, chat: ChatId, message: Message) -> None:
        """Show a new or edited message to everybody in the room."""
        ready: dict[tuple[str, bool], str] = {}
        for connection in self._connections.in_room(chat):
            pinged = message.screen is not None and connection.person in message.screen.ping
            key = (connection.catalog.language, pinged)
            if key not in ready:
                ready[key] = encoded(_message(message, connection))
            connection.push(ready[key])

    async def hand(self, person: PersonId, chat: ChatId) -> None:
        """Show a person's private panel as it is now on all their pages of this room.

        It is read after the presses under way, so a page never goes back to an older hand.
        """
        if self._connections.of(person, chat):
            async with self._connections.guest(person).lock:
                screen = await self._service.hand(person, chat)
                if (person, chat) in self._aside and not _waits_for(screen):
                    return
                self.show_hand(person, chat, screen=screen)

    async def table_hand(self, person: PersonId, chat: ChatId) -> None:
        """Show what the person holds at the table again, under their lock: the challenge has nothing to arrange now."""
        self.show_hand(person, chat, screen=await self._service.hand(person, chat))

    def show_daily(self, person: PersonId, chat: ChatId, *, screen: Screen) -> None:
        """Show a hand of the daily challenge there, until it ends or the table waits for the person."""
        self.show_hand(person, chat, screen=screen)
        self._aside.add((person, chat))

    def show_hand(self, person: PersonId, chat: ChatId, *, screen: Screen | None) -> None:
        """Show this panel, read under the person's lock, on all their pages of this room."""
        self._aside.discard((person, chat))
        for connection in self._connections.of(person, chat):
            connection.push(encoded(_hand(screen, connection)))

    def people(self, chat: ChatId) -> None:
        """Tell everybody in the room who is here."""
        names = encoded({"type": "people", "names": self._connections.names(chat)})
        for connection in self._connections.in_room(chat):
            connection.push(names)

    async def fill(self, connection: Connection, *, after: int) -> None:
        """Show a page all that it needs: my own facts, the words, the messages, and my hand."""
        chat = connection.room.chat
        async with connection.filling:
            connection.hold()
            try:
                connection.fill(encoded(self.welcome(connection)))
                async for message in self._rooms.backlog(chat, after=after):
                    connection.fill(encoded(_message(message, connection)))
            finally:
                connection.filled()
        await self._refill(connection.person, chat)

    async def _refill(self, person: PersonId, chat: ChatId) -> None:
        """Show what the person holds at the table, else in the daily challenge."""
        async with self._connections.guest(person).lock:
            held = await self._service.hand(person, chat)
            daily = None if held is not None and held.blocks else await self._service.daily_hand(person, chat)
            if daily is not None:
                self.show_daily(person, chat, screen=daily)
            else:
                self.show_hand(person, chat, screen=held)

    def welcome(self, connection: Connection) -> Json:
        """Who I am here, and the page's words in my language."""
        visitor = connection.visitor
        return {
            "type": "welcome",
            "person": visitor.person,
            "name": visitor.name or None,
            "admin": self._rooms.is_admin(visitor.person),
            "room": connection.room.title,
            "now": self._service.clock(),
            "language": connection.catalog.language,
            "languages": language_names(connection.catalog),
            "words": fixed_words(connection.catalog),
        }


def _message(message: Message, connection: Connection) -> Json:
    return {
        "type": "message",
        "number": message.number,
        "at": message.at,
        "author": message.author,
        "screen": worded(message.screen, connection.catalog, connection.person) if message.screen else None,
        "text": message.text,
        "edited": message.edited,
    }


def _waits_for(screen: Screen | None) -> bool:
    """Whether the hand at the table is still to be arranged."""
    panels = [block for block in screen.blocks if isinstance(block, Panel)] if screen is not None else []
    return any(not panel.submitted for panel in panels)


def _hand(screen: Screen | None, connection: Connection) -> Json:
    held = screen if screen is not None and screen.blocks else None  # a panel of nothing is no panel
    return {"type": "hand", "screen": worded(held, connection.catalog, connection.person) if held else None}
