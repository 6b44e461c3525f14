"""A browser, a place for its pictures, and a server of its own for each test."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.serving import Serving

if TYPE_CHECKING:
    from playwright.async_api import Browser


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator["Browser"]:
    """A real Chromium."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright comes with the extra `test`")
    async with playwright.async_playwright() as driver:
        started = await driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        await started.close()


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Where the pictures go; E2E_SHOTS keeps them."""
    folder = Path(os.environ.get("E2E_SHOTS", tmp_path / "shots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    """The game on a new database, stopped at the end; the test starts it."""
    own = Serving(tmp_path / "room.db", {"SHISANZHI_LOG_LEVEL": "warning"})
    yield own
    if own.process is not None and own.process.returncode is None:
        await own.stop()
