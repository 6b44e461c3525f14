"""`shisanzhi verify`: check a table's records twice, by the game's own rules and by the verifier that stands alone."""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TextIO

from bot.config import Settings
from core import deal
from core.errors import Illegal
from core.ids import DAILY, TableId, public_table
from storage import daily, store
from storage.looking import look
from storage.store import Connection

RIGHT, WRONG, UNREAD = 0, 1, 2
_SETTLED: Final = "settled"
_TABLE: Final = re.compile("t?([1-9][0-9]{0,17})")
_VALUES: Final = ("commitment", "closed", "sealed", "digest")

Record = Mapping[str, Any]


class Unread(Exception):
    """There are no records to check; the message says why."""


def run(subject: str, settings: Settings, out: TextIO | None = None) -> int:
    """Print every record of a file or of a table of the database with its verdict; 1 when one of them fails."""
    stream = out or sys.stdout
    try:
        records = records_of(subject, settings.database)
    except Unread as why:
        stream.write(f"{why}\n")
        return UNREAD
    faults = [faults_of(record, records[at - 1] if at else None) for at, record in enumerate(records)]
    for place, (record, found) in enumerate(zip(records, faults, strict=True), 1):
        stream.writelines(f"{line}\n" for line in _lines(place, record, found))
    stream.write(f"{_summary(records, faults)}\n")
    return WRONG if any(faults) else RIGHT


def records_of(subject: str, database: Path) -> list[Record]:
    """The records of a JSON file, of a table by its number (`42` or `t42`), or of the `daily` challenge."""
    path = Path(subject)
    table = _TABLE.fullmatch(subject)
    found: list[Record]
    if path.is_file():
        found = _read(path)
    elif subject == public_table(DAILY):
        found = [*look(database, daily.all_published)]
    elif table is not None:
        found = [json.loads(record) for record in look(database, partial(_kept, table=TableId(int(table[1]))))]
    else:
        raise Unread(f"There is no file {subject!a}, and it is no number of a table.")
    if not found:
        raise Unread("No deal of it has ended yet: there is nothing to check.")
    return found


def _kept(connection: Connection, *, table: TableId) -> Sequence[str]:
    """The records of a table that there is."""
    try:
        store.load(connection, table)
    except Illegal:
        raise Unread(f"There is no table {public_table(table)} in this database.") from None
    return store.records(connection, table)


def faults_of(record: Record, before: Record | None) -> dict[str, str]:
    """Who found which check failed; empty where both find the record sound."""
    alone: Callable[..., str | None] = import_module("bot.verifier.verify").fault
    found = {"the game": deal.fault(record, before), "verify.py": alone(record, before)}
    return {who: fault for who, fault in found.items() if fault is not None}


def _read(path: Path) -> list[Record]:
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise Unread(f"{str(path)!a} cannot be read: {type(error).__name__}") from error
    if not isinstance(read, list):
        raise Unread(f"{str(path)!a} is not a list of records.")
    return read


def _lines(place: int, record: Record, found: Mapping[str, str]) -> Sequence[str]:
    """One record; of a broken one nothing is shown, its texts may hold anything."""
    if found:
        checks = ", ".join(f"{fault} (says {who})" for who, fault in found.items())
        return [f"record {place}: FAILED at {checks}"]
    context = record["context"]
    cuts = [f"seat {cut['seat']}: {' '.join((cut['number'], cut['event'])).strip()}" for cut in record["cuts"]]
    return [
        f"deal {context['serial']} of {context['table']}, {context['rules']}: verified, {record['outcome']}",
        f"  cuts        {'; '.join(cuts) or 'none'}",
        *(f"  {name:<11} {deal.tag(record[name])}  {record[name]}" for name in _VALUES),
    ]


def _summary(records: Sequence[Record], faults: Sequence[Mapping[str, str]]) -> str:
    sound = [record for record, found in zip(records, faults, strict=True) if not found]
    voids = [
        f"{record['context']['serial']} ({record['outcome']})" for record in sound if record["outcome"] != _SETTLED
    ]
    failed = len(records) - len(sound)
    return f"{len(records)} records, {failed} failed; void: {', '.join(voids) or 'none'}"
