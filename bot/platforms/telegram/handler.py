"""Where each update goes."""

from telegram import Update

from bot.platforms.telegram.allowance import Allowance
from bot.platforms.telegram.answers import Letters
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.members import Members
from bot.platforms.telegram.places import Places
from bot.platforms.telegram.presses import Hands, Presses
from bot.platforms.telegram.typed import Typed


class Handler:
    """Deals with updates, each in a task of its own; what was edited and what channels post is left alone."""

    def __init__(self, ground: Ground, *, hands: Hands, allowance: Allowance) -> None:
        places = Places(ground.bot, ground.chats)
        letters = Letters(ground.bot, ground.chats, allowance=allowance, complaints=ground.complaints)
        self._presses = Presses(ground, places, hands=hands, letters=letters)
        self._typed = Typed(ground, places, hands=hands, letters=letters)
        self._members = Members(ground, places, letters=letters)

    async def take(self, number: int, update: Update) -> None:
        """Do what the update asks; nothing that goes wrong leaves this function."""
        if update.callback_query is not None:
            await self._presses.take(number, update.callback_query)
        elif update.message is not None:
            if not await self._members.told(update.message):
                await self._typed.take(number, update.message)
        elif update.my_chat_member is not None:
            await self._members.mine(update.my_chat_member)
        elif update.chat_member is not None:
            await self._members.theirs(update.chat_member)
