"""The connection to Discord's gateway: what it tells us, handed on to the platform."""

import logging
from typing import Final, Protocol

import discord
import structlog

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
"""None of them is privileged: messages come without their words, and servers without their members."""
LONGEST_WAIT: Final = 5.0
"""Seconds of a rate limit that are waited within a call; a longer one is the worker's to plan."""
_log = structlog.get_logger(__name__)


class Listener(Protocol):
    """Whoever wants to know."""

    async def pressed(self, interaction: discord.Interaction) -> None:
        """A command, a button, a choice or a form came in."""

    async def ready(self) -> None:
        """The connection stands, for the first time or again."""

    async def written(self, channel: int) -> None:
        """Somebody wrote a message."""

    async def deleted(self, channel: int, messages: frozenset[int]) -> None:
        """Messages are gone."""

    async def closed(self, channels: frozenset[int]) -> None:
        """Channels or threads are gone."""

    async def left(self, guild: int, person: int) -> None:
        """A member has left, where Discord says so."""


class Client(discord.Client):
    """One connection without caches of messages and members."""

    def __init__(self, listener: Listener) -> None:
        super().__init__(
            intents=INTENTS,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            enable_debug_events=False,
        )
        self.http.max_ratelimit_timeout = LONGEST_WAIT
        self._listener = listener

    async def on_ready(self) -> None:
        await self._listener.ready()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self._listener.pressed(interaction)

    async def on_message(self, message: discord.Message) -> None:
        own = self.user is not None and message.author.id == self.user.id
        if message.guild is not None and not own:
            await self._listener.written(message.channel.id)

    async def on_raw_message_delete(self, gone: discord.RawMessageDeleteEvent) -> None:
        await self._listener.deleted(gone.channel_id, frozenset({gone.message_id}))

    async def on_raw_bulk_message_delete(self, gone: discord.RawBulkMessageDeleteEvent) -> None:
        await self._listener.deleted(gone.channel_id, frozenset(gone.message_ids))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        threads = getattr(channel, "threads", ())
        await self._listener.closed(frozenset({channel.id, *(thread.id for thread in threads)}))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._listener.closed(frozenset({thread.thread_id}))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        places = (*guild.channels, *guild.threads)
        await self._listener.closed(frozenset(place.id for place in places))

    async def on_raw_member_remove(self, gone: discord.RawMemberRemoveEvent) -> None:
        await self._listener.left(gone.guild_id, gone.user.id)

    async def on_error(self, event_method: str, /, *_args: object, **_given: object) -> None:
        _log.exception("event failed", event=event_method)


def quiet() -> None:
    """Let the library's own log say only what is wrong; more would show requests with hands in them."""
    logging.getLogger("discord").setLevel(logging.WARNING)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
