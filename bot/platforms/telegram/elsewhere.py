"""What leads back to a group's table, and what somebody can do who still sits at another one than this."""

from contextlib import suppress
from typing import Final

from bot.platforms.telegram import links
from bot.platforms.telegram.addresses import posted
from bot.platforms.telegram.ground import Ground
from bot.screens.model import Button, Text
from bot.tokens import Token, Verb, show
from core.ids import ChatId, PersonId

ELSEWHERE: Final = "player/elsewhere"
"""The refusal of who sits at another table."""


async def way_back(ground: Ground, home: ChatId) -> str:
    """Where the board of a group's table can be seen, where such a link is possible."""
    with suppress(Exception):
        board = await ground.chats.board_of(home)
        return links.message(home, posted(board).message) if board else ""
    return ""


async def ways_out(ground: Ground, person: PersonId) -> tuple[Button, ...]:
    """Back to the table where the person sits, and out of it."""
    found = await ground.chats.seat(person)
    if found is None:
        return ()
    home, table, serial = found
    there = await way_back(ground, home)
    back = [Button(Text("telegram/go-back"), "", link=there)] if there else []
    return *back, Button(Text("telegram/leave-there"), show(Token(Verb.LEAVE, table, serial)))
