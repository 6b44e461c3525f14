"""People at one table of a room who speak to its socket and play its rounds by the fastest honest road."""

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.tokens import Verb
from core.ids import PersonId
from core.table.course import seat_of
from core.table.model import Phase, Table
from core.table.opening import DRAWING
from core.table.result import Result
from tests.e2e import fortune
from tests.e2e.cutting import cut_of, last_to_cut
from tests.e2e.playing import Json, Player
from tests.e2e.serving import Serving
from tests.e2e.waiting import until


@dataclass(repr=False)
class Company:
    """Players of one table; the first of them opened it."""

    serving: Serving
    players: Sequence[Player]
    table: int = 0
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    @classmethod
    async def gathered(cls, serving: Serving, link: str, *, names: Sequence[str], game: str) -> "Company":
        """People of a room whose match begins; all of them press for themselves, nobody by themselves."""
        own = await cls.seated(serving, link, names=names, game=game)
        await said_yes(own.players[0].press(Verb.START))
        return own

    @classmethod
    async def seated(cls, serving: Serving, link: str, *, names: Sequence[str], game: str) -> "Company":
        """The same before they begin."""
        players = [Player(link, name, random.Random(name), wishes=()) for name in names]
        own = cls(serving, players, tasks=[asyncio.create_task(player.play()) for player in players])
        host, *others = players
        await said_yes(host.ask({"type": "say", "text": f"/shisanzhi start {game}"}, seconds=20))
        for player in others:
            await said_yes(player.press(Verb.JOIN, seconds=20))
        own.table = fortune.table_of(serving, PersonId(host.person)).id
        return own

    async def disperse(self) -> None:
        """Everybody closes the page."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        assert [fault for player in self.players for fault in player.faults] == []

    def now(self) -> Table:
        """The table as it is kept."""
        return fortune.table_now(self.serving, self.table)

    def results(self) -> list[Result]:
        """What has ended at this table so far."""
        return fortune.results_of(self.serving, self.table)

    def sitting(self, table: Table | None = None) -> Mapping[int, Player]:
        """Who sits where now."""
        known = {player.person: player for player in self.players}
        seats = (table or self.now()).seats
        return {n: known[seat.person] for n, seat in enumerate(seats) if seat is not None and seat.person in known}

    def person(self, name: str) -> PersonId:
        """Whoever is called so at the table."""
        return next(PersonId(seat.person) for seat in self.now().seats if seat and seat.person and seat.name == name)

    def seat(self, player: Player) -> int | None:
        """Where somebody sits, None once they are out."""
        return seat_of(self.now(), PersonId(player.person))

    async def cut(self, wanted: fortune.Wanted | None = None) -> None:
        """Everybody cuts, stakes, draws or lets the cards come; what is wanted is dealt, and all have their cards."""
        table = await self.opened()
        seats = self.sitting(table)
        last = last_to_cut(table, [PersonId(player.person) for player in seats.values()]) if wanted else ""
        first = {seat: player for seat, player in seats.items() if player.person != last}
        answers = await asyncio.gather(*(_cut(table, seat, player) for seat, player in first.items()))
        on_time = self.now().phase is Phase.CUTTING and self.now().serial == table.serial
        assert not on_time or all(answer["ok"] for answer in answers), answers
        for seat, player in seats.items():
            if wanted and player.person == last:
                event = f"web:{secrets.token_hex(16)}"
                number = fortune.number_for(self.now(), seat, wanted, event=event)
                await said_yes(player.press(Verb.CUT, arg="", fields={"number": number, "event": event}))
        await until(lambda: self.now().phase is Phase.ARRANGING or self.now().serial > table.serial)
        if table.round != DRAWING:
            await until(lambda: all(table.serial in player.hands for player in seats.values()))

    async def opened(self) -> Table:
        """The table as soon as its next opening is there, and all have its message."""
        (table,) = await until(lambda: [now for now in [self.now()] if now.phase is Phase.CUTTING], seconds=20)
        await until(lambda: all(table.serial in player.boards for player in self.sitting(table).values()))
        return table

    async def play(self, ways: Mapping[str, "Way"] | None = None, *, seconds: float = 20) -> Result:
        """Everybody arranges, by name in their own way or as is suggested; what came out."""
        before, players = len(self.results()), self.sitting().values()
        await asyncio.gather(*((ways or {}).get(player.name, suggested)(player) for player in players))
        return (await until(lambda: self.results()[before:], seconds=seconds))[-1]


Way = Callable[[Player], Awaitable[object]]


async def said_yes(answer: Awaitable[Json]) -> Json:
    """The answer, which is no refusal."""
    found = await answer
    assert found["ok"], found
    return found


async def refused(answer: Awaitable[Json]) -> str:
    """What a refusal says."""
    found = await answer
    assert not found["ok"], found
    return str(found["toast"])


async def suggested(player: Player) -> None:
    """Take the first suggestion, and arrange for oneself whatever special there is."""
    if player.is_asked:
        await said_yes(player.press(Verb.EDIT))
    await said_yes(player.press(Verb.SUGGEST))
    await said_yes(player.press(Verb.SUBMIT))


async def declaring(player: Player) -> None:
    """Declare the special that is asked about."""
    assert player.is_asked
    await said_yes(player.press(Verb.DECLARE))


async def fouling(player: Player) -> None:
    """Send the suggestion with middle and back changed: it is warned of, and sent all the same."""
    if player.is_asked:
        await said_yes(player.press(Verb.EDIT))
    await said_yes(player.press(Verb.SUGGEST))
    await said_yes(player.press(Verb.SWAP))
    assert not player.is_asked
    await said_yes(player.press(Verb.SUBMIT, arg=""))
    assert player.is_asked
    assert (player.offers(Verb.SWAP), player.offers(Verb.EDIT)) == (True, True)
    await said_yes(player.press(Verb.SUBMIT, arg="foul"))


async def silent(_: Player) -> None:
    """Let the time run out."""


async def _cut(table: Table, seat: int, player: Player) -> Json:
    """What this seat gives to the deal."""
    verb, arg = cut_of(table, seat)
    return await player.press(verb, arg=arg, fields={"event": f"web:{secrets.token_hex(16)}"})
