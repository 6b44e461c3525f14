"""The match table as everybody may see it: who stands where, and who wants one more."""

from dataclasses import dataclass
from itertools import groupby

from core.ids import ChatId, TableId
from core.table.course import humans, sitting
from core.table.match import idle_at
from core.table.model import Options, Phase, Score, Table
from core.table.view import names, shown_options, waiting


@dataclass(frozen=True)
class StandingView:
    """A line of the match table, best first; equal points share the `place`; `computer` is a computer's seat."""

    place: int
    name: str
    computer: int | None
    points: int
    guns: int
    gunned: int
    home_runs: int
    autopilot_rounds: int


@dataclass(frozen=True)
class MatchView:
    """The match that is over; `again` and `waiting` name who has pressed 再來一場 and who has not.

    `open` while that counts; neither open nor `ended` where the same table plays on.
    """

    table: TableId
    chat: ChatId
    serial: int
    match: int
    options: Options
    rounds_played: int
    standings: tuple[StandingView, ...]
    again: tuple[str, ...]
    waiting: tuple[str, ...]
    closes_at: int
    open: bool
    ended: bool
    moved: bool
    queue: tuple[str, ...] = ()


def match_view(table: Table, match: int) -> MatchView:
    """The match table of this match or the one before it; `open` while 再來一場 counts."""
    now = match == table.match
    late = frozenset(sitting(table, seat).person for seat in humans(table)) - table.again_votes
    return MatchView(
        table=table.id,
        chat=table.chat,
        serial=table.serial,
        match=match,
        options=shown_options(table),
        rounds_played=max((score.rounds for score in (table.scores if now else table.last_scores)), default=0),
        standings=_standings(table.scores if now else table.last_scores),
        again=names(table, table.again_votes),
        waiting=names(table, late),
        closes_at=idle_at(table),
        open=now and table.phase is Phase.FINISHED,
        ended=table.phase is Phase.ENDED,
        moved=now and table.moved,
        queue=waiting(table),
    )


def _standings(scores: tuple[Score, ...]) -> tuple[StandingView, ...]:
    """Best first; people and computers in one table, equal points share the place (1 1 3)."""
    ordered = sorted(scores, key=lambda score: -score.points)
    lines: list[StandingView] = []
    for _, group in groupby(ordered, key=lambda score: score.points):
        place = len(lines) + 1
        lines.extend(_standing(score, place) for score in group)
    return tuple(lines)


def _standing(score: Score, place: int) -> StandingView:
    return StandingView(
        place=place,
        name=score.name,
        computer=None if score.human else int(score.key.partition(":")[2]),
        points=score.points,
        guns=score.guns,
        gunned=score.gunned,
        home_runs=score.home_runs,
        autopilot_rounds=score.autopilot_rounds,
    )
