"""`shisanzhi arrange`: the suggestions for a hand, in words."""

import sys
from collections.abc import Iterator
from typing import TextIO

from bot.i18n import Catalog, catalog
from bot.i18n.labels import class_text
from bot.referee import Game, game_of, hand_of, message
from bot.screens.model import Average, Cards, Text
from core.arranger.advice import Suggestion, suggestions
from core.arranger.policy import is_trained
from core.cards import rank
from core.errors import Illegal
from core.rules import ROWS

DONE, UNREAD = 0, 2


def run(request: dict[str, str], language: str, out: TextIO | None = None) -> int:
    """Print the suggestions for the cards, variant and bonus of a request; 2 where it can not be read."""
    stream = out or sys.stdout
    try:
        game = game_of(request, language)
        if not is_trained(game.rule_set):
            raise Illegal("referee/no-arranger")
        found = suggestions(game.rule_set, hand_of(request, game), bonus=game.bonus)
    except Illegal as refused:
        stream.write(f"{message(refused, language)}\n")
        return UNREAD
    words = catalog(language)
    stream.writelines(f"{line}\n" for each in found for line in _lines(each, game, words))
    return DONE


def _lines(suggestion: Suggestion, game: Game, words: Catalog) -> Iterator[str]:
    worth = suggestion.worth
    facts = {
        "name": Text(f"arrange/{suggestion.kind}"),
        "average": Average(round(worth.expected * 1000)),
        "unit": Text(f"unit/{game.rule_set.unit}"),
        "percent": round(worth.shot * 100),
    }
    yield words.text("arrange/suggestion", facts)
    for row, cards in zip(ROWS, suggestion.arrangement.rows, strict=True):
        strength = game.strengths.strength(cards)
        label = class_text(game.strengths.row_class(strength), game.strengths.ranks(strength))
        yield words.text(
            "arrange/row",
            {"row": Text(f"row/{row}"), "class": label, "cards": Cards(tuple(sorted(cards, key=rank, reverse=True)))},
        )
