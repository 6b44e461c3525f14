"""A real database for each test, and tables that are saved command by command."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import NullPool

from storage.engine import Database


@pytest.fixture
def path(tmp_path: Path, empty_database: Path) -> Path:
    """A database file of this test's own."""
    return Path(shutil.copyfile(empty_database, tmp_path / "game.db"))


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """The opened database."""
    opened = await Database.open(path)
    yield opened
    await opened.close()


@pytest.fixture
def connection(path: Path) -> Iterator[Connection]:
    """One transaction on the database, for the functions that need no more."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    event.listen(engine, "connect", lambda driver, _: driver.execute("PRAGMA foreign_keys = ON"))
    with engine.connect() as opened:
        yield opened
