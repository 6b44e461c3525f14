"""The functions are written once for every store: all statements compile for PostgreSQL too, tables are locked there."""

import importlib
import pkgutil
import re

import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlalchemy.sql.expression import Executable

import storage
from storage import store
from storage.daily_schema import metadata

MODULES = [importlib.import_module(f"storage.{module.name}") for module in pkgutil.iter_modules(storage.__path__)]
STATEMENTS = {
    f"{module.__name__}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, Executable) and hasattr(value, "compile")
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_compiles_for_postgresql(name):
    assert str(STATEMENTS[name].compile(dialect=postgresql.dialect()))


def test_all_statements_are_found():
    assert len(STATEMENTS) > 60


def test_every_table_can_be_made_on_postgresql():
    for table in metadata.sorted_tables:
        assert str(CreateTable(table).compile(dialect=postgresql.dialect()))
        for index in table.indexes:
            assert str(CreateIndex(index).compile(dialect=postgresql.dialect()))


@pytest.mark.parametrize(("name", "locking"), [("_LOAD", "FOR UPDATE"), ("_DUE", "FOR UPDATE SKIP LOCKED")])
def test_rows_are_locked_where_there_are_several_writers(name, locking):
    statement = str(getattr(store, name).compile(dialect=postgresql.dialect()))
    assert re.search(rf"{locking}$", statement)


def test_no_number_of_a_platform_is_kept_as_a_number():
    kinds = {str(column.type) for table in metadata.sorted_tables for column in table.c if column.name in IDENTITIES}
    assert kinds == {"TEXT"}


IDENTITIES = {"chat", "person", "message", "press", "nonce"}
