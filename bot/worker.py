"""What runs beside the presses: tables whose time has come, and screens that show less than the table knows."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

import structlog

from bot.audiences import Seen, note_reach, screen_of, seen
from bot.platforms.base import Address, ChatLost, Gone, Later, Platform, Unreachable
from bot.screens.model import Screen
from bot.service import Service
from bot.slots import Slots
from bot.troubles import Complaints, reason
from core.errors import Illegal
from core.ids import PersonId, TableId
from core.table.commands import CLOCK, ChatGone, Tick
from core.table.model import Table
from storage import store
from storage.store import Connection, StaleScreen

CALL_SECONDS: Final = 20.0
LEASE: Final = 30_000
BACKOFF: Final = (1_000, 5_000, 30_000)
LONGEST_PAUSE: Final = 1.0
SHORTEST_PAUSE: Final = 0.02
CLOCK_PAUSE: Final = 0.1
PATIENCE: Final = 2.0
CALLS_AT_ONCE: Final = 12
"""No platform takes messages faster than some 30 a second: more at once would only hold up the answers to presses."""
CLAIMED_AT_ONCE: Final = 128
TABLES_AT_ONCE: Final = 64
CHAT_GONE: Final = "chat"
HELD_BACK: Final = 30_000
"""A screen may ask to wait so many milliseconds; longer, and the clock was set back."""

_log = structlog.get_logger(__name__)
Found = TypeVar("Found")
Note = Callable[[Connection], None]


class Wake:
    """Tells whoever listens that something was committed."""

    def __init__(self) -> None:
        self._listeners: list[asyncio.Event] = []

    def listener(self) -> asyncio.Event:
        """Return an event that every later `stir` sets."""
        self._listeners.append(asyncio.Event())
        return self._listeners[-1]

    def stir(self) -> None:
        """Wake everybody; called in the loop, after a commit."""
        for listener in self._listeners:
            listener.set()


class Worker:
    """The tasks of one process: one for the clock, one deliverer for each platform."""

    def __init__(self, service: Service, platforms: Sequence[Platform], *, wake: Wake) -> None:
        self._clock = Timekeeper(service, woken=wake.listener())
        self._deliverers = [Deliverer(service, each, woken=wake.listener()) for each in platforms]
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin; everything that is overdue or stale from before is taken up at once."""
        runs = [self._clock.run(), *(each.run() for each in self._deliverers)]
        self._tasks = [asyncio.create_task(run) for run in runs]

    async def stop(self) -> None:
        """Take up nothing more and let what is under way end, within two seconds."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(each.finish() for each in self._deliverers))


class Timekeeper:
    """Sends `Tick` to every table whose due time has come; late and doubled ones are harmless."""

    def __init__(self, service: Service, *, woken: asyncio.Event) -> None:
        self._service = service
        self._woken = woken
        self._guard = Guard()
        self._held: dict[TableId, int] = {}
        self._failures: dict[TableId, int] = {}

    async def run(self) -> None:
        """Look, tick, and sleep until the next due time or for a second, whichever is sooner."""
        while True:
            self._woken.clear()
            pause = await self._guard.run(self._look, otherwise=LONGEST_PAUSE)
            await asyncio.sleep(CLOCK_PAUSE)
            await _wait(self._woken, seconds=pause)

    async def _look(self) -> float:
        now = self._service.clock()
        furthest = now + BACKOFF[-1]  # beyond it only what was held before the clock was set back
        self._held = {table: until for table, until in self._held.items() if now < until <= furthest}
        due, following = await self._service.database.read(partial(_due, now=now))
        await asyncio.gather(*(self._tick(table) for table in due if table not in self._held))
        if due or following is None:
            return LONGEST_PAUSE
        return min(max(following - self._service.clock(), 0) / 1_000, LONGEST_PAUSE)

    async def _tick(self, table: TableId) -> None:
        """Tick one table; one that cannot move on is left alone for a while and never loops hot."""
        try:
            events = await self._service.execute(CLOCK, table, Tick())
        except Exception as error:
            self._guard.log("tick failed", error, table=table)
            self._hold(table, failed=True)
        else:
            self._failures.pop(table, None)
            if not events:
                self._hold(table, failed=False)

    def _hold(self, table: TableId, *, failed: bool) -> None:
        failures = self._failures.get(table, 0)
        if failed:
            self._failures[table] = failures + 1
        self._held[table] = self._service.clock() + _backoff(failures)


class Deliverer:
    """Brings the stale screens of one platform up to date, chats side by side, one public call at a time in each.

    Edits are noted in the transaction that claims the next screens: under load many notes cost one job.
    A call is cut off before its lease ends, so no screen is ever under way twice.
    """

    def __init__(self, service: Service, platform: Platform, *, woken: asyncio.Event) -> None:
        self._service = service
        self._platform = platform
        self._woken = woken
        self._guard = Guard()
        self._slots = Slots(CALLS_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._notes: list[Note] = []
        self._failures: dict[int, int] = {}

    async def run(self) -> None:
        """Claim what is stale and send it, for ever; what the process before had claimed is ours now."""
        await self._guard.run(self._release, otherwise=None)
        while True:
            self._woken.clear()
            claimed = await self._guard.run(self._claim, otherwise=None)
            await asyncio.sleep(LONGEST_PAUSE if claimed is None else SHORTEST_PAUSE)
            if claimed == 0 and not self._notes:
                await _wait(self._woken, seconds=LONGEST_PAUSE)

    async def finish(self) -> None:
        """Let the calls under way end and note them; those that take too long are repeated after the next start."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._guard.run(self._note_all, otherwise=None)

    async def _release(self) -> None:
        await self._service.database.run(partial(store.release_screens, platform=self._platform.name))

    async def _claim(self) -> int:
        room = CLAIMED_AT_ONCE - len(self._tasks)
        now = self._service.clock()
        claim = partial(_claimed, now=now, limit=room, platform=self._platform)
        claimed = await self._with_notes(claim) if room > 0 else []
        for stale, what in claimed:
            task = asyncio.create_task(self._deliver(stale, what, claimed_at=now))
            self._tasks.add(task)
            task.add_done_callback(self._delivered)
        return len(claimed)

    async def _note_all(self) -> None:
        await self._with_notes(lambda _connection: None)

    async def _with_notes(self, work: Callable[[Connection], Found]) -> Found:
        """Do it in one transaction with the notes that wait; they wait on when it fails."""
        notes, self._notes = self._notes, []

        def noting(connection: Connection) -> Found:
            for note in notes:
                note(connection)
            return work(connection)

        try:
            return await self._service.database.run(noting)
        except Exception:
            self._notes = notes + self._notes
            raise

    def _delivered(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._woken.set()

    async def _deliver(self, stale: StaleScreen, what: Seen | Exception, *, claimed_at: int) -> None:
        """Send one screen and note how it went; one that waited so long that its lease may end is claimed anew."""
        async with self._slots.one():
            waited = self._service.clock() - claimed_at
            if waited < LEASE - CALL_SECONDS * 1_000:
                await self._guard.run(partial(self._send, stale, what), otherwise=None)
            elif waited < LEASE:  # ours still: nothing else of the chat has to wait for the end of the lease
                self._postpone(stale, until=claimed_at)

    async def _send(self, stale: StaleScreen, what: Seen | Exception) -> None:
        await self._note(stale, await self._outcome(stale, what))

    async def _outcome(self, stale: StaleScreen, what: Seen | Exception) -> str | Exception | None:
        """Return the message that shows the screen now, or what stood in the way."""
        if isinstance(what, Exception):
            return what
        try:
            gone = what.table.ended == CHAT_GONE
            screen = None if gone else await self._service.pencil.draw(partial(screen_of, what))
            if screen is None:
                return stale.message
            if 0 < (early := screen.not_before - self._service.clock()) <= HELD_BACK:
                return Later(early / 1_000)
            async with asyncio.timeout(CALL_SECONDS):
                return await self._sent(stale, screen)
        except Exception as error:
            return error

    async def _sent(self, stale: StaleScreen, screen: Screen) -> str:
        address = Address(stale.chat, _person(stale.audience))
        if stale.message is not None:
            await self._platform.edit(address, stale.message, screen)
            return stale.message
        return await self._platform.post(address, screen, nonce=stale.nonce)

    async def _note(self, stale: StaleScreen, outcome: str | Exception | None) -> None:
        now = self._service.clock()
        failures = self._failures.pop(stale.id, 0)
        match outcome:
            case Later(seconds=seconds):
                self._postpone(stale, until=now + round(seconds * 1_000))
            case ChatLost():
                await self._close(stale)
            case Gone() if stale.message is not None:
                self._notes.append(partial(store.forget_message, screen=stale.id))
            case Unreachable():
                self._notes.append(partial(_note_unreached, stale=stale, now=now))
            case Exception():
                self._failures[stale.id] = failures + 1
                if not failures:  # once, not again with every repeat
                    self._guard.log("delivery failed", outcome, table=stale.table, audience=stale.audience)
                self._postpone(stale, until=now + _backoff(failures))
            case _:
                self._notes += self._delivered_notes(stale, outcome, now=now)
                if stale.message is None:  # at once: a cut is taken only when the opening's message is known
                    await self._note_all()

    def _delivered_notes(self, stale: StaleScreen, message: str | None, *, now: int) -> list[Note]:
        """What to keep of a screen that is out; the chat's next edit keeps the platform's pace."""
        notes = [_shown(stale, message=message)]
        if stale.unreachable:
            notes.append(partial(_note_reached, stale=stale, now=now))
        if self._platform.pace and _person(stale.audience) is None:
            until = now + round(self._platform.pace * 1_000)
            notes.append(partial(store.hold_edits, table=stale.table, until=until))
        return notes

    def _postpone(self, stale: StaleScreen, *, until: int) -> None:
        self._notes.append(partial(store.postpone, screen=stale.id, until=until))

    async def _close(self, stale: StaleScreen) -> None:
        """End the table of a chat that is no more, unless it has moved on meanwhile, and send nothing there again."""
        table = await self._service.database.read(partial(store.load, table=stale.table))
        if table.chat != stale.chat:
            return
        with suppress(Illegal):
            await self._service.execute(CLOCK, stale.table, ChatGone())
        self._notes.append(partial(store.retire_screen, screen=stale.id))


def _shown(stale: StaleScreen, *, message: str | None) -> Note:
    return partial(store.note_shown, screen=stale.id, message=message, version=stale.wanted, posts=stale.posts)


def _note_unreached(connection: Connection, *, stale: StaleScreen, now: int) -> None:
    """The hand waits until its person asks for it, and the board says so."""
    store.note_shown(connection, stale.id, message=stale.message, version=stale.wanted, posts=stale.posts)
    person = _person(stale.audience)
    if person is not None:
        note_reach(connection, store.load(connection, stale.table), person, lost=True, now=now)


def _note_reached(connection: Connection, *, stale: StaleScreen, now: int) -> None:
    person = _person(stale.audience)
    assert person is not None, "only hands are unreachable"
    note_reach(connection, store.load(connection, stale.table), person, lost=False, now=now)


def _due(connection: Connection, *, now: int) -> tuple[list[TableId], int | None]:
    return store.due_tables(connection, now, TABLES_AT_ONCE), store.next_due(connection)


def _claimed(
    connection: Connection, *, now: int, limit: int, platform: Platform
) -> list[tuple[StaleScreen, Seen | Exception]]:
    """Claim stale screens and read what each of them shows; one that cannot be read stops no other."""
    claimed = store.claim_screens(connection, now, lease=LEASE, limit=limit, platform=platform.name)
    tables: dict[TableId, Table] = {}
    turning = round(platform.reveal * 1_000)
    return [(stale, _seen(connection, stale, tables, turning=turning)) for stale in claimed]


def _seen(
    connection: Connection, stale: StaleScreen, tables: dict[TableId, Table], *, turning: int
) -> Seen | Exception:
    try:
        if stale.table not in tables:
            tables[stale.table] = store.load(connection, stale.table)
        return seen(connection, tables[stale.table], stale.audience, turning=turning)
    except Exception as error:
        return error


def _person(audience: str) -> PersonId | None:
    kind, _, name = audience.partition(":")
    return PersonId(name) if kind == "hand" else None


def _backoff(failures: int) -> int:
    return BACKOFF[min(failures, len(BACKOFF) - 1)]


class Guard:
    """Runs the steps of a loop that must go on whatever happens."""

    def __init__(self) -> None:
        self._complaints = Complaints()

    async def run(self, step: Callable[[], Awaitable[Found]], *, otherwise: Found) -> Found:
        """What the step returns, or `otherwise` when it fails."""
        try:
            return await step()
        except Exception as error:
            self.log("worker step failed", error)
            return otherwise

    def log(self, event: str, error: Exception, **where: object) -> None:
        """Log a failure, but not with every try."""
        if self._complaints.new(error, event=event, **where):
            _log.error(event, **where, **reason(error))


async def _wait(woken: asyncio.Event, *, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await woken.wait()
