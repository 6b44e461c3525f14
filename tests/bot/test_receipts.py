"""Short answers in private, where they say more than the screen."""

from dataclasses import replace

from bot.i18n import catalog, languages
from bot.receipts import receipt
from bot.screens.board import board_screen
from bot.screens.model import Hash, Text
from core.table import commands as c
from core.table.model import Options
from core.table.view import board_view
from tests.tables import PEOPLE, started


def test_a_serial_is_said_digit_by_digit():
    played = started(options=Options())
    played.do(c.Cut(played.table.serial, "1"), PEOPLE[0])
    opening = played.table.opening
    assert opening is not None
    late = replace(played.table, serial=1234)
    said = receipt(c.Cut(1234, "1"), late, PEOPLE[0].person)
    assert said is not None
    for language in ("zh-TW", "en"):
        assert "1234" in catalog(language).text(said.key, said.facts)


def test_a_cut_is_answered_with_the_first_digits_that_the_board_shows_of_its_commitment():
    played = started(options=Options())
    played.do(c.Cut(played.table.serial, "1"), PEOPLE[0])
    board = board_screen(board_view(played.table))
    shown = next(block.value for block in board.blocks if isinstance(block, Hash))
    said = receipt(c.Cut(played.table.serial, "1"), played.table, PEOPLE[0].person)
    assert said is not None
    for language in languages():
        assert f" {shown[:8]}…" in catalog(language).text(said.key, said.facts)


def test_whoever_leaves_in_a_round_is_told_who_has_the_seat_after_it():
    played = started(4, Options())
    played.cut_all(PEOPLE[:4])
    played.do(c.Leave(), PEOPLE[0])
    alone = receipt(c.Leave(), played.table, PEOPLE[0].person)
    assert alone is not None
    assert alone.key == "leave/playing"
    played.do(c.Join(), PEOPLE[4])
    said = receipt(c.Leave(), played.table, PEOPLE[0].person)
    assert said is not None
    assert f"下一局換 {PEOPLE[4].name} 坐" in catalog("zh-TW").text(said.key, said.facts)
    assert receipt(c.Leave(), played.table, PEOPLE[4].person) == Text("leave/done")
