"""What the admins of a chat decide, what a person chooses for themselves, and the log of the former."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.i18n import catalog, languages
from bot.screens.model import Button, Line, Look, Name, Screen, Stamp, Text
from bot.screens.options import option_fields, options_text, way_fields, way_text
from bot.screens.parts import NOWHERE, heading, line, rule_set_text, small, strong
from bot.tokens import Verb
from core.rules import RULE_SETS
from core.table.model import Options
from core.table.options import REVEALS

LANGUAGE: Final = "language"
GAME: Final = "game"
SEASON: Final = "season"
LOG: Final = "log"
OWN_KIND: Final = "own-settings"
GAME_OPTIONS: Final = ("rule_set", "rounds", "seconds", "hints", "level")
"""What the form of the usual game asks for."""
WAYS: Final = "ways"
"""The form for what only some games leave to the table."""
_CHAT: Final[Mapping[str, tuple[str, ...]]] = {
    "reveal": REVEALS,
    "open": ("everyone", "admins"),
    "end": ("host", "admins"),
    "pings": ("waiting", "start", "none"),
    "quiet": ("off", "on"),
}
_OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "hand": ("auto", "dm", "button"),
    "coach": ("on", "off"),
    "nudges": ("on", "off"),
}
_WORDS: Final = frozenset({"hints", "level", "reveal", "fouls"})
_WIDEST: Final = 5


@dataclass(frozen=True)
class ChatSettings:
    """What holds in a chat: the options of its next table, and by item the value of everything else.

    `title` is what the chat is called, "" where its settings are only read in it.
    """

    options: Options
    values: Mapping[str, str]
    title: str = ""


@dataclass(frozen=True)
class Changed:
    """A line of the log: who changed which item, and when (milliseconds)."""

    at: int
    name: str
    item: str
    before: str
    after: str


def asked_for(form: str) -> frozenset[str]:
    """The names of what a form of the chat can ask for."""
    house = (code for rules in RULE_SETS.values() for code in rules.house_options)
    return frozenset(GAME_OPTIONS) if form == GAME else frozenset(("fouls", "stake", *house))


def chat_choices(item: str) -> tuple[str, ...]:
    """The values that an item of a chat can have; none for an item that there is not, or that a form asks for."""
    return languages() if item == LANGUAGE else _CHAT.get(item, ())


def own_choices(item: str) -> tuple[str, ...]:
    """The values that a person's own item can have."""
    return languages() if item == LANGUAGE else _OWN.get(item, ())


def chat_settings_screen(settings: ChatSettings) -> Screen:
    """All items of a chat with their values, and a button for each."""
    game = NOWHERE.form("admin-game", Verb.CHANGE, arg=GAME, fields=option_fields(settings.options))
    fields = way_fields(settings.options)
    ways = [NOWHERE.form("configure-ways", Verb.CHANGE, arg=WAYS, fields=fields)] if fields else []
    items = [Button(Text(f"admin-item/{item}"), NOWHERE.token(Verb.CHAT, item)) for item in settings.values]
    season = NOWHERE.button("admin-season", Verb.CHAT, arg=SEASON)
    log = NOWHERE.button("admin-log", Verb.CHAT, arg=LOG)
    return Screen(
        "chat-settings",
        (
            heading("admin/title-of", chat=Name(settings.title)) if settings.title else heading("admin/title"),
            line("admin/game", rules=rule_set_text(settings.options.rule_set)),
            small("admin/options", options=_said_once(settings)),
            *(_item_line("admin", item, value) for item, value in settings.values.items()),
            small("admin/note"),
        ),
        _rows((game, *ways, *items, season, log)),
    )


def _said_once(settings: ChatSettings) -> tuple[Text, ...]:
    """The options of the usual game that are no items of their own."""
    own = {f"option/{item}-is" for item in settings.values}
    return tuple(text for text in options_text(settings.options) if text.key not in own)


def item_screen(item: str, current: str) -> Screen:
    """One item of a chat, with a button for each of its values."""
    found = [
        _choice(value_text(item, value), NOWHERE.token(Verb.CHANGE, f"{item}-{value}"), chosen=value == current)
        for value in chat_choices(item)
    ]
    return Screen(
        "chat-item",
        (
            heading("admin/pick", item=Text(f"admin-item/{item}")),
            line("admin/now", value=value_text(item, current)),
            small(f"admin-note/{item}"),
        ),
        (*_rows(found), (_back(),)),
    )


def season_screen(seasons: Sequence[tuple[str, int, int]], *, newest: str) -> Screen:
    """The question before the seasons (rule set, number, rounds) are closed; `newest` names what was asked about."""
    return Screen(
        "chat-season",
        (
            heading("admin/season-title"),
            *(
                line("admin/season-line", rules=rule_set_text(rule_set), season=str(number), n=rounds)
                for rule_set, number, rounds in seasons
            ),
            small("admin/season-note"),
        ),
        ((NOWHERE.button("admin-season-now", Verb.SEASON, arg=newest, look=Look.DANGER), _back()),),
    )


def log_screen(lines: Sequence[Changed]) -> Screen:
    """The last changes, newest first."""
    return Screen(
        "chat-log",
        (heading("admin/log-title"), *(map(_log_line, lines) if lines else (line("admin/log-none"),))),
        ((_back(),),),
    )


def own_settings_screen(values: Mapping[str, str]) -> Screen:
    """What a person chose, item by item, with a row of buttons for each."""
    rows = (
        row
        for item, current in values.items()
        for row in _rows(
            _choice(
                _own_text("own-button", item, value),
                NOWHERE.token(Verb.OWN, f"{item}-{value}"),
                chosen=value == current,
            )
            for value in own_choices(item)
        )
    )
    return Screen(
        OWN_KIND,
        (heading("own/title"), *(_own_line(item, value) for item, value in values.items())),
        (*rows, (NOWHERE.button("me", Verb.ME),)),
    )


def call_screen(called: Sequence[tuple[str, str]]) -> Screen:
    """The line that calls those (person, name) who wished it when a table opens."""
    names = tuple(Name(name) for _, name in called)
    return Screen("call", (strong("call/opened", names=names),), silent=False, ping=tuple(who for who, _ in called))


def value_text(item: str, value: str) -> Text:
    """A value as people read it, in a list or on a button."""
    match item:
        case "language":
            return _language(value) if value else Text("admin-value/language-usual")
        case "rule_set":
            return rule_set_text(value)
        case "rounds":
            return Text("admin-value/number", {"n": int(value)}) if value != "0" else Text("option/rounds-as-seats")
        case "stake":
            return Text("admin-value/number", {"n": int(value)}) if value != "0" else Text("admin-value/stake-most")
        case _ if item in asked_for(WAYS) and value.isdecimal():
            return way_text(item, int(value))
        case "seconds":
            return Text("admin-value/number", {"n": int(value)}) if value != "0" else Text("option/no-limit")
        case "season":
            rule_set, _, number = value.partition(":")
            return Text("admin-value/season", {"rules": rule_set_text(rule_set), "season": number})
        case _ if item in _WORDS:
            return Text(f"{item}/{value}")
        case _:
            return Text(f"admin-value/{item}-{value}")


def _own_text(kind: str, item: str, value: str) -> Text:
    return _language(value) if item == LANGUAGE else Text(f"{kind}/{item}-{value}")


def _language(tag: str) -> Text:
    """A language by the name that it has in itself."""
    return Text("admin-value/language", {"name": Name(catalog(tag).text("language/name"))})


def _item_line(kind: str, item: str, value: str) -> Line:
    return line("admin/item", item=Text(f"{kind}-item/{item}"), value=value_text(item, value))


def _own_line(item: str, value: str) -> Line:
    shown = _own_text("own-value", item, value) if value else Text("admin-value/language-usual")
    return line("admin/item", item=Text(f"own-item/{item}"), value=shown)


def _log_line(changed: Changed) -> Line:
    return small(
        "admin/log-line",
        at=Stamp(changed.at),
        name=Name(changed.name),
        item=Text(f"admin-item/{changed.item}"),
        before=value_text(changed.item, changed.before),
        after=value_text(changed.item, changed.after),
    )


def _choice(text: Text, token: str, *, chosen: bool) -> Button:
    """A button for a value; the one that holds already cannot be pressed."""
    button = Button(text, token)
    return replace(button, look=Look.SUCCESS, enabled=False) if chosen else button


def _rows(buttons: Iterable[Button]) -> tuple[tuple[Button, ...], ...]:
    """Rows that every platform can show."""
    found = tuple(buttons)
    return tuple(found[start : start + _WIDEST] for start in range(0, len(found), _WIDEST))


def _back() -> Button:
    return NOWHERE.button("admin-back", Verb.CHAT)
