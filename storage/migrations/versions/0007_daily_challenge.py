"""The daily challenge: its days, who has tried them, what they arranged, and where they told of it."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """No day has been opened; a draft need not belong to a table any more."""
    _days()
    _tries()
    _rounds()
    _shares()
    with op.batch_alter_table("drafts") as drafts:
        drafts.drop_constraint("drafts_table_id_in_tables", type_="foreignkey")


def _days() -> None:
    op.create_table(
        "daily_days",
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("date", sa.Text(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("record", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("serial", name="daily_days_key"),
        sa.UniqueConstraint("date", name="daily_days_once_by_date"),
    )
    op.create_index("daily_days_by_starts_at", "daily_days", ["starts_at"], unique=False)


def _tries() -> None:
    op.create_table(
        "daily_tries",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("points", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["serial"], ["daily_days.serial"], name="daily_tries_serial_in_daily_days"),
        sa.PrimaryKeyConstraint("id", name="daily_tries_key"),
        sa.UniqueConstraint("serial", "person", name="daily_tries_once_by_serial_person"),
        sqlite_autoincrement=True,
    )
    op.create_index("daily_tries_by_ended_at", "daily_tries", ["serial", "ended_at"], unique=False)
    op.create_index("daily_tries_by_person", "daily_tries", ["person"], unique=False)


def _rounds() -> None:
    op.create_table(
        "daily_rounds",
        sa.Column("attempt", NUMBER, autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rows", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("hinted", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("standard", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["attempt"], ["daily_tries.id"], name="daily_rounds_attempt_in_daily_tries"),
        sa.PrimaryKeyConstraint("attempt", "round", name="daily_rounds_key"),
    )


def _shares() -> None:
    op.create_table(
        "daily_shares",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("attempt", NUMBER, nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["attempt"], ["daily_tries.id"], name="daily_shares_attempt_in_daily_tries"),
        sa.PrimaryKeyConstraint("id", name="daily_shares_key"),
        sa.UniqueConstraint("attempt", "chat", name="daily_shares_once_by_attempt_chat"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "daily_shares_waiting",
        "daily_shares",
        ["platform", "id"],
        unique=False,
        sqlite_where=sa.text("sent_at IS NULL"),
    )
