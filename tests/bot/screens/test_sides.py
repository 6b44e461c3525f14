import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.model import Panel
from bot.screens.sides import evenly, side
from tests.bot.platforms.worst import drafts, held, listed

VIEW = held()
DRAFTS = drafts(VIEW)


def panel(draft: str) -> Panel:
    return next(block for block in listed(VIEW, DRAFTS[draft]).blocks if isinstance(block, Panel))


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("mode", ["", "m", "cb", "cm", "cf", "cbm", "cbx3", "lb0", "nonsense"])
def test_a_mode_that_comes_back_means_the_same_side(draft: str, mode: str):
    now = side(panel(draft), mode)
    again = side(panel(draft), now.mode)
    assert (again.by_card, again.row, again.more) == (now.by_card, now.row, now.more)
    assert again.first is None


@given(st.integers(0, 200), st.integers(1, 9))
def test_lines_are_even_and_as_few_as_can_be(count: int, most: int):
    lines = evenly(count, most)
    assert sum(lines) == count
    assert len(lines) == -(-count // most)
    assert max(lines, default=0) - min(lines, default=0) <= 1
    assert list(lines) == sorted(lines, reverse=True)
    assert max(lines, default=0) <= most
