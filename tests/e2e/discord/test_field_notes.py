"""What has gone wrong in bots of this kind, tried on the bot as its own process."""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from simcord.backend.models import Message

from bot.pressed import split
from bot.tokens import Verb, parse, show
from core.ids import TableId
from tests.e2e.accounts import check_rounds
from tests.e2e.discord.looking import buttons_of, labels_of, text_of
from tests.e2e.discord.party import Party, by_list, insist, offered, silent, suggested, wanted
from tests.e2e.discord.people import Answer, Person, until
from tests.e2e.reckoning import check_secrets
from tests.e2e.serving import Serving
from tests.e2e.troubles import Trouble


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
    """Do all of it while the file is locked for three seconds; each must be acknowledged before."""
    mark = party.loopback.recorder.mark()
    async with held(party.serving):
        tasks = [asyncio.create_task(press) for press in presses]
        await asyncio.sleep(3)
    answers = await asyncio.gather(*tasks)
    assert party.loopback.first_answers(since=mark)[-1] < 2500  # a second, on a machine with nothing else to do
    return answers


async def test_with_a_slow_storage_every_command_button_menu_and_form_is_acknowledged_within_a_second(
    party: Party,
) -> None:
    ann, ben, cat, dan = party.people
    board = await party.seated(rules="joker", seconds=120)
    eve = party.loopback.person("Eve", party.guild)
    form = await ann.press(board, "設定")
    commands = ("me", "rank", "hand", "rules", "help", "score")
    answers = await while_locked(
        party,
        ben.press(board, wanted(Verb.LEAVE)),
        cat.press(board, wanted(Verb.COMPUTER)),
        dan.press(board, wanted(Verb.LEAVE)),
        eve.press(board, wanted(Verb.JOIN)),
        *(ann.slash(party.room, f"shisanzhi {name}") for name in commands),
    )
    assert form.private
    await until(lambda: "Eve" in text_of(board))
    assert not [answer for answer in answers if answer.thinking]
    assert "Ben" not in text_of(board)

    await asyncio.gather(*(each.press(board, wanted(Verb.JOIN)) for each in (ben, dan)))
    await until(lambda: "4/4" in text_of(board))
    await ann.press(board, wanted(Verb.START))
    players = (ann, cat, ben, eve) if "Eve" in text_of(board) else (ann, ben, cat, dan)
    await party.board(Verb.CUT)
    board = await party.dealt(*[each for each in players if f"{each.name}" in text_of(party.boards[-1])])
    panel = await party.hand(ann)
    menu = panel.components
    assert menu
    await while_locked(
        party,
        ann.press_id(panel, next(offered(panel, Verb.SUGGEST))),
        ben.press(board, wanted(Verb.HAND)),
        cat.press(board, wanted(Verb.NUDGE)),
        ann.press(board, wanted(Verb.END)),
    )
    await until(lambda: any(offered(panel, Verb.SUBMIT)))


async def test_the_channel_learns_who_cannot_be_written_to_and_whoever_left_gives_up_the_seat(party: Party) -> None:
    ann, ben, cat, dan = party.people
    await party.started(rules="bonus", rounds=1, seconds=60, reveal="once")
    ann.close_dms(status=403)
    ben.close_dms(status=400)
    dan.close_dms(status=403)
    await party.cut(ann, ben)
    party.guild.lose(dan.id)
    await party.serving.kill()
    await party.serving.start()
    await party.loopback.awake(times=2)
    await party.cut(cat)

    board = await party.board(Verb.HAND)
    (line,) = await until(lambda: [each for each in text_of(board).splitlines() if "🔑" in each and "拿牌" in each])
    assert (ann.name in line, ben.name in line, cat.name in line) == (True, True, False)
    assert cat.dms
    await until(lambda: party.serving.query("SELECT 1 FROM events WHERE kind = 'Departed'"))
    await asyncio.gather(*(suggested(party, person) for person in (ann, ben, cat)))
    await party.board(Verb.AGAIN)
    check_rounds(party.serving)
    assert check_secrets(party) == 1


async def test_time_runs_out_once_in_an_archived_thread_with_old_tokens_and_many_readies(party: Party) -> None:
    thread = party.room.thread()
    party = Party(party.loopback, party.serving, party.guild, thread, party.people)
    loopback = party.loopback
    await party.started(rules="joker", rounds=1, seconds=30, reveal="once")
    await party.dealt()
    await party.all_submit(by_list, silent)
    thread.archive()
    loopback.age_tokens(16)
    loopback.ready_again()
    loopback.ready_again()
    await loopback.drop()
    loopback.ready_again()
    await until(lambda: loopback.gateway.resumed == 1)

    await until(lambda: party.rounds() == [1], seconds=45)
    board = await party.board(Verb.AGAIN)
    assert board in thread.messages
    counted = "SELECT count(*) FROM events WHERE kind IN ('Settled', 'MatchFinished')"
    await asyncio.sleep(1)
    assert party.serving.query(counted) == [(2,)]
    assert len(party.boards) == 3
    assert len(party.serving.log().splitlines()) < 4


async def test_a_process_that_stood_still_over_a_deadline_acts_on_it_once(party: Party) -> None:
    await party.started(rules="joker", rounds=1, seconds=60)
    await party.cut(party.people[0])
    assert party.serving.process is not None
    await asyncio.sleep(8)
    party.serving.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(5)
    party.serving.process.send_signal(signal.SIGCONT)
    await party.board(Verb.HAND)
    await asyncio.sleep(1)
    assert party.serving.query("SELECT count(*) FROM events WHERE kind = 'Dealt'") == [(1,)]
    assert [len(person.dms) for person in party.people] == [1, 1, 1, 1]


async def test_an_old_board_is_posted_anew_once_and_a_burst_of_presses_takes_few_edits(party: Party) -> None:
    board = await party.seated(rules="joker")
    recorder, edits = party.loopback.recorder, f"/channels/{party.room.id}/messages/{board.id}"
    mark = recorder.mark()
    others = party.people[1:]
    for turn in range(10):
        await asyncio.gather(*(each.press_id(board, id_of(board, turn)) for each in others))
    await until(lambda: all(each.name in text_of(board) for each in others))
    await asyncio.sleep(1.5)
    assert len(recorder.of("PATCH", edits, since=mark)) <= 8
    assert "4/4" in text_of(board)

    party.room.age(board.id, minutes=70)
    await others[0].press(board, wanted(Verb.LEAVE))
    anew = await until(lambda: [each for each in party.boards if each.id != board.id])
    await asyncio.sleep(2.5)
    assert (len(anew), len(party.boards)) == (1, 2)
    assert others[0].name not in text_of(anew[0])
    await others[0].press(board, wanted(Verb.JOIN))
    await until(lambda: others[0].name in text_of(anew[0]))


def id_of(board: Message, turn: int) -> str:
    """Leave and join in turn."""
    return next(offered(board, Verb.JOIN if turn % 2 else Verb.LEAVE))


async def test_where_the_bot_is_no_member_nothing_is_stored(party: Party) -> None:
    ann = party.people[0]
    elsewhere = party.loopback.guild("別處", foreign=True)
    elsewhere.invite(ann.id)
    for place in (elsewhere.text(), party.loopback.world.group(ann.id, party.people[1].id)):
        refused = await ann.slash(place, "shisanzhi start", rules="joker")
        assert refused.private
        assert "加進這個伺服器" in refused.text
        assert (await ann.slash(place, "shisanzhi help")).private
    assert party.serving.query("SELECT id FROM chats WHERE id LIKE 'discord:%'") == []
    assert party.serving.query("SELECT id FROM tables") == []


@pytest.mark.parametrize("how", ["channel", "server"])
async def test_a_game_whose_channel_is_gone_ends_without_points_and_its_people_are_free(party: Party, how: str) -> None:
    ann = party.people[0]
    other = party.loopback.guild("別處") if how == "server" else party.guild
    for person in party.people if how == "server" else ():
        other.invite(person.id)
    await party.started(rules="joker", rounds=2)
    await party.dealt()
    if how == "server":
        party.guild.kick_bot()
    else:
        party.room.delete()
    elsewhere = Party(party.loopback, party.serving, other, other.text(), party.people)
    await until(lambda: party.serving.query("SELECT 1 FROM tables WHERE live") == [])
    await elsewhere.seated(rules="bonus")
    await until(lambda: "4/4" in text_of(elsewhere.boards[-1]))
    assert party.rounds() == []
    assert ann.name in text_of(elsewhere.boards[-1])


async def test_a_kill_in_every_phase_loses_nothing_and_the_commands_are_sent_once(party: Party) -> None:
    loopback, serving, recorder = party.loopback, party.serving, party.loopback.recorder

    async def again(times: int) -> None:
        await serving.kill()
        await serving.start()
        await loopback.awake(times=times)

    ann = party.people[0]
    board = await party.seated(rules="bonus", rounds=1, seconds=120, reveal="steps")
    await again(2)
    await until(lambda: any(offered(board, Verb.START)))
    assert party.boards == [board]
    await ann.press(board, wanted(Verb.START))

    for late in party.people[2:]:
        loopback.trouble(Trouble("POST", f"/channels/{loopback.world.direct(late.id).id}/messages", delay=4))
    await party.dealt()
    await until(lambda: sum(len(person.dms) for person in party.people) == 2)
    hands = {person.id: hand_in(person) for person in party.people if person.dms}
    await again(3)
    await until(lambda: all(person.dms for person in party.people))
    assert {person.id: hand_in(person) for person in party.people if person.id in hands} == hands
    assert [len(person.dms) for person in party.people] == [1, 1, 1, 1]

    await asyncio.gather(*(suggested(party, person) for person in party.people[:2]))
    await again(4)
    await until(lambda: "2/4" in text_of(party.boards[-1]))
    await asyncio.gather(*(by_list(party, person) for person in party.people[2:]))
    await until(lambda: party.rounds() == [1])
    await again(5)
    board = await party.board(Verb.AGAIN)
    result = party.boards[-2]
    await until(lambda: any(offered(result, Verb.WHY)))
    assert len(party.boards) == 3

    await again(6)
    await asyncio.sleep(1.5)
    assert (party.boards[-1].id, len(party.boards)) == (board.id, 3)
    assert len(recorder.of("PUT", "/applications/[0-9]+/commands")) == 1
    check_rounds(serving)
    assert check_secrets(party) == 1


def hand_in(person: Person) -> str:
    """The cards of the newest direct message, in one order."""
    line = next(line for line in text_of(person.dms[-1]).splitlines() if "16" in line)
    return " ".join(sorted(line.split()))


async def test_nothing_happens_when_others_press_what_is_not_theirs(party: Party) -> None:
    ann, ben, *_ = party.people
    eve = party.loopback.person("Eve", party.guild)
    fay = party.loopback.person("Fay", party.guild)
    other = Party(party.loopback, party.serving, party.guild, party.guild.text("旁桌"), [fay])
    await other.seated(rules="joker")
    await party.started(rules="joker", rounds=1, seconds=120, reveal="once")
    board = await party.dealt()
    panel = await party.hand(ann)
    ids = [button["custom_id"] for message in (panel, board) for button in buttons_of(message) if "custom_id" in button]
    before = state(party)
    public = {Verb.RULES, Verb.HELP, Verb.JOIN}
    refused = [custom_id for custom_id in ids if parse(split(custom_id).token).verb not in public]
    for stranger in (eve, fay):
        for custom_id in refused:
            answer = await stranger.press_id(board, custom_id)
            assert answer.private, (stranger.name, custom_id)
            assert not answer.message.components, (stranger.name, custom_id, answer.text)
    for custom_id in refused:
        for forged in forgeries(custom_id):
            answer = await ben.press_id(board, forged)
            assert answer.private
            assert not answer.message.components, (forged, answer.text)
    assert state(party) == before
    await party.all_submit(suggested)
    await party.board(Verb.AGAIN)
    assert check_secrets(party) == 1


def forgeries(custom_id: str) -> list[str]:
    """The same press of a table that is none, and of an opening that has not come; and what is no press at all."""
    token = parse(split(custom_id).token)
    elsewhere, later = replace(token, table=TableId(token.table + 70)), replace(token, serial=token.serial + 5)
    return [show(elsewhere), *([show(later)] if token.verb is not Verb.HAND else []), "1.zz.9.9.", "x" * 100]


def state(party: Party) -> list[tuple[object, ...]]:
    """Everything that a press can change."""
    return [
        *party.serving.query("SELECT id, version, state FROM tables ORDER BY id"),
        *party.serving.query("SELECT * FROM drafts ORDER BY table_id, serial, seat"),
    ]


async def test_a_host_who_leaves_hands_the_table_on_and_an_admin_can_end_it(party: Party) -> None:
    ann = party.people[0]
    board = await party.seated(rules="joker")
    await insist(lambda: ann.press(board, wanted(Verb.LEAVE)))
    await until(lambda: "3/4" in text_of(board))
    assert any(f"👑 {name}" in text_of(board) for name in ("Ben", "阿嬤", "Dan"))
    chief = party.loopback.person("Chief", party.guild)
    refused = await chief.slash(party.room, "shisanzhi stop")
    assert refused.private
    party.guild.admin(chief.id, "manage_channels")
    await chief.slash(party.room, "shisanzhi stop")
    await until(lambda: party.serving.query("SELECT 1 FROM tables WHERE live") == [])
    await until(lambda: labels_of(party.boards[-1]) == [])
