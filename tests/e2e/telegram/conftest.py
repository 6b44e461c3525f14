"""A loopback Telegram for each test; what Telegram would have refused fails the test at its end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.reckoning import PACE
from tests.e2e.serving import Serving
from tests.e2e.telegram.party import Party
from tests.e2e.telegram.server import Loopback
from tests.e2e.telegram.spec import telegram_spec


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """A server without people; tests that break the rules by intention clear `violations` themselves."""
    own = Loopback(telegram_spec())  # without the document, the test of the document says so and skips
    await own.start()
    yield own
    await own.stop()
    assert own.violations == []


@pytest.fixture
async def serving(loopback: Loopback, tmp_path: Path) -> AsyncIterator[Serving]:
    """The bot as its own process, awake, on a new database; its log says nothing that a host should not read."""
    own = Serving(tmp_path / "telegram.db", loopback.environment | PACE)
    await own.start()
    await loopback.awake()
    yield own
    if own.process is not None and own.process.returncode is None:
        assert await own.stop() == 0
    print(own.log())
    assert "Traceback" not in own.log()


@pytest.fixture
def party(loopback: Loopback, serving: Serving) -> Party:
    """Four people of one group who have started the bot; their names and the group's are their own."""
    room = loopback.group()
    people = [loopback.person(name, room) for name in ("小明", "Ben", "阿嬤", "Dan")]
    for person in people:
        person.open()
    return Party(loopback, serving, room, people)
