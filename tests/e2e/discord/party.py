"""Friends at one table on Discord: how they sit down, cut and arrange in every way, and what must hold at the end."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from simcord.backend.models import Message

from bot.tokens import Token, Verb
from tests.e2e.discord.looking import buttons_of, selects_of
from tests.e2e.discord.people import Answer, Person, until
from tests.e2e.discord.server import Loopback
from tests.e2e.discord.world import Guild, Place
from tests.e2e.reckoning import asks, settled_rounds, token_behind
from tests.e2e.recorder import Recorder
from tests.e2e.serving import Serving
from tests.e2e.waiting import all_sit

_TAPS: Final = 40
T = TypeVar("T")
Arranging = Callable[["Party", Person], Awaitable[object]]


@dataclass(repr=False)  # a failing test would write for minutes
class Party:
    """One table in one place; the first of the people opens it."""

    loopback: Loopback
    serving: Serving
    guild: Guild
    room: Place
    people: Sequence[Person]
    pause: float = 0.01  # seconds between two looks

    @property
    def boards(self) -> list[Message]:
        """The public screens, oldest first."""
        return [message for message in self.room.messages if message.components]

    async def board(self, verb: Verb, *, seconds: float = 15) -> Message:
        """The present public screen, as soon as it offers this."""
        (board,) = await until(
            lambda: [board for board in self.boards[-1:] if any(offered(board, verb))],
            seconds=seconds,
            every=self.pause,
        )
        return board

    async def seated(self, **options: object) -> Message:
        """The lobby with everybody in it."""
        host, *others = self.people
        await host.slash(self.room, "shisanzhi start", **options)
        board = await self.board(Verb.JOIN)
        joining = [partial(other.press, board, wanted(Verb.JOIN)) for other in others]
        await asyncio.gather(*map(insist, joining))
        await all_sit(self.serving, [f"discord:{each.id}" for each in self.people], every=self.pause)
        return board

    async def started(self, **options: object) -> Message:
        """The first opening, not cut yet."""
        board = await self.seated(**options)
        await until(lambda: any(offered(board, Verb.START)), seconds=15, every=self.pause)
        await self.people[0].press(board, wanted(Verb.START))
        return await self.board(Verb.CUT)

    async def cut(self, *people: Person) -> None:
        """Everybody cuts, or these."""
        board = await self.board(Verb.CUT)
        presses = [
            partial(person.press, board, wanted(Verb.CUT, arg=str(1 + number % 3)))
            for number, person in enumerate(people or self.people)
        ]
        await self.known(board)
        await asyncio.gather(*(insist(press) for press in presses))

    async def known(self, board: Message) -> None:
        """The bot knows that its message is there: no cut is taken before its seal was seen."""
        number = f"{board.channel_id}:{board.id}"
        await until(
            lambda: self.serving.query("SELECT 1 FROM screens WHERE message = ?", number), seconds=60, every=self.pause
        )

    async def dealt(self, *people: Person) -> Message:
        """The board of the next opening, with cards dealt."""
        await self.cut(*people)
        return await self.board(Verb.HAND)

    async def hand(self, person: Person) -> Message:
        """The person's private panel, asked for on the board."""
        answer = await insist(lambda: person.press(self.boards[-1], wanted(Verb.HAND)))
        if answer.kind == "deferred update":
            await until(lambda: answer.followups, seconds=60, every=0.1)
            return answer.followups[-1]
        return answer.message

    async def all_submit(self, *arranging: Arranging) -> None:
        """Each person in their own way, all at once; the last way for whoever is left."""
        ways = [arranging[min(number, len(arranging) - 1)] for number, _ in enumerate(self.people)]
        await asyncio.gather(*(way(self, person) for way, person in zip(ways, self.people, strict=True)))

    def rounds(self) -> list[int]:
        """Serials of the openings that were settled so far."""
        return settled_rounds(self.serving)

    @property
    def recorder(self) -> Recorder:
        """All that the bot said."""
        return self.loopback.recorder


def offered(message: Message, verb: Verb, *, arg: str | None = None) -> Iterator[str]:
    """Custom ids of the buttons that can be pressed for this."""
    fits = wanted(verb, arg=arg)
    return (button["custom_id"] for button in buttons_of(message) if not button.get("disabled") and fits(button))


def wanted(verb: Verb, *, arg: str | None = None) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a button asks for this by a plain press, whatever is written on it."""

    return lambda button: asks(str(button.get("custom_id", "")), verb, arg=arg)


def token_of(button: Mapping[str, Any]) -> Token | None:
    """What a button asks for, None for a link or a menu."""
    return token_behind(str(button.get("custom_id", "")))


async def insist(press: Callable[[], Awaitable[Answer]], *, seconds: float = 20) -> Answer:
    """Do it again until it is answered, as people do while the bot is away."""
    end = time.monotonic() + seconds
    while (answer := await press()).kind == "nothing":
        assert time.monotonic() < end, "never answered"
    return answer


async def renewed(panel: Message, press: Callable[[], Awaitable[Answer]]) -> Answer:
    """Press until it is answered, and wait for the panel where its new look comes later."""
    return await _changed(panel, insist(press))


async def _changed(panel: Message, pressed: Awaitable[T]) -> T:
    before = json.dumps(panel.components)
    answer = await pressed
    await until(lambda: json.dumps(panel.components) != before, seconds=60, every=0.1)
    return answer


async def submit(person: Person, panel: Message) -> Answer:
    """Send what stands there."""
    return await renewed(panel, lambda: person.press(panel, wanted(Verb.SUBMIT)))


async def suggested(party: Party, person: Person) -> Answer:
    """Take the first suggestion."""
    panel = await party.hand(person)
    await renewed(panel, lambda: person.press_id(panel, next(offered(panel, Verb.SUGGEST))))
    return await submit(person, panel)


async def by_list(party: Party, person: Person) -> Answer:
    """Choose the rows from their lists, the back first, and let the rest fill itself."""
    return await _listed(person, await party.hand(person))


async def in_direct_message(party: Party, person: Person) -> Answer:
    """The same in the newest direct message."""
    (panel,) = await until(lambda: [dm for dm in person.dms[-1:] if selects_of(dm)])
    return await _listed(person, panel)


async def _listed(person: Person, panel: Message) -> Answer:
    for row in "bmf":
        menu = next(menu for menu in selects_of(panel) if menu["custom_id"].split(":")[1] == row)
        if not menu.get("disabled"):
            choice = menu["options"][0]["value"]
            await renewed(panel, partial(person.press_id, panel, menu["custom_id"], values=[choice]))
    await _made_legal(person, panel)
    return await submit(person, panel)


async def by_card(party: Party, person: Person) -> Answer:
    """Tap one card after the other, two at once where it can be, and change two of them at the end."""
    panel = await party.hand(person)
    await person.press(panel, lambda button: button.get("custom_id", "").endswith("#cb"))
    for _ in range(_TAPS):
        row = next((arg[0] for arg in _puts(panel)), "")
        if not row:
            break
        size = sum(arg[0] == row for arg in _puts(panel))
        tapped = [next(offered(panel, Verb.PUT, arg=arg)) for arg in _puts(panel)[: min(2, size)]]
        room = 2 if _left(panel, row) > 1 else 1
        taps = [person.press_id(panel, custom_id) for custom_id in tapped[:room]]
        await _changed(panel, asyncio.gather(*taps))
    await _made_legal(person, panel)
    return await submit(person, panel)


def _puts(panel: Message) -> list[str]:
    found = [token_of(button) for button in buttons_of(panel)]
    return [token.arg for token in found if token is not None and token.verb is Verb.PUT]


def _left(panel: Message, row: str) -> int:
    """How many cards a row still takes, from the label "Back 2/5" of its button."""
    turns = [button for button in buttons_of(panel) if button.get("custom_id", "").startswith("=")]
    button = next(button for button in turns if button["custom_id"].endswith(f"#c{row}"))
    n, m = button["label"].rsplit(" ", 1)[1].split("/")
    return int(m) - int(n)


async def _made_legal(person: Person, panel: Message) -> None:
    """Press what mends or fills, if anything must be mended."""
    for verb in (Verb.AUTO, Verb.MEND, Verb.SWAP):
        for custom_id in [*offered(panel, verb)][:1]:
            if not any(offered(panel, Verb.SUBMIT)):
                await renewed(panel, partial(person.press_id, panel, custom_id))


async def typed(party: Party, person: Person) -> Answer:
    """Take an offer of the typed command."""
    choices = await person.complete(party.room, "shisanzhi arrange", "rows", "")
    return await insist(lambda: person.slash(party.room, "shisanzhi arrange", rows=choices[0]["value"]))


async def silent(party: Party, person: Person) -> None:
    """Look at the hand and let the time run out."""
    await party.hand(person)


def check_mentions(party: Party) -> None:
    """Nobody is pinged by any message of the bot but by a line that is there for nothing else."""
    for call in party.loopback.recorder.calls:
        content = call.body if call.path.startswith("/channels/") and call.method in {"POST", "PATCH"} else None
        if content is not None and "components" in content:
            assert content["allowed_mentions"] == {"parse": []}, call.path
        elif content is not None and content.get("content"):
            assert not content["allowed_mentions"].get("parse"), call.path
