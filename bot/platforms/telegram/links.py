"""Links that open the private chat and say there what is wanted, and what may stand behind one.

Whoever has a link can pass it on, so it never does anything by itself but show, or offer a seat to a member.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Final

from bot import pressed, tokens
from bot.screens.daily import FRONT
from bot.tokens import Token, Verb
from core.errors import Illegal
from core.ids import DAILY, ChatId, TableId

_NO_TABLE: Final = TableId(0)
ADDED: Final = "new"
JOIN, HAND, SHOW = "join", "hand", "show"
PAYLOAD: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_LONGEST: Final = 64
_NUMBER: Final = re.compile(r"0|[1-9a-z][0-9a-z]{0,12}", re.ASCII)
_LARGEST: Final = 2**63 - 1
_SHOWING: Final = frozenset(
    {Verb.WHY, Verb.BOTH, Verb.VERIFY, Verb.SETTINGS, Verb.RULES, Verb.RANK, Verb.ME, Verb.HELP, Verb.CHAT}
)
"""What only shows. Another's choice, vote or cut is nothing to put behind a link."""

_SUPERGROUP: Final = "-100"


@dataclass(frozen=True)
class Link:
    """What a payload asks for: a seat or the hand at a table, or the screen of a token of some chat."""

    kind: str
    table: TableId = _NO_TABLE
    token: str = ""
    chat: str = ""


def joining(bot: str, table: TableId) -> str:
    """Opens the private chat and welcomes who sits down at the table."""
    return start(bot, f"j{_shown_number(table)}")


def hand(bot: str, table: TableId = _NO_TABLE) -> str:
    """Opens the private chat, where the hand comes."""
    return start(bot, f"h{_shown_number(table)}")


def showing(bot: str, token: Token, *, chat: ChatId) -> str:
    """Opens the private chat and shows this there; only opens it where no link may do so, or none is long enough."""
    if not _may_show(token):
        return start(bot)
    home = chat.partition(":")[2] if not token.table else ""
    payload = _payload_of(pressed.show(tokens.show(token), chat=home))
    return start(bot, payload if len(payload) <= _LONGEST else "")


def showable(token: Token) -> Token:
    """What a link shows in the place of this press: of the daily challenge its card, where the person goes on."""
    return Token(Verb.DAILY, DAILY, arg=FRONT) if token.table == DAILY else token


def start(bot: str, payload: str = "") -> str:
    """The link with a payload, or without one."""
    return f"https://t.me/{bot}?start={payload}" if payload else f"https://t.me/{bot}"


def adding(bot: str) -> str:
    """Lets somebody choose a group and adds the bot there."""
    return f"https://t.me/{bot}?startgroup={ADDED}"


def message(chat: ChatId, number: int) -> str:
    """Where a message of a supergroup can be seen; "" in a basic group, whose messages have no link."""
    group, _, thread = chat.partition(":")[2].partition("/")
    if not group.startswith(_SUPERGROUP):
        return ""
    place = "/".join(part for part in (group.removeprefix(_SUPERGROUP), thread, str(number)) if part)
    return f"https://t.me/c/{place}"


def read(payload: str) -> Link | None:
    """What a payload means; None for anything that no link of ours has."""
    if not PAYLOAD.fullmatch(payload):
        return None
    kind, rest = payload[0], payload[1:]
    if kind == "t":
        return _shown(rest)
    if kind not in {"j", "h"} or not _NUMBER.fullmatch(rest) or int(rest, 36) > _LARGEST:
        return None
    return Link(JOIN if kind == "j" else HAND, TableId(int(rest, 36)))


def _payload_of(shown: str) -> str:
    return f"t{base64.urlsafe_b64encode(shown.encode()).decode().rstrip('=')}"


def _shown(encoded: str) -> Link | None:
    try:
        text = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode("ascii")
        found = pressed.split(text)
        token = tokens.parse(found.token)
    except (binascii.Error, UnicodeDecodeError, Illegal):
        return None
    if found.kind != pressed.PRESS or not _may_show(token):
        return None
    return Link(SHOW, token.table, found.token, found.chat)


def _may_show(token: Token) -> bool:
    fronts = token.verb is Verb.DAILY and token.arg == FRONT
    return token.verb in _SHOWING or fronts or (token.verb is Verb.OWN and not token.arg)


def _shown_number(table: TableId) -> str:
    """The table as it stands in the tokens of its buttons."""
    return tokens.show(Token(Verb.HELP, table)).split(".")[2]
