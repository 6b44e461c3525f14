"""The boards and accounts of the transcripts' rounds in the words of players: `python -m tests.tellings standard en`.

What it prints was read line by line once, and is kept in golden/tellings/.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.i18n import Catalog, catalog
from bot.screens.showdown import result_screen
from bot.screens.why import why_screen
from core.rules import RULE_SETS
from core.table.result import Result
from tests.bot.screens.rounds import rows, settled
from tests.bot.screens.walk import words
from tests.transcripts import ROUNDS

FOLDER: Final = Path(__file__).parent / "golden" / "tellings"
LANGUAGES: Final = ("zh-TW", "en")
_VALUES: Final = 4
"""Lines at the foot of a board that only hold cuts and values to compare, and the game."""


def telling(rule_set: str, language: str) -> str:
    """Every round of a rule set: its board, then everybody's account."""
    words_of = catalog(language)
    rounds = (_told(result, words_of) for result in rounds_of(rule_set))
    return "\n\n".join("\n".join(each) for each in rounds) + "\n"


def rounds_of(rule_set: str) -> list[Result]:
    """The rounds of the transcripts as they end at a table."""
    return [
        settled(rule_set, [rows(text) for text in texts], cut_card=_cut_card(rule_set), terms=terms)
        for texts, terms in ROUNDS[rule_set]
    ]


def _cut_card(rule_set: str) -> str:
    return "7c" if RULE_SETS[rule_set].has_bonus else ""


def _told(result: Result, words_of: Catalog) -> Iterator[str]:
    yield from words(result_screen(result), words_of)[:-_VALUES]
    for seat in range(len(result.seats)):
        yield ""
        yield from words(why_screen(result, seat, own=seat == 0), words_of)


if __name__ == "__main__":
    sys.stdout.write(telling(*sys.argv[1:3]))
