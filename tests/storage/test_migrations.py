"""Migrations: the same tables as the schema, in one transaction, with a backup before."""

import contextlib
import hashlib
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from storage import migrations
from storage.daily_schema import metadata
from storage.engine import Database
from storage.migrations import revisions

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

def upgrade():
    op.add_column("players", sa.Column("shoe_size", sa.Integer()))
    {then}
"""


def test_schema_and_migrations_agree(connection):
    context = MigrationContext.configure(connection, opts={"compare_type": True, "target_metadata": metadata})
    assert compare_metadata(context, metadata) == []


def test_indexes_and_their_conditions_agree_with_the_schema(connection, tmp_path):
    def indexes(of: Connection) -> set[str]:
        found = of.execute(text("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")).scalars()
        return {" ".join(sql.split()) for sql in found}

    migrated = indexes(connection)
    from sqlalchemy import create_engine

    engine = create_engine(f"sqlite:///{tmp_path / 'direct.db'}")
    metadata.create_all(engine)
    with engine.connect() as direct:
        assert migrated == indexes(direct)
    engine.dispose()
    assert len(migrated) > 10


def test_the_files_names_tell_the_history():
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    history = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(history)) == revisions()


@pytest.fixture
def next_version(tmp_path, monkeypatch):
    """The project as it will be one change later; gives the way to write that change."""
    folder = tmp_path / "migrations"
    here = Path(migrations.__file__).parent
    (folder / "versions").mkdir(parents=True)
    for file in (here / "__init__.py", here / "env.py", *here.joinpath("versions").glob("0*.py")):
        folder.joinpath(file.relative_to(here)).write_bytes(file.read_bytes())

    def write(then: str) -> None:
        (folder / "versions" / "0008_shoes.py").write_text(NEXT.format(then=then))
        monkeypatch.setattr(migrations, "__file__", str(folder / "__init__.py"))
        for module in ("storage.engine", "storage.files"):
            monkeypatch.setattr(f"{module}.revisions", lambda: (*revisions(), "0008"))

    return write


def columns(path: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return {row[1] for row in connection.execute("PRAGMA table_info(players)")}


async def test_an_older_database_is_backed_up_and_brought_up_to_date(path, next_version):
    next_version("pass")
    database = await Database.open(path)
    await database.close()
    assert "shoe_size" in columns(path)
    backup = path.with_name("game.db.before-0008")
    assert "shoe_size" not in columns(backup)
    assert "name" in columns(backup)


@pytest.mark.parametrize(
    "then",
    [
        "raise RuntimeError('half-way')",
        "op.execute(\"INSERT INTO seated VALUES ('web:1', 77)\")",
    ],
)
async def test_a_migration_that_fails_leaves_the_database_as_it_was(path, next_version, then):
    next_version(then)
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    with pytest.raises(Exception, match=r"half-way|database/migration"):
        await Database.open(path)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert not path.with_name("game.db-journal").exists()


async def test_a_database_that_is_up_to_date_is_not_backed_up(path):
    database = await Database.open(path)
    await database.close()
    assert not list(path.parent.glob("*before*"))
