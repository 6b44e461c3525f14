"""Calls, results and updates against the machine-readable Bot API: what is wrong with a value, and unknown names."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.e2e.specs import spec_folder

_LENGTH: Final = re.compile(r"(\d+)-(\d+) (characters|bytes)")
_FIXED: Final = re.compile(r"(?:must be|always) [“\"]*([a-z_]+)[”\"]*$")
_SCALARS: Final[dict[str, Callable[[Any], bool]]] = {
    "Integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "Float": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "String": lambda value: isinstance(value, str),
    "Boolean": lambda value: isinstance(value, bool),
    "True": lambda value: value is True,
}
_ARRAY: Final = "Array of "
Fields = dict[str, dict[str, Any]]


def telegram_spec() -> "Spec | None":
    """The document, or None where it is absent."""
    file = spec_folder() / "telegram_bot_api.min.json"
    return _loaded(file) if file.is_file() else None


@cache
def _loaded(file: Path) -> "Spec":
    return Spec(json.loads(file.read_text("utf-8")))


class Spec:
    """One document, asked for the faults of what goes over the wire."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._methods = {name.lower(): method for name, method in document["methods"].items()}
        self._types = document["types"]

    def request_faults(self, method: str, parameters: Mapping[str, Any], *, files: Sequence[str] = ()) -> list[str]:
        """What is wrong with a call of the bot."""
        known = self._methods.get(method.lower())
        if known is None:
            return [f"{method}: no such method"]
        fields = _fields(known)
        faults = [f"{name}: unknown parameter" for name in parameters if name not in fields]
        given = {*parameters, *files}
        faults += [f"{name}: missing" for name, field in fields.items() if field["required"] and name not in given]
        for name in parameters.keys() & fields.keys():
            faults += self._value(fields[name], parameters[name], name)
        return [f"{known['name']}: {fault}" for fault in faults]

    def result_faults(self, method: str, result: Any) -> list[str]:
        """What is wrong with what the loopback answers."""
        known = self._methods[method.lower()]
        return [f"{known['name']} result: {fault}" for fault in self._best(known["returns"], result, "$")]

    def update_faults(self, update: Mapping[str, Any]) -> list[str]:
        """What is wrong with an update of the loopback."""
        return self._one("Update", update, "update")

    def _value(self, field: Mapping[str, Any], value: Any, at: str) -> list[str]:
        return self._best(field["types"], value, at) + _limits(field["description"], value, at)

    def _best(self, kinds: Sequence[str], value: Any, at: str) -> list[str]:
        """The faults of the type that fits best."""
        return min((self._one(kind, value, at) for kind in kinds), key=_distance)

    def _one(self, kind: str, value: Any, at: str) -> list[str]:
        if kind.startswith(_ARRAY):
            if not isinstance(value, list):
                return [f"{at}: no array"]
            items = enumerate(value)
            return [fault for n, item in items for fault in self._one(kind.removeprefix(_ARRAY), item, f"{at}[{n}]")]
        if kind in _SCALARS:
            return [] if _SCALARS[kind](value) else [f"{at}: not of type {kind}: {str(value)[:40]!r}"]
        if kind == "InputFile":
            return [] if isinstance(value, str) and value.startswith("attach://") else [f"{at}: no file"]
        known = self._types[kind]
        if known.get("subtypes"):
            return self._best(known["subtypes"], value, at)
        if not isinstance(value, dict):
            return [f"{at}: no {kind}: {str(value)[:40]!r}"]
        return self._object(kind, value, at)

    def _object(self, kind: str, value: Mapping[str, Any], at: str) -> list[str]:
        fields = _fields(self._types[kind])
        faults = [f"{at}.{name}: unknown field of {kind}" for name in value if name not in fields]
        faults += [f"{at}.{name}: missing" for name, field in fields.items() if field["required"] and name not in value]
        for name in value.keys() & fields.keys():
            faults += self._value(fields[name], value[name], f"{at}.{name}")
            fixed = _FIXED.search(fields[name]["description"])
            if fixed and isinstance(value[name], str) and value[name] != fixed[1]:
                faults.append(f"{at}.{name}: must be {fixed[1]}")
        return faults


def _fields(known: Mapping[str, Any]) -> Fields:
    return {field["name"]: field for field in known.get("fields") or []}


def _limits(description: str, value: Any, at: str) -> list[str]:
    found = _LENGTH.search(description)
    if found is None or not isinstance(value, str) or "pars" in description:
        return []
    length = len(value.encode()) if found[3] == "bytes" else len(value)
    fits = int(found[1]) <= length <= int(found[2])
    return [] if fits else [f"{at}: {length} {found[3]}, {found[1]} to {found[2]} allowed"]


def _distance(faults: Sequence[str]) -> tuple[bool, bool, int, int]:
    """How badly a type fits: a wrong kind altogether is worse than a wrong field deep inside."""
    wrong = any("must be" in fault or ": no " in fault for fault in faults)
    return bool(faults), wrong, len(faults), -max((fault.count(".") for fault in faults), default=0)
