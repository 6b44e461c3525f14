"""What every test may ask for."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from storage.migrate import create

ROOT = Path(__file__).parents[1]

settings.register_profile("house", deadline=None)  # a busy machine is no fault of the code
settings.register_profile("same", parent=settings.get_profile("house"), derandomize=True)
settings.load_profile("same" if os.environ.get("SAME_EXAMPLES") else "house")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each process begins with its share of what plays in real time and of what takes long; short tests are left to share.

    A bot in its own process is not measured, and so nothing that plays with it.
    """
    played = ROOT / "tests" / "e2e"
    for item in items:
        if played in item.path.parents:
            item.add_marker("no_cover")
            item.add_marker("slow")
    items.sort(key=lambda item: played not in item.path.parents)
    long = [item for item in items if item.get_closest_marker("slow")]
    short = [item for item in items if not item.get_closest_marker("slow")]
    count = getattr(config, "workerinput", {}).get("workercount", 1)
    ends = [len(short) * part // count for part in range(count + 1)]
    items[:] = [item for part in range(count) for item in (*long[part::count], *short[ends[part] : ends[part + 1]])]


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
