"""A database that cannot be ours to open is refused with its reason, and not one byte of it changes."""

import contextlib
import hashlib
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest

from storage.engine import Database, DatabaseTrouble
from storage.files import lock


def contents(folder: Path) -> dict[str, str]:
    files = [file for file in folder.iterdir() if file.is_file() and not file.name.endswith(".lock")]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


async def refused(path: Path) -> DatabaseTrouble:
    before = contents(path.parent)
    with pytest.raises(DatabaseTrouble) as caught:
        await Database.open(path)
    assert contents(path.parent) == before
    return caught.value


def change(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


async def test_a_newer_database_is_refused_untouched(path):
    change(path, "PRAGMA journal_mode = wal", "UPDATE alembic_version SET version_num = '9999'")
    trouble = await refused(path)
    assert (trouble.code, trouble.facts["revision"]) == ("database/newer", "9999")


async def test_a_newer_database_whose_log_a_kill_left_behind_is_refused_untouched(path, tmp_path):
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = wal")
    writer.execute("UPDATE alembic_version SET version_num = '9999'")
    writer.commit()
    killed = tmp_path / "killed"
    killed.mkdir()
    for file in (path, path.with_name("game.db-wal"), path.with_name("game.db-shm")):
        shutil.copyfile(file, killed / file.name)
    writer.close()
    before = contents(killed)
    with pytest.raises(DatabaseTrouble, match="database/newer"):
        await Database.open(killed / "game.db")
    after = contents(killed)
    assert {name: after[name] for name in ("game.db", "game.db-wal")} == {
        name: before[name] for name in ("game.db", "game.db-wal")
    }


@pytest.mark.parametrize("damage", ["truncated", "overwritten", "not a database"])
async def test_a_damaged_database_is_refused_untouched(path, damage):
    change(path, "PRAGMA journal_mode = wal")
    whole = path.read_bytes()
    middle = len(whole) // 2
    damaged = {
        "truncated": whole[: middle // 4096 * 4096],
        "overwritten": whole[:4096] + os.urandom(len(whole) - 4096),
        "not a database": b"{}" * 4096,
    }
    path.write_bytes(damaged[damage])
    trouble = await refused(path)
    assert trouble.code == "database/damaged"
    assert 1 == len(str(trouble.facts["reason"]).splitlines())


async def test_an_empty_file_is_not_taken_for_a_new_database(path):
    path.write_bytes(b"")
    assert (await refused(path)).code == "database/empty"


async def test_a_database_of_another_program_is_refused_untouched(path):
    path.unlink()
    change(path, "CREATE TABLE theirs (id INTEGER)")
    assert (await refused(path)).code == "database/foreign"


async def test_a_folder_is_no_database(tmp_path):
    assert (await refused(tmp_path)).code == "database/unwritable"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
async def test_a_pipe_is_no_database_and_why_is_said(tmp_path):
    os.mkfifo(tmp_path / "pipe.db")
    trouble = await refused(tmp_path / "pipe.db")
    assert ("database/unwritable", True) == (trouble.code, bool(trouble.facts["reason"]))


async def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(DatabaseTrouble) as caught:
        await Database.open(tmp_path / "nowhere" / "game.db")
    assert caught.value.code == "database/unwritable"
    assert "nowhere" in str(caught.value.facts["path"])


@pytest.fixture
def as_nobody(empty_database):
    """A folder with a database, and rights like those of an ordinary user."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    shutil.copyfile(empty_database, folder / "game.db")
    root = os.geteuid() == 0
    yield folder, (lambda: os.seteuid(65534)) if root else (lambda: None)
    if root:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


async def test_a_file_that_must_not_be_written_is_refused_untouched(as_nobody):
    folder, drop_rights = as_nobody
    (folder / "game.db").chmod(0o444)
    folder.chmod(0o777)
    drop_rights()
    trouble = await refused(folder / "game.db")
    assert (trouble.code, trouble.facts["reason"]) == ("database/unwritable", "Permission denied")


async def test_a_folder_that_must_not_be_written_is_refused_untouched(as_nobody):
    folder, drop_rights = as_nobody
    (folder / "game.db").chmod(0o666)
    folder.chmod(0o555)
    drop_rights()
    trouble = await refused(folder / "game.db")
    assert (trouble.code, trouble.facts["reason"]) == ("database/unwritable", "Permission denied")


async def test_after_a_refusal_the_lock_is_free(path):
    whole = path.read_bytes()
    path.write_bytes(b"{}" * 4096)
    await refused(path)
    path.write_bytes(whole)
    database = await Database.open(path)
    await database.close()


async def test_one_file_has_one_owner(path):
    held = lock(path)
    assert (await refused(path)).code == "database/locked"
    held.release()
    database = await Database.open(path)
    await database.close()


async def test_a_new_database_has_its_name_only_when_it_is_whole(tmp_path):
    database = await Database.open(tmp_path / "new.db")
    await database.close()
    assert sorted(contents(tmp_path)) == ["new.db"]


async def test_what_a_kill_left_of_a_first_start_does_no_harm(tmp_path):
    (tmp_path / "new.db.new").write_bytes(b"half")
    database = await Database.open(tmp_path / "new.db")
    await database.close()
    assert sorted(contents(tmp_path)) == ["new.db"]


async def test_names_with_blanks_and_signs_are_names(tmp_path):
    path = tmp_path / "十三支 100%? #1.db"
    database = await Database.open(path)
    await database.close()
    assert path.is_file()
