"""A table before its match: who sits, what will be played, and the form that changes it."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bot.screens.model import Button, Line, Look, Name, Screen, Text, When
from bot.screens.options import more_option_fields, option_fields, options_text, way_fields
from bot.screens.parts import (
    NOWHERE,
    Place,
    heading,
    line,
    names,
    rule_set_text,
    seat_name,
    small,
    strong,
)
from bot.tokens import Verb
from core.ids import PersonId
from core.rules import RULE_SETS
from core.table.view import LobbyView, Mark, SeatView

_ENDINGS: Final = {
    "expired": "lobby/expired",
    "host": "lobby/stopped",
    "empty": "lobby/empty",
    "idle": "lobby/expired",
    "chat": "lobby/chat-gone",
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
            *queue_line(view.queue),
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
        place.button("kick", Verb.KICK, arg=str(seat.seat), name=seat_name(seat))
        for seat in view.seats
        if not seat.host and (seat.person is not None or (view.open and seat.mark is not Mark.EMPTY))
    ]
    ways = way_fields(view.options)
    forms = (
        place.form("configure", Verb.CONFIGURE, fields=option_fields(view.options)),
        place.form("configure-more", Verb.CONFIGURE, arg="more", fields=more_option_fields(view.options)),
        *([place.form("configure-ways", Verb.CONFIGURE, arg="ways", fields=ways)] if ways else ()),
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


def _over(view: LobbyView, taken: int) -> Line:
    """What became of a lobby that is not open any more."""
    if not view.ended:
        return strong("lobby/started", taken=taken)
    return strong(_ENDINGS.get(view.ended, "lobby/closed"), name=Name(view.ended_by))


def need_start(locked: Collection[SeatView]) -> tuple[Line, ...]:
    """Whom the cards cannot reach before they have opened the bot."""
    return (line("dm/need-start", names=tuple(map(seat_name, locked))),) if locked else ()


def _seat_line(seat: SeatView, *, locked: bool) -> Line:
    if seat.mark is Mark.EMPTY:
        return line("lobby/seat-empty", n=seat.seat + 1)
    if seat.person is None:
        return line("lobby/seat-computer", n=seat.seat + 1, name=seat_name(seat), level=Text(f"level/{seat.level}"))
    shown = Text("lobby/seat-host" if seat.host else "lobby/seat", {"n": seat.seat + 1, "name": seat_name(seat)})
    return line("lobby/seat-locked", seat=shown, mark=Text("mark/locked")) if locked else Line(shown)


def queue_line(waiting: Sequence[str]) -> tuple[Line, ...]:
    """Who takes the next free seat (下一位)."""
    return (line("lobby/queue", names=names(waiting)),) if waiting else ()


def _buttons(view: LobbyView, place: Place) -> tuple[tuple[Button, ...], ...]:
    return (
        (
            place.button("join", Verb.JOIN, look=Look.PRIMARY),
            place.button("leave", Verb.LEAVE),
            *_starts(view, place),
        ),
        (
            _computer(view, place),
            place.button("settings", Verb.SETTINGS),
            NOWHERE.button("rules", Verb.RULES, arg=view.options.rule_set),
            NOWHERE.button("rank", Verb.RANK, arg=view.options.rule_set),
            NOWHERE.button("notify", Verb.NOTIFY),
        ),
    )


def _starts(view: LobbyView, place: Place) -> Iterator[Button]:
    """What begins the match: with those who sit there, where they are enough, and with computers on the free seats."""
    rules, taken = RULE_SETS[view.options.rule_set], len(view.seats) - view.missing
    enough = rules.seats.most if rules.full_start else rules.seats.fewest
    if not view.missing:
        yield place.button("start", Verb.START, look=Look.SUCCESS)
        return
    if taken >= enough:
        yield place.button("start-with", Verb.START, look=Look.SUCCESS, n=taken)
    yield place.button("fill", Verb.FILL, look=Look.PLAIN if taken >= enough else Look.SUCCESS, n=view.missing)


def _computer(view: LobbyView, place: Place) -> Button:
    """Adds a computer; the level stands on it."""
    return place.button("computer", Verb.COMPUTER, level=Text(f"level/{view.options.level}"))
