"""Everything that leaves the house is recorded and searched: no secret, no salt, no card before its time."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.audiences import NO_HAND, screen_of, seen
from bot.platforms.base import Address
from bot.screens.model import Cards, Line, PanelCard, Screen, ShownRow
from core.cards import parse_shown
from core.errors import Illegal
from core.ids import PersonId
from core.table import commands as c
from core.table.events import DealOpened, Dealt, Submitted
from core.table.model import Options, Phase, Table
from storage import store
from tests.fakes import CHAT, PEOPLE, FakePlatform, House, house, texts

BEFORE_THE_SHOWDOWN = frozenset({"lobby", "cutting", "arranging", "settings", "end", "help", "welcome"})


class Recorder(FakePlatform):
    """Keeps every screen that went out, with the address and the cards that lay there at that moment."""

    def __init__(self) -> None:
        super().__init__()
        self.record: list[tuple[Address, Screen]] = []

    async def _call(self, kind: str, address: Address, screen: Screen) -> None:
        self.record.append((address, screen))
        await super()._call(kind, address, screen)


def cards_in(part: object) -> Iterator[int]:
    """Every card that a screen shows, wherever it stands."""
    match part:
        case Cards() | Line() | ShownRow():
            yield from part.cards
        case PanelCard():
            yield part.card
    if is_dataclass(part) and not isinstance(part, type):
        for each in fields(part):
            yield from cards_in(getattr(part, each.name))
    elif isinstance(part, dict):
        for value in part.values():
            yield from cards_in(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from cards_in(value)


async def everything_pressed(game: House, *, number: int) -> list[tuple[PersonId, Screen]]:
    """Every question, typed and pressed by everybody, in the state as it is: what came back in private.

    Files with the record of an ended deal, whose secrets are public, are searched here for those of the present one.
    """
    answers: list[tuple[PersonId, Screen]] = []
    secrets = unspoken(await game.table())
    lines = ("/hand", "/rules", "/help", "/me", "/rank", "/verify", f"/verify {number}", "/score")
    for person in PEOPLE:
        for line in lines:
            try:
                reply = await game.say(person, line)
            except Illegal:
                continue
            if reply.screen is not None:
                assert not [file for file in reply.screen.files for secret in secrets if secret in file.text]
                answers.append((person.person, replace(reply.screen, files=())))
    return answers


def unspoken(table: Table) -> set[str]:
    """The secrets and salts of the deal under way."""
    assert table.opening is not None
    plays = table.deal.plays if table.deal else ()
    secrets = {table.opening.secret, *table.opening.salts, *(play.salt for play in plays)} - {""}
    assert len(secrets) > 2
    return secrets


def searched(table: Table, events: list[Any], screens: list[tuple[PersonId | None, Screen]]) -> None:
    """No secret or salt anywhere; public screens of a deal under way show no card, private ones only the reader's."""
    secrets = {event.opening.secret for event in events if isinstance(event, DealOpened)}
    secrets |= {salt for event in events if isinstance(event, DealOpened) for salt in event.opening.salts if salt}
    secrets |= {play.salt for event in events if isinstance(event, Dealt) for play in event.deal.plays}
    secrets |= {event.salt for event in events if isinstance(event, Submitted)}
    assert len(secrets) > 10
    deals = [event.deal for event in events if isinstance(event, Dealt)]
    seat = {seat.person: number for number, seat in enumerate(table.seats) if seat is not None}
    for person, screen in screens:
        said = "\n".join(texts(screen))
        assert not [secret for secret in secrets if secret in said]
        if screen.kind == "hand" and screen.blocks:
            shown = Counter(cards_in(screen))
            hands = [Counter(parse_shown(deal.dealt.hands[seat[person]])) for deal in deals]
            assert any(shown == hand for hand in hands)
        elif screen.kind in BEFORE_THE_SHOWDOWN - {"help"}:
            asides = [parse_shown(deal.dealt.aside) for deal in deals]
            assert tuple(cards_in(screen)) in {(), *(tuple(aside) for aside in asides)}
            for deal in deals:
                assert not [rows for rows in (*deal.fallbacks, *deal.dealt.hands) if rows in said]


@pytest.mark.parametrize("rule_set", ["joker", "bonus"])
async def test_nothing_that_leaves_the_house_tells_a_secret_or_another_seats_cards(tmp_path: Path, rule_set: str):
    recorder = Recorder()
    async with house(tmp_path, platform=recorder) as game:
        await game.begin(3, Options(rule_set=rule_set, rounds=3))
        answers: list[tuple[PersonId, Screen]] = []
        for number in range(1, 4):
            answers += await everything_pressed(game, number=number)
            await game.deal(3)
            answers += await everything_pressed(game, number=number)
            for person in PEOPLE[:2]:
                reply = await game.submit(person)
                assert reply.screen is not None
                answers.append((person.person, reply.screen))
            await game.quiet()
            answers += await everything_pressed(game, number=number)
            game.clock.pass_by(90)
            await game.do(c.CLOCK, c.Tick())
            await game.quiet()
        table = await game.table()
        events = await game.database.read(partial(store.log, table=table.id))
    sent = [(address.person, screen) for address, screen in recorder.record]
    assert {screen.kind for _, screen in sent} == {"lobby", "cutting", "arranging", "result", "match", "hand", "coach"}
    assert {screen.kind for _, screen in answers} >= {"hand", "proof", "rules", "rank", "me", "help"}
    searched(table, events, [*sent, *answers])


async def test_the_commitment_of_a_board_never_changes_and_stands_there_in_full(tmp_path: Path):
    recorder = Recorder()
    async with house(tmp_path, platform=recorder) as game:
        await game.begin(2)
        table = await game.play_round(2)
        await game.quiet()
        events = await game.database.read(partial(store.log, table=table.id))
    first = next(event.opening.commitment for event in events if isinstance(event, DealOpened))
    boards = [screen for address, screen in recorder.record if screen.kind in {"cutting", "arranging", "result"}]
    mine = [screen for screen in boards if first in texts(screen)]
    assert (mine[0].kind, mine[-1].kind, len(first)) == ("cutting", "result", 64)


async def test_an_audience_sees_the_stored_state_whoever_asks(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2, Options(rounds=1))

        async def shown(audience: str) -> Screen | None:
            table = await game.table()
            return screen_of(await game.database.read(partial(seen, table=table, audience=audience)))

        lobby = await shown("lobby:0")
        assert lobby is not None
        assert lobby.buttons == ()
        assert await shown(f"hand:{PEOPLE[0].person}") == NO_HAND
        assert await shown("hand:web:nobody") == NO_HAND
        await game.deal(2)
        hand = await shown(f"hand:{PEOPLE[0].person}")
        assert hand == await game.service.hand(PEOPLE[0].person, CHAT)
        for person in PEOPLE[:2]:
            await game.submit(person)
        assert (await game.table()).phase is Phase.FINISHED
        result, match = await shown("board:1"), await shown("match:1")
        assert (result and result.kind, match and match.kind) == ("result", "match")
        with pytest.raises(ValueError, match="no such audience"):
            await shown("wall:1")
