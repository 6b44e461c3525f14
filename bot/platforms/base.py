"""What a platform must be able to do, and what it may answer when it cannot."""

from dataclasses import dataclass
from typing import Protocol

from bot.screens.model import Screen
from core.ids import ChatId, PersonId


@dataclass(frozen=True)
class Address:
    """Where a screen goes: a chat's public message (`person` None) or a person's private panel."""

    chat: ChatId
    person: PersonId | None = None


class Gone(Exception):
    """The message is not there any more: post it anew."""


class ChatLost(Exception):
    """The chat was deleted or the bot removed from it."""


class Unreachable(Exception):
    """This person cannot be written to now; nobody else waits for it."""


class Later(Exception):
    """Not before so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Unanswered(Exception):
    """The chat service fails or is not reached: tried again, ever more seldom; the text says what was heard."""


class CannotStart(Exception):
    """The settings do not let this platform begin: `code` is the text of one line for the host."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Platform(Protocol):
    """One chat service. Both calls return after the service has taken the message; they raise the errors above."""

    name: str
    pace: float
    """Seconds from one public call in a chat to the next edit there."""
    reveal: float
    """Seconds until the last row of a reveal that goes row by row lies open for everybody."""

    async def start(self) -> None:
        """Begin to take presses; returns when the platform is ready."""

    async def stop(self) -> None:
        """End within two seconds, open connections included."""

    async def post(self, address: Address, screen: Screen, *, nonce: str) -> str:
        """Send a new message and return its id; the same nonce twice makes one message."""

    async def edit(self, address: Address, message: str, screen: Screen) -> None:
        """Replace what a message shows; the same content again is success."""
