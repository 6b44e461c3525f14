import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PACKAGES = ("bot", "core", "storage")
READ = """
import json, sys
from importlib.resources import files
import bot, core, storage
from bot.i18n import catalog
migrations = sorted(file.name for file in files("storage.migrations").joinpath("versions").iterdir()
                    if file.name.endswith(".py") and file.name != "__init__.py")
print(json.dumps({
    "homes": [list(package.__path__)[0] for package in (bot, core, storage)],
    "texts": [catalog(language).text("card/joker") for language in ("zh-TW", "en")],
    "drawing": files("bot.art").joinpath("cards.svg").read_text(encoding="utf-8"),
    "migration": files("storage.migrations").joinpath("versions", migrations[0]).read_text(encoding="utf-8"),
}))
"""


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-q", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder), str(root))
    (built,) = folder.glob("shisanzhi-*.whl")
    return built


def test_the_wheel_holds_every_file_of_the_three_packages(wheel: Path, root: Path):
    tracked = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=root, capture_output=True, encoding="utf-8", check=False
    ).stdout.split()
    if not tracked:
        pytest.skip("this is no checkout of git")
    wanting = {name for name in tracked if (root / name).exists()} - set(zipfile.ZipFile(wheel).namelist())
    assert wanting == set()


def test_the_wheel_holds_nothing_else(wheel: Path):
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_installed_elsewhere_it_reads_a_text_a_drawing_and_a_migration(wheel: Path, tmp_path: Path):
    import json

    home = tmp_path / "home"
    pip("install", "--no-deps", "--no-index", "--target", str(home), str(wheel))
    done = subprocess.run(
        [sys.executable, "-c", READ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(home)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    read = json.loads(done.stdout)
    assert [Path(path).parent for path in read["homes"]] == [home] * 3
    assert read["texts"] == ["鬼", "Jk"]
    assert "<symbol" in read["drawing"]
    assert "def upgrade" in read["migration"]
