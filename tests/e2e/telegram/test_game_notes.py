"""What has gone wrong in games of this kind, tried on Telegram."""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from bot.pressed import split
from bot.tokens import Verb, parse, show
from core.ids import TableId
from tests.e2e.accounts import check_rounds
from tests.e2e.reckoning import check_secrets
from tests.e2e.serving import Serving
from tests.e2e.telegram.party import Party, all_of, by_list, offered, suggested, wanted
from tests.e2e.telegram.people import Answer, Person
from tests.e2e.telegram.server import Loopback
from tests.e2e.telegram.world import Message
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until

PUBLIC = {Verb.RULES, Verb.HELP, Verb.JOIN, Verb.NOTIFY}


async def test_a_kill_in_every_phase_loses_nothing_and_the_commands_are_sent_once(party: Party) -> None:
    loopback, serving = party.loopback, party.serving

    async def again() -> None:
        polls = loopback.updates.polls
        await serving.kill()
        await serving.start()
        await loopback.awake(since=polls)

    board = await party.seated("bonus 1 120")
    await again()
    await until(lambda: any(offered(board, Verb.START)))
    assert party.boards == [board]
    await party.people[0].press(board, wanted(Verb.START))

    for late in party.people[2:]:
        loopback.trouble(Trouble("sendMessage", f"/{late.id}", delay=4))
    await party.dealt()
    hands = {person.id: hand_in((await party.hand(person)).text) for person in party.people[:2]}
    await again()
    panels = [await party.hand(person) for person in party.people]
    assert {person.id: hand_in(panel.text) for person, panel in zip(party.people[:2], panels, strict=False)} == hands
    await asyncio.sleep(1)
    assert {len(hands_of(person)) for person in party.people} <= {1, 2}

    await asyncio.gather(*(suggested(party, person) for person in party.people[:2]))
    await again()
    await until(lambda: "2/4" in party.boards[-1].text)
    await asyncio.gather(*(by_list(party, person) for person in party.people[2:]))
    await until(lambda: party.rounds() == [1])
    await again()
    board = await party.board(Verb.AGAIN)
    result = party.boards[-2]
    await until(lambda: any(offered(result, Verb.WHY)))
    assert len(party.boards) == 3

    await again()
    await asyncio.sleep(1)
    assert (party.boards[-1].id, len(party.boards)) == (board.id, 3)
    scopes = [
        (call.body.get("scope"), call.body.get("language_code")) for call in party.recorder.of("setMyCommands", ".*")
    ]
    assert len({str(scope) for scope in scopes}) == len(scopes) > 0
    check_rounds(serving)
    assert check_secrets(party) == 1


def hands_of(person: Person) -> list[Message]:
    """The messages by which somebody can arrange."""
    return [message for message in person.dms if any(offered(message, Verb.SUGGEST))]


def hand_in(text: str) -> list[str]:
    """The cards of a hand, in one order."""
    return sorted(next(line for line in text.splitlines() if line[:1] in set("♤♥♦♧鬼")).split())


async def test_nothing_happens_when_others_press_what_is_not_theirs(party: Party) -> None:
    ann, ben, *_ = party.people
    eve = party.loopback.person("Eve", party.room)
    fay = party.loopback.person("Fay", party.room)
    gus = party.loopback.person("Gus")
    other = Party(party.loopback, party.serving, party.loopback.group("旁桌"), [fay])
    other.room.admit(fay.id)
    other.open_chats()
    await other.seated("joker")
    await party.started("joker 1 120")
    board = await party.dealt()
    panel = await party.hand(ann)
    await until(lambda: any(offered(panel, Verb.SUGGEST)))
    found = [button["callback_data"] for message in (panel, board) for button in all_of(message) if "url" not in button]
    refused = [data for data in found if parse(split(data).token).verb not in PUBLIC]
    before, told = state(party), len(party.room.from_bot)
    for stranger in (eve, fay, gus):
        answers = await asyncio.gather(*(stranger.press_data(board, data) for data in refused))
        assert {answer.kind for answer in answers} <= {"toast", "alert"}, [answer.text for answer in answers]
    for data in refused:
        answers = await asyncio.gather(*(ben.press_data(board, forged) for forged in forgeries(data)))
        assert {answer.kind for answer in answers} <= {"toast", "alert"}
    assert state(party) == before
    assert len(party.room.from_bot) == told
    await party.all_submit(suggested)
    await party.board(Verb.AGAIN)
    assert check_secrets(party) == 1


def forgeries(data: str) -> list[str]:
    """The same press of a table that is none, and of an opening that has not come; and what is no press at all."""
    token = parse(split(data).token)
    elsewhere, later = replace(token, table=TableId(token.table + 70)), replace(token, serial=token.serial + 5)
    return [show(elsewhere), *([show(later)] if token.verb is not Verb.HAND else []), "1.zz.9.9.", "x" * 64]


def state(party: Party) -> list[tuple[object, ...]]:
    """Everything that a press can change."""
    return [
        *party.serving.query("SELECT id, version, state FROM tables ORDER BY id"),
        *party.serving.query("SELECT * FROM drafts ORDER BY table_id, serial, seat"),
    ]


async def test_a_host_who_leaves_hands_the_table_on_and_an_admin_can_end_it(party: Party) -> None:
    ann = party.people[0]
    board = await party.seated("joker")
    await ann.press(board, wanted(Verb.LEAVE))
    await until(lambda: "3/4" in board.text)
    assert any(f"👑 {person.name}" in board.text for person in party.people[1:])
    chief = party.loopback.person("Chief", party.room)
    count = len(party.room.from_bot)
    chief.say(party.room, "/stop")
    await until(lambda: len(party.room.from_bot) > count)
    assert party.serving.query("SELECT 1 FROM tables WHERE live")
    party.room.admit(chief.id, "administrator")
    chief.say(party.room, "/shisanzhi stop")
    await until(lambda: party.serving.query("SELECT 1 FROM tables WHERE live") == [])
    await until(lambda: all_of(party.boards[-1]) == [])


@asynccontextmanager
async def held(serving: Serving) -> AsyncIterator[None]:
    """Nothing can be written meanwhile: another process has locked the file."""
    connection = sqlite3.connect(serving.database, isolation_level=None, timeout=10)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.rollback()
        connection.close()


async def while_locked(party: Party, *presses: Coroutine[Any, Any, Answer]) -> list[Answer]:
    """Press all of it once the file is locked, for three seconds; nothing is lost."""
    async with held(party.serving):
        tasks = [asyncio.create_task(press) for press in presses]
        await asyncio.sleep(3)
    return await asyncio.gather(*tasks)


async def test_with_a_slow_storage_no_press_is_lost(party: Party) -> None:
    ann, ben, cat, dan = party.people
    eve = party.loopback.person("Eve", party.room)
    eve.open()
    board = await party.seated("joker 1 120")
    answers = await while_locked(
        party,
        ben.press(board, wanted(Verb.LEAVE)),
        cat.press(board, wanted(Verb.LEAVE)),
        dan.press(board, wanted(Verb.HELP) if any(offered(board, Verb.HELP)) else wanted(Verb.RULES)),
        ann.press(board, wanted(Verb.COMPUTER)),
    )
    assert "nothing" not in {answer.kind for answer in answers}
    await until(lambda: "Ben" not in board.text and "阿嬤" not in board.text)
    await eve.press(board, wanted(Verb.JOIN))
    await until(lambda: "Eve" in board.text)


async def test_a_process_that_stood_still_over_a_deadline_acts_on_it_once(party: Party) -> None:
    await party.started("joker 1 60")
    await party.cut(party.people[0])
    assert party.serving.process is not None
    await asyncio.sleep(8)
    party.serving.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(4)
    party.serving.process.send_signal(signal.SIGCONT)
    await party.board(Verb.HAND)
    for person in party.people:
        await party.hand(person)
    assert party.serving.query("SELECT count(*) FROM events WHERE kind = 'Dealt'") == [(1,)]


async def test_ids_beyond_53_bits_of_thought_are_kept_to_the_digit(loopback: Loopback, serving: Serving) -> None:
    room = loopback.group(number=-1009999999999)
    people = [loopback.person(f"N{last}", room, number=4503599627370480 + last) for last in range(4)]
    party = Party(loopback, serving, room, people)
    party.open_chats()
    loopback.world.skip(room.chat, 1_895_315_077)
    await party.started("bonus 1 60")
    await party.dealt()
    await party.all_submit(suggested)
    await party.board(Verb.AGAIN)
    found = serving.query("SELECT person FROM round_seats ORDER BY person")
    assert found == [(f"telegram:{person.id}",) for person in people]
    assert serving.query("SELECT id FROM chats WHERE id LIKE 'telegram:%'") == [("telegram:-1009999999999",)]
