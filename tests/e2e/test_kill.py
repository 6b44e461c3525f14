"""Ended at random moments and started again: the same cards, nothing acknowledged lost, each round settled once."""

import asyncio
import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from bot.tokens import Verb
from bot.verifier.verify import fault
from core.cards import deck, parse
from tests.e2e.playing import Player
from tests.e2e.serving import Serving

ROUNDS = int(os.environ.get("KILL_ROUNDS", "100"))
SEED = int(os.environ.get("KILL_SEED", "1"))
PACE = {"SHISANZHI_RESULT_SECONDS": "0", "SHISANZHI_CUT_SECONDS": "10", "SHISANZHI_LOG_LEVEL": "warning"}
COMMANDS = {Verb.CUT, Verb.SUBMIT, Verb.AGAIN, Verb.JOIN, Verb.START}


async def seated(
    link: str, names: str, *, game: str, random_: random.Random
) -> tuple[list[Player], list[asyncio.Task[None]]]:
    """Four people at one table of this room, playing on by themselves."""
    players = [Player(link, name, random.Random(random_.random())) for name in names]
    tasks = [asyncio.create_task(player.play()) for player in players]
    answer = await players[0].ask({"type": "say", "text": f"/shisanzhi start {game} 5 60 once"}, seconds=20)
    assert answer["ok"], answer
    for player in players[1:]:
        answer = await player.press(Verb.JOIN, seconds=20)
        assert answer["ok"], answer
    answer = await players[0].press(Verb.START, seconds=20)
    assert answer["ok"], answer
    return players, tasks


def settled(serving: Serving) -> int:
    ((count,),) = serving.query("SELECT count(*) FROM rounds WHERE outcome = 'settled'")
    return int(str(count))


@pytest.mark.kill
async def test_a_server_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    random_ = random.Random(SEED)
    serving = Serving(tmp_path / "game.db", PACE)
    admin_link = await serving.start()
    room = admin_link.split("?")[0]
    first, tasks = await seated(admin_link, "ABCD", game="joker", random_=random_)
    other = await first[0].ask({"type": "say", "text": "/room two"})
    second_room = room.split("/r/")[0] + other["screen"]["buttons"][0][0]["link"]
    second, more = await seated(second_room, "EFGH", game="bonus", random_=random_)
    players = first + second
    try:
        async with asyncio.timeout(60 + 6 * ROUNDS):
            while settled(serving) < ROUNDS:
                await asyncio.sleep(random_.uniform(0.1, 2.5))
                await serving.kill()
                await serving.start()
            await asyncio.sleep(1)
    finally:
        for task in tasks + more:
            task.cancel()
        await asyncio.gather(*tasks, *more, return_exceptions=True)
    assert await serving.stop() == 0
    print(
        f"{settled(serving)} rounds, {serving.starts} starts, {sum(len(p.acknowledged) for p in players)} presses kept"
    )
    check_players(serving, players)
    check_rounds(serving)
    assert "Traceback" not in serving.log()


def check_players(serving: Serving, players: list[Player]) -> None:
    assert [fault for player in players for fault in player.faults] == []
    pressed = {str(press) for (press,) in serving.query("SELECT press FROM events WHERE press IS NOT NULL")}
    for player in players:
        assert player.connections > 1
        asked = {f"{player.person}:{key}" for key, token in player.acknowledged.items() if token.verb in COMMANDS}
        assert asked <= pressed
        assert [serial for serial, numbers in player.boards.items() if len(numbers) > 1] == []


def check_rounds(serving: Serving) -> None:
    assert serving.query("PRAGMA integrity_check") == [("ok",)]
    points = Counter[tuple[object, object]]()
    seats = Counter[tuple[object, object]]()
    for table, serial, won in serving.query("SELECT table_id, serial, points FROM round_seats"):
        points[table, serial] += int(str(won))
        seats[table, serial] += 1
    assert set(points.values()) == {0}
    assert set(seats.values()) == {4}
    records = [json.loads(str(text)) for (text,) in serving.query("SELECT record FROM deals ORDER BY table_id, serial")]
    for before, record in zip([None, *records], records, strict=False):
        follows = before if before and before["context"]["table"] == record["context"]["table"] else None
        assert fault(record, follows) is None
        (deal,) = record["deals"]
        dealt = [card for text in (deal["aside"], *deal["hands"], deal["rest"]) for card in parse(text)]
        assert Counter(dealt) == Counter(deck(record["context"]["deck"]))
    assert serving.query("SELECT person, count(*) FROM seated GROUP BY person HAVING count(*) > 1") == []
