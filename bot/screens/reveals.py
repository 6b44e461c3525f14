"""A reveal in words as chat platforms tell it: row by row, then everybody's rows and what each won from the others."""

from collections.abc import Mapping

from bot.screens.model import Line, Points, Reveal, Screen, ShownRow, Text
from bot.screens.sides import row_name

_GAME = "result/game"


def is_opening(screen: Screen, step: int) -> bool:
    """Whether rows are still being turned over: until the last, nothing that follows from them is told."""
    reveals = [block for block in screen.blocks if isinstance(block, Reveal) and block.steps]
    return any(step < len(strip.rows) for reveal in reveals for strip in reveal.strips)


def title(screen: Screen, row: str) -> Text:
    """Which row of which round is being turned over."""
    return Text("result/opening", {**_game(screen), "row": Text(f"row/{row}")})


def row_text(row: ShownRow) -> Text:
    """A row by its name and its class."""
    return Text("panel/row-full", {"row": row_name(row.row), "shown": row.label})


def won(reveal: Reveal, number: int) -> Text:
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
