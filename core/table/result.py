"""An ended round as everybody may see it: the cards lie open, every payment stands with its reason."""

from dataclasses import dataclass

from core import deal
from core.ids import PersonId, TableId
from core.scoring import Payment
from core.table.model import By, Options


@dataclass(frozen=True)
class ResultSeat:
    """One seat of an ended round; `rows` is empty in a void one, `match_points` counts this round too."""

    name: str
    person: PersonId | None
    hand: str
    rows: str
    by: By
    points: int
    match_points: int
    hinted: bool = False


@dataclass(frozen=True)
class Result:
    """A settled or void round; `outcome` as in the record (`settled`, `void:<reason>`), `cut_card` "" without one.

    `options` are those of its match; None in rounds of before they were kept.
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
