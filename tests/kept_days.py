"""The daily challenge in a house: days as they are kept, and rounds played by the buttons of the screens."""

from functools import partial
from typing import Final

from bot.screens.model import Screen
from bot.tokens import Token, Verb, show
from core.ids import DAILY
from core.table.commands import Actor
from core.table.daily import hand_number
from storage import daily as kept_days
from storage.daily import KeptDay
from tests.fakes import House, token

AN_HOUR: Final = 3_600_000


def daily(arg: str = "", *, serial: int = 1) -> str:
    """A button of the challenge itself."""
    return show(Token(Verb.DAILY, DAILY, serial, arg))


def of_hand(verb: Verb, number: int, *, attempt: int = 1, arg: str = "") -> str:
    """A button of the hand, or of the end, of a round."""
    return show(Token(verb, DAILY, hand_number(attempt, number), arg))


def key_of(block: object) -> str:
    """The key of a line's text, "" for what is no line."""
    return getattr(getattr(block, "text", None), "key", "")


async def out_of_order(home: House, person: Actor) -> None:
    """Lay what is suggested for the first round with middle and back in each other's place."""
    await home.press(person, token(await first_hand(home, person), "suggest-most"))
    await home.press(person, of_hand(Verb.SWAP, 1))


async def kept_day(home: House, serial: int = 1) -> KeptDay:
    """The day of this number."""
    kept = await home.database.read(partial(kept_days.day, serial=serial))
    assert kept is not None
    return kept


async def first_hand(home: House, person: Actor) -> Screen:
    """Begin today's challenge, or go on with it."""
    screen = (await home.say(person, "/daily")).screen
    assert screen is not None
    if screen.kind == "daily":
        return screen
    hand = (await home.press(person, token(screen, "daily-play"))).screen
    assert hand is not None
    return hand


async def play_round(home: House, person: Actor, hand: Screen) -> Screen:
    """Take the best suggestion and send it: the round's result."""
    filled = (await home.press(person, token(hand, "suggest-most"))).screen
    assert filled is not None
    result = (await home.press(person, token(filled, "submit"))).screen
    assert result is not None
    return result


async def play_all(home: House, person: Actor) -> Screen:
    """All rounds that are left: the end."""
    hand = await first_hand(home, person)
    while True:
        result = await play_round(home, person, hand)
        found = [button for row in result.buttons for button in row if button.text.key == "button/daily-next"]
        if not found:
            end = (await home.press(person, token(result, "daily-end"))).screen
            assert end is not None
            return end
        following = (await home.press(person, found[0].token)).screen
        assert following is not None
        hand = following
