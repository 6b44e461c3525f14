import asyncio
import logging
from functools import partial
from pathlib import Path

import pytest
import structlog
from sqlalchemy import text
from structlog.testing import capture_logs

from bot.audiences import screen_of, seen
from bot.platforms.base import Address, ChatLost, Gone, Later, Unreachable
from bot.slots import Slots
from bot.worker import BACKOFF, LEASE
from core.ids import ChatId
from core.table import commands as c
from core.table.events import Settled
from core.table.model import Options, Phase
from storage import store
from storage.engine import DatabaseTrouble
from tests.fakes import CHAT, ELSEWHERE, PEOPLE, FakeClock, FakePlatform, House, house, until

LOBBY = Address(CHAT)


@pytest.fixture(autouse=True)
def _quiet_logs() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.INFO))


async def opened(game: House) -> None:
    await game.service.open(PEOPLE[0], CHAT, Options(rounds=2), press="open")


async def settles(game: House, *, calls: int) -> None:
    """Wait until so many calls were made and noted, and no more come by themselves."""
    await until(lambda: len(game.platform.calls) >= calls)
    await asyncio.sleep(0.1)
    assert len(game.platform.calls) == calls


async def is_over(game: House) -> bool:
    return (await game.table()).phase is Phase.ENDED


async def is_at(game: House, *, serial: int) -> bool:
    return (await game.table()).serial == serial


async def is_empty(game: House, chat: ChatId) -> bool:
    return await game.database.read(partial(store.live_table, chat=chat)) is None


async def test_a_burst_of_changes_becomes_few_edits_and_the_last_one_counts(tmp_path: Path):
    async with house(tmp_path) as game:
        await opened(game)
        await game.quiet()
        for _ in range(15):
            await game.do(PEOPLE[1], c.Join())
            await game.do(PEOPLE[1], c.Leave())
        await game.do(PEOPLE[2], c.Join())
        await game.quiet()
        [lobby] = game.platform.messages.values()
        assert lobby.edits < 20
        assert lobby.screen == game.platform.outgoing[-1]
        names = [line.text.facts.get("name") for line in lobby.screen.blocks if hasattr(line, "text")]
        assert any(getattr(name, "text", "") == PEOPLE[2].name for name in names)


async def test_a_message_that_is_gone_is_posted_anew_once(tmp_path: Path):
    async with house(tmp_path) as game:
        await opened(game)
        await game.quiet()
        game.platform.trouble = [Gone()]
        await game.do(PEOPLE[1], c.Join())
        await settles(game, calls=3)
        assert [kind for kind, _ in game.platform.calls] == ["post", "edit", "post"]
        assert len(game.platform.messages) == 2
        await game.do(PEOPLE[2], c.Join())
        await settles(game, calls=4)
        assert game.platform.messages["m2"].edits == 1


async def test_what_may_not_be_sent_yet_waits_for_its_time(tmp_path: Path):
    async with house(tmp_path) as game:
        game.platform.trouble = [Later(30)]
        await opened(game)
        await settles(game, calls=1)
        await game.do(PEOPLE[1], c.Join())
        game.clock.pass_by(29)
        await settles(game, calls=1)
        game.clock.pass_by(1.5)
        await settles(game, calls=2)
        assert len(game.platform.messages) == 1


async def test_one_person_who_cannot_be_reached_stops_nobody(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        refusing = PEOPLE[0].person

        class Closed(FakePlatform):
            async def _call(self, kind: str, address: Address, screen: object) -> None:
                if address.person == refusing:
                    self.calls.append((kind, address))
                    raise Unreachable
                await super()._call(kind, address, screen)  # type: ignore[arg-type]

        game.platform.__class__ = Closed
        await game.play_round(2)
        await game.quiet()
        assert (await game.table()).round == 2
        sent = {address.person for _, address in game.platform.calls}
        assert sent == {None, PEOPLE[0].person, PEOPLE[1].person}
        assert len([1 for _, address in game.platform.calls if address.person == refusing]) <= 8


async def test_a_chat_that_is_lost_ends_its_table_and_frees_its_people(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        await game.deal(2)
        calls = len(game.platform.calls)
        game.platform.trouble = [ChatLost()]
        await game.do(PEOPLE[0], c.VoteEnd())
        await until(partial(is_over, game))
        await settles(game, calls=calls + 1)
        table = await game.table()
        assert (table.ended, table.scores) == ("chat", ())
        result = await game.database.read(partial(store.result, table=table.id, serial=1))
        assert result is not None
        assert result.outcome == "void:ended"
        await game.service.open(PEOPLE[1], ELSEWHERE, Options(), press="elsewhere")


async def test_an_unexpected_error_is_logged_once_and_tried_again_later_and_later(tmp_path: Path):
    async with house(tmp_path) as game:
        game.platform.trouble = [RuntimeError("broken"), RuntimeError("broken"), RuntimeError("broken")]
        with capture_logs() as logs:
            await opened(game)
            for calls, pause in enumerate(BACKOFF, 1):
                await settles(game, calls=calls)
                game.clock.pass_by(pause / 1_000 - 0.1)
                await settles(game, calls=calls)
                game.clock.pass_by(0.2)
            await settles(game, calls=4)
        assert len(game.platform.messages) == 1
        errors = [entry for entry in logs if entry["log_level"] == "error"]
        assert [(entry["table"], entry["audience"]) for entry in errors] == [(1, "lobby:0")]


async def test_a_full_disk_is_tried_with_patience_and_logged_once_and_then_all_is_shown(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        await opened(game)
        run, tries = game.database.run, 0

        async def full(_act: object) -> None:
            nonlocal tries
            tries += 1
            raise DatabaseTrouble("database/full", path="game.db", reason="database or disk is full")

        game.database.run = full
        with capture_logs() as logs:
            game.worker.start()
            await asyncio.sleep(0.6)
        game.database.run = run
        assert 1 <= tries <= 3
        assert ["database/full"] == [line["code"] for line in logs]
        await game.quiet()
        assert 1 == len(game.platform.messages)


async def test_a_note_that_does_not_fit_is_written_later_and_nothing_is_sent_twice(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        await opened(game)
        run, posted = game.database.run, game.platform.calls

        async def full_after_the_post(act):
            if posted:
                raise DatabaseTrouble("database/full", path="game.db", reason="database or disk is full")
            return await run(act)

        game.database.run = full_after_the_post
        game.worker.start()
        await until(lambda: bool(posted))
        await asyncio.sleep(0.2)
        game.database.run = run
        await game.quiet()
        assert [("post", LOBBY)] == game.platform.calls


async def test_a_kill_between_sending_and_noting_makes_no_second_message(tmp_path: Path):
    clock, platform = FakeClock(), FakePlatform()
    async with house(tmp_path, clock=clock, platform=platform, works=False) as game:
        await opened(game)
        claim = partial(store.claim_screens, now=clock(), lease=LEASE, limit=9, platform="web")
        [stale] = await game.database.run(claim)
        table = await game.table()
        screen = screen_of(await game.database.read(partial(seen, table=table, audience=stale.audience)))
        assert screen is not None
        await platform.post(LOBBY, screen, nonce=stale.nonce)
    async with house(tmp_path, clock=clock, platform=platform) as game:
        await game.quiet()
        assert (len(platform.calls), len(platform.messages)) == (2, 1)


async def test_a_slow_chat_holds_up_no_other_and_has_one_call_at_a_time(tmp_path: Path):
    async with house(tmp_path) as game:
        held: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        game.platform.slow = lambda address: held if address.chat == CHAT else None
        await opened(game)
        await game.do(PEOPLE[1], c.Join())
        await game.service.open(PEOPLE[3], ELSEWHERE, Options(), press="elsewhere")
        await until(lambda: bool(game.platform.messages))
        await game.do(PEOPLE[2], c.Join())
        await asyncio.sleep(0.1)
        assert [address.chat for _, address in game.platform.calls].count(CHAT) == 1
        assert [sent.address.chat for sent in game.platform.messages.values()] == [ELSEWHERE]
        held.set_result(None)
        await game.quiet()
        assert {sent.address.chat for sent in game.platform.messages.values()} == {CHAT, ELSEWHERE}


async def test_what_waited_too_long_to_be_sent_is_given_back_at_once(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(1)
        await game.quiet()
        slots = game.worker._deliverers[0]._slots = Slots(0)
        await game.do(PEOPLE[1], c.Join())
        leased = text("SELECT count(*) FROM screens WHERE leased_until > 0")
        await until(lambda: game.database.read(lambda connection: connection.execute(leased).scalar()))
        game.clock.pass_by(10)
        slots._free.release()
        await game.quiet()
        assert PEOPLE[1].name in str(game.platform.shown("lobby"))


async def test_late_and_doubled_ticks_settle_a_round_once(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(3)
        await game.deal(3)
        await game.worker.stop()
        await game.submit(PEOPLE[0])
        table = await game.table()
        await game.service.execute(c.CLOCK, table.id, c.Tick())
        assert await game.table() == table
        game.clock.pass_by(3_000)
        ticks = [game.service.execute(c.CLOCK, table.id, c.Tick()) for _ in range(5)]
        happened = [events for events in await asyncio.gather(*ticks) if events]
        assert len(happened) == 1
        assert sum(isinstance(event, Settled) for event in happened[0]) == 1
        assert sum(score.points for score in (await game.table()).scores) == 0


async def test_the_clock_strikes_by_itself_and_after_a_restart(tmp_path: Path):
    clock = FakeClock()
    async with house(tmp_path, clock=clock) as game:
        await game.begin(2)
        await game.deal(2)
        await game.submit(PEOPLE[0])
    clock.pass_by(1_000)
    async with house(tmp_path, clock=clock) as game:
        await until(partial(is_at, game, serial=2))
        result = await game.database.read(partial(store.result, table=(await game.table()).id, serial=1))
        assert result is not None
        assert [seat.by.value for seat in result.seats] == ["person", "fallback", "computer", "computer"]


async def test_a_table_that_cannot_tick_is_left_alone_and_others_go_on(tmp_path: Path):
    async with house(tmp_path) as game:
        await opened(game)
        await game.service.open(PEOPLE[1], ELSEWHERE, Options(), press="elsewhere")
        await game.quiet()
        await game.worker.stop()
        ticks: list[int] = []
        execute = game.service.execute

        async def breaking(actor: c.Actor, table: object, command: c.Command, *, press: str = "") -> object:
            if isinstance(command, c.Tick) and table == 1:
                ticks.append(1)
                raise RuntimeError("broken")
            return await execute(actor, table, command, press=press)  # type: ignore[arg-type]

        game.service.execute = breaking  # type: ignore[method-assign,assignment]
        game.clock.pass_by(16 * 60)
        with capture_logs() as logs:
            game.worker.start()
            await until(partial(is_empty, game, ELSEWHERE))
            await asyncio.sleep(1.3)
        assert len(ticks) == 1
        assert [entry["table"] for entry in logs if entry["log_level"] == "error"] == [1]
        game.service.execute = execute  # type: ignore[method-assign]
        game.clock.pass_by(2)
        await until(partial(is_empty, game, CHAT))


async def test_a_clock_that_is_set_back_holds_no_table_longer(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        game.worker._clock._held[table.id] = game.clock() + 3_600_000
        game.clock.pass_by(table.options.seconds)
        await until(partial(is_at, game, serial=2))


async def test_stopping_waits_for_no_platform_that_hangs(tmp_path: Path):
    async with house(tmp_path) as game:
        held: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        game.platform.slow = lambda _address: held
        await opened(game)
        await until(lambda: bool(game.platform.calls))
        started = asyncio.get_running_loop().time()
        await game.worker.stop()
        assert asyncio.get_running_loop().time() - started < 2.3
        assert held.cancelled()


async def test_a_platform_gets_only_its_own_chats(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.service.open(PEOPLE[0], ChatId("telegram:-5"), Options(), press="t")
        await opened_elsewhere(game)
        await until(lambda: bool(game.platform.messages))
        await asyncio.sleep(0.1)
        assert {address.chat for _, address in game.platform.calls} == {CHAT}


async def opened_elsewhere(game: House) -> None:
    await game.service.open(PEOPLE[1], CHAT, Options(), press="w")
