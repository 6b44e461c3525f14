"""Screens of ended rounds of which every one is seldom: each case with the longest names and the largest numbers."""

from collections.abc import Iterator
from dataclasses import replace

from bot.screens.coach import both_screen, timed_out_screen, with_points
from bot.screens.model import Screen
from bot.screens.proof import proof_screen
from bot.screens.showdown import result_screen
from bot.screens.why import why_screen
from core.arranger.coach import Review
from core.cards import parse_shown, show
from core.ids import TableId
from core.rules import RULE_SETS
from core.table.result import Result
from tests.bot.screens.cases import cases, dealt
from tests.bot.screens.rounds import settled, split

LARGEST = 2**63 - 1
WORST_NAMES = ("W" * 24, "漢" * 24, "😀" * 24, "﷽" * 24)


def laid_open(rule_set: str) -> Iterator[tuple[str, Screen]]:
    """Boards and accounts of all cases of a rule set, and of the drawing of its seats."""
    found = [(name, worst(result)) for name, result in cases(rule_set)]
    for name, shown in found:
        yield f"board of {name}", result_screen(shown)
        for seat in {0, len(shown.seats) - 1}:
            yield f"account {seat} of {name}", why_screen(shown, seat, own=seat == 0)
        if shown.seats[0].declared:
            yield f"time out in {name}", with_points(timed_out_screen(shown, 0), shown, 0, not_before=1)
    shown = found[-1][1]
    review = Review(-1420, 12_345, 13_765, "front-weak", shown.seats[0].rows)
    yield "last account with coach", why_screen(shown, 0, own=True, review=review)
    yield "both of the last", both_screen(shown, 0, review)
    if RULE_SETS[rule_set].first_dealer == "drawn":
        yield from _drawings(rule_set)


def drawing(*turned: str, rule_set: str = "taiwan") -> Result:
    """The seats as they were drawn, given what each has turned up."""
    cards = [card for hand in dealt(RULE_SETS[rule_set], len(turned)) for card in hand]
    played = settled(rule_set, split(cards, len(turned)))
    seats = (replace(seat, hand=cards, rows="", points=0) for seat, cards in zip(played.seats, turned, strict=True))
    return replace(played, round=0, seats=tuple(seats), payments=(), dealer=0)


def worst(result: Result) -> Result:
    """The same round with the longest names, sums and numbers."""
    seats = (
        replace(seat, name=name, match_points=-99_999) for seat, name in zip(result.seats, WORST_NAMES, strict=False)
    )
    return replace(result, table=TableId(LARGEST), serial=LARGEST, seats=tuple(seats))


def _drawings(rule_set: str) -> Iterator[tuple[str, Screen]]:
    plain = drawing("As", "Ks", "Qs", "Js")
    tied = drawing("As Kd", "Ah 3c", "Ad 2d 9s", "Ac 2c 5h")
    many = drawing(*(show(parse_shown(" ".join(["As Ks Qs Js"] * 4))) for _ in range(4)))
    for name, result in (("plain", plain), ("tied", tied), ("much tied", many)):
        yield f"drawing {name}", result_screen(worst(result))
        yield f"proof of drawing {name}", proof_screen(worst(result), fault=None, voids=())
    yield "account of a drawing", why_screen(worst(plain), 0)
    yield "void drawing", result_screen(replace(plain, outcome="void:ended", ended_by=WORST_NAMES[3]))
