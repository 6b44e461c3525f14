"""Presses on inline buttons on their way to the bot and back: waiting for the answer, time of the first one."""

import asyncio
import itertools
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tests.e2e.telegram.refusals import QUERY_OLD, Refusal
from tests.e2e.telegram.updates import Updates
from tests.e2e.telegram.world import Message, World

LIFE: Final = 15.0  # seconds; nobody says how long it is, only that it is short


@dataclass(eq=False)
class Waiting:
    """One press, until it is answered."""

    number: int
    person: int
    sent: float
    message: Message | None
    answered: float | None = None
    answer: dict[str, Any] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def milliseconds(self) -> float:
        """How long the answer took; infinite while there is none."""
        return float("inf") if self.answered is None else (self.answered - self.sent) * 1000


@dataclass(repr=False)
class Queries:
    """All presses since the start."""

    world: World
    updates: Updates
    waits: dict[int, Waiting] = field(default_factory=dict)
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(4_100_000_000_000_001))

    def push(self, person: int, data: str, *, shown: Mapping[str, Any] | None, message: Message | None) -> Waiting:
        """Send one press of a person; `shown`: what the update says of the message (None: nothing)."""
        number = next(self._numbers)
        waiting = self.waits[number] = Waiting(number, person, time.monotonic(), message)
        content: dict[str, Any] = {
            "id": str(number),
            "from": self.world.users[person],
            "chat_instance": str(message.chat if message else 0),
            "data": data,
        }
        content |= {"message": shown} if shown is not None else {"inline_message_id": "none"}
        self.updates.publish("callback_query", content)
        return waiting

    def take(self, parameters: Mapping[str, Any]) -> bool:
        """`answerCallbackQuery`."""
        number = str(parameters["callback_query_id"])
        waiting = self.waits.get(int(number)) if number.isdigit() else None
        if waiting is None or waiting.answered is not None or time.monotonic() - waiting.sent > LIFE:
            raise Refusal(400, QUERY_OLD)
        waiting.answered, waiting.answer = time.monotonic(), dict(parameters)
        waiting.changed.set()
        return True

    def age(self, seconds: float = LIFE) -> None:
        """Make every press so far older."""
        for waiting in self.waits.values():
            waiting.sent -= seconds

    def first_answers(self, *, since: float = 0) -> list[float]:
        """Milliseconds to the answer of each press, shortest first; infinite for none."""
        return sorted(waiting.milliseconds for waiting in self.waits.values() if waiting.sent >= since)
