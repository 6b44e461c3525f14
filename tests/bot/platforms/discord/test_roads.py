from bot.platforms.discord import roads as roads_
from bot.platforms.discord.roads import ORIGINAL, Roads
from bot.screens.model import Screen
from core.ids import ChatId, PersonId

HERE = ChatId("discord:1")
ANN = PersonId("discord:7")
WEBHOOK = object()
EMPTY = Screen("hand", ())


class Watch:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_road_can_be_taken_for_fourteen_minutes():
    watch = Watch()
    roads = Roads(watch)
    road = roads.begin(ANN, HERE, webhook=WEBHOOK)
    watch.now = 14 * 60 - 1
    assert roads.of(ANN, HERE) is road
    watch.now = 14 * 60
    assert roads.of(ANN, HERE) is None


def test_old_roads_are_forgotten_and_there_are_never_too_many(monkeypatch):
    monkeypatch.setattr(roads_, "MOST", 10)
    watch = Watch()
    roads = Roads(watch)
    for number in range(50):
        roads.begin(PersonId(f"discord:{number}"), HERE, webhook=WEBHOOK)
    assert len(roads) == 10
    watch.now = 3_600
    roads.begin(ANN, HERE, webhook=WEBHOOK)
    assert len(roads) == 1


def test_the_message_that_shows_the_hand_is_changed_by_the_press_that_brought_it_while_that_is_young():
    watch, first, second = Watch(), object(), object()
    roads = Roads(watch)
    roads.leads(roads.begin(ANN, HERE, webhook=first), ORIGINAL, screen=EMPTY)
    watch.now = 10 * 60
    later = roads.begin(ANN, HERE, webhook=second)
    assert (later.webhook, later.panel, roads.key(later)) == (second, ORIGINAL, first)
    watch.now = 14 * 60
    assert roads.of(ANN, HERE) is later
    assert roads.key(later) is None
    assert roads.begin(ANN, HERE, webhook=second).panel == ""


def test_how_a_person_looks_at_the_hand_is_kept_until_they_look_otherwise():
    roads = Roads(Watch())
    roads.look(ANN, HERE, mode="cb")
    assert roads.mode(ANN, HERE) == "cb"
    roads.look(ANN, HERE, mode="")
    assert roads.mode(ANN, HERE) == ""
