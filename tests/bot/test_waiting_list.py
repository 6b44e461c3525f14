"""下一位: who finds a table full waits in line, is named there, and takes the next seat that is free."""

from pathlib import Path

from bot.screens.model import Text
from core.table import commands as c
from core.table.model import Options, Phase
from core.table.options import playing
from tests.bot.test_service import is_welcome
from tests.fakes import CHAT, ELSEWHERE, PEOPLE, house, refused, token


async def test_who_finds_the_table_full_waits_in_line_and_takes_the_next_seat(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(4)
        await game.quiet()
        join, leave = (token(game.platform.shown("lobby"), key) for key in ("join", "leave"))
        reply = await game.press(PEOPLE[4], join)
        assert is_welcome(reply)
        assert reply.toast == Text("seat/queued", {"n": 1})
        assert (await refused(game.press(PEOPLE[4], join))).code == "player/waiting"
        await game.press(PEOPLE[3], leave)
        table = await game.table()
        assert [seat.person for seat in table.seats if seat][-1] == PEOPLE[4].person
        assert table.queue == ()


async def test_who_waits_in_line_sits_nowhere_else_and_can_step_out(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(4)
        await game.quiet()
        join, leave = (token(game.platform.shown("lobby"), key) for key in ("join", "leave"))
        await game.press(PEOPLE[4], join)
        elsewhere = game.service.open(PEOPLE[4], ELSEWHERE, Options(), press="another table")
        assert (await refused(elsewhere)).code == "player/elsewhere"
        assert (await game.press(PEOPLE[4], leave)).toast == Text("leave/queue")
        assert (await game.table()).queue == ()
        await game.service.open(PEOPLE[4], ELSEWHERE, Options(), press="now it can")


async def test_who_waits_in_line_during_a_match_takes_the_seat_of_whoever_leaves_with_the_next_opening(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(4)
        queue = token(game.platform.shown("cutting"), "queue")
        reply = await game.press(PEOPLE[4], queue)
        assert reply.toast == Text("seat/queued", {"n": 1})
        await game.deal(4)
        await game.do(PEOPLE[1], c.Leave())
        for person in (PEOPLE[0], PEOPLE[2], PEOPLE[3]):
            await game.submit(person)
        table = await game.table()
        assert table.phase is Phase.CUTTING
        assert PEOPLE[4].person in {seat.person for seat in table.seats if seat}
        assert table.queue == ()


async def test_the_table_that_ends_lets_those_in_line_go(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(4)
        await game.press(PEOPLE[4], token(game.platform.shown("cutting"), "queue"))
        await game.do(PEOPLE[0], c.End())
        await game.service.open(PEOPLE[4], ELSEWHERE, Options(), press="now it can")


async def test_a_game_of_one_round_a_seat_says_how_many_rounds_that_are(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(3, playing(Options(), "hongkong"))
        await game.quiet()
        start = token(game.platform.shown("lobby"), "start-with")
        await game.press(PEOPLE[0], start)
        facts = (await refused(game.press(PEOPLE[0], start))).facts
        assert facts == {"n": 1, "m": 3}
        mine = await refused(game.service.open(PEOPLE[1], CHAT, Options(), press="one more"))
        assert mine.facts == {"n": 1, "m": 3, "seat": 2}


async def test_the_drawing_of_the_seats_belongs_to_the_first_round(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(2, playing(Options(), "taiwan"))
        await game.quiet()
        lobby = game.platform.shown("lobby")
        await game.press(PEOPLE[0], token(lobby, "fill"))
        assert (await refused(game.press(PEOPLE[0], token(lobby, "fill")))).facts == {"n": 1, "m": 16}
