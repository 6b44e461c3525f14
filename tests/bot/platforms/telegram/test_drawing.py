from dataclasses import replace
from typing import Any

import pytest

from bot.audiences import NO_HAND
from bot.i18n import catalog
from bot.platforms.telegram.drawing import Look, draw, start_link
from bot.screens.board import board_screen
from bot.screens.help import help_screen, welcome_screen
from bot.screens.lobby import lobby_screen
from bot.screens.model import Button, Hash, Line, Name, Screen, Style, Text
from bot.screens.proof import proof_screen
from bot.screens.showdown import result_screen
from core.table import commands as c
from core.table.view import board_view, lobby_view
from tests.bot.screens.gallery import results
from tests.e2e.telegram.markup import parsed
from tests.tables import PEOPLE, dealt, opened, started

ZH = Look(catalog("zh-TW"), bot="a_bot")
RESULT = result_screen(replace(results("joker")[0], reveal="steps"))
LOBBY = lobby_screen(lobby_view(opened().table))
LOCKED = frozenset({PEOPLE[0].person})


def lines(screen: Screen, look: Look = ZH) -> list[str]:
    return parsed(draw(screen, look).text)[0].split("\n")


def entities(screen: Screen, kind: str, look: Look = ZH) -> list[str]:
    """What stands in the entities of a kind."""
    text, found = parsed(draw(screen, look).text)
    units = text.encode("utf-16-le")
    return [
        units[2 * each["offset"] : 2 * (each["offset"] + each["length"])].decode("utf-16-le")
        for each in found
        if each["type"] == kind
    ]


def keys(screen: Screen, look: Look = ZH) -> list[list[dict[str, Any]]]:
    keyboard = draw(screen, look).keyboard
    return keyboard.to_dict()["inline_keyboard"] if keyboard else []


def labels(screen: Screen, look: Look = ZH) -> list[list[str]]:
    return [[key["text"] for key in row] for row in keys(screen, look)]


def links(screen: Screen, look: Look = ZH) -> dict[str, str]:
    return {key["text"]: key["url"] for row in keys(screen, look) for key in row if "url" in key}


def test_a_lobby_says_one_fact_a_line_and_its_heading_is_bold():
    shown = lines(LOBBY)
    assert shown[0].startswith("🀄 ")
    assert shown[1].startswith("入座 1/4　")
    assert [line[0] for line in shown[2:6]] == ["1", "2", "3", "4"]
    assert entities(LOBBY, "bold")[0] == shown[0]
    assert labels(LOBBY)[0] == ["入座", "離開"]


def test_nobody_is_asked_to_open_the_bot_when_all_have():
    assert links(LOBBY) == {}


@pytest.mark.parametrize(
    ("screen", "payload"),
    [
        (lobby_screen(lobby_view(opened().table), locked_out=LOCKED), "j1"),
        (board_screen(board_view(started(2).table), locked_out=LOCKED), "h1"),
        (board_screen(board_view(dealt(2).table), locked_out=LOCKED), "h1"),
    ],
)
def test_who_has_not_opened_the_bot_is_named_and_shown_the_way(screen: Screen, payload: str):
    assert any(line.startswith("🔑 明") and "啟動機器人" in line for line in lines(screen))
    assert not any("我的牌" in line for line in lines(screen))
    assert links(screen)["🔑 啟動機器人"] == f"https://t.me/a_bot?start={payload}"


def test_without_the_name_of_the_bot_there_are_no_links():
    screen = board_screen(board_view(dealt(2).table), locked_out=LOCKED)
    assert links(screen, replace(ZH, bot="")) == {}


def test_a_board_where_people_arrange_leads_to_the_private_chat_first():
    screen = board_screen(board_view(dealt(2).table))
    assert labels(screen)[0] == ["🃏 去排牌", "看牌", "催一下"]
    assert links(screen) == {"🃏 去排牌": "https://t.me/a_bot"}


def test_a_commitment_stands_whole_and_folded_at_the_end():
    screen = board_screen(board_view(started(2).table))
    value = next(block.value for block in screen.blocks if isinstance(block, Hash))
    [folded] = entities(screen, "expandable_blockquote")
    assert len(value) == 64
    assert folded.startswith(f"封存碼 {value}\n")
    assert draw(screen, ZH).text.endswith("</blockquote>")


def test_a_reveal_turns_over_one_row_at_a_time_and_tells_no_result_before():
    for step, row in ((1, "頭墩"), (2, "中墩")):
        look = replace(ZH, step=step)
        shown = lines(RESULT, look)
        assert shown[0] == f"第 1/2 局　開牌　{row}"
        assert "最後的封牌碼 " in entities(RESULT, "expandable_blockquote", look)[0]
        assert labels(RESULT, look) == []
        assert not any("累計" in line or "🥇" in line or line.startswith("對 ") for line in shown)
        assert sum(line.startswith(("♤", "♥", "♧", "♦", "鬼")) for line in shown) == 4


def test_a_result_has_everybodys_rows_pairs_and_totals():
    result = results("joker")[0]
    shown = lines(RESULT)
    assert sum(line.startswith(("頭 ", "中 ", "尾 ")) for line in shown) == 12
    assert sum(line.startswith("對 ") for line in shown) == 4
    assert sum("累計" in line for line in shown) == 4
    names = {seat.name for seat in result.seats}
    assert next(line for line in shown if line in names) == result.seats[result.dealer].name
    assert labels(RESULT) == [["為什麼", "驗牌"]]
    assert [line[:4] for line in shown[-5:] if "封" in line[:6]] in (["最後的封", "封存碼 "], ["封存碼 ", "最後的封"])


def test_a_result_that_is_not_opened_in_steps_is_whole_at_once():
    whole = result_screen(replace(results("joker")[0], reveal="once"))
    assert lines(whole, replace(ZH, step=1)) == lines(whole)


def test_a_toast_stands_below_the_text():
    assert lines(LOBBY, replace(ZH, toast=Text("leave/done")))[-1] == "離席了。"


def test_an_ended_opening_keeps_its_text_and_loses_its_buttons():
    assert lines(LOBBY, replace(ZH, buttons=False)) == lines(LOBBY)
    assert labels(LOBBY, replace(ZH, buttons=False)) == []


def test_a_hand_that_is_over_says_so():
    assert lines(NO_HAND) == ["這一局的牌收起來了。"]
    assert draw(NO_HAND, ZH).keyboard is None


def test_names_become_shorter_until_a_message_fits():
    line = Line(Text("button/why-of", {"name": Name("W" * 32)}))
    shown = lines(Screen("x", (line,) * 200))
    assert sum(map(len, shown)) + len(shown) <= 4096
    assert len(shown) == 200
    assert set(shown) == {"W" * 15 + "…"}


def test_headings_of_long_texts_have_room_above():
    shown = lines(help_screen(["hand", "rank"]))
    assert shown[shown.index("指令") - 1] == ""


def test_commands_are_written_as_they_are_typed_here():
    shown = lines(help_screen(["start", "hand"]))
    assert [line.split("：")[0] for line in shown if line.startswith("/")] == ["/shisanzhi", "/hand"]
    assert any("/help" in line for line in lines(welcome_screen()))


def test_only_links_of_telegrams_kind_become_buttons():
    row = tuple(
        Button(Text("button/records"), "", link=link) for link in ("/proof", "http://x.test/", "https://x.test/a")
    )
    assert [key["url"] for row in keys(Screen("x", (), (row,))) for key in row] == ["https://x.test/a"]
    proof = proof_screen(results("joker")[0], fault=None, voids=(), link="https://x.test/")
    assert all(link.startswith("https://x.test/") for link in links(proof).values())


def test_a_vote_and_a_seat_of_a_computer_are_on_the_board():
    played = started(2)
    played.do(c.VoteEnd(), PEOPLE[1])
    screen = board_screen(board_view(played.table))
    assert "入座" in [label for row in labels(screen) for label in row]
    assert any("提早結束" in line for line in lines(screen))


def test_strong_lines_are_bold_and_small_print_is_not():
    screen = Screen("x", (Line(Text("button/join"), Style.STRONG), Line(Text("button/leave"), Style.SMALL)))
    assert entities(screen, "bold") == ["入座"]


def test_a_deep_link_says_what_to_begin_with():
    assert start_link("a_bot") == "https://t.me/a_bot"
    assert start_link("a_bot", "h7") == "https://t.me/a_bot?start=h7"
