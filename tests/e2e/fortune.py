"""Numbers to cut with so that the cards fall as a test needs them: the host's file is read, as nobody at a table can."""

import itertools
import json
from collections.abc import Callable, Sequence
from typing import Final

from core import deal
from core.arranger.declaring import specials_held
from core.cards import Card, parse_shown
from core.ids import PersonId
from core.table.codec import load, load_result
from core.table.course import rules_of, seat_of
from core.table.model import Table
from core.table.result import Result
from tests.e2e.serving import Serving

Hands = Sequence[tuple[Card, ...]]
"""What each seat is dealt."""
Wanted = Callable[[Hands], bool]
_MOST: Final = 300_000
"""Numbers to try: ten times as many as the rarest hand that is asked for needs on average."""


def table_of(serving: Serving, person: PersonId) -> Table:
    """The table where somebody sits, with everything that is secret there."""
    ((state,),) = serving.query(
        "SELECT state FROM tables JOIN seated ON seated.table_id = tables.id WHERE person = ?", person
    )
    return load(str(state))


def table_now(serving: Serving, table: int) -> Table:
    """The table of this number."""
    ((state,),) = serving.query("SELECT state FROM tables WHERE id = ?", table)
    return load(str(state))


def results_of(serving: Serving, table: int) -> list[Result]:
    """All openings of a table that ended, the drawing of seats too, the first first."""
    found = serving.query("SELECT result FROM rounds WHERE table_id = ? ORDER BY serial", table)
    return [load_result(str(result)) for (result,) in found]


def number_for(table: Table, seat: int, wanted: Wanted, *, event: str = "") -> str:
    """The least number that deals what is wanted when this seat cuts with it as the last one."""
    opening = table.opening
    assert opening is not None
    others = [one for one in opening.cuts if one.seat != seat]
    for number in map(str, itertools.islice(itertools.count(1), _MOST)):
        cuts = sorted((*others, deal.Cut(seat, event, number)), key=lambda one: one.seat)
        key = deal.key(opening.secret, deal.closed(opening.commitment, cuts))
        if wanted([parse_shown(hand) for hand in deal.deal(key, opening.context).hands]):
            return number
    raise AssertionError("no such cut")


def holds(table: Table, person: PersonId, *codes: str) -> Wanted:
    """Whether somebody is dealt one of these specials (any, where none is named) as the highest, and nobody else one."""
    seat, rules = seat_of(table, person), rules_of(table)
    assert seat is not None

    def wanted(hands: Hands) -> bool:
        own = specials_held(rules, hands[seat])
        if not own or (codes and own[0] not in codes):
            return False
        return not any(specials_held(rules, hand) for number, hand in enumerate(hands) if number != seat)

    return wanted


def plain(table: Table) -> Wanted:
    """Whether nobody is dealt a special."""
    rules = rules_of(table)
    return lambda hands: not any(specials_held(rules, hand) for hand in hands)


def contexts_of(serving: Serving, table: int) -> list[dict[str, object]]:
    """What each opening of a table was bound to."""
    found = serving.query("SELECT record FROM deals WHERE table_id = ? ORDER BY serial", table)
    return [json.loads(str(record))["context"] for (record,) in found]
