"""What was asked for twice is sent once, unless it has gone meanwhile."""

import asyncio

from bot.platforms.base import Gone
from bot.platforms.telegram.nonces import Nonces


async def test_the_same_asked_for_twice_at_once_is_sent_once():
    nonces, sent, seen = Nonces(), list[str](), list[str]()

    async def send() -> str:
        await asyncio.sleep(0.01)
        sent.append(f"m{len(sent)}")
        return sent[-1]

    async def again(message: str) -> None:
        seen.append(message)

    both = await asyncio.gather(*(nonces.once("n", send, again=again) for _ in range(2)))

    assert (both, sent, seen) == (["m0", "m0"], ["m0"], ["m0"])


async def test_what_somebody_deleted_before_it_was_asked_for_again_is_sent_anew():
    nonces, sent = Nonces(), list[str]()

    async def send() -> str:
        sent.append(f"m{len(sent)}")
        return sent[-1]

    async def again(_message: str) -> None:
        raise Gone

    await nonces.once("n", send, again=again)

    assert await nonces.once("n", send, again=again) == "m1"
    assert sent == ["m0", "m1"]
