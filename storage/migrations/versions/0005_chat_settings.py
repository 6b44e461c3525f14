"""What the admins of a chat decide, the log of it, and who wants to be called when the next table opens."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Every chat keeps to what was usual so far."""
    for name, usual in (("opens", "everyone"), ("ends", "host"), ("pings", "waiting")):
        op.add_column("chats", sa.Column(name, sa.Text(), nullable=False, server_default=usual))
    op.add_column("chats", sa.Column("quiet", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "chat_changes",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="chat_changes_key"),
    )
    op.create_index("chat_changes_by_chat", "chat_changes", ["chat", "id"], unique=False)
    op.create_table(
        "wishes",
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("press", sa.Text(), nullable=False),
        sa.Column("wanted", sa.Boolean(), nullable=False),
        sa.Column("table_id", NUMBER, nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="wishes_table_id_in_tables"),
        sa.PrimaryKeyConstraint("chat", "person", name="wishes_key"),
    )
    op.create_index("wishes_by_table_id", "wishes", ["table_id"], unique=False)
