"""How long one row takes to value: this project beside three libraries for one-deck poker, in one run, on CPU time."""

import random
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, Final

from core.cards import Card, deck, show
from core.rules import RULE_SETS
from core.strength import strengths

ROWS: Final = 20_000
REPEATS: Final = 7
Valued = Callable[[Any], object]


def main() -> int:
    """Print nanoseconds a single call from Python, the libraries in turn, medians over the repeats."""
    rows = _rows(random.Random(1))
    contestants = [("shisanzhi", strengths(RULE_SETS["joker"]).strength, rows), *_libraries(rows)]
    times: dict[str, list[float]] = {name: [] for name, _, _ in contestants}
    for _ in range(REPEATS):
        for name, value, hands in contestants:
            times[name].append(_nanoseconds(value, hands))
    for name, measured in times.items():
        print(f"{name:12} {median(measured):7.0f} ns a row of five, {min(measured):.0f} at best")
    if len(times) == 1:
        print("For the comparison install the extra: pip install 'shisanzhi[bench]'")
    return 0


def _rows(random_: random.Random) -> list[tuple[Card, ...]]:
    """Rows of one deck without jokers: what the libraries can value too."""
    return [tuple(random_.sample(deck(52), 5)) for _ in range(ROWS)]


def _nanoseconds(value: Valued, hands: list[Any]) -> float:
    begun = time.process_time_ns()
    for hand in hands:
        value(hand)
    return (time.process_time_ns() - begun) / len(hands)


def _libraries(rows: list[tuple[Card, ...]]) -> Iterator[tuple[str, Valued, list[Any]]]:
    """Each library that is installed, its single call and the rows in its own form."""
    written = [show(row).split() for row in rows]
    for library in (_eval7, _treys, _phevaluator):
        try:
            yield library(written)
        except ImportError:
            continue


def _eval7(written: list[list[str]]) -> tuple[str, Valued, list[Any]]:
    import eval7

    return "eval7", eval7.evaluate, [[eval7.Card(card) for card in row] for row in written]


def _treys(written: list[list[str]]) -> tuple[str, Valued, list[Any]]:
    import treys

    evaluate = treys.Evaluator().evaluate
    split = [[treys.Card.new(card) for card in row] for row in written]
    return "treys", lambda row: evaluate(row, []), split


def _phevaluator(written: list[list[str]]) -> tuple[str, Valued, list[Any]]:
    from phevaluator import Card as PhCard
    from phevaluator import evaluate_cards

    return "phevaluator", lambda row: evaluate_cards(*row), [[PhCard(card) for card in row] for row in written]


if __name__ == "__main__":
    raise SystemExit(main())
