"""Run by a process that knows a seventh rule set: plays it, draws its screens, asks the referee; prints what it tried."""

import json

from bot.i18n import catalog, languages
from bot.options import read_options
from bot.referee import answer
from core.arrangement import parse_rows
from core.cards import show
from core.table.events import Settled
from core.table.model import Options, Phase
from core.table.options import playing
from core.table.result import Result
from tests.bot.platforms.discord.worst import looks, payload
from tests.bot.screens.gallery import screens_of
from tests.e2e.discord.hand_rules import message_faults
from tests.tables import PEOPLE, started

ID = "pusoy"


def rounds() -> int:
    """Whole matches of two, three and four people, every round scored by the referee too; how many."""
    played = 0
    for people in (2, 3, 4):
        match = started(people, playing(Options(), ID), fill=False)
        while match.table.phase is not Phase.FINISHED:
            match.wait(10)
            match.cut_all(PEOPLE[:people])
            match.submit_all(PEOPLE[:people])
        for event in match.log:
            if isinstance(event, Settled):
                assert len(event.result.seats) == people
                agree_with_the_referee(event.result)
                played += 1
    return played


def agree_with_the_referee(result: Result) -> None:
    players = []
    for seat in result.seats:
        front, middle, back = (show(row) for row in parse_rows(seat.rows).rows)
        players.append({"front": front, "middle": middle, "back": back})
    told = json.loads(answer(json.dumps({"op": "round", "variant": ID, "players": players}), "en"))
    assert [player["total"] for player in told["players"]] == [seat.points for seat in result.seats]
    assert {
        abs(sum(line.points for line in result.payments if {line.payer, line.payee} == pair))
        for pair in ({a, b} for a in range(len(players)) for b in range(a))
    } <= {0, 2, 3, 4}


def screens() -> int:
    """Every screen of the game in every language, within Discord's limits; how many."""
    drawn = 0
    for language in languages():
        words = catalog(language)
        for name, screen in screens_of(ID):
            for look in looks(screen, words):
                sent = payload(screen, look)
                assert message_faults(sent) == [], name
                assert f"/{ID}" not in json.dumps(sent), f"{name}: a text is missing"
                drawn += 1
    return drawn


options, _ = read_options(ID, Options())
assert options.rule_set == ID
print(rounds(), screens())
