"""What chat platforms need: hands that reach nobody, the pace of a chat, the ways in which people want their hand."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Everybody could be reached so far, nothing is held back, and nobody has chosen a way of their own."""
    op.add_column("screens", sa.Column("held_until", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("screens", sa.Column("unreachable", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("players", sa.Column("hand_by", sa.Text(), nullable=False, server_default="auto"))
    op.add_column("players", sa.Column("nudges", sa.Boolean(), nullable=False, server_default=sa.true()))
