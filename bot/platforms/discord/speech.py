"""Which language a person reads in private and a chat in public, and what a person is called."""

from contextlib import suppress

import discord

from bot.chats import Chats
from bot.i18n import Catalog, best_language, catalog
from bot.names import LONGEST, clean_line, clean_name, width
from core.errors import Illegal
from core.ids import ChatId, PersonId


class Speech:
    """Chosen languages before those of the app; `usual` is the host's, `timezone` the clock's."""

    def __init__(self, chats: Chats, *, usual: str, timezone: str) -> None:
        self._chats = chats
        self._usual = usual
        self._timezone = timezone

    async def person(self, person: PersonId, *, locale: str = "") -> Catalog:
        """The language that the person chose, else that of their app, else the host's."""
        return self.words(await self._chats.spoken(person) or locale)

    async def chat(self, chat: ChatId) -> Catalog:
        """The language of the chat's public messages."""
        return self.words(await self._chats.language(chat))

    def words(self, tag: str) -> Catalog:
        """The catalogue of a language tag; of the host's language without one."""
        return catalog(best_language(tag) if tag else self._usual, self._timezone)


def name_of(user: discord.User | discord.Member) -> str:
    """What a person is called here; the first of their names that has something to see, cut to what fits."""
    for name in (user.display_name, user.global_name, user.name):
        with suppress(Illegal):
            return clean_name(_cut(name or ""))
    return f"#{user.id % 10_000:04d}"


def _cut(name: str) -> str:
    cleaned = clean_line(name[:500])
    while width(cleaned) > LONGEST:
        cleaned = cleaned[:-1]
    return cleaned
