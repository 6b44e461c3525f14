"""The connection to Telegram's Bot API: what is counted, how long is waited, what its logs keep to themselves."""

import logging
import os
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


def bot(settings: Settings, allowance: Allowance) -> Bot:
    """The bot of this token; another address of the API is reached without a proxy."""
    os.environ.setdefault("PTB_TIMEDELTA", "true")  # else each flood warning is a deprecation warning too
    token = settings.telegram_token.get_secret_value() if settings.telegram_token else ""
    api = settings.telegram_api or "https://api.telegram.org"
    shared: dict[str, Any] = {
        "read": READ_SECONDS,
        "connect": CONNECT_SECONDS,
        "proxied": not settings.telegram_api,
    }
    return Bot(
        token,
        base_url=f"{api}/bot",
        base_file_url=f"{api}/file/bot",
        request=Counted(allowance, connections=CONNECTIONS, **shared),
        get_updates_request=Heard(connections=2, **shared),
    )


def quiet() -> None:
    """Let the libraries' own logs say only what is wrong: more would show addresses with the token in them."""
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in _TELL_TALES:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
