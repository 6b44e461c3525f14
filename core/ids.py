"""Who and where, as text that carries the platform, so that equal numbers on two platforms never meet."""

from typing import Final, NewType

TableId = NewType("TableId", int)
"""A table of this installation, 1, 2, 3 …; shown as `t42`."""

PersonId = NewType("PersonId", str)
"""`platform:number`, e.g. `discord:1497549923779084388`; text, hence exact whatever its size."""

ChatId = NewType("ChatId", str)
"""`platform:number` or `platform:number/thread`; a thread or forum topic is a chat of its own."""


def platform_of(identity: PersonId | ChatId) -> str:
    """The platform's name in front of the first colon."""
    return identity.partition(":")[0]


DAILY: Final = TableId(int("dailydaily", 36))
"""Stands for the daily challenge in buttons; no table ever gets so large a number."""
_DAILY: Final = "daily"


def public_table(table: TableId) -> str:
    """The table's name in records and messages, `t42`, or `daily`."""
    return _DAILY if table == DAILY else f"t{table}"
