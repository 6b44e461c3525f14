from typing import Any

from bot.i18n import catalog
from bot.platforms.discord.forms import entered, modal
from bot.screens.model import Button, Field, Text

WORDS = catalog("zh-TW")
LEVELS = (("normal", Text("level/normal")), ("hard", Text("level/hard")))
FORM = Button(
    Text("button/configure"),
    "1.oo.1.2.",
    fields=(
        Field("rounds", Text("option/rounds"), "8", longest=2),
        Field("level", Text("option/level"), "hard", LEVELS),
        Field("number", Text("cut/field")),
    ),
)


def sent() -> list[dict[str, Any]]:
    return modal(FORM, WORDS).to_components()


async def test_a_form_is_named_by_its_button_and_sends_its_token():
    form = modal(FORM, WORDS)
    assert (form.title, form.custom_id) == ("換玩法、局數", "1.oo.1.2.")


async def test_a_field_holds_what_is_set_now():
    rounds, level, number = (part["component"] for part in sent())
    assert [part["label"] for part in sent()] == ["局數", "電腦強度", "1–32 個數字"]
    assert (rounds["custom_id"], rounds["value"], rounds["max_length"]) == ("rounds", "8", 2)
    assert [(option["label"], option["value"], option["default"]) for option in level["options"]] == [
        ("普通", "normal", False),
        ("困難", "hard", True),
    ]
    assert "value" not in number


async def test_what_was_entered_is_read_from_labels_and_from_rows():
    label = {"type": 18, "component": {"type": 4, "custom_id": "rounds", "value": "12"}}
    menu = {"type": 18, "component": {"type": 3, "custom_id": "level", "values": ["hard"]}}
    row = {"type": 1, "components": [{"type": 4, "custom_id": "number", "value": "4821"}]}
    empty = {"type": 18, "component": {"type": 3, "custom_id": "hints", "values": []}}

    found = entered({"custom_id": "x", "components": [label, menu, row, empty]})
    assert found == {"rounds": "12", "level": "hard", "number": "4821", "hints": ""}
    assert entered({}) == {}
