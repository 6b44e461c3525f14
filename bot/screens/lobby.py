"""A table before its match: who sits, what will be played, and the form that changes it."""

from collections.abc import Collection, Iterable
from typing import Final

from bot.screens.model import Button, Field, Line, Look, Name, Screen, Text, When
from bot.screens.parts import (
    NOWHERE,
    Place,
    heading,
    line,
    names,
    player,
    rule_set_text,
    small,
    strong,
)
from bot.tokens import Verb
from core.arranger.levels import LEVELS
from core.ids import PersonId
from core.rules import AT_TABLES
from core.table.lobby import HINTS, REVEALS
from core.table.model import Options
from core.table.view import LobbyView, Mark, SeatView

_ENDINGS: Final = {
    "expired": "lobby/expired",
    "host": "lobby/stopped",
    "empty": "lobby/empty",
    "idle": "lobby/expired",
    "chat": "lobby/chat-gone",
}


_OFTEN: Final = {
    "rounds": (1, 4, 8, 12, 16, 32),
    "seconds": (30, 60, 90, 120, 180, 300, 600, 0),
    "cut_seconds": (10, 20, 30, 60),
}


def lobby_screen(view: LobbyView, *, locked_out: Collection[PersonId] = ()) -> Screen:
    """The public message of a table that has not begun; once it has begun or ended its buttons are gone.

    `locked_out` are those who must open a private chat with the bot before cards can be brought to them.
    """
    locked = tuple(seat for seat in view.seats if view.open and seat.person in locked_out)
    place = Place(view.table, view.serial)
    taken = len(view.seats) - view.missing
    counted = strong("lobby/seats", taken=taken, places=len(view.seats), closes=When(view.closes_at))
    return Screen(
        "lobby",
        (
            heading("lobby/title", rules=rule_set_text(view.options.rule_set)),
            counted if view.open else _over(view, taken),
            *(_seat_line(seat, locked=seat in locked) for seat in view.seats),
            *need_start(locked),
            *([line("lobby/votes", names=names(view.votes))] if view.open and view.votes else ()),
            *([line("chat/migrated")] if view.moved else ()),
            small("lobby/options", options=options_text(view.options)),
        ),
        _buttons(view, place) if view.open else (),
        silent=view.open and taken > 1,
    )


def settings_screen(view: LobbyView, *, admin: bool = False) -> Screen:
    """The host's private form: options, computers, and a button for each seat to clear; in a match people alone.

    An admin comes from here to what is decided for the whole chat.
    """
    place = Place(view.table, view.serial)
    kicks = [
        place.button("kick", Verb.KICK, arg=str(seat.seat), name=_name(seat))
        for seat in view.seats
        if not seat.host and (seat.person is not None or (view.open and seat.mark is not Mark.EMPTY))
    ]
    forms = (
        place.form("configure", Verb.CONFIGURE, fields=option_fields(view.options)),
        place.form("configure-more", Verb.CONFIGURE, arg="more", fields=more_option_fields(view.options)),
    )
    chat = (NOWHERE.button("admin", Verb.CHAT),) if admin else ()
    changes = (*forms, _computer(view, place), *chat) if view.open else chat
    return Screen(
        "settings",
        (
            heading("settings/title"),
            line("settings/rules", rules=rule_set_text(view.options.rule_set)),
            line("settings/options", options=options_text(view.options)),
            small("settings/note"),
        ),
        tuple(row for row in (changes, tuple(kicks)) if row),
    )


def options_text(options: Options) -> tuple[Text, ...]:
    """The options as a list: 8 局, 每局 90 秒, …"""
    return (
        Text("option/rounds-is", {"n": options.rounds}),
        *pace_text(options),
        Text("option/cut-is", {"n": options.cut_seconds}),
        Text("option/reveal-is", {"reveal": Text(f"reveal/{options.reveal}")}),
        Text("option/hints-is", {"hints": Text(f"hints/{options.hints}")}),
        Text("option/level-is", {"level": Text(f"level/{options.level}")}),
    )


def pace_text(options: Options) -> tuple[Text, ...]:
    """The one option that matters while a round is played; how many there are stands above."""
    return (Text("option/seconds-is", {"n": options.seconds}) if options.seconds else Text("option/no-limit"),)


def option_fields(options: Options) -> tuple[Field, ...]:
    """The inputs of the settings form, holding what is set now; no platform's form has more than five."""
    rule_sets = tuple((rule_set, rule_set_text(rule_set)) for rule_set in AT_TABLES)
    return (
        Field("rule_set", Text("option/rule_set"), options.rule_set, rule_sets),
        Field("rounds", Text("option/rounds"), str(options.rounds), longest=2, presets=_presets("rounds")),
        Field("seconds", Text("option/seconds-or-none"), str(options.seconds), longest=3, presets=_presets("seconds")),
        Field("hints", Text("option/hints"), options.hints, _words("hints", HINTS)),
        Field("level", Text("option/level"), options.level, _words("level", LEVELS)),
    )


def more_option_fields(options: Options) -> tuple[Field, ...]:
    """The inputs of the second form."""
    return (
        Field(
            *("cut_seconds", Text("option/cut_seconds"), str(options.cut_seconds)),
            longest=2,
            presets=_presets("cut_seconds"),
        ),
        Field("reveal", Text("option/reveal"), options.reveal, _words("reveal", REVEALS)),
    )


def _presets(option: str) -> tuple[tuple[str, Text], ...]:
    """Values of an option that are often entered, each within its limits."""
    return tuple((str(n), Text(f"preset/{option}", {"n": n}) if n else Text("preset/no-limit")) for n in _OFTEN[option])


def _words(kind: str, values: Iterable[str]) -> tuple[tuple[str, Text], ...]:
    return tuple((value, Text(f"{kind}/{value}")) for value in values)


def _over(view: LobbyView, taken: int) -> Line:
    """What became of a lobby that is not open any more."""
    if not view.ended:
        return strong("lobby/started", taken=taken)
    return strong(_ENDINGS.get(view.ended, "lobby/closed"), name=Name(view.ended_by))


def need_start(locked: Collection[SeatView]) -> tuple[Line, ...]:
    """Whom the cards cannot reach before they have opened the bot."""
    return (line("dm/need-start", names=tuple(map(_name, locked))),) if locked else ()


def _seat_line(seat: SeatView, *, locked: bool) -> Line:
    if seat.mark is Mark.EMPTY:
        return line("lobby/seat-empty", n=seat.seat + 1)
    if seat.person is None:
        return line("lobby/seat-computer", n=seat.seat + 1, name=_name(seat), level=Text(f"level/{seat.level}"))
    shown = Text("lobby/seat-host" if seat.host else "lobby/seat", {"n": seat.seat + 1, "name": _name(seat)})
    return line("lobby/seat-locked", seat=shown, mark=Text("mark/locked")) if locked else Line(shown)


def _name(seat: SeatView) -> Name | Text:
    return player(seat.name, person=seat.person, seat=seat.seat)


def _buttons(view: LobbyView, place: Place) -> tuple[tuple[Button, ...], ...]:
    start = (
        place.button("fill", Verb.FILL, look=Look.SUCCESS, n=view.missing)
        if view.missing
        else place.button("start", Verb.START, look=Look.SUCCESS)
    )
    return (
        (place.button("join", Verb.JOIN, look=Look.PRIMARY), place.button("leave", Verb.LEAVE), start),
        (
            _computer(view, place),
            place.button("settings", Verb.SETTINGS),
            NOWHERE.button("rules", Verb.RULES, arg=view.options.rule_set),
            NOWHERE.button("rank", Verb.RANK, arg=view.options.rule_set),
            NOWHERE.button("notify", Verb.NOTIFY),
        ),
    )


def _computer(view: LobbyView, place: Place) -> Button:
    """Adds a computer; the level stands on it."""
    return place.button("computer", Verb.COMPUTER, level=Text(f"level/{view.options.level}"))
