"""Discord's limits that its OpenAPI document does not say, as pure functions from a payload to its faults."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

Payload = Mapping[str, Any]

V2: Final = 1 << 15
ROW, BUTTON, CHOICE, INPUT, SECTION, DISPLAY, GALLERY, FILE, CONTAINER, LABEL = 1, 2, 3, 4, 9, 10, 12, 13, 17, 18
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
_TOP: Final = frozenset({ROW, SECTION, DISPLAY, GALLERY, FILE, 14, CONTAINER})
_LINK: Final = 5
LOCALES: Final = frozenset(
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th "
    "zh-CN ja zh-TW ko".split()
)
_ATTACHED: Final = re.compile(r"attachment://([^\"\s]+)")
_SUBCOMMANDS: Final = frozenset({1, 2})


def walk(components: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Every component with those inside it, in the order of the screen."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        yield from walk(component[key] for key in ("component", "accessory") if component.get(key))


def message_faults(payload: Payload, *, files: Sequence[str] = (), edit: bool = False) -> list[str]:
    """What is wrong with a message to post or (`edit`) with the changes to one; `files` are names of uploads."""
    components = payload.get("components") or []
    content = payload.get("content") or ""
    faults = _length("content", content, most=2000)
    faults += _length("nonce", str(payload.get("nonce") or ""), most=25)
    flags = payload.get("flags") or 0
    layout = bool(flags & V2) or any(part.get("type") in _TOP - {ROW} for part in components)
    faults += _layout_faults(payload, components) if layout else _row_faults(components)
    faults += component_faults(components) + embeds_faults(payload.get("embeds") or [])
    faults += _attachment_faults(payload, files)
    if not edit and not any((content, components, payload.get("embeds"), files, payload.get("sticker_ids"))):
        faults.append("the message is empty")
    return faults


def component_faults(components: Sequence[Payload]) -> list[str]:
    """Faults of the components of a message or a form, whatever they stand in."""
    parts = list(walk(components))
    faults = [] if len(parts) <= 40 else [f"{len(parts)} components, at most 40"]
    faults += _repeated("custom_id", (part["custom_id"] for part in parts if "custom_id" in part))
    faults += _repeated("id", (part["id"] for part in parts if part.get("id")))
    for part in parts:
        if "custom_id" in part:
            faults += _length("custom_id", part["custom_id"], least=1, most=100)
        match part.get("type"):
            case 1:
                faults += _one_row(part.get("components") or [])
            case 2:
                faults += _button_faults(part)
            case kind if kind in SELECTS:
                faults += select_faults(part)
            case 9:
                faults += _count("texts of a section", part.get("components") or [], 1, 3)
            case 10:
                faults += _length("text display", part.get("content") or "", least=1, most=4000)
            case 12:
                faults += _count("pictures of a gallery", part.get("items") or [], 1, 10)
                for item in part.get("items") or []:
                    faults += _length("alt text", item.get("description") or "", most=1024)
            case 17:
                faults += _count("parts of a container", part.get("components") or [], 1, 39)
            case _:
                pass
    return faults


def select_faults(part: Payload) -> list[str]:
    """Faults of one select menu."""
    options = part.get("options") or []
    faults = _length("placeholder", part.get("placeholder") or "", most=150)
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    if part.get("type") == CHOICE:
        faults += _count("options", options, 1, 25)
        faults += _repeated("value", (option.get("value") for option in options))
        if max(least, most) > len(options) or sum(bool(option.get("default")) for option in options) > most:
            faults.append(f"{least} to {most} of {len(options)} options do not fit")
    if not 0 <= least <= most <= 25:
        faults.append(f"min_values {least}, max_values {most}")
    for option in options:
        faults += _length("option label", option.get("label") or "", least=1, most=100)
        faults += _length("option value", option.get("value") or "", least=1, most=100)
        faults += _length("option description", option.get("description") or "", most=100)
    return faults


def embeds_faults(embeds: Sequence[Payload]) -> list[str]:
    """Faults of embeds: their parts one by one and 6000 characters together."""
    faults, total = _count("embeds", embeds, 0, 10), 0
    for embed in embeds:
        fields = embed.get("fields") or []
        faults += _count("fields", fields, 0, 25)
        texts = [
            ("title", embed.get("title") or "", 256),
            ("description", embed.get("description") or "", 4096),
            ("footer", (embed.get("footer") or {}).get("text") or "", 2048),
            ("author", (embed.get("author") or {}).get("name") or "", 256),
            *(("field name", field.get("name") or "", 256) for field in fields),
            *(("field value", field.get("value") or "", 1024) for field in fields),
        ]
        for name, text, most in texts:
            faults += _length(f"embed {name}", text, most=most)
            total += len(text)
    return faults if total <= 6000 else [*faults, f"embeds of {total} characters, at most 6000"]


def modal_faults(payload: Payload) -> list[str]:
    """Faults of a form: the payload of a callback of type 9."""
    components = payload.get("components") or []
    faults = _length("title", payload.get("title") or "", least=1, most=45)
    faults += _length("custom_id", payload.get("custom_id") or "", least=1, most=100)
    faults += _count("labels of a form", components, 1, 5) + component_faults(components)
    for part in components:
        if part.get("type") not in {ROW, DISPLAY, LABEL}:
            faults.append(f"type {part.get('type')} stands alone in a form")
        if part.get("type") == LABEL:
            faults += _length("label", part.get("label") or "", least=1, most=45)
            faults += _length("description of a label", part.get("description") or "", most=100)
            if not part.get("component"):
                faults.append("a label without its field")
    for field in walk(components):
        if field.get("type") == INPUT:
            faults += _length("value", field.get("value") or "", most=field.get("max_length") or 4000)
            faults += _length("placeholder", field.get("placeholder") or "", most=100)
    return faults


def choices_faults(choices: Sequence[Payload]) -> list[str]:
    """Faults of what is offered while someone types, or of an option's choices."""
    faults = _count("choices", choices, 0, 25) + _repeated("choice", (choice.get("name") for choice in choices))
    for choice in choices:
        faults += _length("name of a choice", choice.get("name") or "", least=1, most=100)
        if isinstance(choice.get("value"), str):
            faults += _length("value of a choice", choice["value"], least=1, most=100)
    return faults


def command_faults(command: Payload) -> list[str]:
    """Faults of one slash command with all below it."""
    size = command_size(command)
    return _entry_faults(command) + ([f"a command of {size} characters, at most 8000"] if size > 8000 else [])


def command_size(entry: Payload) -> int:
    """Characters that Discord counts: the longest translation of each name and description, and values."""
    own = sum(
        max(len(text) for text in (entry.get(key) or "", *(entry.get(f"{key}_localizations") or {}).values()))
        for key in ("name", "description")
    )
    value = entry.get("value")
    below = (*(entry.get("options") or ()), *(entry.get("choices") or ()))
    return own + (len(value) if isinstance(value, str) else 0) + sum(map(command_size, below))


def _entry_faults(entry: Payload) -> list[str]:
    options, choices = entry.get("options") or [], entry.get("choices") or []
    faults = _count("options", options, 0, 25) + choices_faults(choices)
    faults += _repeated("option", (option.get("name") for option in options))
    needed = [bool(option.get("required")) for option in options if option.get("type") not in _SUBCOMMANDS]
    if needed != sorted(needed, reverse=True):
        faults.append(f"{entry.get('name')}: required options come first")
    localizations = [*(entry.get("name_localizations") or {}), *(entry.get("description_localizations") or {})]
    faults += [f"unknown locale {tag}" for tag in localizations if tag not in LOCALES]
    for name in (entry.get("name") or "", *(entry.get("name_localizations") or {}).values()):
        faults += [] if _is_command_name(name) else [f"not a command's name: {name!r}"]
    for text in (entry.get("description") or "", *(entry.get("description_localizations") or {}).values()):
        faults += _length("description", text, least=1, most=100)
    for option in options:
        faults += _entry_faults(option)
    return faults


def _is_command_name(name: str) -> bool:
    letters = all(sign in "-_'" or unicodedata.category(sign)[0] in "LN" for sign in name)
    return 1 <= len(name) <= 32 and letters and name == name.lower()


def request_faults(method: str, path: str, body: Any, *, files: Sequence[str] = ()) -> list[str]:
    """Faults of a whole request, whatever it is."""
    if path.endswith("/commands") and method == "PUT":
        return [fault for command in body or [] for fault in command_faults(command)]
    if path.endswith("/callback"):
        inside = body.get("data") or {}
        match body.get("type"):
            case 4:
                return message_faults(inside, files=files)
            case 7:
                return message_faults(inside, files=files, edit=True)
            case 8:
                return choices_faults(inside.get("choices") or [])
            case 9:
                return modal_faults(inside)
            case _:
                return []
    if isinstance(body, Mapping) and (path.startswith("/webhooks/") or "/messages" in path):
        return message_faults(body, files=files, edit=method == "PATCH")
    return []


def _layout_faults(payload: Payload, components: Sequence[Payload]) -> list[str]:
    faults = [f"a layout has no {key}" for key in ("content", "embeds", "poll", "sticker_ids") if payload.get(key)]
    if not (payload.get("flags") or 0) & V2:
        faults.append("a layout without its flag")
    faults += [f"type {part.get('type')} stands alone" for part in components if part.get("type") not in _TOP]
    total = sum(len(part.get("content") or "") for part in walk(components) if part.get("type") == DISPLAY)
    return faults if total <= 4000 else [*faults, f"texts of {total} characters, at most 4000"]


def _row_faults(components: Sequence[Payload]) -> list[str]:
    faults = _count("rows", components, 0, 5)
    return faults + [f"type {part.get('type')} is no row" for part in components if part.get("type") != ROW]


def _one_row(parts: Sequence[Payload]) -> list[str]:
    kinds = [part.get("type") for part in parts]
    if len(kinds) == 1 and kinds[0] in SELECTS | {INPUT}:
        return []
    faults = _count("buttons of a row", parts, 1, 5)
    return faults if set(kinds) <= {BUTTON} else [*faults, f"a row of types {kinds}"]


def _button_faults(part: Payload) -> list[str]:
    faults = _length("label", part.get("label") or "", most=80)
    if not part.get("label") and not part.get("emoji"):
        faults.append("a button without label and emoji")
    if part.get("style") == _LINK:
        faults += _length("url", part.get("url") or "", least=1, most=512)
    elif not part.get("custom_id"):
        faults.append("a button without custom_id")
    return faults


def _attachment_faults(payload: Payload, files: Sequence[str]) -> list[str]:
    shown = set(_ATTACHED.findall(str([payload.get("embeds"), payload.get("components")]).replace("'", '"')))
    kept = payload.get("attachments") or []
    names = {*files, *(part.get("filename") for part in kept)}
    faults = [f"attachment://{name} is not sent" for name in sorted(shown - names)] if files or kept else []
    for part in kept:
        faults += _length("alt text", part.get("description") or "", most=1024)
    return faults + _count("files", [*files], 0, 10)


def _length(name: str, text: str, *, most: int, least: int = 0) -> list[str]:
    fits = least <= len(text) <= most
    return [] if fits else [f"{name}: {len(text)} characters, {least} to {most} allowed: {text[:60]!r}"]


def _count(name: str, items: Sequence[Any], least: int, most: int) -> list[str]:
    return [] if least <= len(items) <= most else [f"{name}: {len(items)}, {least} to {most} allowed"]


def _repeated(name: str, values: Iterable[Any]) -> list[str]:
    return [f"{name} {value!r} {times} times" for value, times in Counter(values).items() if times > 1]
