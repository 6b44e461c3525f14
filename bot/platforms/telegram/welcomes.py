"""`/start` in the private chat: what a link has put behind it, and a friendly word for everything else."""

import asyncio
from dataclasses import replace
from typing import Final

from telegram import User

from bot import tokens
from bot.platforms.telegram import links
from bot.platforms.telegram.addresses import letter
from bot.platforms.telegram.answers import Said
from bot.platforms.telegram.elsewhere import way_back
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.links import Link
from bot.platforms.telegram.places import LED, Places, chat_id, person_id
from bot.screens.help import welcome_screen
from bot.screens.model import Name, Text
from bot.tokens import Token, Verb
from core.errors import Illegal
from core.ids import DAILY, ChatId, PersonId, TableId

SEATED: Final = "player/already-seated"
WAITING: Final = "player/waiting"
_IN_LINE: Final = frozenset({"seat/queued", WAITING})
"""Said to who waits for a seat."""
LOOKS: Final = 20
_EVERY: Final = 0.1
"""Seconds from one look whether the hand has come to the next."""

_NOWHERE: Final = frozenset({"press/forged", "press/old", "press/over"})
"""Refusals that speak of a button; behind a link there was none."""


class Welcomes:
    """Answers whoever opens the private chat."""

    def __init__(self, ground: Ground, places: Places) -> None:
        self._ground = ground
        self._places = places

    async def said(self, user: User, payload: str, *, key: str, first: bool) -> Said:
        """What `/start` with this payload says; `first`: the private chat has just been opened."""
        link = links.read(payload)
        match link.kind if link else "":
            case links.JOIN:
                return await self._joined(user, link, key=key, first=first)
            case links.HAND:
                return await self._hand(user, first=first)
            case links.SHOW:
                return await self._shown(user, link, key=key)
            case _:
                return self._hello()

    def _hello(self) -> Said:
        return Said(Text("telegram/welcome"), link=links.adding(self._ground.bot.username), label="telegram/add")

    async def _joined(self, user: User, link: Link | None, *, key: str, first: bool) -> Said:
        """A seat, for a member of the group while seats are taken; who sits already is welcome."""
        assert link is not None
        person, home = person_id(user), await self._home(user, Token(Verb.JOIN, link.table))
        serial = await self._ground.chats.lobby(link.table)
        if serial is None and await self._ground.chats.seated_at(person) == home:
            return await self._hand(user, first=first)
        await self._places.must_belong(person, home)
        token = tokens.show(Token(Verb.JOIN, link.table, serial or 0))
        actor = await self._places.actor(user, home, leads=False)
        screen = welcome_screen() if first else None
        try:
            reply = await self._ground.service.press(actor, home, token, {}, press=key)
            seated, screen = reply.toast or Text("seat/taken", {"n": 1}), screen or reply.screen
        except Illegal as refusal:
            if refusal.code in _NOWHERE:
                raise Illegal("telegram/link-over") from None
            if refusal.code not in {SEATED, WAITING}:
                raise
            seated = Text(refusal.code, refusal.facts)
        return replace(await self._welcomed(home, seated), screen=screen)

    async def _welcomed(self, home: ChatId, seated: Text) -> Said:
        title = await self._ground.chats.title(home)
        key = "telegram/queued" if seated.key in _IN_LINE else "telegram/seated"
        text = Text(key, {"chat": Name(title), "n": seated.facts.get("n", 1)})
        return Said(text, link=await way_back(self._ground, home), label="telegram/back")

    async def _hand(self, user: User, *, first: bool) -> Said:
        """The hand and a line below it, or when it comes; the one that waited for the private chat is under way already."""
        person = person_id(user)
        if not first:
            await self._ground.chats.bring_hand(person)
        home = await self._ground.chats.seated_at(person)
        if home is None:
            return replace(self._hello(), text=Text("telegram/no-seat"))
        key = "telegram/hand-above" if await self._came(person) else "telegram/hand-comes"
        text = Text(key, {"chat": Name(await self._ground.chats.title(home))})
        return Said(text, link=await way_back(self._ground, home), label="telegram/back")

    async def _came(self, person: PersonId) -> bool:
        """Whether the person's cards stand in the private chat, after a moment in which they may come."""
        for _ in range(LOOKS):
            found = await self._ground.chats.hand_message(person)
            if found is None:
                return False
            if found and letter(found).message:
                return True
            await asyncio.sleep(_EVERY)
        return False

    async def _shown(self, user: User, link: Link | None, *, key: str) -> Said:
        """The screen of a token, as from its chat."""
        assert link is not None
        token = tokens.parse(link.token)
        home = await self._home(user, token, named=link.chat)
        actor = await self._places.actor(user, home, leads=token.verb in LED)
        reply = await self._ground.service.press(actor, home, link.token, {}, press=key)
        return Said(reply.toast, reply.screen, home=home)

    async def _home(self, user: User, token: Token, *, named: str = "") -> ChatId:
        where = chat_id(user.id)
        home = await self._places.home(person_id(user), token, named=named, where=where)
        if token.table not in {TableId(0), DAILY} and home == where:
            raise Illegal("telegram/link-over")
        return home
