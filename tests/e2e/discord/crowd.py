"""Many servers with a table each, played through by themselves."""

from bot.tokens import Verb
from tests.e2e.discord.party import Party, suggested, wanted
from tests.e2e.discord.server import Loopback
from tests.e2e.load import LOOKS, PATIENCE, ROUNDS, SEATS, thoughtful
from tests.e2e.serving import Serving


def gathered(loopback: Loopback, serving: Serving, number: int) -> Party:
    """A server of its own for each table."""
    guild = loopback.guild(f"guild {number}")
    people = [loopback.person(f"P{number}-{seat}", guild) for seat in range(SEATS)]
    return Party(loopback, serving, guild, guild.text(), people, pause=LOOKS)


async def played(party: Party) -> None:
    """From the lobby to the end of the match."""
    await party.seated(rules="joker", rounds=ROUNDS, seconds=600, reveal="once")
    board = await party.board(Verb.START, seconds=PATIENCE)
    await party.people[0].press(board, wanted(Verb.START))
    for _ in range(ROUNDS):
        await party.board(Verb.CUT, seconds=PATIENCE)
        await party.cut()
        await party.board(Verb.HAND, seconds=PATIENCE)
        await party.all_submit(thoughtful(suggested))
    await party.board(Verb.AGAIN, seconds=PATIENCE)
