"""How long a host waits: from the command to the first page, for `--help`, and for the referee's first answer."""

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

REPEATS: Final = 5
ASKED: Final = '{"op":"row","variant":"joker","cards":"5s 7d Xx"}\n'
_LINK: Final = re.compile(r"http://127\.0\.0\.1:\d+/r/[A-Za-z0-9_-]+")


@contextmanager
def started(database: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The game as a process of its own on a free port, and its room's link; ended politely."""
    command = [sys.executable, "-m", "bot", "--database", str(database), "--port", "0"]
    own = {name: value for name, value in os.environ.items() if not name.startswith("SHISANZHI_")}
    own["SHISANZHI_LOG_LEVEL"] = "warning"
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=own)
    try:
        assert process.stdout is not None
        yield process, next(found[0] for line in process.stdout if (found := _LINK.search(line)))
    finally:
        process.terminate()
        process.wait(10)


def main() -> int:
    """Print the medians."""
    pages = [_first_page() for _ in range(REPEATS)]
    print(f"first page after {median(pages):.2f} s, {max(pages):.2f} s at worst, of {REPEATS} starts on a new database")
    helps = [_child("--help")[1] for _ in range(REPEATS)]
    print(f"--help takes {median(helps):.2f} s of CPU time")
    answers = [_child("referee", asked=ASKED)[0] for _ in range(REPEATS)]
    print(f"the referee answers after {median(answers):.2f} s, {max(answers):.2f} s at worst")
    return 0


def _first_page() -> float:
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        with started(Path(folder) / "start.db") as (_, link), urllib.request.urlopen(link) as page:
            page.read()
            return time.perf_counter() - begun


def _child(*words: str, asked: str = "") -> tuple[float, float]:
    """Run a command to its end: the seconds it took, and those of CPU time."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "bot", *words], check=True, stdout=subprocess.DEVNULL, input=asked, text=True)
    took, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    raise SystemExit(main())
