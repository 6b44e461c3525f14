"""A screen as one Telegram message: HTML text and the buttons below it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.i18n import Catalog
from bot.lengths import LONGEST_NAME
from bot.platforms.telegram.keyboards import Row, buttons, keyboard, link, wrapped
from bot.platforms.telegram.marks import Look, folded, length, marked, markup, said, spoken, strong
from bot.platforms.telegram.panel import now_text, panel_keys, panel_lines
from bot.screens import reveals, sides
from bot.screens.model import Button, Cards, Hash, Line, Panel, Reveal, Screen, Style, Text
from bot.tokens import parse

__all__ = ["Drawn", "Look", "draw", "start_link"]

Paragraph = list[str]

MOST: Final = 4096
_SHORTER: Final = (LONGEST_NAME, 16, 8, 4)
"""How long names may be, until the text of a message fits."""

_ROOM: Final = 3800
"""For blocks; a toast has the rest."""

_EMPTY: Final = "hand/empty-"
"""What to do with an empty hand; card by card it is said otherwise."""

_BOARD: Final = "arranging"
_STARTS: Final = {"lobby": "j", "cutting": "h", _BOARD: "h"}
"""What a deep link of this kind of screen asks for: a seat's welcome, or the hand."""

_LONG: Final = frozenset({"why", "rules", "help", "both"})
"""Kinds whose strong lines are headings, each with some room above."""

_LOCKED: Final = frozenset({"dm/closed", "dm/need-start"})
_OTHER_WORDS: Final[Mapping[str, str]] = {"dm/closed": "dm/need-start", "button/hand": "telegram/hand"}
"""Texts that read otherwise here: cards come in the private chat, and 看牌 only shows them."""


@dataclass(frozen=True)
class Drawn:
    """A message: HTML of at most 4096 once it is parsed, and its keyboard."""

    text: str
    keyboard: InlineKeyboardMarkup | None


def draw(screen: Screen, look: Look) -> Drawn:
    """The screen as one message."""
    opening = reveals.is_opening(screen, look.step)
    keys = keyboard(_keys(screen, look)) if look.buttons and not opening else None
    return Drawn(_fitting(screen, look), keys)


def start_link(bot: str, payload: str = "") -> str:
    """The address that opens the private chat with the bot, with something to begin with."""
    return f"https://t.me/{bot}?start={payload}" if payload else f"https://t.me/{bot}"


def _fitting(screen: Screen, look: Look) -> str:
    """The text, with names as long as the message has room for."""
    toast = [[spoken(look.toast, look.catalog)]] if look.toast else []
    text = ""
    for longest in _SHORTER:
        paragraphs = _paragraphs(screen, look, marked(look.catalog, longest=longest))
        text = "\n\n".join("\n".join(lines) for lines in [*paragraphs, *toast] if lines)
        if length(text) <= _ROOM:
            break
    return text


def _paragraphs(screen: Screen, look: Look, catalog: Catalog) -> list[Paragraph]:
    if not screen.blocks:
        return [[said(Text("hand/closed"), catalog)]]
    proof = _proof(screen, catalog)
    if reveals.is_opening(screen, look.step):
        return [*_opened(screen, look.step, catalog), proof]
    found: list[Paragraph] = [[]]
    for block in screen.blocks[: len(screen.blocks) - len(_small_print(screen))]:
        match block:
            case Line() if not (block.text.key.startswith(_EMPTY) and _says_what_to_do(screen, look)):
                found += [[]] if block.style is Style.STRONG and screen.kind in _LONG and found[-1][1:] else []
                found[-1].append(_line(block, catalog))
            case Panel():
                found[-1][1:1] = [sides.whole_hand(block, catalog)]
                found += [panel_lines(block, look, catalog), []]
            case Reveal():
                found += [*reveals.strips(block, markup(catalog)), []]
            case _:
                pass
    return [*found, proof]


def _small_print(screen: Screen) -> tuple[Line, ...]:
    """The lines in small print behind a commitment, which belong to it."""
    at = max((number for number, block in enumerate(screen.blocks) if isinstance(block, Hash)), default=None)
    rest = screen.blocks[at + 1 :] if at is not None else ()
    return tuple(block for block in rest if isinstance(block, Line) and block.style is Style.SMALL)


def _proof(screen: Screen, catalog: Catalog) -> Paragraph:
    """All that can be compared, folded together: its 64 digits would push the rest of a board away."""
    values = [f"{said(block.label, catalog)} {block.value}" for block in screen.blocks if isinstance(block, Hash)]
    small = [_line(line, catalog) for line in _small_print(screen)]
    return [folded([*values, *small])] if values else []


def _says_what_to_do(screen: Screen, look: Look) -> bool:
    return any(isinstance(block, Panel) and now_text(block, look.mode) for block in screen.blocks)


def _line(line: Line, catalog: Catalog) -> str:
    words = said(_worded(line.text), catalog)
    shown = f"{words} {catalog.show(Cards(line.cards))}" if line.cards else words
    return strong(shown) if line.style in {Style.HEADING, Style.STRONG} else shown


def _worded(text: Text) -> Text:
    return replace(text, key=_OTHER_WORDS.get(text.key, text.key))


def _opened(screen: Screen, step: int, catalog: Catalog) -> list[Paragraph]:
    """One row of every player, the dealer's first."""
    return [
        paragraph
        for block in screen.blocks
        if isinstance(block, Reveal)
        for paragraph in (
            [strong(said(reveals.title(screen, step), catalog))],
            *reveals.turned_over(block, step, markup(catalog)),
        )
    ]


def _keys(screen: Screen, look: Look) -> list[Row]:
    panel = next((block for block in screen.blocks if isinstance(block, Panel)), None)
    if panel:
        return panel_keys(panel, screen, look)
    rows = [[replace(button, text=_worded(button.text)) for button in row] for row in screen.buttons]
    return [*_first(screen, rows, look), *_starts(screen, look)]


def _first(screen: Screen, rows: list[list[Button]], look: Look) -> list[Row]:
    """The rows, on a board where people arrange with the way to the private chat in front."""
    if screen.kind != _BOARD or not look.bot or not rows:
        return buttons(rows, look)
    there = link(Text("telegram/arrange"), start_link(look.bot), look)
    front = [key for row in buttons(rows[:1], look) for key in row]
    return [*wrapped([there, *front]), *buttons(rows[1:], look)]


def _starts(screen: Screen, look: Look) -> list[Row]:
    """The way to open the private chat, where somebody who is waited for has not."""
    told = {block.text.key for block in screen.blocks if isinstance(block, Line)}
    table = _table(screen)
    if not look.bot or not told & _LOCKED or not table or screen.kind not in _STARTS:
        return []
    return [[link(Text("telegram/start"), start_link(look.bot, f"{_STARTS[screen.kind]}{table}"), look)]]


def _table(screen: Screen) -> str:
    """The table of a screen's buttons in base 36, as it stands in their tokens; "" where none means one."""
    tokens: Iterable[str] = (button.token for row in screen.buttons for button in row if button.token)
    return next((token.split(".")[2] for token in tokens if parse(token).table), "")
