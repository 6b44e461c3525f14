"""A button's fields as lines with a row of choices for each, and which choice was pressed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from telegram import InlineKeyboardButton as Key

from bot.platforms.telegram.drawing import Drawn
from bot.platforms.telegram.keyboards import Row, behind_token, key, keyboard, wrapped
from bot.platforms.telegram.marks import Look, marked, said, strong
from bot.pressed import CHOICE, PRESS, Pressed
from bot.screens.model import Button, Field, Text
from bot.tokens import Verb, parse, show

_CHOSEN: Final = {"option/seconds-or-none": "telegram/seconds"}
"""Labels that say what may be typed, as they read where a value is only chosen."""

_LEADS_BACK: Final = {Verb.CONFIGURE: Verb.SETTINGS, Verb.CHANGE: Verb.CHAT}
"""Which screen a form came from."""


def form(button: Button, look: Look) -> Drawn:
    """The form of a button; each choice takes effect by itself, and the form is shown again with it."""
    catalog = marked(look.catalog)
    lines = [strong(said(button.text, catalog)), "", *(said(_shown(field), catalog) for field in button.fields)]
    rows = [line for at, field in enumerate(button.fields) for line in _choices(button, field, look, at=at)]
    return Drawn("\n".join(lines), keyboard([*rows, *_back(button, look)]))


def entered(button: Button, pressed: Pressed) -> Mapping[str, str]:
    """Field name → value of a choice that was pressed; nothing for one that the form does not have."""
    field, _, choice = pressed.mode.partition(".")
    found = dict(_numbered(button))
    return found.get((field, choice), {})


def options(field: Field) -> tuple[tuple[str, Text], ...]:
    """What can be chosen for a field: its choices, or values within its limits."""
    return field.choices or field.presets


def _numbered(button: Button) -> Iterator[tuple[tuple[str, str], Mapping[str, str]]]:
    for at, field in enumerate(button.fields):
        for number, (value, _) in enumerate(options(field)):
            yield (str(at), str(number)), {field.name: value}


def _shown(field: Field) -> Text:
    """The field and what holds now; one that no choice fits says it as it is."""
    text = next((text for value, text in options(field) if value == field.value), None)
    label = Text(_CHOSEN.get(field.label.key, field.label.key), field.label.facts)
    return Text("telegram/field", {"label": label, "value": text or field.value or Text("telegram/nothing")})


def _choices(button: Button, field: Field, look: Look, *, at: int) -> list[Row]:
    return wrapped([_choice(button, field, look, at=(at, number)) for number in range(len(options(field)))])


def _choice(button: Button, field: Field, look: Look, *, at: tuple[int, int]) -> Key:
    value, text = options(field)[at[1]]
    chosen = value == field.value
    shown = Text("telegram/chosen", {"shown": text}) if chosen else text
    behind = behind_token(button.token, look, kind=CHOICE, mode=f"{at[0]}.{at[1]}")
    return key(shown, behind, look, style="success" if chosen else None)


def _back(button: Button, look: Look) -> list[Row]:
    asked = parse(button.token)
    leads = _LEADS_BACK.get(asked.verb)
    if leads is None:
        return []
    behind = behind_token(show(replace(asked, verb=leads, arg="")), look, kind=PRESS)
    return [[key(Text("button/back"), behind, look)]]
