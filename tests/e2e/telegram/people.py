"""The people: what they type, press and open, and what they see."""

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from tests.e2e.recorder import Call, Recorder
from tests.e2e.telegram.hand_rules import buttons, payload_of
from tests.e2e.telegram.markup import utf16
from tests.e2e.telegram.methods import replied
from tests.e2e.telegram.queries import Queries, Waiting
from tests.e2e.telegram.world import ANONYMOUS, HERE, Chat, Message, Place, World

Which = str | Callable[[Mapping[str, Any]], bool]
_COMMAND: Final = re.compile(r"/[A-Za-z0-9_]+(?:@([A-Za-z0-9_]+))?")


@dataclass(frozen=True, repr=False)
class Answer:
    """What came back for one press."""

    person: "Person"
    waiting: Waiting

    @property
    def kind(self) -> str:
        """toast, alert, url, empty (the clock goes away, nothing is shown), nothing (no answer in time)."""
        told = self.waiting.answer
        if self.waiting.answered is None:
            return "nothing"
        if told.get("url"):
            return "url"
        return ("alert" if told.get("show_alert") else "toast") if told.get("text") else "empty"

    @property
    def milliseconds(self) -> float:
        return self.waiting.milliseconds

    @property
    def text(self) -> str:
        return str(self.waiting.answer.get("text") or "")

    @property
    def url(self) -> str:
        return str(self.waiting.answer.get("url") or "")

    @property
    def message(self) -> Message:
        """The message that was pressed, as it is now."""
        assert self.waiting.message is not None
        return self.waiting.message


@dataclass(frozen=True, repr=False)
class Person:
    """One account of a human."""

    id: int
    name: str
    queries: Queries
    recorder: Recorder
    patience: float = 30  # seconds for an answer

    @property
    def world(self) -> World:
        return self.queries.world

    @property
    def private(self) -> Place:
        """The chat with the bot."""
        return Place(self.world, self.id)

    @property
    def dms(self) -> list[Message]:
        """What the bot wrote there, oldest first."""
        return self.private.from_bot

    def say(self, place: Place, text: str, *, reply_to: Message | None = None, **more: Any) -> Message:
        """Write a line in a group or in the private chat; the bot hears of it as far as privacy mode lets it."""
        chat = place.chat
        self._must_be_in(chat)
        content: dict[str, Any] = {"text": text, **_entities(text), **more, **_thread(place, reply_to)}
        hidden = self.id in chat.hidden
        if hidden:
            content["sender_chat"] = chat.payload()
        message = self.world.add(chat, ANONYMOUS if hidden else self.id, **content)
        if chat.kind == "private":
            self._come_back(chat)
        if chat.kind == "private" or self._reaches(chat, message, reply_to):
            self.queries.updates.publish("message", message.payload)
        return message

    def rewrite(self, message: Message, text: str) -> None:
        """Change an own message afterwards."""
        message.payload |= {"text": text, "edit_date": int(time.time()), **_entities(text)}
        self.queries.updates.publish("edited_message", message.payload)

    def open(self, payload: str = "") -> Message:
        """Press START in the bot's chat, as a deep link with this payload does."""
        return self.say(self.private, f"/start {payload}".strip())

    def follow(self, link: str | Mapping[str, Any]) -> Message:
        """Go where an address (or a button with one) leads: this bot's chat, START pressed."""
        url = link if isinstance(link, str) else str(link["url"])
        payload = payload_of(url, str(self.world.bot["username"]))
        assert payload is not None, f"leads elsewhere: {url}"
        return self.open(payload)

    def block(self) -> None:
        """Block the bot."""
        self.world.change(self.private.chat, self.world.bot["id"], "kicked")

    def leave(self, place: Place, *, told: bool = True) -> None:
        """Leave a group."""
        place.lose(self.id, told=told)

    async def press(self, message: Message, which: Which) -> Answer:
        """Press the button with this label (whole or a part of it) or data, or for which the function is true."""
        button = button_of(message, which)
        assert "callback_data" in button, f"this one opens an address: {button}"
        chat = self.world.chats[message.chat]
        self._must_be_in(chat)
        assert message.id in chat.messages, "this message is gone"
        return await self.press_data(message, button["callback_data"])

    async def press_data(
        self, message: Message | None, data: str, *, as_user: int = 0, inaccessible: bool = False
    ) -> Answer:
        """Press what may stand there no more, or never did; `message` None: the update does not say where."""
        shown = message.payload if message is not None else None
        if message is not None and inaccessible:
            shown = {"chat": message.payload["chat"], "message_id": message.id, "date": 0}
        waiting = self.queries.push(as_user or self.id, data, shown=shown, message=message)
        with suppress(TimeoutError):
            await asyncio.wait_for(waiting.changed.wait(), self.patience)
        return Answer(self, waiting)

    @property
    def sees(self) -> list[Call]:
        """Every call so far whose effect this person could see, privately or in a group."""
        return [call for call in self.recorder.calls if 0 < call.status < 400 and self._reads(call)]

    def _reads(self, call: Call) -> bool:
        if call.audience is not None or call.channel is None:
            return call.audience == self.id
        chat = self.world.chats.get(call.channel)
        return chat is not None and chat.members.get(self.id) in HERE

    def _must_be_in(self, chat: Chat) -> None:
        own = chat.id == self.id if chat.kind == "private" else chat.members.get(self.id) in HERE
        assert own, f"{self.name} is not in {chat.title}"

    def _come_back(self, chat: Chat) -> None:
        if chat.blocked:
            self.world.change(chat, self.world.bot["id"], "member")
        chat.opened = True

    def _reaches(self, chat: Chat, message: Message, reply_to: Message | None) -> bool:
        """Privacy mode: commands (for nobody else) and replies to the bot; everything if it is an administrator."""
        own = self.world.status(chat, self.world.bot["id"])
        if own not in HERE or own == "administrator":
            return own == "administrator"
        command = _COMMAND.match(message.text)
        named = command[1] if command else None
        mine = named is None or named.lower() == str(self.world.bot["username"]).lower()
        return bool(command and mine) or (reply_to is not None and reply_to.sender == self.world.bot["id"])


def button_of(message: Message, which: Which) -> dict[str, Any]:
    """The one button that is meant: by function, or by whole label or data before a part of the label."""
    known = [*buttons(message.keyboard)]
    if callable(which):
        fitting = [button for button in known if which(button)]
    else:
        exact = [button for button in known if which in {button["text"], button.get("callback_data")}]
        fitting = exact or [button for button in known if which in button["text"]]
    labels = [button["text"] for button in known]
    assert len(fitting) == 1, f"{len(fitting)} fit {which!r} of {labels}"
    return fitting[0]


def labels_of(message: Message) -> list[str]:
    """What is written on the buttons."""
    return [button["text"] for button in buttons(message.keyboard)]


def _entities(text: str) -> dict[str, Any]:
    command = _COMMAND.match(text)
    return {"entities": [{"type": "bot_command", "offset": 0, "length": utf16(command[0])}]} if command else {}


def _thread(place: Place, reply_to: Message | None) -> dict[str, Any]:
    """How a message is marked: a topic, or a chain of replies, which carries a number too but is no topic."""
    marks: dict[str, Any] = {}
    if place.topic is not None:
        marks = {"message_thread_id": place.topic, "is_topic_message": True}
    elif reply_to is not None and place.chat.kind == "supergroup":
        marks = {"message_thread_id": reply_to.payload.get("message_thread_id", reply_to.id)}
    if reply_to is not None:
        marks["reply_to_message"] = replied(reply_to)
    return marks
