"""What Telegram's refusals mean for a message, for the chat or for the person."""

from datetime import timedelta
from typing import Final

from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, RetryAfter, TelegramError

from bot.platforms.base import ChatLost, Gone, Later, Unanswered, Unreachable

WAIT_FOR_RIGHTS: Final = 60.0
WAIT_FOR_TELEGRAM: Final = 5.0
FOREIGN: Final = (TelegramError, TimeoutError, OSError)
"""What goes wrong on Telegram's side or on the way there."""
_UNCHANGED: Final = "message is not modified"
_GONE: Final = (
    *("message to edit not found", "message can't be edited", "message_id_invalid", "message to delete not found"),
    *("message identifier is not specified", "message not found"),
)
_NO_TOPIC: Final = ("message thread not found", "topic_closed", "topic_deleted", "topic_id_invalid")
_NO_RIGHTS: Final = (
    *("not enough rights", "no rights to send", "chat_write_forbidden", "chat_restricted", "chat_admin_required"),
    *("need administrator rights", "chat_send_plain_forbidden", "user_banned_in_channel"),
)
_NO_CHAT: Final = (
    *("chat not found", "was kicked", "not a member", "group chat was deleted", "group chat was deactivated"),
    *("peer_id_invalid", "channel_private", "chat_id_invalid", "have no access"),
)
_STALE: Final = ("query is too old", "query id is invalid", "query_id_invalid")


class Moved(Exception):
    """The group has become a supergroup: `chat` is what Telegram calls it now."""

    def __init__(self, chat: int) -> None:
        super().__init__(chat)
        self.chat = chat


class Shut(Later):
    """The topic is closed or gone; it may be opened again."""


def of_a_chat(error: Exception) -> Exception:
    """What a failed call on a public message means."""
    said = _said(error)
    if isinstance(error, ChatMigrated):
        return Moved(error.new_chat_id)
    if isinstance(error, BadRequest | Forbidden):
        if _any(_GONE, said):
            return Gone()
        if _any(_NO_TOPIC, said):
            return Shut(WAIT_FOR_RIGHTS)
        if _any(_NO_RIGHTS, said):
            return Later(WAIT_FOR_RIGHTS)
        if _any(_NO_CHAT, said) or isinstance(error, Forbidden):
            return ChatLost()
    return _of_any(error)


def of_a_person(error: Exception) -> Exception:
    """What a failed private message means: whoever blocked the bot, never opened it or is no more is not reached."""
    said = _said(error)
    if isinstance(error, BadRequest) and _any(_GONE, said):
        return Gone()
    away = isinstance(error, BadRequest) and (_any(_NO_CHAT, said) or "user not found" in said or "deactivated" in said)
    return Unreachable() if away or isinstance(error, Forbidden) else _of_any(error)


def is_unchanged(error: Exception) -> bool:
    """Whether the message shows already what it should show."""
    return isinstance(error, BadRequest) and _UNCHANGED in _said(error)


def is_stale(error: Exception) -> bool:
    """Whether the answer to a press came too late: what it did stands."""
    return isinstance(error, BadRequest) and _any(_STALE, _said(error))


def seconds_of(error: RetryAfter) -> float:
    """How long Telegram wants no more of this."""
    asked = error.retry_after
    return asked.total_seconds() if isinstance(asked, timedelta) else float(asked)


def _of_any(error: Exception) -> Exception:
    """What is the same in private and in public; an answer that is nobody's fault but ours stays as it is."""
    if isinstance(error, RetryAfter):
        return Later(seconds_of(error))
    if isinstance(error, BadRequest):
        return error
    if isinstance(error, InvalidToken | Conflict):
        return Unanswered(type(error).__name__)
    return Unanswered(_said(error) or type(error).__name__) if isinstance(error, FOREIGN) else error


def _any(signs: tuple[str, ...], said: str) -> bool:
    return any(sign in said for sign in signs)


def _said(error: Exception) -> str:
    return str(error).lower()
