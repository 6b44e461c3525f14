"""Tables in the database: the snapshot is the fold of the log, a press counts once, a person sits at one table."""

from functools import reduce

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from core.errors import Illegal
from core.ids import ChatId, PersonId, TableId
from core.table import commands as c
from core.table.machine import due_at, evolve
from core.table.model import Phase
from storage import store
from tests.kept import Kept, kept
from tests.tables import CHAT, PEOPLE, START


@pytest.fixture
def lobby(connection: Connection) -> Kept:
    return kept(connection)


def test_what_is_saved_is_what_is_loaded(lobby, connection):
    lobby.play_round()
    assert store.load(connection, lobby.id) == lobby.table


def test_the_log_folds_to_the_snapshot(lobby, connection):
    for _ in range(2):
        lobby.play_round()
    log = store.log(connection, lobby.id)
    assert reduce(evolve, log, None) == store.load(connection, lobby.id)
    assert log == lobby.log


def test_each_save_counts_one_version(lobby, connection):
    before = connection.execute(text("SELECT version FROM tables")).scalar()
    lobby.do(c.Join(), PEOPLE[1])
    assert connection.execute(text("SELECT version FROM tables")).scalar() == before + 1


def test_a_press_counts_once(lobby, connection):
    lobby.do(c.Join(), PEOPLE[1], press="web:1")
    assert store.already(connection, "web:1")
    assert not store.already(connection, "web:2")
    with pytest.raises(store.AlreadyDone):
        lobby.do(c.Join(), PEOPLE[2], press="web:1")


def test_presses_of_the_clock_are_not_told_apart(lobby, connection):
    lobby.do(c.Join(), PEOPLE[1], press="")
    lobby.do(c.Join(), PEOPLE[2], press="")
    assert lobby.table.seats[2] is not None


def test_a_table_that_never_was_has_ended(connection):
    with pytest.raises(Illegal, match="press/ended"):
        store.load(connection, TableId(77))


def test_a_table_that_was_numbered_but_not_saved_has_ended_too(connection):
    with pytest.raises(Illegal, match="press/ended"):
        store.load(connection, store.new_table(connection, now=START))


def test_a_table_that_has_ended_is_loaded_but_not_live(lobby, connection):
    lobby.do(c.End(), PEOPLE[0])
    assert store.load(connection, lobby.id).phase is Phase.ENDED
    assert store.live_table(connection, CHAT) is None
    assert store.live_tables(connection) == []


def test_a_chat_has_one_live_table(lobby, connection):
    assert store.live_table(connection, CHAT) == lobby.table
    with pytest.raises(IntegrityError):
        kept(connection, opener=PEOPLE[1])


def test_after_one_table_has_ended_the_chat_opens_another_with_the_next_number(lobby, connection):
    lobby.do(c.End(), PEOPLE[0])
    other = kept(connection)
    assert (lobby.id, other.id) == (1, 2)
    assert store.live_table(connection, CHAT) == other.table


def test_a_person_sits_at_one_live_table(lobby, connection):
    assert store.seated_table(connection, PEOPLE[0].person) == (lobby.id, CHAT)
    with pytest.raises(IntegrityError):
        kept(connection, chat=ChatId("web:other"))


def test_who_leaves_is_free_and_who_joins_is_not(lobby, connection):
    lobby.do(c.Join(), PEOPLE[1])
    assert store.seated_table(connection, PEOPLE[1].person) == (lobby.id, CHAT)
    lobby.do(c.Leave(), PEOPLE[1])
    assert store.seated_table(connection, PEOPLE[1].person) is None


def test_who_waits_for_a_computers_seat_sits_already(lobby, connection):
    lobby.do(c.Start(fill=True), PEOPLE[0])
    lobby.do(c.Join(), PEOPLE[1])
    assert store.seated_table(connection, PEOPLE[1].person) == (lobby.id, CHAT)


def test_the_end_of_a_table_frees_everybody(lobby, connection):
    lobby.do(c.Join(), PEOPLE[1])
    lobby.do(c.End(), PEOPLE[0])
    assert [store.seated_table(connection, one.person) for one in PEOPLE[:2]] == [None, None]


def test_a_table_is_due_when_the_machine_says_so(lobby, connection):
    due = due_at(lobby.table)
    assert store.next_due(connection) == due
    assert store.due_tables(connection, due - 1, 10) == []
    assert store.due_tables(connection, due, 10) == [lobby.id]


def test_an_ended_table_is_never_due(lobby, connection):
    lobby.do(c.End(), PEOPLE[0])
    assert store.next_due(connection) is None
    assert store.due_tables(connection, 2**62, 10) == []


def test_the_longest_due_table_comes_first(connection):
    tables = [
        kept(connection, chat=ChatId(f"web:{number}"), opener=person, now=START - number)
        for number, person in enumerate(PEOPLE[:3])
    ]
    assert store.due_tables(connection, 2**62, 2) == [tables[2].id, tables[1].id]


@pytest.mark.parametrize("number", [2**63 - 1, 1497549923779084388])
def test_ids_are_exact_to_64_bits(connection, number):
    twins = [PersonId(f"discord:{number - step}") for step in range(2)]
    for step, person in enumerate(twins):
        chat = ChatId(f"discord:{number - step}")
        kept(connection, chat=chat, opener=c.Actor(person, "明"))
    tables = [store.seated_table(connection, person) for person in twins]
    assert tables == [(1, f"discord:{number}"), (2, f"discord:{number - 1}")]


def test_equal_numbers_on_two_platforms_are_two_people_in_two_chats(connection):
    for platform in ("discord", "telegram"):
        kept(connection, chat=ChatId(f"{platform}:5"), opener=c.Actor(PersonId(f"{platform}:7"), "明"))
    assert store.seated_table(connection, PersonId("discord:7")) == (1, "discord:5")
    assert store.seated_table(connection, PersonId("telegram:7")) == (2, "telegram:5")


def test_tables_are_numbered_up_to_64_bits(connection):
    connection.execute(text("INSERT INTO sqlite_sequence VALUES ('tables', :last)"), {"last": 2**63 - 2})
    last = kept(connection)
    assert last.id == 2**63 - 1
    assert store.load(connection, last.id).id == last.id
