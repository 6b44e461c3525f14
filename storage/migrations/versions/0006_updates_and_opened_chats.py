"""What a platform has sent and nobody has dealt with yet, and who has opened a private chat with the bot."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing waits, and nobody is known to have opened one."""
    op.create_table(
        "updates",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("number", name="updates_key"),
    )
    op.create_index("updates_by_at", "updates", ["at", "number"], unique=False)
    op.add_column("players", sa.Column("opened", sa.Boolean(), nullable=False, server_default=sa.false()))
