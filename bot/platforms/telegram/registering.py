"""The menu of commands: made from the catalogue for private chats, groups and their admins, and sent when it has changed."""

import asyncio
import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Final

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.chats import Chats
from bot.commands import COMMANDS, OPENING, Entry, Who
from bot.i18n import Catalog, catalog
from bot.platforms.telegram import faults
from bot.platforms.telegram.marks import GROUP

NOTED: Final = "telegram/commands"
LANGUAGES: Final = {None: "en", "zh": "zh-TW"}
"""Telegram's two letters of a language → the catalogue; whoever speaks another one reads the first."""

_LONGEST: Final = 256
_ONLY_PRIVATE: Final = frozenset({"arrange"})
_ONLY_GROUPS: Final = frozenset({OPENING, "join", "leave", "begin", "stop"})
_SECONDS: Final = 30.0
_log = structlog.get_logger(__name__)
Menu = tuple[BotCommandScope, str | None, tuple[BotCommand, ...]]


def menus() -> tuple[Menu, ...]:
    """Every list of commands with where and in which language it is shown."""
    return tuple(
        (scope, language, tuple(_commands(entries, catalog(tag))))
        for scope, entries in (
            (BotCommandScopeAllPrivateChats(), _of_private()),
            (BotCommandScopeAllGroupChats(), _of_groups(admins=False)),
            (BotCommandScopeAllChatAdministrators(), _of_groups(admins=True)),
        )
        for language, tag in LANGUAGES.items()
    )


async def sync(bot: Bot, chats: Chats) -> bool:
    """Send the menus unless this bot has these already; whether they were sent."""
    found = menus()
    digest = f"{bot.id}:{_digest(found)}"
    if await chats.noted(NOTED) == digest:
        return False
    try:
        async with asyncio.timeout(_SECONDS):
            for scope, language, commands in found:
                await bot.set_my_commands(commands, scope, language)
    except faults.FOREIGN as error:
        _log.error("commands not registered", reason=str(error) or type(error).__name__)
        return False
    await chats.note(NOTED, digest)
    return True


def _of_private() -> Sequence[Entry]:
    return [entry for entry in COMMANDS if entry.name not in _ONLY_GROUPS]


def _of_groups(*, admins: bool) -> Sequence[Entry]:
    known = (entry for entry in COMMANDS if entry.name not in _ONLY_PRIVATE)
    return [entry for entry in known if admins or entry.who is not Who.ADMIN]


def _commands(entries: Sequence[Entry], words: Catalog) -> Iterator[BotCommand]:
    """A table is opened by the game's own name: `/start` alone belongs to the private chat."""
    for entry in entries:
        yield BotCommand(GROUP if entry.name == OPENING else entry.name, _described(entry, words))


def _described(entry: Entry, words: Catalog) -> str:
    """The text of the help on one line, without the command in front of it."""
    text = " ".join(words.text(f"command/{entry.name}/help", {"command": ""}).split()).strip(" :：")
    return text[:_LONGEST]


def _digest(found: Sequence[Menu]) -> str:
    listed = [[scope.to_dict(), language, [each.to_dict() for each in commands]] for scope, language, commands in found]
    text = json.dumps(listed, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
