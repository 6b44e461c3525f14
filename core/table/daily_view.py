"""What people may see of the daily challenge: the day for everybody, a person's own hand, and who has won how much."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.ids import DAILY, ChatId
from core.table.daily import DEALS, GRACE, OPTIONS, RESTORED, Day, hand_number, held
from core.table.model import By
from core.table.view import HandView

_HUNDRED: Final = 100


@dataclass(frozen=True)
class Ranked:
    """Somebody who has played all rounds; equal points share the `place`."""

    attempt: int
    name: str
    points: int
    place: int


@dataclass(frozen=True)
class DayView:
    """A day for everybody; `tomorrow` is the commitment of the day after ("" where it is not opened yet).

    `struck`: it counts for nothing, a backup was put back. `disclosed`: its secret is public.
    """

    serial: int
    date: str
    commitment: str
    ends_at: int
    ranking: tuple[Ranked, ...]
    tomorrow: str = ""
    struck: bool = False
    disclosed: bool = False

    @property
    def closes_at(self) -> int:
        """Until when a try that was begun may be finished."""
        return self.ends_at + GRACE


@dataclass(frozen=True)
class Round:
    """What a round of a try brought, beside what the hardest computer wins with these cards; `own`: the person's rows."""

    points: int
    standard: int
    own: bool = True


@dataclass(frozen=True)
class TryView:
    """A person's own try: the rounds played so far, and where they stand once it has ended."""

    day: DayView
    attempt: int
    name: str
    rounds: tuple[Round, ...]
    ended: bool

    @property
    def points(self) -> int:
        """The points of the rounds played."""
        return sum(each.points for each in self.rounds)

    @property
    def standard(self) -> int:
        """What the hardest computer has won in these rounds."""
        return sum(each.standard for each in self.rounds)

    @property
    def place(self) -> int:
        """The place among those who have played all rounds; 0 while it goes on."""
        return next((each.place for each in self.day.ranking if each.attempt == self.attempt), 0)

    @property
    def beaten(self) -> int:
        """How many of a hundred have fewer points."""
        fewer = sum(each.points < self.points for each in self.day.ranking)
        return fewer * _HUNDRED // max(1, len(self.day.ranking))

    @property
    def left(self) -> int:
        """How many rounds are still to be played."""
        return 0 if self.ended else DEALS - len(self.rounds)


def day_view(day: Day, found: Sequence[tuple[int, str, int]], *, ends_at: int, outcome: str, tomorrow: str) -> DayView:
    """A day as everybody may see it; `found` as in `ranking`, `outcome` "" while its record is not public."""
    return DayView(
        serial=day.serial,
        date=day.date,
        commitment=day.commitment,
        ends_at=ends_at,
        ranking=ranking(found),
        tomorrow=tomorrow,
        struck=outcome == RESTORED,
        disclosed=bool(outcome),
    )


def try_view(day: DayView, attempt: int, *, name: str, rounds: Sequence[Round], ended: bool) -> TryView:
    """A try as its person may see it, and others once they have played the day too."""
    return TryView(day, attempt, name, tuple(rounds), ended)


def ranking(found: Sequence[tuple[int, str, int]]) -> tuple[Ranked, ...]:
    """Those who have played all rounds as (try, name, points), best first; equal points by who has finished first."""
    ordered = sorted(found, key=lambda each: -each[2])
    places = {points: place for place, (_, _, points) in reversed([*enumerate(ordered, 1)])}
    return tuple(Ranked(attempt, name, points, places[points]) for attempt, name, points in ordered)


def daily_hand(day: Day, attempt: int, number: int, *, chat: ChatId, at: int) -> HandView:
    """The cards of round `number` (from 1) in the hand of whoever made this try, `at` the moment they got them."""
    return HandView(
        table=DAILY,
        chat=chat,
        serial=hand_number(attempt, number),
        round=number,
        options=OPTIONS,
        seat=0,
        cards=held(day, number),
        bonus=None,
        suggestion=day.standard[number - 1],
        rows="",
        by=By.FALLBACK,
        submitted=False,
        autopilot=False,
        deadline=None,
        dealt_at=at,
        waiting=(),
        nudged_at=None,
        hinted=False,
    )
