"""What Telegram would be sent of the worst screens."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from bot.i18n import Catalog
from bot.platforms.telegram.drawing import Drawn, Look, draw
from bot.screens.board import board_screen
from bot.screens.lobby import lobby_screen
from bot.screens.model import Name, Screen, Text
from core.ids import ChatId
from core.table.view import board_view, lobby_view
from tests.bot.platforms import worst
from tests.bot.platforms.worst import worsened
from tests.bot.screens.gallery import rule_set_options
from tests.tables import PEOPLE, dealt, opened, started

BOT = "a_bot_whose_name_is_as_long_bot"
HOME = ChatId(f"telegram:{-(2**52)}/{2**31 - 1}")
MODES = (
    *("", "m", "cb", "cm", "cf", "cbm", "cmm", "cbx0", "cbxg", "cbmx3", "nonsense0"),
    *("lb0", "lm0", "lf0", "lb1", "lbz", "lm9"),
)


@cache
def screens() -> tuple[tuple[str, Screen], ...]:
    """Those of all chat platforms, and those where people must first open the bot."""
    closed = tuple(locked())
    return (*worst.screens(), *closed, *((f"{name}, worst", worsened(screen)) for name, screen in closed))


def locked() -> Iterator[tuple[str, Screen]]:
    """Lobby and boards with somebody who has not opened the bot."""
    people = frozenset(actor.person for actor in PEOPLE)
    options = rule_set_options("bonus")
    yield "locked lobby", lobby_screen(lobby_view(opened(options).table), locked_out=people)
    yield "locked cutting", board_screen(board_view(started(4, options).table), locked_out=people)
    yield "locked arranging", board_screen(board_view(dealt(4, options).table), locked_out=people)


def looks(screen: Screen, catalog: Catalog) -> Iterator[Look]:
    """Every way to draw it."""
    toast = Text("player/elsewhere", {"chat": Name("漢" * 100)})
    yield Look(catalog, toast=toast, bot=BOT, home=HOME)
    yield Look(catalog, buttons=False)
    for step in (1, 2) if screen.kind == "result" else ():
        yield Look(catalog, step=step, bot=BOT)
    for mode in MODES if screen.kind in {"hand", "daily"} else ():
        yield Look(catalog, mode=mode, home=HOME)


def sent(drawn: Drawn) -> dict[str, Any]:
    """What a message sends."""
    keyboard = {"reply_markup": drawn.keyboard.to_dict()} if drawn.keyboard else {}
    return {"text": drawn.text, "parse_mode": "HTML", **keyboard}


def payload(screen: Screen, look: Look) -> dict[str, Any]:
    """What a message of this screen sends."""
    return sent(draw(screen, look))
