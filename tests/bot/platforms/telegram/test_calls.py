"""Whom a board calls hears of it in private, the others by a line in the group, once a call; then it goes."""

from bot.platforms.base import Address
from bot.screens.model import Line, Screen, Text
from tests.bot.platforms.telegram.house import Standing, person_id
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until

BLOCKED = "Forbidden: bot was blocked by the user"


def calling(stand: Standing, call: str, *, words: str = "board") -> Screen:
    people = (person_id(stand.ann), person_id(stand.ben), "web:1")
    return Screen("arranging", (Line(Text(words)),), ping=people if call else (), call=call)


async def met(stand: Standing) -> None:
    """The bot knows the names of both."""
    chats = stand.platform._ground.chats
    await until(lambda: stand.ann.dms and stand.ben.dms)
    for person in (stand.ann, stand.ben):
        await chats.meet(person_id(person), name=person.name, language="zh-TW")


async def test_each_is_called_in_private_once_a_call_wherever_the_board_stands(quiet_stand: Standing):
    await met(quiet_stand)
    here, board = Address(quiet_stand.chat), calling(quiet_stand, "1.1")

    message = await quiet_stand.platform.post(here, board, nonce="1")
    await quiet_stand.platform.edit(here, message, calling(quiet_stand, "1.1", words="changed"))
    await quiet_stand.platform.post(here, board, nonce="2")

    for person in (quiet_stand.ann, quiet_stand.ben):
        assert [each.text for each in person.dms if "👉" in each.text] == ["👉 大家在等你排牌"]
    assert [each.text for each in quiet_stand.room.from_bot] == ["changed", "board"]


async def test_who_cannot_be_written_to_is_called_in_the_group_alone(quiet_stand: Standing):
    await met(quiet_stand)
    quiet_stand.loopback.trouble(Trouble("sendMessage", f"/{quiet_stand.ben.id}", 403, times=-1, text=BLOCKED))

    await quiet_stand.platform.post(Address(quiet_stand.chat), calling(quiet_stand, "1.1"), nonce="1")

    line = quiet_stand.room.from_bot[-1]
    assert line.text == "👉 阿嬤：大家在等你們排牌"
    [mention] = line.payload["entities"]
    assert str(quiet_stand.ben.id) in str(mention)


async def test_a_call_goes_when_its_board_calls_no_more_and_not_for_another_message(quiet_stand: Standing):
    await met(quiet_stand)
    here = Address(quiet_stand.chat)
    old = await quiet_stand.platform.post(here, calling(quiet_stand, "", words="old"), nonce="1")
    board = await quiet_stand.platform.post(here, calling(quiet_stand, "1.1"), nonce="2")

    await quiet_stand.platform.edit(here, old, Screen("result", (Line(Text("older")),)))
    assert [each for each in quiet_stand.ann.dms if "等你排牌" in each.text]
    await quiet_stand.platform.edit(here, board, Screen("result", (Line(Text("result")),)))

    for person in (quiet_stand.ann, quiet_stand.ben):
        assert not [each for each in person.dms if "等你排牌" in each.text]


async def test_a_call_of_its_own_reaches_those_who_wished_it(quiet_stand: Standing):
    await met(quiet_stand)
    wished = Screen("call", (Line(Text("call/opened")),), ping=(person_id(quiet_stand.ann),))

    sent = [await quiet_stand.platform.post(Address(quiet_stand.chat), wished, nonce="1") for _ in range(2)]

    assert sent[0] == sent[1]
    assert [each.text for each in quiet_stand.ann.dms if "開桌了" in each.text] == ["🔔 小明：開桌了，來入座！"]
    assert quiet_stand.room.from_bot == []
