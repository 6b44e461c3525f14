"""The browser rooms: who their people are, and the messages that stand in them, kept in our own database."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final

from bot.screens.codec import dump_screen, load_screen
from bot.screens.model import Screen
from core.ids import ChatId, PersonId
from storage import installation, people, room, store
from storage.engine import Database
from storage.store import Connection

__all__ = ["Database", "Message", "Room", "Rooms", "Visitor"]

BACKLOG: Final = 50
FURTHER: Final = 150
BOARDS: Final = 3
_ADMINS: Final = "web/admins"


@dataclass(frozen=True)
class Room:
    """A chat that everybody with its token may enter."""

    chat: ChatId
    token: str
    title: str


@dataclass(frozen=True)
class Visitor:
    """Whose browser it is; `kept` is the hash of its secret, `name` "" and `language` None until they are chosen."""

    person: PersonId
    kept: str
    name: str = ""
    language: str | None = None


@dataclass(frozen=True)
class Message:
    """A message as it stands now: a screen of the bot, or a person's line with the name they had then."""

    number: int
    at: int
    author: str | None = None
    text: str | None = None
    screen: Screen | None = None
    edited: bool = False


class Rooms:
    """Rooms, visitors and messages over one database; `open` it before anything else."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock
        self._rooms: dict[str, Room] = {}
        self._chats: dict[ChatId, Room] = {}
        self._admins: frozenset[PersonId] = frozenset()

    async def open(self, title: str) -> None:
        """Read what there is, and make the first room with this title where there is none."""

        def act(connection: Connection) -> tuple[list[people.Chat], str | None]:
            known = people.rooms(connection) or [people.make_room(connection, title)]
            return known, installation.noted(connection, _ADMINS)

        known, admins = await self._database.run(act)
        for chat in known:
            self._keep(chat)
        self._admins = frozenset(json.loads(admins)) if admins else frozenset()

    @property
    def first(self) -> Room:
        """The room that the start-up link leads to."""
        return next(iter(self._rooms.values()))

    def room(self, token: str) -> Room | None:
        """The room that this token opens."""
        return self._rooms.get(token)

    async def make(self, title: str) -> Room:
        """One more room; without a title it is called like the first, with its number."""
        named = title or f"{self.first.title} {len(self._rooms) + 1}"
        return self._keep(await self._database.run(lambda connection: people.make_room(connection, named)))

    async def visitor(self, kept: str, *, person: PersonId) -> Visitor:
        """Who holds the secret with this hash; `person` is who they become when they are new."""
        known = await self._database.read(lambda connection: people.player_by_cookie(connection, kept))
        return Visitor(known.id, kept, known.name, known.language) if known else Visitor(person, kept)

    async def name(self, visitor: Visitor, name: str, *, language: str) -> Visitor:
        """Remember what a visitor is called, and their language when they had none."""

        def act(connection: Connection) -> None:
            people.remember_player(connection, visitor.person, name=name, language=language)
            people.set_cookie(connection, visitor.person, cookie_hash=visitor.kept)

        await self._database.run(act)
        return Visitor(visitor.person, visitor.kept, name, visitor.language or language)

    async def speak(self, person: PersonId, language: str) -> None:
        """Remember the language that a person chose."""
        await self._database.run(lambda connection: people.set_language(connection, person, language=language))

    async def language(self, person: PersonId) -> str | None:
        """The language that a person chose, here or by a command."""
        known = await self._database.read(lambda connection: people.player(connection, person))
        return known.language if known else None

    async def names(self, chat: ChatId, *, besides: PersonId) -> tuple[str, ...]:
        """What the other people at this room's table are called."""
        table = await self._database.read(lambda connection: store.live_table(connection, chat))
        seats = [seat for seat in table.seats if seat is not None] if table else []
        called = [
            pair
            for seat in seats
            for pair in ((seat.person, seat.name), (seat.former, seat.former_name), (seat.heir, seat.heir_name))
        ]
        return tuple(name for person, name in called if person not in {None, besides})

    def is_admin(self, person: PersonId) -> bool:
        """Whether this person came with the start-up link first."""
        return person in self._admins

    async def make_admin(self, person: PersonId) -> None:
        """Let this person be an admin from now on, after a restart too."""
        self._admins |= {person}
        value = json.dumps(sorted(self._admins))
        await self._database.run(lambda connection: installation.note(connection, _ADMINS, value=value))

    async def post(self, chat: ChatId, screen: Screen, *, nonce: str) -> Message | None:
        """Keep a message of the bot, once for each nonce but with its newest screen; None: there is no such room."""
        if chat not in self._chats:
            return None
        now, body = self._clock(), {"screen": dump_screen(screen)}

        def act(connection: Connection) -> Message:
            number = room.post_message(connection, chat, post=room.Post(f"bot:{nonce}", body, now))
            room.edit_message(connection, chat, number=number, body=body, at=now)
            return Message(number, now, screen=screen)

        return await self._database.run(act)

    async def edit(self, chat: ChatId, message: str, *, screen: Screen) -> Message | None:
        """Replace what a message of the bot shows; None: there is none of this id."""
        if not (message.isascii() and message.isdecimal()):
            return None
        number, now, body = int(message), self._clock(), {"screen": dump_screen(screen)}

        def act(connection: Connection) -> Message | None:
            known = room.message(connection, chat, number)
            if known is None or known.person is not None:
                return None
            room.edit_message(connection, chat, number=number, body=body, at=now)
            return Message(number, known.at, screen=screen, edited=True)

        return await self._database.run(act)

    async def say(self, chat: ChatId, visitor: Visitor, *, text: str, nonce: str) -> Message:
        """Keep a person's line, once for each nonce."""
        post = room.Post(f"say:{nonce}", {"text": text, "name": visitor.name}, self._clock(), visitor.person)

        def act(connection: Connection) -> Message:
            number = room.post_message(connection, chat, post=post)
            kept = room.message(connection, chat, number)
            assert kept is not None
            return _message(kept)

        return await self._database.run(act)

    async def backlog(self, chat: ChatId, *, after: int) -> AsyncIterator[Message]:
        """What a page needs that has everything up to message `after`: the last messages as they are now, those that
        it missed, and the last boards. Others take their turn between two messages.
        """

        def query(connection: Connection) -> list[room.Message]:
            last = room.messages(connection, chat, limit=BACKLOG)
            boards = BOARDS - sum(message.person is None for message in last)
            missed = bool(last) and 0 < after < last[0].number - 1
            if len(last) < BACKLOG or not (missed or boards > 0):
                return last
            earlier = room.messages(connection, chat, before=last[0].number, limit=FURTHER)
            old = [message.number for message in earlier if message.person is None][-boards:] if boards > 0 else []
            return [m for m in earlier if m.number in old or (missed and m.number > after)] + last

        for message in await self._database.read(query):
            yield _message(message)
            await asyncio.sleep(0)

    def _keep(self, chat: people.Chat) -> Room:
        made = Room(chat.id, chat.token or "", chat.title)
        self._rooms[made.token] = self._chats[made.chat] = made
        return made


def _message(kept: room.Message) -> Message:
    screen = load_screen(kept.body["screen"]) if "screen" in kept.body else None
    return Message(
        kept.number, kept.at, kept.body.get("name"), kept.body.get("text"), screen, edited=kept.edited is not None
    )
