"""Hands that reach nobody, and the pace in which a chat's messages are edited."""

import asyncio
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from bot.platforms.base import Address, Later, Unreachable
from bot.screens.model import Line, Name, Reveal, Screen
from core.ids import PersonId
from core.table import commands as c
from storage import store
from tests.fakes import CHAT, PEOPLE, FakePlatform, House, house, panel, token, until

XIAOMING, AMA = PEOPLE[:2]


class Closed(FakePlatform):
    """Brings no hand to those in `closed`."""

    def __init__(self, *closed: PersonId) -> None:
        super().__init__()
        self.closed = set(closed)

    async def _call(self, kind: str, address: Address, screen: Screen) -> None:
        if address.person in self.closed:
            raise Unreachable
        await super()._call(kind, address, screen)


def told(screen: Screen) -> tuple[str, ...]:
    """Whom the board asks to press for their hand."""
    [said] = [block.text for block in screen.blocks if isinstance(block, Line) and block.text.key == "dm/closed"] or [
        None
    ]
    return tuple(name.text for name in said.facts["names"] if isinstance(name, Name)) if said else ()  # type: ignore[union-attr,attr-defined]


def locked(screen: Screen) -> list[str]:
    """Whose seats carry the key."""
    lines = [block.text for block in screen.blocks if isinstance(block, Line) and "mark" in block.text.facts]
    return [text.facts["name"].text for text in lines if text.facts["mark"].key == "mark/locked"]  # type: ignore[attr-defined]


async def dealt(game: House) -> Screen:
    await game.begin(2)
    await game.deal(2)
    return game.platform.shown("arranging")


async def found_again(game: House, screen: Screen) -> None:
    await until(lambda: not told(game.platform.shown(screen.kind)))
    assert [] == locked(game.platform.shown(screen.kind))


async def test_the_board_names_exactly_those_whose_hand_could_not_be_brought(tmp_path: Path):
    async with house(tmp_path, platform=Closed(XIAOMING.person)) as game:
        board = await dealt(game)
        assert (XIAOMING.name,) == told(board)
        assert [XIAOMING.name] == locked(board)
        assert panel(game.platform.shown("hand", AMA.person))


async def test_two_are_named_by_their_seats_and_who_submits_is_not(tmp_path: Path):
    async with house(tmp_path, platform=Closed(XIAOMING.person, AMA.person)) as game:
        board = await dealt(game)
        assert (XIAOMING.name, AMA.name) == told(board)
        await game.submit(AMA)
        await game.quiet()
        assert (XIAOMING.name,) == told(game.platform.shown("arranging"))


@pytest.mark.parametrize("way", ["hand", "typed hand", "list", "draft", "arrange"])
async def test_whoever_sees_their_hand_is_asked_no_more(tmp_path: Path, way: str):
    async with house(tmp_path, platform=Closed(XIAOMING.person)) as game:
        board = await dealt(game)
        hand = await game.service.hand(XIAOMING.person, CHAT)
        assert hand is not None
        match way:
            case "hand":
                await game.press(XIAOMING, token(board, "hand"))
            case "typed hand":
                await game.say(XIAOMING, "/hand")
            case "list":
                await game.press(XIAOMING, panel(hand).rows[0].list)
            case "draft":
                await game.press(XIAOMING, token(hand, "suggest-most"))
            case _:
                (_, rows), *_ = await game.service.typed(XIAOMING.person, CHAT, "")
                await game.say(XIAOMING, f"/arrange {rows}")
        await found_again(game, board)


async def test_what_shows_no_hand_changes_nothing(tmp_path: Path):
    async with house(tmp_path, platform=Closed(XIAOMING.person)) as game:
        board = await dealt(game)
        await game.press(XIAOMING, token(board, "rules"))
        await game.press(XIAOMING, token(board, "end"))
        await game.press(AMA, token(board, "hand"))
        await game.quiet()
        assert (XIAOMING.name,) == told(game.platform.shown("arranging"))


async def test_a_cut_that_deals_shows_the_hand_and_the_next_round_begins_anew(tmp_path: Path):
    platform = Closed(XIAOMING.person)
    async with house(tmp_path, platform=platform) as game:
        await dealt(game)
        platform.closed.clear()
        await game.submit(AMA)
        await game.submit(XIAOMING)
        await game.deal(2)
        assert () == told(platform.shown("arranging"))
        assert () == told(await again(game))


async def again(game: House) -> Screen:
    await game.quiet()
    return game.platform.shown("arranging")


async def test_a_hand_that_gets_through_later_is_no_longer_asked_for(tmp_path: Path):
    platform = Closed(XIAOMING.person)
    async with house(tmp_path, platform=platform) as game:
        board = await dealt(game)
        platform.closed.clear()
        game.clock.pass_by(30)
        await game.press(AMA, token(board, "nudge"))
        await found_again(game, board)


async def test_being_unreachable_is_kept_over_a_restart(tmp_path: Path):
    async with house(tmp_path, platform=Closed(XIAOMING.person)) as game:
        await dealt(game)
        clock = game.clock
    async with house(tmp_path, clock=clock) as game:
        who = partial(store.unreachable, table=(await game.table()).id)
        assert {XIAOMING.person} == await game.database.read(who)


class Watched(FakePlatform):
    """Notes the moment of each public call."""

    def __init__(self, *, pace: float) -> None:
        super().__init__(pace=pace)
        self.clock = lambda: 0
        self.moments: list[tuple[int, str, Screen]] = []

    async def _call(self, kind: str, address: Address, screen: Screen) -> None:
        if address.person is None:
            self.moments.append((self.clock(), kind, screen))
        await super()._call(kind, address, screen)


async def paced(game: House) -> Watched:
    assert isinstance(game.platform, Watched)
    game.platform.clock = game.clock
    return game.platform


async def passing(game: House, seconds: float, *, step: float = 0.1) -> None:
    """Let time go on in steps, the worker awake all the while."""
    for _ in range(round(seconds / step)):
        game.clock.pass_by(step)
        game.service._stirred()
        await asyncio.sleep(0.03)


async def test_thirty_changes_in_two_seconds_are_few_edits_and_the_last_one_shows_the_end(tmp_path: Path):
    async with house(tmp_path, platform=Watched(pace=1.0)) as game:
        platform = await paced(game)
        await game.seat(1)
        await until(lambda: bool(platform.moments))
        for number in range(30):
            await game.do(AMA, c.Join() if number % 2 == 0 else c.Leave())
            await passing(game, 0.067, step=0.067)
        await game.do(AMA, c.Join())
        await passing(game, 2.5)
        edits = [moment for moment, kind, _ in platform.moments if kind == "edit"]
        assert 2 <= len(edits) <= 4
        assert all(later - earlier >= 1_000 for earlier, later in pairwise(edits))
        assert AMA.name in str(platform.moments[-1][2])


async def test_a_new_message_and_a_reveal_wait_for_no_pace(tmp_path: Path):
    async with house(tmp_path, platform=Watched(pace=60.0)) as game:
        platform = await paced(game)
        await game.seat(2)
        await until(lambda: len(platform.moments) == 1)
        await game.do(XIAOMING, c.Start(fill=True))
        await game.out(1)
        assert ["post", "post"] == [kind for _, kind, _ in platform.moments]
        game.clock.pass_by(61)
        await cut_and_play(game)
        await until(lambda: any(is_reveal(screen) for _, _, screen in platform.moments))
        kinds = [(kind, is_reveal(screen)) for _, kind, screen in platform.moments]
        assert ("edit", True) in kinds
        await game.out(2)


async def cut_and_play(game: House) -> None:
    for person in (XIAOMING, AMA):
        await game.do(person, c.Cut(1, "1"))
    await until(lambda: dealt_out(game))
    table = await game.table()
    assert table.deal is not None
    game.clock.now = max(game.clock.now, table.deal.thought_at)
    for person in (XIAOMING, AMA):
        await game.submit(person)


async def dealt_out(game: House) -> bool:
    return (await game.table()).deal is not None


def is_reveal(screen: Screen) -> bool:
    return any(isinstance(block, Reveal) for block in screen.blocks)


async def test_a_reveal_goes_at_once_though_an_edit_is_under_way(tmp_path: Path):
    async with house(tmp_path, platform=Watched(pace=60.0)) as game:
        await game.begin(2)
        await game.worker.stop()
        await cut_and_play(game)
        table = await game.table()
        until_then = partial(store.hold_edits, table=table.id, until=game.clock() + 60_000)
        await game.database.run(until_then)
        claim = partial(store.claim_screens, now=game.clock(), lease=1, limit=99, platform="web")
        audiences = {stale.audience for stale in await game.database.run(claim)}
        assert "board:1" in audiences


async def test_after_the_reveal_its_message_keeps_the_pace_again(tmp_path: Path):
    async with house(tmp_path, platform=Watched(pace=1.0)) as game:
        platform = await paced(game)
        await game.begin(2)
        game.clock.pass_by(2)
        await cut_and_play(game)
        await until(lambda: any(is_reveal(screen) for _, _, screen in platform.moments))
        await game.worker.stop()
        table = await game.table()
        await game.database.run(partial(store.touch, table=table, audiences=("board:1",), now=game.clock()))
        claim = partial(store.claim_screens, now=game.clock(), lease=1, limit=99, platform="web")
        assert "board:1" not in {stale.audience for stale in await game.database.run(claim)}


async def test_the_pace_shortens_no_longer_wait(tmp_path: Path):
    async with house(tmp_path, platform=Watched(pace=1.0)) as game:
        platform = await paced(game)
        platform.trouble = [None, Later(30)]
        await game.seat(1)
        await until(lambda: len(platform.moments) == 1)
        game.clock.pass_by(2)
        await game.do(AMA, c.Join())
        await until(lambda: len(platform.moments) == 2)
        await passing(game, 5, step=1)
        assert 2 == len(platform.moments)
        await passing(game, 26, step=1)
        assert 3 == len(platform.moments)


async def test_a_platform_without_a_pace_holds_nothing(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(1)
        await game.quiet()
        await game.do(AMA, c.Join())
        await game.quiet()
        assert 1 == game.platform.messages["m1"].edits
