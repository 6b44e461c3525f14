"""Whole matches of four people, with everything going wrong that goes wrong on Telegram."""

import asyncio

from bot.tokens import Verb
from tests.e2e.accounts import check_rounds
from tests.e2e.reckoning import check_secrets, totals
from tests.e2e.serving import Serving
from tests.e2e.telegram.party import (
    Party,
    all_of,
    by_card,
    by_list,
    offered,
    silent,
    suggested,
    typed,
    wanted,
)
from tests.e2e.telegram.people import Person, labels_of
from tests.e2e.telegram.queries import LIFE
from tests.e2e.telegram.server import Loopback
from tests.e2e.telegram.world import ANONYMOUS, Message
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until


async def test_three_rounds_of_joker_from_a_small_group_into_a_supergroup_through_kills_floods_and_closed_chats(
    loopback: Loopback, serving: Serving
) -> None:
    room = loopback.group("家族", kind="group")
    ann, cat, dan = (loopback.person(name, room) for name in ("小明", "阿嬤", "Dan"))
    ben = loopback.person("Ben", room, opened=False)
    party = Party(loopback, serving, room, [ann, ben, cat, dan])
    for person in (ann, cat, dan):
        person.open()
    link = await lobby_where_one_has_not_opened_the_bot(party, ben)

    await party.dealt()
    loopback.updates.doubled = True
    await until(lambda: "🔑" in party.boards[-1].text and "Ben" in party.boards[-1].text)
    assert ben.dms == []
    ben.follow(link)
    await party.all_submit(by_card, by_list, suggested, typed)
    await settled(party, 1)
    loopback.updates.doubled = False

    cat.block()
    await party.dealt()
    kept = hand_of((await party.hand(dan)).text)
    await asyncio.gather(suggested(party, ann), typed(party, ben))
    await party.serving.kill()
    party.room = party.room.upgrade(told=("from",))
    await party.serving.start()
    board = await party.board(Verb.HAND)
    assert hand_of((await party.hand(dan)).text) == kept
    await until(lambda: "2/4" in board.text)
    shown = await cat.press(board, wanted(Verb.HAND))
    assert (shown.kind, shown.text.count("鬼") + shown.text.count("♤") > 0) == ("alert", True)
    loopback.trouble(Trouble("editMessageText", f"/{party.room.id}/*", 429, retry_after=2))
    before = len(cat.dms)
    cat.open()
    await until(lambda: len(cat.dms) > before)
    await asyncio.gather(by_list(party, cat), by_card(party, dan))
    await settled(party, 2)

    await party.dealt()
    loopback.trouble(Trouble("editMessageText", f"/{party.room.id}/*", 502))
    loopback.trouble(Trouble("editMessageText", f"/{party.room.id}/*", dropped=True, applied=True))
    await party.all_submit(suggested, by_list, typed, suggested)
    await until(lambda: len(party.rounds()) == 3)
    await party.serving.kill()
    await party.serving.start()
    await ended(party, rounds=3)
    assert party.rounds() == [1, 2, 3]
    assert loopback.pace.busiest(party.room.id) < 20


async def lobby_where_one_has_not_opened_the_bot(party: Party, late: Person) -> str:
    """The first opening; the link that the late one got with the seat."""
    host, *others = party.people
    host.say(party.room, "/shisanzhi start joker 3 60")
    board = await party.board(Verb.JOIN)
    answers = await asyncio.gather(*(other.press(board, wanted(Verb.JOIN)) for other in others))
    assert [answer.person.name for answer in answers if answer.kind == "url"] == [late.name]
    await until(lambda: "4/4" in board.text and "🔑" in board.text)
    assert any("🔑" in label for label in labels_of(board))
    await until(lambda: any(offered(board, Verb.START)))
    await host.press(board, wanted(Verb.START))
    return next(answer.url for answer in answers if answer.url)


async def test_two_rounds_of_bonus_where_one_lets_time_run_out_and_a_hidden_admin_tries_everything(
    party: Party,
) -> None:
    eve = party.loopback.person("Eve", party.room)
    eve.open()
    party.room.admit(eve.id, "administrator")
    party.room.chat.hidden.add(eve.id)
    await nothing_for_a_hidden_admin(party, eve, "shisanzhi start", "stop", "hand", "settings")
    await party.started("bonus 2 30 steps")
    await nothing_for_a_hidden_admin(party, eve, "cut 1")

    board = await party.dealt()
    await nothing_for_a_hidden_admin(party, eve, "stop")
    await party.all_submit(by_card, suggested, by_list, silent)
    await until(lambda: "3/4" in board.text)
    await settled(party, 1, seconds=45)
    (by,) = party.serving.query("SELECT by FROM round_seats WHERE person = ?", f"telegram:{party.people[3].id}")
    assert by != ("person",)
    assert party.serving.query("SELECT count(*) FROM events WHERE kind = 'Settled'") == [(1,)]

    await party.dealt()
    await party.all_submit(typed, suggested, by_card, by_list)
    await settled(party, 2)
    await ended(party, rounds=2)
    assert party.loopback.pace.busiest(party.room.id) < 20


async def nothing_for_a_hidden_admin(party: Party, eve: Person, *lines: str) -> None:
    """Whatever somebody without a name types or presses, nobody is seated and nothing changes."""
    before = party.serving.query("SELECT id, version FROM tables")
    replies = len(party.room.from_bot)
    for line in lines:
        eve.say(party.room, f"/{line}")
    for board in party.boards[-1:]:
        for button in all_of(board):
            if "callback_data" in button:
                answer = await eve.press_data(board, button["callback_data"], as_user=ANONYMOUS)
                assert answer.kind in {"toast", "alert"}, (button, answer.kind)
    refusals = await until(lambda: party.room.from_bot[replies:][len(lines) - 1 :] and party.room.from_bot[replies:])
    assert all("匿名" in refusal.text or refusal.pressable for refusal in refusals)
    assert party.serving.query("SELECT id, version FROM tables") == before
    assert eve.dms[1:] == []


def hand_of(text: str) -> list[str]:
    """The line with the whole hand by suit."""
    return sorted(next(line for line in text.splitlines() if line.startswith(("♤", "♥", "♦", "♧", "鬼"))).split())


async def settled(party: Party, rounds: int, *, seconds: float = 15) -> None:
    """Wait until so many rounds are settled and their last board shows it."""
    await until(lambda: len(party.rounds()) == rounds, seconds=seconds)
    await until(lambda: any(any(offered(board, Verb.VERIFY)) for board in party.boards[-2:]), seconds=20)


async def ended(party: Party, *, rounds: int) -> None:
    """The match is over: every total is right and public, no card was shown too early, nothing can be pressed twice."""
    board = await party.board(Verb.AGAIN, seconds=30)
    points = totals(party)
    for person in party.people:
        shown = str(points[person.id]).replace("-", "−") if points[person.id] <= 0 else f"+{points[person.id]}"
        assert f"{person.name} {shown}" in board.text
    check_rounds(party.serving)
    assert check_secrets(party) == rounds
    assert party.loopback.first_answers()[-1] < LIFE * 1000
    assert no_play_left(party.boards[:-1]) == []


def no_play_left(boards: list[Message]) -> list[str]:
    """Labels on old boards of what could still be played."""
    harmless = (wanted(Verb.WHY), wanted(Verb.VERIFY))
    return [b["text"] for board in boards for b in all_of(board) if not any(fits(b) for fits in harmless)]
