"""A study: what a seventh rule set needs. One file of constants, one line in the registry, its texts, and nothing else."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
LANGUAGES = ("zh-TW", "zh-CN", "en")


def test_a_seventh_rule_set_is_one_file_of_constants_one_line_and_texts(tmp_path: Path) -> None:
    for part in ("bot", "core", "storage", "tests"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "pusoy.py", tmp_path / "core" / "rules" / "pusoy.py")
    registry = tmp_path / "core" / "rules" / "__init__.py"
    line = "            INTERNATIONAL_RULES,\n"
    known = registry.read_text(encoding="utf-8")
    assert known.count(line) == 1
    imported = known.replace("\n__all__", "from core.rules.pusoy import PUSOY_RULES\n\n__all__", 1)
    registry.write_text(imported.replace(line, f"{line}            PUSOY_RULES,\n"), encoding="utf-8")
    for key, texts in json.loads((HERE / "texts.json").read_text(encoding="utf-8")).items():
        for language, text in zip(LANGUAGES, texts, strict=True):
            with (tmp_path / "bot" / "i18n" / "locales" / f"{language}.po").open("a", encoding="utf-8") as catalog:
                catalog.write(f'\nmsgid "{key}"\nmsgstr "{text}"\n')

    done = subprocess.run(
        [sys.executable, "-m", "tests.seventh.plays"], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    rounds, screens = map(int, done.stdout.split())
    assert (rounds, screens > 300) == (24, True)
