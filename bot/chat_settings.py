"""What the admins of a chat decide: shown, changed by a press and logged; rights and values are checked every time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from bot.acts import Asked
from bot.presses import configured
from bot.screens import settings as screens
from bot.screens.model import Button, Screen, Text
from bot.tokens import Token, Verb, show
from core.errors import Illegal
from core.ids import ChatId, platform_of
from core.rules import RULE_SETS
from core.table.audience import present
from core.table.commands import Actor
from core.table.model import HouseChoice, Options
from core.table.options import checked_options
from storage import manners as kept
from storage import people, seasons, store
from storage.manners import Changed
from storage.seasons import OpenSeason
from storage.store import Connection

VERBS: Final = frozenset({Verb.CHAT, Verb.CHANGE, Verb.SEASON})
LOG_LINES: Final = 20
_OWN_LANGUAGES: Final = frozenset({"web"})
"""Where everybody reads the chat in a language of their own."""
_READ_ELSEWHERE: Final = frozenset({"telegram"})
"""Where an admin reads them in the private chat, so that they name their group."""
HOUSE: Final = "house"
"""The option that is kept as an object, code to value."""
_BESIDE: Final = ("reveal", "fouls", "stake")
"""What is decided beside the form of the usual game."""
_PLATFORMS_OWN: Final[Mapping[str, Mapping[str, str]]] = {"telegram": {"reveal": "once"}}
"""Options that are usual on a platform: a group on Telegram takes few messages a minute, so nothing is shown in steps."""


def defaults(connection: Connection, chat: ChatId, *, usual: Options) -> Options:
    """The options of a table that is opened here without a word: the host's, its platform's, the chat's own."""
    known = {each.name for each in fields(Options)}
    chosen: dict[str, Any] = {**_PLATFORMS_OWN.get(platform_of(chat), {}), **people.chat(connection, chat).defaults}
    if HOUSE in chosen:
        chosen[HOUSE] = tuple(HouseChoice(code, value) for code, value in chosen[HOUSE].items())
    return replace(usual, **{name: value for name, value in chosen.items() if name in known})


@dataclass(frozen=True)
class Here:
    """The chat that is asked about, and the options with which tables open where nothing was decided."""

    chat: ChatId
    usual: Options


def answer(
    connection: Connection, token: Token, *, entered: Mapping[str, str], here: Here, asked: Asked
) -> tuple[Text | None, Screen]:
    """Do what an admin's press asks for; `perm/admin-only`, or `perm/lost` for a button that only admins were shown."""
    if not asked.actor.admin:
        raise Illegal("perm/lost" if token.arg else "perm/admin-only")
    match token.verb:
        case Verb.CHANGE:
            changed = _change(connection, token.arg, entered=entered, here=here, asked=asked)
            return Text("admin/done" if changed else "admin/same"), _overview(connection, here)
        case Verb.SEASON:
            _turn_over(connection, here.chat, newest=token.arg, asked=asked)
            return Text("admin/season-done"), _overview(connection, here)
        case _:
            return None, _shown(connection, token.arg, here=here)


def form(connection: Connection, token: Token, *, here: Here, actor: Actor) -> Button | None:
    """The button of this token with its fields as they are now; None where it asks for none."""
    if not actor.admin:
        raise Illegal("perm/lost")
    pressed = show(token)
    buttons = (button for row in _overview(connection, here).buttons for button in row if button.fields)
    return next((button for button in buttons if button.token == pressed), None)


def _overview(connection: Connection, here: Here) -> Screen:
    options = defaults(connection, here.chat, usual=here.usual)
    title = people.chat(connection, here.chat).title if platform_of(here.chat) in _READ_ELSEWHERE else ""
    return screens.chat_settings_screen(screens.ChatSettings(options, _values(connection, here), title))


def _values(connection: Connection, here: Here) -> dict[str, str]:
    """What holds now, by item, in the order in which the items are shown."""
    decided = kept.manners(connection, here.chat)
    language = people.chat(connection, here.chat).language or ""
    spoken = {} if platform_of(here.chat) in _OWN_LANGUAGES else {screens.LANGUAGE: language}
    return {
        **spoken,
        "reveal": defaults(connection, here.chat, usual=here.usual).reveal,
        "open": decided.opens,
        "end": decided.ends,
        "pings": decided.pings,
        "quiet": "on" if decided.quiet else "off",
    }


def _shown(connection: Connection, item: str, *, here: Here) -> Screen:
    match item:
        case "":
            return _overview(connection, here)
        case screens.LOG:
            lines = kept.changes(connection, here.chat, limit=LOG_LINES)
            shown = [screens.Changed(one.at, one.name, one.item, one.before, one.after) for one in lines]
            return screens.log_screen(shown)
        case screens.SEASON:
            found = _closable(connection, here.chat)
            return screens.season_screen(
                [(season.rule_set, season.number, season.rounds) for season in found], newest=_named(found)
            )
        case _:
            values = _values(connection, here)
            if item not in values:
                raise Illegal("press/forged")
            return screens.item_screen(item, values[item])


def _change(connection: Connection, arg: str, *, entered: Mapping[str, str], here: Here, asked: Asked) -> bool:
    """Change what the button or its form says; whether it was otherwise before."""
    if arg in {screens.GAME, screens.WAYS}:
        wished = {name: value for name, value in entered.items() if name in screens.asked_for(arg)}
        return _set_options(connection, wished, here=here, asked=asked)
    item, _, value = arg.partition("-")
    values = _values(connection, here)
    if item not in values or value not in screens.chat_choices(item):
        raise Illegal("press/forged")
    if item == "reveal":
        return _set_options(connection, {item: value}, here=here, asked=asked)
    if values[item] == value:
        return False
    _set(connection, here.chat, item, value=value)
    _log(connection, here.chat, item, turned=(values[item], value), asked=asked)
    live = store.live_table(connection, here.chat)
    if live is not None:
        store.touch(connection, live, audiences=(present(live),), now=asked.now)
    return True


def _set(connection: Connection, chat: ChatId, item: str, *, value: str) -> None:
    decided = kept.manners(connection, chat)
    match item:
        case "open":
            kept.set_manners(connection, chat, replace(decided, opens=value))
        case "end":
            kept.set_manners(connection, chat, replace(decided, ends=value))
        case "pings":
            kept.set_manners(connection, chat, replace(decided, pings=value))
        case "quiet":
            kept.set_manners(connection, chat, replace(decided, quiet=value == "on"))
        case _:
            people.set_chat_language(connection, chat, language=value)


def _set_options(connection: Connection, wished: Mapping[str, str], *, here: Here, asked: Asked) -> bool:
    """Keep the options that are others than before; `settings/unread` or `settings/invalid` for what cannot be."""
    before = defaults(connection, here.chat, usual=here.usual)
    after = checked_options(configured(before, wished))
    was, now = _decided(before), _decided(after)
    turned = {name: value for name, value in now.items() if value != was[name]}
    known = people.chat(connection, here.chat).defaults
    people.set_defaults(connection, here.chat, defaults={**known, **turned})
    for name, values in _items(was, now):
        _log(connection, here.chat, name, turned=values, asked=asked)
    return bool(turned)


def _decided(options: Options) -> dict[str, Any]:
    """The options of a game as they are kept."""
    house = {choice.code: choice.value for choice in options.house}
    return {name: getattr(options, name) for name in (*screens.GAME_OPTIONS, *_BESIDE)} | {HOUSE: house}


def _items(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """What was changed, item by item: each way of the house by itself, what the game does not know left out."""
    for name in was:
        if name != HOUSE and was[name] != now[name]:
            yield name, (str(was[name]), str(now[name]))
    usual = RULE_SETS[now["rule_set"]].house_options
    for code in usual:
        values = tuple(str(int(each[HOUSE].get(code, usual[code][0]))) for each in (was, now))
        if values[0] != values[1]:
            yield code, (values[0], values[1])


def _log(connection: Connection, chat: ChatId, item: str, *, turned: tuple[str, str], asked: Asked) -> None:
    """Write down that the item was turned from one value into another."""
    changed = Changed(asked.now, asked.actor.person, asked.actor.name, item, *turned)
    kept.log_change(connection, chat, changed)


def _closable(connection: Connection, chat: ChatId) -> list[OpenSeason]:
    """The seasons that can end now; `season/running` while cards are on the table, `season/empty` where none was played."""
    live = store.live_table(connection, chat)
    if live is not None and live.deal is not None:
        raise Illegal("season/running")
    found = seasons.open_seasons(connection, chat)
    if not found:
        raise Illegal("season/empty")
    return found


def _turn_over(connection: Connection, chat: ChatId, *, newest: str, asked: Asked) -> None:
    """Close the seasons that the admin was asked about; `season/over` when they have been closed since."""
    found = _closable(connection, chat)
    if _named(found) != newest:
        raise Illegal("season/over")
    for season in found:
        seasons.turn_over(connection, chat, season, now=asked.now)
        numbers = (f"{season.rule_set}:{number}" for number in (season.number, season.number + 1))
        _log(connection, chat, screens.SEASON, turned=(next(numbers), next(numbers)), asked=asked)


def _named(found: Sequence[OpenSeason]) -> str:
    """The open seasons by the newest of them; another one is opened when any of them ends."""
    return str(max(season.id for season in found))
