"""Statements that are compiled once run as SQLAlchemy's own do, with its errors, for every database."""

import pytest
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.exc import IntegrityError

from storage import prepared, schema

CHATS = schema.chats.c
NEW = insert(schema.chats).values(defaults="{}")
ONE = select(CHATS.title, CHATS.defaults).where(CHATS.id == bindparam("which"))
ALL = select(CHATS.id).order_by(CHATS.id)
RENAME = update(schema.chats).where(CHATS.id == bindparam("which"))
SOME = select(CHATS.id).where(CHATS.id.in_(bindparam("which", expanding=True)))


def test_rows_come_with_their_columns_in_the_order_of_the_statement(connection: Connection) -> None:
    assert prepared.change(connection, NEW, {"id": "web:1", "title": "one"}) == 1
    prepared.change(connection, NEW, {"id": "web:2", "title": "two"}, {"id": "web:3", "title": "three"})
    assert prepared.row(connection, ONE, {"which": "web:2"}) == ("two", "{}")
    assert prepared.row(connection, ONE, {"which": "web:4"}) is None
    assert prepared.scalar(connection, ONE, {"which": "web:3"}) == "three"
    assert prepared.scalar(connection, ONE, {"which": "web:4"}) is None
    assert prepared.rows(connection, ALL, {}) == [("web:1",), ("web:2",), ("web:3",)]


def test_what_is_changed_follows_the_values_that_are_given(connection: Connection) -> None:
    prepared.change(connection, NEW, {"id": "web:1", "title": "one"})
    assert prepared.change(connection, RENAME, {"which": "web:1", "title": "two"}) == 1
    assert prepared.change(connection, RENAME, {"which": "web:1", "defaults": "[]"}) == 1
    assert prepared.change(connection, RENAME, {"which": "web:2", "title": "two"}) == 0
    assert prepared.row(connection, ONE, {"which": "web:1"}) == ("two", "[]")


def test_a_value_that_is_missing_is_not_taken_for_nothing(connection: Connection) -> None:
    with pytest.raises(KeyError, match="which"):
        prepared.row(connection, ONE, {})


def test_an_error_is_the_one_that_sqlalchemy_raises(connection: Connection) -> None:
    prepared.change(connection, NEW, {"id": "web:1", "title": "one"})
    with pytest.raises(IntegrityError, match=r"chats\.id"):
        prepared.change(connection, NEW, {"id": "web:1", "title": "again"})


def test_a_statement_whose_text_depends_on_its_values_is_refused(connection: Connection) -> None:
    with pytest.raises(ValueError, match="compiled once"):
        prepared.rows(connection, SOME, {"which": ["web:1"]})


def test_postgresql_gets_its_own_text_and_its_parameters_in_order() -> None:
    text, fill = prepared._compiled(RENAME, asyncpg.dialect(), ("which", "title"))
    assert text == "UPDATE chats SET title=$1::VARCHAR WHERE chats.id = $2::VARCHAR"
    assert fill({"which": "web:1", "title": "one"}) == ("one", "web:1")
