"""Who is called: in private those who can be written to, by a line in the group the others; it goes when it is over."""

from dataclasses import dataclass, replace
from typing import Final

import structlog
from telegram.constants import ParseMode

from bot.i18n import Catalog
from bot.platforms.telegram import faults
from bot.platforms.telegram.addresses import NAME, Posted, Room, posted, room
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.marks import escaped, said
from bot.platforms.telegram.places import number_of
from bot.screens.calling import call_text
from bot.screens.model import Name, Screen, Text
from core.ids import ChatId, PersonId, platform_of

_CALLS: Final = ("ping/cut", "ping/stake", "ping/draw", "ping/arrange", "ping/arrange-until")
_PRIVATELY: Final = {each: each.replace("/", "/own-") for each in _CALLS}
"""Calls that need no name where only the one who is called reads them."""

_NAMELESS: Final = "?"
_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Call:
    """The last call of a chat: its name, the board that made it, and the messages that were sent for it."""

    name: str = ""
    board: str = ""
    messages: tuple[Posted, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.name, self.board, *map(str, self.messages)])


def call(noted: str) -> Call:
    """Read what `str` wrote; anything else is no call."""
    name, board, *messages = noted.split(" ") if noted.count(" ") else ("", "")
    return Call(name, board, tuple(map(posted, messages)))


class Calls:
    """The calls of one process; what was sent last in each chat is noted."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    async def cry(self, chat: ChatId, screen: Screen) -> str:
        """Send a screen that is nothing but a call; one of its messages, "" where nobody could be told."""
        sent = await self._send(chat, screen)
        return str(sent[0]) if sent else ""

    async def make(self, chat: ChatId, board: str, *, screen: Screen) -> None:
        """Call those whom a board calls, once a call wherever it stands; when it calls no more, take the call away."""
        last = call(await self._ground.chats.noted(_key(chat)) or "")
        if screen.call and screen.call == last.name:
            if board != last.board:  # it was posted anew, its call stays
                await self._note(chat, replace(last, board=board))
        elif screen.call and screen.ping:
            await self._note(chat, Call(screen.call, board))
            await self._take_away(last)
            await self._note(chat, Call(screen.call, board, tuple(await self._send(chat, screen))))
        elif last.messages and last.board == board:
            await self._note(chat, replace(last, messages=()))
            await self._take_away(last)

    async def _note(self, chat: ChatId, made: Call) -> None:
        await self._ground.chats.note(_key(chat), str(made))

    async def _send(self, chat: ChatId, screen: Screen) -> list[Posted]:
        text, found, unheard = call_text(screen), [], []
        for who in screen.ping:
            if platform_of(PersonId(who)) == NAME:
                line = await self._privately(PersonId(who), text)
                found += [line] if line else []
                unheard += [] if line else [PersonId(who)]
        line = await self._publicly(chat, text, unheard) if unheard else None
        return [*found, *([line] if line else [])]

    async def _privately(self, person: PersonId, text: Text) -> Posted | None:
        words, own = await self._ground.speech.person(person), replace(text, key=_PRIVATELY.get(text.key, text.key))
        return await self._line(Room(number_of(person)), await self._named(own, words, [person]))

    async def _publicly(self, chat: ChatId, text: Text, people: list[PersonId]) -> Posted | None:
        """A line in the group that mentions exactly these."""
        words = await self._ground.speech.chat(chat)
        return await self._line(room(chat), await self._named(text, words, people))

    async def _named(self, text: Text, words: Catalog, people: list[PersonId]) -> str:
        """The line with the names of these people, each of which notifies its person."""
        called = {str(number_of(person)): await self._ground.chats.name(person) or _NAMELESS for person in people}

        def mention(number: str) -> str:
            return f'<a href="tg://user?id={number}">{escaped(called[number])}</a>'

        names = tuple(map(Name, called))
        return said(replace(text, facts={**text.facts, "names": names}), replace(words, name=mention))

    async def _line(self, place: Room, text: str) -> Posted | None:
        """Send a line; nothing depends on it."""
        try:
            sent = await self._ground.bot.send_message(
                place.chat, text, parse_mode=ParseMode.HTML, message_thread_id=place.topic
            )
        except faults.FOREIGN as error:
            _log.debug("call not sent", chat=place.chat, reason=str(error))
            return None
        return Posted(place.chat, sent.message_id)

    async def _take_away(self, last: Call) -> None:
        for message in last.messages:
            try:
                await self._ground.bot.delete_message(message.chat, message.message)
            except faults.FOREIGN as error:
                _log.debug("call not taken away", chat=message.chat, reason=str(error))


def _key(chat: ChatId) -> str:
    return f"telegram/called/{chat.partition(':')[2]}"
