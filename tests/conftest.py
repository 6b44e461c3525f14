"""What every test may ask for."""

import os
import secrets
import shutil
from itertools import chain
from pathlib import Path
from random import Random

import coverage
import pytest
from hypothesis import settings

from storage.migrate import create

ROOT = Path(__file__).parents[1]

settings.register_profile("house", deadline=None)  # a busy machine is no fault of the code
settings.register_profile("same", parent=settings.get_profile("house"), derandomize=True)
SAME = bool(os.environ.get("SAME_EXAMPLES"))
settings.load_profile("same" if SAME else "house")

if "PYTEST_XDIST_WORKER" in os.environ and (early := coverage.Coverage.current()):
    early.stop()  # pytest-cov measures twice in such a process, and pauses only the second where nothing is measured


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every second process begins with its games, which are mostly waited for, and the others end with theirs.

    Then the machine always has enough to do and never too much. A bot in its own process is not measured, and so
    nothing that plays with it.
    """
    games = [item for item in items if ROOT / "tests" / "e2e" in item.path.parents]
    for item in games:
        item.add_marker("no_cover")
        item.add_marker("slow")
    slow = [item for item in items if item.get_closest_marker("slow") and item not in games]
    fast = [item for item in items if not item.get_closest_marker("slow")]
    count = getattr(config, "workerinput", {}).get("workercount", 1)
    ends = [len(fast) * part // count for part in range(count + 1)]
    shares = [(games[part::count], slow[part::count] + fast[ends[part] : ends[part + 1]]) for part in range(count)]
    items[:] = chain(*(rest + played if part % 2 else played + rest for part, (played, rest) in enumerate(shares)))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Where examples are the same in every run so are secrets and ids, and with them the cards that are dealt."""
    if SAME:
        drawn = Random(item.nodeid)
        secrets.token_bytes = lambda nbytes=None: drawn.randbytes(nbytes or secrets.DEFAULT_ENTROPY)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of specifications and golden files beside the checkout; tests that need it skip without it."""
    folder = Path(os.environ.get("SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("the folder with the specifications is not here; SHARED can name it")
    return folder.resolve()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new database, made once."""
    path = tmp_path_factory.mktemp("database") / "empty.db"
    create(path)
    return path


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; browser tests skip without one."""
    names = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    found = os.environ.get("CHROMIUM") or next((path for name in names if (path := shutil.which(name))), None)
    if not found:
        pytest.skip("there is no Chromium here; CHROMIUM can name one")
    return found
