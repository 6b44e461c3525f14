"""The connection to Telegram's Bot API: what is counted, how long is waited, what its logs keep to themselves."""

import json
import logging
import os
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from telegram import Bot
from telegram.request import RequestData

from bot.config import Settings
from bot.platforms.telegram.allowance import Allowance
from bot.platforms.telegram.requests import Requests

POLL_SECONDS: Final = 10
READ_SECONDS: Final = 8.0
CONNECT_SECONDS: Final = 5.0
CONNECTIONS: Final = 256
_TALKATIVE: Final = ("httpx", "httpcore", "telegram", "tornado.access")
_TELL_TALES: Final = ("telegram.Bot", "telegram.ext.Updater")
"""What they say of an update that they cannot read has all of it in it, private words too; we hear the error itself."""


class Heard(Requests):
    """Requests to Telegram. A page of something that stands in between is no word of Telegram's, whatever it says."""

    __slots__ = ()

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *timeouts: Any, **more: Any
    ) -> tuple[int, bytes]:
        code, payload = await super().do_request(url, method, request_data, *timeouts, **more)
        return (code, payload) if payload.lstrip().startswith(b"{") else (HTTPStatus.BAD_GATEWAY, b"{}")


class Polls(Heard):
    """The questions for updates. What came last is at hand as it came: the library reads all of it or nothing."""

    __slots__ = ("_last",)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._last = b"{}"

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *timeouts: Any, **more: Any
    ) -> tuple[int, bytes]:
        code, self._last = await super().do_request(url, method, request_data, *timeouts, **more)
        return code, self._last

    def updates(self) -> Sequence[dict[str, Any]]:
        """The updates that came last."""
        found = json.loads(self._last).get("result")
        return found if isinstance(found, list) else []


class Counted(Heard):
    """Requests of which the allowance hears before they go out."""

    __slots__ = ("_allowance",)

    def __init__(self, allowance: Allowance, **settings: Any) -> None:
        super().__init__(**settings)
        self._allowance = allowance

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *timeouts: Any, **more: Any
    ) -> tuple[int, bytes]:
        if request_data is not None:
            self._allowance.called(url.rpartition("/")[2], request_data.json_parameters.get("chat_id", ""))
        return await super().do_request(url, method, request_data, *timeouts, **more)


def polls(settings: Settings) -> Polls:
    """What asks for the updates of a bot."""
    return Polls(connections=2, **_shared(settings))


def bot(settings: Settings, allowance: Allowance, *, polls: Polls) -> Bot:
    """The bot of this token."""
    os.environ.setdefault("PTB_TIMEDELTA", "true")  # else each flood warning is a deprecation warning too
    token = settings.telegram_token.get_secret_value() if settings.telegram_token else ""
    api = settings.telegram_api or "https://api.telegram.org"
    return Bot(
        token,
        base_url=f"{api}/bot",
        base_file_url=f"{api}/file/bot",
        request=Counted(allowance, connections=CONNECTIONS, **_shared(settings)),
        get_updates_request=polls,
    )


def _shared(settings: Settings) -> dict[str, Any]:
    """How long is waited; another address of the API is reached without a proxy."""
    return {"read": READ_SECONDS, "connect": CONNECT_SECONDS, "proxied": not settings.telegram_api}


def quiet() -> None:
    """Let the libraries' own logs say only what is wrong: more would show addresses with the token in them."""
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in _TELL_TALES:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
