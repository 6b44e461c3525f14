"""Reviews and hints are kept with the round, once; and a database of the first version learns of them."""

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError

from core.arrangement import Arrangement, parse_rows
from core.arranger.coach import Review
from core.arranger.mending import mended
from core.cards import Card, parse_shown
from core.ids import PersonId, TableId
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.codec import dump
from core.table.draft import fill
from core.table.events import Settled
from core.table.model import Options
from core.table.view import hand_view
from storage import facts, migrations, people, reviews, store
from storage.engine import Database
from storage.migrate import upgrade
from storage.migrations import revisions
from tests.kept import Kept, kept
from tests.tables import PEOPLE, START, dealt

ME = PEOPLE[0].person


def rows(connection, query: str) -> list[tuple]:
    return [tuple(row) for row in connection.execute(text(query))]


def last_settled(table: Kept) -> Settled:
    return [event for event in table.log if isinstance(event, Settled)][-1]


def play(table: Kept, *, hinted: bool = False) -> Settled:
    """A round of one person, who lays out the cards as they come."""
    table.deal(PEOPLE[:1])
    view = hand_view(table.table, 0)
    assert view is not None
    plain = {"back": view.cards[:5], "middle": view.cards[5:10], "front": view.cards[10:13]}
    rows_ = mended(RULE_SETS["joker"], view.cards, plain, bonus=None)
    table.do(c.Submit(table.table.serial, rows_, hinted=hinted), PEOPLE[0])
    return last_settled(table)


@pytest.fixture
def table(connection):
    return kept(connection, options=Options(rounds=8))


def test_a_review_is_written_once_with_its_round(table, connection):
    settled = play(table)
    said = settled.reviews[0]
    assert said is not None
    assert rows(connection, "SELECT table_id, serial, seat, person, season, expected, best, loss FROM reviews") == [
        (table.id, 1, 0, ME, 1, said.expected, said.best, said.loss)
    ]
    assert reviews.review(connection, table.id, 1, person=ME) == reviews.Kept(1, 0, said)
    with pytest.raises(IntegrityError):
        reviews.keep(connection, settled, season=1)


def test_a_doubled_settlement_writes_no_second_review(table, connection):
    settled = play(table)
    with pytest.raises(IntegrityError), connection.begin_nested():
        facts.keep(connection, table.table, ended=settled)
    assert rows(connection, "SELECT count(*) FROM reviews") == [(1,)]


def test_nobody_is_reviewed_for_what_the_computer_played(table, connection):
    table.deal(PEOPLE[:2])
    table.do(c.Autopilot(table.table.serial), PEOPLE[0])
    table.do(c.Submit(1, rows_of(table, 1)), PEOPLE[1])
    assert rows(connection, "SELECT person FROM reviews") == [(PEOPLE[1].person,)]
    assert reviews.last_review(connection, table.id, person=ME) is None


def rows_of(table: Kept, seat: int) -> Arrangement:
    assert table.table.deal is not None
    return parse_rows(table.table.deal.fallbacks[seat])


def test_the_last_review_is_that_of_the_round_settled_last(table, connection):
    first, second = play(table), play(table)
    table.deal(PEOPLE[:1])
    table.do(c.End(), PEOPLE[0])
    found = reviews.last_review(connection, table.id, person=ME)
    assert found == reviews.Kept(second.result.serial, 0, second.reviews[0])
    assert found.serial == first.result.serial + 1
    assert reviews.last_review(connection, table.id, person=PersonId("web:9")) is None
    assert reviews.last_review(connection, TableId(table.id + 1), person=ME) is None


def test_a_season_adds_up_its_losses_and_names_the_reason_that_comes_most_often(table, connection):
    assert reviews.lessons(connection, 1, person=ME) is None
    for _ in range(4):
        play(table)
    losses = [row[0] for row in rows(connection, "SELECT loss FROM reviews")]
    reasons = [row[0] for row in rows(connection, "SELECT reason FROM reviews WHERE reason <> 'fine'")]
    found = reviews.lessons(connection, 1, person=ME)
    assert found is not None
    assert (found.rounds, found.loss, found.average) == (4, sum(losses), round(sum(losses) / 4))
    assert reasons.count(found.reason) == max(map(reasons.count, reasons))


def test_a_season_without_a_loss_names_no_reason(table, connection):
    table.play_round(PEOPLE[:1])
    connection.execute(text("UPDATE reviews SET loss = 0, reason = 'fine'"))
    assert reviews.lessons(connection, 1, person=ME) == reviews.Lessons(1, 0, "")


def test_the_round_remembers_who_took_a_suggestion(table, connection):
    play(table, hinted=True)
    play(table)
    assert rows(connection, "SELECT serial, seat, hinted FROM round_seats WHERE hinted OR seat = 0") == [
        (1, 0, 1),
        (2, 0, 0),
    ]


def test_a_draft_never_forgets_that_a_suggestion_was_taken(table, connection):
    place = store.Place(table.id, 1, 0)
    assert not store.kept(connection, place).hinted
    store.save_draft(connection, place, placed="0f", press="a", hinted=True)
    store.save_draft(connection, place, placed="", press="b")
    store.save_sort(connection, place, sort="rank", press="c")
    store.empty_draft(connection, place)
    assert store.kept(connection, place).hinted
    assert not store.kept(connection, store.Place(table.id, 1, 1)).hinted


def test_people_get_reviews_until_they_want_none(connection):
    assert people.wants_coach(connection, ME)
    people.remember_player(connection, ME, name="明")
    assert people.wants_coach(connection, ME)
    people.set_coach(connection, ME, wanted=False)
    people.remember_player(connection, ME, name="小明")
    assert not people.wants_coach(connection, ME)
    people.set_coach(connection, ME, wanted=True)
    assert people.wants_coach(connection, ME)


# ---- a database of version 0001 ----


def without(value: Any, names: set[str]) -> Any:
    """JSON without these fields, as the version before wrote it."""
    if isinstance(value, dict):
        return {name: without(part, names) for name, part in value.items() if name not in names}
    return [without(part, names) for part in value] if isinstance(value, list) else value


@pytest.fixture
def first_version(tmp_path, monkeypatch) -> Path:
    """A database as version 0001 left it, in the middle of a deal, with a round that it had settled."""
    path = tmp_path / "old.db"
    with monkeypatch.context() as older:
        older.setattr("storage.migrate._run_alembic", run_first)
        engine = create_engine(f"sqlite:///{path}")
        with engine.connect() as connection:
            upgrade(connection, path)
        engine.dispose()
    state = json.dumps(without(json.loads(dump(dealt().table)), {"hints", "hinted", "thought_at"}))
    with contextlib.closing(sqlite3.connect(path)) as old:
        old.execute(
            "INSERT INTO tables VALUES (1, 'web:room', 1, 'arranging', ?, 1, 0, NULL, ?)",
            (state, START),
        )
        old.execute("INSERT INTO drafts VALUES (1, 1, 0, '0f 1m', 'rank', '[\"a\"]')")
        old.execute("INSERT INTO players VALUES ('web:0', '明', 'en', NULL)")
        old.execute(
            "INSERT INTO round_seats VALUES (1, 0, 0, 'web:0', '明', 'human', 'person', '', '', 4, 4, 1, 0, 0)",
        )
        old.commit()
    return path


def run_first(connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")


async def test_a_database_of_the_first_version_keeps_all_it_had(first_version):
    database = await Database.open(first_version)
    try:
        assert first_version.with_name(f"old.db.before-{revisions()[-1]}").exists()
        await database.run(check_upgraded)
    finally:
        await database.close()


def check_upgraded(connection) -> None:
    table = store.load(connection, TableId(1))
    assert table.options.hints == "on"
    assert table.deal is not None
    assert not any(play.hinted for play in table.deal.plays)
    found = store.kept(connection, store.Place(TableId(1), 1, 0))
    assert (found.placed, found.sort, found.hinted) == ("0f 1m", "rank", False)
    assert people.player(connection, ME) == people.Player(ME, "明", "en", coach=True)
    assert not people.welcome(connection, ME, press="first")  # who has played knows how
    assert rows(connection, "SELECT points, hinted FROM round_seats") == [(4, 0)]
    assert store.save_draft(connection, store.Place(TableId(1), 1, 0), placed="", press="b", hinted=True)
    assert store.kept(connection, store.Place(TableId(1), 1, 0)).hinted


def test_reviews_read_back_as_they_were_given(connection, table):
    play(table)
    found = reviews.review(connection, table.id, 1, person=ME)
    assert found is not None
    assert isinstance(found.review, Review)
    assert fill(found.review.best_rows, hand(table)).placed


def hand(table: Kept) -> tuple[Card, ...]:
    (event,) = [event for event in table.log if isinstance(event, Settled)]
    return parse_shown(event.result.seats[0].hand)
