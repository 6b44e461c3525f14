"""The composition root: the only place that makes the parts and joins them."""

import asyncio
import errno
import gc
import os
import secrets
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any, Final

import structlog

from bot import logs
from bot.config import Settings
from bot.daily.keeper import Keeper
from bot.ending import Ending
from bot.i18n import catalog, languages
from bot.platforms.base import CannotStart, Platform
from bot.screens.rules_rows import EXAMPLE_BONUS
from bot.service import Service
from bot.troubles import Complaints, reason
from bot.worker import Wake, Worker
from core.errors import Illegal
from core.rules import RULE_SETS
from core.strength import strengths
from core.table.commands import CLOCK, Restored
from storage import store
from storage.engine import Database, DatabaseTrouble

DATABASE_STATUS: Final = 3
ADDRESS_STATUS: Final = 4
PLATFORM_STATUS: Final = 5
NOTHING_STATUS: Final = 6
CONNECTING_SECONDS: Final = 3.0
"""After so long a start that is still under way is told."""
STOP_SECONDS: Final = 2.3
TURN_SECONDS: Final = 0.001
"""How long one thread may compute while another waits: loop and writer take turns often, so neither feels slow."""
GARBAGE: Final = (2_000, 10, 10)
"""After how many new objects the young, the middle and all are searched for garbage, each counted in the one before:
so that no search holds up the presses for more than some 30 ms."""
PLATFORMS: Final = {
    "web": "bot.platforms.web:WebPlatform",
    "discord": "bot.platforms.discord:DiscordPlatform",
    "telegram": "bot.platforms.telegram:TelegramPlatform",
}
"""Platform → where its class stands; a module is loaded only when its platform is switched on."""

_log = structlog.get_logger(__name__)


def run(settings: Settings) -> int:
    """Play until a signal comes; the exit status: 0, or 3 for the database, 4 for the address, 5 for a token, 6 for
    settings that switch nothing on.
    """
    logs.configure(settings)
    set_pace()
    ending = Ending()
    with ending.signals():
        return asyncio.run(main(settings, ending))


def set_pace() -> None:
    """Let threads take turns often, and search for garbage in small pieces: a whole search takes 0.3 s."""
    sys.setswitchinterval(TURN_SECONDS)
    gc.set_threshold(*GARBAGE)


async def main(settings: Settings, ending: Ending) -> int:
    """Open the database, play, and close it again; what a host must mend is one clear line."""
    asyncio.get_running_loop().set_exception_handler(Listener().hear)
    try:
        database = await _unless(ending, Database.open(settings.database, journal_mode=settings.journal_mode))
        if database is None:
            return 0
        try:
            return await _play(settings, ending, database)
        finally:
            await _within(STOP_SECONDS, database.close())
    except DatabaseTrouble as trouble:
        _say(catalog(settings.language).text(trouble.code, trouble.facts))
        return DATABASE_STATUS


class Listener:
    """Hears what goes wrong where nobody waits for it, and says it once: a full machine makes asyncio repeat itself."""

    def __init__(self) -> None:
        self._complaints = Complaints()

    def hear(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log it; a mistake of the program with all that asyncio knows of it."""
        error = context.get("exception")
        if error is not None and not self._complaints.new(error, message=context["message"]):
            return
        if error is None or "exc_info" in reason(error):
            loop.default_exception_handler(context)
        else:
            _log.error(context["message"], **reason(error))


async def _play(settings: Settings, ending: Ending, database: Database) -> int:
    wake = Wake()
    service = Service(
        database,
        settings=settings,
        clock=lambda: time.time_ns() // 1_000_000,
        entropy=partial(secrets.token_bytes, 32),
        stirred=wake.stir,
    )
    await call_off_restored(service)
    made = switched_on(service, settings)
    running: list[Platform] = []
    worker: Worker | None = None
    keeper = Keeper(service.daily, running)
    try:
        status = await _unless_ended(ending, _started(made, settings, running))
        if not running:
            return status
        worker = Worker(service, running, wake=wake)
        worker.start()
        keeper.start()
        _announce(running)
        warming = asyncio.create_task(asyncio.to_thread(warm))
        status = await _until_over(ending, running)
        await _within(STOP_SECONDS, warming)
        return status
    finally:
        parts = [platform.stop() for platform in made]
        await _within(STOP_SECONDS, *parts, keeper.stop(), *([worker.stop()] if worker else []))


async def _until_over(ending: Ending, running: Sequence[Platform]) -> int:
    """Return 0 when the process shall end, 5 once every platform has ended for good; each has said why."""
    wished = asyncio.create_task(ending.wished())
    over = asyncio.gather(*map(_over, running), return_exceptions=True)
    both: tuple[asyncio.Future[Any], ...] = (wished, over)
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    status = 0 if wished.done() else PLATFORM_STATUS
    for waiting in both:
        waiting.cancel()
    await asyncio.gather(*both, return_exceptions=True)
    return status


async def _over(platform: Platform) -> None:
    """Wait until a platform has ended for good, which not every one can."""
    over: Callable[[], Awaitable[object]] = getattr(platform, "over", asyncio.Event().wait)
    try:
        await over()
    except CannotStart:
        return
    except Exception:  # noqa: BLE001 # it is logged, the other platforms go on
        _log.exception("platform ended")


def warm() -> None:
    """Read the catalogues and build the strength tables, so that no first press waits for them.

    What is there by then stays, so that no search for garbage goes through it again.
    """
    for language in languages():
        catalog(language).text("web/title")
    for rule_set in RULE_SETS.values():
        strengths(rule_set, EXAMPLE_BONUS if rule_set.has_bonus else None)
    gc.collect()
    gc.freeze()


def switched_on(service: Service, settings: Settings) -> list[Platform]:
    """Make the platforms that the settings switch on."""
    made: list[Platform] = []
    for name in wanted(settings):
        module, _, maker = PLATFORMS[name].partition(":")
        platform: Callable[..., Platform] = getattr(import_module(module), maker)
        made.append(platform(service, service.database, settings))
    return made


def wanted(settings: Settings) -> tuple[str, ...]:
    """The names of these platforms: those with a token, and the browser room where it is asked for or alone."""
    tokens = {"discord": settings.discord_token, "telegram": settings.telegram_token}
    chats = tuple(name for name, token in tokens.items() if token)
    return (*(("web",) if settings.has_room else ()), *chats)


async def call_off_restored(service: Service) -> None:
    """Void every open deal of a database that was put back from a backup (fair-deal §7)."""
    for table in await service.database.read(store.restored_tables):
        with suppress(Illegal):
            await service.execute(CLOCK, table, Restored())
    await service.daily.call_off()
    await service.database.run(store.restoration_done)


async def _started(made: Sequence[Platform], settings: Settings, running: list[Platform]) -> int:
    """Start them side by side; one that cannot start is a line and left out of `running`. The status of the last such."""
    if not made:
        _say(catalog(settings.language).text("host/no-platform"))
        return NOTHING_STATUS
    statuses = await asyncio.gather(*(_start(platform, settings) for platform in made))
    running += [platform for platform, status in zip(made, statuses, strict=True) if not status]
    return next((status for status in reversed(statuses) if status), PLATFORM_STATUS)


async def _start(platform: Platform, settings: Settings) -> int:
    """0, or the status of what keeps this platform from starting: it is told, and the others play."""
    words = catalog(settings.language).text("host/connecting", {"name": platform.name.title()})
    told = asyncio.get_running_loop().call_later(CONNECTING_SECONDS, _tell, words)
    try:
        await platform.start()
    except CannotStart as refusal:
        _say(catalog(settings.language).text(refusal.code))
        return PLATFORM_STATUS
    except Exception as error:  # noqa: BLE001 # no fault of one platform stops another
        return _failed(platform, error, settings)
    finally:
        told.cancel()
    return 0


def _failed(platform: Platform, error: Exception, settings: Settings) -> int:
    """Tell what the host can mend, else write down all that is known."""
    words, number = catalog(settings.language), _why_closed(error)
    if number is None:
        _log.error("platform did not start", platform=platform.name, **reason(error))
        _say(words.text("host/platform-failed", {"name": platform.name}))
        return PLATFORM_STATUS
    code = "host/port-taken" if number == errno.EADDRINUSE else "host/address"
    port = getattr(platform, "port", settings.port)
    _say(words.text(code, {"host": settings.host, "port": str(port), "reason": os.strerror(number)}))
    return ADDRESS_STATUS


def _why_closed(error: Exception) -> int | None:
    """The number of what keeps an address from being opened; None for any other error."""
    if isinstance(error, socket.gaierror | UnicodeError):  # a name that no network knows, or that is none
        return errno.EADDRNOTAVAIL
    closed = {errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.EACCES}
    return error.errno if isinstance(error, OSError) and error.errno in closed else None


def _announce(platforms: Sequence[Platform]) -> None:
    for platform in platforms:
        for line in getattr(platform, "announce", tuple)():
            _tell(line)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


async def _unless_ended(ending: Ending, starting: Coroutine[Any, Any, int]) -> int:
    """Return the status of the start; when the process shall end meanwhile it is broken off."""
    task, wished = asyncio.create_task(starting), asyncio.create_task(ending.wished())
    await asyncio.wait({task, wished}, return_when=asyncio.FIRST_COMPLETED)
    wished.cancel()
    if task.done():
        return await task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return 0


async def _unless(ending: Ending, opening: Coroutine[Any, Any, Database]) -> Database | None:
    """Return the opened database, or None after closing it again when the process shall end meanwhile."""
    task = asyncio.create_task(opening)
    wished = asyncio.create_task(ending.wished())
    await asyncio.wait({task, wished}, return_when=asyncio.FIRST_COMPLETED)
    if not wished.done():
        wished.cancel()
        return await task
    with suppress(DatabaseTrouble):
        await _within(STOP_SECONDS, (await task).close())
    return None


async def _within(seconds: float, *parts: Awaitable[None]) -> None:
    """Wait for all, side by side; one that fails or takes longer is logged and left."""
    if not parts:
        return
    tasks = [asyncio.ensure_future(part) for part in parts]
    done, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    for task in done:
        if task.exception() is not None:
            _log.error("did not end in order", exc_info=task.exception())
    if late:
        _log.warning("took too long to end", parts=len(late))
