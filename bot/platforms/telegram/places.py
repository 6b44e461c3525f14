"""Who speaks where: chats and topics, who counts as nobody, and what Telegram says of members and rights."""

import asyncio
from typing import Final

from telegram import (
    Bot,
    Chat,
    ChatMember,
    ChatMemberAdministrator,
    ChatMemberOwner,
    ChatMemberRestricted,
    MaybeInaccessibleMessage,
    Message,
    User,
)
from telegram.constants import ChatType
from telegram.error import BadRequest, ChatMigrated, Forbidden, TelegramError

from bot.chats import Chats
from bot.names import shown_name
from bot.platforms.telegram.addresses import NAME
from bot.screens.model import Text
from bot.tokens import Token, Verb
from core.errors import Illegal
from core.ids import ChatId, PersonId, platform_of
from core.table.commands import Actor

ANONYMOUS_ADMIN, CHANNEL, TELEGRAM_ITSELF = 1087968824, 136817688, 777000
NOBODIES: Final = frozenset({ANONYMOUS_ADMIN, CHANNEL, TELEGRAM_ITSELF})
"""Accounts of Telegram's own that speak for a group, for a channel and for a linked channel."""

LED: Final = frozenset(
    {
        *(Verb.START, Verb.FILL, Verb.COMPUTER, Verb.SETTINGS, Verb.CONFIGURE, Verb.KICK, Verb.END, Verb.END_NOW),
        *(Verb.RESETTLE, Verb.CHAT, Verb.CHANGE, Verb.SEASON),
    }
)
"""Where it can matter whether the presser leads the group."""

ASKED_SECONDS: Final = 3.0
GROUPS: Final = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})
_LEADING: Final = frozenset({ChatMember.OWNER, ChatMember.ADMINISTRATOR})
_AWAY: Final = frozenset({ChatMember.LEFT, ChatMember.BANNED})
_SPEAK: Final = "send_messages"


def person_id(user: User) -> PersonId:
    """Who this is; names change, the number stays."""
    return PersonId(f"{NAME}:{user.id}")


def chat_id(number: int, thread: int | None = None) -> ChatId:
    """A group, or a topic of its own within it."""
    return ChatId(f"{NAME}:{number}" + (f"/{thread}" if thread else ""))


def chat_of(message: MaybeInaccessibleMessage) -> ChatId:
    """Where a message stands. A reply has a thread too; only in a topic is that a chat of its own."""
    if isinstance(message, Message) and message.is_topic_message:
        return chat_id(message.chat.id, message.message_thread_id)
    return chat_id(message.chat.id)


def group_of(chat: ChatId) -> ChatId:
    """The group of a topic; any other chat is its own."""
    return ChatId(chat.partition("/")[0])


def number_of(chat: ChatId | PersonId) -> int:
    """Telegram's own number of a chat or a person."""
    return int(chat.partition(":")[2].partition("/")[0])


def thread_of(chat: ChatId) -> int | None:
    """The thread of a topic."""
    thread = chat.partition("/")[2]
    return int(thread) if thread else None


def is_private(chat: Chat) -> bool:
    """Whether only one person is there."""
    return chat.type == ChatType.PRIVATE


def speaker(message: Message) -> User | None:
    """Who wrote it; None for what no person wrote, `where/anonymous` for who speaks as a group or channel."""
    user = message.from_user
    if message.is_automatic_forward or user is None or user.id == TELEGRAM_ITSELF:
        return None
    if message.sender_chat is not None or user.id in NOBODIES:
        raise Illegal("where/anonymous")
    return None if user.is_bot else user


def must_be_somebody(user: User) -> None:
    """Refuse who presses as a group or as another program."""
    if user.id in NOBODIES or user.is_bot:
        raise Illegal("where/anonymous")


def name_of(user: User) -> str:
    """What a person is called."""
    return shown_name((user.full_name, user.username), number=user.id)


class Places:
    """What has to be asked of Telegram; rights are asked anew every time."""

    def __init__(self, bot: Bot, chats: Chats) -> None:
        self._bot = bot
        self._chats = chats

    async def home(self, person: PersonId, token: Token, *, named: str, where: ChatId) -> ChatId:
        """The chat that a press means: its table's, else the named one, else where it was pressed.

        Who presses elsewhere must be a member there, or sit at that table.
        """
        found = await self._meant(token, named=named)
        if found is None:
            return where
        if platform_of(found) != NAME:
            raise Illegal("press/forged")
        if group_of(found) == group_of(where):
            return found
        if await self._chats.seated_at(person) != found:
            await self.must_belong(person, found)
        return await self._chats.present_id(found)

    async def actor(self, user: User, chat: ChatId, *, leads: bool) -> Actor:
        """The presser; `leads`: it can matter whether they lead this chat."""
        admin = leads and await self.leads(person_id(user), chat)
        return Actor(person_id(user), name_of(user), admin=admin)

    async def leads(self, person: PersonId, chat: ChatId) -> bool:
        """Whether the person is an admin there now; one who is hidden must show themselves first."""
        if number_of(chat) > 0:
            return False
        member = await self._member(chat, number_of(person))
        return member is not None and member.status in _LEADING and not _must_show(member)

    async def must_belong(self, person: PersonId, chat: ChatId) -> None:
        """Refuse who is no member of the group, and who is hidden in it."""
        if number_of(chat) > 0:
            if number_of(chat) != number_of(person):
                raise Illegal("press/forged")
            return
        member = await self._member(chat, number_of(person))
        if member is None or not is_there(member):
            raise Illegal("player/not-in-group")
        _must_show(member)

    async def must_hold_a_table(self, chat: ChatId) -> None:
        """Refuse a table where it could not live, before anything is stored."""
        if number_of(chat) > 0:
            raise Illegal("telegram/group-only")
        me = await self._member(chat, self._bot.id)
        if me is None or not is_there(me) or not await self._speaks(me, chat):
            raise Illegal("perm/missing", perms=(Text(f"perm/{_SPEAK}"),))

    async def was_moved(self, chat: ChatId) -> bool:
        """Whether a group that seems to be left goes on under another number; what is ours has moved along then."""
        await self._member(chat, self._bot.id)
        return await self._chats.present_id(chat) != chat

    async def _meant(self, token: Token, *, named: str) -> ChatId | None:
        if token.table:
            return await self._chats.chat_of(token.table)
        return await self._chats.present_id(ChatId(f"{NAME}:{named}")) if named else None

    async def _speaks(self, me: ChatMember, chat: ChatId) -> bool:
        if me.status in _LEADING:
            return True
        if isinstance(me, ChatMemberRestricted):
            return me.can_send_messages
        try:
            async with asyncio.timeout(ASKED_SECONDS):
                allowed = (await self._bot.get_chat(number_of(chat))).permissions
        except (TelegramError, TimeoutError):
            return True  # the lobby will show whether it can be posted
        return allowed is None or allowed.can_send_messages is not False

    async def _member(self, chat: ChatId, user: int) -> ChatMember | None:
        """What Telegram says of a member; a group that was upgraded is followed to its new number."""
        try:
            async with asyncio.timeout(ASKED_SECONDS):
                return await self._asked(chat, user)
        except (BadRequest, Forbidden):
            return None
        except (TelegramError, TimeoutError):
            raise Illegal("service/slow") from None

    async def _asked(self, chat: ChatId, user: int) -> ChatMember:
        try:
            return await self._bot.get_chat_member(number_of(chat), user)
        except ChatMigrated as moved:
            await self._chats.moved(group_of(chat), chat_id(moved.new_chat_id))
            return await self._bot.get_chat_member(moved.new_chat_id, user)


def is_there(member: ChatMember) -> bool:
    """Whether this is a member of the group now."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in _AWAY


def _must_show(member: ChatMember) -> bool:
    """`where/anonymous` for an admin who stays hidden: a press in their own name would give them away."""
    if isinstance(member, ChatMemberAdministrator | ChatMemberOwner) and member.is_anonymous:
        raise Illegal("where/anonymous")
    return False
