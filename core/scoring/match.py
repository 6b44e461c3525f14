"""The comparison as a whole: two rows to one bring little, a gun or being run over much; a 一條龍 beats everybody.

The winner of a comparison has the extras of all own rows, won or not. Source: HOYA 《十三張》, 台式玩法.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from core.rules.model import ROWS
from core.scoring.payment import Payment
from core.scoring.showdown import Laid, Showdown, lay, met, pairs
from core.specials import special_codes

_DRAGON, _SUITED = "dragon", "suited_dragon"


def match(showdown: Showdown) -> tuple[Payment, ...]:
    """Return every payment; dragons are found in the cards, whatever the rows."""
    specials = [special_codes(each.cards) for each in showdown.arrangements]
    dragons = [seat for seat, codes in enumerate(specials) if _DRAGON in codes and showdown.rule_set.dragon]
    rest = [seat for seat in range(len(specials)) if seat not in dragons]
    if not dragons:
        lines = tuple(_compared(showdown, rest))
        return (*lines, *_reds_of_guns(showdown, lines))
    suited = [seat for seat in dragons if _SUITED in specials[seat]]
    return (
        *(line for pair in product(dragons, rest) for line in _dragon(showdown, *pair, suited=pair[0] in suited)),
        *_behind_dragons(showdown, rest, dragons=dragons, suited=suited),
    )


def _behind_dragons(
    showdown: Showdown, rest: Sequence[int], *, dragons: Sequence[int], suited: Sequence[int]
) -> Iterator[Payment]:
    """Return the 紅不讓 of a dragon alone, or alone in one suit; else what the rest win from each other."""
    first = dragons if len(dragons) == 1 else suited
    if len(first) == 1 and _knows_red(showdown):
        yield from (_red(showdown, first[0], payer) for payer in rest)
    elif len(dragons) > 1:
        yield from _compared(showdown, rest)


def _won(showdown: Showdown, mine: Laid, theirs: Laid) -> tuple[int, str] | None:
    """Return the points that rows win from others as a whole, and for what; None where they do not."""
    rule_set, how = showdown.rule_set, met(mine, theirs)
    won, lost = how.count(1), how.count(-1)
    if won == 3:
        return rule_set.gun, "foul" if theirs.foul else "gun"
    if won and not lost:
        return rule_set.run_over, "run_over"
    return (rule_set.match, "match") if won == 2 else None


def _compared(showdown: Showdown, seats: Sequence[int]) -> Iterator[Payment]:
    """Return what these seats win from each other by their rows."""
    laid = lay(showdown)
    for payee, payer in pairs(seats):
        mine = laid[payee]
        won = _won(showdown, mine, laid[payer])
        if won:
            yield Payment(payer, payee, *won)
            for row, points, row_class in zip(ROWS, mine.worths, mine.classes, strict=True):
                if points:
                    yield Payment(payer, payee, points, "bonus", row, row_class)


def _reds_of_guns(showdown: Showdown, lines: Sequence[Payment]) -> Iterator[Payment]:
    """Return what guns on all others add at a full table (紅不讓)."""
    if not _knows_red(showdown):
        return
    guns = [(line.payee, line.payer) for line in lines if line.reason in {"gun", "run_over", "foul"}]
    shooters = [payee for payee, _ in guns]
    for payee, payer in guns:
        if shooters.count(payee) == len(showdown.arrangements) - 1:
            yield _red(showdown, payee, payer)


def _knows_red(showdown: Showdown) -> bool:
    """Return whether there can be a 紅不讓: at a full table, where the rule set has one."""
    return showdown.full and showdown.rule_set.home_run > 0


def _red(showdown: Showdown, payee: int, payer: int) -> Payment:
    return Payment(payer, payee, showdown.rule_set.home_run, "red")


def _dragon(showdown: Showdown, payee: int, payer: int, *, suited: bool) -> tuple[Payment, Payment]:
    """Return what a dragon wins from a seat without one."""
    rule_set, code = showdown.rule_set, _SUITED if suited else _DRAGON
    return Payment(payer, payee, rule_set.gun, "gun"), Payment(payer, payee, rule_set.dragon, "dragon", None, code)
