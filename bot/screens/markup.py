"""How a chat platform marks what is told: what both platforms say alike is put together with this."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.screens.model import Text


@dataclass(frozen=True)
class Markup:
    """A text in its words, cards or a name as they show, and patterns ("**{}**") for what stands out or back."""

    said: Callable[[Text], str]
    shown: Callable[[object], str]
    strong: str
    small: str
