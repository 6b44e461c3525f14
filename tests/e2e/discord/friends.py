"""Friends on Discord as the neutral games see them."""

from dataclasses import dataclass
from functools import partial

from simcord.backend.models import Message

from bot.tokens import Verb
from tests.e2e.discord.looking import text_of
from tests.e2e.discord.party import Party, check_mentions, insist, offered, renewed, wanted
from tests.e2e.discord.people import Answer, Person
from tests.e2e.six_games import Game
from tests.e2e.waiting import until


@dataclass(repr=False)
class DiscordFriends(Party):
    """A party that plays any game."""

    platform: str = "discord"

    async def begin(self, game: Game) -> None:
        await self.started(rules=game.rules, rounds=game.rounds, seconds=120, reveal=game.reveal)

    async def newcomer(self, name: str) -> Person:
        return self.loopback.person(name, self.guild)

    async def press(self, person: Person, verb: Verb, arg: str | None = None) -> str:
        board = await self.board(verb)
        await self.known(board)
        return _said(await insist(partial(person.press, board, wanted(verb, arg=arg))))

    async def cut_with(self, person: Person, number: str) -> None:
        board = await self.board(Verb.CUT)
        form = await person.press(board, lambda button: button.get("custom_id", "").startswith("?1.k."))
        await person.fill(form, number=number)

    async def hand(self, person: Person, *, seconds: float = 60) -> Message:
        await self.board(Verb.HAND, seconds=seconds)
        return await super().hand(person)

    async def turn(self, person: Person, panel: Message, verb: Verb, arg: str | None = None) -> None:
        await until(lambda: any(offered(panel, verb, arg=arg)))
        await renewed(panel, lambda: person.press_id(panel, next(offered(panel, verb, arg=arg))))

    async def unfold(self, person: Person, panel: Message) -> None:
        await renewed(panel, lambda: person.press(panel, lambda button: button.get("custom_id", "").endswith("#m")))

    def offers(self, panel: Message, verb: Verb, arg: str | None = None) -> bool:
        return any(offered(panel, verb, arg=arg))

    def public(self) -> str:
        return text_of(self.boards[-1])

    def private(self, panel: Message) -> str:
        return text_of(panel)

    def check(self) -> None:
        check_mentions(self)
        assert self.loopback.first_answers()[-1] < 3000


def _said(answer: Answer) -> str:
    return answer.text if answer.kind == "message" else "\n".join(text_of(message) for message in answer.followups)
