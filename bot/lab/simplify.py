"""The catalogue of 简体中文, made from that of 繁體中文: `python -m bot.lab.simplify`.

An entry with the comment `# by hand` stays as it is; every other one is made anew. The words of `zh-CN.terms`, what is
said otherwise on the mainland, go before those of OpenCC, which the `test` extra brings.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.i18n import DEFAULT

MADE: Final = "zh-CN"
BY_HAND: Final = "# by hand"
FOLDER: Final = Path(__file__).parents[1] / "i18n" / "locales"
_ID: Final = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


def terms() -> dict[str, str]:
    """Our own words, long to short, one pair a line."""
    lines = (FOLDER / f"{MADE}.terms").read_text("utf-8").splitlines()
    return dict(line.split(maxsplit=1) for line in lines)


def simplified(source: str, known: str, *, convert: Callable[[str], str]) -> str:
    """The whole catalogue: the entries of `source` in its order, those of `known` that were made by hand kept."""
    kept = {_key(entry): entry for entry in _entries(known) if BY_HAND in entry.splitlines()}
    return "\n\n".join(kept.get(_key(entry)) or _turned(entry, convert) for entry in _entries(source)) + "\n"


def _entries(catalogue: str) -> list[str]:
    return [entry for entry in catalogue.strip().split("\n\n") if entry]


def _key(entry: str) -> str:
    found = _ID.search(entry)
    return found[1] if found else ""


def _turned(entry: str, convert: Callable[[str], str]) -> str:
    """One entry in short characters; its id stays what it is."""
    lines = entry.splitlines()
    return "\n".join(line if line.startswith("msgid") else convert(line) for line in lines)


def converter() -> Callable[[str], str]:
    """OpenCC with our own words put in first, so that it leaves them alone."""
    from opencc import OpenCC

    own, convert = terms(), OpenCC("tw2sp").convert

    def said(line: str) -> str:
        for long, short in own.items():
            line = line.replace(long, short)
        return str(convert(line))

    return said


def main() -> int:
    """Write the catalogue."""
    source, made = FOLDER / f"{DEFAULT}.po", FOLDER / f"{MADE}.po"
    known = made.read_text("utf-8") if made.exists() else ""
    made.write_text(simplified(source.read_text("utf-8"), known, convert=converter()), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
