"""Requests to the Bot API over aiohttp, which the other platforms use as well: half the work of the library's own."""

from typing import Any, Final

import aiohttp
from telegram._utils.defaultvalue import DefaultValue
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
_NAMED: Final = (aiohttp.ClientConnectorError, aiohttp.ServerDisconnectedError)
"""Errors whose text has no address of a request in it: that holds the token."""


class Requests(BaseRequest):
    """Requests over connections that are kept; `proxied`: as the environment says."""

    __slots__ = ("_connect", "_connections", "_proxied", "_read", "_session")

    def __init__(self, *, connections: int, read: float, connect: float, proxied: bool = True) -> None:
        self._connections = connections
        self._read = read
        self._connect = connect
        self._proxied = proxied
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds for an answer."""
        return self._read

    async def initialize(self) -> None:
        """Open nothing yet: the first request does."""

    async def shutdown(self) -> None:
        """Close the connections; the next request opens new ones."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *timeouts: Any, **more: Any
    ) -> tuple[int, bytes]:
        """The status and the body of the answer; redirections are not followed, for nobody else hears the token."""
        asked = dict(zip(_TIMEOUTS, timeouts, strict=False)) | more
        limits = aiohttp.ClientTimeout(
            total=None,
            connect=_seconds(asked.get("pool_timeout"), self._connect),
            sock_connect=_seconds(asked.get("connect_timeout"), self._connect),
            sock_read=_seconds(asked.get("read_timeout"), self._read),
        )
        body, headers = _body(request_data)
        try:
            async with self._open().request(
                method, url, data=body, headers=headers, timeout=limits, allow_redirects=False
            ) as answer:
                return answer.status, await answer.read()
        except TimeoutError:
            raise TimedOut from None
        except (aiohttp.ClientError, OSError) as error:
            text = f": {error}" if isinstance(error, _NAMED) else ""
            raise NetworkError(f"{type(error).__name__}{text}") from None

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._connections),
                headers={"User-Agent": self.USER_AGENT},
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=self._proxied,
            )
        return self._session


_TIMEOUTS: Final = ("read_timeout", "write_timeout", "connect_timeout", "pool_timeout")


def _seconds(asked: Any, usual: float) -> float | None:
    """What a call asks for, or else what is usual."""
    return usual if asked is None or isinstance(asked, DefaultValue) else float(asked)


def _body(request_data: RequestData | None) -> tuple[Any, dict[str, str] | None]:
    """What is sent: a form, with files in parts of their own."""
    if request_data is None:
        return None, None
    if not (files := request_data.multipart_data):
        return request_data.url_encoded_parameters().encode("ascii"), FORM
    form = aiohttp.FormData()
    for name, value in request_data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, kind) in files.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form, None
