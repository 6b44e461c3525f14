"""What Discord's refusals mean for a message, for the chat or for the person."""

from typing import Final

import aiohttp
import discord

from bot.platforms.base import ChatLost, Gone, Later, Unanswered, Unreachable

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_GUILD: Final = 10004
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_WEBHOOK: Final = 10015
UNKNOWN_INTERACTION: Final = 10062
OLD_EDITS: Final = 30046
ACKNOWLEDGED: Final = 40060
NO_ACCESS: Final = 50001
CLOSED: Final = 50007
NO_PERMISSION: Final = 50013
BAD_TOKEN: Final = 50027
ARCHIVED: Final = 50083
NO_SHARED_GUILD: Final = 50278
STALE: Final = frozenset({UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, ACKNOWLEDGED, BAD_TOKEN, UNKNOWN_MESSAGE})
"""The press came too late, or was answered already: what it did stands."""
WAIT_FOR_RIGHTS: Final = 60.0
WAIT_FOR_DISCORD: Final = 5.0


def code_of(error: BaseException) -> int:
    """Discord's number of a refusal, 0 for any other error."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def of_a_chat(error: Exception, *, known: bool) -> Exception:
    """What a failed call on a public message means; `known`: the channel still stands in the cache."""
    if isinstance(error, discord.RateLimited):
        return Later(error.retry_after)
    if not isinstance(error, discord.HTTPException) or error.status >= 500:
        return _unanswered(error)
    match error.code:
        case n if n in {UNKNOWN_MESSAGE, OLD_EDITS}:
            return Gone()
        case n if n in {UNKNOWN_CHANNEL, UNKNOWN_GUILD}:
            return ChatLost()
        case n if n in {NO_ACCESS, NO_PERMISSION}:
            return Later(WAIT_FOR_RIGHTS) if known else ChatLost()
        case _:
            return Later(WAIT_FOR_DISCORD) if error.status == 429 else error


def of_a_person(error: Exception) -> Exception:
    """What a failed direct message means: refused ones come as 403 and as 400."""
    if isinstance(error, discord.RateLimited):
        return Later(error.retry_after)
    if not isinstance(error, discord.HTTPException) or error.status >= 500:
        return _unanswered(error)
    if error.status == 429:
        return Later(WAIT_FOR_DISCORD)
    if error.code == UNKNOWN_MESSAGE:
        return Gone()
    if error.status == 403 or error.code in {CLOSED, NO_SHARED_GUILD, UNKNOWN_CHANNEL}:
        return Unreachable()
    return error


def _unanswered(error: Exception) -> Unanswered:
    """A failure on Discord's side or on the way there, in few words."""
    heard = f"HTTP {error.status}" if isinstance(error, discord.HTTPException) else str(error)
    return Unanswered(heard or type(error).__name__)


def is_stale(error: Exception) -> bool:
    """Whether an answer to a press came too late or was given already."""
    return code_of(error) in STALE or (isinstance(error, discord.HTTPException) and error.status in {401, 404})


FOREIGN: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)
"""What goes wrong on Discord's side or on the way there."""
