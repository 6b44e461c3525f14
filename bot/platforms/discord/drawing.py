"""A screen as one Discord message of Components V2: a public board in a coloured container, a private panel without."""

from collections.abc import Iterable, Mapping
from itertools import dropwhile, takewhile
from typing import Any, Final

import discord

from bot.i18n import Catalog
from bot.lengths import LONGEST_NAME, size
from bot.platforms.discord.buttons import Item, button_rows
from bot.platforms.discord.marks import Look, marked, markup, said, shown, spoken
from bot.platforms.discord.panel import hint, panel_items, panel_lines
from bot.pressed import Pressed, split
from bot.screens import reveals
from bot.screens.daily import CARD, SHARE
from bot.screens.model import Block, Cards, Hash, Line, Panel, Reveal, Screen, Style, Text

__all__ = ["Look", "Pressed", "draw", "split", "spoken"]

Paragraph = list[str]
RULE: Final[Paragraph] = ["---"]
"""A line across in place of a paragraph."""

_ROOM: Final = 3500
"""For blocks; a toast has the rest of the 4000 that Discord takes."""
_SHORTER: Final = (LONGEST_NAME, 16, 8, 4)
"""How long names may be, until the texts of a message fit."""

_GREEN, _BLURPLE, _GREY, _GOLD = 0x2ECC71, 0x5865F2, 0x80848E, 0xF1C40F
ACCENTS: Final[Mapping[str, int]] = {
    "lobby": _GREEN,
    "cutting": _BLURPLE,
    "arranging": _GREY,
    "result": _BLURPLE,
    "void": _GREY,
    "match": _GREEN,
    CARD: _BLURPLE,
    SHARE: _GREY,
}
"""The kinds that are public, and the colour that only repeats what their heading says."""

_EMPTY: Final = "hand/empty-"
"""What to do with an empty hand; card by card it is said otherwise."""

_HOME_RUNS: Final = frozenset({"result/home-run", "result/red"})
_STYLES: Final = {Style.HEADING: "## {}", Style.STRONG: "**{}**", Style.SMALL: "-# {}", Style.BODY: "{}"}
_PRIVATE_HEADING: Final = "### {}"


class Drawn(discord.ui.LayoutView):
    """A message as it is sent; its items, which hold on to one another, are let go at once.

    It is stopped, so that discord.py's store of views never keeps it (that takes a running loop).
    """

    def __init__(self, items: Iterable[Item]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self._sent: list[dict[str, Any]] = super().to_components()  # type: ignore[no-untyped-call]
        for item in [*self.walk_children()]:
            if isinstance(item, discord.ui.ActionRow | discord.ui.Container):
                item.clear_items()
        self.clear_items()
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """What Discord is sent."""
        return self._sent

    def has_components_v2(self) -> bool:
        """They always are of the second kind."""
        return True


def draw(screen: Screen, look: Look) -> Drawn:
    """The screen as one message."""
    return Drawn(_items(screen, look))


def _items(screen: Screen, look: Look) -> list[Item]:
    above, below = _fitting(screen, look)
    toast = [[f"-# {spoken(look.toast, look.catalog)}"]] if look.toast else []
    pressed = _pressed(screen, look) if look.buttons and not reveals.is_opening(screen, look.step) else []
    items = [*_displays([*above, *toast]), *pressed, *_displays(below)]
    if screen.kind not in ACCENTS:
        return [*items, *(discord.ui.File(f"attachment://{file.name}") for file in screen.files)]
    return [discord.ui.Container(*items, accent_colour=_accent(screen, look))]


def _fitting(screen: Screen, look: Look) -> tuple[list[Paragraph], list[Paragraph]]:
    """What stands above and below the buttons, with names as long as the message has room for."""
    found: tuple[list[Paragraph], list[Paragraph]] = ([], [])
    for longest in _SHORTER:
        found = _texts(screen, look, marked(look.catalog, longest=longest))
        if sum(size(line) + 1 for half in found for lines in half for line in lines) <= _ROOM:
            break
    return found


def _texts(screen: Screen, look: Look, catalog: Catalog) -> tuple[list[Paragraph], list[Paragraph]]:
    if not screen.blocks:
        return [[said(Text("hand/closed"), catalog)]], []
    if reveals.is_opening(screen, look.step):
        return _opened(screen, look.step, catalog), []
    tail = _tail(screen)
    above: list[Paragraph] = [[]]
    for block in screen.blocks[: len(screen.blocks) - len(tail)]:
        if isinstance(block, Reveal):
            above += [RULE, *reveals.strips(block, markup(catalog)), RULE, []]
        else:
            above[-1] += _lines(block, screen, look, catalog)
    return above, [[line for block in tail for line in _lines(block, screen, look, catalog)]]


def _tail(screen: Screen) -> tuple[Block, ...]:
    """What stands below the buttons of a board: the values to compare and the small print behind them."""
    if screen.kind not in ACCENTS:
        return ()
    rest = tuple(reversed([*takewhile(_is_small, reversed(screen.blocks))]))
    return tuple(dropwhile(lambda block: not isinstance(block, Hash), rest))


def _is_small(block: Block) -> bool:
    return isinstance(block, Hash) or (isinstance(block, Line) and block.style is Style.SMALL)


def _lines(block: Block, screen: Screen, look: Look, catalog: Catalog) -> list[str]:
    match block:
        case Line() if block.text.key.startswith(_EMPTY) and _hint(screen, look):
            return []
        case Line():
            return [_line(block, catalog, public=screen.kind in ACCENTS)]
        case Hash():
            return [_hash(block, catalog)]
        case Reveal():
            return []
        case Panel():
            told = hint(block, look.mode)
            return [*panel_lines(block, look, catalog), *([said(told, catalog)] if told else [])]


def _hint(screen: Screen, look: Look) -> bool:
    return any(isinstance(block, Panel) and hint(block, look.mode) for block in screen.blocks)


def _hash(value: Hash, catalog: Catalog) -> str:
    """All 64 digits in one piece, so that they can be copied and compared."""
    return f"-# {said(value.label, catalog)} `{value.value}`"


def _line(line: Line, catalog: Catalog, *, public: bool) -> str:
    words = said(line.text, catalog)
    told = f"{words} {shown(Cards(line.cards), catalog)}" if line.cards else words
    heading = line.style is Style.HEADING and not public
    return (_PRIVATE_HEADING if heading else _STYLES[line.style]).format(told)


def _opened(screen: Screen, step: int, catalog: Catalog) -> list[Paragraph]:
    """One row of every player, the dealer's first, above the values that were fixed before."""
    paragraphs: list[Paragraph] = [[]]
    title = ""
    for block in screen.blocks:
        if isinstance(block, Hash):
            paragraphs[-1].append(_hash(block, catalog))
        elif isinstance(block, Reveal):
            title = said(reveals.title(screen, step), catalog)
            paragraphs += [RULE, *reveals.turned_over(block, step, markup(catalog)), RULE, []]
    return [[_STYLES[Style.HEADING].format(title), *paragraphs[0]], *paragraphs[1:]]


def _pressed(screen: Screen, look: Look) -> list[Item]:
    panel = next((block for block in screen.blocks if isinstance(block, Panel)), None)
    return panel_items(panel, screen, look) if panel else button_rows(screen.buttons, look.catalog)


def _displays(paragraphs: Iterable[Paragraph]) -> list[Item]:
    """Each paragraph with some room around it, and a line for a rule."""
    return [
        discord.ui.TextDisplay("\n".join(lines)) if lines != RULE else discord.ui.Separator()
        for lines in paragraphs
        if lines
    ]


def _accent(screen: Screen, look: Look) -> int:
    """Gold for a home run, but not while rows are turned over: it would tell the end of it."""
    if reveals.is_opening(screen, look.step):
        return ACCENTS[screen.kind]
    told = {block.text.key for block in screen.blocks if isinstance(block, Line)}
    return _GOLD if _HOME_RUNS & told else ACCENTS[screen.kind]
