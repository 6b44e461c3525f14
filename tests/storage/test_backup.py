"""Backups: whole while people play, one file, and the way back voids what was open."""

import asyncio
import contextlib
import shutil
import sqlite3

import pytest
from sqlalchemy import text

from storage import store
from storage.engine import Database, DatabaseTrouble, backup, restore


def note(key: object):
    return lambda connection: connection.execute(text("INSERT INTO meta VALUES (:key, '')"), {"key": str(key)})


def keys(path) -> set[str]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {row[0] for row in connection.execute("SELECT key FROM meta")}


async def test_a_backup_taken_while_people_play_has_all_that_was_answered_before(database, tmp_path):
    answered: set[str] = set()
    enough = asyncio.Event()

    async def play(player: int) -> None:
        for number in range(30):
            await database.run(note(f"{player}/{number}"))
            answered.add(f"{player}/{number}")
            if len(answered) >= 100:
                enough.set()

    playing = asyncio.gather(*(play(player) for player in range(20)))
    await enough.wait()
    before = set(answered)
    await asyncio.to_thread(backup, database.path, tmp_path / "copy")
    await playing
    assert before <= keys(tmp_path / "copy")
    assert sorted(file.name for file in tmp_path.glob("copy*")) == ["copy"]


async def test_copying_the_file_alone_would_miss_what_the_backup_has(database, tmp_path):
    await database.run(note("newest"))
    shutil.copyfile(database.path, tmp_path / "plain copy")
    backup(database.path, tmp_path / "backup")
    assert "newest" not in keys(tmp_path / "plain copy")
    assert "newest" in keys(tmp_path / "backup")


async def test_a_backup_that_breaks_off_leaves_the_older_one(database, tmp_path, path):
    target = tmp_path / "backup"
    await database.run(note("first"))
    backup(path, target)
    await database.close()
    path.write_bytes(path.read_bytes()[:20_000])
    with pytest.raises(DatabaseTrouble, match="database/damaged"):
        backup(path, target)
    assert "first" in keys(target)
    assert not list(tmp_path.glob("backup.*"))


def test_there_is_nothing_to_back_up_where_there_is_no_database(tmp_path):
    with pytest.raises(DatabaseTrouble, match="database/missing"):
        backup(tmp_path / "none", tmp_path / "target")
    assert not (tmp_path / "target").exists()


async def test_restoring_brings_the_backup_back_and_keeps_what_was_there(path, tmp_path):
    database = await Database.open(path)
    await database.run(note("old"))
    backup(path, tmp_path / "backup")
    await database.run(note("new"))
    await database.close()
    aside = restore(tmp_path / "backup", path)
    assert aside is not None
    assert {"old", "new"} <= keys(aside)
    assert "new" not in keys(path)


async def test_a_log_that_a_kill_left_never_meets_the_restored_file(path, tmp_path):
    backup(path, tmp_path / "backup")
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = wal")
    writer.execute("INSERT INTO meta VALUES ('in the log', '')")
    writer.commit()
    for ending in ("", "-wal", "-shm"):
        shutil.copyfile(f"{path}{ending}", f"{tmp_path / 'killed'}{ending}")
    writer.close()
    aside = restore(tmp_path / "backup", tmp_path / "killed")
    assert "in the log" not in keys(tmp_path / "killed")
    assert "in the log" in keys(aside)


async def test_after_a_restore_the_open_tables_are_named_until_they_are_dealt_with(path, tmp_path):
    backup(path, tmp_path / "backup")
    restore(tmp_path / "backup", path)
    database = await Database.open(path)
    assert await database.read(store.restored_tables) == []
    assert await database.run(lambda connection: store.noted(connection, "restored")) == "1"
    await database.run(store.restoration_done)
    assert await database.run(lambda connection: store.noted(connection, "restored")) is None
    await database.close()


async def test_a_running_game_cannot_be_restored_over(database, tmp_path, path):
    backup(path, tmp_path / "backup")
    with pytest.raises(DatabaseTrouble, match="database/locked"):
        restore(tmp_path / "backup", path)
    await database.run(note("goes on"))


@pytest.mark.parametrize("damage", ["newer", "damaged"])
async def test_what_is_no_good_backup_does_not_replace_the_database(path, tmp_path, damage):
    bad = tmp_path / "bad"
    backup(path, bad)
    if damage == "newer":
        with contextlib.closing(sqlite3.connect(bad)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
    else:
        bad.write_bytes(bad.read_bytes()[:20_000])
    before = path.read_bytes()
    with pytest.raises(DatabaseTrouble, match=f"database/{damage}"):
        restore(bad, path)
    assert path.read_bytes() == before


def test_a_backup_can_be_put_where_there_is_nothing(empty_database, tmp_path):
    assert restore(empty_database, tmp_path / "game.db") is None
    assert "restored" in keys(tmp_path / "game.db")
