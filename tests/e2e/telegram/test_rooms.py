"""What has gone wrong in groups, topics and channels, tried on the bot as its own process."""

import asyncio

import pytest

from bot.tokens import Verb
from tests.e2e.accounts import check_rounds
from tests.e2e.reckoning import check_secrets
from tests.e2e.telegram.party import Party, offered, suggested, wanted
from tests.e2e.telegram.server import USERNAME
from tests.e2e.telegram.world import GENERAL, LINKED
from tests.e2e.waiting import until


async def test_a_game_stays_in_its_topic_and_one_in_general_carries_no_thread(party: Party) -> None:
    loopback = party.loopback
    forum = loopback.group("論壇", forum=True)
    for person in party.people:
        forum.admit(person.id)
    others = [loopback.person(f"Q{seat}", forum) for seat in range(4)]
    inside = Party(loopback, party.serving, forum.make_topic("七號桌"), party.people)
    general = Party(loopback, party.serving, forum, others)
    general.open_chats()
    await inside.started("joker 2 60")
    before = others[0].say(forum, "大家好")
    others[0].say(forum, "/shisanzhi start bonus 1 60", reply_to=before)
    await general.board(Verb.JOIN)
    board = general.boards[-1]
    await asyncio.gather(*(other.press(board, wanted(Verb.JOIN)) for other in others[1:]))
    await until(lambda: any(offered(board, Verb.START)))
    await others[0].press(board, wanted(Verb.START))
    await asyncio.gather(inside.dealt(), general.dealt())

    await party.serving.kill()
    await party.serving.start()
    await suggested(inside, inside.people[0])
    await until(lambda: "1/4" in inside.boards[-1].text)
    inside.room.close_topic()
    await asyncio.gather(*(suggested(inside, person) for person in inside.people[1:]))
    await general.all_submit(suggested)
    await general.board(Verb.AGAIN)
    inside.room.close_topic(closed=False)
    await inside.board(Verb.CUT, seconds=20)
    assert len(party.serving.query("SELECT 1 FROM tables WHERE live")) == 2
    posts = [call for call in party.recorder.of("sendMessage", f"/{forum.id}") if call.status == 200]
    threads = {call.body.get("message_thread_id") for call in posts}
    assert threads == {None, inside.room.topic}
    assert GENERAL not in threads
    assert party.serving.log().count("TOPIC_CLOSED") <= 1


@pytest.mark.parametrize("told", [True, False])
async def test_a_bot_that_is_thrown_out_frees_everybody_and_may_come_back(party: Party, *, told: bool) -> None:
    await party.started("joker 2 60")
    await party.dealt()
    party.room.kick_bot(told=told)
    if not told:
        await suggested(party, party.people[0])
    await until(lambda: party.serving.query("SELECT 1 FROM tables WHERE live") == [], seconds=20)
    assert party.rounds() == []
    mark = party.recorder.mark()
    await asyncio.sleep(1)
    assert [call for call in party.recorder.calls if call.at > mark and call.channel == party.room.id] == []
    party.room.take_bot_back()
    await party.seated("bonus 1 60")
    await until(lambda: "4/4" in party.boards[-1].text)


async def test_chatter_posts_and_commands_for_others_are_no_business_of_the_bot(party: Party) -> None:
    world, room, (ann, ben, *_) = party.loopback.world, party.room, party.people
    room.promote_bot("can_delete_messages")
    await asyncio.sleep(0.5)
    count = len(room.from_bot)
    ann.say(room, "♤A Kh 2c 誰要玩")
    ann.say(room, "/join@other_bot")
    line = ann.say(room, "/shisanzhi@other_bot start")
    ann.rewrite(line, "/shisanzhi start joker")
    channel = world.group("頻道", kind="channel").chat
    post = world.add(channel, None, text="/shisanzhi start", sender_chat=channel.payload())
    world.publish("channel_post", post.payload)
    linked = world.add(room.chat, LINKED, text="/shisanzhi start", sender_chat=channel.payload())
    linked.payload["is_automatic_forward"] = True
    world.publish("message", linked.payload)
    world.publish("message", world.add(room.chat, ann.id, new_chat_title="新名字").payload)
    await asyncio.sleep(1)
    assert [message.text for message in room.from_bot[count:] if message.pressable] == []
    assert party.serving.query("SELECT id FROM tables") == []
    ann.say(room, f"/shisanzhi@{USERNAME} start joker")
    await party.board(Verb.JOIN)
    ben.say(room, "/arrange As Ks Qs / 2c 3c 4c 5c 7c / 2d 3d 4d 5d 7d")
    await until(lambda: not any("As Ks" in message.text for message in room.messages))
    assert not any("As Ks" in call.text() for call in party.recorder.calls)


async def test_whoever_left_the_group_gives_up_the_seat_and_the_others_play_on(party: Party) -> None:
    dan = party.people[3]
    await party.started("joker 1 60")
    await party.dealt()
    await party.hand(dan)
    dan.leave(party.room)
    await until(lambda: party.serving.query("SELECT 1 FROM events WHERE kind = 'Departed'"))
    await asyncio.gather(*(suggested(party, person) for person in party.people[:3]))
    await party.board(Verb.AGAIN)
    counted = "SELECT count(*) FROM events WHERE kind IN ('Settled', 'MatchFinished')"
    await asyncio.sleep(1)
    assert party.serving.query(counted) == [(2,)]
    check_rounds(party.serving)
    assert check_secrets(party) == 1
