"""A loopback Discord for each test; what Discord would have refused fails the test at its end."""

from collections.abc import AsyncIterator

import pytest

pytest.importorskip("simcord", reason="simcord comes with the extra `test`")

from tests.e2e.discord.server import Loopback
from tests.e2e.discord.spec import discord_spec


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """A server without people; tests that break the rules by intention clear `violations` themselves."""
    own = Loopback(discord_spec())  # without the document, the test of the document says so and skips
    await own.start()
    yield own
    await own.stop()
    assert own.violations == []
