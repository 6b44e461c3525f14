"""Troubles on demand: what is answered in place of the right answer."""

import fnmatch
from dataclasses import dataclass


@dataclass
class Trouble:
    """What is answered to the next `times` requests of a kind (-1: always) in place of the right answer."""

    method: str  # "*": any; on Telegram the name of the method
    path: str  # as a shell pattern: "/channels/12/messages/*", on Telegram "/-100123*"
    status: int = 0  # 0: the right answer, only late
    code: int = 0
    times: int = 1
    retry_after: float = 0  # seconds, of a 429
    delay: float = 0  # seconds before the answer
    applied: bool = False  # the request had its effect before its answer went wrong
    text: str = ""  # what the refusal says, on Telegram
    dropped: bool = False  # the connection ends without an answer, on Telegram
    met: int = 0  # how often it was

    def meets(self, method: str, path: str) -> bool:
        """Whether this request runs into it; counts it."""
        if not self.times or self.method not in {"*", method} or not fnmatch.fnmatchcase(path, self.path):
            return False
        self.times -= 1
        self.met += 1
        return True
