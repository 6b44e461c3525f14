"""What is typed: commands in groups and in private, links that open the private chat, cards."""

import re
from dataclasses import dataclass, replace
from typing import Final

import structlog
from telegram import InlineKeyboardMarkup, Message, User

from bot import commands
from bot.commands import OPENING, Entry, entry_of
from bot.i18n import Catalog
from bot.i18n.labels import refusal_text
from bot.platforms.telegram import keyboards, links
from bot.platforms.telegram.answers import TO_THE_LAST, Letters, Said
from bot.platforms.telegram.drawing import Drawn, draw
from bot.platforms.telegram.elsewhere import ELSEWHERE, ways_out
from bot.platforms.telegram.ground import Ground
from bot.platforms.telegram.marks import GROUP, Look, spoken
from bot.platforms.telegram.places import GROUPS, Places, chat_id, chat_of, is_private, name_of, person_id, speaker
from bot.platforms.telegram.presses import HAND, Hands
from bot.platforms.telegram.welcomes import Welcomes
from bot.screens.daily import KIND as DAILY_KIND
from bot.screens.model import Name, Text
from bot.tokens import Token, Verb
from bot.troubles import FULL, excuse, reason
from bot.turns import Turns
from core.errors import Illegal
from core.ids import DAILY, ChatId, PersonId

WELCOME: Final = "welcome"
END: Final = "end"
ARRANGE: Final = "arrange"
JOIN: Final = "join"
DAILY_NAME: Final = "daily"
_LED: Final = frozenset({OPENING, "begin", "stop", "settings"})
"""Commands where it can matter whether the person leads the group."""

_SILENCED: Final = "perm/missing"
"""Nobody can read it in the group itself."""

_PRIVATE: Final = {"hand": "", "me": Verb.ME, "settings": Verb.CHAT}
"""Commands of a group that are answered in the private chat, and what a link there shows."""

_OF_A_GROUP: Final = {
    **dict.fromkeys((JOIN, "leave", "begin", "hand", "stop", "cut", "stake", ARRANGE), "telegram/no-seat"),
    "settings": "telegram/in-group",
}
"""Commands that mean nothing in the private chat of somebody who sits nowhere, and what is said instead."""

_ALWAYS_HEARD: Final = frozenset({"stop", "hand", "score", "verify"})
"""Commands that are answered however busy the group is."""

_DEALING: Final = frozenset({"cut", "stake"})
"""Commands behind which the cards may come; they do so by themselves."""

_SHOWN_BY_THE_BOARD: Final = frozenset({"cut/counted", "stake/done", "drawn/picked", "seat/taken"})
_LINE: Final = re.compile(r"[/／]([^\s@]{1,64})(?:@(\w{1,64}))?(?:\s+(.*))?", re.DOTALL)
_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Sent:
    """A message of a person as it came."""

    number: int
    message: Message
    user: User

    @property
    def key(self) -> str:
        return f"telegram:{self.number}"

    @property
    def person(self) -> PersonId:
        return person_id(self.user)

    @property
    def private(self) -> bool:
        return is_private(self.message.chat)

    @property
    def where(self) -> ChatId:
        return chat_of(self.message)

    @property
    def text(self) -> str:
        return self.message.text or ""

    @property
    def language(self) -> str:
        return self.user.language_code or ""


class Typed:
    """Takes all messages of one process."""

    def __init__(self, ground: Ground, places: Places, *, hands: Hands, letters: Letters) -> None:
        self._ground = ground
        self._places = places
        self._hands = hands
        self._letters = letters
        self._welcomes = Welcomes(ground, places)
        self._turns = Turns()

    async def take(self, number: int, message: Message) -> None:
        """Do what was asked and answer it; nothing that goes wrong leaves this function."""
        if not is_private(message.chat) and message.chat.type not in GROUPS:
            return
        try:
            await self._take(number, message)
        except Exception as error:  # noqa: BLE001 # the outermost handler: the next message is taken all the same
            self._complain(error, message)

    async def _take(self, number: int, message: Message) -> None:
        try:
            user = speaker(message)
        except Illegal as refusal:
            if self._command(message) is not None:
                await self._say(message, refusal_text(refusal), words=await self._ground.speech.chat(chat_of(message)))
            return
        if user is None or message.via_bot is not None:
            return
        sent = Sent(number, message, user)
        async with self._turns.of(sent.person, direct=sent.private):
            await (self._in_private(sent) if sent.private else self._in_group(sent))

    async def _in_group(self, sent: Sent) -> None:
        """A command that is ours, or cards that are nobody else's business; all other talk is left alone."""
        line = self._command(sent.message)
        entry = entry_of(line) if line else None
        if (entry is not None and entry.name == ARRANGE) or self._gives_cards_away(sent):
            await self._hide(sent)
        elif line == f"/{OPENING} {links.ADDED}":
            return  # what Telegram says for whoever adds the bot by its link; it has said hello already
        elif line and (entry is not None or self._is_addressed(sent.message)):
            await self._meet(sent)
            words = await self._ground.speech.chat(sent.where)
            if line == f"/{OPENING}":
                await self._say(sent.message, Text("telegram/group-start", {"command": f"/{GROUP}"}), words=words)
            elif entry is not None and entry.name in _PRIVATE:
                await self._into_private(sent, entry, line=line)
            elif entry is not None and entry.name == JOIN:
                await self._join(sent, line, words=words)
            elif entry is not None and entry.name == DAILY_NAME:
                await self._daily(sent, line, words=words)
            else:
                await self._answer(sent, await self._said(sent, line, home=sent.where), words=words)

    async def _in_private(self, sent: Sent) -> None:
        """Anything: a link that was followed, a command, or cards."""
        await self._meet(sent)
        was_opened = await self._ground.chats.has_opened(sent.person)
        await self._ground.chats.opened(sent.person)
        if not sent.text or sent.message.forward_origin is not None:
            return
        words = await self._ground.speech.person(sent.person, locale=sent.language)
        line = self._command(sent.message)
        if line is not None and line.split()[0].casefold() == f"/{OPENING}":
            said = await self._started(sent, line, first=not was_opened)
        else:
            said = await self._in_words(sent, line)
        await self._answer(sent, said, words=words)

    async def _started(self, sent: Sent, line: str, *, first: bool) -> Said:
        """`/start` in private, with what a link has put behind it."""
        payload = line.partition(" ")[2].strip()
        try:
            return await self._welcomes.said(sent.user, payload, key=sent.key, first=first)
        except Illegal as refusal:
            return Said(refusal_text(refusal), refused=True)
        except Exception as error:  # noqa: BLE001 # the person hears of it, the table goes on
            self._complain(error, sent.message)
            return Said(self._apology(error, sent), refused=True)

    async def _in_words(self, sent: Sent, line: str | None) -> Said:
        """A command or cards, as from the table where the person sits."""
        home = await self._ground.chats.seated_at(sent.person) or sent.where
        entry = entry_of(line) if line is not None else None
        if home == sent.where and self._arranges(sent, entry) and await self._plays_the_day(sent):
            return await self._said(sent, line or f"/{ARRANGE} {sent.text}", home=home)
        if home == sent.where and entry is not None and entry.name in _OF_A_GROUP:
            return Said(Text(_OF_A_GROUP[entry.name], {"command": f"/{entry.name}"}), refused=True)
        if line is not None:
            return await self._said(sent, line, home=home)
        if home == sent.where:
            return Said(Text("telegram/talk", {"command": "/help"}), refused=True)
        return await self._said(sent, f"/{ARRANGE} {sent.text}", home=home)

    def _arranges(self, sent: Sent, entry: Entry | None) -> bool:
        return commands.is_arrangement(sent.text) if entry is None else entry.name == ARRANGE

    async def _plays_the_day(self, sent: Sent) -> bool:
        return await self._ground.service.daily_hand(sent.person, sent.where) is not None

    async def _said(self, sent: Sent, line: str, *, home: ChatId) -> Said:
        """What the service says; a refusal is an answer too, and so is a failure of our own."""
        entry = entry_of(line)
        try:
            if entry is not None and entry.name == OPENING:
                await self._places.must_hold_a_table(sent.where)
            leads = entry is not None and entry.name in _LED
            actor = await self._places.actor(sent.user, home, leads=leads)
            reply = await self._ground.service.say(actor, home, line, press=sent.key)
            return Said(reply.toast, reply.screen, home=home)
        except Illegal as refusal:
            refusal.__traceback__ = None
            return await self._refused(sent, refusal)
        except Exception as error:  # noqa: BLE001 # as below
            self._complain(error, sent.message)
            return Said(self._apology(error, sent), refused=True)

    async def _refused(self, sent: Sent, refusal: Illegal) -> Said:
        adds = refusal.code == "telegram/group-only"
        link = links.adding(self._ground.bot.username) if adds else ""
        ways = await ways_out(self._ground, sent.person) if refusal.code == ELSEWHERE else ()
        return Said(refusal_text(refusal), refused=True, link=link, label="telegram/add", buttons=ways)

    async def _into_private(self, sent: Sent, entry: Entry, *, line: str) -> None:
        """What a group need not see; who has never opened the private chat is told the way there."""
        said = await self._said(sent, line, home=sent.where)
        words = await self._ground.speech.person(sent.person, locale=sent.language)
        opened = await self._ground.chats.has_opened(sent.person)
        if said.refused:
            await self._answer(sent, said, words=await self._ground.speech.chat(sent.where))
        elif opened and said.screen is not None and said.screen.kind == HAND:
            await self._bring(sent, said)
        elif not (opened and await self._letters.send(sent.person, self._drawn(sent, said, words))):
            await self._point(sent, Text("telegram/in-private"), link=self._way(sent, entry))

    async def _daily(self, sent: Sent, line: str, *, words: Catalog) -> None:
        """The day's card for everybody; a try that goes on is nobody else's business and comes into the private chat."""
        said = await self._said(sent, line, home=sent.where)
        if said.screen is None or said.screen.kind != DAILY_KIND:
            await self._answer(sent, said, words=words)
            return
        own = await self._ground.speech.person(sent.person, locale=sent.language)
        opened = await self._ground.chats.has_opened(sent.person)
        if not (opened and await self._letters.send(sent.person, self._drawn(sent, said, own))):
            token = links.showable(Token(Verb.DAILY, DAILY))
            link = links.showing(self._ground.bot.username, token, chat=sent.where)
            await self._point(sent, Text("telegram/in-private"), link=link)

    async def _join(self, sent: Sent, line: str, *, words: Catalog) -> None:
        """A seat for who types; one whose private chat is closed is told the way there, as behind the button."""
        said = await self._said(sent, line, home=sent.where)
        opened = await self._ground.chats.has_opened(sent.person)
        if not said.refused and opened:
            await self._answer(sent, replace(said, text=None), words=words)
        seat = None if said.refused or opened else await self._ground.chats.seat(sent.person)
        link = links.joining(self._ground.bot.username, seat[1]) if seat else ""
        if said.text is not None:
            await self._reply(sent, Drawn(spoken(said.text, words), _keys(replace(said, link=link), words)))

    async def _hide(self, sent: Sent) -> None:
        """Cards are no talk for a group: nothing is said back of them, and they are taken away, or their person must do it."""
        gone = await self._letters.delete(sent.message)
        text = Text("telegram/cards-in-private" if gone else "telegram/cards-stay", {"name": Name(name_of(sent.user))})
        await self._point(sent, text, link=links.hand(self._ground.bot.username))

    async def _answer(self, sent: Sent, said: Said, *, words: Catalog) -> None:
        """Below what was typed in a group; in private as a message of its own, the hand in its own way."""
        if said.screen is not None and said.screen.kind == HAND:
            await self._bring(sent, said)
            said = replace(said, screen=None)
        if said.screen is not None and said.screen.kind == WELCOME and not sent.private:
            await self._welcome(sent, said)
            said = replace(said, screen=None)
        if said.screen is not None and said.screen.kind == END and await self._asked_privately(sent, said):
            return
        if said.screen is not None:
            drawn = self._drawn(sent, said, words)
        elif said.text is not None and not (said.text.key in _SHOWN_BY_THE_BOARD and not sent.private):
            drawn = Drawn(spoken(said.text, words), _keys(said, words))
        else:
            return
        silenced = said.text is not None and said.text.key == _SILENCED
        if sent.private or silenced:
            await self._letters.send(sent.person, drawn)
        else:
            await self._reply(sent, drawn)
        if said.screen is not None:
            await self._letters.attach(sent.person, said.screen.files)

    async def _asked_privately(self, sent: Sent, said: Said) -> bool:
        """Put the question of a group whether its table shall end where nobody else can answer it, if that is open."""
        if sent.private or not await self._ground.chats.has_opened(sent.person):
            return False
        words = await self._ground.speech.person(sent.person, locale=sent.language)
        return await self._letters.send(sent.person, self._drawn(sent, said, words))

    async def _reply(self, sent: Sent, drawn: Drawn) -> None:
        """Below what was typed; in a busy minute in the private chat, where that is open."""
        if await self._letters.reply(sent.message, drawn):
            return
        if await self._ground.chats.has_opened(sent.person) and await self._letters.send(sent.person, drawn):
            return
        entry = entry_of(self._command(sent.message) or "")
        if entry is not None and entry.name in _ALWAYS_HEARD:
            await self._letters.reply(sent.message, drawn, spared=TO_THE_LAST)

    async def _welcome(self, sent: Sent, said: Said) -> None:
        """How a round goes, for somebody's first time; where the private chat is closed, it waits for its opening."""
        if await self._ground.chats.has_opened(sent.person):
            words = await self._ground.speech.person(sent.person, locale=sent.language)
            await self._letters.send(sent.person, self._drawn(sent, said, words))

    async def _bring(self, sent: Sent, said: Said) -> None:
        """The hand: below what was typed where that asked for it, else its message shows what has become of it."""
        entry = entry_of(self._command(sent.message) or "")
        if said.text is None and not (entry is not None and entry.name in _DEALING):
            await self._ground.chats.bring_hand(sent.person)
        elif await self._ground.chats.hand_message(sent.person):  # "": it is on its way, and will be as it is now
            await self._hands.renew(sent.person, said.home or sent.where, at=None, mode="")

    async def _point(self, sent: Sent, text: Text, *, link: str) -> None:
        """A line with the way into the private chat."""
        words = await self._ground.speech.chat(sent.where)
        button = keyboards.link(Text("telegram/open"), link, Look(words))
        await self._reply(sent, Drawn(spoken(text, words), InlineKeyboardMarkup([[button]])))

    async def _say(self, message: Message, text: Text, *, words: Catalog) -> None:
        await self._letters.reply(message, Drawn(spoken(text, words), None))

    def _drawn(self, sent: Sent, said: Said, words: Catalog) -> Drawn:
        assert said.screen is not None
        home = said.home if said.home != chat_id(sent.user.id) else None
        look = Look(words, viewer=sent.person, toast=said.text, bot=self._ground.bot.username, home=home)
        drawn = draw(said.screen, look)
        rows = drawn.keyboard.inline_keyboard if drawn.keyboard else ()
        return replace(drawn, keyboard=keyboards.keyboard([*rows, *_leading_on(said, words)]))

    def _way(self, sent: Sent, entry: Entry) -> str:
        bot, verb = self._ground.bot.username, _PRIVATE[entry.name]
        return links.showing(bot, Token(Verb(verb)), chat=sent.where) if verb else links.hand(bot)

    def _command(self, message: Message) -> str | None:
        """The line of a command, without the bot's name; None for talk and for another bot's commands."""
        found = _LINE.fullmatch((message.text or "").strip())
        if found is None or message.forward_origin is not None:
            return None
        if found[2] and found[2].casefold() != self._ground.bot.username.casefold():
            return None
        return f"/{found[1]}" + (f" {found[3]}" if found[3] else "")

    def _is_addressed(self, message: Message) -> bool:
        """Whether a command names this bot; one that nobody knows may be another bot's otherwise."""
        found = _LINE.fullmatch((message.text or "").strip())
        return found is not None and bool(found[2])

    def _gives_cards_away(self, sent: Sent) -> bool:
        """Whether somebody answers one of our messages with a whole arrangement."""
        answered = sent.message.reply_to_message
        ours = answered is not None and answered.from_user is not None and answered.from_user.id == self._ground.bot.id
        return ours and commands.is_arrangement(sent.text)

    async def _meet(self, sent: Sent) -> None:
        """Remember the person, and the group: it speaks like whoever opens a table there first."""
        language = self._ground.speech.words(sent.language).language
        await self._ground.chats.meet(sent.person, name=name_of(sent.user), language=language)
        if not sent.private:
            opens = (entry := entry_of(self._command(sent.message) or "")) is not None and entry.name == OPENING
            spoken_here = self._ground.speech.clear(sent.language) if opens else ""
            await self._ground.chats.greet(sent.where, title=sent.message.chat.title or "", language=spoken_here)

    def _apology(self, error: Exception, sent: Sent) -> Text:
        if getattr(error, "code", None) == FULL:
            return excuse(error)
        return Text("service/error", {"id": f"{sent.number % 16**6:06x}"})

    def _complain(self, error: Exception, message: Message) -> None:
        if self._ground.complaints.new(error, event="message failed"):
            _log.error("message failed", chat=chat_of(message), **reason(error))


def _leading_on(said: Said, words: Catalog) -> list[keyboards.Row]:
    """The buttons that say where it goes on, if there are any."""
    link = [[keyboards.link(Text(said.label), said.link, Look(words))]] if said.link else []
    return [*link, *keyboards.buttons([said.buttons], Look(words))]


def _keys(said: Said, words: Catalog) -> InlineKeyboardMarkup | None:
    return keyboards.keyboard(_leading_on(said, words))
