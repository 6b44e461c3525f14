"""Updates are kept once, dealt with once, and forgotten after a day."""

import pytest
from sqlalchemy import Connection, text

from storage import updates

DAY = updates.KEPT


def test_what_is_kept_waits_as_it_came_until_it_is_done(connection: Connection):
    numbers = [7, 3, 9]
    assert [updates.keep(connection, n, body=f"<{n}>", now=at) for at, n in enumerate(numbers)] == [True] * 3
    assert updates.waiting(connection) == [(7, "<7>"), (3, "<3>"), (9, "<9>")]
    updates.done(connection, 3, now=5)
    assert updates.waiting(connection) == [(7, "<7>"), (9, "<9>")]


def test_of_the_same_moment_the_lower_number_is_first(connection: Connection):
    for number in (12, 10, 11):
        updates.keep(connection, number, body="", now=1)
    assert [number for number, _ in updates.waiting(connection)] == [10, 11, 12]


@pytest.mark.parametrize("done", [False, True])
def test_what_comes_again_is_nothing_new_and_changes_nothing(connection: Connection, *, done: bool):
    updates.keep(connection, 1, body="first", now=1)
    if done:
        updates.done(connection, 1, now=2)
    assert not updates.keep(connection, 1, body="second", now=3)
    assert updates.waiting(connection) == ([] if done else [(1, "first")])


def test_nothing_of_what_is_done_is_left_to_read(connection: Connection):
    updates.keep(connection, 2**63 - 1, body="小明的訊息", now=1)
    updates.done(connection, 2**63 - 1, now=2)
    updates.done(connection, 2**63 - 1, now=3)
    assert connection.execute(text("SELECT body, done_at FROM updates")).all() == [("", 2)]


def test_what_came_more_than_a_day_ago_is_forgotten_done_or_not(connection: Connection):
    for number, at in ((1, 0), (2, 1), (3, DAY)):
        updates.keep(connection, number, body="", now=at)
    updates.done(connection, 1, now=5)
    assert updates.prune(connection, now=DAY + 1) == 1
    assert updates.prune(connection, now=DAY + 2) == 1
    assert [number for number, _ in updates.waiting(connection)] == [3]
