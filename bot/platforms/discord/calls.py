"""Lines that call people: whom they ping, what they say, and what is kept of the last one in a chat."""

import hashlib
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord.http import MultipartParameters, handle_message_parameters

from bot.i18n import Catalog
from bot.platforms.discord.marks import spoken
from bot.screens.calling import call_text
from bot.screens.model import Screen

_NONCE: Final = 12
"""Bytes; Discord takes 25 letters."""


@dataclass(frozen=True)
class Call:
    """The last call of a chat: its name, the board that made it, and its line, "" once that is deleted."""

    name: str = ""
    board: str = ""
    line: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.board} {self.line}"


def call(noted: str) -> Call:
    """Read what `str` wrote; anything else is no call."""
    parts = noted.split(" ")
    return Call(*parts) if len(parts) == 3 else Call()


def calling(screen: Screen, catalog: Catalog, *, nonce: str) -> MultipartParameters:
    """The message that pings exactly those whom a screen calls; the same nonce again pings nobody twice."""
    people = [int(who.partition(":")[2]) for who in screen.ping if who.startswith("discord:")]
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(person) for person in people]
    )
    names = " ".join(f"<@{person}>" for person in people)
    text = call_text(screen)
    return handle_message_parameters(
        spoken(replace(text, facts={**text.facts, "names": names}), catalog),
        allowed_mentions=mentions,
        nonce=hashlib.blake2b(nonce.encode(), digest_size=_NONCE).hexdigest(),
    )
