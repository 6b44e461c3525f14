"""Edits of one message are merged: the first at once, the last always, nothing twice."""

import asyncio

import pytest

from bot.platforms.base import Gone, Later
from bot.platforms.telegram import edits as module
from bot.platforms.telegram.drawing import Drawn
from bot.platforms.telegram.edits import Edits

EVERY = 0.1


class Chat:
    """What was sent, and when; `trouble` is raised in place of the next answers."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.at: list[float] = []
        self.trouble: list[Exception] = []

    async def send(self, _chat: int, _message: int, drawn: Drawn) -> None:
        self.at.append(asyncio.get_running_loop().time())
        await asyncio.sleep(0.01)
        if self.trouble:
            raise self.trouble.pop(0)
        self.sent.append(drawn.text)


@pytest.fixture
def chat() -> Chat:
    return Chat()


@pytest.fixture
def edits(chat: Chat) -> Edits:
    return Edits(chat.send, every=EVERY)


def drawn(text: str) -> Drawn:
    return Drawn(text, None)


async def test_the_first_goes_out_at_once_and_the_last_of_a_burst_follows(chat: Chat, edits: Edits):
    began = asyncio.get_running_loop().time()

    await asyncio.gather(*(later(number * 0.004, edits, str(number)) for number in range(10)))

    assert chat.sent == ["0", "9"]
    assert chat.at[0] - began < EVERY / 2
    assert chat.at[1] - chat.at[0] >= EVERY * 0.9


async def later(seconds: float, edits: Edits, text: str) -> None:
    await asyncio.sleep(seconds)
    await edits.wish(1, 2, drawn(text))


async def test_what_is_shown_already_is_not_sent_again(chat: Chat, edits: Edits):
    edits.knows(1, 2, drawn("a"))

    await edits.wish(1, 2, drawn("a"))

    assert chat.sent == []


async def test_a_message_that_may_be_gone_is_asked_all_the_same(chat: Chat, edits: Edits):
    edits.knows(1, 2, drawn("a"))
    edits.doubt(1, 2)

    await edits.wish(1, 2, drawn("a"))

    assert chat.sent == ["a"]


async def test_messages_do_not_wait_for_each_other(chat: Chat, edits: Edits):
    await asyncio.gather(*(edits.wish(1, number, drawn(str(number))) for number in range(20)))

    assert sorted(chat.sent, key=int) == [str(number) for number in range(20)]
    assert chat.at[-1] - chat.at[0] < EVERY


async def test_what_stood_in_the_way_is_raised_where_somebody_waits(chat: Chat, edits: Edits):
    chat.trouble = [Gone()]

    with pytest.raises(Gone):
        await edits.wish(1, 2, drawn("a"))


async def test_after_a_flood_warning_the_newest_goes_out(chat: Chat, edits: Edits):
    chat.trouble = [Later(0.2)]
    with pytest.raises(Later):
        await edits.wish(1, 2, drawn("a"))

    await edits.wish(1, 2, drawn("b"))

    assert chat.sent == ["b"]
    assert chat.at[1] - chat.at[0] >= 0.2


async def test_after_a_flood_warning_the_last_goes_out_though_nothing_new_comes(chat: Chat, edits: Edits):
    chat.trouble = [Later(0.05)]
    with pytest.raises(Later):
        await edits.wish(1, 2, drawn("a"))

    await asyncio.sleep(0.3)

    assert chat.sent == ["a"]


async def test_what_is_over_is_not_shown(chat: Chat, edits: Edits):
    await edits.wish(1, 2, drawn("a"))
    waits = asyncio.ensure_future(edits.wish(1, 2, drawn("b")))
    edits.drop(1, 2)

    await waits

    assert chat.sent == ["a"]


async def test_at_the_end_nothing_is_left_running(chat: Chat, edits: Edits):
    await edits.wish(1, 2, drawn("a"))
    waits = asyncio.ensure_future(edits.wish(1, 2, drawn("b")))

    await edits.stop()

    with pytest.raises(Later):
        await waits
    assert chat.sent == ["a"]


async def test_what_is_remembered_has_an_end(chat: Chat, edits: Edits, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.platforms.telegram.edits.REMEMBERED", 5)

    for number in range(20):
        edits.knows(1, number, drawn("a"))

    assert len(edits) == 5


async def test_nobody_waits_out_a_flood_warning_and_what_was_wished_meanwhile_goes_out_after_it(
    chat: Chat, edits: Edits, monkeypatch
):
    monkeypatch.setattr(module, "SHORT_PAUSE", 0.1)
    chat.trouble.append(Later(0.5))
    with pytest.raises(Later):
        await edits.wish(1, 2, drawn("a"))

    began = asyncio.get_running_loop().time()
    with pytest.raises(Later) as told:
        await edits.wish(1, 2, drawn("b"))

    assert asyncio.get_running_loop().time() - began < 0.1
    assert 0 < told.value.seconds <= 0.5
    await asyncio.sleep(0.7)
    assert chat.sent == ["b"]
