"""A service whose answers a test writes; it remembers what it was asked."""

import asyncio
from collections.abc import Mapping

from bot.screens.model import Line, Screen, Text
from bot.service import Reply
from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.table.commands import Actor
from storage.engine import Database


class ScriptedService:
    """Answers by token or text: with a `Reply`, by raising an exception, or after an `asyncio.Event`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.answers: dict[str, object] = {}
        self.hands: dict[PersonId, Screen] = {}
        self.daily_hands: dict[PersonId, Screen] = {}
        self.records: dict[tuple[TableId, ChatId | None], list[dict[str, object]]] = {}
        self.asked: list[tuple[Actor, ChatId, str, dict[str, str], str]] = []
        self.waits = asyncio.Event()
        self.waits.set()

    def clock(self) -> int:
        return 1_800_000_000_000

    async def press(self, actor: Actor, chat: ChatId, token: str, fields: Mapping[str, str], *, press: str) -> Reply:
        self.asked.append((actor, chat, token, dict(fields), press))
        await self.waits.wait()
        return self._answer(token)

    async def say(self, actor: Actor, chat: ChatId, text: str, *, press: str) -> Reply:
        self.asked.append((actor, chat, text, {}, press))
        return self._answer(text)

    async def hand(self, person: PersonId, chat: ChatId) -> Screen | None:
        return self.hands.get(person)

    async def daily_hand(self, person: PersonId, chat: ChatId) -> Screen | None:
        return self.daily_hands.get(person)

    async def proof(self, table: TableId, serial: int | None, *, chat: ChatId | None = None) -> list[dict[str, object]]:
        if (table, chat) not in self.records:
            raise Illegal("record/unknown", n=serial)
        return self.records[table, chat]

    def _answer(self, asked: str) -> Reply:
        answer = self.answers.get(asked, Reply())
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Reply)
        return answer


def shown(kind: str, *words: str, ping: tuple[str, ...] = ()) -> Screen:
    """A screen of lines whose words are their keys."""
    return Screen(kind, tuple(Line(Text(word)) for word in words), ping=ping)
