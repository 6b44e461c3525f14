"""Where a table may stand: kinds of channel, and the permissions that its messages need."""

from typing import Final

import discord

from bot.screens.model import Text
from core.errors import Illegal

ANYWHERE: Final = frozenset({"help", "rules", "language"})
"""Commands that need no server of ours."""
OPENING: Final = "start"
_LOOKED_AT: Final = ("view_channel",)
_TALK: Final = {False: "send_messages", True: "send_messages_in_threads"}
_SHOWN: Final = ("embed_links", "attach_files")
_REOPEN: Final = "manage_threads"
_TIDY: Final = "read_message_history"
"""Only to take the buttons off old boards; a table does without."""
INVITED: Final = discord.Permissions(**dict.fromkeys((*_LOOKED_AT, *_TALK.values(), *_SHOWN, _TIDY), True))
"""What the bot asks for when it comes to a server."""
SCOPES: Final = ("bot", "applications.commands")


def invitation(application: int) -> str:
    """The link by which somebody who manages a server brings the bot there."""
    return discord.utils.oauth_url(application, permissions=INVITED, scopes=SCOPES)


def is_ours(interaction: discord.Interaction) -> bool:
    """Whether the interaction comes from a server where the bot is a member."""
    return interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is not None


def is_private(interaction: discord.Interaction) -> bool:
    """Whether it comes from direct messages with the bot, and not from those of other people."""
    channel = interaction.channel
    return interaction.guild_id is None and (channel is None or channel.type is discord.ChannelType.private)


def must_fit(interaction: discord.Interaction, command: str) -> None:
    """Refuse a command that has no place here, before anything is stored."""
    if command in ANYWHERE:
        return
    if not is_ours(interaction) and (interaction.guild_id is not None or not is_private(interaction)):
        raise Illegal("where/user-install")
    if command == OPENING:
        must_hold_a_table(interaction)


def must_hold_a_table(interaction: discord.Interaction) -> None:
    """Refuse a table where it could not live; missing permissions are named, all at once."""
    channel = interaction.channel
    if interaction.guild_id is None or channel is None:
        raise Illegal("where/group-only")
    if channel.type is discord.ChannelType.news:
        raise Illegal("where/announcement")
    lacking = missing(interaction.app_permissions, channel)
    if lacking:
        raise Illegal("perm/missing", perms=tuple(Text(f"perm/{name}") for name in lacking))


def missing(granted: discord.Permissions, channel: object) -> tuple[str, ...]:
    """The permissions that a table in this channel lacks, by Discord's own names."""
    thread = isinstance(channel, discord.Thread)
    locked = isinstance(channel, discord.Thread) and channel.locked
    needed = (*_LOOKED_AT, _TALK[thread], *_SHOWN, *([_REOPEN] if locked else []))
    return tuple(name for name in needed if not (granted.administrator or getattr(granted, name)))


def must_reach(interaction: discord.Interaction) -> None:
    """Refuse with the names of the permissions that were taken from a table under way: its new messages cannot come."""
    channel = interaction.channel
    if not is_ours(interaction) or channel is None:
        return
    lacking = [name for name in missing(interaction.app_permissions, channel) if name not in _SHOWN]
    if lacking:
        raise Illegal("perm/taken", perms=tuple(Text(f"perm/{name}") for name in lacking))


def leads(interaction: discord.Interaction) -> bool:
    """Whether the presser may manage the server or this channel now; in a server that is not ours nobody leads."""
    rights = interaction.permissions
    return is_ours(interaction) and (rights.administrator or rights.manage_guild or rights.manage_channels)
