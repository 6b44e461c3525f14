"""Who a visitor is: a random secret in a cookie, of which only a hash is kept, and the host's link of one use."""

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

from core.ids import PersonId

COOKIE: Final = "shisanzhi"
ROOM_COOKIE: Final = "shisanzhi_room"
COOKIE_SECONDS: Final = 400 * 24 * 3600  # the longest that browsers keep one
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def new_secret() -> str:
    """256 fresh random bits as 43 letters."""
    return secrets.token_urlsafe(32)


def known_secret(cookie: str | None) -> str | None:
    """The cookie's secret when it has the form of one."""
    return cookie if cookie is not None and _SECRET.fullmatch(cookie) else None


def cookie_hash(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(b"shisanzhi/cookie\n" + secret.encode("ascii")).hexdigest()


def person_of(kept: str) -> PersonId:
    """The public id that belongs to a kept hash; nobody comes back from it to the hash or the secret."""
    return PersonId("web:" + sha256(b"shisanzhi/person\n" + kept.encode("ascii")).hexdigest()[:12])


class AdminKey:
    """The word in the start-up link that makes the first visitor with it the admin."""

    def __init__(self) -> None:
        self.word = secrets.token_urlsafe(24)
        self._used = False

    def use(self, word: str) -> bool:
        """Whether this is the word, for the first time; afterwards it opens nothing."""
        fits = hmac.compare_digest(word.encode("utf-8", "replace"), self.word.encode("ascii"))
        first = fits and not self._used
        self._used = self._used or fits
        return first
