from pathlib import Path

from bot.screens.model import Name
from core.table import commands as c
from core.table.model import Options
from tests.fakes import ELSEWHERE, PEOPLE, house, refused


async def test_a_chat_has_one_table_and_a_person_sits_at_one(tmp_path: Path):
    async with house(tmp_path) as game:
        reply = await game.say(PEOPLE[0], "/shisanzhi start joker 4 60 電腦2")
        assert reply.toast is not None
        assert reply.toast.facts == {"n": 1}
        table = await game.table()
        assert (table.options.rounds, table.options.seconds) == (4, 60)
        assert [seat and (seat.person, seat.level) for seat in table.seats] == [
            (PEOPLE[0].person, ""),
            (None, "normal"),
            (None, "normal"),
            None,
        ]
        assert (await refused(game.say(PEOPLE[1], "/shisanzhi start"))).code == "table/open-here"
        own = await refused(game.say(PEOPLE[0], "/shisanzhi start"))
        assert (own.code, own.facts) == ("table/open-yours", {"seat": 1})
        elsewhere = await refused(game.service.open(PEOPLE[0], ELSEWHERE, Options(), press="x"))
        assert (elsewhere.code, elsewhere.facts["chat"]) == ("player/elsewhere", Name("web:1"))
        await game.service.open(PEOPLE[1], ELSEWHERE, Options(), press="y")
        assert (await refused(game.do(PEOPLE[1], c.Join()))).code == "player/elsewhere"
        await game.do(PEOPLE[0], c.Start(fill=True))
        running = await refused(game.say(PEOPLE[2], "/shisanzhi start"))
        assert (running.code, running.facts) == ("table/running", {"n": 1, "m": 4})
        own = await refused(game.say(PEOPLE[0], "/shisanzhi start"))
        assert (own.code, own.facts) == ("table/running-yours", {"n": 1, "m": 4, "seat": 1})
