"""A reveal in words as chat platforms tell it: row by row, then everybody's rows and what each won from the others."""

from collections.abc import Mapping

from bot.screens.markup import Markup
from bot.screens.model import Cards, Line, Points, Reveal, Screen, ShownRow, Strip, Text
from bot.screens.sides import row_name

_GAME = "result/game"


def is_opening(screen: Screen, step: int) -> bool:
    """Whether rows are still being turned over: until the last, nothing that follows from them is told."""
    reveals = [block for block in screen.blocks if isinstance(block, Reveal) and block.steps]
    return any(step < len(strip.rows) for reveal in reveals for strip in reveal.strips)


def title(screen: Screen, reveal: Reveal, step: int) -> Text:
    """Which row of which round is being turned over."""
    row = reveal.strips[0].rows[step - 1].row
    return Text("result/opening", {**_game(screen), "row": Text(f"row/{row}")})


def turned_over(reveal: Reveal, step: int, markup: Markup) -> list[list[str]]:
    """One row of every player, the dealer's first."""
    return [_turned_over(strip, strip.rows[step - 1], markup) for strip in reveal.strips]


def strips(reveal: Reveal, markup: Markup) -> list[list[str]]:
    """Everybody's rows, and what each won from each of the others."""
    return [_strip(reveal, number, markup) for number in range(len(reveal.strips))]


def _turned_over(strip: Strip, row: ShownRow, markup: Markup) -> list[str]:
    crown = "👑 " if row.best else ""
    heading = f"{markup.said(strip.name)}　{markup.said(row.label)}"
    return [f"{crown}{markup.strong.format(heading)}", markup.shown(Cards(row.cards))]


def _strip(reveal: Reveal, number: int, markup: Markup) -> list[str]:
    strip = reveal.strips[number]
    mark = f"　{markup.said(strip.mark)}" if strip.mark else ""
    heading = f"{markup.strong.format(markup.said(strip.name))}{mark}"
    rows = (_shown_row(row, markup) for row in strip.rows)
    return [heading, *rows, markup.small.format(markup.said(_won(reveal, number)))]


def _shown_row(row: ShownRow, markup: Markup) -> str:
    crown = " 👑" if row.best else ""
    words = markup.said(Text("panel/row-full", {"row": row_name(row.row), "shown": row.label}))
    return f"{words}{crown}　{markup.shown(Cards(row.cards))}"


def _won(reveal: Reveal, number: int) -> Text:
    """What a strip won from each of the others."""
    pairs = tuple(
        Text("result/pair", {"name": strip.name, "points": Points(points)})
        for other, (strip, points) in enumerate(zip(reveal.strips, reveal.matrix[number], strict=True))
        if other != number
    )
    return Text("result/won", {"pairs": pairs})


def _game(screen: Screen) -> Mapping[str, object]:
    """Which round of how many."""
    lines = (block.text for block in screen.blocks if isinstance(block, Line))
    return next((text.facts for text in lines if text.key == _GAME), {})
