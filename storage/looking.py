"""A look into a database beside the running program: one short read, nothing locked, nothing touched."""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from storage.files import inspect
from storage.trouble import DatabaseTrouble, trouble

Found = TypeVar("Found")


def look(path: Path, query: Callable[[Connection], Found]) -> Found:
    """What `query` finds; `DatabaseTrouble` for a file that is missing, damaged, foreign or newer."""
    if not path.is_file():
        raise DatabaseTrouble("database/missing", path=str(path))
    inspect(path)
    source = f"{path.absolute().as_uri()}?mode=ro"
    engine = create_engine(
        "sqlite://", poolclass=NullPool, creator=lambda: sqlite3.connect(source, uri=True, timeout=5)
    )
    try:
        with contextlib.closing(engine.connect()) as connection:
            return query(connection)
    except DBAPIError as error:
        raise trouble(error, path) or error from error
    finally:
        engine.dispose()
