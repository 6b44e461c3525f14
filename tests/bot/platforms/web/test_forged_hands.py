"""Forged presses of the hand through the room's own socket, and one person at two pages."""

import asyncio
import json
from pathlib import Path

import pytest

from bot.i18n import catalog
from bot.screens.model import Panel
from bot.tokens import Token, Verb, show
from core.ids import TableId
from tests.bot.platforms.web.test_game import Room, cards, dealt, opened, panel, submitted
from tests.fakes import FakeClock
from tests.visitors import Json, Visitor

CHINESE = catalog("zh-TW")
FORGED = (
    *("1.sg.1.1.most.", "1.sg.1.1.MOST", "1.pk.1.1.bzzzzz", "1.pk.1.1.b00000", "1.pk.1.1.b01", "1.li.1.1.q"),
    *("2.sg.1.1.most", "1.sg.1.2.most", "1.sg.2.1.most", "1.sg.1.-1.most", "1.pk.1y2p0ij32e8e7.1.b01234"),
    *("1.bo.1.1.", "1.bo.1.1.0", "1.co.1.1.maybe", "1.mn.1.0.", "1.x.1.1.0", "", "💥"),
)


@pytest.fixture
async def room(tmp_path: Path):
    async with opened(tmp_path, FakeClock()) as made:
        yield made


def laid(visitor: Visitor) -> list[list[int]]:
    return [row["cards"] for row in panel(visitor)["rows"]]


def hidden_from(visitor: Visitor, others: list[Visitor]) -> bool:
    """Whether nothing that came to the page holds another's hand as dealt."""
    received = "".join(visitor.received)
    return not any(json.dumps([*cards(other)], ensure_ascii=False)[1:-1] in received for other in others)


async def test_forged_presses_are_refused_with_a_line_and_change_no_hand(room: Room):
    people = await dealt(room)
    outsider = await room.enter("姨")
    before = [laid(visitor) for visitor in people]
    for visitor in (people[1], outsider):
        for forged in FORGED:
            answer: Json = await visitor.press(forged)
            assert answer["ok"] is False, forged
            assert answer["toast"]
            assert answer["screen"] is None
    assert [laid(visitor) for visitor in people] == before
    assert outsider.hand is None


async def test_the_buttons_of_ones_hand_are_of_no_use_to_others(room: Room):
    people = await dealt(room)
    outsider = await room.enter("姨")
    mine = [token for token in tokens_in(people[0]) if token]
    assert len(mine) > 30
    for token in mine[:: len(mine) // 12]:
        answer = await outsider.press(token)
        assert (answer["ok"], answer["toast"]) == (False, CHINESE.text("press/not-seated"))
    await people[1].press(show(Token(Verb.SUGGEST, TableId(1), 1, "most")))
    await people[1].until(lambda: all(laid(people[1])))
    assert laid(people[0]) == [[], [], []]
    assert outsider.hand is None
    for visitor in (*people[1:], outsider):
        others = [other for other in people if other is not visitor]
        assert hidden_from(visitor, others)


def tokens_in(visitor: Visitor) -> list[str]:
    """Every token of a visitor's panel."""
    found = [token for card in panel(visitor)["cards"] for token in card["tokens"].values()]
    assert visitor.hand is not None
    return found + [button["token"] for row in visitor.hand["buttons"] for button in row]


async def second_page(visitor: Visitor) -> Visitor:
    """The same browser with another page of the room."""
    page = Visitor(visitor.base, visitor.token)
    await page.session.close()
    page.session = visitor.session
    return await page.connect()


async def picks(page: Visitor, row: str) -> list[str]:
    """What a row can become, as this page asks for it."""
    answer = await page.press(show(Token(Verb.LIST, TableId(1), 1, row[0])))
    shown = next(block["panel"] for block in answer["screen"]["blocks"] if "panel" in block)
    return [pick["token"] for pick in shown["picks"][row]]


async def kept(room: Room, visitor: Visitor) -> list[list[int]]:
    """The rows of the person's draft as they are stored."""
    hand = await room.service.hand(visitor.welcome["person"], "web:1")
    assert hand is not None
    rows = next(block.rows for block in hand.blocks if isinstance(block, Panel))
    return [list(row.cards) for row in rows]


async def test_two_pages_that_pick_at_once_end_with_the_same_rows(room: Room):
    people = await dealt(room)
    one, other = people[0], await second_page(people[0])
    for _ in range(3):
        backs, middles = await picks(one, "back"), await picks(other, "middle")
        await asyncio.gather(
            *(one.press(token) for token in backs[:2]), *(other.press(token) for token in reversed(middles[:2]))
        )
        last = await one.press(show(Token(Verb.SORT, TableId(1), 1, "rank")))
        assert last["ok"]
        truth = await kept(room, one)
        for page in (one, other):
            await page.until(lambda page=page, truth=truth: laid(page) == truth)
        placed = [card for row in truth for card in row]
        assert len(placed) == len(set(placed)) >= 5
    answer = await submitted(other)
    assert answer["ok"]
    await one.until(lambda: panel(one)["submitted"] and panel(other)["submitted"])
    await other.disconnect()


async def test_what_one_page_is_told_in_pieces_is_what_the_other_sees_whole(room: Room):
    """A page that comes later is sent the whole hand, the first only what has changed; both show the same."""
    people = await dealt(room)
    for token in ((await picks(people[0], "back"))[0], show(Token(Verb.SWAP, TableId(1), 1))):
        await people[0].press(token)
        later = await second_page(people[0])
        await later.until(lambda page=later: page.hand == people[0].hand)
        await later.disconnect()
