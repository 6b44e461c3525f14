import pytest
from telegram import InlineKeyboardButton

from bot.i18n import catalog
from bot.platforms.telegram.keyboards import A_ROW, button, buttons, keyboard, wrapped
from bot.platforms.telegram.marks import Look
from bot.pressed import Pressed, split
from bot.screens.model import Button, Field, Text
from bot.screens.model import Look as Style
from bot.tokens import Token, Verb, show
from core.ids import ChatId, TableId

LOOK = Look(catalog("zh-TW"))
HERE = show(Token(Verb.JOIN, TableId(7), 3))
NOWHERE = show(Token(Verb.RULES, arg="joker"))
HOME = ChatId("telegram:-1001234567890/77")


def keys(*texts: str) -> list[InlineKeyboardButton]:
    return [InlineKeyboardButton(text, callback_data=text) for text in texts]


@pytest.mark.parametrize(
    ("texts", "lines"),
    [
        (("入座", "離開", "開始"), [3]),
        (("入座", "離開", "補 3 電腦開始"), [2, 1]),
        (("切上", "切中", "切下", "自訂"), [4]),
        (("♤10尾",) * 5, [5]),
        (("1", "2", "3", "4", "5", "6", "7", "8"), [8]),
        (("1",) * 9, [5, 4]),
        (("漢" * 30, "短"), [1, 1]),
        (("Card by card", "More", "Submit"), [3]),
        ((), []),
    ],
)
def test_as_many_stand_side_by_side_as_a_phone_can_show(texts: tuple[str, ...], lines: list[int]):
    found = wrapped(keys(*texts))
    assert [len(line) for line in found] == lines
    assert [key.text for line in found for key in line] == list(texts)
    assert all(len(line) <= A_ROW for line in found)


def test_a_button_sends_its_token_and_the_mode_in_which_it_is_pressed():
    made = button(Button(Text("button/join"), HERE, Style.PRIMARY), LOOK, mode="m")
    assert made is not None
    assert (made.text, made.callback_data, made.style) == ("入座", f"{HERE}#m", "primary")


def test_a_button_with_fields_opens_its_form():
    made = button(Button(Text("button/configure"), HERE, fields=(Field("x", Text("option/rounds")),)), LOOK)
    assert made is not None
    assert split(str(made.callback_data)).kind == "form"


def test_only_what_means_no_table_carries_the_chat_that_a_private_message_belongs_to():
    look = Look(catalog("en"), home=HOME)
    there = button(Button(Text("button/rules"), NOWHERE), look)
    here = button(Button(Text("button/join"), HERE), look)
    assert there is not None
    assert here is not None
    assert split(str(there.callback_data)) == Pressed("press", NOWHERE, "", "-1001234567890/77")
    assert here.callback_data == HERE


def test_what_cannot_be_pressed_is_left_out_but_what_is_chosen_says_so():
    assert button(Button(Text("button/submit"), HERE, enabled=False), LOOK) is None
    chosen = button(Button(Text("admin-value/quiet-on"), HERE, Style.SUCCESS, enabled=False), LOOK)
    assert chosen is not None
    assert (chosen.text[0], chosen.style) == ("✔", "success")


@pytest.mark.parametrize(
    ("link", "shown"), [("https://x.test/", True), ("tg://user?id=1", True), ("http://127.0.0.1/", False)]
)
def test_a_link_leads_to_the_secure_web_or_to_nowhere(link: str, *, shown: bool):
    made = button(Button(Text("button/verify"), "", link=link), LOOK)
    assert (made is not None and made.url == link) is shown


def test_rows_without_a_button_are_no_rows_and_no_rows_are_no_keyboard():
    gone = Button(Text("button/submit"), HERE, enabled=False)
    assert [len(row) for row in buttons([[gone], [Button(Text("button/join"), HERE)]], LOOK)] == [1]
    assert keyboard(buttons([[gone], []], LOOK)) is None
