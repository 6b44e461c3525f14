"""Screens coalesce, are claimed by a lease, and nobody sends one twice at a time."""

import pytest
from sqlalchemy import text

from core.arrangement import parse_rows
from core.ids import ChatId
from core.table import commands as c
from storage import store
from storage.screens import LONGEST_LEAD
from tests.kept import kept
from tests.tables import CHAT, PEOPLE, SECOND, START

LEASE = 30 * SECOND


@pytest.fixture
def lobby(connection):
    return kept(connection)


def claim(connection, now=START, *, limit=32, platform="web"):
    return store.claim_screens(connection, now, lease=LEASE, limit=limit, platform=platform)


def show(connection, screen, message="m1"):
    store.note_shown(connection, screen.id, message=message, version=screen.wanted)


def test_a_new_table_has_a_screen_to_post(lobby, connection):
    (screen,) = claim(connection)
    assert (screen.table, screen.chat, screen.audience, screen.message) == (lobby.id, CHAT, "lobby:0", None)


def test_many_changes_are_one_screen(lobby, connection):
    for person in PEOPLE[1:4]:
        lobby.do(c.Join(), person)
    (screen,) = claim(connection)
    show(connection, screen)
    assert claim(connection, START + LEASE + 1) == []


def test_what_happens_while_a_screen_is_sent_makes_it_stale_again(lobby, connection):
    (screen,) = claim(connection)
    lobby.do(c.Join(), PEOPLE[1])
    show(connection, screen)
    (again,) = claim(connection)
    assert (again.id, again.message) == (screen.id, "m1")
    assert again.wanted > screen.wanted


def test_a_claimed_screen_is_nobody_elses_until_the_lease_ends(lobby, connection):
    (screen,) = claim(connection)
    assert claim(connection, START + LEASE) == []
    (again,) = claim(connection, START + LEASE + 1)
    assert again == screen


def test_a_late_note_of_an_older_version_does_not_undo_a_newer_one(lobby, connection):
    (older,) = claim(connection)
    lobby.do(c.Join(), PEOPLE[1])
    (newer,) = claim(connection, START + LEASE + 1)
    show(connection, newer, "new")
    show(connection, older, "old")
    assert claim(connection, START + 10 * LEASE) == []
    assert connection.execute(text("SELECT message FROM screens")).scalar() == "new"


def test_a_postponed_screen_waits_and_then_shows_the_latest(lobby, connection):
    (screen,) = claim(connection)
    store.postpone(connection, screen.id, until=START + 5 * SECOND)
    lobby.do(c.Join(), PEOPLE[1])
    assert claim(connection, START + 5 * SECOND - 1) == []
    (again,) = claim(connection, START + 5 * SECOND)
    assert again.wanted == screen.wanted + 1


def test_a_clock_that_is_set_back_holds_no_screen_longer(lobby, connection):
    (screen,) = claim(connection)
    show(connection, screen)
    store.hold_edits(connection, lobby.id, until=START + SECOND)
    lobby.do(c.Join(), PEOPLE[1])
    assert claim(connection, START) == []
    (again,) = claim(connection, START - 600 * SECOND)
    store.postpone(connection, again.id, until=START + SECOND)
    assert claim(connection, START) == []
    assert claim(connection, START - 7_200 * SECOND) == [again]


def test_a_message_that_is_gone_is_posted_anew_under_another_nonce(lobby, connection):
    (screen,) = claim(connection)
    show(connection, screen)
    lobby.do(c.Join(), PEOPLE[1])
    (screen,) = claim(connection)
    store.forget_message(connection, screen.id)
    (again,) = claim(connection)
    assert again.message is None
    assert again.nonce != screen.nonce


def test_a_post_repeated_after_a_kill_has_the_same_nonce(lobby, connection):
    (screen,) = claim(connection)
    (again,) = claim(connection, START + LEASE + 1)
    assert again.nonce == screen.nonce


def test_a_nonce_fits_every_platform_whatever_the_number(lobby, connection):
    connection.execute(text("UPDATE screens SET id = :last"), {"last": 2**63 - 1})
    (screen,) = claim(connection)
    assert len(screen.nonce) <= 25


def test_a_retired_screen_waits_for_the_next_change(lobby, connection):
    (screen,) = claim(connection)
    store.retire_screen(connection, screen.id)
    assert claim(connection, START + LEASE + 1) == []
    lobby.do(c.Join(), PEOPLE[1])
    assert [one.id for one in claim(connection, START + LEASE + 1)] == [screen.id]


def test_a_chat_has_one_public_message_under_way_and_private_hands_do_not_wait(lobby, connection):
    lobby.deal()
    claimed = claim(connection)
    assert [one.audience.split(":")[0] for one in claimed] == ["lobby", "hand", "hand", "hand", "hand"]
    assert claim(connection) == []
    show(connection, claimed[0])
    assert [one.audience for one in claim(connection)] == ["board:1"]


def test_the_result_goes_out_before_the_next_opening(lobby, connection):
    lobby.deal()
    while screens := claim(connection, lobby.now):
        for screen in screens:
            show(connection, screen)
    lobby.submit()
    order = []
    while screens := claim(connection, lobby.now):
        order += [one.audience for one in screens if not one.audience.startswith("hand")]
        for screen in screens:
            show(connection, screen)
    assert order == ["board:1", "board:2"]


def opened(lobby, connection):
    """The next opening's board has just been posted, and the lobby shows its buttons still."""
    (screen,) = claim(connection)
    show(connection, screen)
    for person in PEOPLE[1:4]:
        lobby.do(c.Join(), person)
    lobby.do(c.Start(fill=True), PEOPLE[0])


def test_a_new_board_is_posted_before_the_lobby_is_tidied_up(lobby, connection):
    opened(lobby, connection)
    (board,) = claim(connection)
    assert (board.audience, board.message) == ("board:1", None)
    show(connection, board, "m2")
    assert [one.audience for one in claim(connection)] == ["lobby:0"]


def test_the_deal_goes_at_once_and_before_what_is_old(lobby, connection):
    opened(lobby, connection)
    (board,) = claim(connection)
    show(connection, board, "m2")
    store.hold_edits(connection, lobby.id, until=START + 60 * SECOND)
    lobby.do(c.Cut(1, "1"), PEOPLE[0])
    assert claim(connection) == []
    lobby.deal(PEOPLE[1:4])
    public = [one for one in claim(connection) if not one.audience.startswith("hand")]
    assert [one.audience for one in public] == ["board:1"]


def test_the_first_mark_after_the_deal_keeps_the_pace_again(lobby, connection):
    opened(lobby, connection)
    (board,) = claim(connection)
    show(connection, board, "m2")
    lobby.deal()
    dealt = next(one for one in claim(connection) if one.audience == "board:1")
    lobby.do(c.Submit(1, parse_rows(lobby.table.deal.fallbacks[0])), PEOPLE[0])
    show(connection, dealt, "m2")
    (tidied,) = [one for one in claim(connection) if one.audience == "lobby:0"]
    show(connection, tidied)
    store.hold_edits(connection, lobby.id, until=lobby.now + 3 * SECOND)
    assert claim(connection, lobby.now) == []
    assert [one.audience for one in claim(connection, lobby.now + 3 * SECOND)] == ["board:1"]


def test_a_mark_that_is_under_way_does_not_hold_the_deal(lobby, connection):
    opened(lobby, connection)
    (board,) = claim(connection)
    show(connection, board, "m2")
    lobby.do(c.Cut(1, "1"), PEOPLE[0])
    claimed = claim(connection)
    while claimed[0].audience != "board:1":
        show(connection, claimed[0])
        claimed = claim(connection)
    lobby.deal(PEOPLE[1:4])
    show(connection, claimed[0], "m2")
    store.hold_edits(connection, lobby.id, until=START + 60 * SECOND)
    assert "board:1" in [one.audience for one in claim(connection)]


def settled(lobby, connection):
    """A round has just ended and the next opening begun; the board of the round."""
    lobby.deal()
    while screens := claim(connection, lobby.now):
        for screen in screens:
            show(connection, screen)
    lobby.submit()
    return next(one for one in claim(connection, lobby.now) if not one.audience.startswith("hand"))


def public(connection, now):
    return [one.audience for one in claim(connection, now) if not one.audience.startswith("hand")]


def test_no_opening_overtakes_a_result_that_had_to_be_put_off(lobby, connection):
    result = settled(lobby, connection)
    store.postpone(connection, result.id, until=lobby.now + 30 * SECOND)
    assert public(connection, lobby.now + 30 * SECOND - 1) == []
    assert public(connection, lobby.now + 30 * SECOND) == ["board:1"]
    show(connection, result)
    assert public(connection, lobby.now + 30 * SECOND) == ["board:2"]


def test_neither_does_it_where_the_message_of_the_result_is_gone(lobby, connection):
    result = settled(lobby, connection)
    store.forget_message(connection, result.id)
    (again,) = [one for one in claim(connection, lobby.now) if one.id == result.id]
    store.postpone(connection, again.id, until=lobby.now + 30 * SECOND)
    assert public(connection, lobby.now) == []


def test_a_chat_that_opens_again_hears_the_result_first(lobby, connection):
    result = settled(lobby, connection)
    later = lobby.now + LONGEST_LEAD
    store.postpone(connection, result.id, until=later + 60 * SECOND)
    (opening,) = [one for one in claim(connection, later) if one.audience == "board:2"]
    store.postpone(connection, opening.id, until=later + 60 * SECOND)
    store.wait_no_more(connection, CHAT)
    assert public(connection, later) == ["board:1"]


def test_a_result_that_cannot_be_shown_stops_nobody_for_ever(lobby, connection):
    result = settled(lobby, connection)
    store.postpone(connection, result.id, until=lobby.now + 10 * LONGEST_LEAD)
    assert public(connection, lobby.now + LONGEST_LEAD - 1) == []
    assert public(connection, lobby.now + LONGEST_LEAD) == ["board:2"]


def test_hands_and_other_tables_wait_for_no_result(lobby, connection):
    result = settled(lobby, connection)
    store.postpone(connection, result.id, until=lobby.now + 30 * SECOND)
    kept(connection, chat=ChatId("web:other"), opener=PEOPLE[4])
    store.touch(connection, lobby.table, audiences=["hand:web:0"], now=lobby.now)
    assert {"lobby:0", "hand:web:0"} <= {one.audience for one in claim(connection, lobby.now + LEASE + 1)}


def test_a_mark_that_waits_is_overtaken(lobby, connection):
    opened(lobby, connection)
    (board,) = claim(connection)
    show(connection, board, "m2")
    (tidied,) = claim(connection)
    store.postpone(connection, tidied.id, until=START + 30 * SECOND)
    lobby.do(c.Cut(1, "1"), PEOPLE[0])
    assert public(connection, START) == ["board:1"]


def test_chats_do_not_wait_for_each_other(lobby, connection):
    kept(connection, chat=ChatId("web:other"), opener=PEOPLE[1])
    assert {one.chat for one in claim(connection)} == {CHAT, "web:other"}


def test_the_longest_stale_comes_first(connection):
    for number in range(3):
        kept(connection, chat=ChatId(f"web:{number}"), opener=PEOPLE[number], now=START - number)
    assert [one.chat for one in claim(connection, limit=2)] == ["web:2", "web:1"]


def test_a_platform_gets_its_own_screens_only(lobby, connection):
    kept(connection, chat=ChatId("discord:1"), opener=PEOPLE[1])
    assert [one.chat for one in claim(connection, platform="discord")] == ["discord:1"]
    assert claim(connection, platform="telegram") == []


def test_a_board_is_out_when_its_message_is_known(lobby, connection):
    lobby.do(c.Start(fill=True), PEOPLE[0])
    claimed = claim(connection)
    show(connection, claimed[0])
    assert store.board_message(connection, lobby.id, 1) is None
    (board,) = claim(connection)
    show(connection, board, "m7")
    assert store.board_message(connection, lobby.id, 1) == "m7"


def test_touching_by_hand_makes_just_these_stale(lobby, connection):
    (screen,) = claim(connection)
    show(connection, screen)
    store.touch(connection, lobby.table, audiences=["hand:web:0"], now=START)
    assert [one.audience for one in claim(connection)] == ["hand:web:0"]
