from dataclasses import replace

import pytest

from bot.i18n import catalog
from bot.platforms.discord.drawing import spoken
from bot.platforms.discord.marks import escaped, label
from bot.platforms.discord.naming import mention
from bot.screens.model import Cards, Name, Text, When
from core.cards import JOKER, Card
from tests.bot.platforms.worst import HARMLESS

ZERO = "\u200b"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**小明**", r"\*\*小明\*\*"),
        ("a_b`c`~d~|e|", r"a\_b\`c\`\~d\~\|e\|"),
        ("# big", r"\# big"),
        ("[x](y)", r"\[x\]\(y\)"),
        ("\\", "\\\\"),
        ("@everyone", f"@{ZERO}everyone"),
        ("<@42>", f"\\<@{ZERO}42\\>"),
        ("</start:8>", r"\</start:8\>"),
        ("https://x.test", f"https:{ZERO}//x.test"),
        *HARMLESS,
    ],
)
def test_a_name_shows_and_does_nothing(name: str, shown: str):
    assert escaped(name) == shown


def test_a_long_name_is_cut_before_it_is_escaped():
    assert escaped("*" * 40, longest=3) == r"\*\*…"


def test_a_moment_is_told_as_clock_and_as_countdown():
    text = Text("board/closes", {"at": When(1_764_509_400_999)})
    assert spoken(text, catalog("zh-TW")) == "⏳ <t:1764509400:T>・<t:1764509400:R> 截止"
    assert label(text, catalog("zh-TW")) == "⏳ 21:30:00 截止"


def test_a_text_on_its_own_is_escaped():
    told = spoken(Text("player/elsewhere", {"chat": Name("*a*")}), catalog("en"))
    assert r"\*a\*" in told
    assert "*a*" in label(Text("player/elsewhere", {"chat": Name("*a*")}), catalog("en"))


@pytest.mark.parametrize(
    ("language", "key", "facts", "shown"),
    [
        ("zh-TW", "press/ended", {}, "/十三支 開桌"),
        ("zh-TW", "command/unknown", {"text": Name("/me")}, "沒有「/me」。看全部：/十三支 說明"),
        ("zh-TW", "coach/now-off", {"command": "/me"}, "/十三支 我的"),
        ("en", "press/ended", {}, "/shisanzhi start"),
        ("en", "welcome/more", {"command": "/help"}, "/shisanzhi help"),
    ],
)
def test_a_command_is_written_as_the_readers_own_picker_shows_it(language: str, key: str, facts: dict, shown: str):
    words = catalog(language)
    assert shown in spoken(Text(key, facts), words)
    assert shown in label(Text(key, facts), words, most=200)


def test_a_command_whose_number_is_known_can_be_pressed_where_texts_are_formatted():
    words = replace(catalog("zh-TW"), command=mention("77"))
    assert "</shisanzhi start:77>" in spoken(Text("press/ended"), words)
    assert "/十三支 開桌" in label(Text("press/ended"), words)
    assert "https://x.test/help a/help" in spoken(Text("https://x.test/help a/help"), words)


def test_suits_are_no_emoji():
    text = Text("arrange/card-twice", {"card": Cards((Card(12), JOKER))})
    assert spoken(text, catalog("zh-TW")).startswith("♤A\u00a0鬼")


def test_no_line_ends_within_a_row_but_one_may_within_more_cards():
    words = [
        spoken(Text("arrange/card-twice", {"card": Cards((Card(12),) * count)}), catalog("zh-TW")) for count in (5, 6)
    ]
    assert [said.split(" ")[0] for said in words] == ["\u00a0".join(["♤A"] * 5), "♤A"]


def test_a_label_is_never_empty_and_never_too_long():
    assert label(Text("button/why-of", {"name": Name("漢" * 99)}), catalog("en")) == "漢" * 31 + "…"
    assert label(Text("command/unknown", {"text": Name("W" * 99)}), catalog("en"), most=10)[-1] == "…"
