"""What must hold of a daily challenge that was played on a chat platform."""

from collections.abc import Sequence
from typing import Final

from core.table.codec import load_day
from core.table.daily import Day
from tests.e2e.reckoning import NOBODY
from tests.e2e.recorder import Recorder, shows
from tests.e2e.serving import Serving

RANKS: Final = "23456789TJQKA"


def today(serving: Serving) -> Day:
    """The first day that was opened."""
    ((state,),) = serving.query("SELECT state FROM daily_days ORDER BY serial LIMIT 1")
    return load_day(str(state))


def points_of(serving: Serving, person: str) -> list[int]:
    """What a person has won, round by round."""
    found = serving.query(
        "SELECT daily_rounds.points FROM daily_rounds JOIN daily_tries ON id = attempt WHERE person = ? ORDER BY round",
        person,
    )
    return [int(str(points)) for (points,) in found]


def check_nothing_shown(recorder: Recorder, day: Day, *, people: Sequence[int], began: float, sent: float) -> None:
    """Before the first arrangement was sent nobody saw another card than the player's; in public there is never any."""
    hands = {person: day.deals[0].hands[0].split() for person in people}
    hands[NOBODY] = [card for hand in day.deals[0].hands[1:] for card in hand.split()]
    shown = recorder.leaks(hands, since=began, until=sent)
    assert not shown, [(call.path, call.audience, card, call.text()) for call, _, card in shown][:3]
    assert recorder.leaks(hands, since=sent), "the search finds what a round's end shows"
    later = [call for call in recorder.calls if call.at >= began and call.body is not None]
    public = [call for call in later if call.audience is None and call.channel is not None]
    assert public, "there is something to search"
    assert not [call.text() for call in public if any(shows(call.text(), card) for card in all_cards())]
    assert not [call.path for call in recorder.calls if day.secret in call.text()]


def all_cards() -> list[str]:
    """As, Kh …"""
    return [f"{rank}{suit}" for rank in RANKS for suit in "shdc"]
