"""A room's messages: numbered, posted once, edited in place; a page catches up by revisions."""

import pytest

from core.ids import ChatId, PersonId
from storage import room

CHAT = ChatId("web:1")


def post(connection, nonce, *, chat=CHAT, **body):
    return room.post_message(connection, chat, post=room.Post(nonce, body, 5))


def test_messages_are_numbered_without_a_gap_in_each_room(connection):
    numbers = [post(connection, "a"), post(connection, "a", chat=ChatId("web:2")), post(connection, "b")]
    assert numbers == [1, 1, 2]


def test_the_same_nonce_makes_one_message(connection):
    assert post(connection, "a", text="first") == post(connection, "a", text="again")
    (message,) = room.messages(connection, CHAT, limit=10)
    assert message.body == {"text": "first"}


def test_a_message_knows_who_said_it(connection):
    said = room.Post("n", {"text": "<script>"}, 7, PersonId("web:abc"))
    number = room.post_message(connection, CHAT, post=said)
    assert room.message(connection, CHAT, number) == room.Message(1, "web:abc", {"text": "<script>"}, 7, None, 1)


def test_an_edit_replaces_what_a_message_says(connection):
    number = post(connection, "a", text="old")
    assert room.edit_message(connection, CHAT, number=number, body={"text": "new"}, at=9)
    message = room.message(connection, CHAT, number)
    assert (message.body, message.at, message.edited) == ({"text": "new"}, 5, 9)


def test_an_edit_that_changes_nothing_is_no_news(connection):
    number = post(connection, "a", text="same")
    assert room.edit_message(connection, CHAT, number=number, body={"text": "same"}, at=9)
    assert room.changes(connection, CHAT, after=1, limit=10) == []


def test_what_is_not_there_cannot_be_edited(connection):
    assert not room.edit_message(connection, CHAT, number=3, body={}, at=9)
    assert room.message(connection, CHAT, 3) is None


def test_the_last_messages_come_oldest_first(connection):
    for number in range(1, 8):
        post(connection, f"n{number}")
    assert [one.number for one in room.messages(connection, CHAT, limit=3)] == [5, 6, 7]
    assert [one.number for one in room.messages(connection, CHAT, before=5, limit=3)] == [2, 3, 4]


@pytest.mark.parametrize(("after", "expected"), [(0, [2, 3, 1]), (3, [1]), (4, [])])
def test_a_page_catches_up_with_what_it_missed(connection, after, expected):
    for nonce in "abc":
        post(connection, nonce)
    room.edit_message(connection, CHAT, number=1, body={"text": "edited"}, at=9)
    assert [one.number for one in room.changes(connection, CHAT, after=after, limit=10)] == expected
    assert room.last_revision(connection, CHAT) == 4
