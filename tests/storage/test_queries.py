"""Leaderboards share places, everybody finds their own line, and pages of a large season come at once."""

import pytest
from sqlalchemy import text

from core.ids import ChatId, PersonId
from core.table.model import Options
from storage import people, queries, store
from tests.kept import kept
from tests.tables import CHAT, PEOPLE

LINE = "INSERT INTO standings VALUES (1, :person, 3, :points, 1, 2, 0, 5, -4)"


@pytest.fixture
def season(connection):
    """A season with ties: 9 5 5 5 -2 -2."""
    connection.execute(text("INSERT INTO seasons VALUES (1, 'web:room', 'joker', 1, 0, NULL)"))
    lines = [
        {"person": f"web:{name}", "points": points} for name, points in zip("abcdef", (5, 9, -2, 5, 5, -2), strict=True)
    ]
    connection.execute(text(LINE), lines)
    people.remember_player(connection, PersonId("web:b"), name="小美")
    return 1


def board(connection, *, limit=20, offset=0):
    return queries.leaderboard(connection, CHAT, rule_set="joker", limit=limit, offset=offset)


def test_equal_points_share_the_place(season, connection):
    lines = board(connection).lines
    assert [(line.place, line.points) for line in lines] == [(1, 9), (2, 5), (2, 5), (2, 5), (5, -2), (5, -2)]
    assert lines[0].name == "小美"


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_places_do_not_depend_on_where_a_page_begins(season, connection, size):
    whole = board(connection).lines
    pages = [board(connection, limit=size, offset=start).lines for start in range(0, 6, size)]
    assert tuple(line for page in pages for line in page) == whole


def test_everybody_finds_their_own_place_and_page(season, connection):
    lines = board(connection).lines
    for position, line in enumerate(lines):
        assert queries.own_line(connection, 1, line.person) == (line, position)
    assert queries.own_line(connection, 1, PersonId("web:nobody")) is None


def test_before_the_first_round_there_is_no_leaderboard(connection):
    assert board(connection) is None
    assert queries.profile(connection, CHAT, rule_set="joker", person=PersonId("web:a")) is None


def test_a_page_counts_all_the_people(season, connection):
    assert board(connection, limit=1).people == 6


def test_seasons_of_other_chats_and_rule_sets_are_apart(season, connection):
    assert queries.leaderboard(connection, ChatId("web:other"), rule_set="joker", limit=5) is None
    assert queries.leaderboard(connection, CHAT, rule_set="bonus", limit=5) is None


def test_a_profile_adds_up_all_seasons_of_the_rule_set_in_this_chat(season, connection):
    connection.execute(text("UPDATE seasons SET closed_at = 1"))
    connection.execute(text("INSERT INTO seasons VALUES (2, 'web:room', 'joker', 2, 2, NULL)"))
    connection.execute(text("INSERT INTO seasons VALUES (3, 'web:other', 'joker', 1, 2, NULL)"))
    for number in (2, 3):
        connection.execute(text(f"INSERT INTO standings VALUES ({number}, 'web:b', 2, -3, 0, 1, 1, 2, -5)"))
    profile = queries.profile(connection, CHAT, rule_set="joker", person=PersonId("web:b"))
    assert (profile.season.number, profile.current.points, profile.current.place) == (2, -3, 1)
    career = profile.career
    assert (career.rounds, career.points, career.home_runs, career.best, career.worst) == (5, 6, 1, 5, -5)


def test_who_has_not_played_this_season_still_has_a_career(season, connection):
    connection.execute(text("UPDATE seasons SET closed_at = 1"))
    connection.execute(text("INSERT INTO seasons VALUES (2, 'web:room', 'joker', 2, 2, NULL)"))
    profile = queries.profile(connection, CHAT, rule_set="joker", person=PersonId("web:b"))
    assert profile.current is None
    assert profile.career.points == 9


def test_history_is_newest_first_and_goes_on_where_it_stopped(connection):
    table = kept(connection, options=Options(rounds=3))
    for _ in range(3):
        table.play_round()
    newest = queries.history(connection, CHAT, before=2**62, limit=2)
    assert [result.serial for result in newest] == [3, 2]
    assert newest[0] == store.result(connection, table.id, 3)
    older = queries.history(connection, CHAT, before=newest[-1].at, limit=2)
    assert [result.serial for result in older] == [1]


def test_people_who_played_are_on_the_board(connection):
    table = kept(connection)
    for _ in range(2):
        table.play_round()
    lines = board(connection).lines
    assert {line.person for line in lines} == {person.person for person in PEOPLE[:4]}
    assert sum(line.points for line in lines) == 0


def test_the_top_of_a_large_season_is_read_without_sorting_it(season, connection):
    crowd = [{"person": f"web:{number}", "points": number % 997} for number in range(50_000)]
    connection.execute(text(LINE), crowd)
    assert [line.points for line in board(connection).lines] == [996] * 20
    plan = connection.execute(
        text(f"EXPLAIN QUERY PLAN {queries._PAGE}"), {"of_season": 1, "most": 20, "skipped": 0, "coalesce_1": ""}
    )
    assert not any("TEMP B-TREE" in row.detail for row in plan)
