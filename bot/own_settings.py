"""What a person chooses for themselves: where their hand goes, the coach, being called, the language."""

from bot.acts import Asked, set_coach
from bot.drafting import own_hand
from bot.screens import settings as screens
from bot.screens.model import Screen, Text
from bot.tokens import Token
from core.errors import Illegal
from core.ids import PersonId, platform_of
from core.table import audience
from storage import people, store
from storage.people import Player
from storage.store import Connection

_SHOWING_HANDS = frozenset({"web", "telegram"})
"""Where the hand has one place alone: the person's own page, the private chat."""


def answer(connection: Connection, token: Token, *, asked: Asked) -> tuple[Text | None, Screen]:
    """Show what the person chose, after a change if the button asks for one."""
    person = asked.actor.person
    people.remember_player(connection, person, name=asked.actor.name)
    if not token.arg:
        return None, screens.own_settings_screen(_values(connection, person))
    item, _, value = token.arg.partition("-")
    if item not in _values(connection, person) or value not in screens.own_choices(item):
        raise Illegal("press/forged")
    _set(connection, item, value=value, asked=asked)
    return Text("own/done"), screens.own_settings_screen(_values(connection, person))


def speak(connection: Connection, *, asked: Asked, language: str) -> None:
    """Keep the language that a person chose; the hand that they hold is worded anew."""
    person = asked.actor.person
    people.remember_player(connection, person, name=asked.actor.name)
    people.set_language(connection, person, language=language)
    seated = store.seated_table(connection, person)
    table = store.load(connection, seated[0]) if seated else None
    if table is not None and own_hand(connection, table, person) is not None:
        store.touch(connection, table, audiences=(audience.hand(person),), now=asked.now)


def _values(connection: Connection, person: PersonId) -> dict[str, str]:
    known = people.player(connection, person) or Player(person, "")
    return {
        **({} if platform_of(person) in _SHOWING_HANDS else {"hand": known.hand_by}),
        "coach": "on" if known.coach else "off",
        "nudges": "on" if known.nudges else "off",
        screens.LANGUAGE: known.language or "",
    }


def _set(connection: Connection, item: str, *, value: str, asked: Asked) -> None:
    person = asked.actor.person
    match item:
        case "hand":
            people.set_hand_by(connection, person, way=value)
        case "coach":
            set_coach(connection, actor=asked.actor, wanted=value == "on", now=asked.now)
        case "nudges":
            people.set_nudges(connection, person, wanted=value == "on")
        case _:
            speak(connection, asked=asked, language=value)
