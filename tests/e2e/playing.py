"""A player without a browser: speaks to the room's socket as the page does, over every kill of the server."""

import asyncio
import itertools
import random
import secrets
import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from bot.tokens import Token, Verb, parse

Json = dict[str, Any]


@dataclass(frozen=True)
class Dealt:
    """What must be the same however often the server starts again: my cards of an opening and their deadline."""

    cards: tuple[str, ...]
    deadline: int | None


@dataclass
class Player:
    """One person in one room. `wishes` are the verbs that this player presses whenever a button offers them.

    `acknowledged` are press ids that the server said yes to, `boards` the messages with a board by opening.
    """

    link: str
    name: str
    random: random.Random
    wishes: tuple[Verb, ...] = (Verb.CUT, Verb.SUGGEST, Verb.SUBMIT, Verb.AGAIN)
    person: str = ""
    acknowledged: dict[str, Token] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    hands: dict[int, Dealt] = field(default_factory=dict)
    submitted: set[int] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    boards: dict[int, set[int]] = field(default_factory=dict)
    answers: dict[str, asyncio.Future[Json]] = field(default_factory=dict)
    connections: int = 0
    _screens: dict[str, Json] = field(default_factory=dict)
    _waiting: dict[str, Json] = field(default_factory=dict)
    _pressed: set[tuple[Verb, int]] = field(default_factory=set)
    _last: int = 0
    _socket: aiohttp.ClientWebSocketResponse | None = None

    async def play(self) -> None:
        """Stay connected, and come back after every loss, until cancelled."""
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            while True:
                with suppress(aiohttp.ClientError, ConnectionError, OSError, asyncio.TimeoutError):
                    await self._converse(session)
                await asyncio.sleep(0.05)

    async def _converse(self, session: aiohttp.ClientSession) -> None:
        async with session.get(self.link, timeout=aiohttp.ClientTimeout(5)) as page:
            page.raise_for_status()
        origin = self.link.split("/r/")[0]
        async with session.ws_connect(self.link.split("?")[0] + "/socket", origin=origin) as socket:
            self._socket = socket
            self.connections += 1
            await socket.send_json({"type": "hello", "name": self.name, "language": "en", "after": self._last})
            for frame in self._waiting.values():
                await socket.send_json(frame)
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    await self._take(message.json())
        self._socket = None

    async def _take(self, frame: Json) -> None:
        match frame["type"]:
            case "welcome":
                self.person = frame["person"]
            case "message":
                self._note_message(frame)
            case "hand":
                self._note_hand(frame["screen"])
            case "answer":
                self._note_answer(frame)
        await self._consider()

    def _note_message(self, frame: Json) -> None:
        self._last = max(self._last, frame["number"])
        screen = frame["screen"]
        if screen is None:
            return
        if screen["kind"] in {"cutting", "arranging", "result", "void"}:
            serial = max((token.serial for token in tokens_of(screen)), default=0)
            self.boards.setdefault(serial, set()).add(frame["number"])
        if frame["number"] >= self._screens.get("board", {}).get("number", 0):
            self._screens["board"] = {**screen, "number": frame["number"]}

    def _note_hand(self, screen: Json | None) -> None:
        self._screens.pop("hand", None)
        panel = next((block["panel"] for block in screen["blocks"] if "panel" in block), None) if screen else None
        if screen is None or panel is None:  # between the deals there is nothing, or the coach's card
            return
        self._screens["hand"] = screen
        serial = panel["serial"]
        seen = Dealt(tuple(sorted(card["card"] for card in panel["cards"])), panel["deadline"])
        if self.hands.setdefault(serial, seen) != seen:
            self.faults.append(f"opening {serial}: {self.hands[serial]} became {seen}")
        if serial in self.submitted and not panel["submitted"]:
            self.faults.append(f"opening {serial}: the submission is gone")

    def _note_answer(self, frame: Json) -> None:
        sent = self._waiting.pop(frame["id"], None)
        answer = self.answers.pop(frame["id"], None)
        if answer is not None and not answer.done():
            answer.set_result(frame)
        if sent is None or sent["type"] != "press":
            return
        token = parse(sent["token"])
        if not frame["ok"]:
            self.refused.append(f"{token.verb} {frame['toast']}")
            self._pressed.discard((token.verb, token.serial))
            return
        if token.verb is Verb.SUBMIT and self.is_asked:
            return  # a foul was warned of, nothing was sent
        self.acknowledged[frame["id"]] = token
        if token.verb is Verb.SUBMIT:
            self.submitted.add(token.serial)

    async def _consider(self) -> None:
        """Press the first button that this player wishes for, one press at a time."""
        if self._waiting or self._socket is None:
            return
        for wish in self.wishes:
            for token, text in self._offered(wish):
                if (token.verb, token.serial) not in self._pressed:
                    self._pressed.add((token.verb, token.serial))
                    fields = {"event": f"web:{secrets.token_hex(16)}"} if wish is Verb.CUT else {}
                    await self.send({"type": "press", "token": text, "fields": fields})
                    return

    def _offered(self, wish: Verb, *, arg: str | None = None) -> Iterator[tuple[Token, str]]:
        for screen in self._screens.values():
            for button in itertools.chain.from_iterable(screen["buttons"]):
                if button["enabled"] and button["token"] and not button["link"]:
                    token = parse(button["token"])
                    if token.verb is wish and (not button["fields"] if arg is None else token.arg == arg):
                        yield token, button["token"]

    async def send(self, frame: Json) -> str:
        """Send a frame that wants an answer; it is sent again after a loss, with the same id."""
        key = str(uuid.UUID(int=self.random.getrandbits(128), version=4))
        self._waiting[key] = {**frame, "id": key}
        if self._socket is not None:
            with suppress(ConnectionError, aiohttp.ClientError):
                await self._socket.send_json(self._waiting[key])
        return key

    async def ask(self, frame: Json, *, seconds: float = 10) -> Json:
        """Send a frame and wait for its answer."""
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        key = await self.send(frame)
        self.answers[key] = answer
        return await asyncio.wait_for(answer, seconds)

    async def press(
        self, verb: Verb, *, arg: str | None = None, fields: Mapping[str, str] | None = None, seconds: float = 10
    ) -> Json:
        """Press the button of this verb and argument as soon as a screen offers it; `arg` "" for a form to be filled in."""
        async with asyncio.timeout(seconds):
            while not (offered := [*self._offered(verb, arg=arg)]):
                await asyncio.sleep(0.02)
        asked = {"type": "press", "token": offered[0][1], "fields": dict(fields or {})}
        found = await self.ask(asked, seconds=seconds)
        while not found["ok"] and str(found["toast"]).startswith(
            "Too fast"
        ):  # a program presses faster than people can
            await asyncio.sleep(1)
            found = await self.ask(asked, seconds=seconds)
        return found

    def offers(self, verb: Verb) -> bool:
        """Whether a screen has such a button that can be pressed."""
        return any(self._offered(verb))

    @property
    def is_asked(self) -> bool:
        """Whether a question stands in the place of the hand: whether to declare, or to send a foul."""
        hand = self._screens.get("hand")
        return hand is not None and any(block.get("panel", {}).get("asks") for block in hand["blocks"])

    @property
    def board(self) -> str:
        """What the newest public screen says."""
        return text_of(self._screens["board"]) if "board" in self._screens else ""

    @property
    def hand(self) -> str:
        """What the private panel says."""
        return text_of(self._screens["hand"]) if "hand" in self._screens else ""


def text_of(screen: Json) -> str:
    """The lines of a screen; cards and moments are left out."""
    lines = [block["line"]["parts"] for block in screen["blocks"] if "line" in block]
    return "\n".join(
        "".join(part if isinstance(part, str) else part.get("name", "") for part in line) for line in lines
    )


def tokens_of(screen: Json) -> Iterator[Token]:
    """All tokens on a screen."""
    for button in itertools.chain.from_iterable(screen["buttons"]):
        if button["token"]:
            yield parse(button["token"])
