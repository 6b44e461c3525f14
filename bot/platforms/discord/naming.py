"""How a command is written in a text: as the reader's own picker shows it, or as a mention that opens it."""

import re
from collections.abc import Callable
from typing import Final

from bot.commands import COMMANDS
from bot.i18n import Catalog

GROUP: Final = "shisanzhi"
"""The one command of which all others are parts."""

GROUP_TEXT: Final = "discord/group-name"
_NAME: Final = re.compile(r"[-_\w]{1,32}")
_TYPED: Final = re.compile(rf"(?<![\w/])/(?:{GROUP} )?({'|'.join(entry.name for entry in COMMANDS)})(?!\w)")


def written(words: str, catalog: Catalog) -> str:
    """Our own words with each command in them (`/help`, `/shisanzhi start`) as it is called here."""
    return _TYPED.sub(lambda found: (catalog.command or _plain(catalog))(found[1]), words)


def mention(command: str) -> Callable[[str], str]:
    """The writer of mentions of the command with this id."""
    return lambda name: f"</{GROUP} {name}:{command}>"


def is_name(name: str) -> bool:
    """Whether Discord takes it for a command or option: letters of any script in lower case, digits, - and _."""
    return bool(_NAME.fullmatch(name)) and name == name.lower()


def _plain(catalog: Catalog) -> Callable[[str], str]:
    group = _named(GROUP_TEXT, GROUP, catalog)
    return lambda name: f"/{group} {_named(f'command/{name}/name', name, catalog)}"


def _named(key: str, plain: str, catalog: Catalog) -> str:
    name = catalog.text(key)
    return name if is_name(name) else plain
