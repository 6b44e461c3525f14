"""A reveal in words as chat platforms tell it: row by row, then everybody's rows and what each won from the others."""

from collections.abc import Mapping, Sequence

from bot.screens.markup import Markup
from bot.screens.model import Cards, Line, Points, Reveal, Screen, ShownRow, Strip, Text
from bot.screens.sides import row_name, unbroken
from core.rules import ROWS

FIRST = 1
"""The step that turns over the first row; before it, specials are shown (step 0)."""
_GAME = "result/game"
_FEW = 3
"""So many groups of cards have a line each."""
_APART = "　"


def is_opening(screen: Screen, step: int) -> bool:
    """Whether rows are still being turned over: until the last, nothing that follows from them is told."""
    reveals = [block for block in screen.blocks if isinstance(block, Reveal) and block.steps]
    return any(step < len(strip.rows) for reveal in reveals for strip in reveal.strips)


def shows_specials(reveal: Reveal) -> bool:
    """Whether somebody shows a special, and others rows after it."""
    return any(strip.special for strip in reveal.strips) and any(strip.rows for strip in reveal.strips)


def turns(reveal: Reveal | None, rows: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The steps with their milliseconds, given those in which rows are turned over; specials take the first of that time.

    The last alone, where nothing is turned over.
    """
    if reveal is None or not reveal.steps:
        return tuple(rows[-1:])
    if not shows_specials(reveal):
        return tuple(rows)
    whole, count = rows[-1][1], len(rows)
    return ((0, 0), *((step, whole * place // count) for place, (step, _) in enumerate(rows, start=1)))


def title(screen: Screen, step: int) -> Text:
    """Which row of which round is being turned over."""
    row = Text(f"row/{ROWS[step - FIRST]}" if step >= FIRST else "row/special")
    return Text("result/opening", {**_game(screen), "row": row})


def turned_over(reveal: Reveal, step: int, markup: Markup) -> list[list[str]]:
    """The specials, then one row of every other player, the dealer's first."""
    specials = [_special(strip, markup) for strip in reveal.strips if strip.special]
    rows = [_turned_over(strip, strip.rows[step - FIRST], markup) for strip in reveal.strips if strip.rows]
    return [*specials, *(rows if step >= FIRST else [])]


def strips(reveal: Reveal, markup: Markup) -> list[list[str]]:
    """Everybody's rows, and what each won from each of the others."""
    return [_strip(reveal, number, markup) for number in range(len(reveal.strips))]


def _turned_over(strip: Strip, row: ShownRow, markup: Markup) -> list[str]:
    crown = "👑 " if row.best else ""
    heading = f"{markup.said(strip.name)}　{markup.said(row.label)}"
    return [f"{crown}{markup.strong.format(heading)}", markup.shown(Cards(row.cards))]


def _special(strip: Strip, markup: Markup) -> list[str]:
    assert strip.special is not None
    heading = f"{markup.said(strip.name)}　{markup.said(strip.special)}"
    return [markup.strong.format(heading), *_groups(strip, markup)]


def _groups(strip: Strip, markup: Markup) -> list[str]:
    """The cards that prove a special: a line for each of few groups, else one after the other."""
    shown = [markup.shown(group) for group in strip.groups]
    return shown if len(shown) <= _FEW else [_APART.join(map(unbroken, shown))]


def _strip(reveal: Reveal, number: int, markup: Markup) -> list[str]:
    strip = reveal.strips[number]
    mark = f"　{markup.said(strip.mark)}" if strip.mark else ""
    heading = f"{markup.strong.format(markup.said(strip.name))}{mark}"
    special = [markup.said(strip.special), *_groups(strip, markup)] if strip.special else []
    rows = (_shown_row(row, markup) for row in strip.rows)
    return [heading, *special, *rows, markup.small.format(markup.said(_won(reveal, number)))]


def _shown_row(row: ShownRow, markup: Markup) -> str:
    crown = " 👑" if row.best else ""
    words = markup.said(Text("panel/row-full", {"row": row_name(row.row), "shown": row.label}))
    return f"{words}{crown}　{unbroken(markup.shown(Cards(row.cards)))}"


def _won(reveal: Reveal, number: int) -> Text:
    """What a strip won from each of those it plays against."""
    pairs = tuple(
        Text("result/pair", {"name": strip.name, "points": Points(points)})
        for other, (strip, points) in enumerate(zip(reveal.strips, reveal.matrix[number], strict=True))
        if other != number and points is not None
    )
    return Text("result/won", {"pairs": pairs})


def _game(screen: Screen) -> Mapping[str, object]:
    """Which round of how many."""
    lines = (block.text for block in screen.blocks if isinstance(block, Line))
    return next((text.facts for text in lines if text.key == _GAME), {})
