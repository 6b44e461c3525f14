import asyncio

import pytest

from core.ids import ChatId
from tests.bot.platforms.telegram.house import Standing, chat_id, person_id
from tests.e2e.telegram.people import labels_of
from tests.e2e.waiting import until


async def seated(stand: Standing, person) -> ChatId | None:
    return await stand.platform._ground.chats.seated_at(person_id(person))


async def test_a_group_that_throws_the_bot_out_frees_its_people_and_can_take_it_back(stand: Standing):
    await stand.dealt()
    world = stand.loopback.world
    world.change(stand.room.chat, world.bot["id"], "kicked", by=stand.ben.id)
    async with asyncio.timeout(30):
        while await seated(stand, stand.ann) or await seated(stand, stand.ben):
            await asyncio.sleep(0.02)
    known = len(stand.room.from_bot)
    world.change(stand.room.chat, world.bot["id"], "member", by=stand.ben.id)
    hello = (await until(lambda: stand.room.from_bot[known:]))[0]
    assert "/shisanzhi" in hello.text
    assert "入座" in labels_of(await stand.lobby())


@pytest.mark.parametrize(
    ("tag", "told"), [("ko", "大家好"), ("", "大家好"), ("en-GB", "Hello"), ("zh-hans", "开桌"), ("zh-hant", "大家好")]
)
async def test_hello_is_said_in_the_adders_language_where_that_is_one_of_ours_else_in_the_hosts(
    stand: Standing, tag: str, told: str
):
    world, bot = stand.loopback.world, stand.loopback.world.bot["id"]
    adder = stand.loopback.person("Add", stand.room, language=tag)
    for status in ("left", "member"):
        world.change(stand.room.chat, bot, status, by=adder.id)
    hello = (await until(lambda: stand.room.from_bot))[0]
    assert told in hello.text


async def test_every_topic_of_a_group_is_lost_with_it(stand: Standing):
    forum = stand.loopback.group("論壇", forum=True)
    topics = [forum.make_topic("一"), forum.make_topic("二")]
    for person in (stand.ann, stand.ben):
        forum.chat.members[person.id] = "member"
    for person, topic in zip((stand.ann, stand.ben), topics, strict=True):
        person.say(topic, "/shisanzhi")
        await until(lambda topic=topic: topic.from_bot)
        assert await seated(stand, person) == chat_id(topic)
    stand.loopback.world.change(forum.chat, stand.loopback.world.bot["id"], "left", by=stand.ann.id)
    async with asyncio.timeout(30):
        while await seated(stand, stand.ann) or await seated(stand, stand.ben):
            await asyncio.sleep(0.02)


async def test_who_leaves_a_group_gives_up_the_seat(stand: Standing):
    board = await stand.lobby()
    await stand.ben.press(board, "入座")
    assert await seated(stand, stand.ben)
    stand.ben.leave(stand.room)
    async with asyncio.timeout(30):
        while await seated(stand, stand.ben):
            await asyncio.sleep(0.02)
    assert await seated(stand, stand.ann)


async def test_a_block_closes_the_private_chat_and_its_end_opens_it(stand: Standing):
    chats, ann = stand.platform._ground.chats, person_id(stand.ann)
    async with asyncio.timeout(30):
        while not await chats.has_opened(ann):
            await asyncio.sleep(0.02)
        stand.ann.block()
        while await chats.has_opened(ann):
            await asyncio.sleep(0.02)
        stand.loopback.world.change(stand.ann.private.chat, stand.loopback.world.bot["id"], "member")
        while not await chats.has_opened(ann):
            await asyncio.sleep(0.02)


async def test_a_group_that_becomes_a_supergroup_keeps_its_table_in_any_order_of_notices(stand: Standing):
    for number, told in enumerate((("to", "from"), ("from", "to"), ("to",), ("from",))):
        room = stand.loopback.group(f"牌桌 {number}", kind="group")
        person = stand.loopback.person(f"P{number}", room)
        person.say(room, "/shisanzhi")
        await until(lambda room=room: room.from_bot)
        moved = room.upgrade(told=told)
        async with asyncio.timeout(30):
            while await seated(stand, person) != chat_id(moved):
                await asyncio.sleep(0.02)


async def test_a_notice_that_the_bot_has_left_a_group_that_was_upgraded_ends_no_table(stand: Standing):
    room = stand.loopback.group("牌桌", kind="group")
    person = stand.loopback.person("P", room)
    person.say(room, "/shisanzhi")
    await until(lambda: room.from_bot)
    moved = room.upgrade(told=())
    stand.loopback.world.change(room.chat, stand.loopback.world.bot["id"], "left", by=person.id)
    async with asyncio.timeout(30):
        while await seated(stand, person) != chat_id(moved):
            await asyncio.sleep(0.02)


async def test_a_topic_that_is_opened_again_hears_at_once_what_was_put_off(stand: Standing):
    forum = stand.loopback.group("家", forum=True)
    for person in (stand.ann, stand.ben):
        forum.chat.members[person.id] = "member"
    topic = forum.make_topic()
    board = await stand.lobby(room=topic)
    topic.close_topic()
    await stand.ben.press(board, "入座")
    await asyncio.sleep(4)
    assert "入座 3/" in board.text
    topic.close_topic(closed=False)
    await until(lambda: "入座 4/" in board.text, seconds=10)
