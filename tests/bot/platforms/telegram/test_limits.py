"""No screen, in no language and with nothing that stands in it, breaks what Telegram allows."""

from collections.abc import Iterator
from functools import cache

import pytest
from telegram import InlineKeyboardButton

from bot.i18n import DEFAULT, catalog, languages
from bot.platforms.telegram.drawing import Drawn, Look, draw
from bot.platforms.telegram.forms import form
from bot.platforms.telegram.marks import length
from bot.pressed import split
from bot.tokens import parse
from tests.bot.platforms.telegram.worst import HOME, looks, screens, sent
from tests.e2e.telegram.hand_rules import CAPTION, request_faults
from tests.e2e.telegram.markup import parsed, utf16

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]
LANGUAGES = pytest.mark.parametrize("language", languages())
CAPTIONS = frozenset({"hand", "lobby", "void", "match", "welcome"})
"""Kinds that would fit a picture's caption whatever stands in them; a result without a picture needs more."""


@cache
def messages(language: str) -> tuple[tuple[str, str, Look, Drawn], ...]:
    """Name, kind, look and drawing of every screen in every way."""
    return tuple(
        (f"{name} {look.mode} {look.step}", screen.kind, look, draw(screen, look))
        for name, screen in screens()
        for look in looks(screen, catalog(language))
    )


def forms(language: str) -> Iterator[tuple[str, Drawn]]:
    for name, screen in screens():
        for button in (button for row in screen.buttons for button in row if button.fields):
            yield name, form(button, Look(catalog(language), home=HOME))


def keys(drawn: Drawn) -> list[InlineKeyboardButton]:
    return [button for row in drawn.keyboard.inline_keyboard for button in row] if drawn.keyboard else []


@LANGUAGES
def test_every_message_keeps_telegrams_limits(language: str):
    faults = {
        name: found for name, _, _, drawn in messages(language) if (found := request_faults("sendMessage", sent(drawn)))
    }
    assert faults == {}


@LANGUAGES
def test_every_form_keeps_telegrams_limits(language: str):
    found = list(forms(language))
    assert len(found) > 20
    assert [name for name, drawn in found if request_faults("sendMessage", sent(drawn))] == []


@LANGUAGES
def test_hands_and_lobbies_would_fit_a_caption(language: str):
    lengths = {
        name: utf16(parsed(drawn.text)[0])
        for name, kind, look, drawn in messages(language)
        if kind in CAPTIONS and not look.toast
    }
    assert {name: found for name, found in lengths.items() if found > CAPTION} == {}


def test_a_length_is_what_telegram_counts_after_parsing():
    for *_, drawn in messages("en"):
        assert length(drawn.text) == utf16(parsed(drawn.text)[0])


def test_every_press_is_read_again():
    drawn = [*(each for *_, each in messages(DEFAULT)), *(each for _, each in forms(DEFAULT))]
    read = {split(str(key.callback_data)) for each in drawn for key in keys(each) if key.callback_data}
    assert all(parse(each.token) for each in read)
    assert {each.kind for each in read} == {"press", "form", "view", "choice"}
    assert {each.chat for each in read} == {"", HOME.partition(":")[2]}


def test_links_lead_to_telegram_or_to_the_secure_web():
    links = {key.url for *_, drawn in messages(DEFAULT) for key in keys(drawn) if key.url}
    assert any(link.startswith("https://t.me/") for link in links)
    assert all(link.startswith(("https://", "tg://")) for link in links)


@LANGUAGES
def test_every_text_is_said_in_words(language: str):
    for name, _, _, drawn in messages(language):
        for shown in (drawn.text, *(key.text for key in keys(drawn))):
            assert "{" not in shown, name
            assert "telegram/" not in shown, name
            assert "panel/" not in shown, name
