"""Each refusal of Telegram means one thing for a message, a chat or a person."""

from datetime import timedelta

import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)

from bot.platforms.base import ChatLost, Gone, Later, Unanswered, Unreachable
from bot.platforms.telegram import faults

pytestmark = pytest.mark.usefixtures("timedelta_seconds")


@pytest.fixture
def timedelta_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


@pytest.mark.parametrize(
    ("error", "meant"),
    [
        (BadRequest("Message to edit not found"), Gone),
        (BadRequest("Message can't be edited"), Gone),
        (BadRequest("MESSAGE_ID_INVALID"), Gone),
        (BadRequest("Message thread not found"), faults.Shut),
        (BadRequest("TOPIC_CLOSED"), faults.Shut),
        (BadRequest("Not enough rights to send text messages to the chat"), Later),
        (Forbidden("Forbidden: CHAT_WRITE_FORBIDDEN"), Later),
        (BadRequest("Have no rights to send a message"), Later),
        (BadRequest("Chat not found"), ChatLost),
        (Forbidden("Forbidden: bot was kicked from the group chat"), ChatLost),
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), ChatLost),
        (Forbidden("Forbidden: bot is not a member of the supergroup chat"), ChatLost),
        (Forbidden("Forbidden: the group chat was deleted"), ChatLost),
        (ChatMigrated(-1001), faults.Moved),
        (NetworkError("Bad Gateway"), Unanswered),
        (TimedOut(), Unanswered),
        (Conflict("Conflict: terminated"), Unanswered),
        (InvalidToken("Unauthorized"), Unanswered),
        (TimeoutError(), Unanswered),
        (ConnectionResetError("reset"), Unanswered),
        (BadRequest("Can't parse entities: unclosed tag"), BadRequest),
    ],
)
def test_of_a_public_message(error: Exception, meant: type[Exception]):
    assert type(faults.of_a_chat(error)) is meant


@pytest.mark.parametrize(
    ("error", "meant"),
    [
        (Forbidden("Forbidden: bot was blocked by the user"), Unreachable),
        (Forbidden("Forbidden: bot can't initiate conversation with a user"), Unreachable),
        (Forbidden("Forbidden: user is deactivated"), Unreachable),
        (BadRequest("Chat not found"), Unreachable),
        (BadRequest("PEER_ID_INVALID"), Unreachable),
        (BadRequest("Message to edit not found"), Gone),
        (BadRequest("Can't parse entities: unclosed tag"), BadRequest),
        (NetworkError("Internal Server Error"), Unanswered),
    ],
)
def test_of_a_private_message(error: Exception, meant: type[Exception]):
    assert type(faults.of_a_person(error)) is meant


def test_a_flood_warning_is_waited_for_as_long_as_it_says():
    for meaning in (faults.of_a_chat, faults.of_a_person):
        meant = meaning(RetryAfter(timedelta(seconds=30)))

        assert isinstance(meant, Later)
        assert meant.seconds == 30


def test_an_upgraded_group_says_what_it_is_called_now():
    meant = faults.of_a_chat(ChatMigrated(-1_000_000_000_042))

    assert isinstance(meant, faults.Moved)
    assert meant.chat == -1_000_000_000_042


def test_what_changes_nothing_and_what_comes_too_late_are_known():
    unchanged = BadRequest("Message is not modified: specified new message content is the same")
    late = BadRequest("Query is too old and response timeout expired or query id is invalid")

    assert faults.is_unchanged(unchanged)
    assert not faults.is_unchanged(late)
    assert faults.is_stale(late)
    assert not faults.is_stale(unchanged)
