"""What a person is called."""

import discord

from bot.names import shown_name


def name_of(user: discord.User | discord.Member) -> str:
    """What a person is called here, in this server before elsewhere."""
    return shown_name((user.display_name, user.global_name, user.name), number=user.id)
