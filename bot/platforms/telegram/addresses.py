"""Where messages stand: chats and topics by their numbers, boards and hands as the worker keeps them."""

import re
from dataclasses import dataclass
from typing import Final

from bot.platforms.base import ChatLost, Gone
from core.ids import ChatId, PersonId

NAME: Final = "telegram"
_CHAT: Final = re.compile(r"telegram:(-?[0-9]{1,19})(?:/([0-9]{1,19}))?", re.ASCII)
_MESSAGE: Final = re.compile(r"(-?[0-9]{1,19}):([0-9]{1,19})", re.ASCII)
_LETTER: Final = re.compile(r"([0-9]{1,19}):([0-9]{0,19})", re.ASCII)


@dataclass(frozen=True)
class Room:
    """A chat by Telegram's number, and the topic in it; General and groups without topics have None."""

    chat: int
    topic: int | None = None


@dataclass(frozen=True)
class Posted:
    """A public message: its chat, and its number there."""

    chat: int
    message: int

    def __str__(self) -> str:
        return f"{self.chat}:{self.message}"


@dataclass(frozen=True)
class Letter:
    """Where a hand was sent: its opening, and the message in the private chat, 0 where there is none."""

    serial: int
    message: int = 0

    def __str__(self) -> str:
        return f"{self.serial}:{self.message or ''}"


def room(chat: ChatId) -> Room:
    """The numbers of a chat; `ChatLost` for one that cannot be Telegram's."""
    found = _CHAT.fullmatch(chat)
    if found is None:
        raise ChatLost
    return Room(int(found[1]), int(found[2]) if found[2] else None)


def posted(text: str) -> Posted:
    """Read what `str` wrote; anything else is a message that is gone."""
    found = _MESSAGE.fullmatch(text)
    if found is None:
        raise Gone
    return Posted(int(found[1]), int(found[2]))


def letter(text: str) -> Letter:
    """Read what `str` wrote; anything else is a message that is gone."""
    found = _LETTER.fullmatch(text)
    if found is None:
        raise Gone
    return Letter(int(found[1]), int(found[2] or 0))


def user(person: PersonId) -> int:
    """Telegram's number of a person, which is also that of the private chat with them."""
    return int(person.partition(":")[2])
