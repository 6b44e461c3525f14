"""The hand's panel: every press does what its place and the draft say."""

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import catalog, languages
from bot.platforms.discord.drawing import Look, split
from bot.platforms.discord.forms import modal
from bot.screens.hand import hand_screen
from bot.screens.model import Panel, Screen
from bot.screens.sides import laid
from bot.tokens import Token, Verb, parse, read_cards
from core.cards import parse as parse_cards
from core.cards import parse_shown
from core.table.draft import Draft, put
from core.table.guide import set_row
from tests.bot.platforms.discord.worst import payload
from tests.bot.platforms.worst import drafts, held, listed
from tests.e2e.discord.hand_rules import BUTTON, DISPLAY, SELECTS, walk

VIEW = held()
MIXED = parse_shown("3d Ac 9c 2s Jc Xx As 5h 9s Ts 8d 9s Kh Qd 7d 6d 3c")
DRAFTS = drafts(VIEW)


def parts(screen: Screen, mode: str = "") -> list[dict[str, Any]]:
    return list(walk(payload(screen, Look(catalog("zh-TW"), mode=mode))["components"]))


def buttons(screen: Screen, mode: str = "") -> dict[str, dict[str, Any]]:
    """By label; of two cards alike the last."""
    return {part["label"]: part for part in parts(screen, mode) if part["type"] == BUTTON}


def menus(screen: Screen, mode: str = "") -> list[dict[str, Any]]:
    return [part for part in parts(screen, mode) if part["type"] in SELECTS]


def said(screen: Screen, mode: str = "") -> str:
    return "\n".join(part["content"] for part in parts(screen, mode) if part["type"] == DISPLAY)


def cards_of(screen: Screen, mode: str) -> list[tuple[str, Token, str]]:
    """Kind, token and mode of each card's press, in the order in which the hand was dealt."""
    panel = next(block for block in screen.blocks if isinstance(block, Panel))
    every = [part for part in parts(screen, mode) if part["type"] == BUTTON][: len(VIEW.cards)]
    read = dict(zip(laid(panel), (split(part["custom_id"]) for part in every), strict=True))
    return [(each.kind, parse(each.token), each.mode) for _, each in sorted(read.items())]


def pressed_cards(screen: Screen) -> list[Token]:
    """What each card's press says, one after another as they lie."""
    every = [part for part in parts(screen, "cb") if part["type"] == BUTTON][: len(VIEW.cards)]
    return [parse(split(part["custom_id"]).token) for part in every]


def card_labels(screen: Screen) -> str:
    """The cards on their buttons, one after another."""
    every = [part for part in parts(screen, "cb") if part["type"] == BUTTON][: len(VIEW.cards)]
    return " ".join(part["label"] for part in every)


async def test_guided_shows_suggestions_a_list_a_row_and_what_leads_on():
    screen = listed(VIEW, DRAFTS["empty"])
    assert [part["placeholder"] for part in menus(screen)] == [
        "尾 5 張 ▸ 挑牌型",
        "中 5 張 ▸ 挑牌型",
        "頭 3 張 ▸ 挑牌型",
    ]
    shown = list(buttons(screen))
    assert shown[0].startswith("✨")
    assert shown[-3:] == ["✅ 送出", "逐張排", "更多"]
    assert buttons(screen)["✅ 送出"]["disabled"]


async def test_a_choice_of_a_list_is_a_press_that_fills_the_row():
    back, *_ = menus(listed(VIEW, DRAFTS["empty"]))
    tokens = [parse(option["value"]) for option in back["options"]]
    assert {token.verb for token in tokens} == {Verb.PICK}
    assert {read_cards(token)[0] for token in tokens} == {"back"}
    assert back["options"][0]["label"].startswith("尾｜")
    assert "♤" in back["options"][0]["description"]


async def test_a_full_row_names_itself_is_marked_in_its_list_and_can_be_cleared():
    back, *_ = menus(listed(VIEW, DRAFTS["back"]))
    assert back["placeholder"].startswith("尾｜")
    assert sum(bool(option.get("default")) for option in back["options"]) == 1
    last = parse(back["options"][-1]["value"])
    assert (back["options"][-1]["label"], last.verb, len(last.arg)) == ("尾｜（清空這墩）", Verb.OUT, 5)


async def test_what_a_row_is_stands_first_in_its_list_even_where_it_is_not_offered():
    screen = listed(VIEW, DRAFTS["best"])
    panel = next(block for block in screen.blocks if isinstance(block, Panel))
    none = {row: tuple(pick for pick in picks if row != "back") for row, picks in panel.picks.items()}
    bare = replace(screen, blocks=tuple(replace(each, picks=none) if each is panel else each for each in screen.blocks))
    for shown in (screen, bare):
        back, *_ = menus(shown)
        first, *others = back["options"]
        assert (first["default"], any(option.get("default") for option in others)) == (True, False)
        pressed = parse(first["value"])
        row, cards = read_cards(pressed)
        held_there = {index for index, where in DRAFTS["best"].placed if where == "back"}
        assert (pressed.verb, row) == (Verb.PICK, "back")
        assert sorted(VIEW.cards[index] for index in cards) == sorted(VIEW.cards[index] for index in held_there)
        assert set_row(VIEW, DRAFTS["best"], row=row, cards=cards).placed


async def test_a_new_draft_gives_a_list_a_new_id_and_the_same_draft_the_same():
    ids = [menus(listed(VIEW, DRAFTS[name]))[0]["custom_id"] for name in ("empty", "back", "best", "empty")]
    assert ids[0] == ids[3]
    assert len(set(ids)) == 3


async def test_more_opens_and_closes_without_a_change():
    screen = listed(VIEW, DRAFTS["best"])
    more = split(buttons(screen)["更多"]["custom_id"])
    assert (more.kind, parse(more.token).verb, more.mode) == ("view", Verb.HAND, "m")
    opened = buttons(screen, "m")
    assert {"對調", "清空", "託管"} <= opened.keys()
    assert split(opened["收起"]["custom_id"]).mode == ""
    assert split(opened["對調"]["custom_id"]).mode == "m"


async def test_card_by_card_a_free_card_goes_into_the_row_to_fill_and_a_placed_one_comes_out():
    screen = listed(VIEW, DRAFTS["part"])
    placed = dict(DRAFTS["part"].placed)
    for index, (kind, token, mode) in enumerate(cards_of(screen, "cm")):
        assert (kind, mode) == ("press", "cm")
        assert token.verb is (Verb.OUT if index in placed else Verb.PUT)
        row, cards = read_cards(token)
        assert (row, cards) == ("" if index in placed else "middle", (index,))


async def test_a_full_row_moves_on_to_the_next_from_the_back():
    assert "▶ 中 2/5" in buttons(listed(VIEW, DRAFTS["part"]), "cb")
    assert "▶ 頭 0/3" in buttons(listed(VIEW, DRAFTS["part"]), "cf")
    assert buttons(listed(VIEW, DRAFTS["part"]), "cb")["尾 5/5"]["disabled"]
    assert "▶ 尾 0/5" in buttons(listed(VIEW, DRAFTS["empty"]), "cb")


async def test_a_placed_card_says_its_row():
    labels = [label for label in buttons(listed(VIEW, DRAFTS["best"]), "cb") if label[-1:] in "頭中尾"]
    assert len(labels) >= 10


async def test_once_all_stand_two_presses_exchange_two_cards():
    screen, placed = listed(VIEW, DRAFTS["best"]), dict(DRAFTS["best"].placed)
    assert {(kind, token.verb) for kind, token, _ in cards_of(screen, "cb")} == {("view", Verb.HAND)}
    assert [mode for _, _, mode in cards_of(screen, "cb")][10] == "cbxa"
    presses = cards_of(screen, "cbxa")
    assert presses[10][2] == "cb"
    for index, (kind, token, mode) in enumerate(presses):
        if placed.get(index) == placed.get(10):
            assert kind == "view"
        else:
            assert (kind, token.verb, read_cards(token)[1], mode) == ("press", Verb.EXCHANGE, (10, index), "cb")


async def test_the_first_of_two_cards_is_forgotten_while_a_row_is_open():
    assert cards_of(listed(VIEW, DRAFTS["part"]), "cbx3") == cards_of(listed(VIEW, DRAFTS["part"]), "cb")


async def test_without_lists_there_are_only_cards():
    view = replace(VIEW, options=replace(VIEW.options, hints="off"))
    screen = hand_screen(view, Draft())
    assert menus(screen) == []
    assert "▶ 尾 0/5" in buttons(screen)
    assert split(buttons(screen)["更多"]["custom_id"]).mode == "cbm"
    assert "託管" in buttons(screen, "cbm")


async def test_faults_are_said_and_what_mends_stands_in_the_place_of_submit():
    screen = listed(VIEW, DRAFTS["turned"])
    assert "⛔ **相公：中墩比尾墩大" in said(screen)
    assert "對調" in buttons(screen)
    assert "✅ 送出" not in buttons(screen)


async def test_the_hand_stands_in_words_with_what_is_left():
    assert f"手上 {len(VIEW.cards)} 張" in said(listed(VIEW, DRAFTS["empty"]))
    assert f"手上 {len(VIEW.cards) - 13} 張" in said(listed(VIEW, DRAFTS["best"]))
    assert "**頭**　＿＿＿" in said(listed(VIEW, DRAFTS["empty"]))
    assert "▶ **尾 0/5**　＿＿＿＿＿" in said(listed(VIEW, DRAFTS["empty"]), "cb")


async def test_the_hand_lies_by_suit_from_the_joker_and_the_ace_down_with_each_suit_named_once():
    screen = hand_screen(replace(VIEW, cards=MIXED), Draft(), listed=True)
    laid_out = "鬼　♤ A 10 9 9 2　♥ K 5　♧ A J 9 3　♦ Q 8 7 6 3".replace(" ", "\u00a0")
    assert f"手上 17 張：{laid_out}" in said(screen)
    assert card_labels(screen) == "鬼 ♤A ♤10 ♤9 ♤9 ♤2 ♥K ♥5 ♧A ♧J ♧9 ♧3 ♦Q ♦8 ♦7 ♦6 ♦3"


async def test_by_rank_the_hand_lies_from_high_to_low_with_the_suit_at_each_card():
    screen = hand_screen(replace(VIEW, cards=MIXED), Draft(), sort="rank", listed=True)
    laid_out = "鬼 ♤A ♧A ♥K ♦Q ♧J ♤10 ♤9 ♤9 ♧9 ♦8 ♦7 ♦6 ♥5 ♧3 ♦3 ♤2"
    assert f"手上 17 張：{laid_out}" in said(screen)
    assert card_labels(screen) == laid_out


async def test_a_card_is_pressed_by_its_place_in_the_dealt_order_however_the_hand_is_laid_out():
    for sort in ("suit", "rank"):
        screen = hand_screen(replace(VIEW, cards=MIXED), Draft(), sort=sort, listed=True)
        assert [read_cards(token)[1] for _, token, _ in cards_of(screen, "cb")] == [(n,) for n in range(17)]
        for label, token in zip(card_labels(screen).split(" "), pressed_cards(screen), strict=True):
            assert parse_cards(label) == (MIXED[read_cards(token)[1][0]],)


async def test_what_was_submitted_can_only_be_changed_or_left_alone():
    view = replace(VIEW, submitted=True, rows=VIEW.suggestion)
    assert list(buttons(hand_screen(view, Draft()))) == ["改牌", "託管"]
    assert "手上" not in said(hand_screen(view, Draft()))


async def test_back_to_what_was_submitted_is_not_hidden():
    view = replace(VIEW, submitted=True, rows=VIEW.suggestion)
    assert parse(split(buttons(listed(view, DRAFTS["best"]))["返回"]["custom_id"]).token).verb is Verb.CLEAR


@pytest.mark.parametrize("mode", ["", "m", "cb"])
async def test_what_happens_to_the_hand_while_it_is_shown_stays_in_its_mode(mode: str):
    screen = listed(VIEW, put(Draft(), (0,), "back", hand_size=len(VIEW.cards)))
    for part in parts(screen, mode):
        if "custom_id" in part and part["type"] == BUTTON and split(part["custom_id"]).kind == "press":
            assert split(part["custom_id"]).mode == mode


@pytest.mark.parametrize("mode", ["m", "cm"])
async def test_rows_can_be_typed_from_both_sides_of_the_panel_in_a_form_that_holds_the_draft(mode: str):
    screen = listed(VIEW, DRAFTS["back"])
    pressed = split(buttons(screen, mode)["打字"]["custom_id"])
    assert (pressed.kind, parse(pressed.token).verb, pressed.mode) == ("form", Verb.TYPE, mode)
    assert "打字" not in buttons(screen)
    form = next(button for row in screen.buttons for button in row if button.text.key == "button/type")
    for language in languages():
        sent = modal(form, catalog(language), mode=mode)
        assert sent.custom_id == f"{form.token}#{mode}"
        fields = {part["component"]["custom_id"]: part["component"] for part in sent.to_components()}
        assert [field["required"] for field in fields.values()] == [False] * 3
        back = next(field.cards for field in form.fields if field.name == "back")
        assert parse_cards(fields["back"]["value"]) == back
        assert "value" not in fields["front"]
