"""What every test may ask for."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]

settings.register_profile("house", deadline=None)  # a busy machine is no fault of the code
settings.register_profile("same", parent=settings.get_profile("house"), derandomize=True)
settings.load_profile("same" if os.environ.get("SAME_EXAMPLES") else "house")


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
def chromium() -> str:
    """The path of a Chromium; browser tests skip without one."""
    names = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    found = os.environ.get("CHROMIUM") or next((path for name in names if (path := shutil.which(name))), None)
    if not found:
        pytest.skip("there is no Chromium here; CHROMIUM can name one")
    return found
