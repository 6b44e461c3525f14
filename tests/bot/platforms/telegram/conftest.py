"""Telegram in this process, for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.platforms.telegram.house import Standing, standing


@pytest.fixture
async def stand(tmp_path: Path) -> AsyncIterator[Standing]:
    async with standing(tmp_path) as made:
        yield made


@pytest.fixture
async def quiet_stand(tmp_path: Path) -> AsyncIterator[Standing]:
    """Without a worker: what the platform sends is what the test asks of it."""
    async with standing(tmp_path, works=False) as made:
        yield made
