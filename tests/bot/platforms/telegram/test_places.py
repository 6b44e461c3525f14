import datetime as dt

import pytest
from telegram import Chat, InaccessibleMessage, Message, User

from bot.platforms.telegram import places
from core.errors import Illegal
from tests.bot.platforms.telegram.house import Standing, chat_id, person_id
from tests.e2e.telegram.world import ANONYMOUS, CHANNEL_BOT, LINKED

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
LARGEST = 2**52 - 1


def user(first: str = "小明", last: str | None = None, *, number: int = 7, **more: object) -> User:
    return User(number, first, bool(more.get("bot")), last_name=last, username=more.get("username"))


def message(**more: object) -> Message:
    chat = Chat(-1001234567890, "supergroup", title="牌桌")
    return Message(1, NOW, chat, **{"from_user": user(), **more})


def test_only_a_topic_is_a_chat_of_its_own_not_a_chain_of_replies():
    assert places.chat_of(message(message_thread_id=7, is_topic_message=True)) == "telegram:-1001234567890/7"
    assert places.chat_of(message(message_thread_id=7)) == "telegram:-1001234567890"
    assert places.chat_of(message(message_thread_id=7, is_topic_message=False)) == "telegram:-1001234567890"
    gone = InaccessibleMessage(Chat(-1001234567890, "supergroup"), 1)
    assert places.chat_of(gone) == "telegram:-1001234567890"


def test_large_numbers_stay_exact():
    assert places.person_id(user(number=LARGEST)) == f"telegram:{LARGEST}"
    assert places.person_id(user(number=LARGEST - 1)) != places.person_id(user(number=LARGEST))
    assert places.number_of(places.chat_id(-LARGEST, 2**31)) == -LARGEST
    assert places.thread_of(places.chat_id(-LARGEST, 2**31)) == 2**31
    assert places.group_of(places.chat_id(-LARGEST, 2**31)) == f"telegram:-{LARGEST}"


def test_who_speaks_as_a_group_or_a_channel_is_refused_and_what_no_person_wrote_is_left_alone():
    group, channel = Chat(-1001234567890, "supergroup"), Chat(-1009876543210, "channel")
    for number, speaks_as in ((ANONYMOUS, group), (CHANNEL_BOT, channel), (7, channel)):
        with pytest.raises(Illegal, match="where/anonymous"):
            places.speaker(message(from_user=user(number=number, bot=number != 7), sender_chat=speaks_as))
    linked = user("Telegram", number=LINKED)
    assert places.speaker(message(from_user=linked, sender_chat=channel, is_automatic_forward=True)) is None
    assert places.speaker(message(from_user=None)) is None
    assert places.speaker(message(from_user=user(bot=True))) is None
    assert places.speaker(message()) == user()


@pytest.mark.parametrize(
    ("first", "last", "username", "shown"),
    [
        ("小明", None, None, "小明"),
        ("Ann", "Lee", None, "Ann Lee"),
        ("</b>", "<3", None, "</b> <3"),
        ("\u202egnp", None, None, "gnp"),
        ("\u200b\u2060", None, "ann", "ann"),
        ("ㅤ", "⠀", None, "#0007"),
        ("", None, None, "#0007"),
        ("", None, "ghost", "ghost"),
        ("x" * 600, None, None, "x" * 24),
        ("b\u0301\u0302\u0303\u0304", None, None, "b\u0301\u0302"),
    ],
)
def test_a_name_is_what_can_be_seen_of_it(first: str, last: str | None, username: str | None, shown: str):
    assert places.name_of(user(first, last, username=username)) == shown


async def test_rights_are_asked_anew_every_time_and_a_hidden_admin_leads_nobody(stand: Standing):
    asked = stand.platform._handler._presses._places
    chat, ann = chat_id(stand.room), person_id(stand.ann)
    assert not await asked.leads(ann, chat)
    stand.room.chat.members[stand.ann.id] = "administrator"
    assert await asked.leads(ann, chat)
    stand.room.chat.hidden.add(stand.ann.id)
    with pytest.raises(Illegal, match="where/anonymous"):
        await asked.leads(ann, chat)
    stand.room.chat.members[stand.ann.id] = "member"
    assert not await asked.leads(ann, chat)
    assert not await asked.leads(ann, places.chat_id(stand.ann.id))


async def test_members_belong_and_others_do_not_not_even_to_another_persons_private_chat(stand: Standing):
    asked = stand.platform._handler._presses._places
    outsider = person_id(stand.loopback.person("Gus"))
    await asked.must_belong(person_id(stand.ann), chat_id(stand.room))
    with pytest.raises(Illegal, match="player/not-in-group"):
        await asked.must_belong(outsider, chat_id(stand.room))
    with pytest.raises(Illegal, match="press/forged"):
        await asked.must_belong(outsider, places.chat_id(stand.ann.id))


async def test_no_table_where_the_bot_may_not_write_or_people_are_alone(stand: Standing):
    asked = stand.platform._handler._presses._places
    await asked.must_hold_a_table(chat_id(stand.room))
    stand.room.chat.silenced = True
    with pytest.raises(Illegal, match="perm/missing"):
        await asked.must_hold_a_table(chat_id(stand.room))
    stand.room.chat.members[stand.loopback.world.bot["id"]] = "administrator"
    await asked.must_hold_a_table(chat_id(stand.room))
    with pytest.raises(Illegal, match="telegram/group-only"):
        await asked.must_hold_a_table(places.chat_id(stand.ann.id))
