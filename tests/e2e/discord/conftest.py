"""A loopback Discord for each test; what Discord would have refused fails the test at its end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("simcord", reason="simcord comes with the extra `test`")

from tests.e2e.discord.party import Party
from tests.e2e.discord.server import Loopback
from tests.e2e.discord.spec import discord_spec
from tests.e2e.reckoning import PACE
from tests.e2e.serving import Serving


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """A server without people; tests that break the rules by intention clear `violations` themselves."""
    own = Loopback(discord_spec())  # without the document, the test of the document says so and skips
    await own.start()
    yield own
    await own.stop()
    assert own.violations == []


@pytest.fixture
async def serving(loopback: Loopback, tmp_path: Path) -> AsyncIterator[Serving]:
    """The bot as its own process, awake, on a new database; its log says nothing that a host should not read."""
    own = Serving(tmp_path / "discord.db", loopback.environment | PACE)
    await own.start()
    await loopback.awake()
    yield own
    if own.process is not None and own.process.returncode is None:
        assert await own.stop() == 0
    print(own.log())
    assert "Traceback" not in own.log()


@pytest.fixture
def party(loopback: Loopback, serving: Serving) -> Party:
    """Four people of one server and a channel to play in."""
    guild = loopback.guild()
    people = [loopback.person(name, guild) for name in ("小明", "Ben", "阿嬤", "Dan")]
    return Party(loopback, serving, guild, guild.text(), people)
