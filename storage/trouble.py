"""What a host must be told about the database, in one clear line."""

import sqlite3
from collections.abc import Mapping
from typing import Final

from sqlalchemy.exc import DBAPIError

CODES: Final = {
    sqlite3.SQLITE_FULL: "database/full",
    sqlite3.SQLITE_CORRUPT: "database/damaged",
    sqlite3.SQLITE_NOTADB: "database/damaged",
    sqlite3.SQLITE_READONLY: "database/unwritable",
    sqlite3.SQLITE_CANTOPEN: "database/unwritable",
    sqlite3.SQLITE_PERM: "database/unwritable",
    sqlite3.SQLITE_IOERR: "database/failing",
    sqlite3.SQLITE_BUSY: "database/locked",
    sqlite3.SQLITE_LOCKED: "database/locked",
}
"""SQLite's primary result code → ours."""


class DatabaseTrouble(Exception):
    """The database cannot be used, or not now; `code` has a text in every language, `facts` fill it."""

    def __init__(self, code: str, **facts: object) -> None:
        """Keep the code and the facts that its text names."""
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, object] = facts


def trouble(error: BaseException, path: object) -> DatabaseTrouble | None:
    """What an error of SQLite means for the host, or None where it is a mistake of the program."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return None
    code = CODES.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    return DatabaseTrouble(code, path=str(path), reason=str(cause)) if code else None
