"""An ended round as everybody may see it: the cards lie open, every payment stands with its reason."""

from dataclasses import dataclass

from core import deal
from core.ids import PersonId, TableId
from core.scoring import Payment
from core.table.model import By, Options


@dataclass(frozen=True)
class ResultSeat:
    """One seat of an ended round; `rows` is empty in a void one, `match_points` counts this round too.

    `number` is a computer's own, from 1 (0: by its seat); `declared` the special that counted instead of the rows;
    `foul` says that the rows are out of order; `out`: the points are gone, and the match goes on without this seat.
    """

    name: str
    person: PersonId | None
    hand: str
    rows: str
    by: By
    points: int
    match_points: int
    hinted: bool = False
    number: int = 0
    declared: str = ""
    foul: bool = False
    out: bool = False


def result_key(seat: ResultSeat, number: int) -> str:
    """What the match table knows the seat of this number by, as `seat_key` of the table does."""
    return seat.person or f"computer:{seat.number - 1 if seat.number else number}"


@dataclass(frozen=True)
class Result:
    """A settled or void round; `outcome` as in the record (`settled`, `void:<reason>`), `cut_card` "" without one.

    `options` are those of its match; None in rounds of before they were kept. `dealer` is the banker where there is
    one, and `stakes` what each seat played for. In round 0 the seats were drawn: they stand in their new order, `former`
    holds where each sat before (the `cuts` name those seats, as the record does), and `hand` the cards it turned up.
    """

    table: TableId
    serial: int
    match: int
    round: int
    rounds: int
    rule_set: str
    reveal: str
    cut_card: str
    dealer: int
    seats: tuple[ResultSeat, ...]
    payments: tuple[Payment, ...]
    commitment: str
    closed: str
    sealed: str
    cuts: tuple[deal.Cut, ...]
    outcome: str
    digest: str
    at: int
    ended_by: str = ""
    options: Options | None = None
    stakes: tuple[int, ...] = ()
    former: tuple[int, ...] = ()
