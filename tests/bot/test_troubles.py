import errno

from bot.screens.model import Text
from bot.troubles import QUIET_SECONDS, Complaints, excuse, reason
from storage.engine import DatabaseTrouble

FULL = DatabaseTrouble("database/full", path="game.db", reason="database or disk is full")
FAILING = DatabaseTrouble("database/failing", path="game.db", reason="disk I/O error")

CROWDED = OSError(errno.EMFILE, "Too many open files")


def test_trouble_with_the_database_is_logged_by_its_code_and_a_mistake_with_its_trace():
    mistake = KeyError("x")
    assert {"code": "database/full", "reason": "database or disk is full"} == reason(FULL)
    assert {"exc_info": mistake} == reason(mistake)
    assert {"reason": "Too many open files"} == reason(CROWDED)


def test_the_same_trouble_is_news_once_a_minute_and_a_mistake_at_each_place():
    now = [0.0]
    complaints = Complaints(lambda: now[0])
    assert [True, False, True, False] == [complaints.new(each) for each in (FULL, FULL, FAILING, FAILING)]
    assert [True, False] == [complaints.new(each) for each in (CROWDED, CROWDED)]
    assert [True, False, True] == [complaints.new(KeyError("x"), table=table) for table in (1, 1, 2)]
    now[0] = QUIET_SECONDS
    assert [True, False] == [complaints.new(each) for each in (FULL, FULL)]


def test_a_player_reads_that_the_disk_is_full_and_of_all_else_that_it_was_the_host():
    assert [Text("web/disk-full"), Text("web/trouble"), Text("web/trouble")] == [
        excuse(each) for each in (FULL, FAILING, KeyError("x"))
    ]
