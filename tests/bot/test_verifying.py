import io
import json
from pathlib import Path
from typing import Any

import pytest

from bot.config import Settings
from bot.verifying import RIGHT, UNREAD, WRONG, run
from storage.trouble import DatabaseTrouble
from tests.fakes import PEOPLE, House, house, token


def verified(subject: object, folder: Path) -> tuple[int, str]:
    out = io.StringIO()
    status = run(str(subject), Settings(_env_file=None, database=folder / "game.db"), out)
    return status, out.getvalue()


async def two_records(game: House) -> list[dict[str, Any]]:
    """A settled round, and the next one ended by the host in the middle."""
    await game.begin(2)
    await game.play_round(2)
    await game.deal(2)
    await game.quiet()
    asked = await game.press(PEOPLE[0], token(game.platform.shown("arranging"), "end"))
    assert asked.screen is not None
    await game.press(PEOPLE[0], token(asked.screen, "end-now"))
    return await game.service.proof((await game.table()).id, None)


async def test_a_table_is_verified_while_the_game_goes_on(tmp_path: Path):
    async with house(tmp_path) as game:
        records = await two_records(game)
        status, text = verified("t1", tmp_path)
    assert status == RIGHT
    assert [record["outcome"] for record in records] == ["settled", "void:ended"]
    for record in records:
        assert all(str(record[value]) in text for value in ("commitment", "closed", "sealed", "digest"))
    assert "seat 0: 1; seat 1: 1" in text
    assert "2 records, 0 failed; void: 2 (void:ended)" in text


async def test_a_file_of_records_is_verified_without_a_database(tmp_path: Path):
    async with house(tmp_path) as game:
        records = await two_records(game)
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(records))
    (tmp_path / "game.db").unlink()
    assert verified(file, tmp_path)[0] == RIGHT


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (lambda records: records[0].update(secret="0" * 64), "commitment"),
        (lambda records: records[0]["cuts"][0].update(number="2"), "closed"),
        (lambda records: records[0]["openings"][0].update(salt="0" * 32), "openings"),
        (lambda records: records[1]["context"].update(prev="0" * 64), "chain"),
        (lambda records: records.__setitem__(1, {"context": "\x1b[2J"}), "form"),
        (lambda records: records.__setitem__(0, 7), "form"),
    ],
)
async def test_a_forged_record_fails_by_both_verifiers_and_its_texts_are_not_shown(
    tmp_path: Path, change: Any, check: str
):
    async with house(tmp_path) as game:
        records = await two_records(game)
    change(records)
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(records))
    status, text = verified(file, tmp_path)
    assert status == WRONG
    assert f"FAILED at {check} (says the game), {check} (says verify.py)" in text
    assert "\x1b" not in text


@pytest.mark.parametrize("written", ["", "{", '{"v": 1}', "\xff", "[" * 100_000])
def test_a_file_that_holds_no_records_is_one_clear_line(tmp_path: Path, written: str):
    file = tmp_path / "proof.json"
    file.write_text(written, encoding="latin-1")
    status, text = verified(file, tmp_path)
    assert (status, text.count("\n")) == (UNREAD, 1)


async def test_what_is_neither_file_nor_table_is_one_clear_line(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(2)
    assert verified("nothing", tmp_path)[0] == UNREAD
    assert verified("1", tmp_path) == (UNREAD, "No deal of it has ended yet: there is nothing to check.\n")
    assert verified("t99", tmp_path) == (UNREAD, "There is no table t99 in this database.\n")


def test_a_missing_database_is_named(tmp_path: Path):
    with pytest.raises(DatabaseTrouble, match="database/missing"):
        verified("1", tmp_path)


async def test_the_days_of_the_challenge_are_checked_by_its_name(tmp_path: Path):
    async with house(tmp_path) as home:
        await home.service.daily.keep_up()
        home.clock.now += 3 * 86_400_000
        await home.service.daily.keep_up()
    status, text = verified("daily", tmp_path)
    assert status == RIGHT
    assert "deal 2 of daily, international: verified, settled" in text
