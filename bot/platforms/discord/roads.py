"""By which way a hand can come to a person in a channel: the token of their last press there, while it is young."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.screens.model import Panel, Screen
from core.ids import ChatId, PersonId

YOUNG_SECONDS: Final = 14 * 60
"""Discord takes a token for 15 minutes; one left of them is for the way there."""
MOST: Final = 4000
ORIGINAL: Final = "@original"
_Key = tuple[PersonId, ChatId]


@dataclass
class Road:
    """One press: the webhook of its token, and the message that shows the hand of opening `serial`.

    `panel` is ORIGINAL, a message id, or "" where none shows a hand; it can be changed by `key` alone, the webhook of
    the press that brought it, since `key_at`. `open` is set once Discord has its first answer.
    """

    webhook: discord.Webhook
    at: float
    panel: str = ""
    serial: int = 0
    key: discord.Webhook | None = None
    key_at: float = 0.0
    open: asyncio.Event = field(default_factory=asyncio.Event)


class Roads:
    """The last press of each person in each chat, in memory alone; old ones are dropped."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._roads: OrderedDict[_Key, Road] = OrderedDict()
        self._modes: OrderedDict[_Key, str] = OrderedDict()

    def begin(self, person: PersonId, chat: ChatId, *, webhook: discord.Webhook) -> Road:
        """A press has come in; the hand that the one before showed stays with that one's message."""
        self._prune()
        road = Road(webhook, self._now())
        before = self._roads.pop((person, chat), None)
        if before is not None and self._now() - before.key_at < YOUNG_SECONDS:
            road.panel, road.serial = before.panel, before.serial
            road.key, road.key_at = before.key, before.key_at
        self._roads[person, chat] = road
        _bound(self._roads)
        return road

    def of(self, person: PersonId, chat: ChatId) -> Road | None:
        """The road that can still be taken."""
        road = self._roads.get((person, chat))
        return road if road is not None and self._now() - road.at < YOUNG_SECONDS else None

    def drop(self, person: PersonId, chat: ChatId) -> None:
        """Discord does not take this token any more."""
        self._roads.pop((person, chat), None)

    def leads(self, road: Road, panel: str, *, screen: Screen) -> None:
        """This message shows the hand now; put away, it is still the hand of its opening."""
        road.panel, road.serial = panel, serial_of(screen) or road.serial
        road.key, road.key_at = road.webhook, road.at

    def key(self, road: Road) -> discord.Webhook | None:
        """What changes the message that shows the hand, while Discord takes it."""
        return road.key if road.panel and self._now() - road.key_at < YOUNG_SECONDS else None

    def mode(self, person: PersonId, chat: ChatId) -> str:
        """How the person looks at their hand."""
        return self._modes.get((person, chat), "")

    def look(self, person: PersonId, chat: ChatId, *, mode: str) -> None:
        """Keep how the person looks at their hand, for what is pushed into it."""
        self._modes.pop((person, chat), None)
        if mode:
            self._modes[person, chat] = mode
            _bound(self._modes)

    def __len__(self) -> int:
        return len(self._roads)

    def _prune(self) -> None:
        """Drop what is old: they lie in the order of their presses."""
        while self._roads:
            key, road = next(iter(self._roads.items()))
            if self._now() - road.at < YOUNG_SECONDS:
                return
            del self._roads[key]


def serial_of(screen: Screen) -> int:
    """The opening whose cards a screen shows, 0 for a screen without cards."""
    return next((block.serial for block in screen.blocks if isinstance(block, Panel)), 0)


def _bound(kept: "OrderedDict[_Key, Road] | OrderedDict[_Key, str]") -> None:
    while len(kept) > MOST:
        kept.popitem(last=False)
