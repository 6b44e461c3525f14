"""Messages as a Telegram chat would show them: one HTML page, light or dark, for a look by eye.

`python -m tests.e2e.telegram.looking <folder>` draws every kind of screen there, with pictures where Chromium is.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright
from telegram import InlineKeyboardMarkup

from bot.i18n import catalog
from bot.platforms.telegram.drawing import Drawn, Look, draw
from bot.platforms.telegram.forms import form
from bot.screens.model import Reveal, Screen
from tests.bot.platforms.telegram.worst import screens
from tests.e2e.telegram.markup import parsed, utf16

CHROMIUM: Final = "/usr/bin/chromium"
WIDTH: Final = 390
_TAGS: Final = {
    "bold": "b",
    "italic": "i",
    "code": "code",
    "date_time": "u",
    "text_link": "u",
    "blockquote": "blockquote",
    "expandable_blockquote": "blockquote",
}
_THEMES: Final = {
    "light": {"chat": "#d5e3c5", "bubble": "#ffffff", "text": "#000000", "key": "#7ea672cc", "link": "#168acd"},
    "dark": {"chat": "#0e1621", "bubble": "#182533", "text": "#f5f5f5", "key": "#2b3f53", "link": "#6ab3f3"},
}
_KEYS: Final = {"primary": "#3390ec", "success": "#3fa34d", "danger": "#d9534f"}
_STYLE: Final = """
body {{ margin: 0; background: {chat}; font: 16px/1.3 "Noto Sans CJK TC", "Noto Sans TC", sans-serif; width: {width}px }}
.message {{ margin: 8px 8px 14px {left}px; max-width: {most}px; width: fit-content; min-width: {least}px }}
.bubble {{ background: {bubble}; color: {text}; border-radius: 14px; padding: 7px 10px; white-space: pre-wrap;
  overflow-wrap: anywhere }}
.bubble u {{ text-decoration: none; color: {link} }}
blockquote {{ margin: 2px 0; padding: 2px 8px; border-left: 3px solid {link}; background: {link}1a; border-radius: 4px;
  font-size: 14px; max-height: 3.9em; overflow: hidden }}
.row {{ display: flex; gap: 3px; margin-top: 3px }}
.key {{ flex: 1 1 0; min-width: 0; background: {key}; color: #fff; border-radius: 7px; padding: 8px 4px; font-size: 15px;
  text-align: center; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }}
h4 {{ margin: 10px 8px 0; font: 11px sans-serif; color: #888 }}
"""


@dataclass(frozen=True)
class Chat:
    """Where messages stand: a group keeps room for faces at its left."""

    theme: str = "light"
    left: int = 46


def page(messages: Iterable[tuple[str, Drawn]], chat: Chat) -> str:
    """A whole page."""
    colours = _THEMES[chat.theme]
    room = WIDTH - chat.left - 8
    style = _STYLE.format(**colours, width=WIDTH, left=chat.left, most=room, least=room * 0.8)
    body = "".join(f"<h4>{escape(name)}</h4>{message(drawn)}" for name, drawn in messages)
    return f'<!doctype html><meta charset="utf-8"><style>{style}</style>{body}'


def message(drawn: Drawn) -> str:
    """One bubble with its keyboard."""
    text, entities = parsed(drawn.text)
    keys = "".join(f'<div class="row">{"".join(map(_key, row))}</div>' for row in _rows(drawn.keyboard))
    return f'<div class="message"><div class="bubble">{_marked(text, entities)}</div>{keys}</div>'


def photograph(pages: dict[str, str], folder: Path) -> list[Path]:
    """A picture of each page, twice as sharp."""
    found = []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": WIDTH, "height": 800}, device_scale_factor=2)
        for name, html in pages.items():
            (folder / f"{name}.html").write_text(html, encoding="utf-8")
            view.set_content(html)
            view.screenshot(path=folder / f"{name}.png", full_page=True)
            found.append(folder / f"{name}.png")
        browser.close()
    return found


def _rows(keyboard: InlineKeyboardMarkup | None) -> Sequence[Sequence[dict[str, Any]]]:
    return keyboard.to_dict()["inline_keyboard"] if keyboard else ()


def _key(button: dict[str, Any]) -> str:
    colour = _KEYS.get(button.get("style", ""), "")
    style = f' style="background:{colour}"' if colour else ""
    mark = " ↗" if "url" in button else ""
    return f'<div class="key"{style}>{escape(button["text"])}{mark}</div>'


def _marked(text: str, entities: Sequence[dict[str, Any]]) -> str:
    """The text with its entities as tags; offsets count UTF-16."""
    opened: dict[int, str] = {}
    closed: dict[int, str] = {}
    for entity in entities:
        tag = _TAGS[entity["type"]]
        end = entity["offset"] + entity["length"]
        opened[entity["offset"]] = opened.get(entity["offset"], "") + f"<{tag}>"
        closed[end] = f"</{tag}>" + closed.get(end, "")
    found, at = [], 0
    for sign in text:
        found.append(f"{closed.get(at, '')}{opened.get(at, '')}{escape(sign)}")
        at += utf16(sign)
    return "".join(found) + closed.get(at, "")


GROUP: Final = (
    ("lobby", "joker: lobby with a computer", ""),
    ("lobby, one must open the bot", "locked lobby", ""),
    ("cutting", "joker: one has cut", ""),
    ("arranging", "bonus: arranging", ""),
    ("arranging, some must open the bot", "locked arranging", ""),
    ("result", "joker: result 0", ""),
    ("void", "joker: void ended", ""),
    ("match", "joker: match", ""),
)
HAND: Final = (
    ("hand", "joker: listed hand, empty", ""),
    ("more", "joker: listed hand, back", "m"),
    ("list of the back", "joker: listed hand, empty", "lb0"),
    ("list of the middle, page 2", "joker: hand of many choices, back", "lm1"),
    ("card by card", "joker: listed hand, part", "cb"),
    ("two cards to swap", "joker: listed hand, best", "cbx3"),
    ("ready", "joker: listed hand, best", ""),
    ("out of order", "joker: listed hand, turned", ""),
    ("submitted", "joker: submitted 0", ""),
)
PRIVATE: Final = tuple(
    (name, f"joker: {name}", "")
    for name in (
        *(
            "welcome",
            "settings",
            "why 0 0",
            "coach front-weak",
            "both front-weak",
            "proof 0",
            "question before the end",
        ),
        *("rank", "me with lessons", "chat settings", "chat item pings is waiting", "own settings auto", "log"),
        *("rules", "rules order", "rules cards", "rules examples", "help", "season question"),
    )
)
SIX: Final = (
    *(("table", f"{rules}: {name}", "") for rules in ("taiwan", "hongkong") for name in ("unusual settings",)),
    ("drawing", "taiwan: first opening, 4 people", ""),
    ("cutting", "taiwan: after it, 4 people", ""),
    ("staking", "hongkong: first opening, 4 people", ""),
    ("in line", "taiwan: lobby with people in line", ""),
    *(("result", f"{rules}: result 0", "") for rules in ("taiwan", "hongkong", "standard", "international")),
    ("match", "taiwan: match", ""),
)
ASKED: Final = (
    ("special", "standard: a special 2s 2h", ""),
    ("declared", "standard: declared 2s 2h", ""),
    ("rows of a special", "standard: best rows of it 2s 2h", ""),
    ("natural", "hongkong: a special 2s 2h", ""),
    *(("foul", f"{rules}: warned of a foul 0, hints on", "") for rules in ("taiwan", "hongkong", "standard")),
    *(("why", f"{rules}: why 0 0", "") for rules in ("taiwan", "hongkong", "standard")),
)
WORST: Final = tuple((name, name, "") for name in ("joker: worst lobby, worst", "joker: worst arranging, worst"))


def main(folder: Path) -> None:
    """Draw every page."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {}
    for theme in _THEMES:
        for name, chosen, left in (
            ("group", GROUP, 46),
            ("hand", HAND, 8),
            ("private", PRIVATE, 8),
            ("six", SIX, 46),
            ("asked", ASKED, 8),
            ("worst", WORST, 46),
        ):
            drawn = _drawn(chosen, Look(catalog("zh-TW"), bot="shisanzhi_bot"))
            drawn += _forms() if name == "private" else []
            pages[f"{name}-{theme}"] = page(drawn, Chat(theme, left))
    for name, chosen, left in (("group", GROUP, 46), ("hand", HAND, 8), ("private", PRIVATE, 8)):
        pages[f"{name}-en"] = page(_drawn(chosen, Look(catalog("en"), bot="shisanzhi_bot")), Chat("light", left))
    for path in photograph(pages, folder):
        print(path)  # where the pictures are


def _drawn(chosen: Iterable[tuple[str, str, str]], look: Look) -> list[tuple[str, Drawn]]:
    known = dict(screens())
    found = []
    for name, screen, mode in chosen:
        found += [(name, draw(known[screen], replace(look, mode=mode)))]
        if name == "result":
            found.append(("reveal, first row", draw(_stepped(known[screen]), replace(look, step=1))))
    return found


def _stepped(screen: Screen) -> Screen:
    """The result as a table shows it that turns over row by row."""
    blocks = [replace(block, steps=True) if isinstance(block, Reveal) else block for block in screen.blocks]
    return replace(screen, blocks=tuple(blocks))


def _forms() -> list[tuple[str, Drawn]]:
    known = dict(screens())["joker: settings"]
    look = Look(catalog("zh-TW"))
    return [("form", form(button, look)) for row in known.buttons for button in row if button.fields]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
