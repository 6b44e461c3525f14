"""Who can be written to in private, on platforms where people must open a chat with the bot first."""

from typing import Final

from core.ids import PersonId, platform_of
from core.table.audience import hand, present
from core.table.model import Phase, Table
from storage import people, store
from storage.store import Connection

OPENED_FIRST: Final = frozenset({"telegram"})
"""Platforms on which the bot may not write to people who have never written to it."""


def unopened(connection: Connection, table: Table) -> frozenset[PersonId]:
    """Those at the table who must still open a private chat with the bot."""
    asked = [seat.person for seat in table.seats if seat and seat.person and platform_of(seat.person) in OPENED_FIRST]
    return people.unopened(connection, asked)


def known(connection: Connection, person: PersonId) -> bool:
    """Whether it is known that the person can be written to, and no hand waits for it."""
    if people.unopened(connection, (person,)):
        return False
    table = _table_of(connection, person)
    return table is None or person not in store.unreachable(connection, table.id)


def note(connection: Connection, person: PersonId, *, opened: bool, now: int) -> bool:
    """Keep whether the person can be written to, bring the hand that waited, and show it; whether it is news."""
    news = people.set_opened(connection, person, opened=opened)
    table = _table_of(connection, person)
    if table is None:
        return news
    if news and table.phase in {Phase.LOBBY, Phase.CUTTING}:
        store.touch(connection, table, audiences=(present(table),), now=now)
    waits = opened and (news or person in store.unreachable(connection, table.id))
    if waits and _holds(table, person):
        store.touch(connection, table, audiences=(hand(person),), now=now)
    return news or waits


def bring(connection: Connection, *, person: PersonId, now: int) -> bool:
    """Post the person's hand anew; whether they hold one."""
    table = _table_of(connection, person)
    if table is None or not _holds(table, person):
        return False
    store.repost(connection, table.id, hand(person), now=now)
    return True


def hand_message(connection: Connection, person: PersonId) -> str | None:
    """Where the cards that the person holds stand, "" while they are on their way; None where they hold none."""
    table = _table_of(connection, person)
    if table is None or not _holds(table, person):
        return None
    return store.message_of(connection, table.id, hand(person)) or ""


def _table_of(connection: Connection, person: PersonId) -> Table | None:
    seated = store.seated_table(connection, person)
    return store.load(connection, seated[0]) if seated else None


def _holds(table: Table, person: PersonId) -> bool:
    """Whether the person has cards in the present deal."""
    return table.deal is not None and table.opening is not None and person in table.opening.identities
