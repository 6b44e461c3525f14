"""From a button and its fields to the command that it means, and whether the button still belongs to the table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.tokens import DEAL, Token, Verb
from core.errors import Illegal
from core.ids import ChatId, PersonId, platform_of
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.course import round_of, rounds_of
from core.table.model import HouseChoice, Options, Phase, Table
from core.table.options import playing

COMMANDS: Final = frozenset(
    {
        Verb.JOIN,
        Verb.LEAVE,
        Verb.COMPUTER,
        Verb.CONFIGURE,
        Verb.KICK,
        Verb.START,
        Verb.FILL,
        Verb.CUT,
        Verb.STAKE,
        Verb.DECLARE,
        Verb.AUTOPILOT,
        Verb.NUDGE,
        Verb.END_NOW,
        Verb.VOTE,
        Verb.AGAIN,
        Verb.RESETTLE,
    }
)
"""What becomes a command of the game as it stands."""
DRAFTS: Final = frozenset(
    {
        Verb.PUT,
        Verb.OUT,
        Verb.SWAP,
        Verb.EXCHANGE,
        Verb.UNDO,
        Verb.CLEAR,
        Verb.TYPE,
        Verb.AUTO,
        Verb.SUGGEST,
        Verb.PICK,
        Verb.MEND,
        Verb.SORT,
        Verb.EDIT,
    }
)
"""What moves cards in the presser's own draft."""
_OF_A_LOBBY: Final = frozenset(
    {Verb.JOIN, Verb.LEAVE, Verb.COMPUTER, Verb.CONFIGURE, Verb.KICK, Verb.START, Verb.FILL, Verb.SETTINGS}
)
_OWN_NONCE: Final = frozenset({"web"})
_NUMBERS: Final = ("rounds", "seconds", "cut_seconds", "result_seconds", "stake")
_WORDS: Final = ("level", "reveal", "hints", "fouls")
_OF_A_GAME: Final = ("rounds", "seconds", "fouls", "stake")
"""What every game has its own usual value for."""
_LONGEST_NUMBER = 6


def command_of(token: Token, fields: Mapping[str, str], *, actor: c.Actor, options: Options) -> c.Command:
    """Return what the button asks of the game; `options` are the table's own, which a form changes in part."""
    match token.verb:
        case Verb.JOIN:
            return c.Join()
        case Verb.LEAVE:
            return c.Leave()
        case Verb.COMPUTER:
            return c.AddComputer()
        case Verb.CONFIGURE:
            return c.Configure(configured(options, fields))
        case Verb.KICK:
            return c.Kick(seat_number(token.arg))
        case Verb.START | Verb.FILL:
            return c.Start(fill=token.verb is Verb.FILL)
        case Verb.CUT:
            number = fields.get("number") or ("0" if token.arg == DEAL else token.arg)
            return c.Cut(token.serial, number, _own_event(actor, fields))
        case Verb.STAKE:
            return c.Stake(token.serial, stake_of(token.arg), _own_event(actor, fields))
        case _:
            return _round_command(token)


def _round_command(token: Token) -> c.Command:
    match token.verb:
        case Verb.DECLARE:
            return c.Declare(token.serial, token.arg)
        case Verb.AUTOPILOT:
            return c.Autopilot(token.serial)
        case Verb.NUDGE:
            return c.Nudge(token.serial)
        case Verb.END_NOW:
            return c.End()
        case Verb.VOTE:
            return c.VoteEnd()
        case Verb.AGAIN:
            return c.Again()
        case Verb.RESETTLE:
            return c.Resettle()
        case _:
            raise Illegal("press/forged")


def _own_event(actor: c.Actor, fields: Mapping[str, str]) -> str:
    """Return what a page of the browser room has made beside the number; nobody else makes one (fair-deal §3)."""
    return fields.get("event", "") if platform_of(actor.person) in _OWN_NONCE else ""


def configured(options: Options, fields: Mapping[str, str]) -> Options:
    """Return the options with what the form says in place; a word that is no number is `settings/unread`.

    A form that names another game brings that one's usual length, time and ways, but for what was changed in it too.
    """
    said = {name: value.strip() for name, value in fields.items() if value.strip()}
    rule_set = said.get("rule_set", options.rule_set)
    if rule_set not in RULE_SETS:
        raise Illegal("settings/unread", word=rule_set[:20])
    base = {options.rule_set: options}.get(rule_set) or playing(options, rule_set)
    if base is not options:
        said = {name: value for name, value in said.items() if not _as_it_was(options, name, value)}
    numbers: dict[str, Any] = {name: _number(said[name]) for name in _NUMBERS if name in said}
    words: dict[str, Any] = {name: said[name] for name in _WORDS if name in said}
    codes = RULE_SETS[rule_set].house_options
    house = tuple(HouseChoice(code, _number(said[code])) for code in codes if code in said)
    return replace(replace(base, **numbers), **words, house=(*base.house, *house))


def _as_it_was(options: Options, name: str, value: str) -> bool:
    """Whether a form only repeats what the game before was set to."""
    return name in _OF_A_GAME and value == str(getattr(options, name))


def _number(typed: str) -> int:
    digits = typed.strip()
    if not digits.isdecimal() or len(digits) > _LONGEST_NUMBER:
        raise Illegal("settings/unread", word=digits[:20])
    return int(digits)


def stake_of(arg: str) -> int:
    """Return the stake that a button names."""
    if not arg.isdecimal() or len(arg) > _LONGEST_NUMBER:
        raise Illegal("press/forged")
    return int(arg)


def coach_wanted(token: Token) -> bool:
    """Return whether the button asks for reviews or wants no more of them."""
    if token.arg not in {"on", "off"}:
        raise Illegal("press/forged")
    return token.arg == "on"


def seat_number(arg: str) -> int:
    """Return the seat that a button names."""
    if len(arg) != 1 or arg not in "0123456789":
        raise Illegal("press/forged")
    return int(arg)


def sits(table: Table, person: PersonId) -> bool:
    """Whether the table is this person's: they sit or wait there, will sit there, or a seat is kept for them."""
    seats = [seat for seat in table.seats if seat is not None]
    return waits(table, person) or any(person in {seat.person, seat.heir, seat.former} for seat in seats)


def waits(table: Table, person: PersonId) -> bool:
    """Whether the person is in line for a seat (下一位)."""
    return any(waiter.person == person for waiter in table.queue)


def must_belong(table: Table, chat: ChatId, *, person: PersonId) -> None:
    """`press/forged` for a press from a chat that has nothing to do with the table."""
    if table.chat != chat and not sits(table, person):
        raise Illegal("press/forged")


def must_be_fresh(table: Table, token: Token, *, round_then: int) -> None:
    """Refuse a button of another opening or of a table that has ended; `round_then` is the round it was made for.

    My hand is always the present one, whichever board's button asks for it.
    """
    if table.phase is Phase.ENDED:
        raise Illegal("press/ended")
    if token.serial == table.serial or token.verb is Verb.HAND:
        return
    running = table.phase in {Phase.CUTTING, Phase.ARRANGING}
    if running and (token.verb in _OF_A_LOBBY or not round_then):
        raise Illegal("table/running", n=round_of(table), m=rounds_of(table))
    if table.phase is Phase.LOBBY:
        raise Illegal("press/over")
    raise Illegal("press/old", n=round_then, m=round_of(table))
