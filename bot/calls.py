"""叫我: who wishes to be called when the next table opens in a chat, and the call."""

from bot.screens.model import Text
from core.errors import Illegal
from core.ids import ChatId
from core.table import audience
from core.table.commands import Actor
from core.table.model import Table
from storage import manners, people, store, wishes
from storage.store import Connection


def wish(connection: Connection, chat: ChatId, *, actor: Actor, press: str) -> Text:
    """Wish to be called, or take the wish back; `notify/off` where nobody is called."""
    if not manners.manners(connection, chat).calls:
        raise Illegal("notify/off")
    people.remember_player(connection, actor.person, name=actor.name)
    wished = wishes.toggle(connection, chat, actor.person, press=press)
    return Text("notify/on" if wished else "notify/cancelled")


def call(connection: Connection, table: Table, *, opener: Actor, now: int) -> None:
    """Let a table that has just been opened call those who wished it, if anybody may be called."""
    called = manners.manners(connection, table.chat).calls
    if called and wishes.call(connection, table.chat, table.id, opener=opener.person):
        store.touch(connection, table, audiences=(audience.call(table.serial),), now=now)
