"""So many calls at once; one that hangs holds up no other for long."""

import asyncio

import pytest

from bot.slots import Slots


async def hang(slots: Slots, at_work: list[int], number: int, *, until: asyncio.Event) -> None:
    async with slots.one():
        at_work.append(number)
        await until.wait()


async def test_no_more_are_at_work_than_there_are_places():
    slots, at_work, done = Slots(2, patience=60), [], asyncio.Event()
    calls = [asyncio.create_task(hang(slots, at_work, number, until=done)) for number in range(5)]
    await asyncio.sleep(0.01)
    assert at_work == [0, 1]
    done.set()
    await asyncio.gather(*calls)
    assert at_work == [0, 1, 2, 3, 4]


async def test_one_that_hangs_gives_its_place_away_and_only_that():
    slots, at_work, done = Slots(1, patience=0.05), [], asyncio.Event()
    calls = [asyncio.create_task(hang(slots, at_work, number, until=done)) for number in range(3)]
    await asyncio.sleep(0.07)
    assert at_work == [0, 1]
    done.set()
    await asyncio.gather(*calls)
    at_work.clear()
    done.clear()
    calls = [asyncio.create_task(hang(slots, at_work, number, until=done)) for number in range(2)]
    await asyncio.sleep(0.02)
    assert at_work == [0]
    done.set()
    await asyncio.gather(*calls)


async def test_a_call_that_fails_leaves_its_place():
    slots = Slots(1, patience=60)
    with pytest.raises(ZeroDivisionError):
        async with slots.one():
            _ = 1 // 0
    async with asyncio.timeout(1), slots.one():
        pass
