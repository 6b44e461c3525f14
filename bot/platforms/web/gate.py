"""What is let in: hosts and origins by name, presses by rate, and the headers that keep the page to itself."""

import ipaddress
import logging
import re
import socket
from collections.abc import Callable, Mapping
from typing import Final

from aiohttp.http_exceptions import HttpProcessingError

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9_.-]{1,253})(?::([0-9]{1,5}))?", re.ASCII)


class Bucket:
    """Lets `rate` presses a second through, `burst` at once; `now` counts seconds."""

    def __init__(self, rate: float, burst: float, *, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._left = burst
        self._at = now()

    def take(self) -> bool:
        """Whether one more may pass now."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self) -> int:
        """Whole seconds until the next one may pass, at least 1."""
        return max(1, round((1 - self._left) / self._rate))

    def idle(self) -> bool:
        """Whether nothing has passed for long enough to forget this bucket."""
        self._fill()
        return self._left >= self._burst

    def _fill(self) -> None:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


def own_fault(record: logging.LogRecord) -> bool:
    """Whether the log shall have this: not that a visitor has gone before the answer, and not what is no HTTP, which is
    its sender's fault and may hold a cookie.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | ConnectionError)


def host_name(header: str) -> str:
    """The name or address of a `Host` header in lower case, without port and brackets; "" when it is none."""
    found = _HOST.fullmatch(header)
    return found[1].strip("[]").lower().removesuffix(".") if found else ""


def host_allowed(header: str, *, local: str, names: frozenset[str]) -> bool:
    """Whether a `Host` is ours: a loopback name, the address that the visitor reached us at, or one of `names`.

    A page elsewhere whose name is pointed at this machine (DNS rebinding) still sends its own name, so it is refused.
    """
    name = host_name(header)
    return bool(name) and (name in LOOPBACK or name in names or _same_address(name, local))


def same_origin(origin: str, host: str) -> bool:
    """Whether a page of this very host opened the socket."""
    scheme, separator, rest = origin.partition("://")
    return separator == "://" and scheme in {"http", "https"} and rest.lower() == host.lower() and bool(host_name(host))


def own_names() -> frozenset[str]:
    """The names of this machine in its network, "kitchen" and "kitchen.local"."""
    name = socket.gethostname().lower().removesuffix(".local")
    return frozenset({name, f"{name}.local"}) if name else frozenset()


def own_address() -> str:
    """The address of this machine in its network; "127.0.0.1" when it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of documentation: it only chooses the way out
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _same_address(name: str, local: str) -> bool:
    try:
        return _address(name) == _address(local)
    except ValueError:
        return False


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    address = ipaddress.ip_address(text.partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
