from core.ids import ChatId, PersonId
from storage.manners import Changed, Manners, changes, log_change, manners, set_manners
from storage.people import chat, greet, remember_player, set_nudges, without_nudges

HERE, THERE = ChatId("discord:1"), ChatId("discord:2")
WHO = PersonId("discord:7")


def test_a_chat_that_decided_nothing_keeps_to_what_is_usual(connection):
    assert manners(connection, HERE) == Manners("everyone", "host", "waiting", quiet=False)
    greet(connection, HERE, title="茶館", language="zh-TW")
    assert manners(connection, HERE) == Manners()


def test_what_was_decided_stays_with_its_chat_and_leaves_the_rest_alone(connection):
    greet(connection, HERE, title="茶館", language="en")
    wanted = Manners("admins", "admins", "none", quiet=True)
    for each in (HERE, THERE):
        set_manners(connection, each, wanted)
    assert manners(connection, HERE) == manners(connection, THERE) == wanted
    assert (chat(connection, HERE).title, chat(connection, HERE).language) == ("茶館", "en")
    assert manners(connection, ChatId("discord:3")) == Manners()


def test_nobody_is_called_in_a_quiet_chat_or_where_pings_are_off():
    assert [each.calls for each in (Manners(), Manners(pings="start"))] == [True, True]
    assert [each.calls for each in (Manners(pings="none"), Manners(quiet=True))] == [False, False]


def test_the_log_tells_the_last_changes_of_one_chat_newest_first(connection):
    lines = [Changed(at, WHO, f"明{at}", "rounds", str(at), str(at + 1)) for at in range(5)]
    for line in lines:
        log_change(connection, HERE, line)
    log_change(connection, THERE, lines[0])
    assert changes(connection, HERE, limit=3) == lines[:1:-1]
    assert changes(connection, THERE, limit=3) == lines[:1]


def test_who_wants_no_nudges_is_known(connection):
    others = [PersonId(f"discord:{number}") for number in (8, 9)]
    for person in (WHO, others[0]):
        remember_player(connection, person, name="名")
    set_nudges(connection, WHO, wanted=False)
    assert without_nudges(connection, (WHO, *others)) == {WHO}
    set_nudges(connection, WHO, wanted=True)
    assert without_nudges(connection, (WHO, *others)) == frozenset()
