"""What the admins of a chat have decided, applied: who may open and end tables, whom a screen calls, what is quiet."""

from dataclasses import replace

from bot.screens.model import Reveal, Screen
from core.errors import Illegal
from core.ids import ChatId, PersonId
from core.table.commands import Actor, Command, End, Return, VoteEnd
from core.table.model import Phase, Table
from core.table.view import BoardView, Mark
from storage import manners as kept
from storage.manners import Manners
from storage.store import Connection


def must_open(connection: Connection, chat: ChatId, *, actor: Actor) -> None:
    """`perm/open-admins` for others where only admins may open tables."""
    if kept.manners(connection, chat).opens == "admins" and not actor.admin:
        raise Illegal("perm/open-admins")


def must_call(connection: Connection, chat: ChatId) -> None:
    """`nudge/off` where nobody is called."""
    if not kept.manners(connection, chat).calls:
        raise Illegal("nudge/off")


def may_end(connection: Connection, table: Table, *, actor: Actor) -> bool:
    """Whether this person may end the table alone."""
    ends = kept.manners(connection, table.chat).ends
    return actor.admin or (actor.person == table.host and ends != "admins")


def ending(connection: Connection, table: Table, *, actor: Actor) -> Command:
    """Between matches the first press ends; in a match those who may end it are asked, the others vote."""
    alone = may_end(connection, table, actor=actor)
    if table.phase in {Phase.CUTTING, Phase.ARRANGING}:
        return Return() if alone else VoteEnd()
    return end_now(connection, table, actor=actor)


def end_now(connection: Connection, table: Table, *, actor: Actor) -> End:
    """The end without another question; `perm/end-admins` for a host where only admins may end tables."""
    if actor.person == table.host and not may_end(connection, table, actor=actor):
        raise Illegal("perm/end-admins")
    return End()


def calling(view: BoardView, manners: Manners) -> BoardView:
    """The board without a word of reminders where nobody is called."""
    return view if manners.calls else replace(view, nudged=False)


def called_to_cut(view: BoardView, manners: Manners) -> tuple[PersonId, ...]:
    """Whom an opening calls: everybody who plays, where the chat wants it so."""
    if view.phase is not Phase.CUTTING or manners.pings != "start":
        return ()
    return tuple(seat.person for seat in view.seats if seat.person is not None and seat.mark is not Mark.AUTOPILOT)


def mannered(screen: Screen, manners: Manners, *, deaf: frozenset[PersonId] = frozenset()) -> Screen:
    """The screen as the chat wants it; `deaf` are those who want nobody to call them."""
    ping = tuple(person for person in screen.ping if person not in deaf) if manners.calls else ()
    if not manners.quiet:
        return screen if ping == screen.ping else replace(screen, ping=ping)
    blocks = tuple(replace(block, steps=False) if isinstance(block, Reveal) else block for block in screen.blocks)
    return replace(screen, blocks=blocks, silent=True, ping=())
