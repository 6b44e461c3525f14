"""What the arranger keeps is bounded: every cache has an end, and a hand that is kept costs little."""

import gc
import importlib
import pkgutil
import random
import tracemalloc
from functools import _lru_cache_wrapper

import core.arranger
from core.arranger import choose
from core.arranger.advice import picks, suggestions
from core.arranger.coach import review
from core.cards import deck
from core.frames import stream
from core.rules import RULE_SETS

KILOBYTES = 1024
MANY = 256
HANDS = 40
A_HAND = 24
"""Kilobytes; 2,048 hands are kept."""


def caches() -> dict[str, "_lru_cache_wrapper[object]"]:
    """Every cache of the arranger by its name."""
    found = {}
    for module in pkgutil.iter_modules(core.arranger.__path__, "core.arranger."):
        for name, part in vars(importlib.import_module(module.name)).items():
            if isinstance(part, _lru_cache_wrapper) and part.__module__ == module.name:
                found[f"{module.name}.{name}"] = part
    return found


def play(number: int) -> None:
    """Deal, suggest, list and review one hand, as a round does."""
    rules = list(RULE_SETS.values())[number % len(RULE_SETS)]
    dice = random.Random(number)
    cards = list(deck(rules.deck))
    dice.shuffle(cards)
    hand, bonus = tuple(cards[: rules.hand]), 7 if rules.has_bonus else None
    rows = choose(rules, hand, bonus=bonus, level="normal", source=stream(number.to_bytes(32, "big"), "seat"))
    suggestions(rules, hand, bonus=bonus)
    review(rules, hand, rows, bonus=bonus)
    if not number % 10:
        picks(rules, hand, bonus=bonus, rows={"back": rows.back})


def test_every_cache_of_the_arranger_has_an_end():
    found = caches()
    assert len(found) >= 6
    assert [name for name, cache in found.items() if cache.cache_parameters()["maxsize"] is None] == []


def test_a_hand_that_is_kept_costs_a_few_kilobytes():
    for number in range(10):  # tables of strengths and populations are there
        play(number)
    for cache in caches().values():
        if (cache.cache_parameters()["maxsize"] or 0) >= MANY:
            cache.cache_clear()
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for number in range(100, 100 + HANDS):
            play(number)
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert kept / HANDS < A_HAND * KILOBYTES, kept
