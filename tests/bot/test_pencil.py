"""Many screens that are wanted at once are drawn over several turns of the loop."""

import asyncio
import time

import pytest

from bot.pencil import PORTION, Pencil


async def turns_of(pencil: Pencil, seconds: list[float]) -> list[int]:
    """In which turn of the loop each drawing was made, if they are all wanted in the same."""
    turn, going = 0, True

    async def count() -> None:
        nonlocal turn
        while going:
            turn += 1
            await asyncio.sleep(0)

    def draw(wanted: float) -> int:
        until = time.perf_counter() + wanted
        while time.perf_counter() < until:
            pass
        return turn

    counting = asyncio.create_task(count())
    await asyncio.sleep(0)
    found = await asyncio.gather(*(pencil.draw(lambda each=each: draw(each)) for each in seconds))
    going = False
    await counting
    return found


async def test_small_drawings_share_a_turn():
    assert len(set(await turns_of(Pencil(), [0.0] * 50))) == 1


async def test_large_ones_have_a_turn_each_and_keep_their_order():
    found = await turns_of(Pencil(), [PORTION * 1.1] * 5)
    assert found == sorted(set(found))
    assert len(found) == 5


async def test_one_that_cannot_be_drawn_stops_no_other():
    pencil = Pencil()
    with pytest.raises(ZeroDivisionError):
        await pencil.draw(lambda: 1 // 0)
    assert await pencil.draw(lambda: 1) == 1


async def test_one_that_finds_nothing_more_stops_no_other_either():
    pencil = Pencil()
    async with asyncio.timeout(5):
        with pytest.raises(RuntimeError, match="StopIteration"):
            await pencil.draw(lambda: next(iter(())))
        assert await pencil.draw(lambda: 1) == 1
