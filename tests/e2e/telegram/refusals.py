"""What the Bot API refuses, in its own words."""

from typing import Any, Final

BLOCKED: Final = "Forbidden: bot was blocked by the user"
NOT_STARTED: Final = "Forbidden: bot can't initiate conversation with a user"
NO_CHAT: Final = "Bad Request: chat not found"
NO_THREAD: Final = "Bad Request: message thread not found"
TOPIC_CLOSED: Final = "Bad Request: TOPIC_CLOSED"
UPGRADED: Final = "Bad Request: group chat was upgraded to a supergroup chat"
NOT_MODIFIED: Final = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
QUERY_OLD: Final = "Bad Request: query is too old and response timeout expired or query ID is invalid"
NO_EDIT: Final = "Bad Request: message to edit not found"
NO_DELETE: Final = "Bad Request: message to delete not found"
NO_REPLY: Final = "Bad Request: message to be replied not found"
NO_RIGHTS: Final = {
    "supergroup": "Bad Request: not enough rights to send text messages to the chat",
    "group": "Bad Request: have no rights to send a message",
}
GONE: Final = {
    ("kicked", "supergroup"): "Forbidden: bot was kicked from the supergroup chat",
    ("kicked", "group"): "Forbidden: bot was kicked from the group chat",
    ("left", "supergroup"): "Forbidden: bot is not a member of the supergroup chat",
    ("left", "group"): "Forbidden: bot is not a member of the group chat",
}


class Refusal(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, text: str, **parameters: Any) -> None:
        super().__init__(text)
        self.status, self.text, self.parameters = status, text, parameters

    def payload(self) -> dict[str, Any]:
        """What stands in the body."""
        told = {"ok": False, "error_code": self.status, "description": self.text}
        return {**told, "parameters": self.parameters} if self.parameters else told


def too_many(seconds: int) -> Refusal:
    """429."""
    return Refusal(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
