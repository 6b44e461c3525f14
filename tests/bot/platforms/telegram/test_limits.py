"""No screen, in no language and with nothing that stands in it, breaks what Telegram allows."""

from collections.abc import Iterator

import pytest
from telegram import InlineKeyboardButton

from bot.i18n import catalog, languages
from bot.platforms.telegram.drawing import Drawn, Look, draw
from bot.platforms.telegram.forms import form
from bot.platforms.telegram.marks import length
from bot.pressed import Pressed, split
from bot.tokens import parse
from tests.bot.platforms.telegram.worst import HOME, looks, screens, sent
from tests.e2e.telegram.hand_rules import CAPTION, request_faults
from tests.e2e.telegram.markup import parsed, utf16

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]
LANGUAGES = pytest.mark.parametrize("language", languages())
CAPTIONS = frozenset({"hand", "lobby", "void", "match", "welcome"})
"""Kinds that would fit a picture's caption whatever stands in them; a result without a picture needs more."""


class Lint:
    """What is wrong with messages, and what all of their keys ask for; `drawn` looks at one more."""

    def __init__(self) -> None:
        self.faults: dict[str, list[str]] = {}
        self.read = set[Pressed]()
        self.links = set[str]()

    def drawn(self, name: str, kind: str, *, look: Look, drawn: Drawn) -> None:
        message, shown = sent(drawn), parsed(drawn.text)[0]
        found = request_faults("sendMessage", message)
        found += ["counted otherwise"] if length(drawn.text) != utf16(shown) else []
        found += ["no caption"] if kind in CAPTIONS and not look.toast and utf16(shown) > CAPTION else []
        for text in (drawn.text, *(key.text for key in keys(drawn))):
            found += [f"not in words: {text}"] if any(sign in text for sign in ("{", "telegram/", "panel/")) else []
        self.read |= {split(str(key.callback_data)) for key in keys(drawn) if key.callback_data}
        self.links |= {key.url for key in keys(drawn) if key.url}
        if found:
            self.faults[f"{name} {look.mode} {look.step}"] = found


def forms(language: str) -> Iterator[tuple[str, Drawn]]:
    for name, screen in screens():
        for button in (button for row in screen.buttons for button in row if button.fields):
            yield name, form(button, Look(catalog(language), home=HOME))


def keys(drawn: Drawn) -> list[InlineKeyboardButton]:
    return [button for row in drawn.keyboard.inline_keyboard for button in row] if drawn.keyboard else []


@LANGUAGES
def test_every_message_keeps_telegrams_limits_is_said_in_words_and_leads_where_it_should(language: str):
    lint = Lint()
    for name, screen in screens():
        for look in looks(screen, catalog(language)):
            lint.drawn(name, screen.kind, look=look, drawn=draw(screen, look))
    assert lint.faults == {}
    assert all(parse(each.token) for each in lint.read)
    assert {each.kind for each in lint.read} >= {"press", "form", "view"}
    assert {each.chat for each in lint.read} == {"", HOME.partition(":")[2]}
    assert any(link.startswith("https://t.me/") for link in lint.links)
    assert all(link.startswith(("https://", "tg://")) for link in lint.links)


@LANGUAGES
def test_every_form_keeps_telegrams_limits_and_its_choices_are_read_again(language: str):
    found = list(forms(language))
    assert len(found) > 20
    assert [name for name, drawn in found if request_faults("sendMessage", sent(drawn))] == []
    read = {split(str(key.callback_data)) for _, drawn in found for key in keys(drawn) if key.callback_data}
    assert all(parse(each.token) for each in read)
    assert "choice" in {each.kind for each in read}
