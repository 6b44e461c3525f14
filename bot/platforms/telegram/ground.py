"""What everything that takes updates stands on: the bot, the game behind it, and languages."""

from dataclasses import dataclass, field

from telegram import Bot

from bot.chats import Chats
from bot.service import Service
from bot.speech import Speech
from bot.troubles import Complaints


@dataclass(frozen=True)
class Ground:
    """One bot and one game."""

    bot: Bot
    service: Service
    chats: Chats
    speech: Speech
    complaints: Complaints = field(default_factory=Complaints)
