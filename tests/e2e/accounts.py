"""A table of four that plays on by itself, and what must hold when its server has been through something."""

import asyncio
import json
import random
from collections import Counter
from typing import Any, Final

from bot.tokens import Verb
from bot.verifier.verify import fault
from core.cards import deck, parse
from tests.e2e.playing import Player
from tests.e2e.serving import Serving

COMMANDS: Final = {Verb.CUT, Verb.STAKE, Verb.SUBMIT, Verb.DECLARE, Verb.AGAIN, Verb.JOIN, Verb.START}


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
    """How many rounds were settled so far."""
    ((count,),) = serving.query("SELECT count(*) FROM rounds WHERE outcome = 'settled'")
    return int(str(count))


def check_players(serving: Serving, players: list[Player]) -> None:
    """Every press that was said yes to is kept, nobody saw their cards change, no board stands twice."""
    assert [fault for player in players for fault in player.faults] == []
    pressed = {str(press) for (press,) in serving.query("SELECT press FROM events WHERE press IS NOT NULL")}
    for player in players:
        asked = {f"{player.person}:{key}" for key, token in player.acknowledged.items() if token.verb in COMMANDS}
        assert asked <= pressed
        assert [serial for serial, numbers in player.boards.items() if len(numbers) > 1] == []


def check_rounds(serving: Serving) -> None:
    """The file is sound, every round settled once with zero sum for all its seats, and each record proves the deck."""
    assert serving.query("PRAGMA integrity_check") == [("ok",)]
    points = Counter[tuple[object, object]]()
    seats = Counter[tuple[object, object]]()
    for table, serial, won in serving.query(
        "SELECT table_id, serial, points FROM round_seats ORDER BY table_id, serial"
    ):
        points[table, serial] += int(str(won))
        seats[table, serial] += 1
    assert set(points.values()) == {0}
    records = [json.loads(str(text)) for (text,) in serving.query("SELECT record FROM deals ORDER BY table_id, serial")]
    assert [*seats.values()] == [len(one["deals"][0]["hands"]) for one in records if _pays(one)]
    for before, record in zip([None, *records], records, strict=False):
        follows = before if before and before["context"]["table"] == record["context"]["table"] else None
        assert fault(record, follows) is None
        (deal,) = record["deals"]
        dealt = [card for text in (deal["aside"], *deal["hands"], deal["rest"]) for card in parse(text)]
        assert Counter(dealt) == Counter(deck(record["context"]["deck"]))
    assert serving.query("SELECT person, count(*) FROM seated GROUP BY person HAVING count(*) > 1") == []


def _pays(record: dict[str, Any]) -> bool:
    """Whether an opening was a round that was played to its end; the drawing of the seats is none."""
    return bool(record["outcome"] == "settled" and record["context"]["round"] != "0")
