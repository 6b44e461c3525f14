"""A draft remembers where the cards stand and which presses it took."""

from itertools import pairwise

import pytest

from storage import store
from storage.drafts import REMEMBERED
from tests.kept import kept


@pytest.fixture
def place(connection):
    return store.Place(kept(connection).id, 1, 0)


def test_before_the_first_press_nothing_is_placed(place, connection):
    assert store.draft(connection, place) == ""
    assert store.sort(connection, place) == ""


def test_a_draft_keeps_what_was_saved_last(place, connection):
    for press, placed in (("a", "0f"), ("b", "0f 1m")):
        assert store.save_draft(connection, place, placed=placed, press=press)
    assert store.draft(connection, place) == "0f 1m"


def test_a_doubled_press_changes_nothing(place, connection):
    assert store.save_draft(connection, place, placed="0f", press="a")
    assert not store.save_draft(connection, place, placed="1b", press="a")
    assert store.draft(connection, place) == "0f"


def test_two_quick_presses_both_count(place, connection):
    for press, card in (("a", "0f"), ("b", "1m")):
        placed = f"{store.draft(connection, place)} {card}".strip()
        store.save_draft(connection, place, placed=placed, press=press)
    assert store.draft(connection, place) == "0f 1m"


def test_the_last_presses_are_remembered(place, connection):
    for number in range(REMEMBERED + 1):
        store.save_draft(connection, place, placed=str(number), press=f"p{number}")
    known = [store.taken(connection, place, press=f"p{number}") for number in range(REMEMBERED + 1)]
    assert known == [False] + [True] * REMEMBERED


def test_sorting_and_placing_do_not_disturb_each_other(place, connection):
    store.save_draft(connection, place, placed="0f", press="a")
    assert store.save_sort(connection, place, sort="suit", press="b")
    assert not store.save_sort(connection, place, sort="rank", press="a")
    assert (store.draft(connection, place), store.sort(connection, place)) == ("0f", "suit")


def test_seats_and_openings_have_drafts_of_their_own(place, connection):
    places = [place, store.Place(place.table, 1, 1), store.Place(place.table, 2, 0)]
    for number, one in enumerate(places):
        store.save_draft(connection, one, placed=str(number), press="same")
    drafts = [store.draft(connection, one) for one in places]
    assert all(one != other for one, other in pairwise(drafts))
