"""Private hands: one message a round in the private chat of each person, renewed in place until the next."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

import structlog
from telegram.constants import ParseMode

from bot.platforms.base import Address, Gone, Later, Unanswered, Unreachable
from bot.platforms.telegram import faults
from bot.platforms.telegram.addresses import Letter, letter, user
from bot.platforms.telegram.drawing import Drawn, Look, draw
from bot.platforms.telegram.edits import Edits
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.nonces import Nonces
from bot.platforms.telegram.places import Places, chat_id
from bot.screens.model import Panel, Screen
from bot.troubles import reason
from bot.turns import Turns
from core.errors import Illegal
from core.ids import ChatId, PersonId

REMEMBERED: Final = 4_000
BY_HAND: Final = "c"
"""How the modes of arranging card by card begin; they outlast a round, lists do not."""
_CLOSED: Final = Screen("hand", ())
_Key = tuple[PersonId, ChatId]
_Kept = TypeVar("_Kept")
_log = structlog.get_logger(__name__)


class Hands:
    """Brings hands to their persons, each as it is at that moment."""

    def __init__(self, ground: Ground, places: Places) -> None:
        self._ground = ground
        self._places = places
        self._turns = Turns()
        self._nonces = Nonces()
        self._edits = Edits(self._edit)
        self._letters: OrderedDict[_Key, Letter] = OrderedDict()
        self._pressed: OrderedDict[_Key, Letter] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._modes: OrderedDict[_Key, str] = OrderedDict()

    async def post(self, address: Address, screen: Screen, *, nonce: str) -> str:
        """Send a hand as a new message; `Unreachable` for who never opened the private chat or has closed it."""
        person = _person(address)
        async with self._turns.of(person, direct=True):
            now = await self._present(person, address.chat) or screen
            brought = await self._nonces.once(
                f"{person} {address.chat} {nonce}",
                lambda: self._send(person, address.chat, now),
                again=lambda sent: self._again(person, address.chat, sent=letter(sent), screen=now),
            )
            self._keep(person, address.chat, letter(brought))
        if _played_by_the_autopilot(now):
            await self._look_whether_left(person, address.chat)
        return brought

    async def edit(self, address: Address, message: str, screen: Screen) -> None:
        """Renew a hand where it stands; that of a new opening comes as a new message, so that it is noticed."""
        person, before = _person(address), letter(message)
        async with self._turns.of(person, direct=True):
            now = await self._present(person, address.chat) or screen
            twin = self._twin(person, address.chat, of=before)
            if serial_of(now) not in {0, before.serial} or not before.message:
                for each in (before, *twin):
                    await self._close(user(person), each)
                raise Gone
            self._keep(person, address.chat, before)
            drawn = await self._drawn(person, address.chat, now)
            done = self._show(before.message, drawn, person=person)
            for each in twin:
                self._go_on(_suppressed(self._show(each.message, drawn, person=person)))
        await done

    async def renew(self, person: PersonId, chat: ChatId, *, at: Letter | None, mode: str) -> None:
        """Let a private message show the hand as it is now; None: wherever it stands, a new one where it is gone.

        Nobody waits for the edit. A message of an opening before keeps its cards: the new hand comes by itself.
        Any of the present opening follows: one that was on its way when the program ended is known by its press alone.
        """
        _remember(self._modes, (person, chat), mode)
        there = at or self._letters.get((person, chat))
        if there is None or not there.message:
            await self._ground.chats.bring_hand(person)
            return
        async with self._turns.of(person, direct=True):
            now = await self._present(person, chat) or _CLOSED
            if serial_of(now) not in {0, there.serial}:
                return
            if at is None:
                self._edits.doubt(user(person), there.message)
            else:
                _remember(self._pressed, (person, chat), at)
            done = self._show(there.message, await self._drawn(person, chat, now), person=person)
        self._go_on(self._brought(person, chat, done))

    def show(self, person: PersonId, message: int, *, drawn: Drawn) -> None:
        """Let a private message that is no hand of a table show this, in the same pace; nobody waits for the edit."""
        self._edits.doubt(user(person), message)  # letters change such messages too
        task = asyncio.create_task(self._seen(person, self._show(message, drawn, person=person)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Send nothing more."""
        await self._edits.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _go_on(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _twin(self, person: PersonId, chat: ChatId, *, of: Letter) -> list[Letter]:
        """The other message with the same hand, if there is one and it has been pressed."""
        pressed = self._pressed.get((person, chat))
        known = pressed is not None and pressed.serial == of.serial and pressed.message != of.message
        return [pressed] if pressed is not None and known else []

    async def _brought(self, person: PersonId, chat: ChatId, done: Awaitable[None]) -> None:
        """See that a hand that was asked for stands somewhere."""
        try:
            await done
        except Gone:
            self._letters.pop((person, chat), None)
            await self._ground.chats.bring_hand(person)
        except (Unreachable, Later, Unanswered):
            return  # whoever blocks the bot while they press sees nothing of it; the rest is tried again
        except Exception as error:  # noqa: BLE001 # nobody waits for it
            if self._ground.complaints.new(error, event="hand not renewed"):
                _log.error("hand not renewed", chat=chat, **reason(error))

    async def _seen(self, person: PersonId, done: Awaitable[None]) -> None:
        try:
            await done
        except (Gone, Unreachable, Later, Unanswered):
            return  # whoever has deleted it asks anew; the rest is tried again
        except Exception as error:  # noqa: BLE001 # nobody waits for it
            if self._ground.complaints.new(error, event="message not renewed"):
                _log.error("message not renewed", person=person, **reason(error))

    async def _present(self, person: PersonId, chat: ChatId) -> Screen | None:
        """The hand as it is now: since a screen was made its person may have pressed on."""
        now = await self._ground.service.hand(person, chat)
        return now if now is not None and now.blocks else None

    async def _send(self, person: PersonId, chat: ChatId, screen: Screen) -> str:
        mode = self._modes.get((person, chat), "")
        _remember(self._modes, (person, chat), BY_HAND if mode.startswith(BY_HAND) else "")
        drawn = await self._drawn(person, chat, screen)
        try:
            sent = await self._ground.bot.send_message(
                user(person), drawn.text, parse_mode=ParseMode.HTML, reply_markup=drawn.keyboard, protect_content=True
            )
        except faults.FOREIGN as error:
            meant = faults.of_a_person(error)
            if isinstance(meant, Unreachable):
                await self._ground.chats.closed(person)
                await self._look_whether_left(person, chat)
            raise meant from error
        self._edits.knows(user(person), sent.message_id, drawn)
        await self._ground.chats.opened(person)
        return str(Letter(serial_of(screen), sent.message_id))

    async def _again(self, person: PersonId, chat: ChatId, *, sent: Letter, screen: Screen) -> None:
        await self._show(sent.message, await self._drawn(person, chat, screen), person=person)

    def _show(self, message: int, drawn: Drawn, *, person: PersonId) -> Awaitable[None]:
        """Begin at once to show it; how that went is known later."""
        return self._heard(person, self._edits.wish(user(person), message, drawn))

    async def _heard(self, person: PersonId, told: Awaitable[None]) -> None:
        try:
            await told
        except Unreachable:
            await self._ground.chats.closed(person)
            raise

    async def _drawn(self, person: PersonId, chat: ChatId, screen: Screen) -> Drawn:
        words = await self._ground.speech.person(person)
        home = None if chat == chat_id(user(person)) else chat
        look = Look(words, viewer=person, mode=self._modes.get((person, chat), ""), bot=self._bot_name, home=home)
        return await self._ground.service.pencil.draw(partial(draw, screen, look))

    @property
    def _bot_name(self) -> str:
        return self._ground.bot.username

    async def _edit(self, chat: int, message: int, drawn: Drawn) -> None:
        try:
            await self._ground.bot.edit_message_text(
                drawn.text, chat, message, parse_mode=ParseMode.HTML, reply_markup=drawn.keyboard
            )
        except faults.FOREIGN as error:
            if not faults.is_unchanged(error):
                raise faults.of_a_person(error) from error

    async def _close(self, chat: int, before: Letter) -> None:
        """Take the buttons off the hand of an opening that is over; nothing depends on it."""
        if before.message:
            self._edits.drop(chat, before.message)
            with suppress(*faults.FOREIGN):
                await self._ground.bot.edit_message_reply_markup(chat, before.message)

    async def _look_whether_left(self, person: PersonId, chat: ChatId) -> None:
        """Whoever cannot be reached or lets time run out may have left the group: then their seat is given up."""
        try:
            await self._places.must_belong(person, chat)
        except Illegal as refusal:
            if refusal.code == "player/not-in-group":
                await self._ground.chats.gone(person, chat)

    def _keep(self, person: PersonId, chat: ChatId, sent: Letter) -> None:
        _remember(self._letters, (person, chat), sent)


def serial_of(screen: Screen) -> int:
    """The opening whose cards a screen shows, 0 for a screen without cards."""
    return next((block.serial for block in screen.blocks if isinstance(block, Panel)), 0)


def _remember(known: OrderedDict[_Key, _Kept], key: _Key, what: _Kept) -> None:
    known.pop(key, None)
    if what:
        known[key] = what
        if len(known) > REMEMBERED:
            known.popitem(last=False)


async def _suppressed(done: Awaitable[None]) -> None:
    """Nothing depends on it."""
    with suppress(Gone, Unreachable, Later, Unanswered):
        await done


def _played_by_the_autopilot(screen: Screen) -> bool:
    """Whether a hand comes with its rows already sent."""
    return any(isinstance(block, Panel) and block.submitted for block in screen.blocks)


def _person(address: Address) -> PersonId:
    assert address.person is not None
    return address.person
