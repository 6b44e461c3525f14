"""No screen, in no language and with nothing that stands in it, breaks what Discord allows."""

import pytest

from bot.i18n import DEFAULT, catalog, languages
from bot.platforms.discord.drawing import split
from bot.platforms.discord.forms import modal
from bot.tokens import parse
from tests.bot.platforms.discord.worst import looks, payload
from tests.bot.platforms.worst import screens
from tests.e2e.discord.hand_rules import BUTTON, DISPLAY, SELECTS, message_faults, modal_faults, walk

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]
LANGUAGES = pytest.mark.parametrize("language", languages())


@LANGUAGES
async def test_every_message_keeps_discords_limits(language: str):
    words = catalog(language)
    faults = {}
    for name, screen in screens():
        for look in looks(screen, words):
            if found := message_faults(payload(screen, look)):
                faults[f"{name} {look.mode} {look.step}"] = found
    assert faults == {}


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


async def test_every_press_is_read_again():
    pressed = set()
    for _, screen in screens():
        for look in looks(screen, catalog(DEFAULT)):
            for part in walk(payload(screen, look)["components"]):
                if "custom_id" in part and not part.get("disabled"):
                    read = split(part["custom_id"])
                    tokens = (
                        [option["value"] for option in part["options"]] if part["type"] in SELECTS else [read.token]
                    )
                    pressed |= {read.kind}
                    assert all(parse(token) for token in tokens)
    assert pressed == {"press", "form", "view", "pick"}


@LANGUAGES
async def test_every_text_is_said_in_words(language: str):
    for name, screen in screens():
        for look in looks(screen, catalog(language)):
            for part in walk(payload(screen, look)["components"]):
                shown = (
                    part.get("content")
                    if part["type"] == DISPLAY
                    else part.get("label")
                    if part["type"] == BUTTON
                    else ""
                )
                assert "{" not in (shown or ""), (name, shown)
                assert "discord/" not in (shown or ""), (name, shown)
