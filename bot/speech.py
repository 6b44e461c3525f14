"""Which language a person reads in private, and a chat in public."""

from collections.abc import Callable
from dataclasses import replace

from bot.chats import Chats
from bot.i18n import Catalog, best_language, catalog
from core.ids import ChatId, PersonId


class Speech:
    """Chosen languages before those of the app; `usual` is the host's, `timezone` the clock's.

    `command`, once it is known, goes along with every catalogue.
    """

    def __init__(self, chats: Chats, *, usual: str, timezone: str) -> None:
        self._chats = chats
        self._usual = usual
        self._timezone = timezone
        self.command: Callable[[str], str] | None = None

    async def person(self, person: PersonId, *, locale: str = "") -> Catalog:
        """The language that the person chose, else that of their app, else the host's."""
        return self.words(await self._chats.spoken(person) or locale)

    async def chat(self, chat: ChatId) -> Catalog:
        """The language of the chat's public messages."""
        return self.words(await self._chats.language(chat))

    def clear(self, tag: str) -> str:
        """The catalogue's tag for a language tag, "" where it names a language that there is none of."""
        found, primary = best_language(tag), tag.partition("-")[0].casefold()
        return found if primary and found.partition("-")[0] == primary else ""

    def words(self, tag: str) -> Catalog:
        """The catalogue of a language tag; of the host's language without one."""
        words = catalog(best_language(tag) if tag else self._usual, self._timezone)
        return replace(words, command=self.command) if self.command else words
