"""A screen as data: texts by key, cards, buttons and fields. Platforms draw it, the catalogue words it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.cards import Card


@dataclass(frozen=True)
class Name:
    """A name that a person chose: every platform escapes it in its own way."""

    text: str


@dataclass(frozen=True)
class Points:
    """Points with their sign: `+21`, `−8` (U+2212), `0`."""

    value: int


@dataclass(frozen=True)
class Average:
    """Points that are expected on average, in thousandths: `+1.32`, `−0.42`, `0.00`."""

    thousandths: int


@dataclass(frozen=True)
class Cards:
    """Cards within a text."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class When:
    """A moment in milliseconds since 1970; drawn as clock time, and as a countdown where the platform can."""

    milliseconds: int


@dataclass(frozen=True)
class Stamp:
    """A moment of the past in milliseconds since 1970; drawn as day and clock time."""

    milliseconds: int


Fact = "str | int | float | Name | Points | Average | Cards | When | Stamp | Text | InLanguage | tuple[Fact, ...]"


@dataclass(frozen=True)
class Text:
    """A text of the catalogue and what fills its placeholders."""

    key: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class InLanguage:
    """A text in a language of its own, whatever the text around it speaks."""

    text: Text
    language: str


class Style(StrEnum):
    """How a line stands out; never the only carrier of a meaning."""

    HEADING = "heading"
    BODY = "body"
    STRONG = "strong"
    SMALL = "small"


class Look(StrEnum):
    """How a button stands out."""

    PLAIN = "plain"
    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True)
class Line:
    """One line of text, with the cards that belong to it behind."""

    text: Text
    style: Style = Style.BODY
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Hash:
    """A full value of 64 digits that readers compare: commitment or seal line, in small print."""

    label: Text
    value: str


@dataclass(frozen=True)
class ShownRow:
    """One row of a revealed arrangement: class name, cards, and the seats' strictly largest marked."""

    row: str
    label: Text
    cards: tuple[Card, ...]
    best: bool = False


@dataclass(frozen=True)
class Strip:
    """A player's strip at the reveal: rows front, middle, back, then what it brought.

    Where a special counted instead of the rows there are none: it is named, and its `groups` of cards prove it.
    """

    name: Text
    mark: Text | None
    rows: tuple[ShownRow, ...]
    points: int
    match_points: int
    special: Text | None = None
    groups: tuple[Cards, ...] = ()


@dataclass(frozen=True)
class Reveal:
    """All strips, dealer first; `steps` asks for row by row.

    `matrix[i][j]` is what strip i won from strip j, None where these two do not play against each other.
    """

    strips: tuple[Strip, ...]
    matrix: tuple[tuple[int | None, ...], ...]
    steps: bool
    at: int


@dataclass(frozen=True)
class Button:
    """A press sends `token`; `confirm` asks first; `form` opens these fields and sends their values along."""

    text: Text
    token: str
    look: Look = Look.PLAIN
    enabled: bool = True
    fields: tuple["Field", ...] = ()
    link: str = ""


@dataclass(frozen=True)
class Field:
    """An input: free text, or one of `choices` as (value, text).

    `cards` stand in it at first in place of a value; one that is `optional` may be left empty. `presets` are values
    that are often entered, for platforms where nothing can be typed into a form.
    """

    name: str
    label: Text
    value: str = ""
    choices: tuple[tuple[str, Text], ...] = ()
    longest: int = 200
    cards: tuple[Card, ...] = ()
    optional: bool = False
    presets: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True)
class PanelCard:
    """A card of my hand: `place` is front, middle, back or "" for the hand; `tokens` put it there."""

    card: Card
    place: str
    tokens: Mapping[str, str]


@dataclass(frozen=True)
class PanelRow:
    """A row while it is arranged; `label` names its class once it is full; `token` takes card indexes as input `cards`.

    `list` is the token that asks for the row's picks, "" where there are none.
    """

    row: str
    size: int
    label: Text | None
    cards: tuple[int, ...]
    token: str
    list: str = ""


@dataclass(frozen=True)
class PanelPick:
    """A choice for a whole row: a press of `token` fills it; `worth` is what it brings with its best rest."""

    token: str
    label: Text
    cards: tuple[Card, ...]
    worth: Text | None = None


@dataclass(frozen=True)
class Panel:
    """The private hand: cards in a fixed order (their index is what presses name), rows, faults in words.

    `picks` holds what can still be made of a row, best first: of the one that was asked for, or of all three; false
    where there is nothing.
    `sort`: by "suit" or by "rank", how the cards are laid out where the platform does not do it by itself.
    `asks`: a question stands beside the cards; until it is answered they can only be looked at.
    """

    cards: tuple[PanelCard, ...]
    rows: tuple[PanelRow, ...]
    faults: tuple[Text, ...]
    serial: int
    deadline: int | None
    submitted: bool
    dealt_at: int
    picks: Mapping[str, tuple[PanelPick, ...]] = field(default_factory=dict)
    sort: str = "suit"
    asks: bool = False

    @property
    def still(self) -> bool:
        """Whether no card can be moved, and only the screen's own buttons be pressed."""
        return self.submitted or self.asks

    @property
    def begun(self) -> bool:
        """Whether a card lies in a row."""
        return any(each.place for each in self.cards)


Block = Line | Hash | Reveal | Panel


@dataclass(frozen=True)
class Picture:
    """A drawing that may stand in for the blocks; drawn by the pictures of a later version, `alt` is its text twin."""

    kind: str
    alt: Text


@dataclass(frozen=True)
class File:
    """A text file that goes along with a screen, to be kept by the reader."""

    name: str
    text: str


@dataclass(frozen=True)
class Screen:
    """What one message or panel shows. `silent`: no sound; `ping`: the persons who should notice it.

    `call` tells the calls of a table apart: whoever is pinged is pinged once for each, wherever the screen stands.
    `not_before`: when it may be sent at the earliest, in milliseconds since 1970.
    `evidence` is what a page keeps and checks by itself: the fair-deal facts public at this moment. `files` are
    attached where nothing can be downloaded otherwise.
    """

    kind: str
    blocks: tuple[Block, ...]
    buttons: tuple[tuple[Button, ...], ...] = ()
    picture: Picture | None = None
    silent: bool = True
    ping: tuple[str, ...] = ()
    call: str = ""
    not_before: int = 0
    evidence: Mapping[str, object] = field(default_factory=dict)
    files: tuple[File, ...] = ()
