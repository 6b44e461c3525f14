import re
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.telegram import links
from bot.tokens import Token, Verb, show
from core.ids import ChatId, TableId

BOT = "shisanzhi_bot"
GROUP = ChatId("telegram:-1009999999999/2147483647")
LARGEST = TableId(2**63 - 1)
tables = st.integers(0, 2**63 - 1).map(TableId)


def payload(link: str) -> str:
    (found,) = parse_qs(urlsplit(link).query)["start"]
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", found)
    return found


@given(tables)
def test_a_table_comes_back_from_its_link(table: TableId):
    assert links.read(payload(links.joining(BOT, table))) == links.Link(links.JOIN, table)
    assert links.read(payload(links.hand(BOT, table))) == links.Link(links.HAND, table)


@pytest.mark.parametrize("token", [Token(Verb.ME), Token(Verb.CHAT, arg="language"), Token(Verb.RANK, arg="joker-0")])
def test_what_only_shows_comes_back_with_its_chat(token: Token):
    link = links.read(payload(links.showing(BOT, token, chat=GROUP)))
    assert link == links.Link(links.SHOW, TableId(0), show(token), "-1009999999999/2147483647")


def test_the_screen_of_a_table_needs_no_chat_beside_it():
    token = Token(Verb.WHY, LARGEST, 2**40, "3")
    assert links.read(payload(links.showing(BOT, token, chat=GROUP))) == links.Link(links.SHOW, LARGEST, show(token))


@pytest.mark.parametrize(
    "verb", [Verb.END_NOW, Verb.VOTE, Verb.END, Verb.START, Verb.LEAVE, Verb.SUBMIT, Verb.CUT, Verb.CHANGE, Verb.SEASON]
)
def test_no_link_does_anything_in_the_name_of_who_follows_it(verb: Verb):
    made = links.showing(BOT, Token(verb, TableId(3), 4), chat=GROUP)
    assert made == f"https://t.me/{BOT}"
    forged = links._payload_of(show(Token(verb, TableId(3), 4)))
    assert re.fullmatch(r"t[A-Za-z0-9_-]+", forged)
    assert links.read(forged) is None


@pytest.mark.parametrize(
    "garbage",
    [
        *("", "zzzz", "j", "h", "t", "j-1", "jZ", "jzzzzzzzzzzzzz", "j01", "h" + "0" * 20, "tAAAA", "t" + "A" * 63),
        *("t" + "A" * 64, "j1 ", "j\n1", "j１", "十三", "new", "<b>", "%s", "{0}"),
    ],
)
def test_garbage_means_nothing(garbage: str):
    assert links.read(garbage) is None


@given(st.text(max_size=70) | st.from_regex(r"[jht][A-Za-z0-9_-]{0,63}", fullmatch=True))
def test_whatever_stands_behind_a_link_is_read_without_a_crash(text: str):
    assert links.read(text) is None or isinstance(links.read(text), links.Link)


def test_messages_of_supergroups_can_be_led_to_and_those_of_basic_groups_cannot():
    assert links.message(ChatId("telegram:-1001234567890"), 42) == "https://t.me/c/1234567890/42"
    assert links.message(ChatId("telegram:-1001234567890/7"), 42) == "https://t.me/c/1234567890/7/42"
    assert links.message(ChatId("telegram:-4000001"), 42) == ""
