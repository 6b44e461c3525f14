"""The way to the table that a chat has already, for somebody who wanted to open one there."""

from typing import Final

import discord

from bot.chats import Chats
from bot.i18n.labels import refusal_text
from bot.screens.model import Button, Line, Screen, Text
from core.errors import Illegal
from core.ids import ChatId

THERE: Final = frozenset({"table/open-here", "table/open-yours", "table/running", "table/running-yours"})
"""Refusals that speak of such a table."""


async def directions(interaction: discord.Interaction, chats: Chats, *, chat: ChatId, refusal: Illegal) -> Screen:
    """What the refusal says, and a link to the table's message, or to its channel before there is one."""
    board = await chats.board_of(chat) or chat.partition(":")[2]
    place = "/".join([str(interaction.guild_id or "@me"), *board.split(":")])
    link = Button(Text("button/to-table"), "", link=f"https://discord.com/channels/{place}")
    return Screen("where", (Line(refusal_text(refusal)),), ((link,),))
