"""Whether a suggestion helped, and what the coach says of a round."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Rounds and drafts of before had no suggestions, and everybody gets reviews until they want none."""
    for table in ("drafts", "round_seats"):
        op.add_column(table, sa.Column("hinted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("players", sa.Column("coach", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.create_table(
        "reviews",
        sa.Column("table_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("season", NUMBER, nullable=False),
        sa.Column("expected", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("loss", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("best_rows", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"], name="reviews_season_in_seasons"),
        sa.PrimaryKeyConstraint("table_id", "serial", "seat", name="reviews_key"),
    )
    op.create_index("reviews_by_person", "reviews", ["person", "season"], unique=False)
