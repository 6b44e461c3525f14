"""One press: who pressed what and where, what the service says to it, and the answer in time."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final, Protocol

import structlog
from telegram import CallbackQuery, InlineKeyboardMarkup, Message

from bot import pressed as behind
from bot import tokens
from bot.i18n import Catalog
from bot.i18n.labels import refusal_text
from bot.platforms.telegram import forms, keyboards, links
from bot.platforms.telegram.addresses import Letter
from bot.platforms.telegram.answers import Answer, Letters, Said
from bot.platforms.telegram.drawing import Drawn, draw
from bot.platforms.telegram.elsewhere import ELSEWHERE, ways_out
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.marks import Look, spoken
from bot.platforms.telegram.panel import tapped
from bot.platforms.telegram.places import (
    LED,
    Places,
    chat_id,
    chat_of,
    is_private,
    must_be_somebody,
    name_of,
    person_id,
)
from bot.pressed import Pressed
from bot.screens import sides
from bot.screens.daily import KIND as DAILY_KIND
from bot.screens.daily import PLAY
from bot.screens.model import Button, File, Panel, Text
from bot.service import Reply
from bot.tokens import Token, Verb
from bot.troubles import FULL, excuse, reason
from bot.turns import Turns
from core.errors import Illegal
from core.ids import ChatId, PersonId, public_table

ACK_SECONDS: Final = 0.5
"""After so long a press hears at least that it has come, and after half of it where a message shows the rest."""
HAND: Final = "hand"
_SHOWN_BY_THE_BOARD: Final = frozenset(
    {
        *("leave/done", "start/voted", "cut/counted", "stake/done", "drawn/picked", "nudge/done"),
        *("vote/counted", "again/counted", "settings/done", "kick/done"),
    }
)
"""Receipts of what the board shows anyway."""

_SHOWN: Final = frozenset({Verb.CUT, Verb.STAKE})
"""What every player presses at once, and the board shows."""

_TYPED: Final[Mapping[Verb, str]] = {Verb.CUT: "telegram/type-cut", Verb.TYPE: "telegram/type-rows"}
"""Forms that are typed here, not filled in."""

_OF_A_HAND: Final = frozenset(
    {
        *(Verb.SUBMIT, Verb.EDIT, Verb.SUGGEST, Verb.PUT, Verb.OUT, Verb.PICK, Verb.CLEAR, Verb.TYPE, Verb.MEND),
        *(Verb.EXCHANGE, Verb.DECLARE),
    }
)
_ENDED: Final = "press/ended"
_SEATED: Final = "player/already-seated"
_log = structlog.get_logger(__name__)


class Hands(Protocol):
    """What presses need of whoever brings the hands."""

    async def renew(self, person: PersonId, chat: ChatId, *, at: Letter | None, mode: str) -> None:
        """Let a private message show the hand as it is now; None: wherever it stands, a new one where it is gone."""

    def show(self, person: PersonId, message: int, *, drawn: Drawn) -> None:
        """Let a private message that is no hand of a table show this."""


@dataclass(frozen=True)
class Press:
    """A press as it came."""

    number: int
    query: CallbackQuery

    @cached_property
    def pressed(self) -> Pressed:
        return behind.split(self.query.data or "")

    @property
    def token(self) -> Token:
        return tokens.parse(self.pressed.token)

    @property
    def verb(self) -> Verb | None:
        """What the button asks for; None for one that is none of ours."""
        with suppress(Illegal):
            return self.token.verb
        return None

    @property
    def key(self) -> str:
        return f"telegram:{self.number}"

    @property
    def person(self) -> PersonId:
        return person_id(self.query.from_user)

    @property
    def private(self) -> bool:
        """Whether only the presser sees the message; a press without one is answered as if so."""
        return self.query.message is None or is_private(self.query.message.chat)

    @property
    def where(self) -> ChatId:
        message = self.query.message
        return chat_id(self.query.from_user.id) if message is None else chat_of(message)

    @property
    def language(self) -> str:
        return self.query.from_user.language_code or ""

    @property
    def code(self) -> str:
        """What a player can tell the host of a failed press."""
        return f"{self.number % 16**6:06x}"


class Presses:
    """Takes all presses of one process."""

    def __init__(self, ground: Ground, places: Places, *, hands: Hands, letters: Letters) -> None:
        self._ground = ground
        self._places = places
        self._hands = hands
        self._letters = letters
        self._effects = Turns()
        self._answers = Turns()

    async def take(self, number: int, query: CallbackQuery) -> None:
        """Do what was asked and answer it; nothing that goes wrong leaves this function."""
        press, ground = Press(number, query), self._ground
        words = ground.speech.words(press.language)
        answer = Answer(ground.bot, query.id, words=words, complaints=ground.complaints)
        work = asyncio.create_task(self._work(press, answer))
        await asyncio.wait({work}, timeout=ACK_SECONDS / (2 if press.private or press.verb in _SHOWN else 1))
        if not work.done():
            await answer.hold()
        try:
            await work
        except Exception as error:  # noqa: BLE001 # the outermost handler: the next press is taken all the same
            self._complain("press not answered", error, press)

    async def _work(self, press: Press, answer: Answer) -> None:
        async with self._effects.of(press.person, direct=press.private):
            said = await self._said(press)
        async with self._answers.of(press.person, direct=press.private):
            with suppress(Exception):  # what the app itself asks for is good enough
                answer.words = await self._ground.speech.person(press.person, locale=press.language)
            try:
                await self._give(press, answer, said=said)
                await self._close(press, said)
            except Exception as error:  # noqa: BLE001 # one that cannot be drawn is an excuse
                self._complain("answer failed", error, press)
                await answer.give(_apology(error, press))

    async def _said(self, press: Press) -> Said:
        """What the service says; a refusal is an answer too, and so is a failure of our own."""
        try:
            must_be_somebody(press.query.from_user)
            return await self._asked(press)
        except Illegal as refusal:
            refusal.__traceback__ = None  # its frames hold it too: only a search for garbage would find them
            ways = await ways_out(self._ground, press.person) if refusal.code == ELSEWHERE else ()
            way_in = await self._way_in(press, refusal.code)
            return Said(refusal_text(refusal), refused=True, link=way_in, buttons=ways)
        except Exception as error:  # noqa: BLE001 # the presser hears of it, the table goes on
            self._complain("press failed", error, press)
            return Said(_apology(error, press), refused=True)

    async def _asked(self, press: Press) -> Said:
        """Ask the service, as from where the press belongs."""
        token = press.token
        home = await self._places.home(press.person, token, named=press.pressed.chat, where=press.where)
        if token.verb in {Verb.JOIN, Verb.NOTIFY}:
            await self._places.must_belong(press.person, home)
        await self._ground.chats.meet(press.person, name=name_of(press.query.from_user), language=press.language)
        match press.pressed.kind:
            case behind.FORM:
                if token.verb in _TYPED:
                    return Said(Text(_TYPED[token.verb]), refused=True)
                return Said(form=await self._form(press, home), home=home)
            case behind.CHOICE:
                return await self._chosen(press, home)
            case _:
                reply = await self._press(press, home, fields={})
                link = await self._way_in(press, "") if token.verb is Verb.JOIN else ""
                return Said(reply.toast, reply.screen, home=home, mode=press.pressed.mode, link=link)

    async def _press(self, press: Press, home: ChatId, *, fields: Mapping[str, str]) -> Reply:
        token = press.token
        actor = await self._places.actor(press.query.from_user, home, leads=token.verb in LED)
        return await self._ground.service.press(actor, home, tokens.show(token), fields, press=press.key)

    async def _form(self, press: Press, home: ChatId) -> Button:
        """The button whose form is shown, with its fields as they are now."""
        token = press.token
        actor = await self._places.actor(press.query.from_user, home, leads=token.verb in LED)
        button = await self._ground.service.form(actor, home, tokens.show(token))
        if button is None:
            raise Illegal("press/version")
        return button

    async def _chosen(self, press: Press, home: ChatId) -> Said:
        """One choice of a form takes effect, and the form is shown with it."""
        fields = forms.entered(await self._form(press, home), press.pressed)
        if not fields:
            raise Illegal("press/version")
        reply = await self._press(press, home, fields=fields)
        return Said(reply.toast, form=await self._form(press, home), home=home)

    async def _way_in(self, press: Press, code: str) -> str:
        """The link for somebody who sits down, or sits, and has never opened the private chat."""
        if press.private or code not in {"", _SEATED}:
            return ""
        with suppress(Illegal):
            token = press.token
            if token.verb is Verb.JOIN and not await self._ground.chats.has_opened(press.person):
                return links.joining(self._ground.bot.username, token.table)
        return ""

    async def _give(self, press: Press, answer: Answer, *, said: Said) -> None:
        """Answer in the way that fits where it was pressed."""
        if said.link:
            await answer.give(link=said.link)
        elif said.screen is None and said.form is None:
            here = not press.private and said.home in {None, press.where}
            quiet = not said.refused and here and said.text and said.text.key in _SHOWN_BY_THE_BOARD
            await self._tell(press, answer, None if quiet else said.text)
            await self._offer(press, answer, said)
        elif press.private:
            await self._renew(press, answer, said=said)
        else:
            await self._beside(press, answer, said=said)

    async def _close(self, press: Press, said: Said) -> None:
        """Take the buttons off the question whether the table shall end, once it has."""
        over = not said.refused or (said.text is not None and said.text.key == _ENDED)
        if over and isinstance(press.query.message, Message) and press.verb is Verb.END_NOW:
            await self._letters.strip(press.query.message)

    async def _offer(self, press: Press, answer: Answer, said: Said) -> None:
        """What can be done about a refusal: no answer to a press has buttons, so they come into the private chat."""
        if said.buttons and said.text is not None and await self._ground.chats.has_opened(press.person):
            keys = keyboards.keyboard(keyboards.buttons([said.buttons], Look(answer.words)))
            await self._letters.send(press.person, Drawn(spoken(said.text, answer.words), keys))

    async def _tell(self, press: Press, answer: Answer, text: Text | None) -> None:
        """A line, beside the press or, where that was answered already, in the private chat."""
        if not await answer.give(text) and text is not None and await self._ground.chats.has_opened(press.person):
            await self._letters.send(press.person, Drawn(spoken(text, answer.words), None))

    async def _renew(self, press: Press, answer: Answer, *, said: Said) -> None:
        """A private message shows what its press has led to; the hand stays apart from everything else."""
        if said.screen is not None and said.screen.kind == DAILY_KIND:
            await self._play(press, answer, said=said)
            return
        message, home = press.query.message, said.home or press.where
        shows_a_hand = _shows_a_hand(message)
        if said.screen is not None and said.screen.kind == HAND:
            reached = message if isinstance(message, Message) and shows_a_hand else None
            there = Letter(press.token.serial, reached.message_id) if reached is not None else None
            await answer.give(said.text or _tapped(press, said))
            await self._hands.renew(press.person, home, at=there, mode=said.mode)
            return
        told = await answer.give(said.text)
        drawn = await self._drawn(press, said, answer.words, toast=None if told else said.text)
        await self._letters.renew(press.person, None if shows_a_hand else message, drawn=drawn)
        await self._letters.attach(press.person, _files(said))

    async def _play(self, press: Press, answer: Answer, *, said: Said) -> None:
        """The daily challenge: each round has a message of its own, which shows what its presses lead to."""
        told = await answer.give(said.text or _tapped(press, said))
        drawn = await self._drawn(press, said, answer.words, toast=None if told else said.text)
        message, plays_on = press.query.message, press.token.verb is Verb.DAILY and press.token.arg == PLAY
        if plays_on or not isinstance(message, Message):
            await self._letters.send(press.person, drawn)
        else:
            self._hands.show(press.person, message.message_id, drawn=drawn)

    async def _beside(self, press: Press, answer: Answer, *, said: Said) -> None:
        """What a press in the group asks for comes into the private chat; the hand is shown at once as well."""
        if said.screen is not None and said.screen.kind == HAND:
            await self._show_hand(press, answer, said=said)
            return
        opened = await self._ground.chats.has_opened(press.person)
        if opened and await self._letters.send(press.person, await self._drawn(press, said, answer.words, toast=None)):
            quiet = said.text is None or said.text.key in _SHOWN_BY_THE_BOARD
            await answer.give(Text("telegram/sent") if quiet else said.text)
            await self._letters.attach(press.person, _files(said))
            return
        token = links.showable(press.token)
        link = links.showing(self._ground.bot.username, token, chat=said.home or press.where)
        await answer.give(link=link)

    async def _show_hand(self, press: Press, answer: Answer, *, said: Said) -> None:
        """All cards where only the presser sees them; the message that lets them be arranged is seen to as well."""
        panel = _panel(said)
        if press.token.verb is not Verb.HAND or panel is None:
            quiet = said.text is None or said.text.key in _SHOWN_BY_THE_BOARD
            await answer.give(None if quiet else said.text)
            return
        await answer.give(alert=sides.whole_hand(panel, answer.words))
        if await self._ground.chats.has_opened(press.person):
            await self._hands.renew(press.person, said.home or press.where, at=None, mode="")

    async def _drawn(self, press: Press, said: Said, words: Catalog, *, toast: Text | None) -> Drawn:
        bot, home = self._ground.bot.username, said.home
        home = None if home == chat_id(press.query.from_user.id) else home
        look = Look(words, viewer=press.person, mode=said.mode, toast=toast, bot=bot, home=home)
        if said.form is not None:
            drawn = forms.form(said.form, look)
            return replace(drawn, text=f"{drawn.text}\n\n{spoken(toast, words)}") if toast else drawn
        assert said.screen is not None
        return await self._ground.service.pencil.draw(partial(draw, said.screen, look))

    def _complain(self, event: str, error: Exception, press: Press) -> None:
        if self._ground.complaints.new(error, event=event):
            _log.error(event, chat=press.where, code=press.code, **_table(press), **reason(error))


def _files(said: Said) -> Sequence[File]:
    return said.screen.files if said.screen is not None else ()


def _panel(said: Said) -> Panel | None:
    """The hand that is shown, if one is."""
    return next((block for block in said.screen.blocks if isinstance(block, Panel)), None) if said.screen else None


def _tapped(press: Press, said: Said) -> Text | None:
    """What is said at once of a card that was pressed: the message itself may change a little later."""
    panel = _panel(said)
    return tapped(panel, press.token, said.mode) if panel is not None else None


def _shows_a_hand(message: object) -> bool:
    """Whether a message has the buttons of a hand."""
    keyboard = message.reply_markup if isinstance(message, Message) else None
    if not isinstance(keyboard, InlineKeyboardMarkup):
        return False
    for key in (key for row in keyboard.inline_keyboard for key in row):
        with suppress(Illegal):
            pressed = behind.split(str(key.callback_data or ""))
            if pressed.kind == behind.VIEW or tokens.parse(pressed.token).verb in _OF_A_HAND:
                return True
    return False


def _apology(error: Exception, press: Press) -> Text:
    """What the presser reads when a line of ours failed, or the disk is full."""
    if getattr(error, "code", None) == FULL:
        return excuse(error)
    return Text("service/error", {"id": press.code})


def _table(press: Press) -> dict[str, object]:
    """The table and opening of a press, for the log."""
    with suppress(Illegal):
        return {"table": public_table(press.token.table), "serial": press.token.serial}
    return {}
