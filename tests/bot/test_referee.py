"""The referee: golden lines, every error, and how the program reads and writes."""

import io
import json
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import languages
from bot.referee import answer, run
from core.rules import RULE_SETS

ROUND = {
    "op": "round",
    "variant": "joker",
    "players": [
        {"front": "As Ah 2d", "middle": "Ks Kh Kd Kc 2s", "back": "5s 6s 7s 8s 9s"},
        {"front": "Qs Qh 2h", "middle": "As Ad 4h Js 3s", "back": "5h 6h 7h 8h 9h"},
        {"front": "Qd 4d 3d", "middle": "Jh Jd 4s 3h 2c", "back": "5d 6d 7d 8d 9d"},
        {"front": "Jc 4c 3c", "middle": "Ts Th Qs Qc 2s", "back": "5c 6c 7c 8c 9c"},
    ],
}
LEGAL = {
    "op": "legal",
    "variant": "bonus",
    "bonus": "7",
    "front": "Ks 9h 4d",
    "middle": "Kh 9d 4c 3s 2h",
    "back": "As Ah 5d 5c 6s",
}
ARRANGE = {"op": "arrange", "variant": "joker", "cards": "3h Ks 7d 9d 8c Xx Qc 4s 4c Qh 4d Ad 3c Kd Jh Th 9s"}
ROW = {"op": "row", "variant": "joker", "cards": "5s 7d Xx"}


def ask(request, language="zh-TW"):
    return json.loads(answer(json.dumps(request), language))


def within(want, got):
    if isinstance(want, dict):
        return isinstance(got, dict) and all(key in got and within(value, got[key]) for key, value in want.items())
    if isinstance(want, list):
        return isinstance(got, list) and len(want) == len(got) and all(map(within, want, got))
    return want == got


@pytest.mark.parametrize("variant", RULE_SETS)
def test_every_golden_line_is_answered_as_two_other_programs_answer_it(shared, variant):
    lines = (shared / "golden" / f"{variant}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 3000
    for line in lines:
        case = json.loads(line)
        answers = [ask(request) for request in case["in"]]
        if "cmp" in case:
            one, two = (each["strength"] for each in answers)
            assert case["cmp"] == (one > two) - (one < two)
            assert case["classes"] == [each["class"] for each in answers]
        else:
            assert within(case["out"], answers[-1])


def test_a_row_is_named_and_valued():
    found = ask(ROW)
    assert {"class": "pair", "label": "一對 7"} == {key: found[key] for key in ("class", "label")}
    assert isinstance(found["strength"], int)
    assert ask(ROW, "en")["label"] == "pair of 7s"


def test_cards_are_read_as_people_type_them():
    assert ask(ROW) == ask(ROW | {"cards": "黑桃5，♦️7鬼"}) == ask(ROW | {"cards": "ｓ５7djoker"})


def test_order_is_judged_with_all_faults_at_once():
    assert {"legal": True, "faults": []} == ask(LEGAL)
    both = LEGAL | {"front": "Ks Kd 4d", "back": "7s 5h 3d 2c 2s", "middle": "Qh Qd 4c 3s 2h"}
    assert {"legal": False, "faults": ["foul/front-over-middle", "foul/middle-over-back"]} == ask(both)


def test_a_round_is_settled_with_every_payment():
    found = ask(ROUND)
    assert [18, -5, -7, -6] == [player["total"] for player in found["players"]]
    assert {"total": 18, "foul": False, "parts": {"gun": 3, "homerun": 9, "bonus": 6}} == found["players"][0]
    assert [[0, 6, 6, 6], [-6, 0, 1, 0], [-6, -1, 0, 0], [-6, 0, 0, 0]] == found["matrix"]
    assert {"from": 1, "to": 0, "points": 1, "reason": "gun", "row": None, "class": None} == found["lines"][0]
    extra = {"from": 1, "to": 0, "points": 2, "reason": "bonus", "row": "middle", "class": "four_of_a_kind"}
    assert extra in found["lines"]
    totals = [0] * 4
    for line in found["lines"]:
        totals[line["to"]] += line["points"]
        totals[line["from"]] -= line["points"]
    assert [18, -5, -7, -6] == totals


def test_the_bonus_is_a_rank_or_the_cut_card():
    row = {"op": "row", "variant": "bonus", "cards": "7s 7h 7d"}
    for text in ("7", "7c", "７", "♣️7", " 7 "):
        assert ask(row | {"bonus": text})["class"] == "bonus_trips"
    for text in ("T", "10", "t", "Ts"):
        assert ask(row | {"bonus": text, "cards": "Th Td Tc"})["class"] == "bonus_trips"


def test_a_cut_card_that_the_deck_has_twice_may_be_played_once():
    row = {"op": "row", "variant": "bonus", "bonus": "7s"}
    assert ask(row | {"cards": "7s 7h 7d"})["class"] == "bonus_trips"
    assert ask(row | {"cards": "7s 7s 7d"})["error"]["code"] == "cards/too-often"


def test_a_hand_is_arranged_by_a_level_and_the_same_again_for_the_same_seed():
    first, again, other = (ask(ARRANGE | {"level": "easy", "seed": seed}) for seed in (1, 1, 4))
    assert first == again != other
    assert list(first) == ["front", "middle", "back", "declare", "expected"]
    held = Counter(ARRANGE["cards"].split())
    assert held >= Counter(" ".join((first["front"], first["middle"], first["back"])).split())
    assert ask({"op": "legal", "variant": "joker"} | {row: first[row] for row in ("front", "middle", "back")})["legal"]
    assert first["declare"] is None


def test_the_hardest_level_is_meant_where_none_is_named():
    hardest = ask(ARRANGE)
    assert hardest == ask(ARRANGE | {"level": "hard", "seed": 0})
    assert hardest["expected"] == -1.3685
    assert max(ask(ARRANGE | {"level": "easy", "seed": seed})["expected"] for seed in range(20)) <= hardest["expected"]


@pytest.mark.parametrize("given", [7, "x", None, [], {"a": 1}, "\ud800", "號碼", 1.5, True])
def test_an_id_comes_back_with_answers_and_errors(given):
    assert given == ask(ROW | {"id": given})["id"]
    refused = ask({"op": "draw", "id": given})
    assert given == refused["id"]
    assert "error" in refused


def test_an_answer_without_an_id_has_none():
    assert "id" not in ask(ROW)


def player(seat, **changes):
    players = [dict(each) for each in ROUND["players"]]
    players[seat] |= changes
    return ROUND | {"players": players}


ERRORS = [
    ("referee/not-json", "card"),
    ("referee/not-json", ""),
    ("referee/not-json", "[1, 2]"),
    ("referee/not-json", "17"),
    ("referee/not-json", '{"op":"row"'),
    ("referee/not-json", '{"op":NaN}'),
    ("referee/not-json", '{"id":1e999}'),
    ("referee/not-json", "[" * 100_000),
    ("referee/not-json", '{"id":' + "9" * 5000 + "}"),
    ("referee/key-twice", '{"op":"row","op":"legal"}'),
    ("referee/key-missing", {"variant": "joker"}),
    ("referee/key-missing", {"op": "row"}),
    ("referee/key-missing", {"op": "row", "variant": "joker"}),
    ("referee/key-missing", {key: value for key, value in LEGAL.items() if key != "middle"}),
    ("referee/key-missing", {"op": "round", "variant": "joker"}),
    ("referee/key-type", {"op": 7}),
    ("referee/key-type", {"op": "row", "variant": ["joker"]}),
    ("referee/key-type", ROW | {"cards": ["5s", "7d", "Xx"]}),
    ("referee/key-type", LEGAL | {"bonus": 7}),
    ("referee/key-type", ROUND | {"players": "four"}),
    ("referee/key-type", ROUND | {"players": [1, 2, 3, 4]}),
    ("referee/hand-size", ARRANGE | {"cards": "3h Ks 7d 9d 8c Xx Qc 4s 4c Qh 4d Ad"}),
    ("referee/hand-size", ARRANGE | {"variant": "bonus", "bonus": "7"}),
    ("arrange/not-in-deck", ARRANGE | {"variant": "bonus", "bonus": "7", "cards": "Xx" + ARRANGE["cards"][5:]}),
    ("cards/too-often", ARRANGE | {"cards": "Xx Xx Xx" + ARRANGE["cards"][8:]}),
    ("cards/too-often", ARRANGE | {"cards": ARRANGE["cards"].replace("Ks", "Kd")}),
    ("cards/unread", ARRANGE | {"cards": "one two"}),
    ("referee/unknown-level", ARRANGE | {"level": "godlike"}),
    ("referee/key-type", ARRANGE | {"level": 3}),
    ("referee/key-type", ARRANGE | {"seed": "1"}),
    ("referee/seed-range", ARRANGE | {"seed": -1}),
    ("referee/seed-range", ARRANGE | {"seed": 2**53}),
    ("referee/seed-range", ARRANGE | {"seed": True}),
    ("referee/unknown-key", ARRANGE | {"luck": 1}),
    ("referee/unknown-op", ROW | {"op": "draw"}),
    ("referee/unknown-variant", ROW | {"variant": "house"}),
    ("referee/unknown-key", ROW | {"colour": "red"}),
    ("referee/unknown-key", ROW | {"front": "As Ah Ad"}),
    ("referee/unknown-key", ROUND | {"banker": 0}),
    ("referee/unknown-key", ROUND | {"stakes": [1, 1, 1, 1]}),
    ("referee/unknown-key", player(2, top="As")),
    ("referee/declare-refused", player(1, declare="dragon")),
    ("referee/bonus-missing", {"op": "row", "variant": "bonus", "cards": "5s 7d 9h"}),
    ("referee/bonus-refused", ROW | {"bonus": "7"}),
    ("referee/bonus-unread", LEGAL | {"bonus": "1"}),
    ("referee/bonus-unread", LEGAL | {"bonus": "Xx"}),
    ("referee/bonus-unread", LEGAL | {"bonus": "7c 7d"}),
    ("referee/bonus-unread", LEGAL | {"bonus": ""}),
    ("referee/row-size", ROW | {"cards": "As Ah"}),
    ("referee/row-size", ROW | {"cards": "As Ah Ad Ac"}),
    ("referee/row-size", ROW | {"cards": ""}),
    ("arrange/row-size", LEGAL | {"front": "Ks 9h"}),
    ("arrange/row-size", player(3, back="5c 6c 7c 8c 9c Xx")),
    ("cards/unread", ROW | {"cards": "5s 7d Zz"}),
    ("cards/unread", player(0, front="As Ah 11d")),
    ("arrange/not-in-deck", LEGAL | {"front": "Xx 9h 4d"}),
    ("cards/too-often", ROW | {"cards": "Ah Ah Ad"}),
    ("cards/too-often", ROW | {"cards": "As As As"}),
    ("cards/too-often", LEGAL | {"front": "Kh 9h 4d"}),
    ("cards/too-often", LEGAL | {"bonus": "9h"}),
    ("cards/too-often", {"op": "row", "variant": "bonus", "bonus": "7", "cards": "7s 7s 7h 7d 7c"}),
    ("cards/too-often", player(1, front="Qs Qh Kh")),
    ("referee/players", ROUND | {"players": ROUND["players"][:3]}),
    ("referee/players", ROUND | {"players": [*ROUND["players"], ROUND["players"][0]]}),
    ("referee/players", ROUND | {"players": []}),
    ("referee/foul-refused", player(2, front="Jh Jd 3h", middle="Qd 4d 4s 3d 2c")),
]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("code", "request_line"), ERRORS, ids=[f"{at}-{code}" for at, (code, _) in enumerate(ERRORS)])
def test_what_cannot_be_answered_gets_its_error_in_words(code, request_line, language):
    line = request_line if isinstance(request_line, str) else json.dumps(request_line)
    error = json.loads(answer(line, language))["error"]
    assert code == error["code"]
    assert len(error["message"]) > 5
    assert error["message"] != code
    assert not set(error["message"]) & set("{}")


def test_an_error_names_what_is_wrong():
    def said(request):
        return ask(request)["error"]["message"]

    assert "「Zz」" in said(ROW | {"cards": "5s 7d Zz"})
    assert "「colour」" in said(ROW | {"colour": 1})
    assert "鬼" in said(LEGAL | {"front": "Xx 9h 4d"})
    assert "♥A" in said(ROW | {"cards": "Ah Ah Ad"})
    assert "joker、bonus、taiwan、hongkong、standard、international" in said(ROW | {"variant": "house"})
    assert said(player(3, back="5c 6c")).startswith("第 4 位：尾墩要 5 張")
    foul = said(player(2, front="Jh Jd 3h", middle="Qd 4d 4s 3d 2c"))
    assert foul.startswith("第 3 位：")
    assert "一對 J ＞ 一對 4" in foul


def test_the_rows_of_one_player_may_not_use_up_anothers_cards():
    error = ask(player(1, front="Qs Qh Kh"))["error"]
    assert "♥K" in error["message"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("op", "variant", "bonus", "cards", "front", "middle", "back", "players", "declare", "id")
odd_requests = st.dictionaries(
    st.sampled_from(KEYS) | st.text(max_size=5),
    st.sampled_from(("row", "legal", "round", "joker", "bonus", "7c", "As Kh Qd", ROUND["players"])) | json_values,
    max_size=7,
)


@given(odd_requests)
def test_no_request_is_too_odd_for_an_answer(request_object):
    assert isinstance(ask(request_object), dict)


@given(st.text(max_size=80))
def test_no_line_is_too_odd_for_an_answer(line):
    found = answer(line, "en")
    assert "\n" not in found
    assert isinstance(json.loads(found), dict)


def test_each_line_is_answered_in_order_and_flushed():
    flushed = []

    class Output(io.StringIO):
        def flush(self):
            flushed.append(self.getvalue())

    out = Output()
    run(io.StringIO("\n".join([json.dumps(ROW | {"id": 1}), "?", json.dumps(LEGAL | {"id": 3})])), out, "en")
    assert [1, 2, 3] == [text.count("\n") for text in flushed]
    first, second, third = (json.loads(line) for line in out.getvalue().splitlines())
    assert (1, "referee/not-json", 3) == (first["id"], second["error"]["code"], third["id"])


def referee(*options):
    return [sys.executable, "-m", "bot", "referee", *options]


def test_the_program_answers_while_its_input_is_open_and_ends_with_it(root):
    with subprocess.Popen(
        referee("--language", "en"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root
    ) as program:
        for number in range(3):
            program.stdin.write(json.dumps(ROW | {"id": number}).encode() + b"\n")
            program.stdin.flush()
            found = json.loads(program.stdout.readline())
            assert (number, "pair of 7s") == (found["id"], found["label"])
        rest, errors = program.communicate(timeout=20)
    assert (b"", b"", 0) == (rest, errors, program.returncode)


def test_bytes_that_are_no_text_are_an_error_like_others_and_the_next_line_is_read(root):
    done = subprocess.run(
        referee(),
        input=b'\xff\xfe{\n\n{"id":"\\ud83c"}\n' + json.dumps(ROW).encode(),
        capture_output=True,
        cwd=root,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert ["referee/not-json", "referee/not-json", "referee/key-missing"] == [
        each["error"]["code"] for each in answers[:3]
    ]
    assert answers[2]["id"] == "\ud83c"
    assert answers[3]["label"] == "一對 7"
    assert (b"", 0) == (done.stderr, done.returncode)
