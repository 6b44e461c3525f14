import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import (
    COMMANDS,
    Arrange,
    Begin,
    CutWith,
    GetUp,
    Help,
    Language,
    Me,
    Open,
    Rank,
    Rules,
    Score,
    Settings,
    ShowHand,
    Sit,
    Stop,
    Verify,
    parse_command,
)
from bot.i18n import catalog, languages
from bot.i18n.labels import refusal_text
from bot.options import plain
from bot.screens.help import help_screen
from bot.screens.model import Line
from core.arrangement import show_rows
from core.errors import Illegal
from core.table.model import Options

USUAL = Options(rule_set="joker", rounds=8, seconds=90)
ROWS = "Ks 2h 2d/3s 4s 5h 6d 7c/Ah Kh Kd Kc Ac"


def read(text: str):
    return parse_command(text, USUAL)


def refused(text: str) -> Illegal:
    with pytest.raises(Illegal) as refusal:
        read(text)
    return refusal.value


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("/shisanzhi", Open(USUAL)),
        ("/sz", Open(USUAL)),
        ("/shisanzhi start", Open(USUAL)),
        ("/SHISANZHI@OurBot start", Open(USUAL)),
        ("/十三支 開桌", Open(USUAL)),
        ("/開桌", Open(USUAL)),
        ("/start@", Open(USUAL)),
        ("／ｓｚ", Open(USUAL)),
        ("/sz 入座", Sit()),
        ("/join", Sit()),
        ("/sz 離開", GetUp()),
        ("/离开", GetUp()),
        ("/begin", Begin()),
        ("/sz 开始", Begin()),
        ("/rank", Rank()),
        ("/rank bonus", Rank("bonus")),
        ("/排行 彩金", Rank("bonus")),
        ("/rank@OurBot", Rank()),
        ("/sz rank 鬼牌", Rank("joker")),
        ("/rules", Rules()),
        ("/shisanzhi settings", Settings()),
        ("/設定", Settings()),
        ("/規則 joker", Rules("joker")),
        ("/help", Help()),
        ("/說明", Help()),
        ("/hand", ShowHand()),
        ("/cut 4821", CutWith("4821")),
        ("/cut ００７", CutWith("007")),
        ("/切 上", CutWith("1")),
        ("/stop", Stop()),
        ("/十三支 收桌", Stop()),
        ("/verify", Verify()),
        ("/verify 3", Verify(3)),
        ("/驗牌 #12", Verify(12)),
        ("/驗牌 # 12", Verify(12)),
        ("/rank 彩金 十三支", Rank("bonus")),
        ("/score 18", Score(18)),
        ("/me", Me()),
        ("/language en", Language("en")),
        ("/language zh-tw", Language("zh-TW")),
        ("/language zh_TW", Language("zh-TW")),
        ("/语言 简体", Language("zh-CN")),
        ("/language zh-Hans", Language("zh-CN")),
        ("/规则 鬼牌", Rules("joker")),
        ("/語言 English", Language("en")),
        ("rank", Rank()),
        ("  /rank  ", Rank()),
    ],
)
def test_a_typed_line_is_read(text: str, request_):
    assert read(text) == request_


@pytest.mark.parametrize(
    ("words", "changes", "computers"),
    [
        ("", {}, 0),
        ("joker 8 90", {}, 0),
        ("bonus", {"rule_set": "bonus"}, 0),
        ("90 8 joker 電腦2", {"rounds": 8, "seconds": 90}, 2),
        ("bonus 16 120 電腦3", {"rule_set": "bonus", "rounds": 16, "seconds": 120}, 3),
        ("彩金 4局 60秒 2電腦", {"rule_set": "bonus", "rounds": 4, "seconds": 60}, 2),
        ("rounds=12 seconds=45 computers=1", {"rounds": 12, "seconds": 45}, 1),
        ("12 不限 一次 普通", {"rounds": 12, "seconds": 0, "reveal": "once"}, 0),
        ("一墩一墩 切30", {"reveal": "steps", "cut_seconds": 30}, 0),
        ("建議關", {"hints": "off"}, 0),
        ("困難 只看牌型 電腦2 8", {"level": "hard", "hints": "classes", "rounds": 8}, 2),
        ("簡單 建議開", {"level": "easy"}, 0),
        ("easy nohints bonus", {"level": "easy", "hints": "off", "rule_set": "bonus"}, 0),
        ("hard hints=classes", {"level": "hard", "hints": "classes"}, 0),
        ("32 30", {"rounds": 32, "seconds": 30}, 0),
        ("30 32", {"rounds": 30, "seconds": 32}, 0),
        ("600", {"seconds": 600}, 0),
        ("0秒", {"seconds": 0}, 0),
        ("ＢＯＮＵＳ　１６", {"rule_set": "bonus", "rounds": 16}, 0),
        ("joker 建議 關", {"hints": "off"}, 0),
        ("建議 只看 牌型 彩金 十三支", {"hints": "classes", "rule_set": "bonus"}, 0),
        ("建議：關", {"hints": "off"}, 0),
        ("hints = off level : hard", {"hints": "off", "level": "hard"}, 0),
        ("no hints reveal once", {"hints": "off", "reveal": "once"}, 0),
        ("建議 困難 建議 開", {"level": "hard"}, 0),
        ("4 局 120 秒 電腦 2 簡單", {"rounds": 4, "seconds": 120, "level": "easy"}, 2),
        ("局數 4 秒數 120 2 電腦", {"rounds": 4, "seconds": 120}, 2),
        ("秒數 不限 強度 困難 電腦 1", {"seconds": 0, "level": "hard"}, 1),
        ("4 電腦 2 60", {"rounds": 4, "seconds": 60}, 2),
        ("2 電腦 4 局", {"rounds": 4}, 2),
        ("4 rounds 60 seconds 2 computers", {"rounds": 4, "seconds": 60}, 2),
        ("rounds 4 seconds 60 computers 2", {"rounds": 4, "seconds": 60}, 2),
        ("玩法 彩金 開牌 一次 電腦 困難", {"rule_set": "bonus", "reveal": "once", "level": "hard"}, 0),
        ("一次 全開 切牌 30", {"cut_seconds": 30, "reveal": "once"}, 0),
        ("4 60 秒", {"rounds": 4, "seconds": 60}, 0),
    ],
)
def test_options_are_words_in_any_order(words: str, changes: dict, computers: int):
    expected = Open(replace(USUAL, **changes), computers)
    assert read(f"/shisanzhi start {words}") == expected
    assert read(f"/sz {words}") == expected


@pytest.mark.parametrize(
    "word", ["超難", "8x", "電腦x", "電腦2困難", "joker!", "-5", "1.5", "8.", "<b>", "👑", "開桌", "9" * 30]
)
def test_a_word_that_is_not_understood_is_named(word: str):
    refusal = refused(f"/shisanzhi start bonus {word}")
    assert refusal.code == "settings/unread"
    assert word.startswith(str(refusal.facts["word"]))


def test_a_third_number_is_not_guessed_at():
    assert refused("/sz 8 90 60").facts["word"] == "60"


@pytest.mark.parametrize(
    ("words", "option", "least", "most"),
    [
        ("0", "rounds", 1, 32),
        ("33局", "rounds", 1, 32),
        ("8 29", "seconds", 30, 600),
        ("601", "seconds", 30, 600),
        ("電腦4", "computers", 0, 3),
        ("切9", "cut_seconds", 10, 60),
        ("切61", "cut_seconds", 10, 60),
    ],
)
def test_a_number_out_of_range_is_refused_with_the_range(words: str, option: str, least: int, most: int):
    refusal = refused(f"/shisanzhi start {words}")
    assert refusal.code == "settings/invalid"
    assert dict(refusal.facts) == {"option": option, "min": least, "max": most}
    said = refusal_text(refusal)
    assert catalog("en").text(said.key, said.facts).endswith(f"must be {least}–{most}.")


@pytest.mark.parametrize(
    "text",
    [
        "/arrange Ks2h2d / 3s4s5h6d7c / AhKhKdKcAc",
        "/arrange ♠K ♥2 ♦2 | 3s 4s 5h 6d 7c | Ah Kh Kd Kc Ac",
        "/排牌 黑桃K 紅心2 方塊2／3s,4s,5h,6d,7c／Ah Kh Kd Kc Ac",
        "/arrange Ks 2h 2d\n3s 4s 5h 6d 7c\nAh Kh Kd Kc Ac",
        "/arrange Ks2h2d3s4s5h6d7cAhKhKdKcAc",
    ],
)
def test_an_arrangement_is_typed_row_by_row_or_all_at_once(text: str):
    request = read(text)
    assert isinstance(request, Arrange)
    assert sorted(show_rows(request.arrangement)) == sorted(ROWS)
    assert show_rows(request.arrangement) == show_rows(read(f"/arrange {ROWS}").arrangement)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("/arrange", "arrange/three-rows"),
        ("/arrange As / Ks", "arrange/three-rows"),
        ("/arrange As / Ks / Qs / Js", "arrange/three-rows"),
        ("/arrange As Zz Qs", "arrange/wrong"),
        ("/arrange As Ah Ad Ks Kh Kd Qs Qh Qd Js Jh Jd Zz", "cards/unread"),
        ("/cut", "cut/number"),
        ("/cut abc", "cut/number"),
        ("/cut -1", "cut/number"),
        ("/cut 1 2", "cut/number"),
        ("/cut " + "1" * 33, "cut/number"),
        ("/verify x", "record/unknown"),
        ("/verify -1", "record/unknown"),
        ("/score " + "9" * 40, "record/unknown"),
        ("/rank nothing", "settings/unread"),
        ("/language klingon", "language/unknown"),
        ("/language", "language/which"),
        ("/poker", "command/unknown"),
        ("/", "command/unknown"),
        ("", "command/unknown"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(text: str, code: str):
    assert refused(text).code == code


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "/arrange As Kx zz / 2h",
            "看不懂「Kx zz」。可以寫 ♤A、sA、As、黑桃A、鬼。要三墩：頭墩 3 張 / 中墩 5 張 / 尾墩 5 張。",
        ),
        (
            "/arrange As / Kx / Qs / zz",
            "看不懂「Kx zz」。可以寫 ♤A、sA、As、黑桃A、鬼。要三墩：頭墩 3 張 / 中墩 5 張 / 尾墩 5 張。",
        ),
        ("/arrange As Kx Ad Ks Kh Kd Qs Qh Qd Js Jh Jd zz", "看不懂「Kx zz」。可以寫 ♤A、sA、As、黑桃A、鬼。"),
    ],
)
def test_all_that_was_not_read_is_named_beside_the_rows_that_are_missing(text: str, said: str):
    told = refusal_text(refused(text))
    assert said == catalog("zh-TW").text(told.key, told.facts)


@pytest.mark.parametrize("language", languages())
def test_rows_are_parted_by_one_sign_wherever_they_are_shown_or_asked_for(language: str):
    rows = {"front": "1", "middle": "2", "back": "3", "worth": "+1"}
    for kind in ("most", "safest", "extras", "front", "finished"):
        assert "1 / 2 / 3" in catalog(language).text(f"offer/{kind}", rows)
    for key in ("command/arrange/help", "parameter/rows/help", "arrange/three-rows"):
        assert " / " in catalog(language).text(key)


def test_much_that_was_not_read_is_quoted_only_in_part():
    said = catalog("en").text((told := refusal_text(refused("/arrange " + f"{'0' * 40} " * 9))).key, told.facts)
    assert "0…" in said
    assert len(said) <= 200


def test_a_cut_of_32_digits_is_the_longest():
    assert read("/cut " + "9" * 32) == CutWith("9" * 32)


@given(st.text(max_size=600))
def test_garbage_is_refused_in_words_and_never_crashes(text: str):
    for line in (text, f"/{text}", f"/sz {text}", f"/arrange {text}", f"/cut {text}", f"/language {text}"):
        try:
            read(line)
        except Illegal as refusal:
            said = refusal_text(refusal)
            for language in languages():
                assert catalog(language).has(said.key)
                assert len(catalog(language).text(said.key, said.facts)) <= 200


def test_no_word_means_two_commands():
    words = [word for entry in COMMANDS for word in (entry.name, *entry.aliases)]
    assert sorted(words) == sorted(set(words))


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
@pytest.mark.parametrize("language", languages())
def test_every_command_has_a_name_and_its_help_in_every_language(entry, language: str):
    words = catalog(language)
    assert words.has(f"command/{entry.name}/help")
    name = words.text(f"command/{entry.name}/name")
    assert re.fullmatch(r"[-_\w]{1,32}", name)
    assert name == name.lower()
    assert plain(name) in {entry.name, *entry.aliases}


def answer(text: str):
    """What a line means, or the code with which it is refused."""
    try:
        return read(text)
    except Illegal as refusal:
        return refusal.code


def test_a_localised_command_is_understood_as_it_is_called():
    for entry in COMMANDS:
        name = catalog("zh-TW").text(f"command/{entry.name}/name")
        assert answer(f"/{name}") == answer(f"/{entry.name}")


def test_whatever_can_be_typed_stands_in_the_help():
    names = [entry.name for entry in COMMANDS]
    assert {"start", "stop", "hand", "arrange", "score", "rank", "me"} <= {*names}
    assert {"rules", "help", "settings", "verify", "language"} <= {*names}
    lines = [block.text.key for block in help_screen(names).blocks if isinstance(block, Line)]
    assert {f"command/{name}/help" for name in names} <= {*lines}
