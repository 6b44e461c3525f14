"""The tables of the daily challenge, beside those of `schema`."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint, text

from storage.schema import NUMBER, metadata

__all__ = ["daily_days", "daily_rounds", "daily_shares", "daily_tries", "metadata"]

daily_days: Final = Table(
    "daily_days",
    metadata,
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("date", Text, nullable=False, unique=True),
    Column("starts_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("outcome", Text),
    Column("record", Text),
    Index("daily_days_by_starts_at", "starts_at"),
)
"""Every opening of the daily challenge; `state` holds its secret (JSON), `digest` that of the record that it will have.

`outcome` and `record` (JSON) are there once that is public.
"""

daily_tries: Final = Table(
    "daily_tries",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("serial", Integer, ForeignKey("daily_days.serial"), nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("points", Integer, nullable=False, server_default="0"),
    UniqueConstraint("serial", "person"),
    Index("daily_tries_by_ended_at", "serial", "ended_at"),
    Index("daily_tries_by_person", "person"),
    sqlite_autoincrement=True,
)
"""Who plays a day, one try each, and the `chat` where they began; `points` of all rounds once it has ended."""

daily_rounds: Final = Table(
    "daily_rounds",
    metadata,
    Column("attempt", NUMBER, ForeignKey("daily_tries.id"), primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("rows", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("hinted", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("standard", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The arrangement that counts in each round of a try, and what it brought; `standard`: what the hardest computer wins."""

daily_shares: Final = Table(
    "daily_shares",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("attempt", NUMBER, ForeignKey("daily_tries.id"), nullable=False),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("sent_at", BigInteger),
    UniqueConstraint("attempt", "chat"),
    Index("daily_shares_waiting", "platform", "id", sqlite_where=text("sent_at IS NULL")),
    sqlite_autoincrement=True,
)
"""Results that their people want to be told in a chat, once in each."""
