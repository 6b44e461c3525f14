"""The chats of a chat platform: who their people are, where their boards stand, and what becomes of them."""

import secrets
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from bot import reach
from bot.acts import Asked, act, move
from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.table import commands as c
from core.table.audience import present
from core.table.model import Phase
from storage import installation, moving, people, store, updates
from storage.engine import Database
from storage.manners import manners
from storage.store import Connection

__all__ = ["Chats", "Database"]

REMEMBERED: Final = 4_096
"""Chats and people whose names need not be written again."""
_ENTROPY: Final = 32


class Chats:
    """What a chat platform may ask of one database; `clock` counts milliseconds since 1970.

    `stirred` is called in the loop after each commit that made a screen stale.
    """

    def __init__(
        self, database: Database, *, clock: Callable[[], int], stirred: Callable[[], None] = lambda: None
    ) -> None:
        self._database = database
        self._clock = clock
        self._stirred = stirred
        self._known: dict[Hashable, Hashable] = {}
        self._homes: dict[TableId, ChatId] = {}
        self._ids: dict[ChatId, ChatId] = {}

    async def greet(self, chat: ChatId, *, title: str, language: str) -> None:
        """Keep what a chat is called, and its first language ("" tells none); one that was chosen stays."""
        await self._keep(
            (chat, bool(language)), title, partial(people.greet, which=chat, title=title, language=language)
        )

    async def meet(self, person: PersonId, *, name: str, language: str) -> None:
        """Keep what a person is called, and their first language; one that they chose stays."""
        await self._keep(person, name, partial(people.remember_player, person=person, name=name, language=language))

    async def language(self, chat: ChatId) -> str:
        """The language of the chat's public messages, "" where there is none yet."""
        known = await self._database.read(partial(people.chat, which=chat))
        return known.language or ""

    async def spoken(self, person: PersonId) -> str | None:
        """The language of what the person sees in private."""
        known = await self._database.read(partial(people.player, person=person))
        return known.language if known else None

    async def name(self, person: PersonId) -> str:
        """What the person is called, "" where nobody knows."""
        known = await self._database.read(partial(people.player, person=person))
        return known.name if known else ""

    async def title(self, chat: ChatId) -> str:
        """What the chat is called, "" where nobody knows."""
        return (await self._database.read(partial(people.chat, which=chat))).title

    async def hand_by(self, person: PersonId) -> str:
        """The way in which the person wants their hand, one of `people.WAYS`."""
        known = await self._database.read(partial(people.player, person=person))
        return known.hand_by if known else people.WAYS[0]

    async def chat_of(self, table: TableId) -> ChatId | None:
        """The chat of a table, which changes only by `moved`; None where there never was such a table."""
        if table not in self._homes:
            with suppress(Illegal):
                known = await self._database.read(partial(store.load, table=table))
                _make_room(self._homes)
                self._homes[table] = known.chat
        return self._homes.get(table)

    async def lobby(self, table: TableId) -> int | None:
        """The serial that buttons of the table's lobby carry; None where it is in none, or never was."""
        with suppress(Illegal):
            known = await self._database.read(partial(store.load, table=table))
            return known.serial if known.phase is Phase.LOBBY else None
        return None

    async def board_of(self, chat: ChatId) -> str | None:
        """Where the present public message of the chat's live table stands."""

        def find(connection: Connection) -> str | None:
            table = store.live_table(connection, chat)
            return None if table is None else store.message_of(connection, table.id, present(table))

        return await self._database.read(find)

    async def bring_down(self, chat: ChatId) -> str | None:
        """Post the chat's present public message anew; where it stood until now, None where there is none.

        A quiet chat keeps it where it stands.
        """
        return await self._post_anew(chat, "")

    async def lost_message(self, chat: ChatId, message: str) -> bool:
        """Somebody deleted this message: if it was the present public one, it is posted anew. Whether it is."""
        return await self._post_anew(chat, message) is not None

    async def lost_chat(self, chat: ChatId) -> None:
        """The chat is no more: its live table ends, its people are free."""
        await self._carry_out(chat, c.ChatGone())

    async def gone(self, person: PersonId, chat: ChatId) -> None:
        """The person has left the chat's server or group: like leaving the table."""
        await self._carry_out(chat, c.Gone(person))

    async def moved(self, old: ChatId, new: ChatId) -> None:
        """The platform calls the chat otherwise now: its topics, tables, settings and seasons go along.

        Where the new chat has a live table already, the old one's ends. To be told twice is harmless.
        """
        asked = self._by_the_clock()
        await self._database.run(partial(move, old=old, new=new, asked=asked))
        for kept in (self._known, self._homes, self._ids):
            kept.clear()
        self._stirred()

    async def present_id(self, chat: ChatId) -> ChatId:
        """How this chat or topic is called now, whatever it was called when something was sent from it."""
        if chat not in self._ids:
            found = await self._database.read(partial(moving.present_id, chat=chat))
            _make_room(self._ids)
            self._ids[chat] = found
        return self._ids[chat]

    async def tables_in(self, group: ChatId) -> list[ChatId]:
        """The group itself and those of its topics that have a live table."""
        return await self._database.read(partial(store.live_places, chat=group))

    async def seated_at(self, person: PersonId) -> ChatId | None:
        """The chat of the table at which the person sits, or will with the next opening."""
        seated = await self._database.read(partial(store.seated_table, person=person))
        return None if seated is None else seated[1]

    async def seat(self, person: PersonId) -> tuple[ChatId, TableId, int] | None:
        """The chat, the table and its present opening at which the person sits, or will with the next one."""

        def find(connection: Connection) -> tuple[ChatId, TableId, int] | None:
            seated = store.seated_table(connection, person)
            return (seated[1], seated[0], store.load(connection, seated[0]).serial) if seated else None

        return await self._database.read(find)

    async def has_opened(self, person: PersonId) -> bool:
        """Whether the person has a private chat with the bot, as far as is known."""
        return not await self._database.read(partial(people.unopened, found=(person,)))

    async def opened(self, person: PersonId) -> bool:
        """The person has a private chat with the bot: a hand that waits for it is brought. Whether that is news."""
        if await self._database.read(partial(reach.known, person=person)):
            return False
        return await self._reach(person, opened=True)

    async def closed(self, person: PersonId) -> bool:
        """The bot may not write to the person; whether that is news."""
        return await self._reach(person, opened=False)

    async def bring_hand(self, person: PersonId) -> bool:
        """Post the person's hand anew, wherever it stands; whether they hold one."""
        brought = await self._database.run(partial(reach.bring, person=person, now=self._clock()))
        if brought:
            self._stirred()
        return brought

    async def hand_message(self, person: PersonId) -> str | None:
        """Where the cards that the person holds stand, "" while they are on their way; None where they hold none."""
        return await self._database.read(partial(reach.hand_message, person=person))

    async def open_again(self, chat: ChatId) -> None:
        """The chat can be written to again: what was put off goes out at once."""
        await self._database.run(partial(store.wait_no_more, chat=chat))
        self._stirred()

    async def keep_update(self, number: int, body: str) -> bool:
        """Keep what the platform sent, before it is confirmed; whether it is new."""
        keep = partial(_keep_update, number=number, body=body, now=self._clock())
        return await self._database.run(keep, first=True)

    async def waiting_updates(self) -> list[tuple[int, str]]:
        """What was kept and is not done, as it came."""
        return await self._database.read(updates.waiting)

    async def update_done(self, number: int) -> None:
        """It had its effect and has it no second time."""
        await self._database.run(partial(updates.done, number=number, now=self._clock()))

    async def noted(self, key: str) -> str | None:
        """What was noted under this key."""
        return await self._database.read(partial(installation.noted, key=key))

    async def note(self, key: str, value: str) -> None:
        """Keep a value under this key, in place of an older one."""
        await self._database.run(partial(installation.note, key=key, value=value))

    async def live_chats(self, platform: str) -> list[ChatId]:
        """The platform's chats that have a live table."""
        return await self._database.read(partial(store.live_chats, platform=platform))

    async def _keep(self, who: Hashable, called: str, write: Callable[[Connection], None]) -> None:
        """Write it unless the last thing that was written is the same."""
        if self._known.get(who) == called:
            return
        await self._database.run(write)
        _make_room(self._known)
        self._known[who] = called

    async def _post_anew(self, chat: ChatId, message: str) -> str | None:
        """Post the present public message anew, if it stands there (""; wherever it stands)."""

        def post(connection: Connection) -> str | None:
            if not message and manners(connection, chat).quiet:
                return None
            table = store.live_table(connection, chat)
            old = None if table is None else store.message_of(connection, table.id, present(table))
            if table is None or old is None or message not in {"", old}:
                return None
            store.repost(connection, table.id, present(table), now=self._clock())
            return old

        old = await self._database.run(post)
        if old is not None:
            self._stirred()
        return old

    async def _carry_out(self, chat: ChatId, command: c.Command) -> None:
        """Change the chat's live table, if it has one."""
        asked = self._by_the_clock()

        def change(connection: Connection) -> bool:
            table = store.live_table(connection, chat)
            return table is not None and bool(act(connection, table.id, wish=lambda *_: command, asked=asked).events)

        if await self._database.run(change):
            self._stirred()

    async def _reach(self, person: PersonId, *, opened: bool) -> bool:
        news = await self._database.run(partial(reach.note, person=person, opened=opened, now=self._clock()))
        if news:
            self._stirred()
        return news

    def _by_the_clock(self) -> Asked:
        return Asked(c.CLOCK, self._clock(), partial(secrets.token_bytes, _ENTROPY))


def _keep_update(connection: Connection, *, number: int, body: str, now: int) -> bool:
    updates.prune(connection, now=now)
    return updates.keep(connection, number, body=body, now=now)


def _make_room(kept: dict[Any, Any]) -> None:
    """Forget everything once it is much: what is asked for is read again."""
    if len(kept) >= REMEMBERED:
        kept.clear()
