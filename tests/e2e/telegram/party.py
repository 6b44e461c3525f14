"""Friends at one table on Telegram: how they sit down, cut and arrange in every way, and what must hold at the end."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.tokens import Token, Verb
from tests.e2e.reckoning import asks, settled_rounds, token_behind
from tests.e2e.recorder import Recorder
from tests.e2e.serving import Serving
from tests.e2e.telegram.hand_rules import buttons
from tests.e2e.telegram.people import Answer, Person
from tests.e2e.telegram.server import Loopback
from tests.e2e.telegram.world import Message, Place
from tests.e2e.waiting import all_sit, until

_PATIENCE: Final = 60  # seconds; many tables at once are slow to test
_ROWS: Final = "bmf"
_SIGNS: Final = {"b": "尾", "m": "中", "f": "頭"}
_SIZES: Final = {"b": 5, "m": 5, "f": 3}
Arranging = Callable[["Party", Person], Awaitable[object]]


@dataclass(repr=False)  # a failing test would write for minutes
class Party:
    """One table in one place; the first of the people opens it."""

    loopback: Loopback
    serving: Serving
    room: Place
    people: Sequence[Person]
    pause: float = 0.01  # seconds between two looks

    @property
    def recorder(self) -> Recorder:
        """All that the bot said."""
        return self.loopback.recorder

    @property
    def boards(self) -> list[Message]:
        """The public screens, oldest first."""
        written = self.room.from_bot
        return [message for message in written if message.pressable and "reply_to_message" not in message.payload]

    async def board(self, verb: Verb, *, seconds: float = 15) -> Message:
        """The present public screen, as soon as it offers this."""
        (board,) = await until(
            lambda: [board for board in self.boards[-1:] if any(offered(board, verb))],
            seconds=seconds,
            every=self.pause,
        )
        return board

    def open_chats(self) -> None:
        """Everybody starts the bot, as they did long ago."""
        for person in self.people:
            person.open()

    async def seated(self, words: str, *, seconds: float = 15) -> Message:
        """The lobby with everybody in it."""
        host, *others = self.people
        before = self.boards[-1:]
        host.say(self.room, f"/shisanzhi start {words}")
        await until(lambda: self.boards[-1:] != before, seconds=seconds, every=self.pause)
        board = await self.board(Verb.JOIN, seconds=seconds)
        await asyncio.gather(*(other.press(board, wanted(Verb.JOIN)) for other in others))
        await all_sit(self.serving, [f"telegram:{each.id}" for each in self.people], every=self.pause)
        return board

    async def started(self, words: str, *, seconds: float = 15) -> Message:
        """The first opening, not cut yet."""
        board = await self.seated(words, seconds=seconds)
        await until(lambda: any(offered(board, Verb.START)), seconds=seconds, every=self.pause)
        await self.people[0].press(board, wanted(Verb.START))
        return await self.board(Verb.CUT, seconds=seconds)

    async def cut(self, *people: Person) -> None:
        """Everybody cuts, or these."""
        board = await self.board(Verb.CUT, seconds=60)
        presses = [
            person.press(board, wanted(Verb.CUT, arg=str(1 + number % 3)))
            for number, person in enumerate(people or self.people)
        ]
        await asyncio.gather(*presses)

    async def dealt(self, *people: Person) -> Message:
        """The board of the next opening, with cards dealt."""
        await self.cut(*people)
        return await self.board(Verb.HAND)

    async def hand(self, person: Person, *, seconds: float = _PATIENCE) -> Message:
        """The person's panel of the present opening in the private chat, which comes by itself."""
        asked = next(token_of(button) for button in buttons(self.boards[-1].keyboard) if _is(button, Verb.HAND))
        assert asked is not None

        def brought() -> list[Message]:
            return [message for message in person.dms if any(_belongs(button, asked) for button in all_of(message))]

        return (await until(brought, seconds=seconds, every=self.pause))[-1]

    async def all_submit(self, *arranging: Arranging) -> None:
        """Each person in their own way, all at once; the last way for whoever is left."""
        ways = [arranging[min(number, len(arranging) - 1)] for number, _ in enumerate(self.people)]
        await asyncio.gather(*(way(self, person) for way, person in zip(ways, self.people, strict=True)))

    def rounds(self) -> list[int]:
        """Serials of the openings that were settled so far."""
        return settled_rounds(self.serving)


def all_of(message: Message) -> list[dict[str, Any]]:
    """Every button under a message."""
    return [*buttons(message.keyboard)]


def wanted(verb: Verb, *, arg: str | None = None) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a button asks for this by a plain press, whatever is written on it."""
    return lambda button: asks(str(button.get("callback_data", "")), verb, arg=arg)


def offered(message: Message, verb: Verb, *, arg: str | None = None) -> Iterator[str]:
    """What stands behind the buttons that ask for this."""
    fits = wanted(verb, arg=arg)
    return (button["callback_data"] for button in all_of(message) if fits(button))


def token_of(button: Mapping[str, Any]) -> Token | None:
    """What a button asks for, None for a link."""
    return token_behind(str(button.get("callback_data", "")))


def _is(button: Mapping[str, Any], verb: Verb) -> bool:
    token = token_of(button)
    return token is not None and token.verb is verb


def _belongs(button: Mapping[str, Any], asked: Token) -> bool:
    token = token_of(button)
    return token is not None and (token.table, token.serial) == (asked.table, asked.serial)


def looks(message: Message) -> str:
    """All that is seen of a message, to be compared."""
    return json.dumps([message.text, message.keyboard])


async def renewed(panel: Message, presses: Iterable[Awaitable[Answer]]) -> list[Answer]:
    """Press all of it at once and wait for the panel's new look."""
    before = looks(panel)
    answers = await asyncio.gather(*presses)
    await until(lambda: looks(panel) != before, seconds=_PATIENCE)
    return answers


async def submit(person: Person, panel: Message) -> Answer:
    """Send what stands there."""
    await until(lambda: any(offered(panel, Verb.SUBMIT)), seconds=_PATIENCE)
    return (await renewed(panel, [person.press(panel, wanted(Verb.SUBMIT))]))[0]


async def suggested(party: Party, person: Person) -> Answer:
    """Take the first suggestion."""
    panel = await party.hand(person)
    await until(lambda: any(offered(panel, Verb.SUGGEST)), seconds=_PATIENCE)
    await renewed(panel, [person.press_data(panel, next(offered(panel, Verb.SUGGEST)))])
    return await submit(person, panel)


async def by_list(party: Party, person: Person) -> Answer:
    """Choose the rows from their lists, the back first, and let the rest fill itself."""
    panel = await party.hand(person)
    for row in _ROWS:
        if any(offered(panel, Verb.SUBMIT)):
            break
        await renewed(panel, [person.press(panel, lambda button, row=row: turns(button, f"l{row}0"))])  # type: ignore[misc]
        await renewed(panel, [person.press_data(panel, next(offered(panel, Verb.PICK)))])
    return await submit(person, panel)


async def by_card(party: Party, person: Person) -> Answer:
    """Tap the cards of a row at once, row after row, and mend what is wrong at the end."""
    panel = await party.hand(person)
    await renewed(panel, [person.press(panel, lambda button: turns(button, "cb"))])
    for row in _ROWS:
        taps = _puts(panel, row)
        if taps:
            await asyncio.gather(*(person.press_data(panel, tap) for tap in taps[: _SIZES[row]]))
            await until(lambda row=row: not _puts(panel, row) or any(offered(panel, Verb.SUBMIT)))  # type: ignore[misc]
    for verb in (Verb.AUTO, Verb.MEND, Verb.SWAP):
        for data in [*offered(panel, verb)][:1]:
            if not any(offered(panel, Verb.SUBMIT)):
                await renewed(panel, [person.press_data(panel, data)])
    return await submit(person, panel)


def turns(button: Mapping[str, Any], mode: str) -> bool:
    """Whether a button shows the same hand in this mode."""
    return str(button.get("callback_data", "")).startswith("=") and button["callback_data"].endswith(f"#{mode}")


def _puts(panel: Message, row: str) -> list[str]:
    """What stands behind the cards that go into this row now."""
    found = [(button["callback_data"], token_of(button)) for button in all_of(panel) if "callback_data" in button]
    return [data for data, token in found if token and token.verb is Verb.PUT and token.arg[:1] == row]


async def typed(party: Party, person: Person) -> Answer | None:
    """Look at a suggestion, take it away again and type it."""
    panel = await party.hand(person)
    await until(lambda: any(offered(panel, Verb.SUGGEST)), seconds=_PATIENCE)
    await renewed(panel, [person.press_data(panel, next(offered(panel, Verb.SUGGEST)))])
    rows = " / ".join(_row(panel.text, row) for row in "fmb")
    person.say(person.private, f"/arrange {rows}")
    await until(lambda: not any(offered(panel, Verb.SUBMIT)))
    return None


def _row(text: str, row: str) -> str:
    """The cards of a row as the panel shows them."""
    line = next(line for line in text.splitlines() if line.startswith(_SIGNS[row]))
    return line.rpartition("　")[2]


async def silent(party: Party, person: Person) -> None:
    """Look at the hand and let the time run out."""
    await party.hand(person)
