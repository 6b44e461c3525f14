"""Where each card stands while a person arranges: one small row a seat and opening, outside the table's lock."""

import json
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from core.ids import TableId
from storage import prepared, schema

REMEMBERED: Final = 16
"""How many presses a draft knows again."""


@dataclass(frozen=True)
class Place:
    """A seat of one opening: whose draft it is."""

    table: TableId
    serial: int
    seat: int


@dataclass(frozen=True)
class Kept:
    """What is kept while a person arranges: cards as placed, order of the hand, and whether a suggestion was taken."""

    placed: str = ""
    sort: str = ""
    hinted: bool = False


_OWN: Final = (
    (schema.drafts.c.table_id == bindparam("of_table"))
    & (schema.drafts.c.serial == bindparam("of_serial"))
    & (schema.drafts.c.seat == bindparam("of_seat"))
)
_READ: Final = (
    select(schema.drafts.c.placed, schema.drafts.c.sort, schema.drafts.c.hinted, schema.drafts.c.presses)
    .where(_OWN)
    .with_for_update()
)
_CHANGE: Final = update(schema.drafts).where(_OWN)
_NEW: Final = insert(schema.drafts)
_NOTHING: Final = ("", "", False, "[]")
_FORGET: Final = delete(schema.drafts).where(
    schema.drafts.c.table_id == bindparam("of_table"), schema.drafts.c.serial == bindparam("of_serial")
)


def draft(connection: Connection, place: Place) -> str:
    """The cards as they were placed, "" before the first."""
    return kept(connection, place).placed


def sort(connection: Connection, place: Place) -> str:
    """How the person has sorted the hand, "" before they chose."""
    return kept(connection, place).sort


def kept(connection: Connection, place: Place) -> Kept:
    """All at once."""
    placed, sort, hinted, _ = _row(connection, place) or _NOTHING
    return Kept(placed, sort, bool(hinted))


def save_draft(connection: Connection, place: Place, *, placed: str, press: str, hinted: bool = False) -> bool:
    """Keep the cards as placed; False, and nothing changes, when this press was taken before.

    That a suggestion was taken is never forgotten.
    """
    return _save(connection, place, values={"placed": placed, **({"hinted": True} if hinted else {})}, press=press)


def empty_draft(connection: Connection, place: Place) -> None:
    """Take all cards back into the hand; the presses that were taken stay known."""
    prepared.change(connection, _CHANGE, {**_key(place), "placed": ""})


def save_sort(connection: Connection, place: Place, *, sort: str, press: str) -> bool:
    """Keep how the hand is sorted; False, and nothing changes, when this press was taken before."""
    return _save(connection, place, values={"sort": sort}, press=press)


def taken(connection: Connection, place: Place, *, press: str) -> bool:
    """Whether this press is among the last ones taken."""
    *_, presses = _row(connection, place) or _NOTHING
    return press in json.loads(presses)


def forget_drafts(connection: Connection, table: TableId, *, serial: int) -> None:
    """Drop the drafts of an opening that has ended."""
    prepared.change(connection, _FORGET, {"of_table": table, "of_serial": serial})


def _save(connection: Connection, place: Place, *, values: dict[str, Any], press: str) -> bool:
    found = _row(connection, place)
    *_, taken_before = found or _NOTHING
    presses = json.loads(taken_before)
    if press in presses:
        return False
    changed = {**values, "presses": json.dumps([*presses, press][-REMEMBERED:])}
    if found:
        prepared.change(connection, _CHANGE, {**_key(place), **changed})
    else:
        key = {"table_id": place.table, "serial": place.serial, "seat": place.seat}
        prepared.change(connection, _NEW, {**key, "placed": "", "sort": "", "hinted": False, **changed})
    return True


def _row(connection: Connection, place: Place) -> prepared.Row | None:
    return prepared.row(connection, _READ, _key(place))


def _key(place: Place) -> dict[str, int]:
    return {"of_table": place.table, "of_serial": place.serial, "of_seat": place.seat}
