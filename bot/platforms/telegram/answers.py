"""How an answer goes: beside the press, into the private chat, or as a short line in the group."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import structlog
from telegram import Bot, InputFile, LinkPreviewOptions, MaybeInaccessibleMessage, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import RetryAfter

from bot.chats import Chats
from bot.i18n import Catalog
from bot.platforms.base import Gone, Later, Unreachable
from bot.platforms.telegram import faults
from bot.platforms.telegram.addresses import Letter, user
from bot.platforms.telegram.allowance import Allowance
from bot.platforms.telegram.drawing import Drawn
from bot.platforms.telegram.marks import toast
from bot.platforms.telegram.places import chat_of, thread_of
from bot.screens.model import Button, File, Screen, Text
from bot.troubles import Complaints
from core.ids import ChatId, PersonId

SHORT: Final = 60
"""A line of so many signs passes by itself; a longer one has to be closed."""

LONGEST: Final = 5.0
"""Seconds for one answer; the press has had its effect."""

SPARED: Final = 6
"""Calls a minute that a group's answers to commands leave to its boards."""

TO_THE_LAST: Final = -2
"""So many they leave at least where nobody must go unheard: what Telegram itself takes, beyond what is planned with."""

_PATIENCE: Final = 5.0
_log = structlog.get_logger(__name__)
_PLAIN: Final[dict[str, Any]] = {
    "parse_mode": ParseMode.HTML,
    "link_preview_options": LinkPreviewOptions(is_disabled=True),
}


@dataclass(frozen=True)
class Said:
    """What the presser gets: a line, a screen or a form of the chat `home`.

    `refused`: the line says why nothing was done. `alert`: the line has to be read. `link`: where it goes on, `label` on a button.
    `buttons`: what can be done about a refusal.
    """

    text: Text | None = None
    screen: Screen | None = None
    form: Button | None = None
    home: ChatId | None = None
    mode: str = ""
    refused: bool = False
    alert: str = ""
    link: str = ""
    label: str = "telegram/open"
    buttons: tuple[Button, ...] = ()


class Answer:
    """Answers a press once, or says "received" where the real answer takes longer."""

    def __init__(self, bot: Bot, query: str, *, words: Catalog, complaints: Complaints) -> None:
        self.words = words
        self.held = False
        self._bot = bot
        self._query = query
        self._complaints = complaints
        self._given = False

    async def hold(self) -> None:
        """Say that the press has come in, if nothing was answered yet."""
        if not self._given:
            self._given = self.held = True
            await self._send(toast(Text("telegram/held"), self.words))

    async def give(self, text: Text | None = None, *, alert: str = "", link: str = "") -> bool:
        """Answer with a line, a link that opens at once, or nothing; whether it can still be seen."""
        if self._given:
            return text is None and not alert and not link
        self._given = True
        shown = alert or (toast(text, self.words) if text is not None else "")
        await self._send("" if link else shown, alert=bool(alert) or len(shown) > SHORT, link=link)
        return True

    async def _send(self, text: str, *, alert: bool = False, link: str = "") -> None:
        try:
            async with asyncio.timeout(LONGEST):
                await self._bot.answer_callback_query(self._query, text or None, alert or None, link or None)
        except faults.FOREIGN as error:
            if not faults.is_stale(error) and self._complaints.new(error, event="answer not taken"):
                _log.warning("answer not taken", reason=str(error) or type(error).__name__)


class Letters:
    """Messages that answer: in private chats, and short ones in groups while there is room for them."""

    def __init__(self, bot: Bot, chats: Chats, *, allowance: Allowance, complaints: Complaints) -> None:
        self._bot = bot
        self._chats = chats
        self._allowance = allowance
        self._complaints = complaints
        self._floods: dict[int, float] = {}

    async def send(self, person: PersonId, drawn: Drawn) -> bool:
        """A new message in the private chat; whether the bot may write there."""
        return await self._bring(person, drawn, message=0)

    async def renew(self, person: PersonId, message: MaybeInaccessibleMessage | None, *, drawn: Drawn) -> bool:
        """Change a private message, or send a new one where it is out of reach."""
        within_reach = isinstance(message, Message)
        return await self._bring(person, drawn, message=message.message_id if message and within_reach else 0)

    async def reply(self, message: Message, drawn: Drawn, *, spared: int = SPARED) -> bool:
        """A silent line below what was typed; none while a group has few calls left for its boards. Whether there were."""
        return await self._public(message.chat.id, drawn, below=message, spared=spared)

    async def post(self, chat: int, drawn: Drawn) -> None:
        """A silent line of its own in a group."""
        await self._public(chat, drawn, below=None)

    async def _public(self, chat: int, drawn: Drawn, *, below: Message | None, spared: int = SPARED) -> bool:
        if chat < 0 and self._allowance.left(chat) <= spared:
            return False
        settings: dict[str, Any] = {}
        if below is not None:
            settings["message_thread_id"] = thread_of(chat_of(below))
            settings["reply_parameters"] = ReplyParameters(below.message_id, allow_sending_without_reply=True)
        try:
            async with asyncio.timeout(LONGEST):
                await self._bot.send_message(
                    chat, drawn.text, reply_markup=drawn.keyboard, disable_notification=True, **settings, **_PLAIN
                )
        except faults.FOREIGN as error:
            self._complain(error)
        return True

    async def attach(self, person: PersonId, files: Sequence[File]) -> None:
        """Files in the private chat, where there is one; a group has better uses for its calls."""
        if not files or not await self._chats.has_opened(person):
            return
        try:
            for file in files:
                document = InputFile(file.text.encode(), filename=file.name)
                async with asyncio.timeout(LONGEST):
                    await self._bot.send_document(user(person), document, disable_notification=True)
        except faults.FOREIGN as error:
            self._complain(error)

    async def strip(self, message: Message) -> None:
        """Take the buttons off a message that has nothing left to ask."""
        try:
            async with asyncio.timeout(LONGEST):
                await self._bot.edit_message_reply_markup(message.chat.id, message.message_id)
        except faults.FOREIGN:
            return

    async def delete(self, message: Message) -> bool:
        """Take what was typed away, where the bot may; whether it is gone."""
        try:
            async with asyncio.timeout(LONGEST):
                await self._bot.delete_message(message.chat.id, message.message_id)
        except faults.FOREIGN:
            return False
        return True

    async def _bring(self, person: PersonId, drawn: Drawn, *, message: int) -> bool:
        try:
            await self._patiently(Letter(0, message), user(person), drawn)
        except Unreachable:
            await self._chats.closed(person)
            return False
        except Later:
            return True  # what began it was told
        except faults.FOREIGN as error:
            self._complain(error)
        return True

    async def _patiently(self, letter: Letter, chat: int, drawn: Drawn) -> None:
        """Once more after a short flood warning; while a second or a longer one holds, nothing goes to this chat."""
        if (left := self._floods.get(chat, 0.0) - time.monotonic()) > 0:
            raise Later(left)
        try:
            try:
                await self._once(letter, chat, drawn)
            except RetryAfter as flood:
                if faults.seconds_of(flood) > _PATIENCE:
                    raise
                await asyncio.sleep(faults.seconds_of(flood))
                await self._once(letter, chat, drawn)
        except RetryAfter as flood:
            self._hold(chat, faults.seconds_of(flood))
            raise

    def _hold(self, chat: int, seconds: float) -> None:
        now = time.monotonic()
        self._floods = {each: until for each, until in self._floods.items() if until > now} | {chat: now + seconds}

    async def _once(self, letter: Letter, chat: int, drawn: Drawn) -> None:
        try:
            async with asyncio.timeout(LONGEST):
                if letter.message:
                    await self._edit(letter.message, chat, drawn)
                else:
                    await self._bot.send_message(chat, drawn.text, reply_markup=drawn.keyboard, **_PLAIN)
        except faults.FOREIGN as error:
            if isinstance(faults.of_a_person(error), Unreachable):
                raise Unreachable from None
            raise

    async def _edit(self, message: int, chat: int, drawn: Drawn) -> None:
        try:
            await self._bot.edit_message_text(drawn.text, chat, message, reply_markup=drawn.keyboard, **_PLAIN)
        except faults.FOREIGN as error:
            if faults.is_unchanged(error):
                return
            if not isinstance(faults.of_a_person(error), Gone):
                raise
            await self._bot.send_message(chat, drawn.text, reply_markup=drawn.keyboard, **_PLAIN)

    def _complain(self, error: Exception) -> None:
        if self._complaints.new(error, event="answer not sent"):
            _log.warning("answer not sent", reason=str(error) or type(error).__name__)
