"""The four games of thirteen cards in the browser room, played to the end of their matches over its socket."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from bot.tokens import Verb
from core.cards import parse_shown, rank
from core.ids import PersonId
from core.rules import RULE_SETS
from core.table.course import rules_of
from core.table.model import By, Phase, Table
from core.table.opening import may_cut
from core.table.result import Result, ResultSeat
from tests.e2e import fortune
from tests.e2e.accounts import check_players, check_rounds
from tests.e2e.company import Company, declaring, fouling, refused, said_yes, silent
from tests.e2e.cutting import STAKES
from tests.e2e.playing import Player
from tests.e2e.reckoning import PACE
from tests.e2e.serving import Serving
from tests.e2e.waiting import until

pytestmark = pytest.mark.slow
NAMES = "甲乙丙丁"
Gather = Callable[[str, str], Awaitable[Company]]


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    """The game without pauses, on a new database; every round holds and nobody's cards changed."""
    own = Serving(tmp_path / "room.db", PACE | {"SHISANZHI_CUT_SECONDS": "30"})
    yield own
    if own.process is not None and own.process.returncode is None:
        assert await own.stop() == 0
    assert "Traceback" not in own.log()


@pytest.fixture
async def gather(serving: Serving) -> AsyncIterator[Gather]:
    """Tables with so many people and such a game, each in a room of its own."""
    link = await serving.start()
    companies: list[Company] = []
    admin = Player(link, "房主", random.Random(0), wishes=())
    staying = asyncio.create_task(admin.play())

    async def gathered(names: str, game: str) -> Company:
        made = await said_yes(admin.ask({"type": "say", "text": "/room"}, seconds=20))
        room = link.split("/r/")[0] + made["screen"]["buttons"][0][0]["link"]
        companies.append(await Company.gathered(serving, room, names=names, game=game))
        return companies[-1]

    yield gathered
    await asyncio.gather(*(company.disperse() for company in companies))
    staying.cancel()
    await asyncio.gather(staying, return_exceptions=True)
    check_rounds(serving)
    check_players(serving, [player for company in companies for player in company.players])


async def test_a_whole_jiang_of_taiwan_in_which_one_loses_everything_and_three_play_on(gather: Gather) -> None:
    table = await gather(NAMES, "taiwan once")
    await seats_are_drawn(table)
    reckless = table.players[3]
    await the_dealer_may_not_cut(table)
    await table.cut(fortune.holds(table.now(), PersonId(table.players[0].person), "dragon", "suited_dragon"))
    assert "dragon" in table.players[0].hand.lower()
    rounds = [await table.play({reckless.name: fouling})]
    assert {one.points for one in rounds[0].payments if rounds[0].seats[one.payee].name == NAMES[0]} == {6, 13}
    while (await table_goes_on(table)).phase is Phase.CUTTING:
        won_most_deals(table, rounds[-1])
        await table.cut()
        seated = table.seat(reckless) is not None
        rounds.append(await table.play({reckless.name: fouling} if seated else {}))
    await is_out_and_the_others_play_on(table, rounds, reckless)
    await until(lambda: "🏁" in table.players[0].board)
    points = {score.name: score.points for score in table.now().scores}
    for name, won in points.items():
        line = next(line for line in table.players[0].board.splitlines() if f"{name} " in line)
        assert f"{3_100 + 20 * won:,}".replace("-", "−") in line, line
    assert sum(points.values()) == 0


async def seats_are_drawn(table: Company) -> None:
    """Everybody chooses a card, and the highest sits first; the record of it holds like any other's."""
    before = {seat: player.name for seat, player in table.sitting().items()}
    await table.cut()
    (drawn,) = table.results()
    assert (drawn.round, drawn.outcome, drawn.payments) == (0, "settled", ())
    turned = [[rank(card) for card in parse_shown(seat.hand)] for seat in drawn.seats]
    assert turned == sorted(turned, reverse=True)
    now = await table.opened()
    assert [seat.name for seat in drawn.seats] == [seat.name for seat in now.seats if seat is not None]
    assert sorted(before.values()) == sorted(seat.name for seat in drawn.seats)
    assert now.dealer == 0


async def the_dealer_may_not_cut(table: Company) -> None:
    now = await table.opened()
    (dealer,) = [player for seat, player in table.sitting(now).items() if not may_cut(now, seat)]
    assert dealer.name == table.results()[0].seats[0].name
    assert await refused(dealer.press(Verb.CUT, arg="2"))
    assert cuts(table) == []


async def table_goes_on(table: Company) -> Table:
    """The table as soon as the round that has just ended leads on to the next, or to the end."""
    over = {Phase.CUTTING, Phase.FINISHED}
    found = await until(lambda: [now for now in [table.now()] if now.phase in over])
    if found[0].phase is Phase.CUTTING:
        return await table.opened()
    return found[0]


def won_most_deals(table: Company, last: Result) -> None:
    now = table.now()
    assert now.dealer is not None
    dealer = now.seats[now.dealer]
    assert dealer is not None
    assert next(seat.points for seat in last.seats if seat.name == dealer.name) == max(s.points for s in last.seats)


async def is_out_and_the_others_play_on(table: Company, rounds: Sequence[Result], reckless: Player) -> None:
    sizes = [len(one.seats) for one in rounds]
    assert len(rounds) == 16
    last = sizes.index(3)
    assert sizes == [4] * last + [3] * (16 - last)
    (gone,) = [seat for seat in rounds[last - 1].seats if seat.out]
    assert (gone.name, gone.foul) == (reckless.name, True)
    assert 3_100 + 20 * gone.match_points <= 0 < 3_100 + 20 * (gone.match_points - gone.points)
    assert all(not any("home" in one.reason for one in after.payments) for after in rounds[last:])
    assert reckless.name not in [seat.name for seat in rounds[last].seats]


async def test_whole_matches_of_standard_with_two_three_and_four(gather: Gather) -> None:
    tables = [await gather(NAMES[:players], "standard 5 30 once") for players in (2, 3, 4)]
    await asyncio.gather(*(play(table) for play, table in zip((two, three, four), tables, strict=True)))


async def two(table: Company) -> None:
    """Who lets the time run out declares what they hold."""
    first, second = table.players
    await table.opened()
    await table.cut(fortune.holds(table.now(), PersonId(second.person)))
    result = await table.play({second.name: silent}, seconds=40)
    late = seat_of(result, second)
    assert (late.by, bool(late.declared), late.foul) == (By.FALLBACK, True, False)
    await lets_a_foul_be_sent(table, first)
    await ends_after_five(table)


async def three(table: Company) -> None:
    """One declares, then two send fouls at once, which are even among themselves."""
    first, second, third = table.players
    await declares(table, first)
    await table.opened()
    await table.cut(fortune.plain(table.now()))
    result = await table.play({second.name: fouling, third.name: fouling})
    fouls = {seat for seat, one in enumerate(result.seats) if one.foul}
    assert {result.seats[seat].name for seat in fouls} == {second.name, third.name}
    assert not [one for one in result.payments if {one.payer, one.payee} <= fouls]
    await ends_after_five(table)


async def four(table: Company) -> None:
    """One declares, another holds a special and would rather play rows, a third sends a foul."""
    first, second, third, _ = table.players
    await declares(table, first)
    await table.opened()
    await table.cut(fortune.holds(table.now(), PersonId(second.person)))
    assert second.is_asked
    result = await table.play()
    assert (seat_of(result, second).declared, seat_of(result, second).by) == ("", By.PERSON)
    await lets_a_foul_be_sent(table, third)
    await ends_after_five(table)


async def declares(table: Company, player: Player) -> None:
    await table.opened()
    await table.cut(fortune.holds(table.now(), PersonId(player.person)))
    result = await table.play({player.name: declaring})
    seat, code = result.seats.index(seat_of(result, player)), seat_of(result, player).declared
    price = RULE_SETS["standard"].specials[code]
    won = [(one.points, one.row_class) for one in result.payments if one.payee == seat]
    assert won == [(price, code)] * (len(result.seats) - 1)


async def lets_a_foul_be_sent(table: Company, player: Player) -> None:
    await table.opened()
    await table.cut(fortune.plain(table.now()))
    result = await table.play({player.name: fouling})
    assert [seat.name for seat in result.seats if seat.foul] == [player.name]
    assert seat_of(result, player).points < 0


async def ends_after_five(table: Company) -> None:
    while (await table_goes_on(table)).phase is Phase.CUTTING:
        await table.cut()
        await table.play()
    results = table.results()
    assert [one.round for one in results] == [1, 2, 3, 4, 5]
    for one in results:
        assert sum(seat.points for seat in one.seats) == 0
        homes = [each for each in one.payments if "home" in each.reason]
        assert not homes or len(one.seats) == 4
    await until(lambda: "🏁" in table.players[0].board)


def seat_of(result: Result, player: Player) -> ResultSeat:
    return next(seat for seat in result.seats if seat.person == player.person)


async def test_each_of_three_is_once_the_banker_of_hongkong(gather: Gather) -> None:
    table = await gather(NAMES[:3], "hongkong once 比花色 青龍26 stakes=5")
    names = [player.name for player in table.players]
    await what_cannot_be_staked_is_refused(table)
    await table.cut(fortune.holds(table.now(), PersonId(table.players[1].person)))
    first = await table.play()
    reported = [one for one in first.payments if {one.payer, one.payee} == {0, 1}]
    assert [(one.payer, one.row) for one in reported] == [(0, None)]
    await table.opened()
    await table.cut(fortune.plain(table.now()))
    second = await table.play()
    await table.opened()
    await table.cut(fortune.plain(table.now()))
    third = await table.play({names[2]: fouling})
    assert third.seats[2].foul
    assert {one.payer for one in third.payments} == {2}
    results = [first, second, third]
    assert [result.seats[result.dealer].name for result in results] == names
    for result in results:
        expected = [0 if seat == result.dealer else STAKES[seat] for seat in range(3)]
        assert [*result.stakes] == expected
        for one in result.payments:
            (other,) = {one.payer, one.payee} - {result.dealer}
            assert one.points % result.stakes[other] == 0
    contexts = fortune.contexts_of(table.serving, table.table)
    assert {context["rules"] for context in contexts} == {"hongkong;suited_dragon=26;suits=true"}
    await until(lambda: "🏁" in table.players[0].board)
    assert table.now().phase is Phase.FINISHED


async def what_cannot_be_staked_is_refused(table: Company) -> None:
    """The banker stakes nothing, nobody more than the table lets them; a stake can be changed until the deal."""
    now = await table.opened()
    banker, other, _ = table.players
    assert rules_of(now).has_banker
    assert now.dealer == table.seat(banker)
    assert await refused(banker.press(Verb.STAKE, arg="2"))
    assert "5" in await refused(other.ask({"type": "say", "text": "/stake 6"}))
    await said_yes(other.press(Verb.STAKE, arg="1"))
    assert cuts(table) == ["1"]


def cuts(table: Company) -> list[str]:
    """The numbers that were cut with so far."""
    opening = table.now().opening
    assert opening is not None
    return [one.number for one in opening.cuts]
