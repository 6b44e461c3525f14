"""One writer, group commit: what was answered is on the disk, and a job that fails fails alone."""

import asyncio
import gc
import sqlite3
import subprocess
import sys
import threading
import time
import traceback
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, text
from sqlalchemy.exc import DBAPIError

from core.errors import Illegal
from storage import prepared, schema
from storage.engine import Database, DatabaseTrouble
from storage.writer import PORTION

ROOT = Path(__file__).parents[2]
SECRET = "very " + "secret"


def note(key: object, value: str = ""):
    return lambda connection: connection.execute(
        text("INSERT INTO meta VALUES (:key, :value)"), {"key": str(key), "value": value}
    )


def count(connection: Connection) -> int:
    return connection.execute(text("SELECT count(*) FROM meta")).scalar_one()


async def fill(database: Database) -> asyncio.Future[bool]:
    """Keep the writer busy until the test has queued all of its jobs; to be held until then."""
    gate = threading.Event()
    waiting = asyncio.ensure_future(database.run(lambda _: gate.wait(60)))
    await asyncio.sleep(0.02)
    asyncio.get_running_loop().call_later(0.05, gate.set)
    return waiting


async def test_a_job_returns_what_its_function_returns(database):
    assert await database.run(lambda connection: connection.execute(text("SELECT 1 + 1")).scalar()) == 2


async def test_readers_see_what_was_answered_and_cannot_write(database):
    await database.run(note("a"))
    assert await database.read(count) == 1
    with pytest.raises(DatabaseTrouble):
        await database.read(note("b"))
    assert await database.read(count) == 1


async def test_a_reader_sees_one_moment_while_others_write(database):
    loop = asyncio.get_running_loop()

    def look(connection: Connection) -> tuple[int, int]:
        first = count(connection)
        asyncio.run_coroutine_threadsafe(database.run(note("meanwhile")), loop).result(5)
        return first, count(connection)

    assert await database.read(look) == (0, 0)
    assert await database.read(count) == 1


async def test_a_long_reading_holds_up_neither_the_loop_nor_those_who_write(database):
    gate = threading.Event()
    reading = asyncio.ensure_future(database.read(lambda _connection: gate.wait(60)))
    await asyncio.sleep(0.02)
    await database.run(note("meanwhile"))
    assert not reading.done()
    gate.set()
    assert await reading


async def test_jobs_that_wait_together_share_a_commit(path):
    database = await Database.open(path, commit_delay=0.05)
    try:
        began = time.monotonic()
        await asyncio.gather(*(database.run(note(number)) for number in range(64)))
        assert time.monotonic() - began < 0.05 * 64 / 2
        assert await database.read(count) == 64
    finally:
        await database.close()


async def test_a_failing_job_takes_back_its_own_work_alone(database):
    def fail(connection: Connection) -> None:
        note("half done")(connection)
        raise Illegal("press/old")

    busy = await fill(database)
    jobs = [database.run(fail if number % 3 == 0 else note(number)) for number in range(30)]
    answers = await asyncio.gather(*jobs, return_exceptions=True)
    assert [isinstance(answer, Illegal) for answer in answers] == [number % 3 == 0 for number in range(30)]
    assert await database.read(count) == 20
    assert await busy


async def test_a_broken_statement_fails_its_job_and_no_other(database):
    busy = await fill(database)
    bad = database.run(lambda connection: connection.execute(text("INSERT INTO meta VALUES ('a', NULL)")))
    answers = await asyncio.gather(database.run(note(1)), bad, database.run(note(2)), return_exceptions=True)
    assert [isinstance(answer, Exception) for answer in answers] == [False, True, False]
    assert await database.read(count) == 2
    assert await busy


async def test_an_answer_that_no_future_takes_still_arrives(database):
    def stop(_connection: Connection) -> None:
        raise StopIteration

    busy = await fill(database)
    answers = await asyncio.gather(
        database.run(stop), database.run(note(1)), database.read(stop), return_exceptions=True
    )
    assert [type(answer) is RuntimeError for answer in answers] == [True, False, True]
    assert await busy


async def test_when_the_transaction_is_gone_all_that_was_in_it_fails(database):
    def lose(connection: Connection) -> None:
        connection.connection.driver_connection.execute("ROLLBACK")  # what SQLite does by itself on a full disk
        raise RuntimeError("the disk is full")

    busy = await fill(database)
    jobs = [database.run(note(1)), database.run(lose), database.run(note("afterwards"))]
    answers = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(answer) is RuntimeError for answer in answers] == [True, True, False]
    assert await database.read(count) == 1
    assert await busy


async def test_what_cannot_wait_comes_before_all_that_waits(database):
    order: list[int] = []
    busy = await fill(database)
    jobs = [database.run(lambda _connection, each=each: order.append(each), first=each == 3) for each in range(5)]
    await asyncio.gather(*jobs)
    assert order == [3, 0, 1, 2, 4]
    assert await busy


def sees_commits(path: Path, seen: list[int]):
    """Work for longer than a portion that notes how many such works are stored by then."""

    def work(connection: Connection) -> None:
        with closing(sqlite3.connect(path)) as beside:
            seen.extend(beside.execute("SELECT count(*) FROM meta").fetchone())
        note(len(seen))(connection)
        time.sleep(PORTION * 1.2)

    return work


async def test_long_work_does_not_keep_those_waiting_who_share_its_commit(database, monkeypatch):
    monkeypatch.setattr("storage.writer.SHARE", 0)  # however long this disk takes
    seen: list[int] = []
    busy = await fill(database)
    await asyncio.gather(*(database.run(sees_commits(database.path, seen)) for _ in range(4)))
    assert seen == [0, 1, 2, 3]
    assert await busy


async def test_on_a_slow_disk_long_work_shares_a_commit_and_most_time_is_work(path):
    database = await Database.open(path, commit_delay=PORTION * 3)
    seen: list[int] = []
    busy = await fill(database)
    await asyncio.gather(*(database.run(sees_commits(path, seen)) for _ in range(4)))
    assert seen == [0, 0, 0, 0]
    assert await busy
    await database.close()


async def limit_pages(database: Database, more: int) -> None:
    def limit(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + more}")

    await database.run(limit)


async def test_a_full_database_loses_nothing_that_was_acknowledged(database):
    await limit_pages(database, 100)
    jobs = [database.run(note(number, "x" * 3000)) for number in range(400)]
    answers = await asyncio.gather(*jobs, return_exceptions=True)
    failures = {answer.code for answer in answers if isinstance(answer, DatabaseTrouble)}
    stored = sum(not isinstance(answer, Exception) for answer in answers)
    assert failures == {"database/full"}
    assert 0 < stored < 400
    assert await database.read(count) == stored
    await limit_pages(database, 1000)
    await database.run(note("room again"))
    assert await database.read(count) == stored + 1


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("mounting a small disk needs root")
    yield folder
    subprocess.run(["umount", folder], check=True)


async def test_a_full_disk_loses_nothing_that_was_acknowledged(small_disk):
    database = await Database.open(small_disk / "game.db")
    try:
        jobs = [database.run(note(number, "x" * 9000)) for number in range(600)]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        stored = sum(not isinstance(answer, Exception) for answer in answers)
        assert {answer.code for answer in answers if isinstance(answer, Exception)} <= {
            "database/full",
            "database/failing",
        }
        assert 0 < stored < 600
        assert await database.read(count) == stored
    finally:
        await database.close()
    again = await Database.open(small_disk / "game.db")
    assert await again.read(count) == stored
    await again.close()


async def test_a_caller_who_went_away_disturbs_nobody(database):
    busy = await fill(database)
    gone = asyncio.ensure_future(database.run(note(1)))
    other = asyncio.ensure_future(database.run(note(2)))
    await asyncio.sleep(0)
    gone.cancel()
    await other
    assert await database.read(count) == 2
    assert await busy


async def test_closing_finishes_what_is_queued_and_refuses_what_comes_later(path):
    database = await Database.open(path)
    busy = await fill(database)
    jobs = [asyncio.ensure_future(database.run(note(number))) for number in range(100)]
    await asyncio.sleep(0)
    began = time.monotonic()
    await database.close()
    assert time.monotonic() - began < 2
    await asyncio.gather(*jobs)
    with pytest.raises(DatabaseTrouble, match="database/closed"):
        await database.run(note("late"))
    with pytest.raises(DatabaseTrouble, match="database/closed"):
        await database.read(count)
    again = await Database.open(path)
    assert await again.read(count) == 100
    await again.close()
    assert await busy


@pytest.mark.parametrize("gives_up", [False, True])
async def test_closing_waits_for_readers_under_way_and_leaves_no_connection_behind(path, *, gives_up):
    long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT count(*) FROM n"
    for pause in (0, 0.003, 0.02):
        database = await Database.open(path)
        readers = [
            asyncio.create_task(database.read(lambda connection: connection.execute(text(long)).scalar()))
            for _ in range(5)
        ]
        await asyncio.sleep(pause)
        for reader in readers:
            gives_up and reader.cancel()
        await database.close()
        answers = await asyncio.gather(*readers, return_exceptions=True)
        assert gives_up or answers == [200_000] * 5
        del database, readers, answers
        gc.collect()  # a connection that nobody closed complains here


async def test_a_reader_that_fails_after_everybody_has_gone_is_not_heard_of(path, caplog):
    database = await Database.open(path)
    reader = asyncio.create_task(database.read(lambda _connection: 1 // 0))
    await asyncio.sleep(0)
    reader.cancel()
    await asyncio.gather(reader, return_exceptions=True)
    await database.close()
    gc.collect()
    assert caplog.records == []


async def test_closing_leaves_one_file_and_its_lock(path):
    database = await Database.open(path)
    await database.read(count)
    await database.close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["game.db", "game.db.lock"]


@pytest.mark.parametrize("mode", ["wal", "delete"])
async def test_the_journal_mode_is_the_one_that_was_asked_for(path, mode):
    database = await Database.open(path, journal_mode=mode)
    await database.run(note("a"))
    assert await database.read(count) == 1
    assert database.journal_mode == mode
    await database.close()


async def test_commits_wait_for_the_disk(database):
    assert await database.run(lambda connection: connection.exec_driver_sql("PRAGMA synchronous").scalar()) == 2


OPEN_AND = """
import asyncio, sys
from storage.engine import Database, DatabaseTrouble

async def main():
    database = await Database.open(sys.argv[1])
    await database.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
    {then}

asyncio.run(main())
"""


def process(path: Path, then: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", OPEN_AND.format(then=then), str(path)]
    return subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=20)


@pytest.mark.parametrize("then", ["await database.close()", "pass", "raise SystemExit(0)"])
def test_a_process_ends_whether_it_closes_the_database_or_not(path, then):
    assert process(path, then).returncode == 0


async def test_a_second_process_is_refused_while_the_first_has_the_file(path):
    database = await Database.open(path)
    assert "database/locked" in process(path, "pass").stderr
    await database.close()
    assert process(path, "await database.close()").returncode == 0


WRITING = """
import asyncio, sys
from sqlalchemy import text
from storage.engine import Database

async def main():
    database = await Database.open(sys.argv[1])
    async def write(number):
        await database.run(lambda c: c.execute(text("INSERT INTO meta VALUES (:key, '')"), {"key": str(number)}))
        print(number, flush=True)
    for start in range(0, 100_000, 20):
        await asyncio.gather(*(write(start + n) for n in range(20)))

asyncio.run(main())
"""


@pytest.mark.kill
def test_a_kill_loses_nothing_that_was_acknowledged(path):
    command = [sys.executable, "-c", WRITING, str(path)]
    writing = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    acknowledged = [writing.stdout.readline().strip() for _ in range(300)]
    writing.kill()
    acknowledged += writing.stdout.read().split("\n")[:-1]
    writing.stdout.close()
    writing.wait()

    async def stored() -> set[str]:
        database = await Database.open(path)
        keys = await database.read(lambda c: set(c.execute(text("SELECT key FROM meta")).scalars()))
        await database.close()
        return keys

    assert set(acknowledged) <= asyncio.run(stored())


def twice_by_driver(connection: Connection) -> None:
    prepared.change(connection, insert(schema.players), *[{"id": "web:1", "name": SECRET}] * 2)


def twice(connection: Connection) -> None:
    connection.execute(insert(schema.players), [{"id": "web:1", "name": SECRET}] * 2)


def wrong(connection: Connection) -> None:
    connection.execute(text("SELECT :name FROM nowhere"), {"name": SECRET})


@pytest.mark.parametrize("act", [twice, twice_by_driver, wrong])
async def test_the_text_of_an_error_holds_no_values(database, act):
    for ask in (database.run, database.read):
        with pytest.raises((DBAPIError, DatabaseTrouble)) as found:
            await ask(act)
        assert SECRET not in "".join(traceback.format_exception(found.value))
