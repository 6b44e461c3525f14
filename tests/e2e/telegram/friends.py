"""Friends on Telegram as the neutral games see them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.tokens import Verb
from tests.e2e.reckoning import token_behind
from tests.e2e.recorder import Call
from tests.e2e.six_games import Game, now
from tests.e2e.telegram.hand_rules import buttons
from tests.e2e.telegram.party import Party, offered, renewed, turns, wanted
from tests.e2e.telegram.people import Person
from tests.e2e.telegram.queries import LIFE
from tests.e2e.telegram.world import Message
from tests.e2e.waiting import until


@dataclass(repr=False)
class TelegramFriends(Party):
    """A party that plays any game."""

    platform: str = "telegram"

    async def begin(self, game: Game) -> None:
        await self.seated(f"{game.rules} {game.rounds} 120 {game.reveal}")
        await until(lambda: all(now(self).seats))
        self.people[0].say(self.room, "/begin")  # the button would come some seconds later

    async def newcomer(self, name: str) -> Person:
        person = self.loopback.person(name, self.room)
        person.open()
        return person

    async def press(self, person: Person, verb: Verb, arg: str | None = None) -> str:
        board = await self.board(verb, seconds=60)
        return (await person.press(board, wanted(verb, arg=arg))).text

    async def cut_with(self, person: Person, number: str) -> None:
        """Typed, in the group and in the private chat by turns."""
        person.say(self.room if now(self).round % 2 else person.private, f"/cut {number}")

    async def hand(self, person: Person, *, seconds: float = 60) -> Message:
        """The panel of the present deal, as soon as it is there: the board may come later."""
        serial = now(self).serial

        def brought() -> list[Message]:
            return [message for message in person.dms if serial in _serials(message.keyboard)]

        return (await until(brought, seconds=seconds))[-1]

    async def turn(self, person: Person, panel: Message, verb: Verb, arg: str | None = None) -> None:
        await until(lambda: any(offered(panel, verb, arg=arg)))
        await renewed(panel, [person.press_data(panel, next(offered(panel, verb, arg=arg)))])

    async def unfold(self, person: Person, panel: Message) -> None:
        await renewed(panel, [person.press(panel, lambda button: turns(button, "m"))])

    def offers(self, panel: Message, verb: Verb, arg: str | None = None) -> bool:
        return any(offered(panel, verb, arg=arg))

    def public(self) -> str:
        return self.boards[-1].text

    def private(self, panel: Message) -> str:
        return panel.text

    def check(self) -> None:
        """Everybody was answered, no group was flooded, and every hand came once."""
        assert self.loopback.first_answers()[-1] < LIFE * 1000
        assert self.loopback.pace.busiest(self.room.id) < 20
        assert [once for once in self._hands().values() if once != 1] == []

    def _hands(self) -> Counter[tuple[int, int]]:
        """How often the hand of an opening came to somebody as a new message."""
        sent = [call for call in self.recorder.calls if call.method == "sendMessage" and call.audience]
        return Counter((call.audience or 0, serial) for call in sent for serial in _serials(_keyboard(call)))


def _serials(keyboard: Sequence[Sequence[Mapping[str, Any]]]) -> set[int]:
    """The opening of a hand, by the buttons that only a hand has."""
    tokens = [token_behind(str(button.get("callback_data", ""))) for button in buttons(keyboard)]
    return {token.serial for token in tokens if token is not None and token.verb in {Verb.SUGGEST, Verb.DECLARE}}


def _keyboard(call: Call) -> Sequence[Sequence[Mapping[str, Any]]]:
    return (call.body.get("reply_markup") or {}).get("inline_keyboard") or ()
