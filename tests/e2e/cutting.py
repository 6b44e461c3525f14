"""What a seat presses before the deal: a cut, a stake, a card of the drawing, or only that the cards shall come."""

from collections.abc import Sequence

from bot.tokens import DEAL, Verb
from core.ids import PersonId
from core.table.course import rules_of, seat_of
from core.table.model import Table
from core.table.opening import DRAWING, may_cut

STAKES = (1, 2, 5, 10)
"""What the seats stake, each its own."""
CUTS = 3
"""切上, 切中, 切下."""


def cut_of(table: Table, seat: int) -> tuple[Verb, str]:
    """Verb and argument of the button that is this seat's."""
    if table.round == DRAWING:
        return Verb.CUT, str(1 + seat)
    if rules_of(table).has_banker and seat != table.dealer:
        return Verb.STAKE, str(STAKES[seat])
    return Verb.CUT, str(1 + seat % CUTS) if may_cut(table, seat) else DEAL


def last_to_cut(table: Table, people: Sequence[PersonId]) -> PersonId:
    """Who of these may cut with any number; where there are stakes only the banker does."""
    seats = {person: seat_of(table, person) for person in people}
    free = [person for person, seat in seats.items() if seat is not None and may_cut(table, seat)]
    if rules_of(table).has_banker:
        free = [person for person in free if seats[person] == table.dealer]
    return free[-1]
