"""When days begin and end, what becomes of tries that were not finished, and what a backup does."""

import asyncio
import json
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.daily import days
from bot.daily.days import span
from bot.verifier.verify import fault
from core.ids import DAILY
from core.table.daily import DEALS, GRACE, RESTORED, SETTLED, digest
from core.table.model import By
from storage import daily, installation
from storage.store import Connection
from tests.fakes import PEOPLE, START, FakeClock, house, refused, token
from tests.kept_days import AN_HOUR, first_hand, kept_day, play_round

TAIPEI = ZoneInfo("Asia/Taipei")


@pytest.mark.parametrize(
    ("zone", "date", "hours"),
    [
        ("Asia/Taipei", "2027-01-15", 24),
        ("America/New_York", "2027-01-15", 24),
        ("UTC", "2027-01-15", 24),
        ("Pacific/Auckland", "2027-01-15", 24),
    ],
)
def test_a_day_is_that_of_the_installations_zone(zone: str, date: str, hours: int):
    found = span(START, ZoneInfo(zone))
    assert found.date == date
    assert found.starts_at <= START < found.ends_at == found.starts_at + hours * AN_HOUR


def test_midnight_belongs_to_the_new_day():
    ends = span(START, TAIPEI).ends_at
    assert [span(ends + step, TAIPEI).date for step in (-1, 0)] == ["2027-01-15", "2027-01-16"]


@pytest.mark.parametrize(("month", "day", "hours"), [(3, 14, 23), (11, 7, 25)])
def test_a_day_on_which_clocks_change_is_longer_or_shorter(month: int, day: int, hours: int):
    noon = round(datetime(2027, month, day, 17, tzinfo=UTC).timestamp() * 1_000)
    found = span(noon, ZoneInfo("America/New_York"))
    assert (found.date, found.ends_at - found.starts_at) == (f"2027-{month:02}-{day:02}", hours * AN_HOUR)


async def test_today_and_tomorrow_are_open_and_chained(tmp_path: Path):
    async with house(tmp_path) as home:
        await home.service.daily.keep_up()
        today, tomorrow = [await kept_day(home, serial) for serial in (1, 2)]
        assert (today.day.date, tomorrow.day.date) == ("2027-01-15", "2027-01-16")
        assert tomorrow.starts_at == today.ends_at
        assert tomorrow.day.context.prev == await home.database.read(lambda connection: _digest(connection, 1))


def _digest(connection: Connection, serial: int) -> str:
    kept = daily.day(connection, serial)
    assert kept is not None
    return digest(kept.day)


async def test_looking_again_opens_nothing_new_and_each_midnight_one_more(tmp_path: Path):
    async with house(tmp_path) as home:
        for _ in range(3):
            await home.service.daily.keep_up()
        assert (await home.database.read(daily.last_day))[0] == 2
        home.clock.now = (await kept_day(home, 1)).ends_at
        await home.service.daily.keep_up()
        assert (await home.database.read(daily.last_day))[0] == 3


async def test_two_who_look_at_one_moment_open_one_day(tmp_path: Path):
    async with house(tmp_path) as home:
        await asyncio.gather(*(home.service.daily.open_days() for _ in range(4)))
        assert (await home.database.read(daily.last_day))[0] == 2


async def test_after_a_long_pause_the_days_between_are_simply_not_there(tmp_path: Path):
    async with house(tmp_path) as home:
        await home.service.daily.keep_up()
        home.clock.now += 10 * 24 * AN_HOUR
        await home.service.daily.keep_up()
        records = await home.service.proof(DAILY, None)
        assert [record["context"]["round"] for record in records] == ["2027-01-15", "2027-01-16"]
        assert (await home.database.read(daily.last_day))[2] == "2027-01-26"
        assert [fault(later, earlier) for earlier, later in pairwise(records)] == [None]


async def test_a_day_that_nobody_plays_any_more_is_published_at_its_end(tmp_path: Path):
    async with house(tmp_path) as home:
        await home.service.daily.keep_up()
        home.clock.now = (await kept_day(home, 1)).ends_at - 1
        await home.service.daily.keep_up()
        assert (await kept_day(home, 1)).outcome == ""
        home.clock.now += 1
        await home.service.daily.keep_up()
        assert (await kept_day(home, 1)).outcome == SETTLED
        record = await home.database.read(partial(daily.published, serial=1))
        assert record is not None
        assert fault(json.loads(json.dumps(record))) is None


async def test_while_somebody_plays_the_day_stays_closed_and_the_computer_finishes_at_one(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, PEOPLE[0])
        await play_round(home, PEOPLE[0], hand)
        ends = (await kept_day(home, 1)).ends_at
        for moment, outcome in ((ends, ""), (ends + GRACE - 1, ""), (ends + GRACE, SETTLED)):
            home.clock.now = moment
            await home.service.daily.keep_up()
            assert (await kept_day(home, 1)).outcome == outcome
        (one,) = await home.database.read(partial(daily.ended, serial=1))
        played = await home.database.read(partial(daily.plays, attempt=one.id))
        assert [each.turn.by for each in played] == [By.PERSON, *[By.FALLBACK] * (DEALS - 1)]
        assert [each.points for each in played[1:]] == [each.standard for each in played[1:]]
        assert one.points == sum(each.points for each in played)


async def test_a_try_in_which_nothing_was_played_is_forgotten_and_its_buttons_say_that_the_day_is_over(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, PEOPLE[0])
        home.clock.now = (await kept_day(home, 1)).ends_at + GRACE
        await home.service.daily.keep_up()
        assert await home.database.read(partial(daily.ended, serial=1)) == []
        assert (await kept_day(home, 1)).outcome == SETTLED
        assert (await refused(home.press(PEOPLE[0], token(hand, "suggest-most")))).code == "daily/over"


async def test_a_backup_that_was_put_back_strikes_the_day_and_opens_the_next_one_anew(tmp_path: Path):
    async with house(tmp_path) as home:
        hand = await first_hand(home, PEOPLE[0])
        await play_round(home, PEOPLE[0], hand)
        old = await kept_day(home, 2)
        await home.database.run(partial(installation.note, key="restored", value="1"))
        await home.service.daily.call_off()
        await home.service.daily.keep_up()
        struck, fresh = [await kept_day(home, serial) for serial in (1, 2)]
        assert struck.outcome == RESTORED
        assert fresh.day.commitment != old.day.commitment
        record = await home.database.read(partial(daily.published, serial=1))
        assert record is not None
        assert fresh.day.context.prev == record["digest"]


async def test_a_backup_of_days_ago_is_published_as_it_would_have_been(tmp_path: Path):
    async with house(tmp_path) as home:
        await home.service.daily.keep_up()
        home.clock.now += 3 * 24 * AN_HOUR
        await home.database.run(partial(installation.note, key="restored", value="1"))
        await home.service.daily.call_off()
        assert [(await kept_day(home, serial)).outcome for serial in (1, 2)] == [SETTLED, SETTLED]


async def test_without_a_backup_nothing_is_struck(tmp_path: Path):
    async with house(tmp_path) as home:
        await home.service.daily.keep_up()
        await home.service.daily.call_off()
        assert (await kept_day(home, 1)).outcome == ""


async def test_another_start_keeps_days_tries_and_drafts(tmp_path: Path):
    clock = FakeClock()
    async with house(tmp_path, clock=clock) as home:
        hand = await first_hand(home, PEOPLE[0])
        commitment = (await kept_day(home, 1)).day.commitment
        filled = (await home.press(PEOPLE[0], token(hand, "suggest-most"))).screen
    async with house(tmp_path, clock=clock, seed=5) as home:
        again = (await home.say(PEOPLE[0], "/daily")).screen
        assert again == filled
        assert (await kept_day(home, 1)).day.commitment == commitment


def test_the_span_of_a_day_is_what_the_day_keeps():
    assert days.span(START, TAIPEI, ahead=1).starts_at == days.span(START, TAIPEI).ends_at
