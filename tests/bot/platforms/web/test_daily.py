"""The daily challenge on a page of the room: its hand takes the place of the table's until that waits for its person."""

from dataclasses import replace
from functools import partial

from bot.platforms.base import Address
from bot.platforms.web import WebPlatform
from bot.screens.hand import hand_screen
from bot.screens.model import Panel, Screen
from bot.service import Reply
from core.ids import DAILY, ChatId, PersonId
from core.table.daily import Before, open_day, record
from core.table.daily_view import daily_hand
from core.table.draft import Draft
from tests.bot.platforms.web.scripted import ScriptedService, shown
from tests.visitors import Visitor

CHAT = ChatId("web:1")
DAY = open_day(Before("00112233aabbccdd", 0, ""), date="2026-11-30", now=0, entropy=bytes(32))


def hand(number: int = 1, kind: str = "daily", *, submitted: bool = False) -> Screen:
    drawn = hand_screen(daily_hand(DAY, 1, number, chat=CHAT, at=0), Draft())
    blocks = (replace(block, submitted=submitted) if isinstance(block, Panel) else block for block in drawn.blocks)
    return replace(drawn, kind=kind, blocks=tuple(blocks))


async def say(visitor: Visitor, service: ScriptedService, reply: Reply) -> dict[str, object]:
    service.answers["/daily"] = reply
    return await visitor.ask({"type": "say", "text": "/daily"})


async def push(platform: WebPlatform, service: ScriptedService, visitor: Visitor, screen: Screen | None) -> None:
    """The table's hand changes."""
    person = PersonId(visitor.welcome["person"])
    if screen is not None:
        service.hands[person] = screen
    await platform.edit(Address(CHAT, person), "hand", shown("hand"))
    await visitor.ask({"type": "say", "text": "/nothing"})


def kind(visitor: Visitor) -> str:
    return visitor.hand["kind"] if visitor.hand else ""


async def test_a_hand_of_the_challenge_opens_where_hands_are(arrive, service: ScriptedService):
    visitor = await arrive("小明")
    answer = await say(visitor, service, Reply(screen=hand()))
    await visitor.until(lambda: kind(visitor) == "daily")
    assert answer["screen"] is None


async def test_a_table_that_does_not_wait_for_the_person_leaves_it_there(
    arrive, service: ScriptedService, platform: WebPlatform
):
    visitor = await arrive("小明")
    await say(visitor, service, Reply(screen=hand()))
    for quiet in (None, hand(kind="hand", submitted=True), shown("coach", "coach/fine")):
        await push(platform, service, visitor, quiet)
        assert kind(visitor) == "daily"
    await push(platform, service, visitor, hand(kind="hand"))
    assert kind(visitor) == "hand"


async def test_when_a_round_is_over_the_tables_hand_is_there_again(arrive, service: ScriptedService):
    visitor = await arrive("小明")
    service.hands[PersonId(visitor.welcome["person"])] = hand(kind="hand", submitted=True)
    await say(visitor, service, Reply(screen=hand()))
    answer = await say(visitor, service, Reply(screen=shown("daily", "daily/standard")))
    await visitor.until(lambda: kind(visitor) == "hand")
    assert answer["screen"]["kind"] == "daily"


async def test_after_a_reload_the_challenge_goes_on_where_no_table_waits(arrive, service: ScriptedService):
    visitor = await arrive("小明")
    person = PersonId(visitor.welcome["person"])
    service.daily_hands[person] = hand(2)
    await visitor.disconnect()
    await visitor.connect()
    assert kind(visitor) == "daily"
    service.hands[person] = hand(kind="hand")
    await visitor.disconnect()
    await visitor.connect()
    assert kind(visitor) == "hand"


async def test_the_record_of_a_day_can_be_downloaded(arrive, service: ScriptedService, base: str, token: str):
    visitor = await arrive("小明")
    service.records[DAILY, CHAT] = [record(DAY)]
    get = partial(visitor.session.get, f"{base}/proof/{token}/daily?serial=1")
    async with get() as response:
        assert response.status == 200
        assert 'filename="shisanzhi-daily-1.json"' in response.headers["Content-Disposition"]
        assert (await response.json())[0]["context"]["table"] == "daily"
