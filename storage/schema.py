"""All tables of the database; ids are text that carries the platform, times milliseconds since 1970."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")
"""64 bits; SQLite counts a primary key by itself only when it is called INTEGER."""

metadata: Final = MetaData(
    naming_convention={
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "uq": "%(table_name)s_once_by_%(column_0_N_name)s",
        "fk": "%(table_name)s_%(column_0_N_name)s_in_%(referred_table_name)s",
        "pk": "%(table_name)s_key",
    }
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("chat", Text, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("phase", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("logged", Integer, nullable=False),
    Column("due_at", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Index("one_live_table_a_chat", "chat", unique=True, sqlite_where=text("live"), postgresql_where=text("live")),
    Index("tables_by_due_at", "due_at", sqlite_where=text("due_at IS NOT NULL")),
    sqlite_autoincrement=True,
)
"""The snapshots; `version` counts saves, `logged` the events of the log."""

seated: Final = Table(
    "seated",
    metadata,
    Column("person", Text, primary_key=True),
    Column("table_id", NUMBER, ForeignKey("tables.id"), nullable=False, index=True),
)
"""Who sits at which live table: one at a time."""

events: Final = Table(
    "events",
    metadata,
    Column("table_id", NUMBER, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("press", Text),
    Index(
        "one_event_a_press",
        "press",
        unique=True,
        sqlite_where=text("press IS NOT NULL"),
        postgresql_where=text("press IS NOT NULL"),
    ),
)
"""The log; `press` names the accepted press, on the first event of what it did."""

drafts: Final = Table(
    "drafts",
    metadata,
    Column("table_id", NUMBER, primary_key=True, autoincrement=False),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("placed", Text, nullable=False),
    Column("sort", Text, nullable=False),
    Column("presses", Text, nullable=False),
    Column("hinted", Boolean, nullable=False, server_default=false()),
)
"""Where each card stands while a person arranges; `presses` are the last ones taken, newest last (JSON).

`hinted` once a suggestion was taken, whatever the person did with it afterwards. Hands of the daily challenge have no
table of their own.
"""

screens: Final = Table(
    "screens",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("table_id", NUMBER, ForeignKey("tables.id"), nullable=False),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("audience", Text, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("message", Text),
    Column("posts", Integer, nullable=False),
    Column("wanted", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("stale_at", BigInteger, nullable=False),
    Column("leased_until", BigInteger, nullable=False),
    Column("not_before", BigInteger, nullable=False),
    Column("held_until", BigInteger, nullable=False, server_default="0"),
    Column("unreachable", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("table_id", "audience"),
    Index("stale_screens", "platform", "stale_at", sqlite_where=text("shown < wanted")),
    Index("leased_screens", "platform", "leased_until", sqlite_where=text("leased_until > 0")),
)
"""Address book and to-do list in one: a screen is stale while `shown` < `wanted`, since `stale_at`.

`posts` counts the messages that had to be posted anew, so that each has a nonce of its own. `held_until` is when the
message may be edited again in the chat's pace; below 0 it is the version, negated, that goes at once. `unreachable`: this
person's hand could not be brought to them.
"""

seasons: Final = Table(
    "seasons",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("chat", Text, nullable=False),
    Column("rule_set", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    UniqueConstraint("chat", "rule_set", "number"),
    Index(
        "one_open_season",
        "chat",
        "rule_set",
        unique=True,
        sqlite_where=text("closed_at IS NULL"),
        postgresql_where=text("closed_at IS NULL"),
    ),
)

deals: Final = Table(
    "deals",
    metadata,
    Column("table_id", NUMBER, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
    Column("outcome", Text, nullable=False),
)
"""The published record of each ended opening (JSON), settled or void."""

rounds: Final = Table(
    "rounds",
    metadata,
    Column("table_id", NUMBER, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("chat", Text, nullable=False),
    Column("season", NUMBER, ForeignKey("seasons.id")),
    Column("rule_set", Text, nullable=False),
    Column("match", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("result", Text, nullable=False),
    Index("rounds_by_chat", "chat", "at"),
    Index("rounds_by_season", "season"),
)
"""Ended rounds; void ones have no season, no seats and no payments."""

round_seats: Final = Table(
    "round_seats",
    metadata,
    Column("table_id", NUMBER, primary_key=True, autoincrement=False),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("hand", Text, nullable=False),
    Column("rows", Text, nullable=False),
    Column("points", Integer, nullable=False),
    Column("human_points", Integer, nullable=False),
    Column("guns", Integer, nullable=False),
    Column("gunned", Integer, nullable=False),
    Column("home_run", Boolean, nullable=False),
    Column("hinted", Boolean, nullable=False, server_default=false()),
    Index("round_seats_by_person", "person", sqlite_where=text("person IS NOT NULL")),
)
"""One line a seat of a settled round; `guns`, `gunned` and `human_points` count between humans only."""

reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", NUMBER, primary_key=True, autoincrement=False),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, nullable=False),
    Column("season", NUMBER, ForeignKey("seasons.id"), nullable=False),
    Column("expected", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("loss", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("best_rows", Text, nullable=False),
    Index("reviews_by_person", "person", "season"),
)
"""What the coach says of an arrangement that a person made, in thousandths of a point expected a round."""

payments: Final = Table(
    "payments",
    metadata,
    Column("table_id", NUMBER, primary_key=True, autoincrement=False),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("payer", Integer, nullable=False),
    Column("payee", Integer, nullable=False),
    Column("payer_kind", Text, nullable=False),
    Column("payee_kind", Text, nullable=False),
    Column("points", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("row", Text),
    Column("row_class", Text),
)
"""Every payment of a settled round, seat to seat."""

standings: Final = Table(
    "standings",
    metadata,
    Column("season", NUMBER, ForeignKey("seasons.id"), primary_key=True, autoincrement=False),
    Column("person", Text, primary_key=True),
    Column("rounds", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("guns", Integer, nullable=False),
    Column("gunned", Integer, nullable=False),
    Column("home_runs", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("worst", Integer, nullable=False),
    Index("standings_by_points", "season", "points", "person"),
    Index("standings_by_person", "person"),
)
"""A person's sums of a season, moved in the settling transaction; `best` and `worst` are single rounds."""

players: Final = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text),
    Column("cookie_hash", Text, unique=True),
    Column("coach", Boolean, nullable=False, server_default=true()),
    Column("welcomed", Text),
    Column("hand_by", Text, nullable=False, server_default="auto"),
    Column("nudges", Boolean, nullable=False, server_default=true()),
    Column("opened", Boolean, nullable=False, server_default=false()),
)
"""People; `coach` is False for those who want no reviews of their rounds, `welcomed` the press that brought the welcome.

`hand_by` is the way to bring them their hand (auto, dm, button); `nudges` False for those whom nobody may call;
`opened` True for those who have opened a private chat with the bot, where their platform asks for it.
"""

chats: Final = Table(
    "chats",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("language", Text),
    Column("token", Text, unique=True),
    Column("defaults", Text, nullable=False),
    Column("opens", Text, nullable=False, server_default="everyone"),
    Column("ends", Text, nullable=False, server_default="host"),
    Column("pings", Text, nullable=False, server_default="waiting"),
    Column("quiet", Boolean, nullable=False, server_default=false()),
)
"""Chats and their settings; `token` opens a browser room, `defaults` are the options of its next table (JSON).

`opens` and `ends` say who may open and end tables, `pings` who is called, `quiet` that nothing makes a sound.
"""

chat_changes: Final = Table(
    "chat_changes",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("chat", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("item", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Index("chat_changes_by_chat", "chat", "id"),
)
"""The log of a chat's settings: who changed which item from what to what, with the name they had then."""

wishes: Final = Table(
    "wishes",
    metadata,
    Column("chat", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("press", Text, nullable=False),
    Column("wanted", Boolean, nullable=False),
    Column("table_id", NUMBER, ForeignKey("tables.id"), index=True),
)
"""Who wants to be called when the next table opens in a chat; `press` changed it last, `table_id` has called them."""

messages: Final = Table(
    "messages",
    metadata,
    Column("chat", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("nonce", Text, nullable=False),
    Column("person", Text),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("edited", BigInteger),
    Column("revision", Integer, nullable=False),
    UniqueConstraint("chat", "nonce"),
    UniqueConstraint("chat", "revision"),
)
"""The browser room's own messages; `revision` rises with every post and edit of a chat, so a page can catch up."""

updates: Final = Table(
    "updates",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("done_at", BigInteger),
    Index("updates_by_at", "at", "number"),
)
"""What Telegram has sent (JSON), emptied once it is dealt with; the number stays for a day, so nothing counts twice."""

meta: Final = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What is known of the installation itself."""
