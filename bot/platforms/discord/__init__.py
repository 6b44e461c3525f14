"""Discord: tables in channels and threads, hands in direct messages and in messages that only one person sees."""

from bot.platforms.discord.platform import DiscordPlatform

__all__ = ["DiscordPlatform"]
