"""The log: to stderr, for people or as JSON lines, and without anything secret."""

import logging
import sys
from collections.abc import Iterable
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.config import Settings

REMOVED = "[removed]"
_SECRET_WORDS = frozenset(
    {
        "authorization",
        "card",
        "cards",
        "cookie",
        "entropy",
        "hand",
        "hands",
        "password",
        "placed",
        "rows",
        "salt",
        "secret",
        "token",
    }
)


class Remover:
    """A processor that takes secrets out: by the name of the field, and known values wherever they stand."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        """Keep the known values; those too short to be secrets would only spoil the log."""
        self._values = tuple(value for value in values if len(value) >= 8)

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        """Return the event without its secrets."""
        return {key: self._clean(key, value) for key, value in event.items()}

    def _clean(self, key: str, value: object) -> object:
        if _SECRET_WORDS & set(key.lower().replace("-", "_").split("_")):
            return REMOVED
        match value:
            case dict():
                return {name: self._clean(str(name), part) for name, part in value.items()}
            case list() | tuple() | set() | frozenset():
                return [self._clean("", part) for part in value]
            case None | bool() | int() | float():
                return value
            case _:
                return self._without_values(str(value))

    def _without_values(self, text: str) -> str:
        for value in self._values:
            text = text.replace(value, REMOVED)
        return text


def configure(settings: Settings, stream: TextIO | None = None) -> None:
    """Send what structlog and the standard library's logging write to stderr in one form."""
    out = stream or sys.stderr
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    shared = _shared()
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                Remover(settings.secrets()),
                _renderer(settings.log_format, out),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
    logging.getLogger("alembic").setLevel(max(level, logging.WARNING))


def _shared() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def _renderer(log_format: str, out: TextIO) -> Processor:
    if log_format == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    plain = structlog.dev.plain_traceback  # the richer ones show local variables, and so hands
    return structlog.dev.ConsoleRenderer(colors=out.isatty(), exception_formatter=plain)
