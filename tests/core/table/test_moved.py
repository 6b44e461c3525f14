"""A chat that gets another id: the table goes along as it is, and says so once."""

from functools import reduce

import pytest

from core.errors import Illegal
from core.ids import ChatId
from core.table import commands as c
from core.table.audience import present, touched_screens
from core.table.codec import dump, load
from core.table.events import ChatMoved
from core.table.machine import evolve
from core.table.match_view import match_view
from core.table.model import Options, Phase
from core.table.view import board_view, hand_view, lobby_view
from tests.tables import PEOPLE, Played, dealt, opened, started

THERE = ChatId("telegram:-1001")


def finished() -> Played:
    played = dealt(2, Options(rounds=1))
    played.submit_all(PEOPLE[:2])
    return played


STAGES = pytest.mark.parametrize("stage", [opened, lambda: started(2), lambda: dealt(2), finished])


@STAGES
def test_nothing_but_the_chat_is_another(stage):
    played = stage()
    before = played.table
    assert played.do(c.MoveChat(THERE)) == (ChatMoved(THERE, played.now),)
    assert played.table.chat == THERE
    assert vars(played.table) == vars(before) | {"chat": THERE, "moved": True}
    assert load(dump(played.table)) == played.table
    assert reduce(evolve, played.log, None) == played.table


@STAGES
def test_to_be_told_twice_changes_nothing(stage):
    played = stage()
    played.do(c.MoveChat(THERE))
    assert played.do(c.MoveChat(THERE)) == ()


def test_a_table_that_has_ended_stays_as_it_ended():
    played = opened()
    played.do(c.End(), PEOPLE[0])
    assert played.do(c.MoveChat(THERE)) == ()


def test_who_sleeps_is_not_woken():
    played = dealt(2)
    played.do(c.Autopilot(played.table.serial), PEOPLE[1])
    played.do(c.MoveChat(THERE), PEOPLE[1])
    assert played.table.seats[1].autopilot


def test_its_public_message_and_every_hand_are_drawn_anew():
    played = dealt(2)
    before = played.table
    events = played.do(c.MoveChat(THERE))
    hands = [f"hand:{person.person}" for person in PEOPLE[:2]]
    assert touched_screens(before, played.table, events) == (present(played.table), *hands)
    for seat in range(2):
        assert hand_view(played.table, seat).chat == THERE


def test_lobby_board_and_match_say_so_until_the_next_message():
    played = opened(Options(rounds=1))
    assert not lobby_view(played.table).moved
    played.do(c.MoveChat(THERE))
    assert lobby_view(played.table).moved
    played.do(c.Start(fill=True), PEOPLE[0])
    assert not board_view(played.table).moved
    played.do(c.MoveChat(ChatId("telegram:-1002")))
    assert board_view(played.table).moved
    played.cut_all(PEOPLE[:1])
    assert board_view(played.table).moved
    played.submit_all(PEOPLE[:1])
    assert played.table.phase is Phase.FINISHED
    assert not match_view(played.table, 1).moved
    played.do(c.MoveChat(THERE))
    assert match_view(played.table, 1).moved
    assert not match_view(played.table, 0).moved
    played.do(c.Resettle(), PEOPLE[0])
    assert not lobby_view(played.table).moved


def test_play_goes_on_in_the_new_chat():
    played = started(2)
    played.do(c.MoveChat(THERE))
    played.cut_all(PEOPLE[:2])
    played.submit_all(PEOPLE[:2])
    assert (played.table.serial, played.table.chat) == (2, THERE)
    with pytest.raises(Illegal, match="press/not-seated"):
        played.do(c.Cut(2, "1"), PEOPLE[4])
