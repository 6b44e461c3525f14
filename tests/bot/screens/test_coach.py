"""What the coach says reads true, in both languages, in at most two lines, and tells nobody else."""

import re
from dataclasses import replace

import pytest

from bot.i18n import catalog, languages
from bot.screens.coach import (
    both_screen,
    coach_screen,
    improvable,
    lesson_text,
    review_lines,
    timed_out_screen,
    with_points,
)
from bot.screens.model import Points
from bot.screens.record import Lesson, Profile, me_screen
from bot.screens.why import why_screen
from bot.tokens import Verb, parse
from core.arrangement import show_rows
from core.arranger.coach import REASONS, Review, review
from core.rules import RULE_SETS
from core.scoring import Terms, payments, totals
from core.strength import strengths
from tests.bot.screens.rounds import rows, settled
from tests.bot.screens.walk import buttons, cards, words

ZH, EN = catalog("zh-TW"), catalog("en")
FOULED_CHANCE = rows("9h 9d Xx / 2s 7s Js Qs Ks / As Th Ad Tc Ac")
BETTER = rows("As Ad Ac / 2s 7s Js Qs Ks / 9h Th 9d Tc Xx")
MIXED = rows("9h 9d Kc / 3s 4h 5c 6d 7s / Kh Kd Ks 2h 2d")
WEAK = rows("Qh 7d 4c / Qd Qc 5s 5h 2c / Ad Jh 9c 6h 2s")
OTHER = rows("5d 5c 2d / As Js 9s 6s 2s / 7h 7c 7d Jd Jc")
RESULT = settled("joker", [WEAK, FOULED_CHANCE, MIXED, OTHER])
SAID = Review(-420, -110, 310, "front-weak", show_rows(MIXED))


def lines(said: Review, language: str = "zh-TW", seat: int = 0) -> list[str]:
    words_of = catalog(language)
    return [words_of.text(each.text.key, each.text.facts) for each in review_lines(RESULT, seat, said)]


def test_the_coach_reads_like_this():
    assert lines(SAID) == [
        "🧑‍🏫 這副平均 −0.42 道，最好的排法 −0.11，差 0.31。",
        "主因：頭墩烏龍 Q 太弱，容易被打槍；排一對 9 比較穩。",
    ]
    assert lines(SAID, "en") == [
        "🧑‍🏫 Worth −0.42 pt on average, the best arrangement −0.11, 0.31 lost.",
        "Why: the front (Q high) is weak and easily shot; safer: pair of 9s.",
    ]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_at_most_two_lines_and_few_words(reason: str, language: str):
    words_of = catalog(language)
    for best in (MIXED, WEAK):
        said = lines(replace(SAID, reason=reason, best_rows=show_rows(best)), language)
        assert len(said) == (1 if reason == "fine" else 2)
        assert all("{" not in text and "/" not in text for text in said)
    if reason != "fine":
        few = lesson_text(reason)
        assert words_of.has(few.key)
        assert "{" not in words_of.text(few.key, few.facts)


def test_the_same_class_in_both_is_not_called_weaker_than_itself():
    higher = rows("Qh 9d 4c / Qd Qc 5s 5h 2c / Ad Jh 7c 6h 2s")
    said = lines(replace(SAID, best_rows=show_rows(higher)))
    assert said[1] == "主因：頭墩同樣是烏龍 Q，其他張大一點就比較不會被打槍。"


def test_a_row_that_pays_nothing_could_have_won_an_extra_and_one_that_pays_wins_it_more_often():
    plain, four = rows("9h 9d Kc / 3s 4h 5c 6d 7s / Kh Kd Ks 2h 2d"), rows("9h 9d Kc / 3s 4h 5c 6d 7s / Kh Kd Ks Kc 2d")
    straight = rows("9h 9d Kc / 3s 4h 5c 6d 7s / 9s Ts Js Qs Ks")
    seats = {plain: "排鐵支 K，贏了就加分。", straight: "排鐵支 K，平均拿到的加分比較多。"}
    seats[four] = "同樣是鐵支 K，其他張大一點就比較常拿到加分。"
    for played, expected in seats.items():
        result = settled("joker", [played, FOULED_CHANCE, MIXED, OTHER])
        said = review_lines(result, 0, replace(SAID, reason="back-extras-missed", best_rows=show_rows(four)))
        assert ZH.text(said[1].text.key, said[1].text.facts).endswith(expected)


@pytest.mark.parametrize("reason", [reason for reason in REASONS if reason != "fine"])
def test_no_english_reason_has_two_colons_or_a_plural_that_takes(reason: str):
    for best in (MIXED, WEAK):
        said = lines(replace(SAID, reason=reason, best_rows=show_rows(best)), "en")[1]
        assert said.partition("Why: ")[2].count(":") <= 1
        assert not re.search(r"s (is|was|takes|pays|wins|shoots)\b", said)


def test_where_nobody_is_gunned_a_weak_row_is_one_that_is_lost():
    hand = rows("Qh 7d 4c / Qd Qc 5s 5h 2c / Ad Jh 9c 6h 2s"), rows("9h 9d Kc / 3s 4h 5c 6d 7s / Kh Kd Ks 3h 3d")
    banked = settled("hongkong", hand)
    said = {
        reason: ZH.text(text.key, text.facts)
        for reason in ("front-weak", "front-short")
        for text in [review_lines(banked, 0, replace(SAID, reason=reason, best_rows=show_rows(hand[1])))[1].text]
    }
    assert said == {
        "front-weak": "主因：頭墩烏龍 Q 太弱，容易輸；排一對 9 比較穩。",
        "front-short": "主因：頭墩烏龍 Q 不夠大；排一對 9 比較容易贏。",
    }


def test_both_arrangements_are_settled_by_what_else_decided_the_round():
    mine, other = rows("Qh 7d 4c / Qd Qc 5s 5h 2c / As Ad Jh 9c 6h"), rows("Kh 9h 3c / 3s 3h 5c 6d 7s / Ks Kd Kc 4h 8d")
    banked = settled("hongkong", [other, mine], terms=Terms(banker=0, stakes=(1, 10)))
    said = words(both_screen(banked, 1, replace(SAID, best_rows=show_rows(mine))), ZH)
    assert banked.seats[1].points % 10 == 0
    assert f"這局 {ZH.show(Points(banked.seats[1].points))}" in said[1]
    assert f"這局 {ZH.show(Points(banked.seats[1].points))}" in said[5]


def test_a_special_that_was_declared_for_somebody_is_named():
    hand = rows("3s 6s Js / 3d 6d 7d 8d Td / 3h 5h 6h Th Kh")
    result = settled(
        "standard", [hand, rows("Ks Qh 9d / Jd Jc 7h 6c 2d / As Ah 5s 5d Tc")], terms=Terms(("three_flushes", None))
    )
    assert words(timed_out_screen(result, 0), ZH) == ["⏰ 時間到，替你報了三同花。"]
    assert words(with_points(None, result, 0, not_before=0), ZH) == ["第 3/8 局　+3（累計 +13）"]


def test_points_come_in_parts_where_everybody_began_with_some():
    hands = [rows("Ks Qd 2c / 8s 8c 6c 4s 3h / Js Jh 9d 6d 5c"), rows("Kh Qs 2d / 7h 7d 6h 4c 3d / Ts Td 9c 6s 5h")]
    said = words(with_points(None, settled("taiwan", hands), 1, not_before=0), ZH)
    assert said == ["第 3/8 局　−6 堵（−120 分 → 3,180）"]


def test_what_others_win_is_blamed_on_the_rows_that_could_be_stronger():
    hand = (*FOULED_CHANCE.cards, *rows("4h 5d 3c / Jd 6c 8d 6h 4d / 2h 2d 3h 3d 8c").cards[:4])
    said = review(RULE_SETS["joker"], hand, FOULED_CHANCE, bonus=None)
    assert said.reason == "extras-paid"
    assert lines(said, seat=1)[1] == "主因：頭墩排強一點，比較不會賠別人的加分。"


def test_the_difference_is_what_a_reader_gets_by_subtracting():
    assert lines(replace(SAID, expected=-6314, best=-6306, loss=8)) != lines(replace(SAID, reason="fine"))
    tiny = replace(SAID, expected=-6314, best=-6306, loss=8)
    assert "−6.31" in lines(tiny)[0]
    assert (len(lines(tiny)), improvable(tiny)) == (1, False)
    shown = lines(replace(SAID, expected=-1055, best=1055, loss=2110))[0]
    assert ("−1.06" in shown, "+1.06" in shown, "2.12" in shown) == (True, True, True)


def test_the_card_offers_both_arrangements_and_to_hear_no_more():
    screen = coach_screen(RESULT, 0, SAID)
    verbs = [parse(button.token) for button in buttons(screen)]
    assert [(token.verb, token.arg) for token in verbs] == [(Verb.BOTH, ""), (Verb.COACH, "off")]
    assert {(token.table, token.serial) for token in verbs} == {(RESULT.table, RESULT.serial)}
    fine = coach_screen(RESULT, 0, replace(SAID, reason="fine", loss=0))
    assert [parse(button.token).verb for button in buttons(fine)] == [Verb.COACH]
    assert len(fine.blocks) == 1


def test_both_arrangements_stand_there_with_what_each_wins_against_these_three():
    screen = both_screen(RESULT, 0, SAID)
    rules = RULE_SETS["joker"]
    won = totals(payments(rules, [MIXED, FOULED_CHANCE, MIXED, OTHER], strengths(rules, None)), 4)[0]
    said = words(screen, ZH)
    assert said[0] == "第 3 局　兩種排法"
    assert f"這局 {ZH.show(RESULT.seats[0].points)}" in said[1]
    assert said[2].startswith("頭墩 烏龍 Q ♥Q")
    assert said[5] == f"最好的　平均 −0.11 道・這局 {won:+}".replace("-", "−")
    assert len(said) == 10
    assert sorted(cards(screen)) == sorted((*WEAK.cards, *MIXED.cards))


def test_the_coach_shows_no_card_of_the_others():
    assert cards(coach_screen(RESULT, 0, SAID)) == []


def test_under_why_the_coach_speaks_only_where_it_is_given():
    plain, said = why_screen(RESULT, 0), why_screen(RESULT, 0, review=SAID)
    assert words(said, ZH)[: len(plain.blocks)] == words(plain, ZH)
    assert words(said, ZH)[len(plain.blocks) :] == lines(SAID)
    assert Verb.BOTH in {parse(button.token).verb for button in buttons(said)}
    assert Verb.BOTH not in {parse(button.token).verb for button in buttons(plain)}


def test_a_special_that_was_not_declared_is_named_and_no_other_rows_are_offered():
    review_of_it = Review(-130, 9_000, 9_130, "undeclared", SAID.best_rows)
    assert lines(review_of_it) == [
        "🧑‍🏫 這副平均 −0.13 道，報特殊牌型 +9.00，差 9.13。",
        "主因：可以報特殊牌型，沒有報。",
    ]
    shown = coach_screen(RESULT, 0, review_of_it), why_screen(RESULT, 0, own=True, review=review_of_it)
    for screen in shown:
        assert Verb.BOTH not in {parse(button.token).verb for button in buttons(screen)}


def profile(*lessons: Lesson, coach: bool = True) -> Profile:
    return Profile("小美", (), 62, 128, 36, -28, guns=41, gunned=19, home_runs=3, lessons=lessons, coach=coach)


def test_a_season_of_reviews_reads_like_this():
    found = (Lesson("joker", 12, 314, "front-weak"), Lesson("bonus", 3, 0, ""))
    assert words(me_screen(profile(*found)), ZH)[-2:] == [
        "🧑‍🏫 鬼牌十三支：檢討 12 局，平均每局少 0.31 道，最常見：頭墩太弱",
        "🧑‍🏫 彩金十三支：檢討 3 局，每局都排得最好",
    ]
    assert words(me_screen(profile(*found)), EN)[-2].endswith("0.31 pt lost a round, most often: front too weak")


def test_who_wants_no_coach_sees_none_and_can_have_it_again():
    off = me_screen(profile(Lesson("joker", 12, 314, "front-weak"), coach=False))
    assert "0.31" in words(off, ZH)[-2]
    assert words(off, ZH)[-1] == "講評已關，局後不再說；這裡照算。"
    assert [parse(b.token).arg for b in buttons(off) if parse(b.token).verb is Verb.COACH] == ["on"]
    on = me_screen(profile())
    assert [parse(b.token).arg for b in buttons(on) if parse(b.token).verb is Verb.COACH] == ["off"]
