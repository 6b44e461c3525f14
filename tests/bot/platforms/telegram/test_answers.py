"""Answers into a private chat that Telegram wants no more of for a while."""

import asyncio

from bot.platforms.telegram import answers
from bot.platforms.telegram.answers import Letters
from bot.platforms.telegram.drawing import Drawn
from tests.bot.platforms.telegram.house import Standing, person_id
from tests.e2e.troubles import Trouble


def letters(stand: Standing) -> Letters:
    ground = stand.platform._ground
    return Letters(ground.bot, ground.chats, allowance=stand.platform._allowance, complaints=ground.complaints)


async def test_a_short_flood_warning_is_waited_for_once(quiet_stand: Standing):
    stand, own = quiet_stand, letters(quiet_stand)
    stand.loopback.trouble(Trouble("sendMessage", f"/{stand.ann.id}", 429, retry_after=1))

    assert await own.send(person_id(stand.ann), Drawn("a", None))

    assert stand.ann.dms[-1].text == "a"


async def test_while_a_flood_lasts_nobody_queues_up_behind_it(quiet_stand: Standing, monkeypatch):
    monkeypatch.setattr(answers, "_PATIENCE", 0.5)
    stand, own = quiet_stand, letters(quiet_stand)
    flood = stand.loopback.trouble(Trouble("sendMessage", f"/{stand.ann.id}", 429, times=-1, retry_after=2))

    for number in range(20):
        assert await own.send(person_id(stand.ann), Drawn(str(number), None))
    assert flood.met == 1
    assert await own.send(person_id(stand.ben), Drawn("to somebody else", None))
    assert stand.ben.dms[-1].text == "to somebody else"
    flood.times = 0
    await asyncio.sleep(2.1)
    assert await own.send(person_id(stand.ann), Drawn("after it", None))

    assert stand.ann.dms[-1].text == "after it"
