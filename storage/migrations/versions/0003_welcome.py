"""Who has been welcomed: the first seat that a person ever takes is answered with how to play."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Whoever has played before knows how."""
    op.add_column("players", sa.Column("welcomed", sa.Text()))
    op.execute("UPDATE players SET welcomed = '' WHERE id IN (SELECT person FROM round_seats)")
