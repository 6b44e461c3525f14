"""Discord's REST routes: simcord's answers, and what simcord does not refuse but Discord does."""

import asyncio
import io
import json
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from aiohttp import BodyPartReader, web
from simcord.backend import permissions, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import EPHEMERAL_FLAG, Channel
from simcord.http import router

from tests.e2e.discord.hand_rules import request_faults
from tests.e2e.discord.interactions import Interactions, Waiting
from tests.e2e.discord.pace import Pace
from tests.e2e.discord.spec import Spec
from tests.e2e.discord.world import World
from tests.e2e.recorder import Call, Recorder
from tests.e2e.troubles import Trouble

PREFIX: Final = "/api/v10"
_OLD: Final = 3600  # seconds; older messages can hardly be edited
_MESSAGES: Final = {10003: "Unknown Channel", 10008: "Unknown Message", 50007: "Cannot send messages to this user"}


@dataclass
class Upload:
    """One file as simcord wants it."""

    filename: str
    fp: io.BytesIO
    description: str | None = None


@dataclass
class Rest:
    """The routes, their troubles and their record."""

    world: World
    interactions: Interactions
    recorder: Recorder
    token: str
    spec: Spec | None = None
    every: int = 1  # each so manieth request is compared with the specification (load)
    troubles: list[Trouble] = field(default_factory=list)
    pace: Pace = field(default_factory=Pace)
    _unchecked: dict[tuple[str, str, str], None] = field(default_factory=dict)
    _nonces: dict[tuple[int, str], int] = field(default_factory=dict)

    async def serve(self, request: web.Request) -> web.Response:
        """Answer one request and note it."""
        call, uploads = await self._read(request)
        self.recorder.calls.append(call)
        waiting = self._waiting(call)
        call.audience = self._audience(call, waiting)
        try:
            status, payload, headers = await self._answer(call, request, uploads)
        except Exception as error:
            self.recorder.violations.append(f"{call.method} {call.path}: {error!r}")
            raise
        call.status, call.code = status, payload.get("code", 0) if status >= 400 else 0
        if waiting is not None:
            waiting.changed.set()
        if status == 204:
            return web.Response(status=204, headers=headers)
        body = json.dumps(payload).encode()
        return web.Response(body=body, status=status, headers=headers, content_type="application/json")

    async def _read(self, request: web.Request) -> tuple[Call, list[Upload]]:
        body, uploads = None, []
        if request.content_type == "multipart/form-data":
            async for part in await request.multipart():
                assert isinstance(part, BodyPartReader)
                if part.filename:
                    uploads.append(Upload(part.filename, io.BytesIO(bytes(await part.read()))))
                else:
                    body = json.loads(await part.text())
        elif request.can_read_body:
            body = await request.json()
        for index, upload in enumerate(uploads):
            told = [item for item in (body or {}).get("attachments") or () if str(item.get("id")) == str(index)]
            upload.description = told[0].get("description") if told else None
        files = tuple((upload.filename, upload.description or "") for upload in uploads)
        attached = tuple(upload.fp.getvalue().decode(errors="replace") for upload in uploads)
        call = Call(time.monotonic(), request.method, request.path.removeprefix(PREFIX), body, files, attached)
        return call, uploads

    async def _answer(self, call: Call, request: web.Request, uploads: list[Upload]) -> tuple[int, Any, dict[str, str]]:
        public = call.path.startswith(("/interactions/", "/webhooks/"))
        if not public and request.headers.get("Authorization") != f"Bot {self.token}":
            return 401, {"message": "401: Unauthorized", "code": 0}, {}
        self._check(call)
        trouble = next((trouble for trouble in self.troubles if trouble.meets(call.method, call.path)), None)
        if trouble is not None and trouble.delay:
            await asyncio.sleep(trouble.delay)
        if trouble is not None and trouble.status and not trouble.applied:
            return _troubled(trouble)
        headers, wait = self.pace.headers(call.method, call.path)
        if wait:
            return _limited(wait, headers)
        answer = self._result(call, request, uploads)
        return _troubled(trouble) if trouble is not None and trouble.status else (*answer, headers)

    def _check(self, call: Call) -> None:
        """Ask the hand rules at once; the specification, which takes its time, is asked by `check`."""
        faults = request_faults(call.method, call.path, call.body, files=[name for name, _ in call.files])
        self.recorder.violations += [f"{call.method} {call.path}: {fault}" for fault in faults]
        if self.spec is not None and len(self.recorder.calls) % self.every == 0:
            self._unchecked[call.method, call.path, json.dumps(call.body)] = None

    def check(self) -> None:
        """Compare with the specification what came since the last time."""
        waiting, self._unchecked = self._unchecked, {}
        for method, path, body in waiting:
            assert self.spec is not None
            self.recorder.violations += self.spec.request_faults(method, path, json.loads(body))

    def _result(self, call: Call, request: web.Request, uploads: list[Upload]) -> tuple[int, Any]:
        if call.path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
            return 200, {"url": f"ws://{request.host}/gw", "shards": 1, "session_start_limit": limit}
        try:
            self._refuse(call)
            payload = self._own(call)
            if payload is None:
                reason = request.headers.get("X-Audit-Log-Reason")
                payload = router.dispatch(
                    self.world.backend,
                    call.method,
                    call.path,
                    json=call.body,
                    params=dict(request.query),
                    files=uploads,
                    reason=reason,
                )
        except BackendError as refusal:
            if refusal.status == 501 or refusal.code == 50035:
                self.recorder.violations.append(f"{call.method} {call.path}: {refusal}")
            return refusal.status, refusal.to_json()
        self._note(call, payload)
        return (204, {}) if payload is None else (200, payload)

    def _refuse(self, call: Call) -> None:
        parts = call.path.split("/")
        waiting = self._waiting(call)
        if waiting is not None:
            expired = waiting.record.expires_at or ""
            if parts[1] == "webhooks" and self.world.backend.now_iso() >= expired:
                raise BackendError(401, 50027, "Invalid Webhook Token")
            self._refuse_archived(self.world.backend.channels.get(waiting.record.channel_id), call)
        elif parts[1] == "channels" and "messages" in parts:
            channel = self.world.backend.get_channel(int(parts[2]))
            self._refuse_archived(channel, call)
            closed = next((self.world.closed[user] for user in channel.recipient_ids if user in self.world.closed), 0)
            if closed and call.method == "POST":
                raise BackendError(closed, 50007, _MESSAGES[50007])
            if call.files and channel.guild_id is not None and not self._may(channel, "attach_files"):
                raise BackendError(403, 50013, "Missing Permissions")
            if call.method == "PATCH" and self._is_old(channel, int(parts[4])):
                raise BackendError(429, 30046, "Maximum number of edits to messages older than 1 hour reached.")

    def _is_old(self, channel: Channel, message: int) -> bool:
        found = self.world.backend.messages[channel.id].get(message)
        return found is not None and (
            (datetime.now(UTC) - datetime.fromisoformat(found.timestamp)).total_seconds() > _OLD
        )

    def _refuse_archived(self, channel: Channel | None, call: Call) -> None:
        state = channel.thread_metadata if channel is not None else None
        if channel is None or state is None or not state.archived or call.method == "GET":
            return
        if call.path.endswith("/callback") and (call.body or {}).get("type") in {6, 8, 9}:
            return
        opens = call.method == "POST" and call.path == f"/channels/{channel.id}/messages"
        if not opens or (state.locked and not self._may(channel, "manage_threads")):
            raise BackendError(400, 50083, "Thread is archived")
        self.world.backend.edit_channel(channel.id, {}, thread_metadata={"archived": False})

    def _may(self, channel: Channel, permission: str) -> bool:
        backend = self.world.backend
        assert channel.guild_id is not None
        held = backend.compute_permissions(channel.guild_id, backend.bot_user.id, channel.id)
        return bool(held & permissions.flag(permission))

    def _own(self, call: Call) -> Any:
        """What simcord answers otherwise: a nonce said twice, a thread opened again."""
        backend, parts = self.world.backend, call.path.split("/")
        if parts[1] != "channels" or len(parts) < 3:
            return None
        channel = backend.get_channel(int(parts[2]))
        if call.method == "POST" and parts[3:] == ["messages"] and call.body.get("enforce_nonce"):
            known = self._nonces.get((channel.id, str(call.body.get("nonce"))), 0)
            message = backend.messages[channel.id].get(known)
            return {**serializers.message_payload(backend, message)} if message is not None else None
        if call.method == "PATCH" and len(parts) == 3 and channel.thread_metadata is not None:
            needed = "manage_threads" if channel.thread_metadata.locked else "send_messages_in_threads"
            if not self._may(channel, needed):
                raise BackendError(403, 50013, "Missing Permissions")
            backend.edit_channel(channel.id, {}, thread_metadata=call.body)
            return {**serializers.channel_payload(backend, channel)}
        return None

    def _note(self, call: Call, payload: Any) -> None:
        waiting = self._waiting(call)
        if waiting is not None and call.path.endswith("/callback"):
            self.interactions.answered(waiting, call.body["type"])
            call.message = waiting.record.message_id
        elif isinstance(payload, dict) and "channel_id" in payload:
            call.message, call.channel = int(payload["id"]), int(payload["channel_id"])
            nonce = (call.body or {}).get("nonce")
            if nonce is not None and call.path.startswith("/channels/"):
                self._nonces[call.channel, str(nonce)] = call.message
                payload["nonce"] = nonce

    def _waiting(self, call: Call) -> Waiting | None:
        parts = call.path.split("/")
        found = None
        if parts[1] == "interactions":
            found = self.interactions.waits.get(int(parts[2]))
        elif parts[1] == "webhooks":
            found = self.interactions.of_token(parts[3])
        if found is not None:
            call.interaction, call.channel = found.record.id, found.record.channel_id
        return found

    def _audience(self, call: Call, waiting: Waiting | None) -> int | None:
        """The only person who can read what this request carries, if there is one."""
        backend, parts = self.world.backend, call.path.split("/")
        if waiting is None:
            if parts[1] != "channels":
                return None
            call.channel = int(parts[2])
            channel = backend.channels.get(call.channel)
            return channel.recipient_ids[0] if channel is not None and len(channel.recipient_ids) == 1 else None
        record, person = waiting.record, waiting.record.user_id
        kind = call.body.get("type") if call.path.endswith("/callback") and call.body else None
        content = ((call.body or {}).get("data") if kind else call.body) or {}
        channel = backend.channels.get(record.channel_id)
        if kind in {8, 9} or (channel is not None and channel.recipient_ids == [person]):
            return person
        known = record.source_message_id if kind in {6, 7} else None
        if kind is None and (call.method == "PATCH" or record.loading):
            known = record.message_id if call.method == "POST" or parts[-1] == "@original" else int(parts[-1])
        message = backend.messages.get(record.channel_id, {}).get(known or 0)
        private = message.is_ephemeral if message is not None else bool((content.get("flags") or 0) & EPHEMERAL_FLAG)
        return person if private else None


def _limited(wait: float, headers: dict[str, str], *, code: int = 0) -> tuple[int, Any, dict[str, str]]:
    payload = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": False, "code": code}
    return 429, payload, {**headers, "Via": "1.1 google", "Retry-After": str(max(1, round(wait)))}


def _troubled(trouble: Trouble) -> tuple[int, Any, dict[str, str]]:
    if trouble.status == 429:
        return _limited(trouble.retry_after, {"X-RateLimit-Remaining": "0"}, code=trouble.code)
    message = _MESSAGES.get(trouble.code, f"{trouble.status}: as ordered")
    return trouble.status, {"message": message, "code": trouble.code}, {}
