import pytest

from bot.i18n import catalog
from bot.platforms.discord.drawing import spoken
from bot.platforms.discord.marks import escaped, label
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


def test_suits_are_no_emoji():
    text = Text("arrange/card-twice", {"card": Cards((Card(12), JOKER))})
    assert spoken(text, catalog("zh-TW")).startswith("♤A 鬼")


def test_a_label_is_never_empty_and_never_too_long():
    assert label(Text("button/why-of", {"name": Name("漢" * 99)}), catalog("en")) == "漢" * 31 + "…"
    assert label(Text("command/unknown", {"text": Name("W" * 99)}), catalog("en"), most=10)[-1] == "…"
