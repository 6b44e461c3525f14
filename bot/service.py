"""The one door to a game: every press and every typed line becomes one transaction and one short answer."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot import calls, chat_settings, commands, manners, own_settings, questions, receipts, tokens
from bot.acts import Asked, Check, Outcome, Wish, act, draft, drafted, draw_up, set_coach
from bot.audiences import panel
from bot.config import Settings
from bot.daily import looking
from bot.daily.challenge import Challenge
from bot.drafting import OwnHand, misread, must_hold, no_hand, own_hand, typed_submission
from bot.offers import offers
from bot.patience import patiently
from bot.pencil import Pencil
from bot.presses import COMMANDS, DRAFTS, coach_wanted, command_of, must_be_fresh, must_belong, waits
from bot.screens.board import PLAY_ON, end_screen, play_on_screen
from bot.screens.foul import KNOWINGLY
from bot.screens.help import welcome_screen
from bot.screens.model import Button, InLanguage, Screen, Text
from bot.tokens import Token, Verb
from core.errors import Illegal
from core.ids import DAILY, ChatId, PersonId, TableId
from core.table.commands import Actor, Command, Nudge, Return, VoteEnd
from core.table.events import Event
from core.table.model import Options, Table
from core.table.view import board_view
from storage import people, store
from storage.engine import Database
from storage.store import Connection

_REMEMBERED = 4_096
"""Hands of which it is known that suggestions were offered to their typists."""
_SHOWING_THE_HAND = frozenset({Verb.CUT, Verb.STAKE, Verb.SUBMIT, Verb.DECLARE, Verb.AUTOPILOT})
_ASKING_FOR_IT = frozenset({Verb.HAND, Verb.LIST})
_SETTINGS = frozenset({Verb.OWN, Verb.NOTIFY, *chat_settings.VERBS})
_AT_THE_TABLE = frozenset({Verb.SUBMIT, Verb.HAND, Verb.LIST, Verb.END})


@dataclass(frozen=True)
class Reply:
    """What the presser gets in private: a line that passes, a screen that stays."""

    toast: Text | None = None
    screen: Screen | None = None


class Service:
    """Takes what people ask to the tables. `clock` gives milliseconds since 1970, `entropy` 32 fresh bytes a call;
    `stirred` is called in the loop after each commit that changed a table.
    """

    def __init__(
        self,
        database: Database,
        *,
        settings: Settings,
        clock: Callable[[], int],
        entropy: Callable[[], bytes],
        stirred: Callable[[], None],
    ) -> None:
        self.database = database
        self.clock = clock
        self._usual = Options(cut_seconds=settings.cut_seconds, result_seconds=settings.result_seconds)
        self._entropy = entropy
        self._offered: set[store.Place] = set()
        self.pencil = Pencil()
        self.stirred = self._stirred = stirred
        self.daily = Challenge(database, zone=settings.timezone, clock=clock, entropy=entropy)

    async def open(self, actor: Actor, chat: ChatId, options: Options, *, press: str, computers: int = 0) -> Reply:
        """Open a table in the chat, its opener seated; a chat has one at a time, and so has a person."""
        asked = self._asked(actor, press)
        await self._commit(partial(draw_up, chat=chat, options=options, computers=computers, asked=asked))
        return await self._greeted(Reply(Text("seat/taken", {"n": 1})), actor, press=press)

    async def execute(self, actor: Actor, table: TableId, command: Command, *, press: str = "") -> tuple[Event, ...]:
        """Carry out a command as it is; what happened, or `Illegal`."""
        outcome = await self._act(actor, table, lambda _connection, _table: command, press=press)
        return outcome.events

    async def press(self, actor: Actor, chat: ChatId, token: str, fields: Mapping[str, str], *, press: str) -> Reply:
        """Answer a button with what was entered beside it; `press` names this press and counts once."""
        return await self._pressed(actor, chat, tokens.parse(token), fields=fields, press=press)

    async def say(self, actor: Actor, chat: ChatId, text: str, *, press: str) -> Reply:
        """Answer a typed command; `Illegal` for a line that is none."""
        request = commands.parse_command(text, await self.database.read(partial(self._defaults, chat=chat)))
        match request:
            case commands.Open():
                return await self.open(actor, chat, request.options, press=press, computers=request.computers)
            case commands.Arrange():
                return await self._arranged(actor, chat, request, press=press)
            case commands.Language():
                return await self._spoken(actor, request)
            case commands.Daily():
                return Reply(*await self.daily.typed(chat, asked=self._asked(actor, press)))
            case commands.Score():
                now = self.clock()
                return Reply(
                    screen=await self.database.read(partial(questions.score, chat=chat, serial=request.serial, now=now))
                )
            case _:
                place = partial(questions.token_of, request=request, chat=chat, person=actor.person, now=self.clock())
                token, entered = await self.database.read(place)
                return await self._pressed(actor, chat, token, fields=entered, press=press)

    async def hand(self, person: PersonId, chat: ChatId) -> Screen | None:
        """The person's private panel in this chat as it is now, None where there is nothing to show."""

        def find(connection: Connection) -> Screen | None:
            table = store.live_table(connection, chat)
            return None if table is None else panel(connection, table, person)

        return await self.database.read(find)

    async def form(self, actor: Actor, chat: ChatId, token: str) -> Button | None:
        """The button of this token with its fields as they are now, for a platform that opens its form with a press."""
        asked = tokens.parse(token)
        if asked.table == DAILY:
            return await self.daily.form(chat, asked, asked=self._asked(actor, ""))

        def find(connection: Connection) -> Button | None:
            if asked.verb in chat_settings.VERBS:
                here = chat_settings.Here(chat, self._usual)
                return chat_settings.form(connection, asked, here=here, actor=actor)
            table = store.load(connection, asked.table)
            _checked(connection, table, chat=chat, token=asked, person=actor.person)
            if asked.verb is Verb.TYPE:
                return must_hold(connection, table, actor.person).form
            return questions.form(table, asked, actor=actor, now=self.clock())

        return await self.database.read(find)

    async def typed(self, person: PersonId, chat: ChatId, text: str) -> tuple[tuple[Text, str], ...]:
        """What can be offered to somebody who is typing their arrangement, each with the rows that `arrange` reads."""

        def find(connection: Connection) -> OwnHand | None:
            try:
                table = questions.table_here(connection, chat=chat, person=person)
            except Illegal:
                return None
            return own_hand(connection, table, person)

        hand = await self.database.read(find)
        if hand is None:
            return ()
        if len(self._offered) >= _REMEMBERED:
            self._offered.clear()
        self._offered.add(hand.place)
        return await asyncio.to_thread(offers, hand.view, text)

    async def proof(self, table: TableId, serial: int | None, *, chat: ChatId | None = None) -> list[dict[str, Any]]:
        """The records of a table that are public, or one of them; of a deal under way the part that is.

        `record/none` when the table is not one of the given chat.
        """
        if table == DAILY:
            return await self.database.read(partial(looking.proof, serial=serial))

        def find(connection: Connection) -> list[dict[str, Any]]:
            state = store.load(connection, table)
            if chat not in {None, state.chat}:
                raise Illegal("record/none")
            if serial is None:
                return questions.proof(connection, table)
            return questions.proof_of(connection, state, serial)

        return await self.database.read(find)

    async def _pressed(
        self, actor: Actor, chat: ChatId, token: Token, *, fields: Mapping[str, str], press: str
    ) -> Reply:
        if token.table == DAILY:
            return await self._daily(actor, chat, token, fields=fields, press=press)
        check = partial(_checked, chat=chat, token=token, person=actor.person)
        if token.verb in DRAFTS:
            asked = self._asked(actor, press)
            outcome = await self._commit(partial(draft, token=token, fields=fields, asked=asked, check=check))
            told = misread(outcome.hand, fields) if outcome.hand and token.verb is Verb.TYPE else None
            said = told or _welcome(outcome, actor)
            return await self.pencil.draw(lambda: Reply(said, outcome.hand.screen if outcome.hand else None))
        if token.verb is Verb.END and token.arg == PLAY_ON:
            return Reply(screen=play_on_screen())
        if token.verb in COMMANDS or token.verb in _AT_THE_TABLE:
            shows = token.verb in _SHOWING_THE_HAND | _ASKING_FOR_IT
            wish = _wish(token, fields, actor=actor, check=check)
            outcome = await patiently(partial(self._act, actor, token.table, wish, press=press, shows=shows))
            if token.verb is Verb.END:
                return await self._ended(outcome.after, actor)
            reply = await self.pencil.draw(partial(_reply, outcome, token, entered=fields, actor=actor))
            return await self._greeted(reply, actor, press=press) if token.verb is Verb.JOIN else reply
        if token.verb is Verb.COACH:
            return await self._coached(actor, chat, token)
        if token.verb in _SETTINGS:
            return await self._chosen(chat, token, entered=fields, asked=self._asked(actor, press))
        return await self._answered(actor, chat, token)

    async def _daily(self, actor: Actor, chat: ChatId, token: Token, *, fields: Mapping[str, str], press: str) -> Reply:
        """Answer a button of the daily challenge."""
        return Reply(*await self.daily.pressed(chat, token, fields=fields, asked=self._asked(actor, press)))

    async def daily_hand(self, person: PersonId, chat: ChatId) -> Screen | None:
        """The person's hand in the daily challenge as it is now, None where they play none."""
        return await self.daily.hand(chat, asked=self._asked(Actor(person, ""), ""))

    async def _greeted(self, reply: Reply, actor: Actor, *, press: str) -> Reply:
        """The answer to somebody who has sat down, with the welcome if it is their first time ever."""
        first = await self.database.run(partial(people.welcome, person=actor.person, press=press))
        return replace(reply, screen=welcome_screen()) if first else reply

    async def _coached(self, actor: Actor, chat: ChatId, token: Token) -> Reply:
        """Take the coach's word after each round, or leave it; asked from one's own figures these come again."""
        wanted = coach_wanted(token)
        now = self.clock()
        await self.database.run(partial(set_coach, actor=actor, wanted=wanted, now=now))
        self._stirred()
        figures = partial(questions.me, chat=chat, person=actor.person, name=actor.name)
        screen = None if token.table else await self.database.read(figures)
        return Reply(Text("coach/now-on") if wanted else Text("coach/now-off", {"command": "/me"}), screen)

    async def _ended(self, table: Table, actor: Actor) -> Reply:
        """The answer to who wants the match to end: the question to those who may end it, the count to the others."""
        if table.opening is None:
            return Reply()
        if await self.database.read(partial(manners.may_end, table=table, actor=actor)):
            return Reply(screen=end_screen(board_view(table)))
        return Reply(receipts.receipt(VoteEnd(), table, actor.person))

    async def _chosen(self, chat: ChatId, token: Token, *, entered: Mapping[str, str], asked: Asked) -> Reply:
        """Show or change what the admins decide here, or what the presser chose for themselves."""
        here = chat_settings.Here(chat, self._usual)

        def choose(connection: Connection) -> tuple[Text | None, Screen | None]:
            if token.verb is Verb.NOTIFY:
                return calls.wish(connection, chat, actor=asked.actor, press=asked.press), None
            if token.verb is Verb.OWN:
                return own_settings.answer(connection, token, asked=asked)
            return chat_settings.answer(connection, token, entered=entered, here=here, asked=asked)

        toast, screen = await self.database.run(choose)
        self._stirred()
        return Reply(toast, screen)

    async def _answered(self, actor: Actor, chat: ChatId, token: Token) -> Reply:
        """Answer a question; that its asker is there again is noted too."""
        answer = partial(questions.answer, token=token, chat=chat, actor=actor, now=self.clock())
        screen, asleep = await self.database.read(answer)
        if asleep is None:
            return Reply(screen=screen)
        woken = await self._act(actor, asleep, lambda _connection, _table: Return(), press="")
        return Reply(_welcome(woken, actor), screen)

    async def _arranged(self, actor: Actor, chat: ChatId, request: commands.Arrange, *, press: str) -> Reply:
        """Submit what was typed; where no table is meant, it goes into the hand of the daily challenge."""
        try:
            table = await self.database.read(partial(questions.table_here, chat=chat, person=actor.person))
        except Illegal:
            laid = await self.daily.arranged(chat, request.rows, asked=self._asked(actor, press))
            if laid is None:
                raise
            return Reply(*laid)
        token = Token(Verb.SUBMIT, table.id, table.serial)
        check = partial(_checked, chat=chat, token=token, person=actor.person)

        def wish(connection: Connection, state: Table) -> Command:
            check(connection, state)
            hand = must_hold(connection, state, actor.person)
            return typed_submission(hand, request.rows, offered=hand.place in self._offered)

        outcome = await self._act(actor, table.id, wish, press=press, shows=True)
        return _reply(outcome, token, entered={}, actor=actor)

    async def _spoken(self, actor: Actor, request: commands.Language) -> Reply:
        asked = self._asked(actor, "")
        await self.database.run(partial(own_settings.speak, asked=asked, language=request.language))
        self._stirred()
        return Reply(Text("language/now", {"said": InLanguage(Text("language/done"), request.language)}))

    async def _act(self, actor: Actor, table: TableId, wish: Wish, *, press: str, shows: bool = False) -> Outcome:
        asked = replace(self._asked(actor, press), shows=shows)
        return await self._commit(partial(act, table=table, wish=wish, asked=asked))

    async def _commit(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Run it, wake the worker, and only then refuse what was refused."""
        outcome = await self.database.run(work)
        if outcome.events or outcome.found:
            self._stirred()
        if outcome.refusal is not None:
            raise outcome.refusal
        return outcome

    def _asked(self, actor: Actor, press: str) -> Asked:
        return Asked(actor, self.clock(), self._entropy, press)

    def _defaults(self, connection: Connection, *, chat: ChatId) -> Options:
        """The options of a table that is opened here without a word: the host's, then the chat's own."""
        return chat_settings.defaults(connection, chat, usual=self._usual)


def _checked(connection: Connection, table: Table, *, chat: ChatId, token: Token, person: PersonId) -> None:
    """Refuse a press that belongs to another chat, another opening or an ended table."""
    must_belong(table, chat, person=person)
    then = 0
    if token.serial != table.serial:
        result = store.result(connection, table.id, token.serial)
        then = result.round if result else 0
    must_be_fresh(table, token, round_then=then)


def _wish(token: Token, entered: Mapping[str, str], *, actor: Actor, check: Check) -> Wish:
    def wish(connection: Connection, table: Table) -> Command:
        check(connection, table)
        match token.verb:
            case Verb.SUBMIT:
                return drafted(connection, table, actor.person, knowingly=token.arg == KNOWINGLY)
            case Verb.HAND | Verb.LIST:
                return Return()
            case Verb.END:
                return manners.ending(connection, table, actor=actor)
            case Verb.END_NOW:
                return manners.end_now(connection, table, actor=actor)
            case Verb.NUDGE:
                manners.must_call(connection, table.chat)
                return Nudge(token.serial)
            case _:
                return command_of(token, entered, actor=actor, options=table.options)

    return wish


def _welcome(outcome: Outcome, actor: Actor) -> Text | None:
    return receipts.back(outcome.after, actor.person) if outcome.woken else None


def _reply(outcome: Outcome, token: Token, *, entered: Mapping[str, str], actor: Actor) -> Reply:
    """The answer to a press that was taken, the same when it comes again."""
    before, after = outcome.before, outcome.after
    hand = outcome.hand.screen if outcome.hand and token.verb in _SHOWING_THE_HAND else None
    match token.verb:
        case Verb.SUBMIT | Verb.DECLARE if outcome.same:
            return Reply(Text("arrange/same"), hand)
        case Verb.SUBMIT if outcome.warned:
            return Reply(Text("arrange/foul-warned"), hand)
        case Verb.SUBMIT:
            return Reply(receipts.submitted(before, after, actor.person, first=outcome.repeated), hand)
        case Verb.DECLARE:
            return Reply(receipts.declared(before, after, token.arg), hand)
        case Verb.LEAVE if waits(before, actor.person):
            return Reply(Text("leave/queue"))
        case Verb.HAND | Verb.LIST:
            return Reply(_welcome(outcome, actor), _own(outcome, token, actor=actor))
        case _:
            command = command_of(token, entered, actor=actor, options=after.options)
            toast = receipts.receipt(command, after, actor.person)
            return Reply(toast or _welcome(outcome, actor), hand)


def _own(outcome: Outcome, token: Token, *, actor: Actor) -> Screen:
    """The presser's hand, or what a row of it can become."""
    if outcome.hand is None:
        raise no_hand(outcome.after, actor.person)
    if token.verb is Verb.HAND:
        return outcome.hand.screen
    row, _ = tokens.read_cards(token)
    return outcome.hand.list(row)
