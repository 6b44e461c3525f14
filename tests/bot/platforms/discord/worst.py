"""What Discord would be sent of the worst screens."""

from collections.abc import Iterator
from typing import Any

from bot.i18n import Catalog
from bot.platforms.discord.drawing import Look, draw
from bot.screens.model import Name, Screen, Text

MODES = ("", "m", "cb", "cm", "cf", "cbm", "cmm", "cbx0", "cbxg", "cbmx3", "nonsense0")
FLAG = 1 << 15


def looks(screen: Screen, catalog: Catalog) -> Iterator[Look]:
    """Every way to draw it."""
    toast = Text("player/elsewhere", {"chat": Name("漢" * 100)})
    yield Look(catalog, toast=toast)
    yield Look(catalog, buttons=False)
    for step in (1, 2) if screen.kind == "result" else ():
        yield Look(catalog, step=step)
    for mode in MODES if screen.kind in {"hand", "daily"} else ():
        yield Look(catalog, mode=mode)


def payload(screen: Screen, look: Look) -> dict[str, Any]:
    """What a message of this screen sends."""
    components: Any = draw(screen, look).to_components()  # type: ignore[no-untyped-call]
    return {"components": components, "flags": FLAG}
