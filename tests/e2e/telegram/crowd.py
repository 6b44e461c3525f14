"""Many groups with a table each, played through by themselves."""

from dataclasses import replace

from bot.tokens import Verb
from tests.e2e.load import LOOKS, PATIENCE, ROUNDS, SEATS, thoughtful
from tests.e2e.serving import Serving
from tests.e2e.telegram.party import Party, suggested, wanted
from tests.e2e.telegram.server import Loopback


def gathered(loopback: Loopback, serving: Serving, number: int) -> Party:
    """A group of its own for each table."""
    room = loopback.group(f"group {number}")
    people = [replace(loopback.person(f"P{number}-{seat}", room), patience=PATIENCE) for seat in range(SEATS)]
    return Party(loopback, serving, room, people, pause=LOOKS)


async def played(party: Party) -> None:
    """From the lobby to the end of the match."""
    party.open_chats()
    await party.seated(f"joker {ROUNDS} 600", seconds=PATIENCE)
    board = await party.board(Verb.START, seconds=PATIENCE)
    await party.people[0].press(board, wanted(Verb.START))
    for _ in range(ROUNDS):
        await party.board(Verb.CUT, seconds=PATIENCE)
        await party.cut()
        await party.board(Verb.HAND, seconds=PATIENCE)
        await party.all_submit(thoughtful(suggested))
    await party.board(Verb.AGAIN, seconds=PATIENCE)
