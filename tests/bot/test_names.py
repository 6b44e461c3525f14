import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.names import clean_line, clean_name, free_name, width
from core.errors import Illegal


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("小明", "小明"),
        ("  小 \t\n 明  ", "小 明"),
        ("<script>alert(1)</script>"[:24], "<script>alert(1)</script"),
        ("\u202egnp.exe", "gnp.exe"),
        ("\u2066a\u2069b\u200fc\ufeff", "abc"),
        ("a\x00b\x1b[31m\x7f", "ab[31m"),
        ("ﷺ", "ﷺ"),
        ("👩‍🚒 救火", "👩‍🚒 救火"),
        ("❤️", "❤️"),
        ("a\u200db", "ab"),
        ("e\u0301", "é"),
        ("{0} %s", "{0} %s"),
        ("@everyone", "@everyone"),
        ("\u3000全\u3000形\u3000", "全 形"),
        ("\u0301a", "a"),
        ("\u202e\u0301a", "a"),
        ("ab\ud800c", "abc"),
        ("W" * 24, "W" * 24),
    ],
)
def test_a_name_keeps_what_can_be_seen(typed: str, name: str):
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u202e\u200b\u200d",
        "\u3164",
        "\u2800\u2800",
        "\u115f",
        "x" * 25,
        "x" * 200,
        "字" * 200,
        "\u0301" * 5,
        "a" * 5000,
    ],
)
def test_a_name_of_nothing_or_of_too_much_is_refused(typed: str):
    with pytest.raises(Illegal) as refused:
        clean_name(typed)
    assert refused.value.code == "player/name-bad"


def test_a_tower_of_marks_loses_all_but_two_a_letter():
    tower = "".join(letter + "\u0316\u0317\u0318\u0319\u031c\u0334\u0335\u0489" * 4 for letter in "xyz")

    cleaned = clean_name(tower)

    assert width(cleaned) == 3
    assert sum(unicodedata.category(sign) in {"Mn", "Me"} for sign in cleaned) == 6


@given(st.text(max_size=60))
def test_a_cleaned_name_is_visible_short_and_cleaned_for_good(typed: str):
    try:
        name = clean_name(typed)
    except Illegal:
        return
    assert 1 <= width(name) <= 24
    assert name == name.strip()
    assert not {unicodedata.category(sign)[0] for sign in name if sign != "\u200d"} & {"C"}
    assert name.encode("utf-8").decode("utf-8") == name
    assert clean_name(name) == name


def test_the_second_of_a_name_gets_a_number_and_the_third_the_next():
    assert free_name("小明", ()) == "小明"
    assert free_name("小明", ("小明",)) == "小明 2"
    assert free_name("小明", ("小明", "小明 2", "阿嬤")) == "小明 3"


def test_names_that_only_look_different_count_as_taken():
    assert free_name("Ａmy", ("amy",)) == "Ａmy 2"


def test_a_numbered_name_is_not_longer_than_a_name_may_be():
    numbered = free_name("字" * 24, ("字" * 24,))

    assert numbered == "字" * 22 + " 2"
    assert clean_name(numbered) == numbered


def test_a_line_of_chat_is_one_line_without_unseen_signs():
    assert clean_line("a\nb\u202ec  d\x00") == "a bc d"
