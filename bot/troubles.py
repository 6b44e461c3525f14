"""Failures that are no refusal: what the log says of them and what a player reads."""

import errno
import time
from collections.abc import Callable
from typing import Any, Final

from bot.platforms.base import Unanswered
from bot.screens.model import Text
from storage.engine import DatabaseTrouble

FULL: Final = "database/full"
QUIET_SECONDS: Final = 60.0
EXHAUSTED: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


def reason(error: BaseException) -> dict[str, Any]:
    """What the log says: a trace only where a line of the program is wrong."""
    if isinstance(error, DatabaseTrouble):
        return {"code": error.code, "reason": error.facts.get("reason")}
    if isinstance(error, (Unanswered, TimeoutError)):
        return {"reason": str(error) or type(error).__name__}
    if isinstance(error, OSError) and error.errno in EXHAUSTED:
        return {"reason": error.strerror}
    return {"exc_info": error}


class Complaints:
    """Remembers what was said: the same trouble again within a minute is no news.

    Trouble with disk or machine is the same wherever it is met, a mistake of the program only at the same place.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._said: dict[str, float] = {}

    def new(self, error: BaseException, **where: object) -> bool:
        """Whether the log shall hear of this one."""
        said, now = reason(error), self._now()
        name = f"{error!r} {where}" if "exc_info" in said else str(said)
        self._said = {each: at for each, at in self._said.items() if now - at < QUIET_SECONDS}
        if name in self._said:
            return False
        self._said[name] = now
        return True


def excuse(error: BaseException) -> Text:
    """What a player reads; a full disk is something that the host can mend at once."""
    full = isinstance(error, DatabaseTrouble) and error.code == FULL
    return Text("web/disk-full" if full else "web/trouble")
