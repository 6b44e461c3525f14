"""Requests against Discord's own OpenAPI document: what is wrong with a body, and names that no schema knows."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.e2e.specs import spec_folder

URI = "urn:discord"
# What the real discord.py sends and Discord takes although its document does not say so.
_ALLOWED = (
    re.compile(r"^\$(\[\d+\])?(\.options\[\d+\])*\.nsfw: unknown field"),
    re.compile(r"embeds\[\d+\]\.flags: unknown field"),
    re.compile(r"^\$\.tts: unknown field"),
)
_SNOWFLAKE = re.compile(
    r"(recipient_id|guild_id|channel_id|message_id|users\[\d+\]|roles\[\d+\]|\.id): \d+ is not of type"
)


def discord_spec() -> "Spec | None":
    """The document, or None where it is absent."""
    file = spec_folder() / "discord_openapi.json"
    return _loaded(file) if file.is_file() else None


@cache
def _loaded(file: Path) -> "Spec":
    return Spec(json.loads(file.read_text("utf-8")))


class Spec:
    """One OpenAPI document, asked for the faults of requests; a large panel takes 20 ms."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._registry: Registry[Any] = Registry().with_resource(URI, DRAFT202012.create_resource(document))
        patterns: list[tuple[int, re.Pattern[str], str]] = [
            (path.count("{"), re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + r"\Z"), path) for path in document["paths"]
        ]
        self._routes = sorted(patterns, key=lambda route: route[0])
        self._validators: dict[str, Draft202012Validator] = {}

    def route(self, method: str, path: str) -> str | None:
        """The document's name of a path, the most literal first."""
        for _, pattern, name in self._routes:
            if pattern.match(path) and method.lower() in self._document["paths"][name]:
                return name
        return None

    def request_faults(self, method: str, path: str, body: Any) -> list[str]:
        """What is wrong with a request."""
        route = self.route(method, path)
        if route is None:
            return [f"{method} {path}: no such route"]
        wanted = self._document["paths"][route][method.lower()].get("requestBody") or {}
        content = wanted.get("content", {}).get("application/json")
        if body is None or content is None:
            return [f"{method} {route}: a body is required"] if body is None and wanted.get("required") else []
        pointer = "/".join(map(_escaped, ("", "paths", route, method.lower(), "requestBody")))
        body = _with_named_files(body)
        found = [*self._errors(f"{pointer}/content/application~1json/schema", body)]
        found += self._unknown(content["schema"], body, "$")
        return [f"{method} {route} {fault}" for fault in found if not _is_allowed(fault)]

    def _errors(self, pointer: str, value: Any) -> Iterator[str]:
        if pointer not in self._validators:
            self._validators[pointer] = Draft202012Validator({"$ref": f"{URI}#{pointer}"}, registry=self._registry)
        for error in self._validators[pointer].iter_errors(value):
            yield from _deepest(error)

    def _schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            found: Any = self._document
            for step in schema["$ref"].removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            schema = found
        return schema

    def _branches(self, schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
        schema = self._schema(schema)
        yield schema
        for key in ("anyOf", "oneOf", "allOf"):
            for branch in schema.get(key, ()):
                yield from self._branches(branch)

    def _unknown(self, schema: dict[str, Any], value: Any, at: str) -> list[str]:
        branches = list(self._branches(schema))
        if isinstance(value, list):
            items = [branch["items"] for branch in branches if "items" in branch]
            found = [self._unknown({"anyOf": items}, item, f"{at}[{index}]") for index, item in enumerate(value)]
            return [fault for faults in found for fault in faults] if items else []
        if not isinstance(value, dict) or any(branch.get("additionalProperties") for branch in branches):
            return []
        fields: dict[str, list[Any]] = {}
        for branch in branches:
            for name, field in branch.get("properties", {}).items():
                fields.setdefault(name, []).append(field)
        faults = [f"{at}.{name}: unknown field" for name in value if fields and name not in fields]
        for name in value.keys() & fields.keys():
            faults += self._unknown({"anyOf": fields[name]}, value[name], f"{at}.{name}")
        return faults


def _with_named_files(body: Any) -> Any:
    """The body with the numbers of its files as texts: discord.py sends numbers, and Discord's own examples do."""
    if not isinstance(body, dict):
        return body
    named = {key: _with_named_files(body[key]) for key in ("data",) if key in body}
    if isinstance(body.get("attachments"), list):
        named["attachments"] = [file | {"id": str(file["id"])} for file in body["attachments"]]
    return body | named


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")


def _is_allowed(fault: str) -> bool:
    return any(pattern.search(fault) for pattern in _ALLOWED) or bool(_SNOWFLAKE.search(fault))


def _deepest(error: ValidationError) -> Iterator[str]:
    while error.context:
        error = max(error.context, key=lambda branch: len(branch.absolute_path))
    yield f"{error.json_path}: {error.message[:160]}"
