"""The first tables."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make every table; those come first to which others refer."""
    _chats()
    _messages()
    _meta()
    _payments()
    _players()
    _round_seats()
    _seasons()
    _tables()
    _deals()
    _drafts()
    _events()
    _rounds()
    _screens()
    _seated()
    _standings()


def _chats() -> None:
    op.create_table(
        "chats",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("token", sa.Text(), nullable=True),
        sa.Column("defaults", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="chats_key"),
        sa.UniqueConstraint("token", name="chats_once_by_token"),
    )


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("edited", sa.BigInteger(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("chat", "number", name="messages_key"),
        sa.UniqueConstraint("chat", "nonce", name="messages_once_by_chat_nonce"),
        sa.UniqueConstraint("chat", "revision", name="messages_once_by_chat_revision"),
    )


def _meta() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="meta_key"),
    )


def _payments() -> None:
    op.create_table(
        "payments",
        sa.Column("table_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("payer", sa.Integer(), nullable=False),
        sa.Column("payee", sa.Integer(), nullable=False),
        sa.Column("payer_kind", sa.Text(), nullable=False),
        sa.Column("payee_kind", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("row", sa.Text(), nullable=True),
        sa.Column("row_class", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "serial", "number", name="payments_key"),
    )


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("cookie_hash", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="players_key"),
        sa.UniqueConstraint("cookie_hash", name="players_once_by_cookie_hash"),
    )


def _round_seats() -> None:
    op.create_table(
        "round_seats",
        sa.Column("table_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("hand", sa.Text(), nullable=False),
        sa.Column("rows", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("human_points", sa.Integer(), nullable=False),
        sa.Column("guns", sa.Integer(), nullable=False),
        sa.Column("gunned", sa.Integer(), nullable=False),
        sa.Column("home_run", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "serial", "seat", name="round_seats_key"),
    )
    op.create_index(
        "round_seats_by_person", "round_seats", ["person"], unique=False, sqlite_where=sa.text("person IS NOT NULL")
    )


def _seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("rule_set", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="seasons_key"),
        sa.UniqueConstraint("chat", "rule_set", "number", name="seasons_once_by_chat_rule_set_number"),
    )
    op.create_index(
        "one_open_season",
        "seasons",
        ["chat", "rule_set"],
        unique=True,
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("logged", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="tables_key"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "one_live_table_a_chat",
        "tables",
        ["chat"],
        unique=True,
        sqlite_where=sa.text("live"),
        postgresql_where=sa.text("live"),
    )
    op.create_index("tables_by_due_at", "tables", ["due_at"], unique=False, sqlite_where=sa.text("due_at IS NOT NULL"))


def _deals() -> None:
    op.create_table(
        "deals",
        sa.Column("table_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="deals_table_id_in_tables"),
        sa.PrimaryKeyConstraint("table_id", "serial", name="deals_key"),
    )


def _drafts() -> None:
    op.create_table(
        "drafts",
        sa.Column("table_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("placed", sa.Text(), nullable=False),
        sa.Column("sort", sa.Text(), nullable=False),
        sa.Column("presses", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="drafts_table_id_in_tables"),
        sa.PrimaryKeyConstraint("table_id", "serial", "seat", name="drafts_key"),
    )


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("table_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("press", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="events_table_id_in_tables"),
        sa.PrimaryKeyConstraint("table_id", "number", name="events_key"),
    )
    op.create_index(
        "one_event_a_press",
        "events",
        ["press"],
        unique=True,
        sqlite_where=sa.text("press IS NOT NULL"),
        postgresql_where=sa.text("press IS NOT NULL"),
    )


def _rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("table_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("season", NUMBER, nullable=True),
        sa.Column("rule_set", sa.Text(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"], name="rounds_season_in_seasons"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="rounds_table_id_in_tables"),
        sa.PrimaryKeyConstraint("table_id", "serial", name="rounds_key"),
    )
    op.create_index("rounds_by_chat", "rounds", ["chat", "at"], unique=False)
    op.create_index("rounds_by_season", "rounds", ["season"], unique=False)


def _screens() -> None:
    op.create_table(
        "screens",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("table_id", NUMBER, nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("posts", sa.Integer(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("stale_at", sa.BigInteger(), nullable=False),
        sa.Column("leased_until", sa.BigInteger(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="screens_table_id_in_tables"),
        sa.PrimaryKeyConstraint("id", name="screens_key"),
        sa.UniqueConstraint("table_id", "audience", name="screens_once_by_table_id_audience"),
    )
    op.create_index(
        "leased_screens",
        "screens",
        ["platform", "leased_until"],
        unique=False,
        sqlite_where=sa.text("leased_until > 0"),
    )
    op.create_index(
        "stale_screens", "screens", ["platform", "stale_at"], unique=False, sqlite_where=sa.text("shown < wanted")
    )


def _seated() -> None:
    op.create_table(
        "seated",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("table_id", NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seated_table_id_in_tables"),
        sa.PrimaryKeyConstraint("person", name="seated_key"),
    )
    op.create_index("seated_by_table_id", "seated", ["table_id"], unique=False)


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("season", NUMBER, autoincrement=False, nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("guns", sa.Integer(), nullable=False),
        sa.Column("gunned", sa.Integer(), nullable=False),
        sa.Column("home_runs", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("worst", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"], name="standings_season_in_seasons"),
        sa.PrimaryKeyConstraint("season", "person", name="standings_key"),
    )
    op.create_index("standings_by_person", "standings", ["person"], unique=False)
    op.create_index("standings_by_points", "standings", ["season", "points", "person"], unique=False)
