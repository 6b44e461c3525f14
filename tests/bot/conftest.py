"""New databases are copies here; how they come about is tested with the storage."""

import shutil
from pathlib import Path

import pytest

from storage import engine


@pytest.fixture(autouse=True)
def made_once(monkeypatch: pytest.MonkeyPatch, empty_database: Path) -> None:
    """A database that is missing is there at once."""
    monkeypatch.setattr(engine, "create", lambda path: shutil.copyfile(empty_database, path))
