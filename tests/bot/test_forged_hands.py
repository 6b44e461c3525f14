"""Forged and altered buttons of the hand and the coach: nobody moves another's cards, sees them, or leaves a trace."""

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.i18n import catalog
from bot.i18n.labels import refusal_text
from bot.screens.model import Panel, Screen
from bot.service import Reply
from bot.tokens import LONGEST, Token, Verb, cards_arg, show
from core.cards import parse_shown
from core.errors import Illegal
from core.ids import TableId
from core.table import commands as c
from core.table.codec import dump
from core.table.model import Options, Table
from storage import store
from tests.fakes import ADMIN, CHAT, ELSEWHERE, PEOPLE, START, House, house, refused, token

OUTSIDER = PEOPLE[4]
HERE, THERE = PEOPLE[:2], PEOPLE[2:4]
"""Two tables in two chats; the first of each is its host."""
HAND_VERBS = (
    *(Verb.SUGGEST, Verb.PICK, Verb.LIST, Verb.MEND, Verb.AUTO, Verb.EDIT, Verb.PUT, Verb.OUT, Verb.EXCHANGE),
    *(Verb.SWAP, Verb.UNDO, Verb.CLEAR, Verb.SORT, Verb.HAND),
)
ARGS = (
    *("", "0", "-1", "-", "_", "b", "q", "most", "MOST", "extras", "front", "safest", "rank", "suit", "on", "off"),
    *("b01234", "b0123", "b012345", "b00000", "bzzzzz", "b0123z", "m56789", "fabc", "fab", "f012", "bABCDE", "h01234"),
    *("01", "0", "zz", "00", "hg", "g", "h", "0123456789abcdefghijklmnopqrstu", "99999999999999999999"),
)
FIELDS: tuple[dict[str, str], ...] = (
    {},
    {"cards": ""},
    {"cards": "0,1,2"},
    {"cards": "17"},
    {"cards": "99"},
    {"cards": "-1"},
    {"cards": "0,0,0"},
    {"cards": "1" * 400},
    {"cards": "²"},
    {"cards": "٣"},
    {"cards": ",".join(["0"] * 60)},
    {"number": "9" * 40, "event": "web:x", "rounds": "-1", "hints": "on", "seat": "0"},
)
LARGEST = 2**63 - 1


@asynccontextmanager
async def two_tables(path: Path, hints: str = "on") -> AsyncIterator[House]:
    """Two people hold their cards here, and two there."""
    async with house(path) as game:
        options = Options(rounds=2, hints=hints)
        await game.begin(2, options)
        await game.deal(2)
        await game.service.open(THERE[0], ELSEWHERE, options, press="there")
        there = await game.table(ELSEWHERE)
        do = partial(game.service.execute, table=there.id)
        await do(THERE[1], command=c.Join())
        await do(THERE[0], command=c.Start(fill=True))
        await game.quiet()
        for person in THERE:
            await do(person, command=c.Cut(1, "3"))
        await game.quiet()
        yield game


async def traces(game: House) -> dict[str, Any]:
    """Everything that a press on a hand must leave alone: the tables, and each draft by its owner's place."""

    def read(connection: store.Connection) -> dict[str, Any]:
        drafts = {tuple(row[:3]): row[3:] for row in connection.execute(text("SELECT * FROM drafts")).all()}
        tables = {number: dump(store.load(connection, TableId(number))) for number in (1, 2)}
        return {"drafts": drafts, "tables": tables, "players": [*connection.execute(text("SELECT * FROM players"))]}

    return await game.database.read(read)


def shown_cards(screen: Screen | None) -> list[tuple[int, ...]]:
    """The hands that a screen shows."""
    if screen is None:
        return []
    return [tuple(card.card for card in block.cards) for block in screen.blocks if isinstance(block, Panel)]


async def own_cards(game: House, person: c.Actor) -> tuple[tuple[int, int], tuple[int, ...]] | None:
    """Where the person's draft is kept, and their cards."""
    for chat in (CHAT, ELSEWHERE):
        table = await game.table(chat)
        for seat, each in enumerate(table.seats):
            if table.deal is not None and each is not None and each.person == person.person:
                return (table.id, seat), tuple(parse_shown(table.deal.dealt.hands[seat]))
    return None


def forged(chance: random.Random) -> Iterator[tuple[c.Actor, str, str, dict[str, str]]]:
    """Any presser, chat, verb, table, serial, argument and fields, each from a list of wrong and of right ones."""
    while True:
        key = Token(
            chance.choice(HAND_VERBS),
            TableId(chance.choice((1, 2) * 5 + (0, 3, LARGEST))),
            chance.choice((1,) * 9 + (0, 2, 3, LARGEST)),
            chance.choice(ARGS),
        )
        actor = chance.choice((*HERE, *THERE, OUTSIDER, ADMIN))
        yield actor, chance.choice((CHAT, ELSEWHERE, "web:9", "")), show(key), chance.choice(FIELDS)


@pytest.mark.parametrize("hints", ["on", "classes", "off"])
async def test_a_forged_press_moves_no_cards_but_the_pressers_own(tmp_path: Path, hints: str):
    chance, taken, codes = random.Random(hints), 0, set()
    async with two_tables(tmp_path, hints) as game:
        owned = {actor: await own_cards(game, actor) for actor in (*HERE, *THERE, OUTSIDER, ADMIN)}
        before = await traces(game)
        for number, (actor, chat, pressed, fields) in zip(range(400), forged(chance), strict=False):
            try:
                reply = await game.service.press(actor, chat, pressed, fields, press=f"f{number}")  # type: ignore[arg-type]
            except Illegal as refusal:
                codes.add(refusal.code)
                reply = Reply(refusal_text(refusal))
            assert reply.toast is None or catalog("en").text(reply.toast.key, reply.toast.facts)
            after = await traces(game)
            own = owned[actor]
            assert after["tables"] == before["tables"]
            assert after["players"] == before["players"]
            changed = {place[0::2] for place, kept in after["drafts"].items() if before["drafts"].get(place) != kept}
            assert changed <= ({own[0]} if own else set())
            assert set(shown_cards(reply.screen)) <= ({own[1]} if own else set())
            taken += bool(changed)
            before = after
    assert taken > 12
    assert codes >= {"press/forged", "press/not-seated", "press/ended"}
    assert ("hand/no-hints" in codes) is (hints != "on")


@pytest.mark.parametrize(
    ("pressed", "code"),
    [
        ("2.sg.1.1.most", "press/version"),
        ("0.pk.1.1.b01234", "press/version"),
        ("1.sg.1.-1.most", "press/forged"),
        ("1.sg.-1.1.most", "press/forged"),
        ("1.sg.1.1", "press/forged"),
        ("1.sg..1.most", "press/forged"),
        ("1.SG.1.1.most", "press/forged"),
        ("1.sg.1.zzzzzzzzzzzzz.most", "press/forged"),
        ("1.pk.1.1.b01234\n", "press/forged"),
        ("1.pk.1.1.b०१२३४", "press/forged"),
        ("1.bo.1.1.x", "coach/none"),
        ("1.co.1.1.", "press/forged"),
        ("1.co.1.1.ON", "press/forged"),
        ("1.li.1.1.", "press/forged"),
        ("1.pk.1.1.b01234" + "5" * LONGEST, "press/forged"),
    ],
)
async def test_what_is_no_button_is_told_so(tmp_path: Path, pressed: str, code: str):
    async with two_tables(tmp_path) as game:
        before = await traces(game)
        assert (await refused(game.press(HERE[0], pressed))).code == code
        assert await traces(game) == before


async def test_the_buttons_of_a_table_that_has_ended_move_nothing(tmp_path: Path):
    async with two_tables(tmp_path) as game:
        await game.do(HERE[0], c.End())
        assert (await game.table(ELSEWHERE)).id == TableId(2)
        before = await traces(game)
        actors, args = (HERE[0], OUTSIDER, ADMIN, THERE[0]), ("", "most", "b01234", "b", "rank", "01")
        for verb, actor, arg in product(HAND_VERBS, actors, args):
            refusal = await refused(game.press(actor, show(Token(verb, TableId(1), 1, arg))))
            assert refusal.code == "press/ended"
        assert await traces(game) == before


async def reviewed(game: House) -> Table:
    """A round here in which both people submitted: each has a review."""
    for person in HERE:
        await game.submit(person)
    await game.quiet()
    table = await game.table()
    assert table.deal is None
    return table


async def test_a_review_is_read_by_its_person_alone_whatever_the_button(tmp_path: Path):
    async with two_tables(tmp_path) as game:
        game.clock.pass_by(3)
        await reviewed(game)
        own = {}
        for person in HERE:
            own[person] = (await game.press(person, show(Token(Verb.BOTH, TableId(1), 1)))).screen
        assert own[HERE[0]] != own[HERE[1]]
        for actor, seat in product((*THERE, OUTSIDER, ADMIN), ("", "0", "1", HERE[0].person[:20])):
            for chat in (CHAT, ELSEWHERE):
                token_ = show(Token(Verb.BOTH, TableId(1), 1, seat.replace(":", "-")))
                refusal = await refused(game.service.press(actor, chat, token_, {"seat": seat}, press=f"{seat}{chat}"))
                assert refusal.code in {"coach/none", "press/forged"}
        for serial, table in ((0, 1), (2, 1), (LARGEST, 1), (1, 2)):
            refusal = await refused(game.press(HERE[0], show(Token(Verb.BOTH, TableId(table), serial))))
            assert refusal.code in {"coach/none", "press/forged"}
        arg = show(Token(Verb.BOTH, TableId(1), 1, "1"))
        assert (await game.press(HERE[0], arg)).screen == own[HERE[0]]  # the argument names nobody


async def test_the_account_of_anothers_seat_says_nothing_of_their_review(tmp_path: Path):
    async with two_tables(tmp_path) as game:
        game.clock.pass_by(3)
        await reviewed(game)
        account = partial(Token, Verb.WHY, TableId(1), 1)
        mine = (await game.press(HERE[0], show(account("0")))).screen
        theirs = (await game.press(HERE[0], show(account("1")))).screen
        outside = (await game.press(OUTSIDER, show(account("0")))).screen
        assert mine is not None
        assert theirs is not None
        assert outside is not None
        assert has_review(mine)
        assert not has_review(theirs)
        assert not has_review(outside)


def has_review(screen: Screen) -> bool:
    return any("coach" in key for key in _keys(screen))


def _keys(screen: Screen) -> Iterator[str]:
    for block in screen.blocks:
        found = getattr(block, "text", None)
        if found is not None:
            yield found.key
    for row in screen.buttons:
        yield from (button.text.key for button in row)


async def test_a_coach_switched_off_by_one_stays_on_for_the_others(tmp_path: Path):
    async with two_tables(tmp_path) as game:
        for table, serial in ((1, 1), (2, 1), (0, 0), (LARGEST, LARGEST)):
            await game.press(OUTSIDER, show(Token(Verb.COACH, TableId(table), serial, "off")))
        game.clock.pass_by(3)
        await reviewed(game)
        for person in HERE:
            found = await game.service.hand(person.person, CHAT)
            assert found is not None
            assert found.kind == "coach"


async def test_what_was_suggested_in_the_round_before_is_old(tmp_path: Path):
    async with two_tables(tmp_path) as game:
        hand = await game.service.hand(HERE[0].person, CHAT)
        assert hand is not None
        old = [token(hand, "suggest-most"), show(Token(Verb.PICK, TableId(1), 1, cards_arg(range(5), row="back")))]
        game.clock.pass_by(3)
        await reviewed(game)
        for each in old:
            assert (await refused(game.press(HERE[0], each))).code == "press/old"
        await game.deal(2)
        before = await traces(game)
        for each in old:
            refusal = await refused(game.press(HERE[0], each))
            assert (refusal.code, refusal.facts) == ("press/old", {"n": 1, "m": 2})
        assert await traces(game) == before
        assert START < game.clock.now
