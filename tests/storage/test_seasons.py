from core.ids import ChatId
from core.table.model import Options
from storage import audit, queries
from storage.seasons import open_seasons, turn_over
from tests.kept import kept
from tests.tables import CHAT, PEOPLE


def test_a_season_without_a_round_is_none_to_close(connection):
    assert open_seasons(connection, CHAT) == []
    kept(connection).play_round()
    (season,) = open_seasons(connection, CHAT)
    assert (season.rule_set, season.number, season.rounds) == ("joker", 1, 1)
    assert open_seasons(connection, ChatId("web:other")) == []


def test_the_next_season_begins_at_nothing_and_the_last_one_keeps_its_sums(connection):
    table = kept(connection, options=Options(rounds=8))
    table.play_round()
    (first,) = open_seasons(connection, CHAT)
    before = audit.stored_standings(connection, first.id)
    turn_over(connection, CHAT, first, now=table.now)
    assert open_seasons(connection, CHAT) == []
    board = queries.leaderboard(connection, CHAT, rule_set="joker", limit=9)
    assert board is not None
    assert (board.season.number, board.season.closed_at, board.people) == (2, None, 0)
    table.play_round()
    (second,) = open_seasons(connection, CHAT)
    assert (second.number, second.rounds) == (2, 1)
    assert audit.stored_standings(connection, first.id) == before
    assert set(audit.stored_standings(connection, second.id)) == {person.person for person in PEOPLE[:4]}
    assert audit.wrong_seasons(connection) == []
