"""A chat that moves takes all that is kept of it along, whatever the new one has already, as often as it is told."""

import json

import pytest
from sqlalchemy import Connection, text

from core.ids import ChatId, PersonId
from core.table import commands as c
from core.table.model import Options
from storage import audit, manners, moving, people, queries, seasons, store, wishes
from storage.manners import Changed, Manners
from tests.kept import Kept, kept
from tests.tables import PEOPLE

OLD, NEW = ChatId("telegram:-55"), ChatId("telegram:-100777")
NEIGHBOUR = ChatId("telegram:-555")
TOPIC, THERE = ChatId("telegram:-55/7"), ChatId("telegram:-100777/7")
TABLES = ("tables", "rounds", "seasons", "screens", "chat_changes", "wishes", "messages")
NOW = 1_900_000_000_000


def everything(connection: Connection) -> dict[str, list]:
    return {
        name: connection.execute(text(f"SELECT * FROM {name}")).all()
        for name in (*TABLES, "chats", "meta", "standings", "events")
    }


def chats_of(connection: Connection) -> set[str]:
    columns = [(name, "chat") for name in TABLES] + [("chats", "id")]
    found = (connection.execute(text(f"SELECT DISTINCT {column} FROM {name}")).scalars() for name, column in columns)
    return {chat for each in found for chat in each}


def ended(connection: Connection, chat: ChatId, rounds: int = 1) -> Kept:
    """A table of the chat at which so many rounds were played, and which is closed."""
    table = kept(connection, chat=chat, options=Options(rounds=8))
    for _ in range(rounds):
        table.play_round()
    table.do(c.End(), PEOPLE[0])
    return table


def decided(connection: Connection, chat: ChatId, manners_: Manners, **defaults: object) -> None:
    people.set_defaults(connection, chat, defaults=defaults)
    manners.set_manners(connection, chat, manners_)
    manners.log_change(connection, chat, Changed(1, PEOPLE[0].person, "明", "quiet", "off", "on"))


def test_all_of_a_chat_and_its_topics_is_found_under_the_new_id_and_nothing_of_others(connection):
    for chat in (OLD, TOPIC, NEIGHBOUR):
        ended(connection, chat)
        decided(connection, chat, Manners(quiet=True), rounds=4)
        wishes.toggle(connection, chat, PEOPLE[4].person, press=chat)
    before = audit.stored_standings(connection, 1)
    moving.move(connection, OLD, NEW, now=NOW)
    assert chats_of(connection) == {NEW, THERE, NEIGHBOUR}
    for chat in (NEW, THERE, NEIGHBOUR):
        assert queries.leaderboard(connection, chat, rule_set="joker", limit=9).people == 4
        assert len(queries.history(connection, chat, before=NOW, limit=9)) == 2
        assert people.chat(connection, chat).defaults == {"rounds": 4}
        assert manners.manners(connection, chat) == Manners(quiet=True)
        assert len(manners.changes(connection, chat, limit=9)) == 1
        assert not wishes.toggle(connection, chat, PEOPLE[4].person, press="back")
    assert audit.stored_standings(connection, 1) == before
    assert audit.wrong_seasons(connection) == []


def test_told_again_nothing_is_changed(connection):
    ended(connection, OLD)
    ended(connection, NEW)
    decided(connection, OLD, Manners())
    moving.move(connection, OLD, NEW, now=NOW)
    once = everything(connection)
    moving.move(connection, OLD, NEW, now=NOW + 1)
    moving.move(connection, NEW, NEW, now=NOW + 1)
    assert everything(connection) == once


def test_a_table_that_has_ended_is_read_in_the_new_chat(connection):
    table = ended(connection, OLD)
    moving.move(connection, OLD, NEW, now=NOW)
    assert store.load(connection, table.id).chat == NEW


def test_what_was_decided_in_the_old_chat_stays_and_gaps_are_filled_from_the_new_one(connection):
    people.greet(connection, NEW, title="新", language="en")
    decided(connection, NEW, Manners(opens="admins", pings="none", quiet=True), rounds=2, seconds=60)
    decided(connection, OLD, Manners(ends="admins", pings="start"), rounds=16)
    moving.move(connection, OLD, NEW, now=NOW)
    known = people.chat(connection, NEW)
    assert (known.title, known.language) == ("新", "en")
    assert known.defaults == {"rounds": 16, "seconds": 60}
    assert manners.manners(connection, NEW) == Manners(opens="admins", ends="admins", pings="start", quiet=True)
    assert connection.execute(text("SELECT count(*) FROM chats")).scalar() == 1


def test_the_old_chats_own_name_and_language_go_before_the_new_ones(connection):
    people.greet(connection, OLD, title="牌桌", language="zh-TW")
    people.greet(connection, NEW, title="other", language="en")
    moving.move(connection, OLD, NEW, now=NOW)
    assert people.chat(connection, NEW) == people.Chat(NEW, "牌桌", "zh-TW")


def test_the_new_chats_settings_stay_where_the_old_one_has_none(connection):
    people.greet(connection, NEW, title="新", language="en")
    moving.move(connection, OLD, NEW, now=NOW)
    assert people.chat(connection, NEW) == people.Chat(NEW, "新", "en")


def test_seasons_that_the_new_chat_has_begun_follow_the_old_ones(connection):
    table = ended(connection, OLD)
    (first,) = seasons.open_seasons(connection, OLD)
    seasons.turn_over(connection, OLD, first, now=table.now)
    ended(connection, OLD)
    ended(connection, NEW, rounds=2)
    moving.move(connection, OLD, NEW, now=NOW)
    found = queries.seasons(connection, NEW, rule_set="joker")
    assert [(season.number, season.closed_at) for season in found] == [(3, None), (2, NOW), (1, table.now)]
    (now_open,) = seasons.open_seasons(connection, NEW)
    assert (now_open.number, now_open.rounds) == (3, 2)
    seasons.turn_over(connection, NEW, now_open, now=NOW)
    assert audit.wrong_seasons(connection) == []


def test_many_seasons_on_both_sides_never_share_a_number(connection):
    for chat, count in ((OLD, 3), (NEW, 4)):
        for _ in range(count):
            table = ended(connection, chat)
            (season,) = seasons.open_seasons(connection, chat)
            seasons.turn_over(connection, chat, season, now=table.now)
    moving.move(connection, OLD, NEW, now=NOW)
    numbers = [season.number for season in queries.seasons(connection, NEW, rule_set="joker")]
    assert numbers == list(range(9, 0, -1))


def test_a_season_that_only_the_old_chat_has_goes_on(connection):
    ended(connection, OLD)
    moving.move(connection, OLD, NEW, now=NOW)
    ended(connection, NEW)
    (season,) = seasons.open_seasons(connection, NEW)
    assert (season.number, season.rounds) == (1, 2)


def test_a_wish_in_both_chats_is_the_one_of_the_new_chat(connection):
    who, other = PersonId("telegram:1"), PersonId("telegram:2")
    for chat, person in ((OLD, who), (NEW, who), (OLD, other)):
        wishes.toggle(connection, chat, person, press=f"{chat}{person}")
    wishes.toggle(connection, NEW, who, press="taken back")
    moving.move(connection, OLD, NEW, now=NOW)
    table = store.new_table(connection, now=NOW)
    assert wishes.call(connection, NEW, table, opener=PEOPLE[0].person)
    assert [person for person, _ in wishes.called(connection, table)] == [other]


def test_a_live_table_that_moved_is_saved_and_found_there(connection):
    table = kept(connection, chat=OLD)
    table.deal()
    table.do(c.MoveChat(NEW))
    moving.move(connection, OLD, NEW, now=NOW)
    assert store.live_table(connection, NEW) == table.table == store.load(connection, table.id)
    assert store.live_table(connection, OLD) is None
    table.submit()
    assert chats_of(connection) == {NEW}


def test_what_was_put_off_in_the_old_chat_is_sent_in_the_new_one_at_once_as_a_new_message(connection):
    table = kept(connection, chat=OLD)
    [stale] = claimed(connection, table.now)
    store.note_shown(connection, stale.id, message="m1", version=stale.wanted, posts=stale.posts)
    table.do(c.Join(), PEOPLE[1])
    [stale] = claimed(connection, table.now)
    store.postpone(connection, stale.id, until=table.now + 60_000)
    assert claimed(connection, table.now) == []
    table.do(c.MoveChat(NEW))
    moving.move(connection, OLD, NEW, now=table.now)
    [stale] = claimed(connection, table.now)
    assert (stale.chat, stale.message, stale.audience) == (NEW, None, "lobby:0")


def test_what_was_under_way_to_the_old_chat_counts_no_more(connection):
    table = kept(connection, chat=OLD)
    [stale] = claimed(connection, table.now)
    table.do(c.MoveChat(NEW))
    moving.move(connection, OLD, NEW, now=table.now)
    store.note_shown(connection, stale.id, message="too late", version=stale.wanted, posts=stale.posts)
    [again] = claimed(connection, table.now)
    assert again.message is None
    assert again.nonce != stale.nonce


def claimed(connection: Connection, now: int) -> list[store.StaleScreen]:
    return store.claim_screens(connection, now, lease=1_000, limit=9, platform="telegram")


@pytest.mark.parametrize(("asked", "found"), [(OLD, NEW), (TOPIC, THERE), (NEW, NEW), (NEIGHBOUR, NEIGHBOUR)])
def test_an_old_id_is_read_as_the_present_one(connection, asked, found):
    moving.move(connection, OLD, NEW, now=NOW)
    assert moving.present_id(connection, asked) == found


def test_a_chat_that_moved_twice_is_found_from_its_first_id(connection):
    for old, new in ((OLD, NEW), (NEW, NEIGHBOUR)):
        moving.move(connection, old, new, now=NOW)
    assert moving.present_id(connection, TOPIC) == f"{NEIGHBOUR}/7"


def test_an_id_that_leads_in_a_circle_is_no_endless_way(connection):
    moving.move(connection, OLD, NEW, now=NOW)
    moving.move(connection, NEW, OLD, now=NOW)
    assert moving.present_id(connection, OLD) in {OLD, NEW}


def test_defaults_stay_readable_text(connection):
    for chat in (OLD, NEW):
        people.set_defaults(connection, chat, defaults={"level": "hard"})
    moving.move(connection, OLD, NEW, now=NOW)
    assert json.loads(connection.execute(text("SELECT defaults FROM chats")).scalar()) == {"level": "hard"}
