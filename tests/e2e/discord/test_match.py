"""Whole matches of four people, with everything going wrong that goes wrong on Discord."""

import asyncio

from bot.tokens import Verb
from tests.e2e.accounts import check_rounds
from tests.e2e.discord.looking import buttons_of, text_of
from tests.e2e.discord.party import (
    Party,
    by_card,
    by_list,
    check_mentions,
    in_direct_message,
    insist,
    offered,
    silent,
    submit,
    suggested,
    typed,
    wanted,
)
from tests.e2e.discord.people import until
from tests.e2e.reckoning import check_secrets, totals
from tests.e2e.troubles import Trouble


async def test_three_rounds_of_joker_through_a_kill_a_limit_a_lost_connection_and_a_deleted_board(party: Party) -> None:
    ann, ben, cat, dan = party.people
    loopback = party.loopback
    cat.close_dms(status=403)
    await party.started(rules="joker", rounds=3, seconds=60, reveal="steps")

    await party.dealt()
    loopback.gateway.doubled = True
    await party.all_submit(by_card, by_list, suggested, typed)
    await settled(party, 1)
    loopback.gateway.doubled = False
    assert cat.dms == []
    assert any("第 1/3 局" in text_of(message) for message in cat.ephemeral)  # in the channel, to nobody else

    board = await party.dealt()
    await asyncio.gather(suggested(party, ann), typed(party, ben))
    kept = await party.hand(dan)
    hand = hand_of(text_of(kept))
    await party.serving.kill()
    party.room.delete(board.id)
    await party.serving.start()
    await loopback.awake(times=2)
    again = await party.board(Verb.HAND)
    assert (again.id != board.id, len(party.boards)) == (True, 3)
    assert "2/4" in text_of(again)
    assert hand_of(text_of(await party.hand(dan))) == hand
    loopback.trouble(Trouble("PATCH", f"/channels/{party.room.id}/messages/*", 429, retry_after=2))
    await asyncio.gather(by_list(party, cat), in_direct_message(party, dan))
    await settled(party, 2)

    await party.dealt()
    panel = await party.hand(ann)
    loopback.age_tokens(16)
    await loopback.drop()
    await insist(lambda: ann.press_id(panel, next(offered(panel, Verb.SUGGEST))))
    await until(lambda: any(offered(panel, Verb.SUBMIT)))
    await submit(ann, panel)
    await asyncio.gather(by_card(party, ben), by_list(party, cat), typed(party, dan))
    await settled(party, 3)

    await ended(party, rounds=3)
    assert (loopback.gateway.resumed, loopback.gateway.identified) == (1, 2)
    assert party.rounds() == [1, 2, 3]


async def test_two_rounds_of_bonus_where_one_lets_time_run_out_and_one_cannot_be_written_to(party: Party) -> None:
    _, ben, _, dan = party.people
    ben.close_dms(status=400)
    await party.started(rules="bonus", rounds=2, seconds=30, reveal="once")

    board = await party.dealt()
    await party.all_submit(by_card, suggested, by_list, silent)
    await until(lambda: "3/4" in text_of(board))
    pinged = await until(lambda: [m for m in party.room.messages if f"<@{dan.id}>" in m.content], seconds=30)
    assert (len(pinged), pinged[0].content.count("<@")) == (1, 1)
    await settled(party, 1, seconds=30)
    await until(lambda: pinged[0] not in party.room.messages)
    calls = [call for call in party.loopback.recorder.calls if call.message == pinged[0].id]
    assert calls[0].body["allowed_mentions"]["users"] == [dan.id]
    (by,) = party.serving.query("SELECT by FROM round_seats WHERE person = ?", f"discord:{dan.id}")
    assert by != ("person",)

    await party.dealt()
    await party.all_submit(typed, suggested, by_card, in_direct_message)
    await settled(party, 2)
    await ended(party, rounds=2)


def hand_of(text: str) -> str:
    """The line with the cards that are left."""
    return next(line for line in text.splitlines() if "17" in line)


async def settled(party: Party, rounds: int, *, seconds: float = 15) -> None:
    """Wait until so many rounds are settled and their last board shows it."""
    await until(lambda: len(party.rounds()) == rounds, seconds=seconds)
    await until(lambda: len([board for board in party.boards if any(offered(board, Verb.VERIFY))]) == rounds)


async def ended(party: Party, *, rounds: int) -> None:
    """The match is over: every total is right and public, no card was shown too early, nothing can be pressed twice."""
    board = await party.board(Verb.AGAIN)
    points = totals(party)
    for person in party.people:
        shown = str(points[person.id]).replace("-", "−") if points[person.id] <= 0 else f"+{points[person.id]}"
        assert f"{person.name} {shown}" in text_of(board)
    check_rounds(party.serving)
    check_mentions(party)
    assert check_secrets(party) == rounds
    assert party.loopback.first_answers()[-1] < 3000
    old = [button for before in party.boards[:-1] for button in buttons_of(before)]
    assert [button for button in old if not (wanted(Verb.WHY)(button) or wanted(Verb.VERIFY)(button))] == []
