"""Discord in this process, for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("simcord", reason="simcord comes with the extra `test`")

from tests.bot.platforms.discord.house import Standing, standing


@pytest.fixture
async def stand(tmp_path: Path) -> AsyncIterator[Standing]:
    async with standing(tmp_path) as made:
        yield made
