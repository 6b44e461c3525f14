"""The Bot API over HTTP: calls read, recorded, checked, troubled and answered."""

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import BodyPartReader, web

from tests.e2e.recorder import Call, Recorder
from tests.e2e.telegram.hand_rules import request_faults
from tests.e2e.telegram.methods import Methods
from tests.e2e.telegram.pace import Pace
from tests.e2e.telegram.refusals import Refusal, too_many
from tests.e2e.telegram.spec import Spec
from tests.e2e.troubles import Trouble

_SILENT: Final = {"getUpdates"}  # asked again and again
_STRINGS: Final = frozenset(
    {
        "callback_query_id",
        "caption",
        "description",
        "language_code",
        "name",
        "parse_mode",
        "photo",
        "secret_token",
        "short_description",
        "text",
        "url",
    }
)


@dataclass(repr=False)
class Api:
    """One token's door, its troubles and its record."""

    methods: Methods
    recorder: Recorder
    token: str
    spec: Spec | None = None
    every: int = 1  # each so manieth call is compared with the specification (load)
    troubles: list[Trouble] = field(default_factory=list)
    pace: Pace = field(default_factory=Pace)
    _names: dict[str, str] = field(default_factory=dict)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one call and note it."""
        if request.match_info["token"] != self.token:
            return web.json_response(Refusal(401, "Unauthorized").payload(), status=401)
        method, parameters, files = request.match_info["method"], *await self._read(request)
        call = self._noted(method, parameters, files)
        try:
            result = await self._answer(call, request)
        except Refusal as refusal:
            call.status, call.code = refusal.status, refusal.status
            return web.json_response(refusal.payload(), status=refusal.status)
        except Exception as error:
            self.recorder.violations.append(f"{method} {parameters}: {error!r}")
            raise
        call.status = 200
        return web.json_response({"ok": True, "result": result})

    async def _read(self, request: web.Request) -> tuple[dict[str, Any], tuple[str, ...]]:
        found: dict[str, Any] = dict(request.query)
        files = []
        if request.content_type == "multipart/form-data":
            async for part in await request.multipart():
                assert isinstance(part, BodyPartReader)
                if part.filename:
                    files.append(part.name or "")
                    self.methods.pictures[part.name or ""] = bytes(await part.read())
                else:
                    found[part.name or ""] = await part.text()
        elif request.content_type == "application/json":
            found |= await request.json()
        else:
            found |= await request.post()
        for name in files:
            if not name.startswith("attached"):  # what a media object names by itself
                found.setdefault(name, f"attach://{name}")
        return {name: _value(name, value) for name, value in found.items()}, tuple(files)

    def _noted(self, method: str, parameters: dict[str, Any], files: tuple[str, ...]) -> Call:
        parts = [str(parameters[key]) for key in ("chat_id", "message_id") if key in parameters]
        call = Call(time.monotonic(), method, "/" + "/".join(parts), parameters, tuple((name, "") for name in files))
        chat = parameters.get("chat_id")
        call.channel = chat if isinstance(chat, int) else None
        call.message = parameters.get("message_id")
        call.audience = call.channel if call.channel is not None and call.channel > 0 else None
        query = str(parameters.get("callback_query_id", ""))
        if query.isdigit() and int(query) in self.methods.queries.waits:
            call.interaction = int(query)
            call.audience = self.methods.queries.waits[int(query)].person
        if method not in _SILENT:
            self.recorder.calls.append(call)
        return call

    async def _answer(self, call: Call, request: web.Request) -> Any:
        self._check(call)
        trouble = next((trouble for trouble in self.troubles if trouble.meets(call.method, call.path)), None)
        if trouble is None:
            return await self._result(call)
        await asyncio.sleep(trouble.delay)
        if trouble.applied or not (trouble.status or trouble.dropped):
            result = await self._result(call)
            if not (trouble.status or trouble.dropped):
                return result
        if trouble.dropped and request.transport is not None:
            request.transport.close()
        if trouble.status == 429:
            raise too_many(int(trouble.retry_after) or 1)
        raise Refusal(trouble.status or 500, trouble.text or f"{trouble.status}: as ordered")

    async def _result(self, call: Call) -> Any:
        wait = self.pace.wait(call.method, call.channel or 0)
        if wait:
            raise too_many(wait)
        try:
            result = await self.methods.call(call.method, call.body)
        except KeyError as unknown:
            self.recorder.violations.append(f"{call.method}: {unknown!r} is not known here")
            raise Refusal(404, "Not Found: method not found") from unknown
        if isinstance(result, Mapping) and "message_id" in result:
            call.message = result["message_id"]
        if self._due(call):
            assert self.spec is not None
            self.recorder.violations += self.spec.result_faults(call.method, result)
        return result

    def _due(self, call: Call) -> bool:
        return self.spec is not None and (call.method in _SILENT or len(self.recorder.calls) % self.every == 0)

    def _check(self, call: Call) -> None:
        faults = request_faults(call.method, call.body)
        if self._due(call):
            assert self.spec is not None
            faults += self.spec.request_faults(call.method, call.body, files=[name for name, _ in call.files])
        self.recorder.violations += [f"{call.method} {call.path}: {fault}" for fault in faults]


def _value(name: str, value: Any) -> Any:
    """What a form field says: everything but a text comes as JSON."""
    if not isinstance(value, str) or name in _STRINGS:
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
