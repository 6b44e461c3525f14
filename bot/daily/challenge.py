"""The challenge as the service has it: every press and line of it becomes one transaction and one short answer."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from bot.acts import Asked
from bot.daily import days, looking, tries
from bot.daily.tries import Shown
from bot.presses import DRAFTS
from bot.screens import daily as screens
from bot.screens.model import Button, Screen, Text
from bot.tokens import Token, Verb
from core.errors import Illegal
from core.ids import ChatId, PersonId
from core.table.daily import RESTORED, open_day
from core.table.typed import TypedRows
from storage import daily
from storage.engine import Database
from storage.store import Connection

Answer = tuple[Text | None, Screen | None]
_LOOKS: Final = frozenset({Verb.HAND, Verb.LIST})
_LONGEST: Final = 18
_ALL: Final = frozenset({*DRAFTS, *_LOOKS})


class Challenge:
    """Takes what people ask to the days of one installation; `clock` counts milliseconds, `entropy` gives 32 fresh bytes."""

    def __init__(
        self, database: Database, *, zone: str, clock: Callable[[], int], entropy: Callable[[], bytes]
    ) -> None:
        self.database = database
        self.clock = clock
        self._zone = ZoneInfo(zone)
        self._entropy = entropy
        self._opening = asyncio.Lock()
        self.wished = asyncio.Event()
        """Set whenever a result is to be told somewhere."""

    async def keep_up(self) -> None:
        """Open the days that are due, and close those that are over."""
        await self.open_days()
        await self.database.run(partial(days.close, now=self.clock()))

    async def open_days(self) -> None:
        """Open today and tomorrow where they are not; a day is arranged beside the loop and kept in one step."""
        async with self._opening:
            while True:
                find = partial(days.wanted, now=self.clock(), zone=self._zone)
                span = await self.database.read(find)
                if span is None:
                    return
                before = await self.database.run(days.before)
                made = partial(open_day, before, date=span.date, now=self.clock(), entropy=self._entropy())
                day = await asyncio.to_thread(made)
                await self.database.run(partial(days.keep, day=day, of=span))

    async def next_step(self) -> int:
        """When `keep_up` has something to do again, in milliseconds since 1970."""
        now = self.clock()
        closing = await self.database.read(partial(days.next_close, now=now))
        midnight = days.span(now, self._zone).ends_at
        return min(midnight, closing or midnight)

    async def call_off(self) -> None:
        """Strike the day that was open in a backup that was put back."""
        await self.database.run(partial(days.call_off, now=self.clock()))

    async def typed(self, chat: ChatId, *, asked: Asked) -> Answer:
        """`/daily`: where the person was, else the card of today."""
        await self.open_days()
        shown = await self.database.read(partial(tries.typed, chat=chat, asked=asked))
        return _drawn(shown) if shown is not None else (None, await self._card())

    async def pressed(self, chat: ChatId, token: Token, *, fields: Mapping[str, str], asked: Asked) -> Answer:
        """Answer a button of the challenge."""
        verb, person = token.verb, asked.actor.person
        if verb is Verb.DAILY:
            return await self._asked_for(chat, token, asked=asked)
        if verb in _ALL:
            work = partial(tries.draft, token=token, fields=fields, chat=chat, asked=asked)
            return _drawn(await self.database.run(work))
        match verb:
            case Verb.SUBMIT:
                return _drawn(await self.database.run(partial(tries.submit, token=token, chat=chat, asked=asked)))
            case Verb.WHY:
                return None, await self._read(looking.why, hand=token.serial, arg=token.arg, person=person)
            case Verb.BOTH:
                return None, await self._read(looking.both, hand=token.serial, person=person)
            case Verb.VERIFY:
                await self.open_days()
                return None, await self._read(looking.verify, serial=token.serial, now=asked.now)
            case _:
                raise Illegal("press/forged")

    async def arranged(self, chat: ChatId, rows: TypedRows, *, asked: Asked) -> Answer | None:
        """Rows that were typed, in the hand of the person's round that goes on; None where there is none."""
        shown = await self.database.run(partial(tries.arranged, rows=rows, chat=chat, asked=asked))
        return _drawn(shown) if shown is not None else None

    async def form(self, chat: ChatId, token: Token, *, asked: Asked) -> Button | None:
        """The button of this token with its fields as they are now."""
        return await self.database.read(partial(tries.form, token=token, chat=chat, asked=asked))

    async def hand(self, chat: ChatId, *, asked: Asked) -> Screen | None:
        """The hand of the person's round that goes on, None where there is none."""
        shown = await self.database.read(partial(tries.typed, chat=chat, asked=asked))
        return shown.screen if shown is not None else None

    async def _asked_for(self, chat: ChatId, token: Token, *, asked: Asked) -> Answer:
        what, _, number = token.arg.partition("-")
        person, serial = asked.actor.person, token.serial
        match what:
            case screens.PLAY:
                return _drawn(await self.database.run(partial(tries.go_on, serial=serial, chat=chat, asked=asked)))
            case screens.FRONT:
                return None, await self._card()
            case screens.TELL:
                return await self._shared(chat, serial, asked=asked), None
            case screens.OTHERS:
                return None, await self._read(looking.others, serial=serial, page=_number(number), person=person)
            case screens.OF:
                return None, await self._read(looking.other, serial=serial, attempt=_number(number), person=person)
            case screens.END | screens.ROUND:
                wanted = _number(number) if what == screens.ROUND else 0
                return _drawn(await self.database.read(partial(_ended, serial=serial, person=person, number=wanted)))
            case _:
                raise Illegal("press/forged")

    async def _shared(self, chat: ChatId, serial: int, *, asked: Asked) -> Text:
        news = await self.database.run(partial(_share, chat=chat, serial=serial, asked=asked))
        self.wished.set()
        return Text("daily/shared" if news else "daily/shared-before")

    async def _card(self) -> Screen:
        await self.open_days()
        return await self.database.read(partial(tries.card, now=self.clock()))

    async def _read(self, look: Callable[..., Screen], **asked: object) -> Screen:
        return await self.database.read(partial(look, **asked))


def _drawn(shown: Shown) -> Answer:
    return shown.toast, shown.screen


def _ended(connection: Connection, *, serial: int, person: PersonId, number: int) -> Shown:
    """A round that the person has played (0: the end of their try)."""
    own = tries.must_own(connection, serial, person=person)
    if number:
        return tries.ended_round(connection, own, number)
    if not own.over:
        raise Illegal("daily/locked")
    return Shown(None, tries.view_of(connection, own))


def _share(connection: Connection, *, chat: ChatId, serial: int, asked: Asked) -> bool:
    """Tell the person's result where they press, or from their private chat where they began; whether that is news."""
    own = tries.must_own(connection, serial, person=asked.actor.person)
    if not own.over or own.kept.outcome == RESTORED:
        raise Illegal("daily/locked")
    there = own.one.chat if str(chat) == str(asked.actor.person) else chat
    return daily.share(connection, own.one.id, chat=there, at=asked.now)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > _LONGEST:
        raise Illegal("press/forged")
    return int(text)
