"""Public messages: boards posted and edited, rows turned over one by one, people called, boards brought down again."""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Final

import structlog
from telegram import Message
from telegram.constants import ChatType, ParseMode

from bot.platforms.base import ChatLost, Gone, Later
from bot.platforms.telegram import faults
from bot.platforms.telegram.addresses import Posted, posted, room
from bot.platforms.telegram.allowance import COSMETIC, STEPS, TIDY, Allowance
from bot.platforms.telegram.calls import Calls
from bot.platforms.telegram.drawing import Drawn, Look, draw
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.marks import spoken
from bot.platforms.telegram.nonces import Nonces
from bot.platforms.telegram.places import Places, chat_id, chat_of, group_of
from bot.screens.calling import ONLY_A_CALL
from bot.screens.daily import SHARE
from bot.screens.model import Name, Reveal, Screen, Text
from core.errors import Illegal
from core.ids import ChatId

TURNED: Final = ((1, 0), (2, 3_200), (3, 6_400))
"""Rows shown, and the milliseconds after the reveal began."""
ON_ITS_WAY: Final = 500
"""Milliseconds that the last row takes until everybody sees it."""
RUN_PAST: Final = 20
BETWEEN_MOVES: Final = 30_000
"""Milliseconds that a board stays where it was brought, whatever is written."""
AFTER_THE_PRESENT: Final = 3.2
"""Seconds, one of the platform's paces."""
REMEMBERED: Final = 4_000
_CAN_WAIT: Final = frozenset({"lobby", "cutting", "arranging"})
"""Kinds of screen whose edits within the kind are marks and names; those of others take buttons off."""
_log = structlog.get_logger(__name__)


@dataclass
class Board:
    """The present public message of a chat, how many messages have come after it, and when a board last moved here.

    `let_first`: older messages that have waited for it.
    """

    place: Posted
    after: int = 0
    moved_at: int = 0
    let_first: set[Posted] = field(default_factory=set)


class Boards:
    """All public messages of one process."""

    def __init__(self, ground: Ground, places: Places, *, allowance: Allowance) -> None:
        self._ground = ground
        self._bot = ground.bot
        self._chats = ground.chats
        self._clock = ground.service.clock
        self._allowance = allowance
        self._places = places
        self._calls = Calls(ground)
        self._nonces = Nonces()
        self._present: dict[ChatId, Board] = {}
        self._shown: OrderedDict[Posted, tuple[str, int]] = OrderedDict()
        self._deleted: set[ChatId] = set()

    async def post(self, chat: ChatId, screen: Screen, *, nonce: str) -> str:
        """Send a new message; the same nonce again finds it and shows the newer screen there."""
        room(chat)
        if screen.kind == ONLY_A_CALL:
            return await self._nonces.once(
                f"{chat} {nonce}", lambda: self._calls.cry(chat, screen), again=lambda _sent: asyncio.sleep(0)
            )
        message = await self._nonces.once(
            f"{chat} {nonce}",
            lambda: self._send(chat, screen),
            again=lambda sent: self._change(chat, posted(sent), screen=screen),
        )
        if screen.kind == SHARE:
            return message  # no board of the chat
        before = self._present.get(chat)
        self._present[chat] = Board(posted(message), moved_at=before.moved_at if before else 0)
        await self._calls.make(chat, message, screen=screen)
        return message

    async def edit(self, chat: ChatId, message: str, screen: Screen) -> None:
        """Replace what a message shows; a reveal takes its steps within this call."""
        if screen.kind == ONLY_A_CALL:
            return  # it was heard
        place, group = posted(message), room(chat).chat
        if place.chat != group:
            raise Gone  # it stands in the basic group that this one was
        self._may_wait(chat, place, kind=screen.kind)
        reveal = next((block for block in screen.blocks if isinstance(block, Reveal)), None)
        if reveal is not None and reveal.steps and self._allowance.left(group) >= STEPS:
            await self._turn_over(chat, place, screen=screen, at=reveal.at)
        await self._change(chat, place, screen=screen)
        await self._calls.make(chat, message, screen=screen)

    async def recover(self, chat: ChatId) -> None:
        """After a start: know where the board of a chat stands."""
        found = await self._chats.board_of(chat)
        if found is not None and chat not in self._present:
            with suppress(Gone):
                self._present[chat] = Board(posted(found))

    async def written(self, message: Message) -> None:
        """A message has come after the board here; after twenty it is brought down again.

        Only in a supergroup without topics the numbers of messages tell how many there were; elsewhere they are
        counted, as far as the bot sees them.
        """
        chat = chat_of(message)
        board = self._present.get(chat)
        if board is None or board.place.chat != message.chat.id:
            return
        numbered = message.chat.type == ChatType.SUPERGROUP and not message.chat.is_forum
        board.after = message.message_id - board.place.message if numbered else board.after + 1
        if board.after >= RUN_PAST and abs(self._clock() - board.moved_at) >= BETWEEN_MOVES:
            board.after, board.moved_at = 0, self._clock()
            await self._bring_down(chat)

    def forget(self, chat: ChatId) -> None:
        """The chat is no more, or is called otherwise now."""
        self._present.pop(chat, None)
        self._deleted.discard(chat)

    def _may_wait(self, chat: ChatId, place: Posted, *, kind: str) -> None:
        """`Later` for an edit that only brings a message up to date, where others are more needed.

        One of an older message lets the present board go first.
        """
        known, present = self._shown.get(place), self._present.get(chat)
        if known is None or known[0] != kind:
            return
        old = present is not None and place != present.place
        wait = self._allowance.wait(place.chat, COSMETIC if kind in _CAN_WAIT and not old else TIDY)
        if wait:
            raise Later(wait)
        if present is not None and old and place not in present.let_first:
            present.let_first.add(place)
            raise Later(AFTER_THE_PRESENT)

    async def _bring_down(self, chat: ChatId) -> None:
        old = await self._chats.bring_down(chat)
        if old is None:
            self.forget(chat)  # nobody plays here any more, or nothing is to move
        elif self._allowance.left(room(chat).chat) >= TIDY:
            with suppress(*faults.FOREIGN, Gone):
                place = posted(old)
                self._shown.pop(place, None)
                await self._bot.edit_message_reply_markup(place.chat, place.message)

    async def _turn_over(self, chat: ChatId, place: Posted, *, screen: Screen, at: int) -> None:
        """Show the rows before the last, each at its time, and wait for the time of the last."""
        for (step, after), (_, following) in pairwise(TURNED):
            if self._clock() < at + following:  # else the next is due already
                await self._pause(at, after)
                await self._change(chat, place, screen=screen, step=step)
        await self._pause(at, TURNED[-1][1])

    async def _pause(self, at: int, after: int) -> None:
        """Wait until so many milliseconds after that moment, and no longer: clocks are set back."""
        await asyncio.sleep(min(max(0, at + after - self._clock()), after) / 1_000)

    async def _send(self, chat: ChatId, screen: Screen) -> str:
        here = room(chat)
        look = await self._look(chat, toast=Text("board/deleted") if chat in self._deleted else None)
        drawn = await self._ground.service.pencil.draw(partial(draw, screen, look))
        try:
            sent = await self._bot.send_message(
                here.chat,
                drawn.text,
                parse_mode=ParseMode.HTML,
                reply_markup=drawn.keyboard,
                message_thread_id=here.topic,
                disable_notification=screen.silent,
            )
        except faults.FOREIGN as error:
            raise await self._meaning(error, chat) from error
        self._deleted.discard(chat)
        place = Posted(here.chat, sent.message_id)
        self._keep(place, screen.kind, drawn)
        if here.topic is not None and await self._chats.noted(_shut_key(chat)):
            await self._chats.note(_shut_key(chat), "")
        return str(place)

    async def _change(self, chat: ChatId, place: Posted, *, screen: Screen, step: int = TURNED[-1][0]) -> None:
        look = await self._look(chat, step=step)
        drawn = await self._ground.service.pencil.draw(partial(draw, screen, look))
        known = self._shown.get(place)
        if known is None or known[1] != hash(drawn):
            self._shown.pop(place, None)
            try:
                await self._bot.edit_message_text(
                    drawn.text, place.chat, place.message, parse_mode=ParseMode.HTML, reply_markup=drawn.keyboard
                )
            except faults.FOREIGN as error:
                if not faults.is_unchanged(error):
                    raise await self._meaning(error, chat, place=place) from error
        self._keep(place, screen.kind, drawn)

    def _keep(self, place: Posted, kind: str, drawn: Drawn) -> None:
        self._shown[place] = kind, hash(drawn)
        if len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)

    async def _meaning(self, error: Exception, chat: ChatId, *, place: Posted | None = None) -> Exception:
        """What went wrong here; a group that was upgraded is followed, one that is closed gets one notice."""
        meant = faults.of_a_chat(error)
        if isinstance(meant, faults.Moved):
            await self._chats.moved(group_of(chat), chat_id(meant.chat))
            self.forget(chat)
            return Later(0)
        if isinstance(meant, ChatLost):
            return await self._lost(chat)
        if isinstance(meant, faults.Shut):
            await self._tell_of_topic(chat)
        board = self._present.get(chat)
        if isinstance(meant, Gone) and board is not None and board.place == place:
            self._deleted.add(chat)
        return meant

    async def _lost(self, chat: ChatId) -> Exception:
        """The chat is no more, unless it goes on under another number."""
        try:
            moved = await self._places.was_moved(group_of(chat))
        except Illegal:
            return Later(faults.WAIT_FOR_TELEGRAM)
        self.forget(chat)
        return Later(0) if moved else ChatLost()

    async def _tell_of_topic(self, chat: ChatId) -> None:
        """Say once in the group that the table waits until its topic is open again."""
        if await self._chats.noted(_shut_key(chat)):
            return
        await self._chats.note(_shut_key(chat), "1")
        words = await self._ground.speech.chat(chat)
        text = spoken(Text("where/topic-closed", {"chat": Name(await self._chats.title(chat))}), words)
        with suppress(*faults.FOREIGN):
            await self._bot.send_message(room(chat).chat, text, parse_mode=ParseMode.HTML, disable_notification=True)

    async def _look(self, chat: ChatId, *, step: int = TURNED[-1][0], toast: Text | None = None) -> Look:
        return Look(await self._ground.speech.chat(chat), step=step, toast=toast, bot=self._bot.username)


def _shut_key(chat: ChatId) -> str:
    return f"telegram/shut/{chat.partition(':')[2]}"
