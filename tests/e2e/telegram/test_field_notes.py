"""What has gone wrong in Telegram bots, tried on the bot as its own process."""

import asyncio
import re

from bot.tokens import Verb
from tests.e2e.reckoning import check_secrets
from tests.e2e.telegram import refusals
from tests.e2e.telegram.party import Party, all_of, by_list, offered, submit, suggested, typed, wanted
from tests.e2e.telegram.server import USERNAME
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until

NAMES = ("<3", "</b>", "a&b", "_x*[`'); DROP")


async def test_who_never_started_the_bot_or_blocks_it_in_the_deal_is_named_once_and_the_others_play(
    party: Party,
) -> None:
    ann, ben, cat, dan = party.people
    await party.started("bonus 1 60")
    ben.block()
    party.loopback.world.chats[dan.id].opened = False
    await party.dealt()
    board = party.boards[-1]
    (line,) = await until(lambda: [line for line in board.text.splitlines() if "🔑" in line and "啟動" in line])
    assert [person.name in line for person in party.people] == [False, True, False, True]
    (start,) = [button for button in all_of(board) if f"{USERNAME}?start=h" in button.get("url", "")]
    assert len(party.room.from_bot) == len(party.boards)
    counts = {person.id: len(person.dms) for person in (ben, dan)}
    await asyncio.gather(suggested(party, ann), suggested(party, cat))
    for person in (ben, dan):
        person.follow(start)
        await until(lambda person=person: len(person.dms) > counts[person.id])
    await asyncio.gather(suggested(party, ben), suggested(party, dan))
    await party.board(Verb.AGAIN)
    assert check_secrets(party) == 1


async def test_a_doubled_press_an_old_query_and_an_edit_that_changes_nothing_do_no_harm(party: Party) -> None:
    ann = party.people[0]
    await party.started("joker 1 60")
    await party.dealt()
    panel = await party.hand(ann)
    data = next(offered(panel, Verb.SUGGEST))
    await asyncio.gather(*(ann.press_data(panel, data) for _ in range(2)))
    await until(lambda: any(offered(panel, Verb.SUBMIT)))
    old = party.loopback.trouble(Trouble("answerCallbackQuery", "/", 400, text=refusals.QUERY_OLD))
    same = party.loopback.trouble(Trouble("editMessageText", f"/{ann.id}/*", 400, text=refusals.NOT_MODIFIED))
    pressed = asyncio.create_task(ann.press(panel, wanted(Verb.SUBMIT)))
    await until(lambda: old.met and party.serving.query("SELECT 1 FROM events WHERE kind = 'Submitted'"))
    pressed.cancel()
    await asyncio.gather(pressed, return_exceptions=True)
    assert panel.keyboard
    assert same.met <= 1
    await asyncio.gather(*(suggested(party, person) for person in party.people[1:]))
    await party.board(Verb.AGAIN)
    ((submitted,),) = party.serving.query("SELECT count(*) FROM events WHERE kind = 'Submitted'")
    assert submitted == 4
    assert party.serving.log() == ""


async def test_a_flood_at_one_reveal_holds_no_other_group_and_forty_presses_take_few_calls(party: Party) -> None:
    loopback = party.loopback
    others = []
    for number in range(2):
        room = loopback.group(f"別桌{number}")
        people = [loopback.person(f"P{number}{seat}", room) for seat in range(4)]
        others.append(Party(loopback, party.serving, room, people))
        others[-1].open_chats()
    await asyncio.gather(*(each.started("joker 1 60") for each in (party, *others)))
    await asyncio.gather(*(each.dealt() for each in (party, *others)))
    pairs = [(person, await party.hand(person)) for person in party.people]
    await asyncio.gather(
        *(person.press_data(panel, data) for person, panel in pairs for data in [*offered(panel, Verb.SUGGEST)] * 4)
    )
    await asyncio.gather(*(submit(person, panel) for person, panel in pairs[1:]))
    flood = loopback.trouble(Trouble("editMessageText", f"/{party.room.id}/*", 429, retry_after=6))
    await submit(*pairs[0])
    await until(lambda: flood.met)
    began = asyncio.get_running_loop().time()
    await asyncio.gather(*(each.all_submit(suggested) for each in others))
    await asyncio.gather(*(each.board(Verb.AGAIN) for each in others))
    assert asyncio.get_running_loop().time() - began < 5
    await party.board(Verb.AGAIN, seconds=20)
    reveals = await until(lambda: [board for board in party.boards if any(offered(board, Verb.VERIFY))])
    assert (len(party.rounds()), len(reveals)) == (3, 1)
    assert loopback.pace.busiest(party.room.id) < 20


async def test_names_that_look_like_tags_are_shown_as_they_are_typed(party: Party) -> None:
    loopback = party.loopback
    room = loopback.group("<b>桌")
    people = [loopback.person(name, room) for name in NAMES]
    own = Party(loopback, party.serving, room, people)
    own.open_chats()
    await own.started("bonus 1 60")
    assert all(name in own.boards[-1].text or name in own.boards[0].text for name in NAMES)
    await own.dealt()
    await own.all_submit(suggested, by_list, typed, suggested)
    board = await own.board(Verb.AGAIN)
    assert all(name in board.text for name in NAMES)
    replies = len(room.from_bot)
    for line in ("/rank", "/score", "/start <b> %s {0}", "/cut %d"):
        people[0].say(room, line)
    await until(lambda: len(room.from_bot) >= replies + 4)
    people[2].say(people[2].private, "/me")
    await until(lambda: any("a&b" in message.text for message in people[2].dms))


async def test_buttons_of_an_earlier_game_are_answered_shortly_wherever_they_stand(party: Party) -> None:
    ann = party.people[0]
    await party.started("joker 1 60")
    first = await party.dealt()
    panel = await party.hand(ann)
    await until(lambda: any(offered(panel, Verb.SUGGEST)))
    old = [button["callback_data"] for message in (first, panel) for button in all_of(message) if "url" not in button]
    old = [data for data in old if not {"ru", "he"} & set(data.split(".")[1:2])]
    await party.all_submit(suggested)
    again = await party.board(Verb.AGAIN)
    await asyncio.gather(*(person.press(again, wanted(Verb.AGAIN)) for person in party.people))
    await party.dealt()
    before = party.serving.query("SELECT id, version, state FROM tables ORDER BY id")
    drafts = party.serving.query("SELECT * FROM drafts ORDER BY table_id, serial, seat")
    for data in old:
        presses = (
            ann.press_data(first, data),
            ann.press_data(first, data, inaccessible=True),
            ann.press_data(None, data),
            party.people[1].press_data(first, data),
        )
        answers = await asyncio.gather(*presses)
        assert {answer.kind for answer in answers} <= {"toast", "alert", "empty"}, (data, answers)
    for forged in ("", "x" * 60, "1.zz.9.9.", "2.k.1.1.1", "=1.h.1.1.#cb", "十三"):
        assert (await ann.press_data(first, forged or " ")).kind in {"toast", "alert"}
    assert party.serving.query("SELECT id, version, state FROM tables ORDER BY id") == before
    assert party.serving.query("SELECT * FROM drafts ORDER BY table_id, serial, seat") == drafts
    await party.all_submit(suggested)
    await party.board(Verb.AGAIN)


async def test_a_deep_link_seats_only_who_may_sit_and_garbage_is_welcomed(party: Party) -> None:
    loopback, (ann, ben, *_) = party.loopback, party.people
    gus = loopback.person("Gus", opened=False)
    hal = loopback.person("Hal", party.room, opened=False)
    ann.say(party.room, "/shisanzhi start joker 1 60")
    board = await party.board(Verb.JOIN)
    answer = await hal.press(board, wanted(Verb.JOIN))
    assert re.fullmatch(rf"https://t\.me/{USERNAME}\?start=j[0-9a-z]+", answer.url)
    payload = answer.url.rpartition("=")[2]
    for word in ("", "zzzz", "j", "jzzzzzzzzzzzzzzz", "h0", "tAAAA", "t" + "A" * 63):
        gus.open(word)
    await until(lambda: len(gus.dms) == 7)
    gus.open(payload)
    refused = await until(lambda: len(gus.dms) == 8 and gus.dms[-1])
    assert "群組的成員" in refused.text
    seats = "SELECT person FROM seated ORDER BY person"
    assert len(party.serving.query(seats)) == 2
    hal.open(payload)
    await until(lambda: hal.dms)
    await asyncio.gather(*(each.press(board, wanted(Verb.JOIN)) for each in party.people[1:3]))
    ivy = loopback.person("Ivy", party.room, opened=False)
    ivy.open(payload)
    await until(lambda: ivy.dms)
    assert "下一位" in ivy.dms[-1].text
    assert len(party.serving.query(seats)) == 5
    ann.say(party.room, "/stop")
    await until(lambda: party.serving.query(seats) == [])
    ben.open(payload)
    await asyncio.sleep(0.5)
    assert party.serving.query(seats) == []
