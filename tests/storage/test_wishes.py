import pytest

from core.ids import ChatId, PersonId, TableId
from storage.people import remember_player
from storage.store import new_table
from storage.wishes import call, called, toggle

HERE, THERE = ChatId("discord:1"), ChatId("discord:2")
A, B, C = (PersonId(f"discord:{number}") for number in (1, 2, 3))


@pytest.fixture
def table(connection) -> TableId:
    return new_table(connection, now=0)


def test_a_wish_is_made_taken_back_and_made_again(connection, table):
    assert [toggle(connection, HERE, A, press=f"p{number}") for number in range(3)] == [True, False, True]
    assert call(connection, HERE, table, opener=B)
    assert called(connection, table) == [(A, "")]


def test_the_same_press_twice_is_one(connection, table):
    assert [toggle(connection, HERE, A, press="same") for _ in range(3)] == [True, True, True]
    assert [toggle(connection, HERE, A, press="other") for _ in range(3)] == [False, False, False]
    assert not call(connection, HERE, table, opener=B)


def test_a_table_calls_those_of_its_chat_but_not_who_opened_it(connection, table):
    remember_player(connection, A, name="明")
    for person in (C, A, B):
        toggle(connection, HERE, person, press=person)
    toggle(connection, THERE, C, press="there")
    assert call(connection, HERE, table, opener=C)
    assert called(connection, table) == [(A, "明"), (B, "")]


def test_a_wish_is_fulfilled_once_and_can_be_made_again(connection, table):
    toggle(connection, HERE, A, press="p1")
    assert call(connection, HERE, table, opener=B)
    second, third = (new_table(connection, now=0) for _ in range(2))
    assert not call(connection, HERE, second, opener=B)
    assert toggle(connection, HERE, A, press="p2")
    assert call(connection, HERE, third, opener=B)
    assert [called(connection, each) for each in (table, second, third)] == [[], [], [(A, "")]]


def test_who_is_called_can_wish_again_at_once(connection, table):
    toggle(connection, HERE, A, press="p1")
    call(connection, HERE, table, opener=B)
    assert toggle(connection, HERE, A, press="p2")
    assert called(connection, table) == []
