"""The chapters of the rules: what they say is what is counted, and their buttons lead from one to the other."""

from dataclasses import replace

import pytest

from bot.i18n import catalog, languages
from bot.screens.model import Cards, Line
from bot.screens.parts import rule_set_text
from bot.screens.rules import chapters, read_chapter, rules_screen
from bot.screens.rules_order import FRONTS, JUDGED, judged
from bot.screens.rules_points import unit_text
from bot.screens.rules_rows import (
    EXAMPLE_BONUS,
    compared_pairs,
    example,
    example_table,
    row_text_of,
    rows_of_own_cards,
)
from bot.screens.rules_specials import special_hand
from bot.screens.rules_words import RULINGS, TIPS
from bot.tokens import Token, Verb, parse
from core.arrangement import faults
from core.cards import deck, parse_shown, show
from core.rules import ROWS, RULE_SETS
from core.scoring import WAYS
from core.specials import SPECIALS, special_codes
from tests.bot.screens.walk import buttons, keys, texts, words

ZH = catalog("zh-TW")
EVERY = pytest.mark.parametrize("rule_set", RULE_SETS)
CLASSES = [(rule_set, code) for rule_set, rules in RULE_SETS.items() for code in rules.ladder]
PAGES = [(rule_set, chapter) for rule_set, rules in RULE_SETS.items() for chapter in chapters(rules)]


def said(rule_set: str, chapter: str = "") -> str:
    return "\n".join(words(rules_screen(rule_set, chapter), ZH))


@pytest.mark.parametrize(("rule_set", "code"), CLASSES)
def test_every_example_of_the_ladder_is_of_the_class_it_stands_for(rule_set: str, code: str):
    rules = RULE_SETS[rule_set]
    table = example_table(rules)
    assert code == table.row_class(table.strength(example(rules, code)))


@EVERY
def test_the_overview_names_the_whole_ladder_and_every_row_that_brings_more(rule_set: str):
    rules = RULE_SETS[rule_set]
    found = keys(rules_screen(rule_set))
    assert len(rules.ladder) == found.count("rules/class")
    assert len(rules.extras) == found.count("rules/extra")


@EVERY
def test_the_points_of_the_overview_are_those_that_are_counted(rule_set: str):
    rules = RULE_SETS[rule_set]
    shown = words(rules_screen(rule_set), ZH)
    unit = ZH.text(unit_text(rules).key)
    for row in ROWS:
        for code in rules.ladder:
            text = f"{ZH.text(f'row/{row}')} {ZH.text(f'class-name/{code}')} "
            worth = [f"{text}{rules.worth(row, code)} {unit}"] if (row, code) in rules.extras else []
            assert worth == [line for line in shown if line.startswith(text)]


def test_the_ladder_begins_with_the_strongest():
    assert "1 正五枚，例：正五枚 2 ♤2 ♤2 ♥2 ♦2 ♧2" in said("joker")
    assert "13 烏龍，例：烏龍 K ♤K ♦9 ♧4" in said("joker")
    assert "1 同花順，例：同花順 9 ♥9 ♥8 ♥7 ♥6 ♥5" in said("taiwan")


@pytest.mark.parametrize(
    ("rule_set", "sentences"),
    [
        ("joker", ["頭墩 ＜ 中墩 ≦ 尾墩。", "三墩都不輸，收 1 道", "每家再收 3 道，共 9。", "不能送出"]),
        ("bonus", ["每家再收 2 道，共 6。", "牌堆 65 張，每人 16 張", "剩下 3 張不用"]),
        ("standard", ["頭墩 ≦ 中墩 ≦ 尾墩。", "每贏一墩收 1 分", "×2", "4 人桌打槍其他 3 家，每家都改成 ×4"]),
        ("international", ["頭墩 ≦ 中墩 ≦ 尾墩。", "三墩全贏某一家，再收 3 分", "每家再付 3 分"]),
        (
            "taiwan",
            [
                "頭墩 ＜ 中墩 ＜ 尾墩。",
                "贏兩墩、輸一墩：收 1 堵",
                "三墩全贏，收 6 堵",
                "輾過：沒輸，只贏一或兩墩，也收 6 堵",
                "一家 12，共 36 堵",
                "每家至少 19 堵",
                "各付 6 堵",
            ],
        ),
        (
            "hongkong",
            [
                "頭墩 ＜ 中墩 ≦ 尾墩。",
                "每段贏了收 1 注",
                "三段全賠",
                "比花色：關",
                "食夾棍：關",
                "青龍：13 注（可選 26、39）",
            ],
        ),
    ],
)
def test_the_overview_says_what_is_particular_to_the_game(rule_set: str, sentences: list[str]):
    assert [] == [sentence for sentence in sentences if sentence not in said(rule_set)]


@pytest.mark.parametrize(
    ("rule_set", "sentences"),
    [
        ("joker", ["4 人，空位由電腦補", "90 秒", "一場 8 局", "莊家隨機"]),
        ("standard", ["2 到 4 人", "90 秒", "一場 10 局，也可以選 5 局", "有特殊牌型就替你報"]),
        ("international", ["2 到 4 人", "90 秒", "一場 10 局，也可以選 5 局"]),
        (
            "taiwan",
            [
                "4 人開打",
                "60 秒",
                "一將 16 局，也可以選 4、8 局",
                "3,100 分",
                "1 堵＝20 分",
                "抓位",
                "上一局贏最多的人發牌",
                "發牌的人不能切",
                "離桌",
            ],
        ),
        ("hongkong", ["2 到 4 人", "押 1 到 10 注", "第一位先做莊", "逆時針換人做莊", "幾個人就打幾局"]),
    ],
)
def test_how_a_game_goes_is_said_from_its_values(rule_set: str, sentences: list[str]):
    assert [] == [sentence for sentence in sentences if sentence not in said(rule_set, "play")]


def test_what_a_game_does_not_know_is_not_said():
    assert "抓位" not in said("standard", "play")
    assert "押" not in said("taiwan", "play")
    assert "全壘打" not in said("international")
    assert "特殊牌型，叫" not in said("international", "order")


@pytest.mark.parametrize(("rule_set", "fouls"), [(each, 5 if each == "taiwan" else 4) for each in RULE_SETS])
def test_the_referee_judges_the_arrangements_as_the_rule_texts_do(rule_set: str, fouls: int):
    """joker.txt and bonus.txt, 例子; standard.txt, 例子; hoya.txt: 尾墩大於中墩."""
    rules = RULE_SETS[rule_set]
    found = [show(each.arrangement.front) for each in judged(rules) if _is_foul(rule_set, each)]
    expected = ["9s 9d Ks", "Qs Qd 5c", "Ks Kh 9d", *["2s 2h 3d"] * (fouls - 3)]
    assert expected == found
    assert fouls == said(rule_set, "order").count("❌")


def _is_foul(rule_set: str, example) -> bool:
    rules = RULE_SETS[rule_set]
    return bool(faults(example.arrangement, example_table(rules), rules))


def test_every_arrangement_of_the_examples_is_thirteen_different_cards():
    for each in JUDGED:
        cards = [card for card in each.arrangement.cards if card in deck(52)]
        assert len(set(cards)) == len(cards)
        assert [3, 5, 5] == list(map(len, each.arrangement.rows))


def test_a_front_in_sequence_or_of_one_suit_is_a_high_card():
    """standard.txt, 例子：頭墩沒有順子."""
    for rules in RULE_SETS.values():
        table = example_table(rules)
        assert {"high_card"} == {table.row_class(table.strength(parse_shown(front))) for front in FRONTS}


def test_jokers_are_read_as_the_rule_text_does():
    """joker.txt, 自動認定的例子."""
    rules = RULE_SETS["joker"]
    table = example_table(rules)
    texts_of = [row_text_of(row, table) for row in rows_of_own_cards(rules)]
    assert [
        *("一對 7", "三條 A", "順子 8", "順子 6", "葫蘆 A", "對子同花 A", "對子同花 A、K"),
        *("鐵支 6", "鐵支 K", "同花順 A", "鐵支 A"),
    ] == [ZH.text(text.key, text.facts) for text in texts_of]


def test_bonus_cards_are_read_as_the_rule_text_does():
    """bonus.txt, 補充說明."""
    rules = RULE_SETS["bonus"]
    table = example_table(rules)
    texts_of = [row_text_of(row, table) for row in rows_of_own_cards(rules)]
    assert ["彩金葫蘆 7", "葫蘆 K", "一對 7", "兩對 K、7", "彩金五虎將 7"] == [
        ZH.text(text.key, text.facts) for text in texts_of
    ]


@pytest.mark.parametrize(("rule_set", "signs"), [("joker", "＝＞＞＞＞＞＞"), ("bonus", "＞＞＞")])
def test_rows_with_these_cards_compare_as_the_rule_texts_say(rule_set: str, signs: str):
    """joker.txt, 鬼牌怎麼算; bonus.txt, 補充說明."""
    found = [line for line in words(rules_screen(rule_set, "cards"), ZH) if any(sign in line for sign in "＝＞＜")]
    assert list(signs) == [next(sign for sign in "＝＞＜" if sign in line) for line in found]
    assert len(signs) == len(compared_pairs(RULE_SETS[rule_set]))


@pytest.mark.parametrize("code", SPECIALS)
def test_the_hand_that_proves_a_special_is_just_that_one(code: str):
    for rules in RULE_SETS.values():
        found = special_codes(special_hand(code))
        if code in rules.specials:
            assert code == next(each for each in rules.specials if each in found)


@EVERY
def test_the_specials_stand_with_their_points_the_highest_first(rule_set: str):
    rules = RULE_SETS[rule_set]
    if not rules.specials:
        assert ("specials" in chapters(rules)) == (rules.dragon > 0)
        return
    lines = [block for block in rules_screen(rule_set, "specials").blocks if isinstance(block, Line)]
    shown = [block.text.facts for block in lines if block.text.key == "specials/line"]
    assert list(rules.specials.values()) == [facts["points"] for facts in shown]
    assert len(rules.specials) == len([block for block in lines if len(_cards(block)) == 13])


def _cards(line: Line) -> list[int]:
    inner = [card for fact in line.text.facts.values() if isinstance(fact, Cards) for card in fact.cards]
    return [*line.cards, *inner]


def test_a_dragon_alone_is_told_in_all_its_cases():
    """hoya.txt, 一條龍的特別規則 ａ, ｂ, ｃ."""
    shown = said("taiwan", "specials")
    for sentence in ("打槍 6 加 13，共 19 堵", "每家再 6 堵", "彼此平手", "只有一家是同花的", "每家都有：不分勝負"):
        assert sentence in shown


@pytest.mark.parametrize(("rule_set", "chapter"), PAGES)
def test_every_chapter_says_something_in_every_language(rule_set: str, chapter: str):
    screen = rules_screen(rule_set, chapter)
    for language in languages():
        own = catalog(language)
        assert [] == [text.key for text in texts(screen) if not own.has(text.key)]
        assert len(words(screen, own)) > 3
        assert "{" not in "\n".join(words(screen, own))


@EVERY
def test_the_buttons_of_the_overview_lead_to_every_chapter_and_every_other_game(rule_set: str):
    found = {(token.verb, token.arg) for token in map(parse, (each.token for each in buttons(rules_screen(rule_set))))}
    names = {f"{rule_set}-{code}" if code else rule_set for code in chapters(RULE_SETS[rule_set]) if code[-2:-1] != "-"}
    others = set(RULE_SETS) - {rule_set}
    assert {(Verb.RULES, arg) for arg in names | others} | {(Verb.HELP, "")} == found


@pytest.mark.parametrize(("rule_set", "chapter"), PAGES)
def test_the_button_of_the_chapter_that_is_shown_cannot_be_pressed(rule_set: str, chapter: str):
    resting = [each.token for each in buttons(rules_screen(rule_set, chapter)) if not each.enabled]
    assert [(rule_set, chapter)] == [read_chapter(parse(token).arg) for token in resting]


@EVERY
def test_every_page_of_examples_can_be_reached_from_every_other(rule_set: str):
    pages = [code for code in chapters(RULE_SETS[rule_set]) if code.startswith("examples")]
    for page in pages:
        found = {read_chapter(parse(each.token).arg)[1] for each in buttons(rules_screen(rule_set, page))}
        assert set(pages) <= found


def test_an_old_button_opens_the_overview():
    rule_set, chapter = read_chapter(Token(Verb.RULES, arg="joker").arg)
    assert ("joker", "") == (rule_set, chapter)
    assert rules_screen("joker") == rules_screen(rule_set, chapter)


def test_every_sentence_is_true_somewhere_and_said_in_every_language():
    for prefix, table in (("ruling", RULINGS), ("tip", TIPS)):
        for code, holds in table.items():
            assert any(holds(rules) for rules in RULE_SETS.values()), code
            assert all(catalog(language).has(f"{prefix}/{code}") for language in languages())


def test_every_reason_to_pay_and_every_special_has_a_name_in_every_language():
    for language in languages():
        own = catalog(language)
        reasons = {f"reason/{reason}" for way in WAYS.values() for reason in way.reasons}
        specials = {f"{kind}/{code}" for kind in ("special", "special-name", "special-is") for code in SPECIALS}
        units = {f"unit/{rules.unit}" for rules in RULE_SETS.values()}
        names = {rule_set_text(rule_set).key for rule_set in RULE_SETS}
        assert [] == [key for key in reasons | specials | units | names if not own.has(key)]


def test_a_game_of_its_own_has_all_chapters_that_its_values_ask_for():
    """A seventh rule set: two points for a row, four for all three, nothing else."""
    pusoy = replace(RULE_SETS["international"], id="pusoy", row_points=2, gun=4)
    found = chapters(pusoy)
    assert ["", "play", "order"] == list(found)[:3]
    assert "specials" not in found
    said_there = [ZH.text(block.text.key, block.text.facts) for block in found[""] if isinstance(block, Line)]
    assert "跟每一家各比三墩，每贏一墩收 2 分。" in said_there
    assert "🔫 打槍：三墩全贏某一家，再收 4 分。" in said_there
    assert "中墩 同花順 11 分" in said_there


def test_the_bonus_rank_of_the_examples_is_the_one_that_is_named():
    assert f"彩金點是 {EXAMPLE_BONUS} 的時候" in said("bonus", "cards")
