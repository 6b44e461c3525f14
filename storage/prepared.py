"""Statements that every press runs: compiled once to the text of the connection's database, then given to its driver.

SQLAlchemy takes five times as long as SQLite itself to find a statement's text again on each execution. Columns hold
only text, whole numbers and truth values, which every driver takes and gives as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ClauseElement

KNOWN: Final = 256

Values = Mapping[str, Any]
Row = tuple[Any, ...]


def rows(connection: Connection, statement: ClauseElement, values: Values) -> list[Row]:
    """All rows, their columns in the order of the statement."""
    cursor = _execute(connection, statement, [values])
    return cast("list[Row]", cursor.fetchall())


def row(connection: Connection, statement: ClauseElement, values: Values) -> Row | None:
    """The first row, or None where there is none."""
    return next(iter(rows(connection, statement, values)), None)


def scalar(connection: Connection, statement: ClauseElement, values: Values) -> Any:
    """The first column of the first row, or None where there is none."""
    first = row(connection, statement, values)
    return first and first[0]


def change(connection: Connection, statement: ClauseElement, *values: Values) -> int:
    """Run it once for each of the values, which name the same columns; how many rows it changed."""
    return int(_execute(connection, statement, values).rowcount)


def _execute(connection: Connection, statement: ClauseElement, values: Sequence[Values]) -> Any:
    if not connection.in_transaction():
        connection.begin()
    text, fill = _compiled(statement, connection.dialect, tuple(values[0]))
    filled = [fill(each) for each in values]
    cursor = connection.connection.cursor()
    foreign: Any = connection.dialect.loaded_dbapi.Error
    try:
        if len(filled) > 1:
            cursor.executemany(text, filled)
        else:
            cursor.execute(text, filled[0])
    except foreign as error:
        raise DBAPIError.instance(text, cast("Any", filled), error, foreign, hide_parameters=True) from error
    return cursor


@lru_cache(maxsize=KNOWN)
def _compiled(
    statement: ClauseElement, dialect: Dialect, columns: tuple[str, ...]
) -> tuple[str, Callable[[Values], Any]]:
    """The text and how values become its parameters; what the statement fixes itself is filled in."""
    made = cast("SQLCompiler", statement.compile(dialect=dialect, column_keys=list(columns), for_executemany=True))
    fixed = {name: bind.effective_value for bind, name in made.bind_names.items() if not bind.required}
    if made.post_compile_params or made.literal_execute_params:
        message = f"cannot be compiled once: {made.string}"
        raise ValueError(message)
    if made.positiontup is None:
        return made.string, lambda values: {**fixed, **values}
    names = tuple(made.positiontup)

    def fill(values: Values) -> tuple[Any, ...]:
        whole = {**fixed, **values}
        return tuple([whole[name] for name in names])

    return made.string, fill
