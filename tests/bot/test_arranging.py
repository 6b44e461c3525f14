"""What `shisanzhi arrange` prints."""

import io

import pytest

from bot.arranging import run
from bot.i18n import languages
from core.arranger.advice import suggestions
from core.cards import parse
from core.rules import RULE_SETS

HAND = "4d 5s 3s Js Jd Kc 7s Ts 7h Td 2c 9c Kh Qs Jc 7d"
BONUS = {"cards": HAND, "variant": "bonus", "bonus": "7"}


def printed(request: dict[str, str], language: str) -> tuple[int, list[str]]:
    out = io.StringIO()
    return run(request, language, out), out.getvalue().splitlines()


def test_each_suggestion_has_a_line_of_its_worth_and_one_a_row():
    status, lines = printed(BONUS, "zh-TW")
    assert status == 0
    assert lines[:4] == [
        "✨ 最多分　平均 +0.78 道・被打槍 5%",
        "　頭墩 一對 K　♥K ♧K ♦10",
        "　中墩 同花 Q　♤Q ♤J ♤10 ♤5 ♤3",
        "　尾墩 彩金葫蘆 7　♦J ♧J ♤7 ♥7 ♦7",
    ]
    assert len(lines) == 4 * len(suggestions(RULE_SETS["bonus"], parse(HAND), bonus=7))


@pytest.mark.parametrize("language", languages())
def test_every_kind_of_suggestion_has_words(language):
    hands = ["3h Ks 7d 9d 8c Xx Qc 4s 4c Qh 4d Ad 3c Kd Jh Th 9s", "2h 6s 6c 9s 8h 6h 3s Td Js Kc 9d 9s Kh Ts Jd As 7s"]
    for hand in hands:
        _, lines = printed({"cards": hand, "variant": "joker"}, language)
        assert not any("arrange/" in line or "{" in line for line in lines)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("wrong", [{"cards": "4d 5s"}, {"cards": "four"}, {"variant": "chess"}, {"bonus": "x"}])
def test_what_can_not_be_arranged_is_one_line_and_status_two(wrong, language):
    status, lines = printed(BONUS | wrong, language)
    assert (status, len(lines)) == (2, 1)
    assert "/" not in lines[0].split()[0]
