"""Updates taken in by polling and by webhook, disputed and doubled; and groups that grow under any order of notices."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from bot.tokens import Verb
from tests.e2e.reckoning import PACE, check_secrets
from tests.e2e.serving import Serving, free_port
from tests.e2e.telegram.party import Party, all_of, offered, suggested, wanted
from tests.e2e.telegram.server import Loopback
from tests.e2e.waiting import until


@pytest.mark.parametrize(
    "told", [("to", "from"), ("from", "to"), ("to",), ()], ids=lambda told: "-".join(told) or "none"
)
async def test_a_group_that_grows_keeps_its_game_whatever_is_told_first(
    loopback: Loopback, serving: Serving, told: tuple[str, ...]
) -> None:
    room = loopback.group("家族", kind="group")
    people = [loopback.person(name, room) for name in ("小明", "Ben", "阿嬤", "Dan")]
    party = Party(loopback, serving, room, people)
    party.open_chats()
    await party.started("bonus 1 60")
    old = await party.dealt()
    panel = await party.hand(people[0])
    party.room = room.upgrade(told=told)
    if not told:  # the first sign is a refusal when a mark is due
        await suggested(party_in(party, old.chat), people[1])
    board = await party.board(Verb.HAND, seconds=30)
    assert board.chat == party.room.id
    assert await party.hand(people[0]) is panel
    left = people[:1] + people[2:] if not told else people
    await asyncio.gather(*(suggested(party, person) for person in left))
    await party.board(Verb.AGAIN)
    people[2].say(party.room, "/rank")
    await until(lambda: any("阿嬤" in message.text for message in party.room.from_bot))
    assert serving.query("SELECT chat FROM tables") == [(f"telegram:{party.room.id}",)]
    assert check_secrets(party) == 1


def party_in(party: Party, chat: int) -> Party:
    """The same people, looked at where they were before."""
    room = type(party.room)(party.room.world, chat)
    return Party(party.loopback, party.serving, room, party.people)


async def test_a_webhook_takes_a_whole_round_in_and_strangers_are_turned_away(
    loopback: Loopback, tmp_path: Path
) -> None:
    port = free_port()
    hook = {"SHISANZHI_TELEGRAM_WEBHOOK": "https://play.example.org", "SHISANZHI_TELEGRAM_PORT": str(port)}
    serving = Serving(tmp_path / "hook.db", loopback.environment | PACE | hook)
    loopback.updates.webhook.port = port
    await serving.start()
    await loopback.awake()
    assert loopback.updates.webhook.secret
    room = loopback.group()
    party = Party(loopback, serving, room, [loopback.person(name, room) for name in ("小明", "Ben", "阿嬤", "Dan")])
    party.open_chats()
    loopback.updates.doubled = True
    await party.started("joker 1 60")
    path = loopback.updates.webhook.url.removeprefix("https://play.example.org")
    async with aiohttp.ClientSession() as session:
        forged = await session.post(f"http://127.0.0.1:{port}{path}", json={"update_id": 1})
        assert forged.status >= 400
    await party.dealt()
    await serving.kill()
    presses = [asyncio.create_task(suggested(party, person)) for person in party.people]
    await asyncio.sleep(1)
    await serving.start()
    await asyncio.gather(*presses)
    await party.board(Verb.AGAIN)
    assert party.rounds() == [1]
    assert await serving.stop() == 0
    assert "Traceback" not in serving.log()


async def test_two_programs_on_one_token_are_told_in_one_line_and_it_plays_on_afterwards(party: Party) -> None:
    await party.seated("joker 1 60")
    party.loopback.updates.rivals = 3
    party.people[0].say(party.room, "/rules")
    await until(lambda: party.loopback.updates.rivals == 0, seconds=30)
    party.people[1].say(party.room, "/help")
    await until(lambda: len(party.room.from_bot) >= 3, seconds=30)
    lines = party.serving.log().splitlines()
    assert (len(lines), "Conflict" in party.serving.log()) == (1, False), lines


async def test_an_update_that_comes_again_after_a_restart_has_no_second_effect(party: Party) -> None:
    updates = party.loopback.updates
    await party.started("joker 1 60")
    await party.dealt()
    panel = await party.hand(party.people[0])
    await until(lambda: any(offered(panel, Verb.SUGGEST)))
    kept = []
    publish = updates.publish

    def noted(kind: str, content: dict[str, object]) -> int:
        number = publish(kind, content)
        kept.extend(update for update in updates.queue if update["update_id"] == number)
        return number

    updates.publish = noted  # type: ignore[method-assign]
    await suggested(party, party.people[0])
    party.people[1].say(party.room, "/score")
    await until(lambda: len(kept) >= 3 and not updates.queue)
    await until(lambda: any("reply_to_message" in message.payload for message in party.room.from_bot))
    await until(lambda: party.serving.query("SELECT 1 FROM updates WHERE done_at IS NULL") == [])
    before = party.serving.query("SELECT id, version, state FROM tables")
    lines = len(party.room.from_bot)
    await party.serving.kill()
    await party.serving.start()
    for update in kept:
        updates.again(update)
    await until(lambda: not updates.queue)
    await asyncio.sleep(1)
    assert party.serving.query("SELECT id, version, state FROM tables") == before
    assert len(party.room.from_bot) == lines
    await asyncio.gather(*(suggested(party, person) for person in party.people[1:]))
    board = await party.board(Verb.AGAIN)
    assert all_of(board)
    await party.people[0].press(board, wanted(Verb.AGAIN))
