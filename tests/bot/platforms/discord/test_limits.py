"""No screen, in no language and with nothing that stands in it, breaks what Discord allows."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.i18n import catalog, languages
from bot.platforms.discord.drawing import split
from bot.platforms.discord.forms import modal
from bot.tokens import parse
from tests.bot.platforms.discord.worst import looks, payload
from tests.bot.platforms.worst import screens
from tests.e2e.discord.hand_rules import BUTTON, DISPLAY, SELECTS, message_faults, modal_faults, walk

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]
LANGUAGES = pytest.mark.parametrize("language", languages())


@LANGUAGES
async def test_every_message_keeps_discords_limits_is_said_in_words_and_has_presses_that_are_read_again(language: str):
    words, kinds, faults = catalog(language), set[str](), dict[str, list[str]]()
    for name, screen in screens():
        for look in looks(screen, words):
            message = payload(screen, look)
            found = message_faults(message)
            for part in walk(message["components"]):
                found += [f"not in words: {shown}" for shown in shown_by(part) if "{" in shown or "discord/" in shown]
                kinds |= pressed_by(part)
            if found:
                faults[f"{name} {look.mode} {look.step}"] = found
    assert faults == {}
    assert kinds == {"press", "form", "view", "pick"}


def shown_by(part: Mapping[str, Any]) -> list[str]:
    """What a part of a message says."""
    said = {DISPLAY: part.get("content"), BUTTON: part.get("label")}.get(part["type"])
    return [said] if said else []


def pressed_by(part: Mapping[str, Any]) -> set[str]:
    """What kind of press a part asks for; what stands behind it can be read."""
    if "custom_id" not in part or part.get("disabled"):
        return set()
    read = split(part["custom_id"])
    tokens = [option["value"] for option in part["options"]] if part["type"] in SELECTS else [read.token]
    assert all(map(parse, tokens))
    return {read.kind}


@LANGUAGES
async def test_every_form_keeps_discords_limits(language: str):
    words = catalog(language)
    faults, seen = {}, 0
    for name, screen in screens():
        for button in (button for row in screen.buttons for button in row if button.fields):
            form = modal(button, words)
            sent = {"title": form.title, "custom_id": form.custom_id, "components": form.to_components()}
            seen += 1
            if found := modal_faults(sent):
                faults[name] = found
    assert seen > 20
    assert faults == {}
