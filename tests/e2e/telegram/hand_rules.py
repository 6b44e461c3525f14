"""What Telegram refuses although the machine-readable Bot API does not say so."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests.e2e.telegram.markup import Refused, parsed, utf16

TEXT, CAPTION = 4096, 1024
_A_ROW, _A_KEYBOARD, _A_DATA, _A_TOAST = 8, 100, 64, 200
_PAYLOAD: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LINK: Final = re.compile(r"(?:https?://)?t\.me/([A-Za-z0-9_]+)(?:\?start(?:group)?=([^&\s]*))?", re.ASCII)
_COMMAND: Final = re.compile(r"[a-z0-9_]{1,32}")
_ACTIONS: Final = (
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
)
Payload = Mapping[str, Any]


def shown(parameters: Payload, key: str) -> tuple[str, list[dict[str, Any]]]:
    """The text (or caption) of a call as people see it, with its entities; `Refused` if it cannot be."""
    text = str(parameters.get(key) or "")
    if str(parameters.get("parse_mode") or "").upper() == "HTML":
        return parsed(text)
    return text, [*(parameters.get("entities" if key == "text" else "caption_entities") or ())]


def request_faults(method: str, parameters: Payload) -> list[str]:
    """Faults of a whole call, whatever it is."""
    faults = [fault for key, most in (("text", TEXT), ("caption", CAPTION)) for fault in _text(parameters, key, most)]
    if method == "answerCallbackQuery":
        length = utf16(str(parameters.get("text") or ""))
        faults = [] if length <= _A_TOAST else [f"toast of {length}, at most {_A_TOAST}"]
        faults += _link_faults(str(parameters.get("url") or ""))
    if method == "setMyCommands":
        faults += command_faults(parameters.get("commands") or ())
    return faults + keyboard_faults((parameters.get("reply_markup") or {}).get("inline_keyboard") or ())


def _text(parameters: Payload, key: str, most: int) -> list[str]:
    if key not in parameters:
        return []
    try:
        text, entities = shown(parameters, key)
    except Refused as refusal:
        return [str(refusal)]
    faults = [] if utf16(text) <= most else [f"{key} of {utf16(text)} after parsing, at most {most}"]
    return faults + [fault for entity in entities for fault in _link_faults(str(entity.get("url") or ""))]


def keyboard_faults(keyboard: Sequence[Sequence[Payload]]) -> list[str]:
    """Faults of the buttons under a message."""
    buttons = [button for row in keyboard for button in row]
    faults = [f"a row of {len(row)}, 1 to {_A_ROW} allowed" for row in keyboard if not 1 <= len(row) <= _A_ROW]
    if len(buttons) > _A_KEYBOARD:
        faults.append(f"{len(buttons)} buttons, at most {_A_KEYBOARD}")
    faults += [fault for button in buttons for fault in _button_faults(button)]
    counted = Counter(button["callback_data"] for button in buttons if "callback_data" in button)
    return faults + [f"callback data {data!r} {times} times" for data, times in counted.items() if times > 1]


def _button_faults(button: Payload) -> list[str]:
    faults = [] if str(button.get("text") or "").strip() else ["a button without text"]
    actions = [action for action in _ACTIONS if action in button]
    if len(actions) != 1:
        faults.append(f"a button with the actions {actions}")
    if "callback_data" in button and not 1 <= (size := len(str(button["callback_data"]).encode())) <= _A_DATA:
        faults.append(f"callback data of {size} bytes, 1 to {_A_DATA} allowed")
    if "copy_text" in button and not 1 <= len(button["copy_text"]["text"]) <= 256:
        faults.append("copy_text of 1 to 256 characters")
    return faults + _link_faults(str(button.get("url") or ""))


def _link_faults(url: str) -> list[str]:
    if not url:
        return []
    found = _LINK.match(url)
    if found and found[2] is not None and not _PAYLOAD.fullmatch(found[2]):
        return [f"no payload of a deep link: {found[2]!r}"]
    known = re.match(r"(https?|tg)://\S+\Z|t\.me/\S+\Z", url)
    return [] if known else [f"no address: {url!r}"]


def payload_of(url: str, bot: str) -> str | None:
    """What a link says to this bot ("" for nothing), None if it leads elsewhere."""
    found = _LINK.match(url)
    return (found[2] or "") if found and found[1].lower() == bot.lower() else None


def command_faults(commands: Iterable[Payload]) -> list[str]:
    """Faults of a list of commands."""
    listed = [*commands]
    faults = [] if len(listed) <= 100 else [f"{len(listed)} commands, at most 100"]
    names = Counter(str(command["command"]) for command in listed)
    faults += [f"no command's name: {name!r}" for name in names if not _COMMAND.fullmatch(name)]
    faults += [f"command {name} {times} times" for name, times in names.items() if times > 1]
    return faults + [
        f"{command['command']}: description of 1 to 256 characters"
        for command in listed
        if not 1 <= len(command["description"]) <= 256
    ]


def buttons(keyboard: Sequence[Sequence[Payload]]) -> Iterator[dict[str, Any]]:
    """Every button of a keyboard."""
    return (dict(button) for row in keyboard for button in row)
