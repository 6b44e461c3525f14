"""Telegram: tables in groups and topics, hands in private chats."""

from bot.platforms.telegram.platform import TelegramPlatform

__all__ = ["TelegramPlatform"]
