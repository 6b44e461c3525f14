"""Brings a database to the present schema: one transaction on our own connection, checked before it is committed."""

import sqlite3
from pathlib import Path
from typing import cast

from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.pool import NullPool

from storage import migrations
from storage.files import replacement
from storage.trouble import DatabaseTrouble


def create(path: Path) -> None:
    """Make a new database; it has its name only once it is complete."""
    with replacement(path, ending=".new") as building:
        engine = create_engine(URL.create("sqlite", database=str(building)), poolclass=NullPool)
        with engine.connect() as connection:
            upgrade(connection, path)


def take_over(connection: Connection) -> sqlite3.Connection:
    """The driver's connection, which from now on begins and ends transactions only when it is told to."""
    driver = cast("sqlite3.Connection", connection.connection.driver_connection)
    driver.isolation_level = None
    return driver


def upgrade(connection: Connection, path: Path) -> None:
    """Run the migrations that are missing; after any error the database is as it was."""
    driver = take_over(connection)
    driver.execute("PRAGMA foreign_keys = OFF")  # with it on, rebuilding a table would delete its children
    with connection.begin():  # Alembic leaves the transaction alone that it finds
        driver.execute("BEGIN IMMEDIATE")
        _run_alembic(connection)
        if driver.execute("PRAGMA foreign_key_check").fetchone():
            raise DatabaseTrouble("database/migration", path=str(path), reason="foreign_key_check")


def _run_alembic(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
