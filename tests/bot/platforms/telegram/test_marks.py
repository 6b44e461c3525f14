import pytest

from bot.i18n import catalog
from bot.platforms.telegram.marks import escaped, label, length, spoken, toast
from bot.screens.model import Cards, Name, Text, When
from core.cards import JOKER, Card
from tests.bot.platforms.worst import HARMLESS
from tests.e2e.telegram.markup import parsed

NOTHING = "\u2060"
ZH = catalog("zh-TW")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<3", "&lt;3"),
        ("</b>", "&lt;/b&gt;"),
        ("a&b &lt;", "a&amp;b &amp;lt;"),
        ("_x*[`", "_x*[`"),
        ("'); DROP", "'); DROP"),
        ("{0} %s", "{0} %s"),
        ("@botfather", f"@{NOTHING}botfather"),
        ("#tag $USD", f"#{NOTHING}tag ${NOTHING}USD"),
        ("/start", f"/{NOTHING}start"),
        ("t.me/x", f"t.{NOTHING}me/x"),
        ("https://x.test", f"https:{NOTHING}//x.{NOTHING}test"),
        ("a@b.test", f"a@{NOTHING}b.{NOTHING}test"),
        ("1/2", "1/2"),
        *HARMLESS,
    ],
)
def test_a_name_shows_and_does_nothing(name: str, shown: str):
    assert escaped(name) == shown


@pytest.mark.parametrize("name", ["<3", "</b>", "a&b", "_x*[`", "`", "'); DROP", "{0}", "%s", "&lt;b&gt;", "<b>x</b>"])
def test_a_name_is_read_as_it_was_typed(name: str):
    text, entities = parsed(spoken(Text("player/elsewhere", {"chat": Name(name)}), catalog("en")))
    assert name in text
    assert entities == []


def test_a_long_name_is_cut_before_it_is_escaped():
    assert escaped("<" * 40, longest=3) == "&lt;&lt;…"


def test_what_people_typed_into_a_text_is_escaped_too():
    assert "&lt;b&gt;" in spoken(Text("command/unknown", {"text": "<b>"}), ZH)


def test_a_moment_is_told_as_clock_and_as_countdown():
    text = Text("board/closes", {"at": When(1_764_509_400_999)})
    shown, entities = parsed(spoken(text, ZH))
    assert shown == "⏳ 21:30:00（台北） 截止"
    assert [(each["type"], each["unix_time"], each["date_time_format"]) for each in entities] == [
        ("date_time", 1_764_509_400, "T"),
        ("date_time", 1_764_509_400, "r"),
    ]
    assert toast(text, ZH) == "⏳ 21:30:00 截止"


def test_a_toast_formats_nothing_and_keeps_its_length():
    told = Text("player/elsewhere", {"chat": Name("<b>&*")})
    assert "<b>&*" in toast(told, catalog("en"))
    assert toast(told, ZH, 10)[-1] == "…"
    assert len(toast(Text("command/unknown", {"text": "😀" * 300}), ZH).encode("utf-16-le")) <= 400


def test_suits_are_no_emoji():
    assert spoken(Text("arrange/card-twice", {"card": Cards((Card(12), JOKER))}), ZH).startswith("♤A 鬼")


def test_a_label_is_never_empty_and_never_too_long():
    assert label(Text("button/why-of", {"name": Name("漢" * 99)}), catalog("en")) == "漢" * 31 + "…"
    assert label(Text("button/why-of", {"name": Name("<b>")}), catalog("en")) == "<b>"


@pytest.mark.parametrize(("command", "typed"), [("/start", "/shisanzhi"), ("/rank", "/rank"), ("/help", "/help")])
def test_a_command_is_named_as_it_is_typed_in_a_group(command: str, typed: str):
    assert spoken(Text("welcome/more", {"command": command}), ZH) == f"要再看一次，打 {typed}。"


def test_a_table_is_opened_by_the_games_own_name_wherever_our_words_say_so():
    for key in ("match/closed", "table/none"):
        assert "/shisanzhi start" in ZH.text(key)
        assert "/shisanzhi" in spoken(Text(key), ZH)
        assert "/shisanzhi start" not in spoken(Text(key), ZH)


def test_a_length_counts_neither_tags_nor_references():
    assert length("<b>a &amp; 😀</b>") == 6
