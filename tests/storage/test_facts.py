"""Ended rounds are facts: written once a seat, the standings are their sum, records stay readable."""

import json
from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from core.deal import fault
from core.ids import ChatId
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.events import SeatsDrawn, Settled, Voided
from core.table.model import By, Options
from core.table.options import playing
from storage import facts, store
from storage.audit import recomputed_standings, stored_standings, wrong_seasons
from tests.kept import kept
from tests.tables import PEOPLE

TWO = PEOPLE[:2]


def rows(connection, query: str) -> list[tuple]:
    return [tuple(row) for row in connection.execute(text(query))]


@pytest.fixture
def played(connection):
    """A match of two rounds between four people."""
    table = kept(connection)
    for _ in range(2):
        table.play_round()
    return table


@pytest.fixture
def mixed(connection):
    """Three rounds of two people and two computers."""
    table = kept(connection, options=Options(rounds=8))
    for _ in range(3):
        table.play_round(TWO)
    return table


def settled(table) -> list[Settled]:
    return [event for event in table.log if isinstance(event, Settled)]


def test_each_round_and_seat_is_written_once(played, connection):
    assert rows(connection, "SELECT serial, count(*) FROM round_seats GROUP BY serial") == [(1, 4), (2, 4)]
    with pytest.raises(IntegrityError):
        facts.keep(connection, played.table, ended=settled(played)[0])


def test_points_and_payments_of_a_round_add_up_to_nothing(mixed, connection):
    for serial in (1, 2, 3):
        totals = dict(rows(connection, f"SELECT seat, points FROM round_seats WHERE serial = {serial}"))
        paid = dict.fromkeys(totals, 0)
        for payer, payee, points in rows(
            connection, f"SELECT payer, payee, points FROM payments WHERE serial = {serial}"
        ):
            paid[payer] -= points
            paid[payee] += points
        assert paid == totals
        assert sum(totals.values()) == 0


def test_points_between_humans_add_up_to_nothing_too(mixed, connection):
    assert rows(connection, "SELECT sum(human_points) FROM round_seats GROUP BY serial") == [(0,), (0,), (0,)]
    assert rows(connection, "SELECT DISTINCT human_points FROM round_seats WHERE kind = 'computer'") == [(0,)]


def test_each_payment_knows_who_was_a_computer(mixed, connection):
    kinds = set(rows(connection, "SELECT payer, payer_kind FROM payments UNION SELECT payee, payee_kind FROM payments"))
    assert kinds == {(0, "human"), (1, "human"), (2, "computer"), (3, "computer")}


def test_the_standings_are_the_sum_of_the_facts(played, mixed_elsewhere, connection):
    seasons = [row[0] for row in rows(connection, "SELECT id FROM seasons")]
    assert len(seasons) == 2
    for season in seasons:
        assert recomputed_standings(connection, season) == stored_standings(connection, season)
    assert wrong_seasons(connection) == []


@pytest.fixture
def mixed_elsewhere(connection):
    """A person with three computers in another chat, with the other rule set."""
    table = kept(connection, chat=ChatId("web:9"), opener=PEOPLE[4], options=Options(rule_set="bonus", rounds=8))
    for _ in range(4):
        table.play_round(PEOPLE[4:5])
    return table


def test_the_check_finds_standings_that_somebody_changed(played, connection):
    connection.execute(text("UPDATE standings SET points = points + 1 WHERE person = 'web:1'"))
    assert wrong_seasons(connection) == [1]


def test_standings_count_what_the_match_table_counts_when_all_are_human(played, connection):
    standings = stored_standings(connection, 1)
    assert {
        score.key: (score.points, score.rounds, score.guns, score.gunned, score.home_runs)
        for score in played.table.scores
    } == {
        person: (line.points, line.rounds, line.guns, line.gunned, line.home_runs) for person, line in standings.items()
    }


def test_best_and_worst_are_single_rounds(played, connection):
    for person, line in stored_standings(connection, 1).items():
        points = [row[0] for row in rows(connection, f"SELECT human_points FROM round_seats WHERE person = '{person}'")]
        assert (line.best, line.worst) == (max(points), min(points))


def test_alone_with_computers_a_person_wins_nothing_in_the_season(mixed_elsewhere, connection):
    (line,) = stored_standings(connection, 1).values()
    assert (line.rounds, line.points, line.guns, line.gunned) == (4, 0, 0, 0)


def test_a_chat_has_one_open_season_a_rule_set(played, connection):
    played.do(c.End(), PEOPLE[0])
    kept(connection).play_round()
    assert rows(connection, "SELECT chat, rule_set, number, closed_at FROM seasons") == [
        (played.table.chat, "joker", 1, None)
    ]
    with pytest.raises(IntegrityError):
        connection.execute(
            text("INSERT INTO seasons (chat, rule_set, number, opened_at) VALUES (:chat, 'joker', 2, 0)"),
            {"chat": played.table.chat},
        )


def test_after_a_season_is_closed_the_next_round_opens_the_next(connection):
    table = kept(connection)
    table.play_round()
    connection.execute(text("UPDATE seasons SET closed_at = 1"))
    table.play_round()
    assert rows(connection, "SELECT number FROM seasons ORDER BY id") == [(1,), (2,)]
    assert {line.rounds for line in stored_standings(connection, 2).values()} == {1}


def test_a_round_that_the_computer_played_for_a_person_counts_for_them_and_is_marked(connection):
    table = kept(connection)
    table.deal(TWO)
    table.do(c.Autopilot(table.table.serial), PEOPLE[0])
    table.do(c.Autopilot(table.table.serial), PEOPLE[1])
    by = rows(connection, "SELECT person, kind, by FROM round_seats ORDER BY seat")
    assert by[:2] == [("web:0", "human", By.AUTOPILOT), ("web:1", "human", By.AUTOPILOT)]
    assert {line.rounds for line in stored_standings(connection, 1).values()} == {1}


def test_a_void_opening_has_its_record_and_moves_nothing(connection):
    table = kept(connection)
    table.deal()
    table.do(c.End(), PEOPLE[0])
    (void,) = [event for event in table.log if isinstance(event, Voided)]
    assert store.result(connection, table.id, 1) == void.result
    assert json.loads(store.record(connection, table.id, 1) or "")["outcome"] == "void:ended"
    assert rows(connection, "SELECT outcome, season FROM rounds") == [("void:ended", None)]
    assert [rows(connection, f"SELECT count(*) FROM {name}") for name in ("round_seats", "payments", "standings")] == [
        [(0,)]
    ] * 3


def test_results_and_records_are_read_as_they_were_published(played, connection):
    assert [store.result(connection, played.id, serial) for serial in (1, 2, 3)] == [
        *(event.result for event in settled(played)),
        None,
    ]
    records = [json.loads(one) for one in store.records(connection, played.id)]
    assert [fault(record) for record in records] == [None, None]
    assert fault(records[1], records[0]) is None


@pytest.mark.parametrize("hints", ["on", "classes", "off"])
def test_a_result_knows_the_options_that_were_played(connection, hints):
    options = Options(rounds=1, seconds=60, level="easy", hints=hints)
    table = kept(connection, options=options)
    table.play_round()
    result = store.result(connection, table.id, 1)
    assert result is not None
    assert result.options == options


def test_a_result_of_before_options_were_kept_is_still_read(played, connection):
    change = "UPDATE rounds SET result = json_remove(result, '$.options') WHERE serial = 1"
    assert connection.execute(text(change)).rowcount == 1
    assert store.result(connection, played.id, 1) == replace(settled(played)[0].result, options=None)


def test_the_end_of_a_round_clears_its_drafts(connection):
    table = kept(connection)
    table.deal()
    for serial in (1, 2):
        store.save_draft(connection, store.Place(table.id, serial, 0), placed="0f", press="a")
    table.submit()
    assert [store.draft(connection, store.Place(table.id, serial, 0)) for serial in (1, 2)] == ["", "0f"]


@pytest.mark.parametrize("rule_set", sorted(RULE_SETS))
def test_every_game_is_written_down_and_its_standings_are_the_sum_of_its_rounds(connection, rule_set: str):
    table = kept(connection, options=replace(playing(Options(), rule_set), rounds=2))
    for _ in range(2):
        table.play_round()
    played = [event.result for event in settled(table)]
    assert [result.round for result in played] == [1, 2]
    assert rows(connection, "SELECT serial, count(*) FROM round_seats GROUP BY serial") == [
        (result.serial, 4) for result in played
    ]
    assert wrong_seasons(connection) == []
    records = [json.loads(record) for record in facts.records(connection, table.id)]
    assert [fault(record, before) for record, before in zip(records, [None, *records], strict=False)] == [None] * len(
        records
    )


def test_the_drawing_of_seats_is_kept_and_counts_for_nothing(connection):
    table = kept(connection, options=replace(playing(Options(), "taiwan"), rounds=4))
    table.play_round()
    drawn = next(event for event in table.log if isinstance(event, SeatsDrawn))
    assert facts.result(connection, table.id, 1) == drawn.result
    assert json.loads(facts.record(connection, table.id, 1) or "")["context"]["rules"] == "taiwan/seats"
    assert rows(connection, "SELECT serial, season IS NULL FROM rounds ORDER BY serial") == [(1, 1), (2, 0)]


def test_whoever_waits_for_a_seat_sits_nowhere_else_until_they_go(connection):
    table = kept(connection)
    for person in PEOPLE[1:5]:
        table.do(c.Join(), person)
    assert store.seated_table(connection, PEOPLE[4].person) == (table.id, table.table.chat)
    table.do(c.Leave(), PEOPLE[4])
    assert store.seated_table(connection, PEOPLE[4].person) is None
