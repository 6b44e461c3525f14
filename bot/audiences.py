"""What each audience of a table sees now: its screen, from the stored state, whoever asks for it."""

from dataclasses import dataclass, field, replace
from typing import Final

from bot import reach
from bot.drafting import ON_DEMAND, OwnHand, own_hand
from bot.manners import called_to_cut, calling, mannered
from bot.screens.board import board_screen
from bot.screens.coach import coach_screen, timed_out_screen, with_points
from bot.screens.lobby import lobby_screen
from bot.screens.model import Screen
from bot.screens.record import match_screen
from bot.screens.settings import call_screen
from bot.screens.showdown import result_screen
from core.ids import PersonId, platform_of
from core.table.audience import present
from core.table.match_view import match_view
from core.table.model import By, Phase, Table
from core.table.result import Result
from core.table.view import board_view, calls, lobby_view
from storage import people, reviews, store, wishes
from storage.manners import Manners, manners
from storage.store import Connection

TURNING: Final = 3_000
"""How long rows are turned over on a board, in milliseconds, where no platform says how long it takes."""
NO_HAND: Final = Screen("hand", ())
"""What a private panel shows when its person holds no cards: nothing."""


@dataclass(frozen=True)
class Seen:
    """What is stored about one audience of a table, read at one moment.

    `locked_out` cannot be written to; `manners` are those of its chat; `deaf` want nobody to call them, `called` wished to be called.
    """

    table: Table
    audience: str
    result: Result | None = None
    hand: OwnHand | None = None
    coach: Screen | None = None
    locked_out: frozenset[PersonId] = frozenset()
    manners: Manners = field(default_factory=Manners)
    deaf: frozenset[PersonId] = frozenset()
    called: tuple[tuple[PersonId, str], ...] = ()


def panel(connection: Connection, table: Table, person: PersonId) -> Screen | None:
    """The person's private panel: their hand, or the coach's word until the next deal, or None."""
    hand = own_hand(connection, table, person)
    return hand.screen if hand is not None else after_round(connection, table, person)


def after_round(connection: Connection, table: Table, person: PersonId, *, turning: int = TURNING) -> Screen | None:
    """What stands in the person's panel until the next deal: what was sent for them, or the coach's word.

    Where the board stands elsewhere, what the round brought them and why come first; nobody reads it while rows are
    still turned over there, for `turning` milliseconds.
    """
    serial = None if table.deal is not None else reviews.last_settled(connection, table.id)
    result = None if serial is None else store.result(connection, table.id, serial)
    seat = next((n for n, each in enumerate(result.seats) if each.person == person), None) if result else None
    if result is None or seat is None:
        return None
    missed = result.seats[seat].by is By.FALLBACK
    said = timed_out_screen(result, seat) if missed else coach_card(connection, table, person)
    if platform_of(table.chat) == ON_DEMAND:
        return said
    return with_points(said, result, seat, not_before=result.at + (turning if result.reveal == "steps" else 0))


def coach_card(connection: Connection, table: Table, person: PersonId) -> Screen | None:
    """What the coach says of the person's last round, where they want to hear it."""
    if table.deal is not None or not people.wants_coach(connection, person):
        return None
    said = reviews.last_review(connection, table.id, person=person)
    result = store.result(connection, table.id, said.serial) if said else None
    return coach_screen(result, said.seat, said.review) if said and result else None


def seen(connection: Connection, table: Table, audience: str, *, turning: int = TURNING) -> Seen:
    """Read what the audience's screen is made of, besides the table as it was just loaded.

    `turning`: milliseconds that the chat's platform takes for the rows of a reveal.
    """
    kind, _, name = audience.partition(":")
    what = Seen(table, audience, manners=manners(connection, table.chat))
    if kind == "hand":
        hand, person = own_hand(connection, table, PersonId(name)), PersonId(name)
        said = None if hand else after_round(connection, table, person, turning=turning)
        return replace(what, hand=hand, coach=said)
    if kind == "call":
        return replace(what, called=tuple(wishes.called(connection, table.id)))
    if kind == "board" and not _is_open(table, int(name)):
        return replace(what, result=store.result(connection, table.id, int(name)))
    return replace(what, locked_out=_locked_out(connection, table), deaf=_deaf(connection, what))


def _locked_out(connection: Connection, table: Table) -> frozenset[PersonId]:
    """Those to whom their hand could not be brought; before there is one, those to whom it could not be."""
    match table.phase:
        case Phase.ARRANGING:
            return store.unreachable(connection, table.id)
        case Phase.LOBBY | Phase.CUTTING:
            return reach.unopened(connection, table)
        case _:
            return frozenset()


def _deaf(connection: Connection, what: Seen) -> frozenset[PersonId]:
    """Those at the table who want nobody to call them; looked up only where somebody may be called."""
    table, manners = what.table, what.manners
    called = calls(table.deal) > 0 if table.deal else table.opening is not None and manners.pings == "start"
    if not (manners.calls and called):
        return frozenset()
    return people.without_nudges(connection, [seat.person for seat in table.seats if seat and seat.person])


def note_reach(connection: Connection, table: Table, person: PersonId, *, lost: bool, now: int) -> bool:
    """Keep whether the person's hand cannot be brought to them; the board tells what is news. Whether it does."""
    news = store.note_reach(connection, table.id, person, lost=lost) and table.phase is Phase.ARRANGING
    if news:
        store.touch(connection, table, audiences=(present(table),), now=now)
    return news


def screen_of(what: Seen) -> Screen | None:
    """The audience's screen, or None where what stands there may stay as it is."""
    screen = _screen_of(what)
    return None if screen is None else mannered(screen, what.manners, deaf=what.deaf)


def _screen_of(what: Seen) -> Screen | None:
    table = what.table
    kind, _, name = what.audience.partition(":")
    match kind:
        case "hand":
            return what.hand.screen if what.hand else what.coach or NO_HAND
        case "board":
            return _board(what)
        case "match":
            return match_screen(match_view(table, int(name))) if int(name) >= table.match - 1 else None
        case "lobby":
            return _lobby(what) if _knows_lobby(table, int(name)) else None
        case "call":
            return call_screen(what.called) if what.called else None
        case _:
            message = f"no such audience: {what.audience}"
            raise ValueError(message)


def _is_open(table: Table, serial: int) -> bool:
    return table.opening is not None and table.serial == serial


def _lobby(what: Seen) -> Screen:
    return lobby_screen(lobby_view(what.table), locked_out=what.locked_out)


def _board(what: Seen) -> Screen | None:
    if what.result is not None:
        return result_screen(what.result)
    if what.table.opening is None:
        return None
    view = board_view(what.table)
    screen = board_screen(calling(view, what.manners), locked_out=what.locked_out)
    return replace(screen, ping=called_to_cut(view, what.manners) or screen.ping)


def _knows_lobby(table: Table, serial: int) -> bool:
    """Whether this is not the lobby before the present one."""
    return table.serial == serial or table.phase is not Phase.LOBBY
