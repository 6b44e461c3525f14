"""Days, tries and what was arranged, as they are kept."""

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from core.ids import ChatId, PersonId
from core.table.daily import RESTORED, SETTLED, Before, Day, Turn, digest, open_day
from core.table.model import By
from storage import daily, moving
from storage.daily import Played

HOST = "00112233aabbccdd"
LENGTH = 86_400_000
ROOM = ChatId("telegram:-5")
ANNE, BEN = PersonId("telegram:1"), PersonId("web:2")


def opened(connection: Connection, number: int = 1) -> Day:
    serial, before, _ = daily.last_day(connection)
    date = f"2026-12-{number:02}"
    day = open_day(Before(HOST, serial, before), date=date, now=number * LENGTH, entropy=bytes([number]) * 32)
    daily.keep_day(connection, day, starts_at=number * LENGTH, ends_at=(number + 1) * LENGTH)
    return day


def begun(connection: Connection, person: PersonId = ANNE, at: int = LENGTH) -> daily.Try:
    return daily.begin(connection, 1, person=person, name="安", at=(ROOM, at))


def test_before_the_first_day_there_is_none(connection: Connection):
    assert daily.last_day(connection) == (0, "", "")
    assert daily.day_at(connection, LENGTH) is None
    assert daily.last_disclosed(connection) is None


def test_a_day_is_found_by_its_serial_and_its_time(connection: Connection):
    days = [opened(connection, number) for number in (1, 2)]
    assert [each.prev for each in (day.context for day in days)] == ["", digest(days[0])]
    at = [daily.day_at(connection, moment) for moment in (LENGTH, 2 * LENGTH - 1, 2 * LENGTH, 3 * LENGTH)]
    assert [None if kept is None else kept.day for kept in at] == [days[0], days[0], days[1], None]
    assert daily.last_day(connection) == (2, digest(days[1]), "2026-12-02")


def test_a_date_is_opened_once(connection: Connection):
    opened(connection)
    with pytest.raises(IntegrityError):
        opened(connection)


def test_a_person_has_one_try_a_day_however_often_they_begin(connection: Connection):
    opened(connection)
    first, again, other = begun(connection), begun(connection, at=LENGTH + 5), begun(connection, BEN)
    assert again == first
    assert other.id != first.id
    assert daily.running_of(connection, ANNE) == [first]


def test_rounds_come_back_in_order_and_none_is_played_twice(connection: Connection):
    day = opened(connection)
    one = begun(connection)
    for number, by in ((2, By.FALLBACK), (1, By.PERSON)):
        turn = Turn(day.standard[number - 1], by, hinted=number == 1)
        daily.keep_play(connection, one.id, number=number, played=Played(turn, number, -1, LENGTH + number))
    assert [(each.points, each.turn.by, each.turn.hinted) for each in daily.plays(connection, one.id)] == [
        (1, By.PERSON, True),
        (2, By.FALLBACK, False),
    ]
    with pytest.raises(IntegrityError):
        daily.keep_play(connection, one.id, number=1, played=Played(Turn(""), 9, 9, 9))


def test_those_who_have_ended_stand_in_the_order_in_which_they_did(connection: Connection):
    opened(connection)
    tries = [begun(connection, person) for person in (ANNE, BEN)]
    daily.end(connection, tries[1].id, at=LENGTH + 1, points=4)
    daily.end(connection, tries[0].id, at=LENGTH + 2, points=9)
    daily.end(connection, tries[0].id, at=LENGTH + 3, points=-9)
    assert [(one.person, one.points) for one in daily.ended(connection, 1)] == [(BEN, 4), (ANNE, 9)]
    assert daily.running(connection, 1) == []


def test_a_dropped_try_can_be_begun_anew(connection: Connection):
    opened(connection)
    daily.drop(connection, begun(connection).id)
    assert daily.running(connection, 1) == []
    assert begun(connection).ended_at is None


def test_a_record_is_published_once_and_stays(connection: Connection):
    day = opened(connection)
    assert daily.published(connection, 1) is None
    daily.disclose(connection, day, outcome=RESTORED)
    daily.disclose(connection, day, outcome=SETTLED)
    record = daily.published(connection, 1)
    assert record is not None
    assert (record["outcome"], record["digest"]) == (RESTORED, digest(day, RESTORED))
    assert daily.last_day(connection)[1] == digest(day, RESTORED)
    assert daily.undisclosed(connection) == []
    assert daily.last_disclosed(connection) == 1


def test_a_withdrawn_day_is_as_if_it_had_never_been_opened(connection: Connection):
    opened(connection)
    daily.withdraw(connection, 1)
    assert daily.last_day(connection) == (0, "", "")


def test_a_result_is_told_once_in_each_chat(connection: Connection):
    opened(connection)
    one = begun(connection)
    room = ChatId("web:1")
    assert [daily.share(connection, one.id, chat=chat, at=5) for chat in (ROOM, ROOM, room)] == [True, False, True]
    waiting = daily.waiting_shares(connection, platform="telegram", most=9)
    assert [(each.attempt, each.chat, each.at) for each in waiting] == [(one.id, ROOM, 5)]
    daily.note_shared(connection, waiting[0].id, at=6)
    assert daily.waiting_shares(connection, platform="telegram", most=9) == []
    assert len(daily.waiting_shares(connection, platform="web", most=9)) == 1


def test_a_group_with_another_number_is_where_the_try_was_begun(connection: Connection):
    opened(connection)
    one = begun(connection)
    moving.move(connection, ROOM, ChatId("telegram:-1005"), now=LENGTH)
    moved = daily.try_by_id(connection, one.id)
    assert moved is not None
    assert moved.chat == "telegram:-1005"


def test_a_result_that_waits_goes_along_with_its_group_and_is_told_there_once(connection: Connection):
    opened(connection)
    ours, new = begun(connection), ChatId("telegram:-1005")
    theirs = begun(connection, person=BEN)
    for one, chats in ((ours, (ROOM,)), (theirs, (ROOM, new))):
        for chat in chats:
            assert daily.share(connection, one.id, chat=chat, at=5)
    moving.move(connection, ROOM, new, now=LENGTH)
    waiting = daily.waiting_shares(connection, platform="telegram", most=9)
    assert [(each.attempt, each.chat) for each in waiting] == [(ours.id, new), (theirs.id, new)]
    assert not daily.share(connection, ours.id, chat=new, at=6)
