"""The hand's panel: every press does what its place and the draft say."""

import re
from dataclasses import replace

import pytest
from telegram import InlineKeyboardButton

from bot.i18n import catalog
from bot.platforms.telegram.drawing import Look, draw
from bot.platforms.telegram.panel import A_PAGE
from bot.pressed import Pressed, split
from bot.screens.hand import hand_screen
from bot.screens.model import Panel, Screen, Text
from bot.screens.sides import laid
from bot.tokens import Token, Verb, parse, read_cards
from core.table.draft import Draft, put
from tests.bot.platforms.worst import drafts, hands, held, listed
from tests.e2e.telegram.markup import parsed

VIEW = held()
DRAFTS = drafts(VIEW)
MANY = dict(hands("joker"))["joker: hand of many choices, back"]


def rows(screen: Screen, mode: str = "") -> list[list[InlineKeyboardButton]]:
    drawn = draw(screen, Look(catalog("zh-TW"), mode=mode))
    return [list(row) for row in drawn.keyboard.inline_keyboard] if drawn.keyboard else []


def labels(screen: Screen, mode: str = "") -> list[list[str]]:
    return [[key.text for key in row] for row in rows(screen, mode)]


def buttons(screen: Screen, mode: str = "") -> dict[str, Pressed]:
    """What stands behind each label; of two cards alike the last."""
    return {key.text: split(str(key.callback_data)) for row in rows(screen, mode) for key in row}


def said(screen: Screen, mode: str = "") -> list[str]:
    return parsed(draw(screen, Look(catalog("zh-TW"), mode=mode)).text)[0].split("\n")


def cards_of(screen: Screen, mode: str) -> dict[int, tuple[str, Token, str]]:
    """Kind, token and mode of each card's press, by its place in the dealt order."""
    panel = next(block for block in screen.blocks if isinstance(block, Panel))
    keys = [key for row in rows(screen, mode) for key in row][: len(panel.cards)]
    read = [split(str(key.callback_data)) for key in keys]
    return {index: (each.kind, parse(each.token), each.mode) for index, each in zip(laid(panel), read, strict=True)}


def test_guided_shows_suggestions_the_lists_and_what_leads_on():
    suggestions, lists, main = labels(listed(VIEW, DRAFTS["best"]))
    assert suggestions[0].startswith("✨")
    assert lists == ["尾墩 ▾", "中墩 ▾", "頭墩 ▾"]
    assert main == ["✅ 送出", "逐張排", "更多"]


def test_what_cannot_be_pressed_is_not_there():
    assert labels(listed(VIEW, DRAFTS["empty"]))[-1] == ["逐張排", "更多"]


def test_more_opens_and_closes_without_a_change():
    screen = listed(VIEW, DRAFTS["best"])
    more = buttons(screen)["更多"]
    assert (more.kind, parse(more.token).verb, more.mode) == ("view", Verb.HAND, "m")
    assert labels(screen, "m")[-1] == ["對調", "清空", "點數", "託管"]
    assert buttons(screen, "m")["收起"].mode == ""
    assert buttons(screen, "m")["對調"].mode == "m"


def test_a_list_has_a_line_for_each_pick_and_a_press_fills_the_row():
    screen = listed(VIEW, DRAFTS["empty"])
    opened = buttons(screen)["尾墩 ▾"]
    assert (opened.kind, opened.mode) == ("view", "lb0")
    *picks, last = rows(screen, "lb0")
    assert [len(row) for row in picks] == [1] * len(picks)
    assert [key.text for key in last] == ["返回"]
    for row in picks:
        read = split(str(row[0].callback_data))
        assert (read.kind, parse(read.token).verb, read.mode) == ("press", Verb.PICK, "")
        assert read_cards(parse(read.token))[0] == "back"
        assert "♤" in row[0].text or "♦" in row[0].text
    assert "挑尾墩（5 張）　第 1/1 頁" in said(screen, "lb0")


def test_a_list_says_what_the_row_is_and_how_to_clear_it():
    found = buttons(listed(VIEW, DRAFTS["back"]), "lb0")
    assert [label.startswith("✔ ") for label in found][:-2] == [True, *[False] * (len(found) - 3)]
    empty = parse(found["（清空這墩）"].token)
    assert (empty.verb, len(empty.arg)) == (Verb.OUT, 5)


def test_a_button_without_room_cuts_the_class_and_never_what_it_brings():
    screen = listed(VIEW, DRAFTS["empty"])
    panel = next(block for block in screen.blocks if isinstance(block, Panel))
    longest = tuple(replace(pick, label=Text("paired flush of queens and tens")) for pick in panel.picks["back"])
    changed = replace(panel, picks={**panel.picks, "back": longest})
    screen = replace(screen, blocks=tuple(changed if block is panel else block for block in screen.blocks))
    for label in (row[0] for row in labels(screen, "lb0")[: len(longest)]):
        assert re.fullmatch(r"paired flush[^｜]*…｜.*　[+−]?\d+\.\d\d", label)
        assert len(label) <= 48


def test_a_long_list_is_leafed_through():
    first, second = labels(MANY, "lm0"), labels(MANY, "lm1")
    assert (len(first), first[-1]) == (A_PAGE + 1, ["返回", "▶"])
    assert second[-1] == ["◀", "返回", "▶"]
    assert buttons(MANY, "lm1")["▶"].mode == "lm2"
    assert buttons(MANY, "lm1")["◀"].mode == "lm0"
    assert "▶" not in labels(MANY, "lmz")[-1]


def test_an_open_list_hides_what_an_empty_hand_is_told():
    screen = listed(VIEW, DRAFTS["empty"])
    assert any("按一個建議" in line for line in said(screen))
    assert not any("按一個建議" in line for line in said(screen, "lb0"))


def test_cards_stand_in_lines_of_four_and_five():
    assert [len(row) for row in rows(listed(VIEW, DRAFTS["empty"]), "cb")][:4] == [5, 4, 4, 4]
    assert [len(row) for row in rows(listed(held("bonus"), Draft()), "cb")][:4] == [4, 4, 4, 4]


def test_card_by_card_a_free_card_goes_into_the_row_to_fill_and_a_placed_one_comes_out():
    placed = dict(DRAFTS["part"].placed)
    for index, (kind, token, mode) in cards_of(listed(VIEW, DRAFTS["part"]), "cm").items():
        assert (kind, mode) == ("press", "cm")
        assert token.verb is (Verb.OUT if index in placed else Verb.PUT)
        assert read_cards(token) == ("" if index in placed else "middle", (index,))


def test_a_placed_card_says_its_row_and_stands_out():
    keys = [key for row in rows(listed(VIEW, DRAFTS["best"]), "cb")[:4] for key in row]
    assert sum(key.text[-1] in "頭中尾" for key in keys) == 13
    assert [key.style for key in keys] == ["primary" if key.text[-1] in "頭中尾" else None for key in keys]


def test_a_full_row_moves_on_to_the_next_from_the_back():
    assert ["尾 5/5", "▶ 中 2/5", "頭 0/3"] in labels(listed(VIEW, DRAFTS["part"]), "cb")
    assert ["尾 5/5", "中 2/5", "▶ 頭 0/3"] in labels(listed(VIEW, DRAFTS["part"]), "cf")


def test_once_all_stand_two_presses_exchange_two_cards():
    screen, placed = listed(VIEW, DRAFTS["best"]), dict(DRAFTS["best"].placed)
    assert {(kind, token.verb) for kind, token, _ in cards_of(screen, "cb").values()} == {("view", Verb.HAND)}
    assert cards_of(screen, "cb")[10][2] == "cbxa"
    for index, (kind, token, mode) in cards_of(screen, "cbxa").items():
        if index == 10:
            assert (kind, mode) == ("view", "cb")
        elif placed.get(index) == placed.get(10):
            assert kind == "view"
        else:
            assert (kind, token.verb, read_cards(token)[1], mode) == ("press", Verb.EXCHANGE, (10, index), "cb")


def test_from_the_cards_the_way_leads_back_to_the_lists():
    back = buttons(listed(VIEW, DRAFTS["part"]), "cb")["挑牌型"]
    assert (back.kind, back.mode) == ("view", "")


@pytest.mark.parametrize("mode", ["", "lb0"])
def test_without_lists_there_are_only_cards(mode: str):
    screen = hand_screen(replace(VIEW, options=replace(VIEW.options, hints="off")), Draft())
    assert ["▶ 尾 0/5", "中 0/5", "頭 0/3"] in labels(screen, mode)
    assert buttons(screen, mode)["更多"].mode == "cbm"
    assert "託管" in buttons(screen, "cbm")


def test_faults_are_said_and_what_mends_stands_in_the_place_of_submit():
    screen = listed(VIEW, DRAFTS["turned"])
    assert any(line.startswith("⛔ 相公：中墩比尾墩大") for line in said(screen))
    assert labels(screen)[-1] == ["對調", "逐張排", "更多"]


def test_the_hand_stands_by_suit_in_the_second_line():
    _, hand, *_ = said(listed(VIEW, DRAFTS["empty"]))
    assert all(hand.count(sign) <= 1 for sign in "♤♥♦♧")
    assert hand.count("A") + hand.count("K") > 0


def test_what_is_left_is_said_once_something_lies():
    assert not any("手上" in line for line in said(listed(VIEW, DRAFTS["empty"])))
    assert any(f"手上 {len(VIEW.cards) - 13} 張" in line for line in said(listed(VIEW, DRAFTS["best"])))
    assert "▶ 尾 0/5　＿＿＿＿＿" in said(listed(VIEW, DRAFTS["empty"]), "cb")


def test_what_was_submitted_can_only_be_changed_or_left_alone():
    view = replace(VIEW, submitted=True, rows=VIEW.suggestion)
    assert labels(hand_screen(view, Draft()), "lb0") == [["改牌", "託管"]]


def test_back_to_what_was_submitted_is_not_hidden():
    view = replace(VIEW, submitted=True, rows=VIEW.suggestion)
    assert parse(buttons(listed(view, DRAFTS["best"]))["返回"].token).verb is Verb.CLEAR


def test_rows_are_typed_as_a_command_so_no_button_asks_for_them():
    assert "打字" not in {**buttons(listed(VIEW, DRAFTS["back"]), "m"), **buttons(listed(VIEW, DRAFTS["back"]), "cm")}


@pytest.mark.parametrize("mode", ["", "m", "cb"])
def test_what_happens_to_the_hand_while_it_is_shown_stays_in_its_mode(mode: str):
    screen = listed(VIEW, put(Draft(), (0,), "back", hand_size=len(VIEW.cards)))
    modes = {read.mode for read in buttons(screen, mode).values() if read.kind == "press"}
    assert modes == {mode}
