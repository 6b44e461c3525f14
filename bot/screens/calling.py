"""What is said to people who are called, wherever the line goes."""

from typing import Final

from bot.screens.model import Line, Screen, Text

ONLY_A_CALL: Final = "call"
"""The kind of a screen that is nothing else."""

_CUTTING: Final = "cutting"
_WANTED: Final = {"board/staking": "ping/stake", "board/drawing": "ping/draw"}
"""What is waited for where it is no cut, by the heading of the board."""
_DEADLINE: Final = "board/closes"


def call_text(screen: Screen) -> Text:
    """The words for those whom a screen calls; who they are stands in front of them."""
    lines = [block.text for block in screen.blocks if isinstance(block, Line)]
    if screen.kind == ONLY_A_CALL:
        return lines[0]
    if screen.kind == _CUTTING:
        return Text(next((_WANTED[text.key] for text in lines if text.key in _WANTED), "ping/cut"))
    until = next((text for text in lines if text.key == _DEADLINE), None)
    return Text("ping/arrange") if until is None else Text("ping/arrange-until", {"at": until.facts["at"]})
