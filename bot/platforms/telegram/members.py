"""Who comes and goes: the bot itself, people, and groups that become supergroups."""

import structlog
from telegram import ChatMemberUpdated, Message

from bot.platforms.telegram.answers import Letters
from bot.platforms.telegram.drawing import Drawn
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.marks import GROUP, spoken
from bot.platforms.telegram.places import GROUPS, Places, chat_id, chat_of, is_private, is_there, person_id
from bot.screens.model import Text
from bot.troubles import reason
from core.errors import Illegal
from core.ids import PersonId

_log = structlog.get_logger(__name__)


class Members:
    """Takes what Telegram tells of members; nothing that goes wrong leaves these functions."""

    def __init__(self, ground: Ground, places: Places, *, letters: Letters) -> None:
        self._ground = ground
        self._places = places
        self._letters = letters

    async def mine(self, changed: ChatMemberUpdated) -> None:
        """The bot was added, removed, blocked or let in again."""
        try:
            if is_private(changed.chat):
                await self._opened(changed)
            elif changed.chat.type in GROUPS:
                await self._moved_in(changed)
        except Exception as error:  # noqa: BLE001 # the outermost handler
            self._complain(error)

    async def theirs(self, changed: ChatMemberUpdated) -> None:
        """Somebody has come or gone; Telegram says so only where the bot is an admin."""
        try:
            if is_there(changed.old_chat_member) and not is_there(changed.new_chat_member):
                await self._gone(person_id(changed.new_chat_member.user), chat=changed.chat.id)
        except Exception as error:  # noqa: BLE001 # the outermost handler
            self._complain(error)

    async def told(self, message: Message) -> bool:
        """A line that Telegram wrote itself; whether this was one that tells of people or of an upgrade."""
        try:
            return await self._told(message)
        except Exception as error:  # noqa: BLE001 # the outermost handler
            self._complain(error)
            return True

    async def _told(self, message: Message) -> bool:
        here = message.chat.id
        if message.migrate_to_chat_id is not None:
            await self._ground.chats.moved(chat_id(here), chat_id(message.migrate_to_chat_id))
        elif message.migrate_from_chat_id is not None:
            await self._ground.chats.moved(chat_id(message.migrate_from_chat_id), chat_id(here))
        elif message.left_chat_member is not None:
            if message.left_chat_member.id != self._ground.bot.id:
                await self._gone(person_id(message.left_chat_member), chat=here)
            else:
                await self._lost(here)
        elif message.forum_topic_reopened is not None:
            await self._ground.chats.open_again(chat_of(message))
        else:
            return bool(message.new_chat_members)
        return True

    async def _opened(self, changed: ChatMemberUpdated) -> None:
        person = PersonId(chat_id(changed.chat.id))
        if is_there(changed.new_chat_member):
            await self._ground.chats.opened(person)
        else:
            await self._ground.chats.closed(person)

    async def _moved_in(self, changed: ChatMemberUpdated) -> None:
        was, now = is_there(changed.old_chat_member), is_there(changed.new_chat_member)
        if was and not now:
            await self._lost(changed.chat.id)
        elif now and not was:
            await self._greet(changed)

    async def _lost(self, number: int) -> None:
        """Every table there ends; but a group that was upgraded seems to be left too, and only has another number."""
        try:
            if await self._places.was_moved(chat_id(number)):
                return
        except Illegal:
            pass  # Telegram does not answer: its own word that we are out stands
        for chat in await self._ground.chats.tables_in(chat_id(number)):
            await self._ground.chats.lost_chat(chat)

    async def _gone(self, person: PersonId, *, chat: int) -> None:
        for place in await self._ground.chats.tables_in(chat_id(chat)):
            await self._ground.chats.gone(person, place)

    async def _greet(self, changed: ChatMemberUpdated) -> None:
        chat, speech = chat_id(changed.chat.id), self._ground.speech
        language = speech.clear(changed.from_user.language_code or "")
        await self._ground.chats.greet(chat, title=changed.chat.title or "", language=language)
        words = await speech.chat(chat)
        await self._letters.post(
            changed.chat.id, Drawn(spoken(Text("telegram/hello", {"command": f"/{GROUP}"}), words), None)
        )

    def _complain(self, error: Exception) -> None:
        if self._ground.complaints.new(error, event="notice failed"):
            _log.error("notice failed", **reason(error))
