"""Public messages: boards posted and edited, rows turned over one by one, people called, boards brought down again."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
import structlog
from discord.http import handle_message_parameters

from bot.chats import Chats
from bot.platforms.base import ChatLost, Gone
from bot.platforms.discord import faults
from bot.platforms.discord.calls import Call, call, calling
from bot.platforms.discord.drawing import Look, draw
from bot.platforms.discord.hands import without_buttons
from bot.platforms.discord.presses import moved_key
from bot.screens import reveals
from bot.screens.calling import ONLY_A_CALL
from bot.screens.daily import SHARE
from bot.screens.model import Reveal, Screen, Text
from bot.speech import Speech
from core.ids import ChatId

STEPS: Final = ((1, 0), (2, 1_500), (3, 3_000))
"""Rows shown, and the milliseconds after the reveal began."""
RUN_PAST: Final = 20
BETWEEN_MOVES: Final = 30_000
"""Milliseconds that a board stays where it was brought, whatever is written."""
OLD_HOURS: Final = 1.0
_log = structlog.get_logger(__name__)


@dataclass
class Board:
    """The present public message of a chat, how many messages have come after it, and when a board last moved here."""

    place: str
    after: int = 0
    moved_at: int = 0


class Boards:
    """All public messages of one process; `clock` counts milliseconds since 1970."""

    def __init__(self, client: discord.Client, chats: Chats, *, speech: Speech, clock: Callable[[], int]) -> None:
        self._client = client
        self._chats = chats
        self._speech = speech
        self._clock = clock
        self._present: dict[ChatId, Board] = {}
        self._deleted: set[ChatId] = set()

    async def post(self, chat: ChatId, screen: Screen, *, nonce: str) -> str:
        """Send a new message; the same nonce again finds it and shows the newer screen there."""
        if screen.kind == ONLY_A_CALL:
            return await self._cry(chat, screen, nonce=nonce)
        look, channel = await self._look(chat), number(chat)
        view = draw(screen, replace(look, toast=Text("board/deleted")) if chat in self._deleted else look)
        try:
            place = await self._send(channel, view, screen=screen, nonce=nonce)
        except faults.FOREIGN as error:
            place = await self._elsewhere(chat, screen, error, nonce=nonce)
        if screen.kind == SHARE:
            return place  # no board of the chat
        self._deleted.discard(chat)
        before = self._present.get(chat)
        self._present[chat] = Board(place, moved_at=before.moved_at if before else 0)
        await self._call(chat, place, screen=screen)
        return place

    async def edit(self, chat: ChatId, message: str, screen: Screen) -> None:
        """Replace what a message shows; a reveal takes its steps within this call."""
        if screen.kind == ONLY_A_CALL:
            return  # it was heard
        channel, number_ = placed(message)
        look = await self._look(chat)
        reveal = next((block for block in screen.blocks if isinstance(block, Reveal)), None)
        turns = reveals.turns(reveal, STEPS)
        for (step, after), following in zip(turns, [*turns[1:], None], strict=True):
            if reveal is not None and reveal.steps:
                if following is not None and self._clock() >= reveal.at + following[1]:
                    continue  # late: the next step is due already
                await asyncio.sleep(
                    min(max(0, reveal.at + after - self._clock()), after) / 1_000
                )  # clocks are set back
            view = draw(screen, Look(look.catalog, step=step))
            await self._change(channel, number_, view=view, chat=chat)
        if screen.call:
            await self._call(chat, message, screen=screen)
        else:
            await self._hush(chat, message)

    async def recover(self, chat: ChatId) -> None:
        """After a start: know the board of a chat, or that the chat is no more."""
        channel = number(chat)
        if self._client.get_channel(channel) is None:
            try:
                await self._client.fetch_channel(channel)
            except (discord.NotFound, discord.Forbidden):
                await self._chats.lost_chat(chat)
                return
            except (*faults.FOREIGN, discord.InvalidData):
                return
        place = await self._chats.board_of(chat)
        if place is not None and chat not in self._present:
            self._present[chat] = Board(place)

    async def spoken_past(self, channel: int) -> None:
        """One more message has come after the boards here; after twenty they are brought down again."""
        for chat, board in self._standing(channel):
            board.after += 1
            if board.after >= RUN_PAST and abs(self._clock() - board.moved_at) >= BETWEEN_MOVES:
                board.after, board.moved_at = 0, self._clock()
                await self._bring_down(chat)

    async def deleted(self, channel: int, message: int) -> None:
        """Somebody deleted a message; if it was a board it comes again."""
        for chat, board in self._standing(channel):
            if board.place == f"{channel}:{message}":
                self._deleted.add(chat)
                if not await self._chats.lost_message(chat, board.place):
                    self._deleted.discard(chat)

    def _standing(self, channel: int) -> list[tuple[ChatId, Board]]:
        """The boards that stand in a channel: its own table's, and those that were moved out of its threads."""
        return [(chat, board) for chat, board in self._present.items() if board.place.startswith(f"{channel}:")]

    async def _bring_down(self, chat: ChatId) -> None:
        old = await self._chats.bring_down(chat)
        if old is None:
            self._present.pop(chat, None)  # nobody plays here any more
            return
        with suppress(*faults.FOREIGN, Gone):
            await without_buttons(self._client, *placed(old))

    async def lost(self, chat: ChatId) -> None:
        """The chat is no more."""
        self._present.pop(chat, None)
        self._deleted.discard(chat)
        await self._chats.lost_chat(chat)

    async def _send(self, channel: int, view: discord.ui.LayoutView, *, screen: Screen, nonce: str) -> str:
        flags = discord.MessageFlags(suppress_notifications=True) if screen.silent else discord.MessageFlags()
        with handle_message_parameters(view=view, nonce=nonce, flags=flags, allowed_mentions=_NOBODY) as params:
            sent = await self._client.http.send_message(channel, params=params)
            shown: Any = params.payload
            if _strings(sent.get("components")) != _strings(shown["components"]):  # an earlier try had got through
                await self._client.http.edit_message(channel, sent["id"], params=_changes(view))
        return f"{sent['channel_id']}:{sent['id']}"

    async def _change(self, channel: int, message: int, *, view: discord.ui.LayoutView, chat: ChatId) -> None:
        try:
            try:
                await self._client.http.edit_message(channel, message, params=_changes(view))
            except discord.HTTPException as error:
                if error.code != faults.ARCHIVED:
                    raise
                await self._reopen(channel)
                await self._client.http.edit_message(channel, message, params=_changes(view))
        except faults.FOREIGN as error:
            if faults.code_of(error) == faults.ARCHIVED or (channel != number(chat) and _is_lost(error)):
                raise Gone from error
            if isinstance(error, discord.RateLimited) and _age(message) > OLD_HOURS:
                raise Gone from error  # edits of old messages have a limit of their own, 30046
            raise self._meaning(error, channel) from error

    async def _reopen(self, thread: int) -> None:
        """Open an archived thread; where that is refused the message is posted anew."""
        try:
            await self._client.http.edit_channel(thread, archived=False)
        except discord.HTTPException as error:
            if error.status in {400, 403}:
                raise Gone from error
            raise

    async def _elsewhere(self, chat: ChatId, screen: Screen, error: Exception, *, nonce: str) -> str:
        """Post in the channel of a thread that takes nothing any more; from anywhere else there is no way out."""
        shut = faults.code_of(error) in {faults.ARCHIVED, faults.NO_PERMISSION, faults.NO_ACCESS}
        thread = await self._thread(number(chat)) if shut else None
        if thread is None:
            raise self._meaning(error, number(chat)) from error
        view = draw(screen, Look((await self._look(chat)).catalog, toast=Text("where/archived")))
        try:
            place = await self._send(thread.parent_id, view, screen=screen, nonce=nonce)
        except faults.FOREIGN as refused:
            raise self._meaning(refused, thread.parent_id) from refused
        await self._chats.note(moved_key(placed(place)[1]), chat)
        return place

    async def _thread(self, channel: int) -> discord.Thread | None:
        """The thread of this id, if it is one; those that are archived stand in no cache."""
        found = self._client.get_channel(channel)
        if found is None:
            with suppress(*faults.FOREIGN, discord.InvalidData):
                found = await self._client.fetch_channel(channel)
        return found if isinstance(found, discord.Thread) else None

    async def _call(self, chat: ChatId, place: str, *, screen: Screen) -> None:
        """Ping exactly those who are meant by a line of its own, once a call; a new one takes the place of the last."""
        called = call(await self._chats.noted(_called_key(chat)) or "")
        if screen.call and called.name == screen.call:
            if called.board != place:  # the board was posted anew, its call stays
                await self._chats.note(_called_key(chat), str(replace(called, board=place)))
            return
        if not (screen.ping and screen.call):
            return
        await self._silence(called)
        channel, words = placed(place)[0], (await self._look(chat)).catalog
        with suppress(*faults.FOREIGN):
            with calling(screen, words, nonce=f"{chat}/{screen.call}") as params:
                sent = await self._client.http.send_message(channel, params=params)
            line = f"{channel}:{sent['id']}"
            await self._chats.note(_called_key(chat), str(Call(screen.call, board=place, line=line)))

    async def _cry(self, chat: ChatId, screen: Screen, *, nonce: str) -> str:
        """Post a screen that is nothing but a call."""
        words = (await self._look(chat)).catalog
        try:
            with calling(screen, words, nonce=f"{chat}/{nonce}") as params:
                sent = await self._client.http.send_message(number(chat), params=params)
        except faults.FOREIGN as error:
            raise self._meaning(error, number(chat)) from error
        return f"{sent['channel_id']}:{sent['id']}"

    async def _hush(self, chat: ChatId, place: str) -> None:
        """Delete the line that called the people of this board; that they were called stays known."""
        called = call(await self._chats.noted(_called_key(chat)) or "")
        if called.line and called.board == place:
            await self._silence(called)
            await self._chats.note(_called_key(chat), str(replace(called, line="")))

    async def _silence(self, called: Call) -> None:
        if called.line:
            with suppress(*faults.FOREIGN):
                await self._client.http.delete_message(*placed(called.line))

    async def _look(self, chat: ChatId) -> Look:
        return Look(await self._speech.chat(chat))

    def _meaning(self, error: Exception, channel: int) -> Exception:
        return faults.of_a_chat(error, known=self._client.get_channel(channel) is not None)


_NOBODY: Final = discord.AllowedMentions.none()


def number(chat: ChatId) -> int:
    """Discord's id of a chat; `ChatLost` for a chat that cannot be one of Discord's."""
    found = chat.partition(":")[2]
    if not found.isdecimal():
        raise ChatLost
    return int(found)


def placed(message: str) -> tuple[int, int]:
    """Channel and message of what was posted; anything else is a message that is gone."""
    channel, _, found = message.partition(":")
    if not (channel.isdecimal() and found.isdecimal()):
        raise Gone
    return int(channel), int(found)


def _changes(view: discord.ui.LayoutView) -> Any:
    return handle_message_parameters(view=view, allowed_mentions=_NOBODY)


def _called_key(chat: ChatId) -> str:
    return f"discord/called/{number(chat)}"


def _age(message: int) -> float:
    """Hours since a message was posted."""
    return (discord.utils.utcnow() - discord.utils.snowflake_time(message)).total_seconds() / 3_600


def _is_lost(error: Exception) -> bool:
    return faults.code_of(error) in {faults.UNKNOWN_CHANNEL, faults.NO_ACCESS, faults.NO_PERMISSION}


def _strings(components: Any) -> list[str]:
    """Every word of a message, without the numbers that Discord adds."""
    if isinstance(components, str):
        return [components.strip()]
    inside = components.values() if isinstance(components, dict) else components if isinstance(components, list) else ()
    return sorted(word for part in inside for word in _strings(part))
