import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import catalog
from bot.screens.ended import in_class_order
from bot.screens.ended import in_order as order_of
from bot.screens.model import Hash, Line, Reveal, Screen
from bot.screens.showdown import result_screen
from core.cards import parse_shown, show
from core.rules import RULE_SETS
from core.scoring import Terms
from core.strength import strengths
from tests.bot.screens.rounds import deck_of, rows, settled, split
from tests.bot.screens.walk import line, reveal, words

ZH, EN = catalog("zh-TW"), catalog("en")
STRONG = rows("Ah Ad Kc / 8h 8d 8c 8s 4s / Th Td Tc Ts 3s")
MIXED = rows("9h 9d Kc / 3s 4h 5c 6d 7s / Kh Kd Ks 2h 2d")
WEAK = rows("Qh 7d 4c / Qd Qc 5s 5h 2c / Ad Jh 9c 6h 2s")
OTHER = rows("5d 5c 2d / As Js 9s 6s 2s / 7h 7c 7d Jd Jc")
HOME_RUN = settled("joker", [STRONG, MIXED, WEAK, OTHER])


def heading(screen: Screen) -> str:
    first = screen.blocks[0]
    assert isinstance(first, Line)
    return ZH.text(first.text.key, first.text.facts)


def results(rule_set: str) -> st.SearchStrategy:
    cut = "7c" if RULE_SETS[rule_set].has_bonus else ""

    def made(seed: int, seats: int):
        cards, chance = deck_of(rule_set), random.Random(seed)
        for card in parse_shown(cut) if cut else ():
            cards.remove(card)
        chance.shuffle(cards)
        dealer = chance.randrange(seats)
        terms = Terms(banker=dealer, stakes=tuple(chance.randint(1, 10) for _ in range(seats)))
        return settled(rule_set, split(cards, seats), dealer=dealer, cut_card=cut, terms=terms)

    return st.builds(made, st.integers(0, 2**32), st.integers(*RULE_SETS[rule_set].seats))


EVERY_RESULT = st.sampled_from(sorted(RULE_SETS)).flatmap(results)


def test_a_home_run_is_the_headline():
    points = HOME_RUN.seats[0].points
    assert heading(result_screen(HOME_RUN)) == f"💥 全壘打！小明 +{points}"


def test_everybody_who_shot_somebody_is_named():
    said = words(result_screen(HOME_RUN), ZH)
    assert "🔫 小明 打槍 阿嬤、小美、電腦四" in said


def test_a_single_gun_is_the_headline_and_stands_there_once():
    shooter = rows("Kh Kd 2c / 3s 4h 5c 6d 7s / Qs Qc Qh 9d 9c")
    shot = rows("3h 3d 4c / 2h 2d 5s 5h 8c / 8h 8d Jh Jd Jc")
    high_front = rows("Ah Ad 6c / 4s 4d 7h 9s Tc / Ts Th 6s 6h 2s")
    high_middle = rows("Qh 7d 3c / As Js 9s 8s 5s / Ac Jc Td 8s 6d")
    said = words(result_screen(settled("joker", [shooter, shot, high_front, high_middle])), ZH)
    assert [text for text in said if "打槍" in text] == ["🔫 小明 打槍 阿嬤"]
    assert said[0] == "🔫 小明 打槍 阿嬤"


def test_rare_cards_are_the_headline_when_nobody_has_a_home_run():
    five = rows("2d 3c 4d / 9s 9s 9h 9d 9c / As As Ah Ad Ac")
    front = rows("Kh Kd 3c / 5h 5d 5c 2h 3h / 8h 8d 8c 8s 4s")
    result = settled("joker", [five, front, WEAK, OTHER])
    assert "homerun" not in {payment.reason for payment in result.payments}
    assert heading(result_screen(result)) == "🎴 小明 亮出正五枚 9！"


def test_a_round_in_which_nobody_won_is_called_even():
    even = settled("joker", [rows("Ah Kd 2c / 3s 4h 5c 6d 7s / 3h 4d 5s 6c 7h")] * 4)
    assert [seat.points for seat in even.seats] == [0, 0, 0, 0]
    assert heading(result_screen(even)) == "第 3/8 局　大家平手"


def test_the_points_come_before_the_cards_and_the_values_to_compare_at_the_foot():
    blocks = result_screen(HOME_RUN).blocks
    shown = next(at for at, block in enumerate(blocks) if isinstance(block, Reveal))
    above = [block.text.key for block in blocks[:shown] if isinstance(block, Line)]
    assert list(dict.fromkeys(above)) == ["result/home-run", "result/gun", "result/place"]
    assert above[-4:] == ["result/place"] * 4
    assert [block.value for block in blocks[-2:] if isinstance(block, Hash)] == [HOME_RUN.commitment, HOME_RUN.sealed]
    assert [block for block in blocks[:-2] if isinstance(block, Hash)] == []


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_comes_first_and_then_counter_clockwise(dealer: int):
    result = settled("joker", [STRONG, MIXED, WEAK, OTHER], dealer=dealer)
    shown = [ZH.text(strip.name.key, strip.name.facts) for strip in reveal(result_screen(result)).strips]
    names = ["小明", "阿嬤", "小美", "電腦四"]
    assert shown == names[dealer:] + names[:dealer]


@given(EVERY_RESULT)
def test_the_matrix_adds_up_to_the_points_of_each_strip(result):
    shown, seats = reveal(result_screen(result)), range(len(result.seats))
    matrix = [[0 if won is None else won for won in row] for row in shown.matrix]
    assert [sum(row) for row in matrix] == [strip.points for strip in shown.strips]
    assert sum(strip.points for strip in shown.strips) == 0
    assert all(matrix[i][j] == -matrix[j][i] for i in seats for j in seats)


@given(EVERY_RESULT)
def test_against_a_banker_the_players_have_nothing_between_them(result):
    shown, seats = reveal(result_screen(result)), range(len(result.seats))
    apart = {(i, j) for i in seats for j in seats if shown.matrix[i][j] is None}
    banked = RULE_SETS[result.rule_set].has_banker
    assert apart == {(i, j) for i in seats for j in seats if banked and 0 not in (i, j) and i != j}


@given(EVERY_RESULT)
def test_only_the_strictly_largest_row_is_marked(result):
    shown = reveal(result_screen(result))
    bonus = 7 if result.cut_card else None
    table = strengths(RULE_SETS[result.rule_set], bonus)
    in_order = [
        strip for seat, strip in zip(order_of(result), shown.strips, strict=True) if not result.seats[seat].foul
    ]
    banked = RULE_SETS[result.rule_set].has_banker
    for at in range(3):
        rows = [strip.rows[at] for strip in in_order if strip.rows]
        valued = [table.strength(row.cards) for row in rows]
        alone = [valued.count(max(valued)) == 1 and value == max(valued) for value in valued]
        assert [row.best for row in rows] == [each and len(rows) > 1 and not banked for each in alone]
    assert not any(row.best for strip in shown.strips if strip not in in_order for row in strip.rows)


@given(EVERY_RESULT)
def test_the_places_of_a_round_are_best_first_and_shared_by_equals(result):
    shown = [block.text.facts for block in result_screen(result).blocks if isinstance(block, Line)]
    placed = [facts for facts in shown if "place" in facts]
    points = [facts["points"].value for facts in placed]
    assert points == sorted(points, reverse=True)
    said = [ZH.show(facts["place"]) for facts in placed]
    assert said == ["🥇" if won == points[0] else str(1 + sum(other > won for other in points)) for won in points]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("5s 7s 5h 7h 5c", "5s 5h 5c 7s 7h"),
        ("Ts 6s Xx 8s 9s", "Ts 9s 8s 6s Xx"),
        ("2c As 2s", "2s 2c As"),
        ("Xx Xx Xx", "Xx Xx Xx"),
    ],
)
def test_cards_of_a_row_stand_as_their_class_is_read(typed: str, shown: str):
    assert show(in_class_order(parse_shown(typed))) == shown


def test_a_void_round_says_why_and_by_whom():
    void = replace(HOME_RUN, outcome="void:ended", ended_by="小美", payments=())
    said = words(result_screen(void), ZH)
    assert said[:2] == ["第 3/8 局作廢", "小美 收桌了。這局不算，前面 2 局都算分。"]
    assert line(result_screen(void), "void/published")
    first = words(result_screen(replace(void, round=1)), ZH)
    assert first[1] == "小美 收桌了。這局不算。"
    by_vote = words(result_screen(replace(void, ended_by="")), ZH)
    assert by_vote[1] == "收桌了，這局不算；打完的局都算分。"
