"""The rule sets: their values, and that wrong ones cannot be made."""

from dataclasses import FrozenInstanceError, replace

import pytest

from core.arrangement import Arrangement
from core.cards import deck, parse
from core.ladder import CLASSES
from core.rules import ROW_SIZES, RULE_SETS, RuleSet, Seats, Stakes
from core.rules.model import SCORINGS
from core.scoring import WAYS, matrix, payments
from core.strength import strengths

JOKER, BONUS = RULE_SETS["joker"], RULE_SETS["bonus"]
THIRTEEN = TAIWAN, HONGKONG, STANDARD, INTERNATIONAL = [
    RULE_SETS[each] for each in ("taiwan", "hongkong", "standard", "international")
]


def test_joker_is_dealt_17_of_68_to_four_with_none_left():
    """joker.txt, table at the top."""
    assert (4, 4) == JOKER.seats
    assert (68, 0, 17) == (JOKER.deck, JOKER.aside, JOKER.hand)
    assert len(deck(68)) == 4 * JOKER.hand
    assert not JOKER.has_bonus


def test_bonus_is_dealt_16_of_64_to_four_after_the_cut_card():
    """bonus.txt, table at the top."""
    assert (4, 4) == BONUS.seats
    assert (65, 1, 16) == (BONUS.deck, BONUS.aside, BONUS.hand)
    assert len(deck(65)) == 4 * BONUS.hand + 1
    assert BONUS.has_bonus


def test_both_want_front_below_middle_and_middle_not_above_back_and_take_no_foul():
    """joker.txt and bonus.txt, 合法與犯規."""
    for rules in (JOKER, BONUS):
        assert not rules.front_may_equal_middle
        assert rules.middle_may_equal_back
        assert not rules.fouls_allowed


def test_a_gun_is_1_and_a_home_run_9_and_6_in_all():
    """joker.txt and bonus.txt, 打槍與全壘打."""
    assert (1, 9) == (JOKER.gun, 3 * JOKER.home_run)
    assert (1, 6) == (BONUS.gun, 3 * BONUS.home_run)


def test_the_ladders_stand_as_the_texts_have_them():
    """joker.txt and bonus.txt, 牌型階梯 (from the highest down)."""
    assert (
        "natural_five joker_five straight_flush four_of_a_kind full_house paired_flush flush straight joker_trips"
        " three_of_a_kind two_pair pair high_card"
    ).split() == list(reversed(JOKER.ladder))
    assert (
        "five_of_a_kind straight_flush bonus_four four_of_a_kind bonus_full_house full_house paired_flush flush straight"
        " bonus_trips three_of_a_kind two_pair pair high_card"
    ).split() == list(reversed(BONUS.ladder))


def test_the_extras_of_joker_are_those_of_the_table():
    """joker.txt, 額外加分; 中墩正五枚 is +12, not the old +7."""
    assert {
        "front": {"three_of_a_kind": 1, "joker_trips": 5},
        "middle": {"four_of_a_kind": 2, "straight_flush": 2, "joker_five": 3, "natural_five": 12},
        "back": {"four_of_a_kind": 1, "straight_flush": 1, "joker_five": 2, "natural_five": 5},
    } == by_row(JOKER)


def test_the_extras_of_bonus_are_those_of_the_table():
    """bonus.txt, 額外加分."""
    assert {
        "front": {"three_of_a_kind": 1, "bonus_trips": 2},
        "middle": {
            "bonus_trips": 1,
            "bonus_full_house": 2,
            "four_of_a_kind": 2,
            "straight_flush": 2,
            "bonus_four": 5,
            "five_of_a_kind": 10,
        },
        "back": {
            "bonus_trips": 1,
            "bonus_full_house": 1,
            "four_of_a_kind": 1,
            "straight_flush": 1,
            "bonus_four": 5,
            "five_of_a_kind": 5,
        },
    } == by_row(BONUS)


def test_the_other_four_deal_13_of_52_to_two_to_four_and_order_their_rows_each_in_its_way():
    """decisions.md, table at the top."""
    for rules in THIRTEEN:
        assert (52, 0, 13, (2, 4)) == (rules.deck, rules.aside, rules.hand, rules.seats)
        assert rules.fouls_allowed
        assert not rules.has_bonus
        assert STANDARD.ladder == rules.ladder
    order = {rules.id: (rules.front_may_equal_middle, rules.middle_may_equal_back) for rules in THIRTEEN}
    equal, one, none = (True, True), (False, True), (False, False)
    assert {"taiwan": none, "hongkong": one, "standard": equal, "international": equal} == order


def test_the_ladder_of_13_cards_stands_as_the_texts_have_it():
    """standard.txt and hoya.txt, 牌型大小 (from the highest down)."""
    assert (
        "straight_flush four_of_a_kind full_house flush straight three_of_a_kind two_pair pair high_card"
    ).split() == list(reversed(STANDARD.ladder))


def test_rows_of_standard_international_and_hongkong_are_worth_what_the_tables_say():
    """standard.txt, 墩分表; hoya.txt, 賠率."""
    strong = {
        ("front", "three_of_a_kind"): 3,
        ("middle", "full_house"): 2,
        ("middle", "four_of_a_kind"): 8,
        ("middle", "straight_flush"): 10,
        ("back", "four_of_a_kind"): 4,
        ("back", "straight_flush"): 5,
    }
    for rules in (STANDARD, INTERNATIONAL, HONGKONG):
        every = {(row, code): rules.worth(row, code) for row in ROW_SIZES for code in rules.ladder}
        assert strong == {which: points for which, points in every.items() if points != 1}


def test_standard_doubles_for_a_gun_and_takes_four_times_for_a_home_run_in_10_or_5_rounds_of_90_seconds():
    """standard.txt, 打槍與全壘打, 房規."""
    assert (2, 4, (10, 5), 90) == (STANDARD.gun_times, STANDARD.home_run_times, STANDARD.rounds, STANDARD.seconds)
    assert STANDARD.declares


def test_international_pays_three_more_for_all_rows_and_knows_no_specials():
    """standard.txt, 每日挑戰."""
    assert (3, 1, 1, {}) == (
        INTERNATIONAL.gun,
        INTERNATIONAL.gun_times,
        INTERNATIONAL.home_run_times,
        INTERNATIONAL.specials,
    )


def test_taiwan_is_a_match_of_16_rounds_with_3100_points_of_20_each():
    """hoya.txt, 台式玩法: 一將, 入座方式, 勝負計算, 出牌方式, 加堵."""
    assert (16, 60, 3100, 20) == (TAIWAN.rounds[0], TAIWAN.seconds, TAIWAN.starting_points, TAIWAN.unit_value)
    assert (1, 6, 6, 6, 13) == (TAIWAN.match, TAIWAN.gun, TAIWAN.run_over, TAIWAN.home_run, TAIWAN.dragon)
    assert {
        "front": {"three_of_a_kind": 3},
        "middle": {"four_of_a_kind": 8, "straight_flush": 10},
        "back": {"four_of_a_kind": 4, "straight_flush": 5},
    } == by_row(TAIWAN)
    assert ("drawn", "winner", True) == (TAIWAN.first_dealer, TAIWAN.next_dealer, TAIWAN.full_start)


def test_hongkong_has_a_banker_stakes_of_1_to_10_and_three_options_that_are_off_by_default():
    """hoya.txt, 香港玩法, and the rulings."""
    assert HONGKONG.has_banker
    assert not any(rules.has_banker for rules in RULE_SETS.values() if rules is not HONGKONG)
    assert (1, 10) == HONGKONG.stakes
    assert {"suits": (False, True), "top_card_only": (False, True), "suited_dragon": (13, 26, 39)} == dict(
        HONGKONG.house_options
    )
    assert ("first_seat", True) == (HONGKONG.first_dealer, HONGKONG.rounds_as_seats)


def test_every_way_to_settle_a_round_is_known_and_used():
    assert set(WAYS) == SCORINGS == {rules.scoring for rules in RULE_SETS.values()}


def by_row(rules):
    return {row: {code: points for (where, code), points in rules.extras.items() if where == row} for row in ROW_SIZES}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": Seats(1, 4)}, "seats"),
        ({"seats": Seats(4, 3)}, "seats"),
        ({"aside": -1}, "more cards dealt"),
        ({"hand": 18}, "more cards dealt"),
        ({"hand": 12}, "hand too small"),
        ({"ladder": ("high_card", "royal")}, "ladder"),
        ({"ladder": ("high_card", "pair", "pair")}, "ladder"),
        ({"ladder": ("pair", "high_card"), "extras": {}}, "weakest"),
        ({"gun": -1}, "below zero"),
        ({"home_run": -1}, "below zero"),
        ({"extras": {("top", "pair"): 1}}, "no such row"),
        ({"extras": {("front", "bonus_trips"): 1}}, "no such row"),
        ({"extras": {("front", "pair"): 0}}, "without points"),
        ({"rounds": ()}, "rounds"),
        ({"rounds": (0,)}, "rounds"),
        ({"seconds": 29}, "seconds"),
        ({"seconds": 601}, "seconds"),
        ({"first_dealer": "host"}, "first dealer"),
        ({"next_dealer": "host"}, "next dealer"),
        ({"scoring": "luck"}, "scoring"),
        ({"row_points": -1}, "below zero"),
        ({"dragon": -1}, "below zero"),
        ({"gun_times": 0}, "times"),
        ({"gun_times": 3, "home_run_times": 2}, "times"),
        ({"specials": {"royals": 1}}, "special"),
        ({"specials": {"dragon": 0}}, "without points"),
        ({"declares": True}, "nothing to declare"),
        ({"stakes": Stakes(0, 5)}, "stakes"),
        ({"stakes": Stakes(6, 5)}, "stakes"),
        ({"house_options": {"suits": ()}}, "without values"),
        ({"starting_points": -1}, "starting points"),
        ({"unit_value": 0}, "starting points"),
    ],
)
def test_a_rule_set_that_does_not_fit_together_is_refused_when_it_is_made(changes, said):
    with pytest.raises(ValueError, match=said):
        replace(JOKER, **changes)


def test_a_deck_that_does_not_exist_is_refused():
    with pytest.raises(KeyError):
        replace(JOKER, deck=54)


def test_a_rule_set_never_changes():
    with pytest.raises(FrozenInstanceError):
        JOKER.gun = 2
    with pytest.raises(TypeError):
        JOKER.extras["front", "pair"] = 1
    with pytest.raises(TypeError):
        RULE_SETS["house"] = JOKER
    given = {("front", "pair"): 1}
    made = replace(JOKER, extras=given)
    given["front", "pair"] = 9
    assert made.extras["front", "pair"] == 1


def test_equal_rule_sets_are_equal_and_hash_alike():
    assert replace(JOKER) == JOKER
    assert hash(replace(JOKER)) == hash(JOKER)
    assert replace(JOKER, gun=2) != JOKER


def test_every_class_is_used_by_a_ladder():
    assert set(CLASSES) == {code for rules in RULE_SETS.values() for code in rules.ladder}


def test_a_further_game_is_values_alone():
    """Pusoy with 2-4 scoring: two rows bring 2, all three 4, without home runs and dragons; no code knows of it."""
    pusoy = RuleSet(
        id="pusoy",
        seats=Seats(2, 4),
        deck=52,
        aside=0,
        hand=13,
        ladder=STANDARD.ladder,
        front_may_equal_middle=True,
        middle_may_equal_back=True,
        fouls_allowed=True,
        scoring="match",
        extras={},
        match=2,
        gun=4,
        run_over=2,
        home_run=0,
        rounds=(10,),
        seconds=90,
        unit="fen",
        first_dealer="random",
    )
    dealt = (
        "As Ah 4c/8s 8h 8d 3s 3h/Ts Th Td 4s 4h",
        "Qs Qh 5c/Ks Kh 7c 6c 2d/Js Jd 5s 5h 6d",
        "9s 9h 7s/Qd Qc Kd 7d 2s/Jh Jc 6s 6h 2h",
        "2c 3d 4d/5d 6s 7h 8c 9c/Tc Jc Qd Kc Ac",
    )
    played = [Arrangement(*map(parse, text.split("/"))) for text in dealt]
    found = matrix(payments(pusoy, played[:3], strengths(pusoy)), 3)
    assert ((0, 4, 4), (-4, 0, 2), (-4, -2, 0)) == found
    lowest = Arrangement(*map(parse, ("2c 3d 4d", "Ad Kc 9d 8c 3c", "Ac Tc 9c 7h 5d")))
    assert (0, 4, 4, 4) == matrix(payments(pusoy, (*played[:3], lowest), strengths(pusoy)), 4)[0]
    assert (0, 4) == matrix(payments(pusoy, (played[0], played[3]), strengths(pusoy)), 2)[0]
