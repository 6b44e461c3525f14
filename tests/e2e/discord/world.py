"""The servers, channels and people of the loopback Discord, on simcord's backend."""

import datetime as dt
import time
from dataclasses import dataclass, field
from typing import Any, Final

import discord
import simcord.http.client  # noqa: F401 # its import registers the routes
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.models import Channel, Interaction, Message, Overwrite, User
from simcord.enums import ChannelType, OverwriteType

GROUP_DM: Final = 3


class RealClock(Clock):
    """The time of this machine: the bot is another process and lives in it."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    @property
    def elapsed(self) -> float:  # type: ignore[override] # simcord counts it itself
        return time.monotonic() - self._start

    def now(self) -> dt.datetime:
        return dt.datetime.now(dt.UTC)


class _Forgetful(list[Any]):
    """A log that simcord keeps and nobody here reads."""

    def append(self, _: Any) -> None:
        return


@dataclass
class World:
    """Everything that stands on the loopback server."""

    backend: Backend = field(default_factory=lambda: Backend(clock=RealClock()))
    foreign: set[int] = field(default_factory=set)  # servers that the bot is not in
    closed: dict[int, int] = field(default_factory=dict)  # person → status with which a direct message is refused
    locales: dict[int, str] = field(default_factory=dict)  # person → language of their Discord
    app_permissions: dict[int, int] = field(default_factory=dict)  # channel → what interactions there claim

    def __post_init__(self) -> None:
        self.backend.transcript = _Forgetful()
        self.backend.http_requests = _Forgetful()
        self.backend.bot_user.name = "十三支"
        self.backend.application_id = self.backend.bot_user.id  # as they are today

    def guild(self, name: str = "牌桌", *, foreign: bool = False, locale: str = "zh-TW") -> "Guild":
        """A new server; `foreign`: one that the bot is not in."""
        emitted, self.backend.subscribers = self.backend.subscribers, [] if foreign else self.backend.subscribers
        guild = self.backend.create_guild(name, preferred_locale=locale)
        if foreign:
            self.foreign.add(guild.id)
            del guild.members[self.backend.bot_user.id]
        self.backend.subscribers = emitted
        return Guild(self, guild.id)

    def group(self, *people: int) -> "Place":
        """A direct message of several people, without the bot."""
        channel = self.backend.create_channel(None, None, type=GROUP_DM, recipient_ids=[*people])
        return Place(self, channel.id)

    def direct(self, person: int) -> "Place":
        """The direct messages of a person and the bot."""
        return Place(self, self.backend.get_dm_channel(person).id)

    def user(self, name: str, number: int | None = None) -> User:
        """A new account, with this id if one is given."""
        backend = self.backend
        user = User(id=backend.reserve_id(number) if number else backend.snowflake(), name=name)
        backend.users[user.id] = user
        return user

    def is_foreign(self, channel: Channel | None) -> bool:
        """Whether the bot is no member of where this channel is."""
        return channel is not None and (channel.guild_id in self.foreign or channel.type == GROUP_DM)


@dataclass(frozen=True)
class Guild:
    """One server."""

    world: World
    id: int

    def text(self, name: str = "遊戲") -> "Place":
        return self._made(name, ChannelType.TEXT)

    def voice(self, name: str = "語音") -> "Place":
        return self._made(name, ChannelType.VOICE)

    def announcement(self, name: str = "公告") -> "Place":
        return self._made(name, ChannelType.NEWS)

    def forum(self, name: str = "論壇") -> "Place":
        return self._made(name, ChannelType.FORUM)

    def invite(self, person: int) -> None:
        """The person becomes a member."""
        self.world.backend.add_member(self.id, person, announce=True)

    def lose(self, person: int) -> None:
        """The person leaves."""
        self.world.backend.remove_member(self.id, person)

    def kick_bot(self) -> None:
        """The bot is thrown out; the server and its channels are gone for it."""
        self.world.backend.remove_guild(self.id)

    def admin(self, person: int, permission: str = "administrator") -> None:
        """Give a person a role with a permission."""
        flag = getattr(discord.Permissions, permission).flag
        role = self.world.backend.create_role(self.id, f"may {permission}", permissions=flag)
        self.world.backend.add_member_role(self.id, person, role.id)

    def plain(self, person: int) -> None:
        """Take every role from a person."""
        for role in [*self.world.backend.get_member(self.id, person).role_ids]:
            self.world.backend.remove_member_role(self.id, person, role)

    def _made(self, name: str, kind: ChannelType) -> "Place":
        return Place(self.world, self.world.backend.create_channel(self.id, name, type=kind).id)


@dataclass(frozen=True)
class Place:
    """One channel, thread or conversation."""

    world: World
    id: int

    @property
    def channel(self) -> Channel:
        return self.world.backend.get_channel(self.id)

    @property
    def messages(self) -> list[Message]:
        """What everybody there can read now, oldest first."""
        return [
            message for message in self.world.backend.messages.get(self.id, {}).values() if not message.is_ephemeral
        ]

    def thread(self, name: str = "討論串", *, private: bool = False) -> "Place":
        """A new thread in this channel, or a post if this is a forum; begun by somebody else than the bot."""
        backend, channel = self.world.backend, self.channel
        assert channel.guild_id is not None
        owner = backend.get_guild(channel.guild_id).owner_id
        kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
        thread = backend.create_thread(self.id, name, owner, type=kind, broadcast=False)
        if private:
            thread.thread_members[backend.bot_user.id] = backend.now_iso()
        backend.announce_thread_create(thread)
        return Place(self.world, thread.id)

    def deny(self, *permissions: str) -> None:
        """Take permissions from the bot in this channel."""
        self._overwrite(deny=sum(getattr(discord.Permissions, name).flag for name in permissions))

    def allow(self, *permissions: str) -> None:
        """Give the bot these, and nothing but what the server gives."""
        self._overwrite(allow=sum(getattr(discord.Permissions, name).flag for name in permissions))

    def only(self, *permissions: str) -> None:
        """Leave the bot nothing but these."""
        kept = sum(getattr(discord.Permissions, name).flag for name in permissions)
        self._overwrite(allow=kept, deny=discord.Permissions.all().value & ~kept)

    def archive(self, *, locked: bool = False, archived: bool = True) -> None:
        """Put the thread away, or lock it too."""
        self.world.backend.edit_channel(self.id, {}, thread_metadata={"archived": archived, "locked": locked})

    def delete(self, message: int | None = None) -> None:
        """A moderator deletes a message, or (without one) the whole channel."""
        if message is None:
            self.world.backend.delete_channel(self.id)
        else:
            self.world.backend.delete_message(self.id, message)

    def age(self, message: int, *, minutes: float) -> None:
        """Make a message older; one of more than an hour can no longer be edited (30046)."""
        found = self.world.backend.get_message(self.id, message)
        written = dt.datetime.fromisoformat(found.timestamp) - dt.timedelta(minutes=minutes)
        found.timestamp = written.isoformat()

    def _overwrite(self, *, allow: int = 0, deny: int = 0) -> None:
        target = self.channel.permission_channel_id()
        bot = self.world.backend.bot_user.id
        self.world.backend.set_overwrite(target, Overwrite(bot, OverwriteType.MEMBER, allow, deny))


def partial_guild(world: World, guild: int) -> dict[str, Any]:
    """What an interaction says of its server."""
    known = world.backend.get_guild(guild)
    return {"id": str(guild), "locale": known.preferred_locale, "features": []}


def guild_payload(world: World, guild: int) -> dict[str, Any]:
    """A server as the gateway shows it to a bot without privileged intents: no members but itself."""
    backend, known = world.backend, world.backend.get_guild(guild)
    everyone, known.members = known.members, {backend.bot_user.id: known.members[backend.bot_user.id]}
    try:
        payload = dict(serializers.guild_create_payload(backend, known))
    finally:
        known.members = everyone
    payload["member_count"] = len(everyone)
    threads: Any = payload["threads"]
    payload["threads"] = [thread for thread in threads if not thread["thread_metadata"]["archived"]]
    return payload


def aged(record: Interaction, minutes: float) -> None:
    """Make the token of an interaction older."""
    if record.expires_at is not None:
        ends = dt.datetime.fromisoformat(record.expires_at) - dt.timedelta(minutes=minutes)
        record.expires_at = ends.isoformat()
