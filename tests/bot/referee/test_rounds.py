"""The referee on the games of 13 cards: specials, declared hands, banker, stakes, options, fouls, and every error."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import languages
from bot.referee import answer
from core.rules import RULE_SETS

GUNNER = {"front": "As Ah 4c", "middle": "8s 8h 8d 3s 3h", "back": "Ts Th Td 4s 4h"}
KINGS = {"front": "Qs Qh 5c", "middle": "Ks Kh 7c 6c 2d", "back": "Js Jd 5s 5h 6d"}
# Six pairs, which is 報到 in Hong Kong.
QUEENS = {"front": "9s 9h 7s", "middle": "Qd Qc 9d 7d 2s", "back": "Jh Jc 6s 6h 2h"}
FOUL = {"front": "Ad Ac 5d", "middle": "Kc 9c 7h 4d 3d", "back": "Kd Tc 8c 3c 2c"}
FLUSHES = {"front": "Ad 5d 4d", "middle": "9c 8c 3c 2c Tc", "back": "Kd 3d Jd 7d 2d"}
DRAGON = {"front": "2c 3d 4d", "middle": "5d 6s 7h 8c 9c", "back": "Tc Jc Qd Kc Ac"}
STANDARD = {"op": "round", "variant": "standard", "players": [GUNNER, KINGS, QUEENS, FOUL]}
HONGKONG = {"op": "round", "variant": "hongkong", "players": [GUNNER, KINGS, QUEENS, FOUL]}
TAIWAN = {"op": "round", "variant": "taiwan", "players": [GUNNER, KINGS, QUEENS, FOUL]}
SPECIAL = {"op": "special", "variant": "standard", "cards": "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"}


def ask(request, language="zh-TW"):
    return json.loads(answer(json.dumps(request), language))


def totals(request):
    return [player["total"] for player in ask(request)["players"]]


def fouls(request):
    return [player["foul"] for player in ask(request)["players"]]


def declared(seat, code, request=STANDARD):
    players = [dict(each) for each in request["players"]]
    players[seat]["declare"] = code
    return request | {"players": players}


def test_specials_come_in_the_order_of_the_games_own_list():
    found = ["suited_dragon", "dragon", "three_straight_flushes", "one_colour", "three_straights", "three_flushes"]
    assert {"specials": found} == ask(SPECIAL)
    hongkong = ["suited_dragon", "dragon", "three_straights", "three_flushes"]
    assert {"specials": hongkong} == ask(SPECIAL | {"variant": "hongkong"})
    assert {"specials": []} == ask(SPECIAL | {"cards": "2s 3s 4s 5s 7h 8h 9h Ts Jd Qd Ks Kc 5c"})


def test_a_round_says_who_is_foul_and_what_everything_was_for():
    found = ask(STANDARD)
    assert [False, False, False, True] == fouls(STANDARD)
    assert 48 == found["players"][0]["total"]
    assert {"row": 8, "foul": 4, "sweep": 0, "double": 0, "quadruple": 36, "special": 0} == found["players"][0]["parts"]
    line = {"from": 3, "to": 0, "points": 2, "reason": "foul", "row": "middle", "class": "full_house"}
    assert line in found["lines"]


@pytest.mark.parametrize("variant", ["standard", "international", "taiwan", "hongkong"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_play(variant, players):
    found = ask({"op": "round", "variant": variant, "players": STANDARD["players"][:players]})
    assert players == len(found["players"]) == len(found["matrix"])
    assert 0 == sum(player["total"] for player in found["players"])


def test_a_declared_hand_is_never_foul_and_may_be_declared_as_less_than_it_is():
    foul = {"front": "Tc Jc Qd", "middle": "2c 3d 4d 9c Ac", "back": "5d 6s 7h 8c Kc"}
    request = STANDARD | {"players": [GUNNER, foul]}
    assert [False, True] == fouls(request)
    assert [-36, 36] == totals(declared(1, "dragon", request))
    assert [False, False] == fouls(declared(1, "dragon", request))
    assert [-4, 4] == totals(declared(1, "three_straights", request))
    assert totals(request) == totals(declared(1, None, request))


def test_rows_of_taiwan_and_hongkong_are_called_foul_even_where_a_dragon_makes_that_nothing():
    foul = {"front": "Tc Jc Qd", "middle": "2c 3d 4d 9c Ac", "back": "5d 6s 7h 8c Kc"}
    for variant, points in (("taiwan", 19), ("hongkong", 13)):
        request = {"op": "round", "variant": variant, "players": [GUNNER, foul]}
        assert [-points, points] == totals(request)
        assert [False, True] == fouls(request)
    assert [-19, 19] == totals(TAIWAN | {"players": [GUNNER, DRAGON]})


def test_the_banker_is_seat_0_and_everybody_stakes_1_unless_the_request_says_otherwise():
    assert totals(HONGKONG) == totals(HONGKONG | {"banker": 0, "stakes": [1, 1, 1, 1], "options": {}})
    assert [5, -4, 3, -4] == totals(HONGKONG)
    assert [26, -4, 6, -28] == totals(HONGKONG | {"stakes": [9, 1, 2, 7]})
    assert [4, -4, 3, -3] == totals(HONGKONG | {"banker": 1})


@pytest.mark.parametrize("own", [0, 99, -1, "much", None, True])
def test_the_bankers_own_stake_is_ignored(own):
    assert totals(HONGKONG) == totals(HONGKONG | {"stakes": [own, 1, 1, 1]})


def test_the_options_of_a_hongkong_table_change_who_wins():
    twins = [
        {"front": "9s 6d 2h", "middle": "As Jh Td 7c 3h", "back": "Ks Kd 8c 5h 4s"},
        {"front": "9h 6c 2s", "middle": "Ah Jd Tc 7d 3s", "back": "Kh Kc 8s 5s 4d"},
    ]
    request = HONGKONG | {"players": twins}
    assert [0, 0] == totals(request)
    assert [3, -3] == totals(request | {"options": {"suits": True}})
    assert [-3, 3] == totals(request | {"options": {"suits": True}, "banker": 1, "players": twins[::-1]})
    assert [3, -3] == totals(request | {"options": {"top_card_only": True}})
    dragon = {"front": "2s 3s 4s", "middle": "5s 6s 7s 8s 9s", "back": "Ts Js Qs Ks As"}
    request = HONGKONG | {"players": [dragon, FOUL]}
    assert [13, -13] == totals(request | {"options": {"suited_dragon": 13}}) == totals(request)
    assert [39, -39] == totals(request | {"options": {"suited_dragon": 39, "suits": False}})


ERRORS = [
    ("referee/no-specials", SPECIAL | {"variant": "international"}),
    ("referee/no-specials", SPECIAL | {"variant": "taiwan"}),
    ("referee/no-specials", SPECIAL | {"variant": "joker"}),
    ("referee/key-missing", {"op": "special", "variant": "standard"}),
    ("referee/hand-size", SPECIAL | {"cards": "As"}),
    ("referee/hand-size", SPECIAL | {"cards": SPECIAL["cards"] + " Ah"}),
    ("arrange/not-in-deck", SPECIAL | {"cards": "Xx" + SPECIAL["cards"][2:]}),
    ("cards/too-often", SPECIAL | {"cards": "As" + SPECIAL["cards"][2:]}),
    ("cards/unread", SPECIAL | {"cards": "?"}),
    ("referee/unknown-key", SPECIAL | {"declare": "dragon"}),
    ("referee/unknown-key", SPECIAL | {"variant": "hongkong", "banker": 0}),
    ("referee/bonus-refused", SPECIAL | {"bonus": "7"}),
    ("referee/unknown-special", declared(0, "royals")),
    ("referee/unknown-special", declared(0, "")),
    ("referee/key-type", declared(0, 7)),
    ("referee/key-type", declared(0, True)),
    ("referee/declare-unmet", declared(0, "dragon")),
    ("referee/declare-unmet", declared(3, "three_flushes")),
    ("referee/declare-refused", declared(0, "dragon", HONGKONG)),
    ("referee/declare-refused", declared(0, "dragon", TAIWAN)),
    ("referee/declare-refused", declared(0, "dragon", STANDARD | {"variant": "international"})),
    ("arrange/row-size", STANDARD | {"players": [GUNNER, KINGS | {"front": "Qs Qh"}]}),
    ("arrange/row-size", declared(0, "dragon", STANDARD | {"players": [GUNNER | {"back": ""}, KINGS]})),
    ("cards/too-often", STANDARD | {"players": [GUNNER, GUNNER]}),
    ("cards/too-often", declared(1, "dragon", STANDARD | {"players": [GUNNER, KINGS | {"front": "As Qh 5c"}]})),
    *(("referee/players", STANDARD | {"players": [GUNNER] * number}) for number in (0, 1, 5)),
    *(("referee/players", TAIWAN | {"players": [GUNNER] * number}) for number in (0, 1, 5)),
    *(("referee/players", HONGKONG | {"players": [GUNNER] * number}) for number in (0, 1, 5)),
    *(
        ("referee/unknown-key", request | more)
        for request in (STANDARD, TAIWAN, STANDARD | {"variant": "international"})
        for more in ({"banker": 0}, {"stakes": [1] * 4}, {"options": {}})
    ),
    *(("referee/banker-range", HONGKONG | {"banker": seat}) for seat in (-1, 4, True)),
    ("referee/banker-range", HONGKONG | {"players": [GUNNER, KINGS], "banker": 2}),
    *(("referee/key-type", HONGKONG | {"banker": seat}) for seat in ("0", 1.0, None)),
    *(("referee/stakes-count", HONGKONG | {"stakes": [1] * number}) for number in (0, 3, 5)),
    *(("referee/stakes-range", HONGKONG | {"stakes": [1, stake, 1, 1]}) for stake in (0, 11, -1, 1.0, "1", None, True)),
    ("referee/key-type", HONGKONG | {"stakes": 1}),
    ("referee/key-type", HONGKONG | {"options": ["suits"]}),
    ("referee/unknown-key", HONGKONG | {"options": {"colours": True}}),
    ("referee/key-type", HONGKONG | {"options": {"suits": 1}}),
    ("referee/key-type", HONGKONG | {"options": {"top_card_only": "yes"}}),
    ("referee/key-type", HONGKONG | {"options": {"suited_dragon": True}}),
    *(("referee/option-range", HONGKONG | {"options": {"suited_dragon": price}}) for price in (0, 14, 108)),
]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("code", "request_object"), ERRORS, ids=[f"{at}-{code}" for at, (code, _) in enumerate(ERRORS)]
)
def test_what_cannot_be_answered_gets_its_error_in_words(code, request_object, language):
    error = ask(request_object, language)["error"]
    assert code == error["code"]
    assert len(error["message"]) > 5
    assert error["message"] != code
    assert not set(error["message"]) & set("{}")


def test_an_error_names_the_player_and_the_special():
    error = ask(declared(3, "three_flushes"))["error"]["message"]
    assert error.startswith("第 4 位：")
    assert "三同花" in error
    assert "第 2 位" in ask(HONGKONG | {"stakes": [1, 11, 1, 1]})["error"]["message"]
    assert "13、26、39" in ask(HONGKONG | {"options": {"suited_dragon": 14}})["error"]["message"]
    assert "suited_dragon、dragon" in ask(declared(0, "royals"))["error"]["message"]


def test_every_special_has_a_name_in_every_language():
    for language in languages():
        named = {
            ask(declared(0, code), language)["error"]["message"]
            for code in RULE_SETS["standard"].specials
            if code != "five_pairs_and_trips"
        }
        assert len(named) == 12
        assert not any("special/" in each for each in named)


odd = st.none() | st.booleans() | st.integers(-2, 20) | st.text(max_size=4) | st.floats(allow_nan=False)
odd_lists = odd | st.lists(odd, max_size=5) | st.dictionaries(st.sampled_from(["suits", "suited_dragon", "x"]), odd)


@given(
    st.sampled_from(list(RULE_SETS)),
    st.fixed_dictionaries({}, optional=dict.fromkeys(("banker", "stakes", "options"), odd_lists)),
    st.lists(odd_lists, min_size=4, max_size=4),
)
def test_no_round_is_too_odd_for_an_answer(variant, more, declares):
    players = [each | {"declare": said} for each, said in zip(STANDARD["players"], declares, strict=True)]
    assert isinstance(ask({"op": "round", "variant": variant, "players": players} | more), dict)
