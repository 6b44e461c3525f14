"""How a game goes: who plays with what, how long, who deals or is banker, and what is brought along and staked."""

from collections.abc import Iterator

from bot.screens.model import Block, Line
from bot.screens.parts import line
from bot.screens.rules_points import unit_text
from core.cards import JOKER, deck
from core.rules import ROW_SIZES, RuleSet


def dealt_lines(rules: RuleSet) -> tuple[Line, ...]:
    """Who plays, and what is dealt."""
    played = sum(ROW_SIZES.values())
    left = rules.hand - played
    return (
        _players(rules),
        line("rules/deck" if left else "rules/deck-all", size=rules.deck, hand=rules.hand, played=played, left=left),
        *([line("rules/cut-card")] if rules.has_bonus else ()),
        *([line("rules/jokers")] if JOKER in deck(rules.deck) else ()),
    )


def play_page(rules: RuleSet) -> tuple[Block, ...]:
    """From the first card to the last round."""
    return (
        *dealt_lines(rules),
        line("play/steps-stakes" if rules.has_banker else "play/steps"),
        *_cut(rules),
        *_stakes(rules),
        line("play/seconds", seconds=rules.seconds),
        line("play/time-out-declares" if rules.declares else "play/time-out"),
        *_dealers(rules),
        _rounds(rules),
        *_brought(rules),
        line("play/end"),
    )


def _players(rules: RuleSet) -> Line:
    fewest, most = rules.seats
    if fewest == most:
        return line("rules/players-all", most=most)
    return line("rules/players-start" if rules.full_start else "rules/players-some", fewest=fewest, most=most)


def _cut(rules: RuleSet) -> Iterator[Line]:
    yield line("play/cut")
    if not rules.dealer_cuts:
        yield line("play/cut-dealer")


def _stakes(rules: RuleSet) -> Iterator[Line]:
    if rules.stakes is not None:
        yield line("play/stakes", least=rules.stakes.least, most=rules.stakes.most)
        yield line("play/banker")


def _dealers(rules: RuleSet) -> Iterator[Line]:
    yield line(f"play/first-{rules.first_dealer}")
    yield line("play/next-banker" if rules.has_banker else f"play/next-{rules.next_dealer}")


def _rounds(rules: RuleSet) -> Line:
    first, *others = rules.rounds
    if rules.rounds_as_seats:
        return line("play/rounds-as-seats", others=tuple(sorted(rules.rounds)))
    key = "play/rounds-points" if rules.starting_points else "play/rounds"
    return line(key, n=first, others=tuple(sorted(others)))


def _brought(rules: RuleSet) -> Iterator[Line]:
    if rules.starting_points:
        yield line("play/brought", points=rules.starting_points)
        yield line("play/value", unit=unit_text(rules, 1), value=rules.unit_value)
        yield line("play/out")
