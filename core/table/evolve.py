"""How each event moves the table on: no decisions, no errors, only what the event says."""

from dataclasses import replace
from typing import Final, assert_never

from core.ids import PersonId
from core.rules import RULE_SETS
from core.scoring import home_runs, shots
from core.table import events as e
from core.table.model import By, Deal, Phase, Play, Score, Seat, Table, Waiter
from core.table.result import Result, result_key


def opened(event: e.Opened) -> Table:
    """The new table that its first event describes."""
    return Table(
        id=event.table,
        chat=event.chat,
        installation=event.installation,
        options=event.options,
        seats=(None,) * event.places,
        host=None,
        phase=Phase.LOBBY,
        touched_at=event.at,
    )


def evolve(table: Table | None, event: e.Event) -> Table:
    """The table after one more event; None stands before the first."""
    if table is None:
        assert isinstance(event, e.Opened)
        return opened(event)
    return _touched(_moved(table, event), event)


_TOUCHING: Final = (
    e.ComputerJoined,
    e.Joined,
    e.Reserved,
    e.Queued,
    e.Left,
    e.Configured,
    e.StartVoted,
    e.MatchStarted,
    e.CutMade,
    e.Staked,
    e.Submitted,
    e.AutopilotEnded,
    e.Nudged,
    e.EndVoted,
    e.AgainVoted,
    e.LobbyReopened,
    e.MatchFinished,
)


def _touched(table: Table, event: e.Event) -> Table:
    if isinstance(event, e.ComputerJoined) and table.phase is not Phase.LOBBY:
        return table
    return replace(table, touched_at=event.at) if isinstance(event, _TOUCHING) else table


def _moved(table: Table, event: e.Event) -> Table:
    match event:
        case e.Joined() | e.Reserved() | e.Unreserved() | e.Left() | e.Departed() | e.ComputerJoined():
            return _seated(table, event)
        case e.Queued() | e.Unqueued():
            return _queued(table, event)
        case e.AutopilotBegan() | e.AutopilotEnded():
            return _steered(table, event)
        case e.DealOpened() | e.CutMade() | e.Staked():
            return _opening(table, event)
        case e.Dealt() | e.Submitted() | e.Nudged() | e.Reminded():
            return _dealt(table, event)
        case e.Settled() | e.Voided() | e.SeatsDrawn() | e.Out():
            return _over(table, event)
        case e.Opened():
            return opened(event)
        case e.HostMoved():
            return replace(table, host=event.person)
        case e.ChatMoved():
            return replace(table, chat=event.chat, moved=True)
        case (
            e.Configured()
            | e.StartVoted()
            | e.MatchStarted()
            | e.MatchFinished()
            | e.EndVoted()
            | e.AgainVoted()
            | e.LobbyReopened()
            | e.Ended()
        ):
            return _staged(table, event)
        case _:
            assert_never(event)


def _with_seat(table: Table, number: int, seat: Seat | None) -> Table:
    """The table with somebody else there; the seat behind the last is a new one."""
    seats = [*table.seats, None][: max(len(table.seats), number + 1)]
    seats[number] = seat
    return replace(table, seats=tuple(seats))


def _seat(table: Table, number: int) -> Seat:
    seat = table.seats[number]
    assert seat is not None
    return seat


_Seating = e.Joined | e.Reserved | e.Unreserved | e.Left | e.Departed | e.ComputerJoined


def _seated(table: Table, event: _Seating) -> Table:
    match event:
        case e.Joined():
            sat = _with_seat(table, event.seat, Seat(event.person, event.name, joined=event.at))
            return _without_waiter(sat, event.person)
        case e.Reserved():
            seat = replace(_seat(table, event.seat), heir=event.person, heir_name=event.name)
            return _with_seat(table, event.seat, seat)
        case e.Unreserved():
            seat = replace(_seat(table, event.seat), heir=None, heir_name="")
            return _with_seat(table, event.seat, seat)
        case e.Left():
            return _without_votes(_with_seat(table, event.seat, None), _seat(table, event.seat).person)
        case e.Departed():
            gone = replace(_seat(table, event.seat), leaving=True, autopilot=True)
            moved = _with_seat(table, event.seat, gone)
            return _without_votes(_played_by_autopilot(moved, event.seat), gone.person)
        case e.ComputerJoined():
            seat = Seat(
                None,
                "",
                level=event.level,
                joined=event.at,
                former=event.former,
                former_name=event.former_name,
                number=event.number,
            )
            return _without_votes(_with_seat(table, event.seat, seat), event.former)
        case _:
            assert_never(event)


def _queued(table: Table, event: e.Queued | e.Unqueued) -> Table:
    match event:
        case e.Queued():
            return replace(table, queue=(*table.queue, Waiter(event.person, event.name)))
        case e.Unqueued():
            return _without_waiter(table, event.person)
        case _:
            assert_never(event)


def _without_waiter(table: Table, person: PersonId) -> Table:
    return replace(table, queue=tuple(waiter for waiter in table.queue if waiter.person != person))


def _without_votes(table: Table, person: PersonId | None) -> Table:
    gone = {person}
    return replace(
        table,
        start_votes=table.start_votes - gone,
        end_votes=table.end_votes - gone,
        again_votes=table.again_votes - gone,
    )


def _steered(table: Table, event: e.AutopilotBegan | e.AutopilotEnded) -> Table:
    match event:
        case e.AutopilotBegan():
            seat = replace(_seat(table, event.seat), autopilot=True)
            return _played_by_autopilot(_with_seat(table, event.seat, seat), event.seat)
        case e.AutopilotEnded():
            seat = replace(_seat(table, event.seat), autopilot=False, leaving=False, missed=0)
            return _with_seat(table, event.seat, seat)
        case _:
            assert_never(event)


def _played_by_autopilot(table: Table, number: int) -> Table:
    if table.deal is None or table.deal.plays[number].done:
        return table
    play = replace(table.deal.plays[number], by=By.AUTOPILOT, done=True)
    return replace(table, deal=_with_play(table.deal, number, play))


def _with_play(deal: Deal, number: int, play: Play) -> Deal:
    plays = list(deal.plays)
    plays[number] = play
    return replace(deal, plays=tuple(plays))


def _opening(table: Table, event: e.DealOpened | e.CutMade | e.Staked) -> Table:
    match event:
        case e.DealOpened():
            return replace(
                table,
                phase=Phase.CUTTING,
                round=event.round,
                serial=event.opening.context.serial,
                opening=event.opening,
                dealer=table.dealer if event.dealer is None else event.dealer,
                moved=False,
            )
        case e.CutMade():
            assert table.opening is not None
            cuts = sorted((*table.opening.cuts, event.cut), key=lambda cut: cut.seat)
            opening = replace(table.opening, cuts=tuple(cuts), closes_at=event.closes_at)
            return replace(table, opening=opening)
        case e.Staked():
            assert table.opening is not None
            stakes = tuple(event.stake if n == event.seat else one for n, one in enumerate(table.opening.stakes))
            return replace(table, opening=replace(table.opening, stakes=stakes))
        case _:
            assert_never(event)


def _dealt(table: Table, event: e.Dealt | e.Submitted | e.Nudged | e.Reminded) -> Table:
    match event:
        case e.Dealt():
            return replace(table, phase=Phase.ARRANGING, deal=event.deal, dealer=event.deal.dealer)
        case e.Submitted():
            assert table.deal is not None
            play = Play(event.rows, event.salt, By.PERSON, done=True, hinted=event.hinted, declare=event.declare)
            deal = _with_play(table.deal, event.seat, play)
            return replace(table, deal=replace(deal, seals=(*deal.seals, event.seal)))
        case e.Nudged():
            assert table.deal is not None
            called = (*table.deal.nudged_at, event.at)
            return replace(table, deal=replace(table.deal, nudged_at=called, nudger=event.seat))
        case e.Reminded():
            assert table.deal is not None
            return replace(table, deal=replace(table.deal, reminded_at=event.at, nudger=None))
        case _:
            assert_never(event)


def _over(table: Table, event: e.Settled | e.Voided | e.SeatsDrawn | e.Out) -> Table:
    """An opening has come to its end, or somebody's match."""
    match event:
        case e.Settled():
            return _settled(table, event.result, next_dealer=event.next_dealer)
        case e.Voided():
            return replace(table, opening=None, deal=None, previous=event.result.digest)
        case e.SeatsDrawn():
            seats, result = tuple(table.seats[former] for former in event.order), event.result
            drawn = replace(table, seats=seats, opening=None, previous=result.digest, dealer=0)
            return replace(drawn, settled_at=result.at)
        case e.Out():
            return _without_seat(table, event.seat)
        case _:
            assert_never(event)


def _without_seat(table: Table, number: int) -> Table:
    """The table without this seat; the one behind it deals if it was to."""
    gone, dealer = _seat(table, number), table.dealer
    assert dealer is not None
    left = table.seats[:number] + table.seats[number + 1 :]
    fewer = replace(table, seats=left, dealer=(dealer - (dealer > number)) % max(len(left), 1))
    return _without_votes(fewer, gone.person)


def _settled(table: Table, result: Result, *, next_dealer: int | None) -> Table:
    scores = {score.key: score for score in table.scores}
    for number, seat in enumerate(result.seats):
        key = result_key(seat, number)
        score = scores.get(key) or Score(key, seat.name, human=seat.person is not None)
        scores[key] = _scored(score, result, number)
    return replace(
        table,
        seats=tuple(seat and _counted(seat, result.seats[number].by) for number, seat in enumerate(table.seats)),
        opening=None,
        deal=None,
        previous=result.digest,
        dealer=(result.dealer + 1) % len(result.seats) if next_dealer is None else next_dealer,
        settled_at=result.at,
        scores=tuple(scores.values()),
    )


def _counted(seat: Seat, by: By) -> Seat:
    match by:
        case By.FALLBACK:
            return replace(seat, missed=seat.missed + 1)
        case By.PERSON:
            return replace(seat, missed=0)
        case By.AUTOPILOT | By.COMPUTER:
            return seat
        case _:
            assert_never(by)


def _scored(score: Score, result: Result, number: int) -> Score:
    rules, seat = RULE_SETS[result.rule_set], result.seats[number]
    shot = shots(rules, result.payments)
    return replace(
        score,
        name=seat.name,
        points=score.points + seat.points,
        rounds=score.rounds + 1,
        guns=score.guns + sum(payee == number for payee, _ in shot),
        gunned=score.gunned + sum(payer == number for _, payer in shot),
        home_runs=score.home_runs + (number in home_runs(rules, result.payments)),
        autopilot_rounds=score.autopilot_rounds + (seat.by is By.AUTOPILOT),
    )


_Staged = (
    e.Configured
    | e.StartVoted
    | e.MatchStarted
    | e.MatchFinished
    | e.EndVoted
    | e.AgainVoted
    | e.LobbyReopened
    | e.Ended
)


def _staged(table: Table, event: _Staged) -> Table:
    match event:
        case e.Configured():
            return replace(table, options=event.options, start_votes=frozenset())
        case e.StartVoted():
            return replace(table, start_votes=table.start_votes | {event.person})
        case e.MatchStarted():
            seats = tuple(replace(seat, former=None, former_name="") for seat in table.seats if seat is not None)
            last = replace(table, seats=seats, last_scores=table.scores, last_rounds=table.round)
            fresh = replace(last, match=event.match, round=0, dealer=None, settled_at=None, scores=())
            return replace(fresh, start_votes=frozenset(), end_votes=frozenset(), again_votes=frozenset())
        case e.MatchFinished():
            return replace(table, phase=Phase.FINISHED, end_votes=frozenset(), again_votes=frozenset(), moved=False)
        case e.EndVoted():
            return replace(table, end_votes=table.end_votes | {event.person})
        case e.AgainVoted():
            return replace(table, again_votes=table.again_votes | {event.person})
        case e.LobbyReopened():
            empty = (None,) * (event.places - len(table.seats))
            return replace(table, phase=Phase.LOBBY, seats=table.seats + empty, again_votes=frozenset(), moved=False)
        case e.Ended():
            return replace(table, phase=Phase.ENDED, ended=event.reason, ended_by=event.by)
        case _:
            assert_never(event)
