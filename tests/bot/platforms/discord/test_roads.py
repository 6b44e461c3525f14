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


def test_a_later_press_leads_to_the_message_that_shows_the_hand_but_not_to_an_answer_of_an_older_token():
    roads = Roads(Watch())
    roads.leads(roads.begin(ANN, HERE, webhook=WEBHOOK), "123", screen=EMPTY)
    assert roads.begin(ANN, HERE, webhook=WEBHOOK).panel == "123"
    roads.leads(roads.begin(ANN, HERE, webhook=WEBHOOK), ORIGINAL, screen=EMPTY)
    assert roads.begin(ANN, HERE, webhook=WEBHOOK).panel == ""


def test_how_a_person_looks_at_the_hand_is_kept_until_they_look_otherwise():
    roads = Roads(Watch())
    roads.look(ANN, HERE, mode="cb")
    assert roads.mode(ANN, HERE) == "cb"
    roads.look(ANN, HERE, mode="")
    assert roads.mode(ANN, HERE) == ""
