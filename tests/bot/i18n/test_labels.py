"""Names of classes and texts of faults, in both languages."""

import pytest

from bot.i18n import catalog, languages
from bot.i18n.labels import class_text, rank_sign, refusal_text, row_label
from core.arrangement import faults, misfits, parse_rows
from core.cards import deck, parse
from core.errors import Illegal
from core.rules import RULE_SETS
from core.strength import strengths


@pytest.mark.parametrize(
    ("cards", "bonus", "chinese", "english"),
    [
        ("5s 7d Xx", None, "一對 7", "pair of 7s"),
        ("Ts Th Td 8c 8s", None, "葫蘆 10", "full house, 10s"),
        ("6s 7h 8d 9c Ts", None, "順子 10", "straight to 10"),
        ("Ks Kh 8d 8c 2s", None, "兩對 K、8", "two pair, Ks and 8s"),
        ("Qs 9s 7s 5s 2s", None, "同花 Q", "flush, Q high"),
        ("As 9h 4d", None, "烏龍 A", "A high"),
        ("As Ah Ad", None, "三條 A", "three As"),
        ("8s 8h 8d 8c 2s", None, "鐵支 8", "four 8s"),
        ("Xx Xx Xx", None, "鬼三條", "three jokers"),
        ("As As Kd 5d 3d", None, "一對 A", "pair of As"),
        ("As As Ks 5s 3s", None, "對子同花 A", "paired flush of As"),
        ("As As Ks Ks 3s", None, "對子同花 A、K", "paired flush of As and Ks"),
        ("5h 6h 7h 8h 9h", None, "同花順 9", "straight flush to 9"),
        ("2s 2s 2h 2d Xx", None, "鬼五枚 2", "five 2s with jokers"),
        ("2s 2s 2h 2d 2c", None, "正五枚 2", "natural five 2s"),
        ("2s 2s 2h 2d 2c", 7, "五枚 2", "five 2s"),
        ("7s 7h 7d", 7, "彩金三條 7", "bonus three 7s"),
        ("7s 7h 7d 2c 2s", 7, "彩金葫蘆 7", "bonus full house, 7s"),
        ("7s 7h 7d 7c 2s", 7, "彩金五虎將 7", "bonus four 7s"),
    ],
)
def test_a_class_is_named_with_its_ranks(cards, bonus, chinese, english):
    table = strengths(RULE_SETS["bonus" if bonus else "joker"], bonus)
    strength = table.strength(parse(cards))
    row_class, ranks = table.row_class(strength), table.ranks(strength)
    assert chinese == row_label(catalog("zh-TW"), row_class, ranks)
    assert english == row_label(catalog("en"), row_class, ranks)


@pytest.mark.parametrize("language", languages())
def test_every_strength_has_a_name_without_gaps(language):
    words = catalog(language)
    for rules in RULE_SETS.values():
        table = strengths(rules, 7 if rules.has_bonus else None)
        for strength in {*table.front.values(), *table.plain.values(), *table.suited.values()}:
            text = class_text(table.row_class(strength), table.ranks(strength))
            assert words.has(text.key)
            assert not set(words.text(text.key, text.facts)) & set("{}")
        assert all(words.has(f"class-name/{code}") for code in rules.ladder)


def test_the_ten_is_written_in_two_digits():
    assert ["2", "9", "10", "J", "A"] == [rank_sign(rank) for rank in (2, 9, 10, 11, 14)]


@pytest.mark.parametrize(
    ("rows", "chinese", "english"),
    [
        (
            "As Ah Kd/8s 8h 5d 4d 3c/Qs Qh Jd Jc 2s",
            "相公：頭墩比中墩大，一對 A ＞ 一對 8。",
            "Foul: front beats middle, pair of As > pair of 8s.",
        ),
        (
            "9s Kh 9h/5s 4h 9d 3d 9c/Qs Qh Jd Jc 2s",
            "相公：頭墩比中墩大，同為一對 9，頭墩單張 K ＞ 中墩單張 5。",
            "Foul: front beats middle, both pair of 9s, front kicker K > middle kicker 5.",
        ),
        (
            "2s 3h 5d/2h 5h 7h 9h Qh/2d 3s 4d 5c 6s",
            "相公：中墩比尾墩大，同花 Q ＞ 順子 6。",
            "Foul: middle beats back, flush, Q high > straight to 6.",
        ),
        (
            "2s 3h 5d/2h 5h 7h 9h Qh/2d 4d 7d 9d Qd",
            "相公：中墩比尾墩大，同為同花 Q，再比下去中墩的 5 ＞ 尾墩的 4。",
            "Foul: middle beats back, both flush, Q high, then middle 5 > back 4.",
        ),
    ],
)
def test_a_foul_is_explained_by_the_classes_or_by_the_kicker(rows, chinese, english):
    rules = RULE_SETS["joker"]
    arrangement = parse_rows("/".join(" ".join(row.split()) for row in sorted_rows(rows)))
    (fault,) = faults(arrangement, strengths(rules), rules)
    text = refusal_text(fault)
    assert chinese == catalog("zh-TW").text(text.key, text.facts)
    assert english == catalog("en").text(text.key, text.facts)


def sorted_rows(rows):
    from core.cards import show

    return [show(sorted(parse(row))) for row in rows.split("/")]


def test_misfits_name_card_and_row():
    arrangement = parse_rows("As As Xx/2h 3h 4h 5h/2d 3d 4d 5d Kd")
    hand = parse("As 2h 3h 4h 5h 2d 3d 4d 5d 6d")
    said = [refusal_text(fault) for fault in misfits(arrangement, hand, deck=deck(65))]
    assert [
        "中墩要 5 張，你放了 4 張。",
        "♤A 用了兩次，你只有一張。",
        "♦K 不在你手上。",
        "這個玩法沒有鬼。",
    ] == [catalog("zh-TW").text(text.key, text.facts) for text in said]


def test_a_refusal_of_the_core_is_worded_like_a_fault():
    text = refusal_text(Illegal("cards/unread", text="Zz"))
    assert "看不懂「Zz」。可以寫 ♤A、sA、As、黑桃A、鬼。" == catalog("zh-TW").text(text.key, text.facts)
    text = refusal_text(Illegal("cards/too-often", cards=parse("As Td")))
    assert catalog("en").text(text.key, text.facts).startswith("♤A ♦10")
