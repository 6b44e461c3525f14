"""Worked examples as pages: the rows of every seat, and each payment between two as the referee reckons it."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

from bot.screens.model import Block, Points, Text
from bot.screens.parts import card_line, line, row_text, small, strong
from bot.screens.rules_points import unit_text
from bot.screens.rules_rows import example_table, row_text_of
from bot.screens.worked import Example, examples, settled
from core.arrangement import faults
from core.rules import ROWS, RuleSet
from core.scoring import Payment, totals
from core.specials import special_codes

A_PAGE: Final = 4
"""Hands; an example is never parted."""


def example_pages(rules: RuleSet) -> tuple[tuple[Block, ...], ...]:
    """All examples of a game, as many on a page as it has room for."""
    pages: list[list[Example]] = []
    for example in examples(rules):
        if pages and sum(len(each.hands) for each in (*pages[-1], example)) <= A_PAGE:
            pages[-1].append(example)
        else:
            pages.append([example])
    return tuple(tuple(block for example in page for block in _worked(rules, example)) for page in pages)


def _worked(rules: RuleSet, example: Example) -> Iterator[Block]:
    lines = settled(rules, example)
    yield strong(f"example/{example.code}")
    for seat in range(len(example.hands)):
        yield from _hand(rules, example, seat)
    yield strong("example/accounts")
    yield from _payments(rules, lines, seats=len(example.hands))
    won = totals(lines, len(example.hands))
    yield small(
        "example/totals",
        totals=tuple(
            Text("example/total", {"name": seat_text(seat), "points": Points(points)})
            for seat, points in enumerate(won)
        ),
    )


def seat_text(seat: int) -> Text:
    """甲, 乙, 丙, 丁."""
    return Text(f"example/seat-{seat + 1}")


def _hand(rules: RuleSet, example: Example, seat: int) -> Iterator[Block]:
    notes = tuple(_notes(rules, example, seat))
    yield strong("example/hand-notes" if notes else "example/hand", name=seat_text(seat), notes=notes)
    table = example_table(rules)
    for row, cards in zip(ROWS, example.arrangements[seat].rows, strict=True):
        yield card_line(cards, "example/row", row=row_text(row), shown=row_text_of(cards, table))


def _notes(rules: RuleSet, example: Example, seat: int) -> Iterator[Text]:
    """What must be known of a seat besides its rows."""
    terms, mine = example.terms, example.arrangements[seat]
    if rules.has_banker:
        stakes = terms.stakes or (1,) * len(example.hands)
        banks = seat == terms.banker
        yield Text("example/banker") if banks else Text("example/stake", {"stake": stakes[seat]})
    if terms.declared and (code := terms.declared[seat]):
        yield Text("example/declares", {"name": Text(f"special-name/{code}")})
    if faults(mine, example_table(rules), rules):
        yield Text("example/foul")
    yield from _found(rules, special_codes(mine.cards))


def _found(rules: RuleSet, codes: frozenset[str]) -> Iterator[Text]:
    """The special that the program finds in the cards, where it does."""
    known = ("suited_dragon", "dragon") if rules.dragon else () if rules.declares else tuple(rules.specials)
    code = next((each for each in known if each in codes), None)
    if code:
        yield Text(f"special-name/{code}")


def _payments(rules: RuleSet, lines: Sequence[Payment], *, seats: int) -> Iterator[Block]:
    """For each pair the sum that one pays the other, and of what it is made."""
    for payee, payer in permutations(range(seats), 2):
        between = [each for each in lines if (each.payee, each.payer) == (payee, payer)]
        points = sum(each.points for each in between)
        if points:
            yield line(
                "example/pays",
                payer=seat_text(payer),
                payee=seat_text(payee),
                points=points,
                unit=unit_text(rules, points),
                parts=tuple(_part(rules, each) for each in between),
            )


def _part(rules: RuleSet, payment: Payment) -> Text:
    """One payment in two words: 中墩葫蘆 2."""
    return Text("example/part", {"what": what_text(rules, payment), "points": payment.points})


def what_text(rules: RuleSet, payment: Payment) -> Text:
    """What a payment is for: a row, with its class where that brings more; a special; else the reason's name."""
    if payment.row and payment.row_class:
        facts = {"row": row_text(payment.row), "name": Text(f"class-name/{payment.row_class}")}
        return Text("example/class", facts) if (payment.row, payment.row_class) in rules.extras else facts["row"]
    if payment.row_class:
        return Text(f"special-name/{payment.row_class}")
    return Text(f"reason/{payment.reason}")
