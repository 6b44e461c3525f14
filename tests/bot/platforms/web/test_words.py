import json
from dataclasses import replace
from typing import Any

from bot.i18n import Catalog, languages
from bot.platforms.web.words import Json, fixed_words, language_names, said, worded
from bot.screens.model import (
    Button,
    Cards,
    Field,
    Hash,
    Line,
    Look,
    Name,
    Panel,
    PanelCard,
    PanelPick,
    PanelRow,
    Points,
    Reveal,
    Screen,
    ShownRow,
    Strip,
    Style,
    Text,
    When,
)
from core.cards import JOKER, Card
from core.ids import PersonId

ACE, TEN = Card(12), Card(21)
ENGLISH = Catalog("en")
ME = PersonId("web:1")


def lines(*texts: Text) -> Screen:
    return Screen("x", tuple(Line(text) for text in texts))


def test_names_cards_and_moments_stay_parts_that_the_page_draws_itself():
    listed = Text("list/separator")
    screen = lines(Text("no-such-key"), listed)
    fact = Text("language/name")
    [line, _] = worded(screen, ENGLISH, ME)["blocks"]

    assert line == {"line": {"style": "body", "parts": ["no-such-key"], "cards": []}}
    assert said(fact, ENGLISH) == ENGLISH.text("language/name")


def test_a_line_is_given_in_parts(monkeypatch):
    monkeypatch.setattr(Catalog, "_pattern", lambda self, key, facts: "{who} has {cards} until {when}: {points}")
    facts = {
        "who": Name("<b>小明</b>"),
        "cards": Cards((ACE, JOKER)),
        "when": When(1_000),
        "points": Points(-3),
    }
    screen = Screen("x", (Line(Text("any", facts), Style.STRONG, (TEN,)),))

    assert worded(screen, ENGLISH, ME)["blocks"] == [
        {
            "line": {
                "style": "strong",
                "parts": [
                    {"name": "<b>小明</b>"},
                    " has ",
                    {"cards": ["As", "Xx"]},
                    " until ",
                    {"when": 1_000},
                    ": −3",
                ],
                "cards": ["Th"],
            }
        }
    ]


def test_only_who_is_meant_is_pinged():
    screen = Screen("x", (), ping=("web:1",), silent=False, evidence={"serial": 3})

    assert worded(screen, ENGLISH, ME) == {
        "kind": "x",
        "silent": False,
        "ping": True,
        "blocks": [],
        "buttons": [],
        "evidence": {"serial": 3},
    }
    assert worded(screen, ENGLISH, PersonId("web:2"))["ping"] is False
    assert worded(screen, ENGLISH, None)["ping"] is False


def test_a_special_comes_with_the_cards_that_prove_it_and_who_does_not_meet_has_no_points():
    strip = Strip(Text("me"), None, (), 4, 4, special=Text("declared"), groups=(Cards((ACE,)), Cards((JOKER, ACE))))
    sent = _shown(Reveal((strip, strip), ((0, None), (None, 0)), steps=False, at=5))

    assert sent["matrix"] == [["—", "—"], ["—", "—"]]
    first, _ = sent["strips"]
    assert (first["special"], first["groups"]) == ("declared", [["As"], ["Xx", "As"]])


def _shown(reveal: Reveal) -> dict[str, Any]:
    (block,) = json.loads(json.dumps(worded(Screen("x", (reveal,)), ENGLISH, ME)["blocks"]))
    return block["reveal"]


def test_buttons_carry_their_fields_and_links():
    form = Field("rule_set", Text("a"), "joker", ((("joker"), Text("b")),), 20)
    button = Button(Text("c"), "1.o.1.0.", Look.PRIMARY, enabled=False, fields=(form,), link="/proof")

    assert worded(Screen("x", (), ((button,),)), ENGLISH, ME)["buttons"] == [
        [
            {
                "text": "c",
                "token": "1.o.1.0.",
                "look": "primary",
                "enabled": False,
                "fields": [
                    {"name": "rule_set", "label": "a", "value": "joker", "choices": [["joker", "b"]], "longest": 20}
                ],
                "link": "/proof",
            }
        ]
    ]


def test_a_reveal_shows_signs_and_leaves_its_diagonal_empty():
    row = ShownRow("front", Text("pair"), (ACE,), best=True)
    strip = Strip(Text("me"), None, (row,), 21, -8)
    reveal = Reveal((strip, replace(strip, mark=Text("late"), points=0)), ((0, 21), (-21, 0)), steps=True, at=5)

    assert worded(Screen("x", (reveal, Hash(Text("seal"), "f" * 64))), ENGLISH, ME)["blocks"] == [
        {
            "reveal": {
                "steps": True,
                "at": 5,
                "strips": [
                    {
                        "name": "me",
                        "mark": None,
                        "rows": [{"row": "front", "label": "pair", "cards": ["As"], "best": True}],
                        "points": "+21",
                        "match_points": "−8",
                        "special": None,
                        "groups": [],
                    },
                    {
                        "name": "me",
                        "mark": "late",
                        "rows": [{"row": "front", "label": "pair", "cards": ["As"], "best": True}],
                        "points": "0",
                        "match_points": "−8",
                        "special": None,
                        "groups": [],
                    },
                ],
                "matrix": [["—", "+21"], ["−21", "—"]],
            }
        },
        {"hash": {"label": "seal", "value": "f" * 64}},
    ]


PANEL = Panel(
    (PanelCard(ACE, "front", {"hand": "t1"}), PanelCard(JOKER, "", {"front": "t2"})),
    (PanelRow("middle", 5, None, (0,), "t3"), PanelRow("back", 5, Text("full"), (), "t4", "t7")),
    (Text("fault"),),
    serial=3,
    deadline=None,
    submitted=False,
    dealt_at=9,
    picks={"back": (PanelPick("t5", Text("four"), (TEN, JOKER), Text("+1.32")), PanelPick("t6", Text("pair"), ()))},
)


def panel_sent() -> Json:
    """The panel as the page gets it."""
    [block] = worded(Screen("hand", (PANEL,)), Catalog("zh-TW"), ME)["blocks"]
    assert block.keys() == {"panel"}
    sent: Json = block["panel"]
    return sent


def test_a_hand_keeps_its_order():
    assert panel_sent()["cards"] == [
        {"card": "As", "place": "front", "tokens": {"hand": "t1"}},
        {"card": "Xx", "place": "", "tokens": {"front": "t2"}},
    ]


def test_a_hand_names_its_rows():
    middle = {"row": "middle", "title": "中墩", "size": 5, "label": None, "cards": [0], "token": "t3", "list": ""}
    back = {"row": "back", "title": "尾墩", "size": 5, "label": "full", "cards": [], "token": "t4", "list": "t7"}
    assert panel_sent()["rows"] == [middle, back]


def test_a_hand_tells_its_faults_its_picks_and_its_time():
    sent = panel_sent()
    assert sent["faults"] == ["fault"]
    assert sent["picks"]["back"] == [
        {"token": "t5", "label": "four", "cards": ["Th", "Xx"], "worth": "+1.32"},
        {"token": "t6", "label": "pair", "cards": [], "worth": None},
    ]
    assert {name: sent[name] for name in sent if name not in {"cards", "rows", "faults", "picks"}} == {
        "serial": 3,
        "deadline": None,
        "submitted": False,
        "asks": False,
        "still": False,
        "dealt_at": 9,
    }


def test_the_page_gets_all_its_words_in_every_language():
    words = {tag: fixed_words(Catalog(tag)) for tag in languages()}

    assert all(found.keys() == words["zh-TW"].keys() for found in words.values())
    assert "web/not-found" in words["en"]
    assert all(key.startswith("web/") and text != key for found in words.values() for key, text in found.items())
    assert [tag for tag, _ in language_names(ENGLISH)] == list(languages())


def test_that_there_is_no_limit_is_said_in_the_bar_and_the_panel_in_the_same_words_of_which_the_page_shows_one():
    for tag in languages():
        assert Catalog(tag).text("web/no-limit") == Catalog(tag).text("board/no-limit")
