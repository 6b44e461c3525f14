"""A database file before it is opened for writing: locked, looked at, refused untouched when it cannot be ours."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from storage.migrations import revisions
from storage.trouble import DatabaseTrouble, trouble

CHECKED_UP_TO: Final = 2**30
"""Bytes: a larger file is not read through at every start."""

BESIDE: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database."""


@dataclass(frozen=True)
class Lock:
    """Holds a database for this process until it is let go or the process ends."""

    file: IO[bytes]

    def release(self) -> None:
        """Let another process have the database."""
        self.file.close()


def lock(path: Path) -> Lock:
    """Take `<path>.lock`; raises `database/locked` while another process has it."""
    try:
        file = path.with_name(path.name + ".lock").open("ab")
    except OSError as error:
        raise DatabaseTrouble("database/unwritable", path=str(path), reason=error.strerror or str(error)) from error
    try:
        _exclude_others(file)
    except OSError as error:
        file.close()
        raise DatabaseTrouble("database/locked", path=str(path)) from error
    return Lock(file)


def _exclude_others(file: IO[bytes]) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def require_writable(path: Path) -> None:
    """Raise `database/unwritable` unless the file can be written to; changes nothing."""
    try:
        with path.open("r+b"):
            return
    except OSError as error:
        raise DatabaseTrouble("database/unwritable", path=str(path), reason=error.strerror or str(error)) from error


def inspect(path: Path) -> str:
    """The revision of a sound database that this program knows; raises `DatabaseTrouble` for any other file."""
    if path.stat().st_size == 0:
        raise DatabaseTrouble("database/empty", path=str(path))
    try:
        with contextlib.closing(_read_only(path)) as connection:
            revision = _revision(connection, path)
            _require_sound(connection, path)
    except sqlite3.Error as error:
        raise trouble(error, path) or error from error
    return revision


def _read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing: without a log beside the file not even files beside it are made."""
    wal = path.with_name(path.name + "-wal")
    mode = "mode=ro" if wal.exists() and wal.stat().st_size else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, isolation_level=None)


def _revision(connection: sqlite3.Connection, path: Path) -> str:
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    found = connection.execute("SELECT version_num FROM alembic_version").fetchall() if known else []
    if len(found) != 1:
        raise DatabaseTrouble("database/foreign", path=str(path))
    revision = str(found[0][0])
    if revision not in revisions():
        raise DatabaseTrouble("database/newer", path=str(path), revision=revision)
    return revision


def _require_sound(connection: sqlite3.Connection, path: Path) -> None:
    if path.stat().st_size > CHECKED_UP_TO:
        return
    said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if said != "ok":
        raise DatabaseTrouble("database/damaged", path=str(path), reason=said.splitlines()[-1])


def flush(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk before going on."""
    if path.is_dir() and os.name == "nt":
        return  # Windows keeps a folder's names by itself
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def replacement(path: Path, *, ending: str) -> Iterator[Path]:
    """A name for building a file that takes the place of `path` only when it is complete and on the disk."""
    building = path.with_name(path.name + ending)
    for leftover in (building, *beside(building)):
        leftover.unlink(missing_ok=True)
    try:
        yield building
        flush(building)
        building.replace(path)
        flush(path.parent)
    finally:
        for leftover in (building, *beside(building)):
            leftover.unlink(missing_ok=True)


def beside(path: Path) -> tuple[Path, ...]:
    """The files that SQLite may keep beside a database."""
    return tuple(path.with_name(path.name + ending) for ending in BESIDE)
