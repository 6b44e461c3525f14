"""Short answers in private, where they say more than the screen."""

from dataclasses import replace

from bot.i18n import catalog, languages
from bot.receipts import receipt
from bot.screens.board import board_screen
from bot.screens.model import Hash
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
