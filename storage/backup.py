"""A copy of the whole database in one file, taken while it is written to, and the way back."""

import contextlib
import os
import shutil
import sqlite3
import time
from pathlib import Path

from storage.files import beside, flush, inspect, lock, replacement
from storage.trouble import DatabaseTrouble, trouble


def backup(path: Path, target: Path) -> None:
    """Write a backup of `path` to `target`; one that breaks off leaves an older `target` as it was."""
    if not path.is_file():
        raise DatabaseTrouble("database/missing", path=str(path))
    try:
        with replacement(target, ending=".part") as building:
            source = f"{path.absolute().as_uri()}?mode=ro"
            with contextlib.closing(sqlite3.connect(source, uri=True, timeout=5)) as connection:
                connection.execute("VACUUM INTO ?", (str(building),))
    except OSError as error:
        raise DatabaseTrouble("database/unwritable", path=str(target), reason=error.strerror or str(error)) from error
    except sqlite3.Error as error:
        raise trouble(error, target) or error from error


def restore(source: Path, path: Path) -> Path | None:
    """Put a backup in the place of `path`, marked so that every open deal is voided at the next start.

    Returns where the database that was there is kept now, or None where there was none.
    """
    if not source.is_file():
        raise DatabaseTrouble("database/missing", path=str(source))
    inspect(source)
    held = lock(path)
    try:
        with replacement(path, ending=".restoring") as building:
            backup(source, building)
            _mark_restored(building)
            return _set_aside(path)
    finally:
        held.release()


def _mark_restored(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('restored', '1')")


def _set_aside(path: Path) -> Path | None:
    """Keep a database and what belongs to it under another name, so that its log never meets the new file.

    The old file keeps its name too until the new one takes it: a break between never leaves nothing there.
    """
    if not path.exists():
        return None
    aside = path.with_name(f"{path.name}.replaced-{time.time_ns() // 1_000_000}")
    try:
        os.link(path, aside)
    except OSError:  # a file system without links
        shutil.copyfile(path, aside)
    for old, new in zip(beside(path), beside(aside), strict=True):
        if old.exists():
            old.rename(new)
    flush(path.parent)
    return aside
