"""What holds for every screen: each test names the screens that break it."""

import pytest

from bot.i18n import DEFAULT, Catalog, catalog, languages
from bot.screens.codec import dump_screen, load_screen
from bot.screens.model import Button, Field, Hash, Screen, Text
from bot.tokens import LONGEST, parse, show
from tests.bot.screens.gallery import gallery
from tests.bot.screens.walk import buttons, parts, texts, tokens, words

LANGUAGES = pytest.mark.parametrize("words_of", [catalog(language) for language in languages()], ids=languages())


def breaking(holds) -> list[str]:
    return [name for name, screen in gallery() if not holds(screen)]


def said(text: Text, words_of: Catalog) -> str:
    return words_of.text(text.key, text.facts)


def test_the_gallery_holds_every_kind_of_screen():
    kinds = {screen.kind for _, screen in gallery()}
    assert kinds == {
        *("lobby", "settings", "cutting", "arranging", "end", "hand", "result", "void"),
        *("why", "proof", "match", "rank", "me", "rules", "help", "welcome", "coach", "both"),
        *("chat-settings", "chat-item", "chat-season", "chat-log", "own-settings", "call"),
        *("daily", "daily-card", "daily-share"),
    }


@LANGUAGES
def test_every_text_has_its_words_in_every_language(words_of: Catalog):
    unknown = {text.key for _, screen in gallery() for text in texts(screen) if not words_of.has(text.key)}
    assert unknown == set()


@LANGUAGES
def test_every_place_of_a_text_is_filled(words_of: Catalog):
    open_places = {text.key for _, screen in gallery() for text in texts(screen) if "{" in said(text, words_of)}
    assert open_places == set()


def test_every_token_is_at_most_64_bytes_and_is_read_again():
    assert breaking(lambda screen: all(1 <= len(token.encode()) <= LONGEST for token in tokens(screen))) == []
    assert breaking(lambda screen: all(show(parse(token)) == token for token in tokens(screen))) == []


def test_no_two_presses_of_a_screen_are_the_same():
    assert breaking(lambda screen: len(tokens(screen)) == len(set(tokens(screen)))) == []


def test_rows_of_buttons_fit_every_platform():
    assert breaking(lambda screen: all(1 <= len(row) <= 8 for row in screen.buttons)) == []
    assert breaking(lambda screen: len(screen.buttons) <= 5) == []
    assert breaking(lambda screen: all(len(button.fields) <= 5 for button in buttons(screen))) == []


@LANGUAGES
def test_labels_fit_every_platform(words_of: Catalog):
    def holds(screen: Screen) -> bool:
        labels = [said(part.text, words_of) for part in parts(screen) if isinstance(part, Button)]
        fields = [said(part.label, words_of) for part in parts(screen) if isinstance(part, Field)]
        return all(1 <= len(label) <= 80 for label in labels) and all(1 <= len(label) <= 45 for label in fields)

    assert breaking(holds) == []


@LANGUAGES
def test_the_longest_names_leave_a_screen_within_one_message(words_of: Catalog):
    assert breaking(lambda screen: len("\n".join(words(screen, words_of)).encode("utf-16-le")) // 2 <= 4096) == []


def test_values_to_compare_stand_in_full():
    assert breaking(lambda screen: all(len(part.value) == 64 for part in parts(screen) if isinstance(part, Hash))) == []


def test_a_stored_screen_comes_back_with_the_same_words():
    words_of = catalog(DEFAULT)

    def holds(screen: Screen) -> bool:
        again = load_screen(dump_screen(screen))
        return dump_screen(again) == dump_screen(screen) and words(again, words_of) == words(screen, words_of)

    assert breaking(holds) == []


def test_a_number_that_names_something_is_shown_digit_by_digit():
    naming = ("serial", "table", "season")
    found = [
        (text.key, text.facts[name])
        for _, screen in gallery()
        for text in texts(screen)
        for name in naming
        if name in text.facts
    ]
    assert len(found) > 10
    assert not [key for key, value in found if isinstance(value, int)]
