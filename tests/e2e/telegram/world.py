"""The people, groups, topics and private chats of the loopback Telegram."""

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

ANONYMOUS: Final = 1087968824  # @GroupAnonymousBot, in whose name hidden admins write
CHANNEL_BOT: Final = 136817688  # @Channel_Bot, in whose name channels write
LINKED: Final = 777000  # Telegram itself, which copies a linked channel's posts
GENERAL: Final = 1
HERE: Final = frozenset({"creator", "administrator", "member", "restricted"})
_RIGHTS: Final = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
)
_PERMISSIONS: Final = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)


@dataclass(eq=False)
class Message:
    """One message as it stands there now; `payload` is what the Bot API says of it."""

    payload: dict[str, Any]
    pressable: bool = False  # it has or had buttons

    @property
    def id(self) -> int:
        return int(self.payload["message_id"])

    @property
    def chat(self) -> int:
        return int(self.payload["chat"]["id"])

    @property
    def text(self) -> str:
        return str(self.payload.get("text") or self.payload.get("caption") or "")

    @property
    def keyboard(self) -> list[list[dict[str, Any]]]:
        """The rows of buttons under it."""
        rows: list[list[dict[str, Any]]] = (self.payload.get("reply_markup") or {}).get("inline_keyboard") or []
        return rows

    @property
    def sender(self) -> int:
        return int((self.payload.get("from") or {}).get("id", 0))


@dataclass(eq=False)
class Topic:
    """One topic of a forum."""

    name: str
    closed: bool = False


@dataclass(eq=False)
class Chat:
    """One group, supergroup or private chat."""

    id: int
    kind: str
    title: str
    messages: dict[int, Message] = field(default_factory=dict)
    members: dict[int, str] = field(default_factory=dict)  # person → status
    hidden: set[int] = field(default_factory=set)  # admins who write anonymously
    rights: set[str] = field(default_factory=lambda: {"can_delete_messages", "can_manage_topics"})  # the bot's as admin
    silenced: bool = False  # nobody but admins may write
    topics: dict[int, Topic] = field(default_factory=dict)
    forum: bool = False
    moved: int | None = None  # the supergroup it became
    deleted: bool = False
    opened: bool = False  # private: the person has started the bot
    blocked: bool = False  # private: and then blocked it

    def payload(self) -> dict[str, Any]:
        """What messages say of it."""
        named = {"first_name": self.title} if self.kind == "private" else {"title": self.title}
        return {"id": self.id, "type": self.kind, **named, **({"is_forum": True} if self.forum else {})}


@dataclass(repr=False)
class World:
    """Everything that stands on the loopback server; `publish` takes the updates it causes."""

    bot: dict[str, Any]
    publish: Callable[[str, dict[str, Any]], None] = lambda _kind, _content: None
    users: dict[int, dict[str, Any]] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    commands: dict[tuple[str, str], list[dict[str, Any]]] = field(default_factory=dict)  # scope, language → list
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))
    _people: "itertools.count[int]" = field(default_factory=lambda: itertools.count(7_100_000_001))
    _groups: "itertools.count[int]" = field(default_factory=lambda: itertools.count(4_000_001))

    def __post_init__(self) -> None:
        self.users[self.bot["id"]] = self.bot
        for number, name in ((ANONYMOUS, "Group"), (CHANNEL_BOT, "Channel"), (LINKED, "Telegram")):
            self.users[number] = {"id": number, "is_bot": number != LINKED, "first_name": name}

    def user(self, name: str, number: int | None = None, *, language: str = "zh-hant") -> int:
        """A new account and its private chat with the bot, not opened yet."""
        known = number or next(self._people)
        self.users[known] = {"id": known, "is_bot": False, "first_name": name, "language_code": language}
        self.chats[known] = Chat(known, "private", name)
        return known

    def group(self, title: str, *, kind: str = "supergroup", forum: bool = False, number: int | None = None) -> "Place":
        """A new group with the bot in it."""
        known = number or (-next(self._groups) if kind == "group" else -1_000_000_000_000 - next(self._groups))
        chat = self.chats[known] = Chat(known, kind, title, forum=forum)
        chat.members[self.bot["id"]] = "member"
        return Place(self, known)

    def place_of(self, message: Message) -> "Place":
        """Where a message stands."""
        topic = message.payload.get("message_thread_id") if message.payload.get("is_topic_message") else None
        return Place(self, message.chat, topic)

    def add(self, chat: Chat, sender: int | None, **content: Any) -> Message:
        """A new message; private chats and basic groups share one row of numbers, each supergroup has its own."""
        shared = chat.kind != "supergroup"
        number = next(self._numbers) if shared else max(chat.messages, default=GENERAL) + 1
        chat.messages[number] = message = Message(
            {
                "message_id": number,
                "date": int(time.time()),
                "chat": chat.payload(),
                **({"from": self.users[sender]} if sender else {}),
                **content,
            }
        )
        return message

    def skip(self, chat: Chat, messages: int) -> None:
        """As if so many messages had been written there by others."""
        last = self.add(chat, LINKED, text="…")
        del chat.messages[last.id]
        chat.messages[last.id + messages] = Message({**last.payload, "message_id": last.id + messages})

    def status(self, chat: Chat, person: int) -> str:
        """What somebody is in a chat."""
        if chat.kind == "private":
            return "kicked" if chat.blocked and person == self.bot["id"] else "member"
        return chat.members.get(person, "left")

    def member(self, chat: Chat, person: int) -> dict[str, Any]:
        """A `ChatMember`."""
        status = self.status(chat, person)
        shown: dict[str, Any] = {"status": status, "user": self.users[person]}
        match status:
            case "creator":
                shown["is_anonymous"] = person in chat.hidden
            case "administrator":
                granted = chat.rights if person == self.bot["id"] else set(_RIGHTS)
                shown |= {"can_be_edited": False, "is_anonymous": person in chat.hidden}
                shown |= {right: right in granted or right == "can_manage_chat" for right in _RIGHTS}
                if chat.kind == "supergroup":
                    shown |= {"can_manage_topics": "can_manage_topics" in granted, "can_pin_messages": True}
            case "restricted":
                shown |= {"is_member": True, "until_date": 0, **dict.fromkeys(_PERMISSIONS, False)}
            case "kicked":
                shown["until_date"] = 0
            case _:
                pass
        return shown

    def change(self, chat: Chat, person: int, status: str, *, by: int | None = None) -> None:
        """Somebody is something else from now on; the bot hears of itself always, of others only as an admin."""
        before = self.member(chat, person)
        if chat.kind == "private":
            chat.blocked = status == "kicked"
        else:
            chat.members[person] = status
        own = person == self.bot["id"]
        if not own and chat.members.get(self.bot["id"]) != "administrator":
            return
        changed = {
            "chat": chat.payload(),
            "from": self.users[by or (chat.id if chat.kind == "private" else LINKED if own else person)],
            "date": int(time.time()),
            "old_chat_member": before,
            "new_chat_member": self.member(chat, person),
        }
        self.publish("my_chat_member" if own else "chat_member", changed)


@dataclass(frozen=True)
class Place:
    """One group, one topic of a forum (`topic`), or one private chat."""

    world: World
    id: int
    topic: int | None = None

    @property
    def chat(self) -> Chat:
        return self.world.chats[self.id]

    @property
    def messages(self) -> list[Message]:
        """What everybody there can read now, oldest first."""
        known = [message for _, message in sorted(self.chat.messages.items())]
        return known if not self.chat.forum else [message for message in known if self._holds(message)]

    @property
    def from_bot(self) -> list[Message]:
        """What the bot wrote there."""
        return [message for message in self.messages if message.sender == self.world.bot["id"]]

    def _holds(self, message: Message) -> bool:
        inside = message.payload.get("message_thread_id") if message.payload.get("is_topic_message") else None
        return inside == self.topic

    def make_topic(self, name: str = "牌桌") -> "Place":
        """A new topic of this forum."""
        made = self.world.add(self.chat, None, forum_topic_created={"name": name, "icon_color": 7322096})
        made.payload |= {"message_thread_id": made.id, "is_topic_message": True}
        self.chat.topics[made.id] = Topic(name)
        return Place(self.world, self.id, made.id)

    def close_topic(self, *, closed: bool = True) -> None:
        """Nobody but admins can write in this topic (or in General), as a line there says."""
        topics = self.chat.topics
        topics.setdefault(self.topic or GENERAL, Topic("General")).closed = closed
        mark = {"message_thread_id": self.topic, "is_topic_message": True} if self.topic else {}
        told: dict[str, Any] = {"forum_topic_closed" if closed else "forum_topic_reopened": {}, **mark}
        self.world.publish("message", self.world.add(self.chat, LINKED, **told).payload)

    def delete_topic(self) -> None:
        """The topic and all in it is gone."""
        for message in self.messages:
            del self.chat.messages[message.id]
        del self.chat.topics[self.topic or GENERAL]

    def admit(self, person: int, status: str = "member") -> None:
        """Somebody comes in, or is made an administrator or creator, or (restricted) may not write."""
        self.world.change(self.chat, person, status)

    def promote_bot(self, *rights: str) -> None:
        """The bot becomes an administrator with these rights; it reads everything then."""
        self.chat.rights = set(rights)
        self.world.change(self.chat, self.world.bot["id"], "administrator")

    def demote_bot(self, *, silent: bool = False) -> None:
        """The bot is a plain member again, or may not even write."""
        self.world.change(self.chat, self.world.bot["id"], "restricted" if silent else "member")

    def lose(self, person: int, *, told: bool = True) -> None:
        """Somebody leaves; `told`: a line in the chat says so, as in small groups."""
        self.world.change(self.chat, person, "left")
        if told:
            line = self.world.add(self.chat, person, left_chat_member=self.world.users[person])
            self.world.publish("message", line.payload)

    def kick_bot(self, *, told: bool = True) -> None:
        """The bot is thrown out; with `told=False` it must find out by a refusal."""
        if told:
            self.world.change(self.chat, self.world.bot["id"], "kicked")
        self.chat.members[self.world.bot["id"]] = "kicked"

    def take_bot_back(self) -> None:
        """Somebody adds the bot again."""
        self.world.change(self.chat, self.world.bot["id"], "member")

    def delete(self, message: int | None = None) -> None:
        """A moderator deletes a message, or (without one) the whole group."""
        if message is None:
            self.chat.deleted = True
        else:
            del self.chat.messages[message]

    def upgrade(self, *, told: tuple[str, ...] = ("to", "from")) -> "Place":
        """The basic group becomes a supergroup; of the two notices only these come, in this order."""
        new = self.world.group(self.chat.title)
        new.chat.members = dict(self.chat.members)
        new.chat.hidden = set(self.chat.hidden)
        self.chat.moved = new.id
        new_line = self.world.add(new.chat, ANONYMOUS, migrate_from_chat_id=self.id, sender_chat=new.chat.payload())
        old_line = self.world.add(self.chat, ANONYMOUS, migrate_to_chat_id=new.id)
        lines = {"to": old_line, "from": new_line}
        for notice in told:
            self.world.publish("message", lines[notice].payload)
        return new
