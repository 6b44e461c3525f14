from dataclasses import replace
from typing import Any

from bot.audiences import NO_HAND
from bot.i18n import catalog
from bot.platforms.discord.drawing import Look, draw
from bot.platforms.discord.forms import modal
from bot.screens.board import board_screen
from bot.screens.help import help_screen, welcome_screen
from bot.screens.lobby import lobby_screen
from bot.screens.model import Button, Field, Hash, Screen, Text
from bot.screens.showdown import result_screen
from core.table.view import board_view, lobby_view
from tests.bot.platforms.discord.worst import payload
from tests.bot.platforms.worst import screens
from tests.bot.screens.gallery import results
from tests.e2e.discord.hand_rules import BUTTON, CONTAINER, DISPLAY, walk
from tests.tables import opened, started

ZH = Look(catalog("zh-TW"))
RESULT = result_screen(replace(results("joker")[0], reveal="steps"))


def parts(screen: Screen, look: Look = ZH) -> list[dict[str, Any]]:
    return list(walk(payload(screen, look)["components"]))


def lines(screen: Screen, look: Look = ZH) -> list[str]:
    return [line for part in parts(screen, look) if part["type"] == DISPLAY for line in part["content"].split("\n")]


def labels(screen: Screen, look: Look = ZH) -> list[str]:
    return [part["label"] for part in parts(screen, look) if part["type"] == BUTTON]


async def test_a_board_stands_in_a_coloured_container_and_a_panel_does_not():
    colours = {screen.kind: parts(screen)[0].get("accent_color") for _, screen in screens()}
    public = {"lobby", "cutting", "arranging", "result", "void", "match", "daily-card", "daily-share"}
    assert {kind for kind, colour in colours.items() if colour is not None} == public
    assert all((parts(screen)[0]["type"] == CONTAINER) == (screen.kind in public) for _, screen in screens())


async def test_a_lobby_says_one_fact_a_line():
    shown = lines(lobby_screen(lobby_view(opened().table)))
    assert shown[0].startswith("## 🀄 ")
    assert shown[1].startswith("**入座 1/4　<t:")
    assert [line[0] for line in shown[2:6]] == ["1", "2", "3", "4"]
    assert shown[6].startswith("-# ")


async def test_a_commitment_stands_whole_below_the_buttons():
    screen = board_screen(board_view(started(2).table))
    value = next(block.value for block in screen.blocks if isinstance(block, Hash))
    found = parts(screen)
    buttons = max(at for at, part in enumerate(found) if part["type"] == BUTTON)
    [seal] = [at for at, part in enumerate(found) if part["type"] == DISPLAY and f"`{value}`" in part["content"]]
    assert len(value) == 64
    assert seal > buttons


async def test_a_reveal_turns_over_one_row_at_a_time_and_tells_no_result_before():
    for step, row in ((1, "頭墩"), (2, "中墩")):
        shown = lines(RESULT, replace(ZH, step=step))
        assert shown[0] == f"## 第 1/2 局　開牌　{row}"
        assert [line.split(" ")[1] for line in shown[-2:]] == ["封存碼", "最後的封牌碼"]
        assert all(len(line.split("`")[1]) == 64 for line in shown[-2:])
        assert labels(RESULT, replace(ZH, step=step)) == []
        assert not any("累計" in line or "🥇" in line or line.startswith("-# 對") for line in shown)
        assert sum(line.startswith(("♤", "♥", "♧", "♦", "鬼")) for line in shown) == 4


async def test_a_result_has_everybodys_rows_pairs_and_totals():
    result = results("joker")[0]
    shown = lines(RESULT)
    assert sum(line.startswith(("頭 ", "中 ", "尾 ")) for line in shown) == 12
    assert sum(line.startswith("-# 對 ") for line in shown) == 4
    assert sum("累計" in line for line in shown) == 4
    dealer = result.seats[result.dealer].name
    assert next(line for line in shown if line.startswith("**") and "累計" not in line).startswith(f"**{dealer}**")
    assert labels(RESULT) == ["為什麼", "驗牌"]
    first, last = shown.index(next(line for line in shown if "累計" in line)), len(shown) - 2
    assert first <= 3
    assert shown[-2].startswith("-# 封存碼 `")
    assert [at for at, line in enumerate(shown) if "`" in line] == [last, last + 1]


async def test_a_result_that_is_not_opened_in_steps_is_whole_at_once():
    whole = result_screen(replace(results("joker")[0], reveal="once"))
    assert lines(whole, replace(ZH, step=1)) == lines(whole)


async def test_a_home_run_is_gold_once_all_rows_are_turned_over():
    text = Text("result/home-run", RESULT.blocks[0].text.facts)  # type: ignore[union-attr]
    gold = replace(RESULT, blocks=(replace(RESULT.blocks[0], text=text), *RESULT.blocks[1:]))  # type: ignore[type-var]
    assert [parts(gold, replace(ZH, step=step))[0]["accent_color"] == 0xF1C40F for step in (1, 2, 3)] == [
        False,
        False,
        True,
    ]
    assert parts(RESULT)[0]["accent_color"] != 0xF1C40F


async def test_a_toast_is_small_print_above_the_buttons():
    screen = lobby_screen(lobby_view(opened().table))
    found = parts(screen, replace(ZH, toast=Text("leave/done")))
    toast = next(at for at, part in enumerate(found) if part.get("content") == "-# 離席了。")
    assert toast < min(at for at, part in enumerate(found) if part["type"] == BUTTON)


async def test_an_ended_opening_keeps_its_text_and_loses_its_buttons():
    screen = lobby_screen(lobby_view(opened().table))
    assert lines(screen, replace(ZH, buttons=False)) == lines(screen)
    assert labels(screen, replace(ZH, buttons=False)) == []


async def test_a_hand_that_is_over_says_so():
    assert lines(NO_HAND) == ["這一局的牌收起來了。"]
    assert labels(NO_HAND) == []


async def test_only_links_that_lead_outside_become_buttons():
    kinds = ("/proof", "javascript:x", "https://x.test/a")
    screen = Screen("x", (), (tuple(Button(Text("button/records"), "", link=link) for link in kinds),))
    assert [part["url"] for part in parts(screen) if part["type"] == BUTTON] == ["https://x.test/a"]


async def test_rows_of_more_than_five_buttons_become_rows_of_nearly_the_same_length():
    row = tuple(Button(Text("button/join"), f"1.j.1.{number}.") for number in range(1, 9))
    sizes = [len(part["components"]) for part in parts(Screen("x", (), (row,))) if part["type"] == 1]
    assert sizes == [4, 4]


async def test_discord_py_keeps_no_view_and_no_form():
    form = Button(Text("button/cut-own"), "1.k.1.2.", fields=(Field("number", Text("cut/field")),))
    for made in (draw(RESULT, ZH), modal(form, ZH.catalog)):
        assert made.is_finished()
        assert not made.is_dispatching()
    assert not [*draw(RESULT, ZH).walk_children()]


def test_commands_are_written_as_they_are_typed_here():
    shown = lines(help_screen(["hand", "arrange"]))
    assert [line.split("：")[0] for line in shown if line.startswith("/")] == ["/十三支 我的牌", "/十三支 排牌"]
    assert any("/十三支 說明" in line for line in lines(welcome_screen()))


def test_help_names_the_fields_of_a_new_table_and_no_order_of_words():
    [start] = [line for line in lines(help_screen(["start"])) if "開桌" in line]
    assert start == "/十三支 開桌：開一桌；可以填：玩法、局數、秒數、電腦、開牌、強度、建議、相公、下注上限"
    assert "後面" not in start
