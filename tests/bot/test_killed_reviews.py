"""A process killed between the showdown and its review: the round is settled and reviewed once, for its people alone."""

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.tokens import Token, Verb, show
from core.ids import TableId
from storage import reviews, store
from tests.fakes import CHAT, PEOPLE, START, FakeClock, FakePlatform, House, house, refused

TABLE = TableId(1)
LATER = START + 60_000
BEFORE, WITHIN, AFTER = "before", "within", "after"
CHILD = """
import asyncio, os, signal, sys
from pathlib import Path
from storage import reviews
from tests.fakes import PEOPLE, house

moment = sys.argv[2]

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def deadly(keep):
    def kept(connection, ended, *, season):
        if moment == "before":
            die()
        keep(connection, ended, season=season)
        if moment == "within":
            die()
    return kept

async def main():
    async with house(Path(sys.argv[1])) as game:
        await game.begin(2)
        await game.deal(2)
        await game.submit(PEOPLE[0])
        await game.quiet()
        reviews.keep = deadly(reviews.keep)
        await game.press(PEOPLE[1], "1.sg.1.1.most", key="most")
        await game.press(PEOPLE[1], "1.d.1.1.", key="last")
        die()

asyncio.run(main())
"""


class Rereading(FakePlatform):
    """A chat that still has the messages of before."""

    async def edit(self, address, message, screen):  # type: ignore[no-untyped-def]
        await (
            super().edit(address, message, screen) if message in self.messages else self._call("edit", address, screen)
        )


def killed(path: Path, moment: str, root: Path) -> None:
    """Play until the last submit in a process of its own, which is killed at that moment."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(path), moment], cwd=root, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


async def kept(game: House) -> list[tuple[str, int]]:
    query = text("SELECT person, serial FROM reviews ORDER BY seat")
    return await game.database.read(lambda connection: [tuple(row) for row in connection.execute(query)])


async def settled(game: House) -> bool:
    return await game.database.read(partial(store.result, table=TABLE, serial=1)) is not None


@pytest.mark.parametrize("moment", [BEFORE, WITHIN, AFTER])
async def test_each_review_is_stored_once_and_read_by_its_person_alone(tmp_path: Path, root: Path, moment: str):
    killed(tmp_path, moment, root)
    both = show(Token(Verb.BOTH, TABLE, 1))
    for starts in range(2):
        async with house(tmp_path, clock=FakeClock(LATER), platform=Rereading(), seed=5) as game:
            if not starts:
                assert await settled(game) is (moment == AFTER)
                assert (await kept(game) == []) is (moment != AFTER)
                if moment != AFTER:
                    await game.press(PEOPLE[1], show(Token(Verb.SUGGEST, TABLE, 1, "most")), key="most")
                await game.press(PEOPLE[1], show(Token(Verb.SUBMIT, TABLE, 1)), key="last")
            assert await kept(game) == [(PEOPLE[0].person, 1), (PEOPLE[1].person, 1)]
            for person in PEOPLE[:2]:
                own = await game.database.read(partial(reviews.review, table=TABLE, serial=1, person=person.person))
                assert own is not None
                assert (await game.press(person, both)).screen is not None
                assert (await game.service.hand(person.person, CHAT)) is not None
            for other in PEOPLE[2:]:
                assert (await refused(game.press(other, both))).code == "coach/none"
                assert await game.service.hand(other.person, CHAT) is None
