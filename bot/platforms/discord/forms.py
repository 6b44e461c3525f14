"""A button's fields as a form, and what was entered."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord

from bot.i18n import Catalog
from bot.lengths import clipped
from bot.platforms.discord.marks import label
from bot.pressed import show
from bot.screens.model import Button, Cards, Field

LONGEST: Final = 45
_OPTION: Final = 100
_OPTIONS: Final = 25
_LONGEST_INPUT: Final = 4000


def modal(button: Button, catalog: Catalog, *, mode: str = "") -> discord.ui.Modal:
    """The form of a button; stopped, so that nothing of it is kept, its custom id is a press of the button."""
    title = label(button.text, catalog, most=LONGEST)
    form = discord.ui.Modal(title=title, custom_id=show(button.token, mode=mode))
    for field in button.fields:
        form.add_item(
            discord.ui.Label(text=label(field.label, catalog, most=LONGEST), component=_input(field, catalog))
        )
    form.stop()
    return form


def entered(interaction_data: Mapping[str, Any]) -> dict[str, str]:
    """Field name → value, from the raw payload of a form."""
    return {part["custom_id"]: _value(part) for part in _parts(interaction_data.get("components") or ())}


def _input(field: Field, catalog: Catalog) -> discord.ui.Item[Any]:
    if not field.choices:
        longest = min(max(field.longest, 1), _LONGEST_INPUT)
        value = clipped(field.value or catalog.show(Cards(field.cards)), longest)
        return discord.ui.TextInput(
            custom_id=field.name, default=value or None, max_length=longest, required=not field.optional
        )
    options = [
        discord.SelectOption(label=label(text, catalog, most=_OPTION), value=value, default=value == field.value)
        for value, text in field.choices[:_OPTIONS]
    ]
    return discord.ui.Select(custom_id=field.name, options=options)


def _value(part: Mapping[str, Any]) -> str:
    values = part.get("values")
    return str(values[0] if values else part.get("value") or "")


def _parts(components: Any) -> Iterator[Mapping[str, Any]]:
    for part in components:
        if "custom_id" in part:
            yield part
        yield from _parts(part.get("components") or ())
        if part.get("component"):
            yield from _parts([part["component"]])
