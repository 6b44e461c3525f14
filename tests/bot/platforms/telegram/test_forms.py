from dataclasses import replace

import pytest
from telegram import InlineKeyboardButton

from bot.i18n import catalog
from bot.platforms.telegram.forms import entered, form, options
from bot.platforms.telegram.marks import Look
from bot.pressed import Pressed, split
from bot.screens.model import Button, Field, Text
from bot.screens.options import more_option_fields, option_fields
from bot.tokens import Verb, parse
from core.ids import ChatId
from core.table.lobby import checked_options
from core.table.model import Options
from tests.e2e.telegram.markup import parsed

LOOK = Look(catalog("zh-TW"))
LEVELS = (("normal", Text("level/normal")), ("hard", Text("level/hard")))
ROUNDS = tuple((str(n), Text("preset/rounds", {"n": n})) for n in (4, 8, 16))
FORM = Button(
    Text("button/configure"),
    "1.oo.1.2.more",
    fields=(
        Field("rounds", Text("option/rounds"), "8", longest=2, presets=ROUNDS),
        Field("level", Text("option/level"), "hard", LEVELS),
        Field("number", Text("cut/field")),
    ),
)


def keys(button: Button, look: Look = LOOK) -> list[list[InlineKeyboardButton]]:
    keyboard = form(button, look).keyboard
    return [list(row) for row in keyboard.inline_keyboard] if keyboard else []


def test_a_form_is_named_by_its_button_and_says_what_holds():
    assert parsed(form(FORM, LOOK).text)[0].split("\n") == [
        "換玩法、局數",
        "",
        "局數：8 局",
        "電腦強度：困難",
        "1–32 個數字：（空）",
    ]


def test_a_field_that_is_only_chosen_says_nothing_of_what_could_be_typed():
    presets = (("60", Text("preset/seconds", {"n": 60})), ("0", Text("preset/no-limit")))
    seconds = Field("seconds", Text("option/seconds-or-none"), "60", longest=3, presets=presets)
    shown = parsed(form(replace(FORM, fields=(seconds,)), LOOK).text)[0]
    assert "每局秒數：60 秒" in shown


def test_each_field_has_a_row_of_choices_in_which_the_present_one_is_marked():
    rounds, levels, back = keys(FORM)
    assert [key.text for key in rounds] == ["4 局", "✔ 8 局", "16 局"]
    assert [key.text for key in levels] == ["普通", "✔ 困難"]
    assert [key.style for key in levels] == [None, "success"]
    assert [key.text for key in back] == ["返回"]


def test_a_choice_is_read_as_the_value_of_its_field():
    read = [split(str(key.callback_data)) for row in keys(FORM)[:2] for key in row]
    assert {(each.kind, each.token) for each in read} == {("choice", FORM.token)}
    assert [entered(FORM, each) for each in read] == [
        *({"rounds": value} for value in ("4", "8", "16")),
        *({"level": value} for value in ("normal", "hard")),
    ]


@pytest.mark.parametrize("mode", ["", "0", "0.9", "9.0", "2.0", "x.y", ".", "0.-1", "00.0"])
def test_a_choice_that_the_form_does_not_have_is_nothing(mode: str):
    assert entered(FORM, Pressed("choice", FORM.token, mode)) == {}


def test_a_value_that_no_choice_names_is_said_as_it_is():
    odd = replace(FORM, fields=(replace(FORM.fields[0], value="7"),))
    assert "局數：7" in form(odd, LOOK).text
    assert not any("✔" in key.text for row in keys(odd) for key in row)


def test_the_way_back_leads_to_the_settings_of_the_table():
    pressed = split(str(keys(FORM)[-1][0].callback_data))
    assert (pressed.kind, parse(pressed.token)) == ("press", replace(parse(FORM.token), verb=Verb.SETTINGS, arg=""))


def test_a_form_of_a_whole_chat_carries_it():
    game = replace(FORM, token="1.cv.0.0.game")
    read = [
        split(str(key.callback_data)) for row in keys(game, replace(LOOK, home=ChatId("telegram:-9/3"))) for key in row
    ]
    assert {each.chat for each in read} == {"-9/3"}
    assert parse(read[-1].token).verb is Verb.CHAT


def test_every_preset_of_the_table_is_within_the_limits():
    fields = [*option_fields(Options()), *more_option_fields(Options())]
    presets = [(field.name, int(value)) for field in fields for value, _ in field.presets]
    assert len(presets) > 10
    for name, value in presets:
        assert checked_options(replace(Options(), **{name: value}))


def test_every_field_of_the_table_can_be_chosen_without_typing():
    assert all(options(field) for field in [*option_fields(Options()), *more_option_fields(Options())])


def test_the_usual_options_are_among_the_presets():
    for field in [*option_fields(Options()), *more_option_fields(Options())]:
        assert field.value in {value for value, _ in options(field)}
