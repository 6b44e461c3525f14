"""People, chats and the installation are remembered exactly."""

import pytest

from core.ids import ChatId, PersonId
from storage import people, store

SOMEBODY = PersonId("discord:1497549923779084389")


def test_a_person_is_called_what_they_called_themselves_last(connection):
    people.remember_player(connection, SOMEBODY, name="小明", language="zh-TW")
    people.remember_player(connection, SOMEBODY, name="明 <b>", language="en")
    assert people.player(connection, SOMEBODY) == people.Player(SOMEBODY, "明 <b>", "zh-TW")


def test_a_language_that_was_chosen_stays(connection):
    people.remember_player(connection, SOMEBODY, name="小明")
    people.set_language(connection, SOMEBODY, language="en")
    people.remember_player(connection, SOMEBODY, name="小明", language="zh-TW")
    assert people.player(connection, SOMEBODY).language == "en"


def test_people_with_neighbouring_numbers_are_two(connection):
    other = PersonId("discord:1497549923779084388")
    people.remember_player(connection, SOMEBODY, name="一")
    people.remember_player(connection, other, name="二")
    assert [people.player(connection, one).name for one in (SOMEBODY, other)] == ["一", "二"]


def test_a_browser_is_known_by_the_hash_of_its_cookie(connection):
    people.remember_player(connection, PersonId("web:abc"), name="阿嬤")
    people.set_cookie(connection, PersonId("web:abc"), cookie_hash="1234")
    assert people.player_by_cookie(connection, "1234").name == "阿嬤"
    assert people.player_by_cookie(connection, "1235") is None


def test_nobody_knows_a_stranger(connection):
    assert people.player(connection, SOMEBODY) is None


def test_a_room_is_opened_by_its_token_alone(connection):
    rooms = [people.make_room(connection, title) for title in ("客廳", "書房")]
    assert len({room.token for room in rooms}) == 2
    assert all(len(room.token) >= 22 for room in rooms)
    assert [people.chat_by_token(connection, room.token) for room in rooms] == rooms
    assert people.chat_by_token(connection, "guess") is None
    assert people.rooms(connection) == rooms


@pytest.mark.parametrize("chat", ["web:1", "telegram:-100123/7"])
def test_a_chats_settings_are_kept_whether_it_was_known_or_not(connection, chat):
    which = ChatId(chat)
    people.make_room(connection, "客廳")
    people.set_defaults(connection, which, defaults={"rule_set": "bonus", "seconds": 0})
    people.set_chat_language(connection, which, language="en")
    people.set_title(connection, which, title="新")
    found = people.chat(connection, which)
    assert (found.defaults, found.language, found.title) == ({"rule_set": "bonus", "seconds": 0}, "en", "新")


def test_a_chat_that_set_nothing_has_no_settings(connection):
    assert people.chat(connection, ChatId("web:9")) == people.Chat(ChatId("web:9"))


def test_the_installation_keeps_its_id(connection):
    first = store.installation(connection)
    assert len(bytes.fromhex(first)) == 8
    assert store.installation(connection) == first


def test_a_note_is_replaced_by_a_newer_one(connection):
    store.note(connection, "admin", value="web:1")
    store.note(connection, "admin", value="web:2")
    assert store.noted(connection, "admin") == "web:2"
    assert store.noted(connection, "other") is None


def test_one_press_welcomes_a_person_once_in_a_lifetime(connection):
    people.remember_player(connection, SOMEBODY, name="小明")
    assert [people.welcome(connection, SOMEBODY, press=press) for press in ("a", "a", "b", "a")] == [
        True,
        True,
        False,
        True,
    ]
    people.remember_player(connection, SOMEBODY, name="明")
    assert not people.welcome(connection, SOMEBODY, press="c")
