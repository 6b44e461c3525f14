"""A loopback Telegram for each test; what Telegram would have refused fails the test at its end."""

from collections.abc import AsyncIterator

import pytest

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
