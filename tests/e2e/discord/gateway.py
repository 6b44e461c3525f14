"""The gateway: sessions with zlib-stream, resume, dropped sockets, doubled events and READY again."""

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from aiohttp import WSMsgType, web
from simcord import intents
from simcord.backend import serializers

from tests.e2e.discord.world import World, guild_payload

_KEPT: Final = 5000  # events that a resume can ask for
_LARGEST: Final = 4096


@dataclass
class Session:
    """What the server remembers of one client, beyond the life of its socket."""

    id: str
    intents: discord.Intents
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_KEPT))
    queue: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    socket: web.WebSocketResponse | None = None
    valid: bool = True

    def push(self, event: str, payload: str) -> None:
        """Queue one event whose payload is JSON already."""
        self.sequence += 1
        line = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{payload}}}'
        self.sent.append((self.sequence, line))
        self.queue.put_nowait(line)


@dataclass
class Gateway:
    """All sessions of the bot."""

    world: World
    token: str
    heartbeat: int = 41_250  # ms
    doubled: bool = False  # every event comes twice
    sessions: dict[str, Session] = field(default_factory=dict)
    identified: int = 0
    resumed: int = 0
    violations: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.world.backend.subscribers.append(self.publish)

    def publish(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event to whoever asked for its kind; servers without the bot are silent but for interactions."""
        if event != "INTERACTION_CREATE" and self._is_out_of_sight(payload):
            return
        if event in {"GUILD_CREATE", "GUILD_UPDATE"}:
            payload = guild_payload(self.world, int(payload["id"]))
        gate = intents.required_intent(event, payload)
        line = json.dumps(self._censored(event, payload))
        for session in self.sessions.values():
            if gate is None or getattr(session.intents, gate):
                for _ in range(2 if self.doubled else 1):
                    session.push(event, line)

    def _is_out_of_sight(self, payload: Mapping[str, Any]) -> bool:
        guild = payload.get("guild_id")
        channel = self.world.backend.channels.get(int(payload.get("channel_id") or 0))
        return (guild is not None and int(guild) in self.world.foreign) or self.world.is_foreign(channel)

    def _censored(self, event: str, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        bot = str(self.world.backend.bot_user.id)
        author = (payload.get("author") or {}).get("id")
        if event not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} or payload.get("guild_id") is None or author == bot:
            return payload
        if any(user["id"] == bot for user in payload.get("mentions", ())):
            return payload
        return {**payload, "content": "", "embeds": [], "attachments": [], "components": []}

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        pump = _Pump(socket, packed=request.query.get("compress") == "zlib-stream")
        await pump.say({"op": 10, "d": {"heartbeat_interval": self.heartbeat}, "s": None, "t": None})
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT and not await self._heard(message.data, pump, request.host):
                    break
        finally:
            pump.stop()
        return socket

    async def _heard(self, text: str, pump: "_Pump", host: str) -> bool:
        if len(text) > _LARGEST:
            self.violations.append(f"gateway: a message of {len(text)} bytes")
            await pump.socket.close(code=4002)
            return False
        message = json.loads(text)
        match message["op"]:
            case 1:
                await asyncio.sleep(0.02)  # discord.py takes an answer in no time for one that is an interval late
                await pump.say({"op": 11, "d": None, "s": None, "t": None})
            case 2:
                return await self._identify(message["d"], pump, host)
            case 6:
                await self._resume(message["d"], pump)
            case 8:
                self._members(pump.session, message["d"])
            case _:
                pass
        return True

    async def _identify(self, wanted: Mapping[str, Any], pump: "_Pump", host: str) -> bool:
        if wanted["token"] != self.token:
            await pump.socket.close(code=4004)
            return False
        self.identified += 1
        asked = discord.Intents._from_value(wanted["intents"])
        if asked.members or asked.presences or asked.message_content:
            self.violations.append("gateway: privileged intents asked for")
        session = Session(secrets.token_hex(16), asked, socket=pump.socket)
        self.sessions = {session.id: session}  # one bot, one shard: an older session has ended
        session.push("READY", json.dumps(self._ready(session, host)))
        for guild in self._guilds():
            session.push("GUILD_CREATE", json.dumps(guild_payload(self.world, guild)))
        pump.start(session)
        return True

    def _ready(self, session: Session, host: str) -> dict[str, Any]:
        backend = self.world.backend
        return {
            "v": 10,
            "user": serializers.user_payload(backend.bot_user),
            "guilds": [{"id": str(guild), "unavailable": True} for guild in self._guilds()],
            "session_id": session.id,
            "resume_gateway_url": f"ws://{host}/gw",
            "application": {"id": str(backend.application_id), "flags": 0},
        }

    def _guilds(self) -> list[int]:
        return [guild for guild in self.world.backend.guilds if guild not in self.world.foreign]

    async def _resume(self, wanted: Mapping[str, Any], pump: "_Pump") -> None:
        session = self.sessions.get(wanted["session_id"])
        if session is None or not session.valid or wanted["token"] != self.token:
            await pump.say({"op": 9, "d": False, "s": None, "t": None})
            return
        self.resumed += 1
        session.queue, session.socket = asyncio.Queue(), pump.socket
        for sequence, line in session.sent:
            if sequence > wanted["seq"]:
                session.queue.put_nowait(line)
        session.push("RESUMED", "{}")
        pump.start(session)

    def _members(self, session: Session | None, wanted: Mapping[str, Any]) -> None:
        assert session is not None
        backend, guild = self.world.backend, self.world.backend.get_guild(int(wanted["guild_id"]))
        asked = {int(user) for user in wanted.get("user_ids") or ()}
        found = [
            serializers.member_payload(backend, guild, member)
            for member in guild.members.values()
            if member.user_id in asked
        ]
        chunk = {"guild_id": str(guild.id), "members": found, "chunk_index": 0, "chunk_count": 1}
        session.push("GUILD_MEMBERS_CHUNK", json.dumps(chunk | {"nonce": wanted.get("nonce")}))

    async def drop(self, *, code: int = 4000, resumable: bool = True) -> None:
        """Close the sockets; `resumable=False`: the next RESUME is refused, so that the client is READY again."""
        for session in self.sessions.values():
            session.valid = resumable
            if session.socket is not None:
                await session.socket.close(code=code)

    def ready_again(self, host: str) -> None:
        """Send one more READY and every server once more, on the open socket."""
        for session in self.sessions.values():
            session.push("READY", json.dumps(self._ready(session, host)))
            for guild in self._guilds():
                session.push("GUILD_CREATE", json.dumps(guild_payload(self.world, guild)))


class _Pump:
    """One socket and the task that empties a session's queue into it."""

    def __init__(self, socket: web.WebSocketResponse, *, packed: bool) -> None:
        self.socket = socket
        self.session: Session | None = None
        self._zlib = zlib.compressobj() if packed else None
        self._task: asyncio.Task[None] | None = None

    async def say(self, message: Mapping[str, Any]) -> None:
        await self._write(json.dumps(message))

    async def _write(self, text: str) -> None:
        if self._zlib is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH))

    def start(self, session: Session) -> None:
        self.session = session
        self._task = asyncio.create_task(self._run(session.queue))

    async def _run(self, queue: asyncio.Queue[str]) -> None:
        while not self.socket.closed:
            line = await queue.get()
            try:
                await self._write(line)
            except ConnectionError:  # the session keeps the line for a resume
                return

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
