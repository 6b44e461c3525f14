"""What a person is called."""

from contextlib import suppress

import discord

from bot.names import LONGEST, clean_line, clean_name, width
from core.errors import Illegal


def name_of(user: discord.User | discord.Member) -> str:
    """What a person is called here; the first of their names that has something to see, cut to what fits."""
    for name in (user.display_name, user.global_name, user.name):
        with suppress(Illegal):
            return clean_name(_cut(name or ""))
    return f"#{user.id % 10_000:04d}"


def _cut(name: str) -> str:
    cleaned = clean_line(name[:500])
    while width(cleaned) > LONGEST:
        cleaned = cleaned[:-1]
    return cleaned
