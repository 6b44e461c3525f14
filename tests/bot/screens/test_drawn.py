"""The board of the seats that were drawn (抓位)."""

from dataclasses import replace

from bot.i18n import catalog
from bot.screens.proof import proof_screen
from bot.screens.showdown import result_screen
from bot.screens.why import why_screen
from bot.tokens import Verb, parse
from core.deal import Cut
from tests.bot.screens.laid_open import drawing
from tests.bot.screens.walk import buttons, words

ZH, EN = catalog("zh-TW"), catalog("en")
PLAIN = drawing("As", "Ks", "Qs", "Js")
CUTS = (Cut(0, "", "3"), Cut(2, "", "1"))


def test_the_seats_stand_in_their_new_order_with_the_cards_turned_up():
    assert words(result_screen(PLAIN), ZH)[:7] == [
        "🪑 抓位",
        "A 小明　♤A",
        "B 阿嬤　♤K",
        "C 小美　♤Q",
        "D 電腦四　♤J",
        "A 小明 先發牌",
        "最大坐 A，逆時針 B、C、D。",
    ]


def test_equal_cards_are_drawn_again_and_again():
    tied = drawing("As Kd", "Ah 3c", "Qd 2d 7c", "Qc 2c 5h")
    said = words(result_screen(tied), ZH)
    assert "A 小明　♤A ♦K" in said
    assert [line for line in said if "再抓" in line] == [
        "小明、阿嬤 一樣大，再抓一次。",
        "小美、電腦四 一樣大，再抓一次。",
        "小美、電腦四 一樣大，再抓一次。",
    ]
    twice = drawing("Ad 9d 4s", "Ac 9c 3h", "Js", "Ts")
    assert [line for line in words(result_screen(twice), ZH) if "再抓" in line] == ["小明、阿嬤 一樣大，再抓一次。"] * 2


def test_what_each_drew_is_said_in_the_words_of_the_buttons():
    said = words(result_screen(replace(PLAIN, cuts=CUTS)), ZH)
    assert "各人抓的：小明 抓第 3 張、小美 抓第 1 張" in said
    proof = words(proof_screen(replace(PLAIN, cuts=CUTS), fault=None, voids=()), ZH)
    assert proof[0] == "驗牌　抓位（桌號 t42・編號 18）"
    assert "✂️ 小明：抓第 3 張" in proof


def test_whoever_drew_is_named_wherever_the_drawing_has_put_them():
    moved = replace(PLAIN, cuts=CUTS, former=(2, 0, 3, 1))
    assert "各人抓的：阿嬤 抓第 3 張、小明 抓第 1 張" in words(result_screen(moved), ZH)
    proof = words(proof_screen(moved, fault=None, voids=()), ZH)
    assert "✂️ 阿嬤：抓第 3 張" in proof
    assert "✂️ 小明：抓第 1 張" in proof


def test_it_can_be_checked_and_has_no_account():
    assert [parse(button.token).verb for button in buttons(result_screen(PLAIN))] == [Verb.VERIFY]


def test_who_asks_for_an_account_of_it_is_told_that_it_has_none():
    assert words(why_screen(PLAIN, 0), ZH)[:2] == ["🪑 抓位", "抓位不計分。"]


def test_a_drawing_that_was_discarded_says_so():
    void = replace(PLAIN, outcome="void:ended", ended_by="小美")
    assert words(result_screen(void), ZH)[:2] == ["抓位作廢", "小美 收桌了。這局不算。"]
    assert words(result_screen(void), EN)[0] == "The drawing of seats is void"
