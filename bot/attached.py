"""Files that go along with a check: the record as the room has it for download, and the program that reads it."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from bot.screens.model import File
from core.ids import TableId, public_table


def attached(records: Sequence[Mapping[str, Any]], *, table: TableId, serial: int) -> tuple[File, ...]:
    """An ended deal's record with its checker."""
    return File(f"{_name(table, serial)}.json", json.dumps(records)), _checker()


def attached_so_far(records: Sequence[Mapping[str, Any]], *, table: TableId, serial: int) -> tuple[File, ...]:
    """What is public of a deal under way, to be compared later; there is nothing to check yet."""
    return (File(f"{_name(table, serial)}-open.json", json.dumps(records)),)


def _name(table: TableId, serial: int) -> str:
    return f"shisanzhi-{public_table(table)}-{serial}"


@cache
def _checker() -> File:
    return File("verify.py", files("bot.verifier").joinpath("verify.py").read_text("utf-8"))
