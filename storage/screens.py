"""The screens of tables as address book and to-do list: stale ones are claimed by a lease, sent, and noted.

Audiences are `lobby:<serial>`, `board:<serial>` and `match:<match>` in the chat, `hand:<person>` in private.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, and_, bindparam, case, exists, func, insert, or_, select, update

from core.ids import ChatId, PersonId, TableId, platform_of
from core.table.model import Table
from storage import prepared, schema

PRIVATE: Final = "hand:"
FURTHEST: Final = 3_600_000
FURTHEST_HOLD: Final = 120_000
"""Milliseconds: what waits for longer was put off before the clock was set back, and waits no more."""
LONGEST_LEAD: Final = 120_000
"""Milliseconds for which what goes at once, once it had to be put off, holds what comes after it at its table."""


@dataclass(frozen=True)
class StaleScreen:
    """A screen to be sent: posted where there is no `message` yet; `wanted` is the version to note afterwards."""

    id: int
    table: TableId
    chat: ChatId
    audience: str
    message: str | None
    wanted: int
    shown: int
    posts: int = 0
    unreachable: bool = False

    @property
    def nonce(self) -> str:
        """Names the message to be posted, the same after a kill in the middle of it; at most 25 letters."""
        return f"{self.id}.{self.posts}"


_S: Final = schema.screens.c
_OTHER: Final = schema.screens.alias("other")
_STALE: Final = _S.shown < _S.wanted
_HURRIED: Final = and_(_S.held_until < 0, _S.shown < -_S.held_until)
_ID: Final = _S.id == bindparam("screen")

_TOUCH: Final = (
    update(schema.screens)
    .where(_S.table_id == bindparam("table"), _S.audience == bindparam("to"))
    .values(wanted=_S.wanted + 1, stale_at=case((_STALE, _S.stale_at), else_=bindparam("now")))
)
_NEW: Final = insert(schema.screens)
_BUSY_CHATS: Final = select(_OTHER.c.chat).where(
    _OTHER.c.platform == bindparam("on"),
    _OTHER.c.leased_until > 0,
    _OTHER.c.leased_until >= bindparam("now"),
    ~_OTHER.c.private,
)
_AHEAD: Final = schema.screens.alias("ahead")
_LED: Final = exists(
    select(_AHEAD.c.id).where(
        _AHEAD.c.table_id == _S.table_id,
        _AHEAD.c.held_until < 0,
        _AHEAD.c.shown < -_AHEAD.c.held_until,
        _AHEAD.c.not_before.between(bindparam("now") + 1, bindparam("now") + FURTHEST),
        _AHEAD.c.stale_at > bindparam("now") - LONGEST_LEAD,
        or_(_AHEAD.c.id < _S.id, _S.held_until >= 0),
    )
)
"""Whether a result or a deal of the table waits, which people are to read before this."""
_CLAIMABLE: Final = (
    select(
        *(_S.id, _S.table_id, _S.chat, _S.audience, _S.message, _S.wanted, _S.shown, _S.posts),
        *(_S.unreachable, _S.private),
    )
    .where(
        _S.platform == bindparam("on"),
        _STALE,
        ~_S.not_before.between(bindparam("now") + 1, bindparam("now") + FURTHEST),
        ~_S.held_until.between(bindparam("now") + 1, bindparam("now") + FURTHEST_HOLD),
        _S.leased_until < bindparam("now"),
        or_(_S.private, and_(_S.chat.not_in(_BUSY_CHATS), ~_LED)),
    )
    .order_by(case((or_(_HURRIED, and_(_S.message.is_(None), ~_S.private)), 0), else_=1), _S.stale_at, _S.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_LEASE: Final = update(schema.screens).where(_ID).values(leased_until=bindparam("until"))
_RELEASE: Final = (
    update(schema.screens).where(_S.platform == bindparam("on"), _S.leased_until > 0).values(leased_until=0)
)
_SHOWN: Final = (
    update(schema.screens)
    .where(_ID, _S.shown < bindparam("version"), _S.posts == bindparam("post"))
    .values(message=bindparam("posted"), shown=bindparam("version"), leased_until=0, not_before=0)
)
_POSTPONE: Final = update(schema.screens).where(_ID).values(leased_until=0, not_before=bindparam("until"))
_WAIT_NO_MORE: Final = (
    update(schema.screens).where(_S.chat == bindparam("where"), _S.not_before > 0).values(not_before=0)
)
_FORGET: Final = (
    update(schema.screens)
    .where(_ID)
    .values(
        message=None, shown=0, posts=_S.posts + 1, leased_until=0, held_until=case((_HURRIED, _S.held_until), else_=0)
    )
)
_REPOST: Final = (
    update(schema.screens)
    .where(_S.table_id == bindparam("table"), _S.audience == bindparam("to"))
    .values(
        message=None,
        posts=_S.posts + 1,
        wanted=_S.wanted + 1,
        stale_at=case((_STALE, _S.stale_at), else_=bindparam("now")),
        leased_until=0,
        held_until=0,
    )
)
_HOLD: Final = (
    update(schema.screens)
    .where(_S.table_id == bindparam("table"), ~_S.private, _S.message.is_not(None))
    .values(held_until=case((_HURRIED, _S.held_until), else_=bindparam("until")))
)
_HURRY: Final = (
    update(schema.screens)
    .where(_S.table_id == bindparam("table"), _S.audience == bindparam("to"))
    .values(held_until=-(_S.wanted + 1))
)
_REACH: Final = (
    update(schema.screens)
    .where(
        _S.table_id == bindparam("table"),
        _S.audience == bindparam("to"),
        _S.unreachable != bindparam("lost"),
    )
    .values(unreachable=bindparam("lost"))
)
_UNREACHABLE: Final = select(_S.audience).where(_S.table_id == bindparam("table"), _S.private, _S.unreachable)
_RETIRE: Final = update(schema.screens).where(_ID).values(shown=_S.wanted, leased_until=0)
_MESSAGE: Final = select(_S.message).where(_S.table_id == bindparam("table"), _S.audience == bindparam("to"))
_OUT: Final = select(func.coalesce(_S.message, "")).where(
    _S.table_id == bindparam("table"), _S.audience == bindparam("to"), _S.shown > 0
)


def touch(connection: Connection, table: Table, *, audiences: Iterable[str], now: int) -> None:
    """Make these screens stale, in this order; those that nobody has seen yet are entered."""
    for audience in dict.fromkeys(audiences):
        if not prepared.change(connection, _TOUCH, {"table": table.id, "to": audience, "now": now}):
            prepared.change(connection, _NEW, _entry(table, audience=audience, now=now))


def _entry(table: Table, *, audience: str, now: int) -> dict[str, object]:
    return {
        "table_id": table.id,
        "platform": platform_of(table.chat),
        "chat": table.chat,
        "audience": audience,
        "private": audience.startswith(PRIVATE),
        "posts": 0,
        "wanted": 1,
        "shown": 0,
        "stale_at": now,
        "leased_until": 0,
        "not_before": 0,
    }


def claim_screens(connection: Connection, now: int, *, lease: int, limit: int, platform: str) -> list[StaleScreen]:
    """Stale screens that are ours to send for `lease` milliseconds; one public one a chat.

    First come new public messages and what goes at once, then the rest; of each the longest stale first.
    """
    claimed: list[StaleScreen] = []
    chats: set[ChatId] = set()
    for *columns, private in prepared.rows(connection, _CLAIMABLE, {"on": platform, "now": now, "most": limit}):
        stale = StaleScreen(*columns)
        if private or stale.chat not in chats:
            claimed.append(stale)
        if not private:
            chats.add(stale.chat)
    if claimed:
        prepared.change(connection, _LEASE, *[{"screen": stale.id, "until": now + lease} for stale in claimed])
    return claimed


def release_screens(connection: Connection, *, platform: str) -> None:
    """Whoever had claimed screens of this platform is no more: they may be claimed again at once."""
    prepared.change(connection, _RELEASE, {"on": platform})


def note_shown(connection: Connection, screen: int, *, message: str | None, version: int, posts: int = 0) -> None:
    """The service has taken this version; it stays stale when more has happened meanwhile.

    `posts` as it was claimed: what was sent to a message that is to be posted anew since then does not count.
    """
    prepared.change(connection, _SHOWN, {"screen": screen, "posted": message, "version": version, "post": posts})


def postpone(connection: Connection, screen: int, *, until: int) -> None:
    """Not before then."""
    prepared.change(connection, _POSTPONE, {"screen": screen, "until": until})


def wait_no_more(connection: Connection, chat: ChatId) -> None:
    """What stood in the way of a chat's screens is gone: those that were put off go out at once."""
    prepared.change(connection, _WAIT_NO_MORE, {"where": chat})


def forget_message(connection: Connection, screen: int) -> None:
    """The message is gone: post anew."""
    prepared.change(connection, _FORGET, {"screen": screen})


def retire_screen(connection: Connection, screen: int) -> None:
    """Nobody can be reached there now: it waits for the next change."""
    prepared.change(connection, _RETIRE, {"screen": screen})


def board_message(connection: Connection, table: TableId, serial: int) -> str | None:
    """The message of an opening's board once it is out, "" while it is posted anew; before it no cut is taken."""
    found: str | None = prepared.scalar(connection, _OUT, {"table": table, "to": f"board:{serial}"})
    return found


def message_of(connection: Connection, table: TableId, audience: str) -> str | None:
    """Where this audience's screen stands."""
    found: str | None = prepared.scalar(connection, _MESSAGE, {"table": table, "to": audience})
    return found


def repost(connection: Connection, table: TableId, audience: str, *, now: int) -> None:
    """Post this screen anew, wherever it stands; what has been seen of it counts as seen."""
    prepared.change(connection, _REPOST, {"table": table, "to": audience, "now": now})


def hold_edits(connection: Connection, table: TableId, *, until: int) -> None:
    """Edit no public message of the table before then; one whose next edit goes at once still does."""
    prepared.change(connection, _HOLD, {"table": table, "until": until})


def hurry(connection: Connection, table: TableId, audience: str) -> None:
    """The next change of this screen goes at once, whatever the pace; later ones keep it again."""
    prepared.change(connection, _HURRY, {"table": table, "to": audience})


def note_reach(connection: Connection, table: TableId, person: PersonId, *, lost: bool) -> bool:
    """Keep whether the person's hand cannot be brought to them; whether that is news."""
    wanted = {"table": table, "to": f"{PRIVATE}{person}", "lost": lost}
    return prepared.change(connection, _REACH, wanted) > 0


def unreachable(connection: Connection, table: TableId) -> frozenset[PersonId]:
    """Those to whom their hand could not be brought."""
    found = prepared.rows(connection, _UNREACHABLE, {"table": table})
    return frozenset(PersonId(audience.removeprefix(PRIVATE)) for (audience,) in found)
