"""The catalogue in short characters, against the one it is made from."""

import re

import pytest

from bot.i18n import catalog
from bot.lab.simplify import BY_HAND, FOLDER, MADE, converter, simplified

LONG, SHORT = ((FOLDER / f"{tag}.po").read_text("utf-8") for tag in ("zh-TW", MADE))


def told(catalogue: str) -> dict[str, list[str]]:
    """The placeholders of each text."""
    found = re.findall(r'^msgid "(.+)"\n(?:msgid_plural .*\n)?((?:msgstr.*\n|".*"\n)+)', catalogue, re.MULTILINE)
    return {key: sorted(re.findall(r"\{\w+\}", said)) for key, said in found}


def test_each_text_is_there_with_the_same_placeholders():
    assert told(SHORT) == told(LONG)


def test_what_was_made_by_hand_stays_and_everything_else_follows():
    source = '# 題\nmsgid "a/title"\nmsgstr "開桌"\n\nmsgid "a/one"\nmsgstr "打槍 {n}"'
    known = f'{BY_HAND}\nmsgid "a/one"\nmsgstr "枪 {{n}}"\n\nmsgid "a/gone"\nmsgstr "没有了"'
    made = simplified(source, known, convert=lambda line: line.replace("開", "开").replace("題", "题"))
    assert made == f'# 题\nmsgid "a/title"\nmsgstr "开桌"\n\n{BY_HAND}\nmsgid "a/one"\nmsgstr "枪 {{n}}"\n'


def test_the_committed_catalogue_is_what_is_made_from_today_s_texts():
    pytest.importorskip("opencc", reason="OpenCC is not installed here")
    assert simplified(LONG, SHORT, convert=converter()) == SHORT


def test_words_of_the_table_are_said_as_on_the_mainland():
    assert catalog(MADE).text("language/name") == "简体中文"
    assert catalog(MADE).text("row/front") == "头墩"
