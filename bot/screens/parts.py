"""What many screens share: lines, buttons bound to a table's opening, and names of people, rows and cuts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.model import Button, Field, Line, Look, Name, Style, Text
from bot.tokens import Token, Verb, show
from core.cards import Card
from core.ids import PersonId, TableId
from core.rules import RULE_SETS
from core.table.view import SeatView

COMPUTERS: Final = 4
_CUTS: Final = frozenset({"0", "1", "2", "3"})


def line(key: str, **facts: object) -> Line:
    """One line of a text of the catalogue."""
    return Line(Text(key, facts))


def heading(key: str, **facts: object) -> Line:
    """The line on top."""
    return Line(Text(key, facts), Style.HEADING)


def strong(key: str, **facts: object) -> Line:
    """A line that matters more than its neighbours."""
    return Line(Text(key, facts), Style.STRONG)


def small(key: str, **facts: object) -> Line:
    """A line in small print."""
    return Line(Text(key, facts), Style.SMALL)


def card_line(cards: Iterable[Card], key: str, **facts: object) -> Line:
    """One line with cards behind its text."""
    return Line(Text(key, facts), cards=tuple(cards))


@dataclass(frozen=True)
class Place:
    """The table and the opening that a screen's buttons belong to."""

    table: TableId
    serial: int

    def token(self, verb: Verb, arg: str = "") -> str:
        """The payload of a button here."""
        return show(Token(verb, self.table, self.serial, arg))

    def button(self, key: str, verb: Verb, *, arg: str = "", look: Look = Look.PLAIN, **facts: object) -> Button:
        """A button here, worded by `button/<key>`."""
        return Button(Text(f"button/{key}", facts), self.token(verb, arg), look)

    def form(self, key: str, verb: Verb, *, fields: Sequence[Field], arg: str = "") -> Button:
        """A button here that asks for fields first."""
        return Button(Text(f"button/{key}"), self.token(verb, arg), fields=tuple(fields))


NOWHERE: Final = Place(TableId(0), 0)
"""For buttons that mean no table: rules, season, help."""


def player(name: str, *, person: PersonId | None, seat: int) -> Name | Text:
    """A person by their name, a computer by the number of its seat (from 0)."""
    return computer(seat) if person is None else Name(name)


def named(name: str, *, person: PersonId | None, number: int, seat: int) -> Name | Text:
    """A person by their name, a computer by its own number (from 1), or where it has none (0) by that of its seat."""
    return player(name, person=person, seat=number - 1 if number else seat)


def seat_name(seat: SeatView) -> Name | Text:
    """Who sits there."""
    return named(seat.name, person=seat.person, number=seat.number, seat=seat.seat)


def computer(seat: int) -> Text:
    """The name of the computer that sits there."""
    return Text(f"computer/{seat % COMPUTERS + 1}")


def names(found: Iterable[str]) -> tuple[Name, ...]:
    """People's names as a list within a text."""
    return tuple(Name(name) for name in found)


def row_text(row: str) -> Text:
    """頭墩, 中墩, 尾墩."""
    return Text(f"row/{row}")


def cut_text(number: str) -> Text | Name:
    """What was cut, in the words of its button, or the digits as they were typed."""
    return Text(f"cut-name/{number}") if number in _CUTS else Name(number)


def cut_note(number: str) -> Text:
    """切上, or the number that was typed."""
    return Text(f"note/cut-{number}") if number in _CUTS else Text("note/cut", {"cut": Name(number)})


def rule_set_text(rule_set: str) -> Text:
    """The name of a rule set."""
    return Text(f"rule-set/{rule_set}")


def other_rule_sets(shown: str) -> tuple[str, ...]:
    """The rule sets besides the one that is shown."""
    return tuple(each for each in RULE_SETS if each != shown)


def places(values: Sequence[int]) -> tuple[int, ...]:
    """The place of each value, the largest first; equal values share the place: 1, 1, 3.

    >>> places((5, 9, 5, 1))
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > value for other in values) for value in values)


def place_text(place: int) -> Text:
    """🥇 🥈 🥉, then numbers."""
    return Text(f"place/{place}") if place <= 3 else Text("place/other", {"n": place})
