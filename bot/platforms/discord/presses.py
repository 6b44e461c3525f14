"""One interaction: who pressed what and where, what the service says to it, and the answer in time."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, TypeVar

import discord
import structlog

from bot import tokens
from bot.chats import Chats
from bot.i18n import Catalog
from bot.i18n.labels import refusal_text
from bot.platforms.discord import faults, places, registering
from bot.platforms.discord.answers import Answer, Said
from bot.platforms.discord.directions import THERE, directions
from bot.platforms.discord.drawing import Pressed, split
from bot.platforms.discord.forms import entered
from bot.platforms.discord.hands import Hands
from bot.platforms.discord.roads import Road
from bot.platforms.discord.speech import name_of
from bot.screens.daily import KIND as DAILY_KIND
from bot.screens.model import Button, Screen, Text
from bot.service import Reply, Service
from bot.speech import Speech
from bot.tokens import Verb
from bot.troubles import FULL, Complaints, excuse, reason
from bot.turns import Turns
from core.errors import Illegal
from core.ids import ChatId, PersonId, public_table
from core.table.commands import Actor

ACK_SECONDS: Final = 0.7
HAND: Final = "hand"
_REMEMBERED: Final = 1000
_SHOWN_BY_THE_BOARD: Final = frozenset(
    {
        *("seat/taken", "leave/done", "start/voted", "cut/counted", "stake/done", "drawn/picked", "nudge/done"),
        *("again/counted", "settings/done", "kick/done"),
    }
)
"""Receipts of what the board shows anyway."""
_LATE: Final = frozenset({"press/old", "press/over", "cut/not-yet", "hand/none"})
"""Refusals of somebody who waits for a message that has not come."""
_OF_A_HAND: Final = frozenset(
    {
        Verb.SUBMIT,
        Verb.EDIT,
        Verb.SUGGEST,
        Verb.PUT,
        Verb.OUT,
        Verb.PICK,
        Verb.CLEAR,
        Verb.TYPE,
        Verb.MEND,
        Verb.EXCHANGE,
        Verb.DECLARE,
    }
)
_TELLING_BOTH: Final = frozenset({Verb.SUBMIT, Verb.DECLARE, Verb.AUTOPILOT})
_WARNED: Final = "arrange/foul-warned"
"""Said to whoever submits a foul: only their draft has changed, not the table."""
Found = TypeVar("Found")
_log = structlog.get_logger(__name__)


class Presses:
    """Takes all interactions of one process."""

    def __init__(self, service: Service, chats: Chats, *, speech: Speech, hands: Hands) -> None:
        self._service = service
        self._chats = chats
        self._speech = speech
        self._roads = hands.roads
        self._turns = hands.turns
        self._mirror = hands.mirror
        self._effects = Turns()
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._complaints = Complaints()

    async def take(self, interaction: discord.Interaction) -> None:
        """Do what was asked and answer it; nothing that goes wrong leaves this function."""
        try:
            if self._is_new(interaction.id):
                await self._take(interaction)
        except Exception as error:  # noqa: BLE001 # the outermost handler: the next press is taken all the same
            self._complain("interaction failed", error, interaction)
        finally:
            _let_go(interaction)

    async def _take(self, interaction: discord.Interaction) -> None:
        match interaction.type:
            case discord.InteractionType.autocomplete:
                await self._complete(interaction)
            case discord.InteractionType.ping:
                return
            case _:
                await self._answer(interaction)

    async def _answer(self, interaction: discord.Interaction) -> None:
        """Answer when the work is done, or "received" after 0.7 s and the answer behind it."""
        pressed = _pressed(interaction)
        words = self._speech.words(str(interaction.locale))
        opens_form = pressed is not None and pressed.kind == "form"
        answer = Answer(
            interaction,
            words=words,
            pencil=self._service.pencil,
            complaints=self._complaints,
            opens_form=opens_form,
        )
        work = asyncio.create_task(self._work(interaction, answer, pressed=pressed))
        await asyncio.wait({work}, timeout=ACK_SECONDS)
        if not work.done():
            await answer.hold()
        await work

    async def _work(self, interaction: discord.Interaction, answer: Answer, *, pressed: Pressed | None) -> None:
        person, chat = person_of(interaction), await self._table_chat(interaction, pressed)
        road = self._road(interaction, person, chat=chat, answer=answer)
        async with self._effects.of(person, direct=False):
            said = await self._said(interaction, pressed)
        direct = places.is_private(interaction)
        async with self._turns.of(person, direct=direct):  # asked for at once, so answers keep the order of effects
            with suppress(Exception):  # what the app itself asks for is good enough
                answer.words = await self._speech.person(person, locale=str(interaction.locale))
            shown = await self._given(interaction, answer, said=said)
            if said.screen is not None and said.screen.kind == HAND:
                self._roads.look(person, chat, mode=said.mode)
                if road is not None and shown:
                    self._roads.leads(road, shown, screen=said.screen)
                if said.renews:
                    warned = said.text is not None and said.text.key == _WARNED
                    self._reflect(person, chat, pressed=None if warned else pressed, direct=direct)

    def _reflect(self, person: PersonId, chat: ChatId, *, pressed: Pressed | None, direct: bool) -> None:
        """Let a new draft be seen in the person's other panel; a change of the table brings both by itself."""
        verb = tokens.parse(pressed.token).verb if pressed is not None else Verb.EDIT
        if verb in _TELLING_BOTH:
            self._mirror.told(person, chat)
        elif verb is not Verb.HAND:
            self._mirror.changed(person, chat, direct=direct)

    async def _given(self, interaction: discord.Interaction, answer: Answer, *, said: Said) -> str:
        """Give the answer; one that cannot be drawn is an excuse."""
        try:
            return await answer.give(said)
        except Exception as error:  # noqa: BLE001 # as below
            self._complain("answer failed", error, interaction)
            return await answer.give(Said(said.viewer, text=_apology(error, interaction)))

    async def _said(self, interaction: discord.Interaction, pressed: Pressed | None) -> Said:
        """What the service says; a refusal is an answer too, and so is a failure of our own."""
        viewer = person_of(interaction)
        try:
            if pressed is None:
                reply = await self._command(interaction)
                return Said(viewer, screen=reply.screen, text=reply.toast)
            if pressed.kind == "form":
                return Said(viewer, form=await self._form(interaction, pressed), mode=pressed.mode)
            said = _beside(interaction, await self._press(interaction, pressed), pressed=pressed)
            alone = said.text is None and (said.screen is None or said.screen.kind == HAND)
            return replace(said, text=_taken(interaction)) if alone else said
        except Illegal as refusal:
            refusal.__traceback__ = None  # its frames hold it too: only a search for garbage would find them
            if pressed is None and refusal.code in THERE:
                where = await directions(interaction, self._chats, chat=chat_of(interaction), refusal=refusal)
                return Said(viewer, screen=where)
            late = pressed is not None and refusal.code in _LATE
            return Said(viewer, text=(_taken(interaction) if late else None) or refusal_text(refusal))
        except Exception as error:  # noqa: BLE001 # the presser hears of it, the table goes on
            self._complain("press failed", error, interaction)
            return Said(viewer, text=_apology(error, interaction))

    async def _command(self, interaction: discord.Interaction) -> Reply:
        entry, words = registering.chosen(interaction.data or {})
        places.must_fit(interaction, entry.name)
        await self._meet(interaction)
        line = registering.typed_line(entry, words)
        return await self._service.say(self._actor(interaction), chat_of(interaction), line, press=_key(interaction))

    async def _press(self, interaction: discord.Interaction, pressed: Pressed) -> Reply:
        """Send the press on."""
        await self._meet(interaction)
        actor, fields, key = self._actor(interaction), _fields(interaction), _key(interaction)
        return await self._at_home(
            interaction, lambda chat: self._service.press(actor, chat, pressed.token, fields, press=key)
        )

    async def _form(self, interaction: discord.Interaction, pressed: Pressed) -> Button:
        """The button whose form opens, with its fields as they are now."""
        actor = self._actor(interaction)
        button = await self._at_home(interaction, lambda chat: self._service.form(actor, chat, pressed.token))
        if button is None:
            raise Illegal("press/version")
        return button

    async def _at_home(self, interaction: discord.Interaction, ask: Callable[[ChatId], Awaitable[Found]]) -> Found:
        """Ask as from where it was pressed; from a board that was moved out of its thread, as from that thread."""
        try:
            return await ask(chat_of(interaction))
        except Illegal as refusal:
            home = await self._home(interaction) if refusal.code == "press/forged" else None
            if home is None:
                raise
            return await ask(home)

    async def _home(self, interaction: discord.Interaction) -> ChatId | None:
        """The thread whose table this message shows, if it was moved from there."""
        if interaction.message is None:
            return None
        found = await self._chats.noted(moved_key(interaction.message.id))
        return ChatId(found) if found else None

    async def _table_chat(self, interaction: discord.Interaction, pressed: Pressed | None) -> ChatId:
        """The chat whose table is meant, wherever its board stands: the presser's own hand is looked for there."""
        found = None
        with suppress(Illegal, ValueError):
            found = await self._chats.chat_of(tokens.parse(pressed.token).table) if pressed is not None else None
        return found or chat_of(interaction)

    async def _meet(self, interaction: discord.Interaction) -> None:
        """Remember the person, and the chat where it is one of ours."""
        locale = self._speech.words(str(interaction.locale)).language
        await self._chats.meet(person_of(interaction), name=name_of(interaction.user), language=locale)
        if places.is_ours(interaction) and interaction.channel is not None:
            title = getattr(interaction.channel, "name", None) or ""
            language = self._speech.words(str(interaction.guild_locale or "")).language
            await self._chats.greet(chat_of(interaction), title=title, language=language)

    async def _complete(self, interaction: discord.Interaction) -> None:
        """Offer what could be typed next; nothing where there is nothing to offer."""
        command, option, typed = registering.focused(interaction.data or {})
        offered: list[tuple[str, str]] = []
        if option == registering.ROWS and command:
            with suppress(Illegal):
                offered = await self._offers(interaction, typed)
        choices = [discord.app_commands.Choice(name=name[:100], value=value[:100]) for name, value in offered[:25]]
        with suppress(*faults.FOREIGN):
            await interaction.response.autocomplete(choices)

    async def _offers(self, interaction: discord.Interaction, typed: str) -> list[tuple[str, str]]:
        words: Catalog = self._speech.words(str(interaction.locale))
        found = await self._service.typed(person_of(interaction), chat_of(interaction), typed)
        return [(words.text(text.key, text.facts), value) for text, value in found]

    def _road(self, interaction: discord.Interaction, person: PersonId, *, chat: ChatId, answer: Answer) -> Road | None:
        """The way back that this press opens; in direct messages there is no need of one."""
        if not places.is_ours(interaction):
            return None
        road = self._roads.begin(person, chat, webhook=interaction.followup)
        road.open = answer.opened
        return road

    def _actor(self, interaction: discord.Interaction) -> Actor:
        return Actor(person_of(interaction), name_of(interaction.user), admin=places.leads(interaction))

    def _is_new(self, interaction: int) -> bool:
        """Whether this interaction did not come before: after a reconnect events may come twice."""
        if interaction in self._seen:
            return False
        self._seen[interaction] = None
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return True

    def _complain(self, event: str, error: Exception, interaction: discord.Interaction) -> None:
        if self._complaints.new(error, event=event):
            where = {"chat": str(interaction.channel_id), "code": code_of(interaction), **_place(interaction)}
            _log.error(event, **where, **reason(error))


def _let_go(interaction: discord.Interaction) -> None:
    """Cut the ring of an interaction and its answer, so that both go at once and wait for no search for garbage."""
    for kept in ("_cs_response", "_cs_followup"):
        with suppress(AttributeError):
            delattr(interaction, kept)


def person_of(interaction: discord.Interaction) -> PersonId:
    """Who pressed."""
    return PersonId(f"discord:{interaction.user.id}")


def chat_of(interaction: discord.Interaction) -> ChatId:
    """Where it was pressed."""
    return ChatId(f"discord:{interaction.channel_id or 0}")


def code_of(interaction: discord.Interaction) -> str:
    """What a player can tell the host of a failed press."""
    return f"{(interaction.id >> 22) % 16**6:06x}"


def moved_key(message: int) -> str:
    """Where it is noted whose table a message outside its thread shows."""
    return f"discord/moved/{message}"


def _key(interaction: discord.Interaction) -> str:
    return f"discord:{interaction.id}"


def _pressed(interaction: discord.Interaction) -> Pressed | None:
    """What was pressed; None for a command."""
    if interaction.type is discord.InteractionType.application_command:
        return None
    found: Any = interaction.data or {}
    pressed = split(str(found.get("custom_id", "")))
    values = found.get("values") or [""]
    return Pressed(pressed.kind, str(values[0]), pressed.mode) if pressed.kind == "pick" else pressed


def _fields(interaction: discord.Interaction) -> dict[str, str]:
    found: Any = interaction.data
    return entered(found) if interaction.type is discord.InteractionType.modal_submit else {}


def _beside(interaction: discord.Interaction, reply: Reply, *, pressed: Pressed) -> Said:
    """The answer to a press: in the private message that was pressed where it belongs there, else beside it."""
    viewer, message = person_of(interaction), interaction.message
    private = message is not None and (message.flags.ephemeral or places.is_private(interaction))
    if not private:
        return _from_board(viewer, reply)
    if reply.screen is None:
        over = tokens.parse(pressed.token).verb is Verb.SUBMIT  # everybody's last: there is no hand any more
        return Said(viewer, screen=Screen(HAND, ()) if over else None, text=reply.toast, renews=over)
    daily = reply.screen.kind == DAILY_KIND
    fits = daily or (reply.screen.kind == HAND) == _shows_a_hand(message)
    mode = pressed.mode if daily or reply.screen.kind == HAND else ""
    return Said(viewer, screen=reply.screen, text=reply.toast, mode=mode, renews=fits)


def _taken(interaction: discord.Interaction) -> Text | None:
    """What stands in the way of a table's next messages, for those who press its buttons."""
    try:
        places.must_reach(interaction)
    except Illegal as refusal:
        return refusal_text(refusal)
    return None


def _from_board(viewer: PersonId, reply: Reply) -> Said:
    """The private answer to a press on a board."""
    quiet = reply.screen is None and reply.toast is not None and reply.toast.key in _SHOWN_BY_THE_BOARD
    return Said(viewer, screen=reply.screen, text=None if quiet else reply.toast)


def _shows_a_hand(message: discord.Message | None) -> bool:
    """Whether a message has the buttons of a hand."""
    for custom_id in _custom_ids(message.components if message is not None else ()):
        with suppress(Illegal, ValueError):
            pressed = split(custom_id)
            if pressed.kind in {"pick", "view"} or tokens.parse(pressed.token).verb in _OF_A_HAND:
                return True
    return False


def _custom_ids(components: Any) -> list[str]:
    found: list[str] = []
    for component in components:
        if getattr(component, "custom_id", None):
            found.append(component.custom_id)
        found += _custom_ids(getattr(component, "children", None) or ())
        if getattr(component, "accessory", None):
            found += _custom_ids([component.accessory])
    return found


def _apology(error: Exception, interaction: discord.Interaction) -> Text:
    """What the presser reads when a line of ours failed, or the disk is full."""
    if getattr(error, "code", None) == FULL:
        return excuse(error)
    return Text("service/error", {"id": code_of(interaction)})


def _place(interaction: discord.Interaction) -> dict[str, object]:
    """The table and opening of a press, for the log."""
    with suppress(Illegal, ValueError):
        pressed = _pressed(interaction)
        if pressed is not None:
            token = tokens.parse(pressed.token)
            return {"table": public_table(token.table), "serial": token.serial}
    return {}
