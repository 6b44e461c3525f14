"""Visitors of the browser room over real HTTP and real sockets: what a page would do, without the drawing."""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import aiohttp

Json = dict[str, Any]
PATIENCE = 10.0


class Visitor:
    """One browser with its cookies and one open page; `asked` answers, all else is kept as the page would keep it."""

    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self.token = token
        self.session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.welcome: Json = {}
        self.messages: dict[int, Json] = {}
        self.hand: Json | None = None
        self.hands: list[Json | None] = []
        self.people: list[str] = []
        self.bye = ""
        self.closed: int | None = None
        self.received: list[str] = []
        self._answers: dict[str, Json] = {}
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def url(self) -> str:
        """The room's page."""
        return f"{self.base}/r/{self.token}"

    @property
    def origin(self) -> str:
        """What a browser says where its page comes from."""
        return self.base

    async def visit(self, query: str = "") -> aiohttp.ClientResponse:
        """Get the room's page, which makes the cookie."""
        async with self.session.get(self.url + query) as response:
            await response.read()
            return response

    async def connect(self, *, name: str | None = None, language: str = "zh-TW", after: int = 0) -> "Visitor":
        """Open the socket of the page and say hello; returns when the page is filled or turned away."""
        self.welcome, self.bye, self.closed = {}, "", None
        self._socket = await self.session.ws_connect(
            f"{self.url}/socket", headers={"Origin": self.origin}, max_msg_size=0
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.send({"type": "hello", "name": name, "language": language, "after": after})
        await self.until(lambda: bool(self.welcome and self.hands) or self.over)
        return self

    async def enter(self, name: str | None = None, *, language: str = "zh-TW") -> "Visitor":
        """Visit and connect."""
        await self.visit()
        return await self.connect(name=name, language=language)

    @property
    def over(self) -> bool:
        """Whether the server has ended the conversation."""
        return self.closed is not None

    @property
    def screens(self) -> list[Json]:
        """The screens of the room's messages, oldest first."""
        return [one["screen"] for _, one in sorted(self.messages.items()) if one["screen"]]

    async def send(self, frame: Mapping[str, object] | str | bytes) -> None:
        """Send a frame as it is."""
        assert self._socket is not None
        if isinstance(frame, bytes):
            await self._socket.send_bytes(frame)
        else:
            await self._socket.send_str(frame if isinstance(frame, str) else json.dumps(frame, ensure_ascii=False))

    async def ask(self, frame: Mapping[str, object]) -> Json:
        """Send something and return its answer."""
        asked = {"id": secrets.token_hex(8), **frame}
        self._answers.pop(str(asked["id"]), None)
        await self.send(asked)
        await self.until(lambda: str(asked["id"]) in self._answers or self.over)
        return self._answers[str(asked["id"])]

    async def press(self, token: str, fields: Mapping[str, str] | None = None, **more: str) -> Json:
        """Press a button."""
        return await self.ask({"type": "press", "token": token, "fields": dict(fields or {}), **more})

    async def say(self, text: str) -> Json:
        """Type a line."""
        return await self.ask({"type": "say", "text": text})

    async def until(self, true: Callable[[], bool], *, seconds: float = PATIENCE) -> None:
        """Wait for news that make this true."""
        async with asyncio.timeout(seconds):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def disconnect(self) -> None:
        """Close the page, keep the cookie."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader
        self.hands.clear()

    async def leave(self) -> None:
        """Close the browser."""
        await self.disconnect()
        await self.session.close()

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                self.received.append(message.data)
                self._take(json.loads(message.data))
                self._news.set()
        self.closed = socket.close_code or 1006
        self._news.set()

    def _take(self, frame: Json) -> None:
        match frame["type"]:
            case "welcome":
                self.welcome = frame
            case "message":
                self.messages[frame["number"]] = frame
            case "hand":
                self.hand = frame["screen"]
                self.hands.append(self.hand)
            case "answer":
                self._answers[frame["id"]] = frame
            case "people":
                self.people = frame["names"]
            case "bye":
                self.bye = frame["reason"]
            case "pong":
                self.welcome["now"] = frame["now"]
            case other:
                raise AssertionError(other)


def tokens_of(screen: Json) -> list[str]:
    """All tokens that a screen's buttons, cards and rows carry."""
    found = [button["token"] for row in screen["buttons"] for button in row if button["token"]]
    for block in screen["blocks"]:
        panel = block.get("panel")
        if panel:
            found += [token for card in panel["cards"] for token in card["tokens"].values()]
            found += [row["token"] for row in panel["rows"] if row["token"]]
    return found
