import html
from dataclasses import replace

import pytest

from bot.i18n import Catalog, Message, average, best_language, cards_text, catalog, languages, points
from bot.screens.model import Average, Cards, InLanguage, Name, Points, Text, When
from core.cards import JOKER, Card

ACE_OF_SPADES, TEN_OF_HEARTS = Card(12), Card(21)


@pytest.fixture
def worded(monkeypatch: pytest.MonkeyPatch):
    """A catalogue in which the key is its own pattern, so that a test can word what it likes."""
    own = {"list/separator": "、", "time/clock": "HH:mm:ss", "card/joker": "鬼"}
    monkeypatch.setattr(Catalog, "_pattern", lambda self, key, facts: own.get(key, key))
    return Catalog("zh-TW")


def test_the_default_language_is_the_first_of_all():
    assert languages()[0] == "zh-TW"
    assert "en" in languages()


def test_each_language_has_a_name_of_its_own():
    names = [catalog(language).text("language/name") for language in languages()]
    assert len(set(names)) == len(names)
    assert "language/name" not in names


def test_a_key_that_no_language_has_comes_back_itself():
    assert catalog("en").text("no/such-key") == "no/such-key"


def test_a_language_without_a_text_falls_back_to_the_default_and_then_to_english(monkeypatch: pytest.MonkeyPatch):
    from bot import i18n

    written = {"en": {"a": "A en", "b": "B en"}, "zh-TW": {"a": "A zh"}, "fr": {}}

    def words(language: str):
        return i18n.Words({key: Message((text,)) for key, text in written[language].items()}, lambda _: 0)

    monkeypatch.setattr(i18n, "_words", words)
    assert [Catalog("fr").text(key) for key in "abc"] == ["A zh", "B en", "c"]
    assert Catalog("fr").has("a") is False


def test_a_count_chooses_the_form(monkeypatch: pytest.MonkeyPatch):
    from bot import i18n

    words = i18n.Words({"rounds": Message(("{n} round", "{n} rounds"), "n")}, lambda n: int(n != 1))
    monkeypatch.setattr(i18n, "_words", lambda _: words)
    shown = [Catalog("en").text("rounds", {"n": n}) for n in (0, 1, 2, 1000)]
    assert shown == ["0 rounds", "1 round", "2 rounds", "1,000 rounds"]
    assert Catalog("en").text("rounds", {"n": "many"}) == "many rounds"


def test_a_plural_entry_of_a_catalogue_file_names_the_fact_that_is_counted(tmp_path, monkeypatch: pytest.MonkeyPatch):
    from bot import i18n

    (tmp_path / "locales").mkdir()
    (tmp_path / "locales" / "en.po").write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "seats/left"\nmsgid_plural "{n}"\nmsgstr[0] "{n} seat"\nmsgstr[1] "{n} seats"\n\n'
        '#, fuzzy\nmsgid "unsure"\nmsgstr "perhaps"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(i18n, "files", lambda _: tmp_path)
    words = i18n._words.__wrapped__("en")
    assert dict(words.messages) == {"seats/left": Message(("{n} seat", "{n} seats"), "n")}
    assert [words.form(1), words.form(2)] == [0, 1]


@pytest.mark.parametrize(
    "name",
    [
        "{0}",
        "{n}",
        "%s",
        "%(n)s",
        "{n.__class__}",
        "{",
        "}}",
        "\\1",
        "\\g<0>",
        "<script>",
        "'); DROP",
        "﷽",
        "\u202eevil",
    ],
)
def test_a_hostile_name_is_shown_as_typed(worded: Catalog, name: str):
    assert worded.text("{name} +{n}", {"name": Name(name), "n": 7}) == f"{name} +7"
    assert worded.text("{name} +{n}", {"name": name, "n": 7}) == f"{name} +7"


def test_a_platform_escapes_names_and_nothing_else(worded: Catalog):
    escaping = replace(worded, name=html.escape)
    facts = {"who": Text("{name}", {"name": Name("<b>")}), "n": "<i>"}
    assert escaping.text("{who} {n}", facts) == "&lt;b&gt; <i>"


def test_facts_are_shown_by_their_kind(worded: Catalog):
    facts = {
        "n": 12345,
        "less": -2,
        "part": 1.25,
        "won": Points(21),
        "mean": Average(-420),
        "cards": Cards((ACE_OF_SPADES, JOKER)),
        "end": When(1_000),
        "names": (Name("甲"), Text("{n}", {"n": 2}), "丙"),
    }
    pattern = "{n} {less} {part} {won} {mean} {cards} {end} {names}"
    assert worded.text(pattern, facts) == "12,345 −2 1.25 +21 −0.42 ♤A 鬼 08:00:01 甲、2、丙"


def test_a_text_in_parts_keeps_names_cards_and_moments_apart(worded: Catalog):
    facts = {
        "who": (Name("甲"), Name("乙")),
        "what": Text("{cards} +{n}", {"cards": Cards((JOKER,)), "n": 3}),
        "end": When(5),
        "none": "",
    }
    parts = worded.parts("{who}: {what} {none}! {end}", facts)
    assert parts == (Name("甲"), "、", Name("乙"), ": ", Cards((JOKER,)), " +3 ! ", When(5))


def test_a_moment_is_told_in_the_time_zone_of_the_host():
    shown = [catalog("en", zone).show(When(1_800_000_000_000)) for zone in ("UTC", "Asia/Taipei", "America/New_York")]
    assert shown == ["08:00:00", "16:00:00", "03:00:00"]


def test_a_missing_fact_leaves_its_place_and_a_spare_one_is_not_shown(worded: Catalog):
    assert worded.text("{a} {b}", {"a": 1, "c": object()}) == "1 {b}"


def test_a_fact_of_an_unknown_kind_is_an_error_of_the_program(worded: Catalog):
    with pytest.raises(TypeError, match="object"):
        worded.text("{a}", {"a": object()})


def test_a_text_in_a_language_of_its_own_speaks_it_among_the_words_of_another():
    said = InLanguage(Text("language/name"), "en")
    assert catalog("zh-TW").text("language/now", {"said": said}) == catalog("en").text("language/name")


def test_points_carry_their_sign_in_front():
    assert [points(value) for value in (21, -8, 0, 1234, -1234)] == ["+21", "−8", "0", "+1,234", "−1,234"]


def test_averages_carry_their_sign_and_two_digits():
    shown = [average(value) for value in (1320, -420, 0, 4, -4, 5, -1005, 12_345, 1_234_567)]
    assert shown == ["+1.32", "−0.42", "0.00", "0.00", "0.00", "+0.01", "−1.01", "+12.35", "+1,234.57"]


def test_cards_are_read_with_signs_that_are_no_emoji():
    cards = (ACE_OF_SPADES, TEN_OF_HEARTS, Card(26), Card(39 + 11), JOKER)
    assert cards_text(cards) == "♤A ♥10 ♦2 ♧K 鬼"
    assert cards_text(cards, "en") == "♤A ♥10 ♦2 ♧K Jk"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-TW"),
        ("en-GB,en;q=0.9,zh-TW;q=0.1", "en"),
        ("fr;q=1.0, en;q=0.5, zh;q=0.7", "zh-TW"),
        ("en;q=0, zh-HK", "zh-TW"),
        ("zh_hant_hk", "zh-TW"),
        ("zh-Hans", "zh-CN"),
        ("zh-SG,zh;q=0.9", "zh-CN"),
        ("zh-Hans-HK", "zh-CN"),
        ("zh-Hant-CN", "zh-TW"),
        ("zh-MO", "zh-TW"),
        ("EN-us", "en"),
        ("fr", "en"),
        ("ja-JP,fr;q=0.5", "en"),
        ("yue-Hant-HK", "zh-TW"),
        ("yue", "zh-TW"),
        ("cmn-CN", "zh-CN"),
        ("ganda", "en"),
        ("", "zh-TW"),
        ("*", "zh-TW"),
        ("en;q=nan", "zh-TW"),
        (";q=;,,;;q=1" * 1000, "zh-TW"),
    ],
)
def test_the_language_a_browser_likes_best_is_found(header: str, language: str):
    assert best_language(header) == language


def test_an_unknown_language_is_answered_by_the_nearest():
    assert [catalog(tag).language for tag in ("en-AU", "zh", "xx", "../../etc")] == ["en", "zh-TW", "en", "zh-TW"]


def test_keys_of_a_section_are_listed_for_who_shows_them_all():
    found = catalog("en").keys("language/")

    assert "language/name" in found
    assert all(key.startswith("language/") for key in found)
    assert list(found) == sorted(found)
