"""The slash commands: one group made from the catalogue, sent to Discord only when it has changed, and read back."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
import structlog

from bot.chats import Chats
from bot.commands import COMMANDS, Entry, Parameter
from bot.i18n import Catalog, catalog, languages
from bot.platforms.discord import faults
from bot.platforms.discord.marks import as_filled_in
from bot.platforms.discord.naming import GROUP, GROUP_TEXT, is_name
from bot.screens.model import Text
from core.errors import Illegal

LOCALES: Final[Mapping[str, tuple[str, ...]]] = {"zh-TW": ("zh-TW",), "zh-CN": ("zh-CN",), "en": ("en-US", "en-GB")}
"""Catalogue → the locales of Discord that read it."""
PLAIN: Final = "en"
NOTED: Final = "discord/commands"
_ID: Final = "discord/command-id"
_SUBCOMMAND, _TEXT, _NUMBER = 1, 3, 4
_CHAT_INPUT: Final = 1
_EVERYWHERE: Final = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
_LONGEST_WORDS: Final = 100
_CHOICE_TEXTS: Final = {"rules": "rule-set", "level": "level", "hints": "hints", "reveal": "reveal"}
_OPTION_TEXTS: Final = {"rules": "rule_set"}

_log = structlog.get_logger(__name__)
Json = dict[str, Any]


def payload() -> list[Json]:
    """All commands as Discord wants them."""
    subcommands = [_subcommand(entry) for entry in COMMANDS]
    return [
        {
            "type": _CHAT_INPUT,
            "name": GROUP,
            **_named(GROUP_TEXT, GROUP),
            **_described("discord/group"),
            "options": subcommands,
            "nsfw": False,
            **_EVERYWHERE,
        }
    ]


async def sync(client: discord.Client, chats: Chats) -> bool:
    """Send the commands unless this application has these already; whether they were sent."""
    assert client.application_id is not None
    commands = payload()
    text = json.dumps(commands, sort_keys=True, ensure_ascii=False)
    digest = f"{client.application_id}:{hashlib.sha256(text.encode()).hexdigest()}"
    if await chats.noted(NOTED) == digest:
        return False
    try:
        known = await client.http.bulk_upsert_global_commands(client.application_id, commands)
    except faults.FOREIGN as error:
        _log.error("commands not registered", reason=str(error))
        return False
    await chats.note(_ID, f"{client.application_id}:{known[0]['id']}")
    await chats.note(NOTED, digest)
    return True


async def command_id(client: discord.Client, chats: Chats) -> str:
    """The number under which this application has the commands, "" where it never heard it."""
    application, _, command = (await chats.noted(_ID) or "").partition(":")
    return command if application == str(client.application_id) else ""


def chosen(found: Mapping[str, Any]) -> tuple[Entry, dict[str, str]]:
    """The command of an interaction and what was entered; `command/old` for one that is not registered now."""
    group = found.get("options") or []
    if found.get("name") != GROUP or len(group) != 1:
        raise Illegal("command/old")
    entry = next((each for each in COMMANDS if each.name == group[0].get("name")), None)
    if entry is None:
        raise Illegal("command/old")
    known = {parameter.name for parameter in entry.parameters}
    entered = {option["name"]: str(option.get("value", "")) for option in group[0].get("options") or []}
    missing = {parameter.name for parameter in entry.parameters if parameter.required} - entered.keys()
    if missing or not entered.keys() <= known:
        raise Illegal("command/old")
    return entry, entered


def typed_line(entry: Entry, entered: Mapping[str, str]) -> str:
    """The same as a typed line: `/shisanzhi start rounds=8 level=hard`."""
    named = len(entry.parameters) > 1
    words = [f"{name}={value}" if named else value for name, value in entered.items()]
    return " ".join([f"/{GROUP}", entry.name, *(" ".join(word.split()) for word in words)])


def focused(found: Mapping[str, Any]) -> tuple[str, str, str]:
    """The command, the option and the text that is being typed; empty where there is none."""
    for group in found.get("options") or []:
        for option in group.get("options") or []:
            if option.get("focused"):
                return str(group.get("name")), str(option.get("name")), str(option.get("value", ""))
    return "", "", ""


def _subcommand(entry: Entry) -> Json:
    options = sorted((_option(parameter) for parameter in entry.parameters), key=lambda each: not each["required"])
    return {
        "type": _SUBCOMMAND,
        "name": entry.name,
        **_named(f"command/{entry.name}/name", entry.name),
        **_described(f"command/{entry.name}/help"),
        "options": options,
    }


def _option(parameter: Parameter) -> Json:
    numeric = parameter.least is not None or parameter.most is not None
    made: Json = {
        "type": _NUMBER if numeric else _TEXT,
        "name": parameter.name,
        **_named(f"parameter/{parameter.name}/name", parameter.name),
        **_described(f"parameter/{parameter.name}/help"),
        "required": parameter.required,
    }
    if numeric:
        made |= {"min_value": parameter.least, "max_value": parameter.most}
    elif _choices(parameter):
        made["choices"] = [_choice(parameter.name, value) for value in _choices(parameter)]
    elif parameter.name == ROWS:
        made["autocomplete"] = True
    return made


ROWS: Final = "rows"


def _choices(parameter: Parameter) -> tuple[str, ...]:
    return languages() if parameter.name == "language" else parameter.choices


def _choice(parameter: str, value: str) -> Json:
    if parameter == "language":
        return {"name": catalog(value).text("language/name"), "value": value}
    key = f"{_CHOICE_TEXTS.get(parameter, parameter)}/{value}"
    return {"name": _words(catalog(PLAIN), key), "name_localizations": _in_all(key), "value": value}


def _named(key: str, plain: str) -> Json:
    """The name in every language where it keeps to Discord's rules; a bad translation spoils nothing."""
    named = {place: name for place, name in _in_all(key).items() if is_name(name)}
    return {"name_localizations": {place: name for place, name in named.items() if name != plain}}


def _described(key: str) -> Json:
    return {"description": _words(catalog(PLAIN), key), "description_localizations": _in_all(key)}


def _in_all(key: str) -> dict[str, str]:
    return dict(_localized(key))


def _localized(key: str) -> Iterable[tuple[str, str]]:
    for tag in languages():
        words = catalog(tag)
        if words.has(key):
            yield from ((place, _words(words, key)) for place in LOCALES.get(tag, ()))


def _words(words: Catalog, key: str) -> str:
    """A text on one line, without the command that stands in front of it in the help."""
    text = as_filled_in(Text(key, {"command": ""}))
    return " ".join(words.text(text.key, text.facts).split()).strip(" :：")[:_LONGEST_WORDS]
