"""What runs beside the challenge's presses: days open and close in time, and results are told where that was wished."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from bot.daily import tries
from bot.daily.challenge import Challenge
from bot.platforms.base import Address, ChatLost, Gone, Later, Platform, Unreachable
from bot.screens.daily import share_screen
from bot.screens.model import Screen
from bot.worker import CALL_SECONDS, Guard
from storage import daily
from storage.daily import Share
from storage.store import Connection

LONGEST_PAUSE: Final = 60.0
AGAIN: Final = 5.0
"""Seconds until a result that could not be told is tried again."""
STALE: Final = 3_600_000
"""Milliseconds after which nobody waits for it any more."""
AT_ONCE: Final = 100
"""The most that are looked at in one go; a chat that asks to wait keeps no other waiting."""


class Keeper:
    """The task of one process that looks after the days, and after results that wait."""

    def __init__(self, challenge: Challenge, platforms: Sequence[Platform]) -> None:
        self._challenge = challenge
        self._platforms = platforms
        self._guard = Guard()
        self._resting: dict[int, int] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; what is overdue is done at once."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Take up nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._challenge.wished.clear()
            await self._guard.run(self._challenge.keep_up, otherwise=None)
            told = [await self._guard.run(partial(self._tell, each), otherwise=False) for each in self._platforms]
            pause = await self._guard.run(self._pause, otherwise=AGAIN)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause if all(told) else min(pause, AGAIN)):
                    await self._challenge.wished.wait()

    async def _pause(self) -> float:
        left = await self._challenge.next_step() - self._challenge.clock()
        return min(max(left / 1_000, 0.0) + 0.1, LONGEST_PAUSE)

    async def _tell(self, platform: Platform) -> bool:
        """Post the results that wait on a platform; whether none of them is left."""
        find = partial(daily.waiting_shares, platform=platform.name, most=AT_ONCE)
        waiting = await self._challenge.database.read(find)
        return all([await self._told(platform, share) for share in waiting])

    async def _told(self, platform: Platform, share: Share) -> bool:
        """Post a result, unless its chat has asked to wait; whether it is done with."""
        now = self._challenge.clock()
        if now < self._resting.get(share.id, 0):
            return False
        screen = await self._challenge.database.read(partial(_screen, share=share))
        try:
            async with asyncio.timeout(CALL_SECONDS):
                await platform.post(Address(share.chat), screen, nonce=f"daily.{share.id}")
        except (ChatLost, Gone, Unreachable):
            pass  # there is nobody left to be told
        except Later as wait:
            if now - share.at < STALE:
                self._resting[share.id] = now + round(wait.seconds * 1_000)
                return False
        except Exception as error:  # noqa: BLE001 # it is tried again for a while
            self._guard.log("result not told", error, chat=share.chat)
            if now - share.at < STALE:
                return False
        self._resting.pop(share.id, None)
        await self._challenge.database.run(partial(daily.note_shared, share=share.id, at=now))
        return True


def _screen(connection: Connection, *, share: Share) -> Screen:
    return share_screen(tries.view_of(connection, tries.own_by_id(connection, share.attempt)))
