"""Private hands: into the channel by the token of the person's last press there, and as a direct message."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
import structlog
from discord.http import MultipartParameters, handle_message_parameters

from bot.chats import Chats
from bot.platforms.base import Address, Gone, Later, Unreachable
from bot.platforms.discord import faults
from bot.platforms.discord.drawing import Drawn, Look, draw
from bot.platforms.discord.mirror import Mirror
from bot.platforms.discord.roads import ORIGINAL, Road, Roads, serial_of
from bot.screens.model import Button, Panel, Screen, Text
from bot.service import Service
from bot.speech import Speech
from bot.turns import Turns
from core.ids import ChatId, PersonId

ONLY_BUTTON: Final = "button"
ONLY_DIRECT: Final = "dm"
OPEN_SECONDS: Final = 3.0
"""How long the first answer to a press is waited for: what follows it up cannot come before it."""
AGAIN_SECONDS: Final = 0.2
"""After that a hand is sent that came between a press and its answer."""
_CONVERSATIONS: Final = 4000
_ROW: Final = 1
_V2: Final = discord.MessageFlags(components_v2=True).value
_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Letter:
    """Where a hand was sent: its opening, and the direct message, 0 where there is none."""

    serial: int
    channel: int = 0
    message: int = 0

    def __str__(self) -> str:
        return f"{self.serial}:{self.channel or ''}:{self.message or ''}"


def letter(text: str) -> Letter:
    """Read what `str` wrote; anything else is a message that is gone."""
    parts = text.split(":")
    if len(parts) != 3 or not all(part.isdecimal() or not part for part in parts):
        raise Gone
    serial, channel, message = (int(part or 0) for part in parts)
    return Letter(serial, channel, message)


class Hands:
    """Brings hands to their persons, each as it is at that moment."""

    def __init__(self, client: discord.Client, service: Service, *, chats: Chats, speech: Speech) -> None:
        self.roads = Roads()
        self.turns = Turns()
        self._client = client
        self._service = service
        self._chats = chats
        self._speech = speech
        self._conversations: OrderedDict[int, int] = OrderedDict()
        self._letters: OrderedDict[tuple[PersonId, ChatId], Letter] = OrderedDict()
        self.mirror = Mirror(self._reflect)

    async def post(self, address: Address, screen: Screen, *, nonce: str) -> str:
        """Send a hand by every way the person wants; `Unreachable` where there was none."""
        person = _person(address)
        await self._opened(address)
        wished = await self._chats.hand_by(person)
        async with self.turns.of(person, direct=False):
            now = await self._present(address, screen)
            in_channel = wished != ONLY_DIRECT and await self._follow_up(address, now)
        async with self.turns.of(person, direct=True):
            now = await self._present(address, screen)
            sent = Letter(serial_of(now)) if wished == ONLY_BUTTON else await self._write(address, now, nonce=nonce)
            self._keep(address, sent)
        reached = in_channel or bool(sent.message)
        if not reached or _played_by_the_autopilot(now):
            await self._look_whether_left(person, address.chat)
        if not reached:
            raise Unreachable
        return str(sent)

    async def edit(self, address: Address, message: str, screen: Screen) -> None:
        """Renew a hand where it stands; that of a new opening comes as a new message, so that it is noticed."""
        person, before = _person(address), letter(message)
        self._keep(address, before)
        await self._opened(address)
        async with self.turns.of(person, direct=False):
            now = await self._present(address, screen)
            renews = serial_of(now) in {0, before.serial}
            pushed = renews and await self._push(address, now, serial=before.serial)
        async with self.turns.of(person, direct=True):
            now = await self._present(address, screen)
            if serial_of(now) not in {0, before.serial}:
                await self._close(before)
                raise Gone
            if before.message:
                with suppress(*([Unreachable] if pushed else [])):
                    await self._change(address, before, screen=now)

    async def _reflect(self, person: PersonId, chat: ChatId, direct: bool) -> None:  # noqa: FBT001 # the side to renew
        """Show the present hand on the side that was not pressed, if it stands there for this opening."""
        address = Address(chat, person)
        async with self.turns.of(person, direct=direct):
            now = await self._service.hand(person, chat)
            serial = 0 if now is None else serial_of(now)
            if now is None or not serial:
                return
            if not direct:
                await self._push(address, now, serial=serial)
                return
            sent = self._letters.get((person, chat))
            if sent is not None and sent.message and sent.serial == serial:
                await self._change(address, sent, screen=now)

    def _keep(self, address: Address, sent: Letter) -> None:
        """Remember where a hand was sent."""
        self._letters.pop((_person(address), address.chat), None)
        self._letters[_person(address), address.chat] = sent
        if len(self._letters) > _CONVERSATIONS:
            self._letters.popitem(last=False)

    async def _present(self, address: Address, screen: Screen) -> Screen:
        """The hand as it is now: since the screen was made its person may have pressed on."""
        now = await self._service.hand(_person(address), address.chat)
        return now if now is not None and now.blocks else screen

    async def _follow_up(self, address: Address, screen: Screen) -> bool:
        """Show the hand in the channel to its person alone; whether it stands there."""
        road = await self._open_road(address)
        if road is None:
            return False
        if self.roads.key(road) is not None and road.serial == serial_of(screen):
            return await self._push(address, screen, serial=road.serial)
        look = await self._look(address)
        try:
            view = await self._drawn(screen, look)
            sent = await road.webhook.send(view=view, ephemeral=True, wait=True)
        except faults.FOREIGN as error:
            self._lost_road(address, error)
            return False
        self.roads.leads(road, str(sent.id), screen=screen)
        return True

    async def _push(self, address: Address, screen: Screen, *, serial: int) -> bool:
        """Renew the hand that stands in the channel for this opening, if it can be reached still."""
        road = await self._open_road(address)
        key = None if road is None else self.roads.key(road)
        if road is None or key is None or road.serial != serial:
            return False
        message: Any = road.panel if road.panel == ORIGINAL else int(road.panel)
        try:
            view = await self._drawn(screen, await self._look(address))
            await key.edit_message(message, view=view)
        except faults.FOREIGN as error:
            self._lost_road(address, error)
            return False
        return True

    async def _drawn(self, screen: Screen, look: Look) -> Drawn:
        return await self._service.pencil.draw(partial(draw, screen, look))

    async def _opened(self, address: Address) -> None:
        """Wait for the first answer to the person's last press; its turn comes before ours."""
        road = self.roads.of(_person(address), address.chat)
        if road is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(OPEN_SECONDS):
                    await road.open.wait()

    async def _open_road(self, address: Address) -> Road | None:
        """The road of the last press, None where it was never answered.

        One that came just now waits for its answer, and that for our turn: it is not waited for here.
        """
        road = self.roads.of(_person(address), address.chat)
        if road is None or road.open.is_set():
            return road
        if time.monotonic() - road.at < OPEN_SECONDS:
            raise Later(AGAIN_SECONDS)
        return None

    def _lost_road(self, address: Address, error: Exception) -> None:
        self.roads.drop(_person(address), address.chat)
        _log.debug("road lost", chat=address.chat, code=faults.code_of(error))

    async def _write(self, address: Address, screen: Screen, *, nonce: str) -> Letter:
        """Send the hand as a direct message; one that is refused stops nobody."""
        user = int(_person(address).partition(":")[2])
        look = await self._look(address)
        try:
            channel = await self._conversation(user)
            view = await self._drawn(_with_link(screen, self._link(address.chat)), look)
            with handle_message_parameters(view=view, nonce=nonce, allowed_mentions=_NOBODY) as params:
                sent = await self._client.http.send_message(channel, params=params)
        except faults.FOREIGN as error:
            meant = faults.of_a_person(error)
            if not isinstance(meant, Unreachable):
                raise meant from error
            self._conversations.pop(user, None)
            return Letter(serial_of(screen))
        return Letter(serial_of(screen), int(sent["channel_id"]), int(sent["id"]))

    async def _change(self, address: Address, before: Letter, *, screen: Screen) -> None:
        view = await self._drawn(_with_link(screen, self._link(address.chat)), await self._look(address))
        try:
            with handle_message_parameters(view=view, allowed_mentions=_NOBODY) as params:
                await self._client.http.edit_message(before.channel, before.message, params=params)
        except faults.FOREIGN as error:
            raise faults.of_a_person(error) from error

    async def _close(self, before: Letter) -> None:
        """Take the buttons off the hand of an opening that is over; nothing depends on it."""
        if before.message:
            with suppress(*faults.FOREIGN):
                await without_buttons(self._client, before.channel, before.message)

    async def _conversation(self, user: int) -> int:
        """The channel of direct messages with this person."""
        if user not in self._conversations:
            made = await self._client.http.start_private_message(user)
            self._conversations[user] = int(made["id"])
            if len(self._conversations) > _CONVERSATIONS:
                self._conversations.popitem(last=False)
        return self._conversations[user]

    async def _look(self, address: Address) -> Look:
        person = _person(address)
        words = await self._speech.person(person)
        return Look(words, viewer=person, mode=self.roads.mode(person, address.chat))

    def _link(self, chat: ChatId) -> str:
        """The way back to the table."""
        number = int(chat.partition(":")[2])
        guild = getattr(self._client.get_channel(number), "guild", None)
        return f"https://discord.com/channels/{guild.id}/{number}" if guild is not None else ""

    async def _look_whether_left(self, person: PersonId, chat: ChatId) -> None:
        """Whoever cannot be reached or lets time run out again and again may have left the server.

        Then their seat is given up as if they had said so.
        """
        guild = getattr(self._client.get_channel(int(chat.partition(":")[2])), "guild", None)
        if guild is None:
            return
        try:
            await self._client.http.get_member(guild.id, int(person.partition(":")[2]))
        except discord.NotFound as error:
            if error.code == faults.UNKNOWN_MEMBER:
                await self._chats.gone(person, chat)
        except faults.FOREIGN:
            return


_NOBODY: Final = discord.AllowedMentions.none()


async def without_buttons(client: discord.Client, channel: int, message: int) -> None:
    """Leave a message as it stands, but without its buttons."""
    found = await client.http.get_message(channel, message)
    kept = [_bare(part) for part in found.get("components") or () if part["type"] != _ROW]
    if not kept:
        return
    changes = {"components": kept, "flags": _V2, "allowed_mentions": _NOBODY.to_dict()}
    params = MultipartParameters(payload=changes, multipart=None, files=None)
    await client.http.edit_message(channel, message, params=params)


def _bare(part: Mapping[str, Any]) -> dict[str, Any]:
    inside = part.get("components")
    if inside is None:
        return dict(part)
    return {**part, "components": [_bare(each) for each in inside if each["type"] != _ROW]}


def _played_by_the_autopilot(screen: Screen) -> bool:
    """Whether a hand comes with its rows already sent."""
    return any(isinstance(block, Panel) and block.submitted for block in screen.blocks)


def _with_link(screen: Screen, link: str) -> Screen:
    """A hand as a direct message leads back to its table."""
    if not link or not any(isinstance(block, Panel) for block in screen.blocks):
        return screen
    return replace(screen, buttons=(*screen.buttons, (Button(Text("button/to-table"), "", link=link),)))


def _person(address: Address) -> PersonId:
    assert address.person is not None
    return address.person
